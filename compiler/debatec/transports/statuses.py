"""What an HTTP status means for a request to a model server."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from debatec.transports.endpoint import Endpoint
from debatec.transports.interface import Failure, TransportError

_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?\Z")


def failure(
    endpoint: Endpoint, status: int, kind: str, wait: str | None, now: datetime
) -> TransportError:
    """The error for a status that is no success.

    ``kind`` is what the server calls the error, in parentheses after a space, or nothing; ``wait``
    its Retry-After header.
    """
    answered = f"{endpoint.address} answered {status}{kind}"
    if status in (401, 403):
        return TransportError(Failure.REFUSED, f"{answered}: {_about_key(endpoint.key_env)}")
    if status == 404:
        return TransportError(Failure.REFUSED, f"{answered}: no such model or path")
    if status == 429:
        message = f"{answered}: too many requests"
        return TransportError(Failure.RATE_LIMITED, message, retry_after(wait, now))
    if status == 408 or status >= 500:
        return TransportError(Failure.CRASHED, answered)
    if 300 <= status < 400:
        return TransportError(Failure.REFUSED, f"{answered}: redirects are not followed")
    return TransportError(Failure.REFUSED, answered)


def retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds that a Retry-After header asks to wait: it holds seconds or a date."""
    if value is None:
        return None
    if _SECONDS.match(value.strip()):
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    aware = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())


def _about_key(key_env: str | None) -> str:
    if key_env is None:
        return "it wants a key; name its environment variable in 'key_env'"
    return f"it does not accept the key in the environment variable '{key_env}'"
