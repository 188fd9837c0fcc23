"""What was sent in a run, to the letter, as golden files hold it."""

from __future__ import annotations

from debatec.runtime.events import Asked
from tests.support.runs import Ran


def transcript(ran: Ran) -> str:
    """Every session as it was opened and every prompt as it was sent, to the letter.

    What a session is told again when it is rebuilt is named by where it was asked first.
    """
    asked = [(f"{e.turn}, attempt {e.attempt}, {e.purpose}", e) for e in ran.of(Asked)]
    first = {event.prompt: title for title, event in reversed(asked)}
    parts: list[tuple[str, str]] = []
    for number, (seat, system, known) in enumerate(ran.agent.opened, 1):
        before = [f"(knows {first[exchange.prompt]})" for exchange in known]
        parts.append((f"session {number}: {seat}, system", "\n".join([system, *before])))
    for title, event in asked:
        labels = [f"{label} is {name}" for name, label in event.labels.items()]
        notes = labels + [f"{turn} is scrubbed" for turn in event.scrubbed]
        parts.append((" | ".join([title, *notes]), event.prompt))
    return "\n".join(f"##### {title}\n{text}\n" for title, text in parts)
