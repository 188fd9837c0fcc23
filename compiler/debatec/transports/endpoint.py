"""Where a model is served, and the key it wants."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from debatec.frozen import frozen
from debatec.transports.interface import Failure, TransportError


@frozen
class Endpoint:
    """A model of a server, and the name of the environment variable that holds its key."""

    base_url: str
    model: str
    key_env: str | None = None
    native_blocks: bool = True
    temperature: float | None = None
    seed: int | None = None

    @property
    def address(self) -> str:
        """Host and port, as an error names them."""
        return urlsplit(self.base_url).netloc

    @property
    def is_loopback(self) -> bool:
        host = urlsplit(self.base_url).hostname or ""
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    @property
    def exposes_key(self) -> bool:
        """Whether the key would cross a network unencrypted."""
        is_plain = urlsplit(self.base_url).scheme == "http"
        return self.key_env is not None and is_plain and not self.is_loopback

    def key(self, environment: Mapping[str, str]) -> str | None:
        """The key, or None where none is wanted.

        Raises:
            TransportError: it is not set, or cannot or must not be sent.
        """
        if self.key_env is None:
            return None
        if self.exposes_key:
            raise _refused(f"the key for {self.address} would be sent unencrypted; use https")
        key = environment.get(self.key_env, "").strip()
        if not key:
            raise _refused(f"the environment variable '{self.key_env}' holds no key")
        if not (key.isascii() and key.isprintable()):
            raise _refused(f"what '{self.key_env}' holds cannot be sent as a key")
        return key


def _refused(message: str) -> TransportError:
    return TransportError(Failure.REFUSED, message)
