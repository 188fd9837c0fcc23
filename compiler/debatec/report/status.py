"""Where a run stands: as JSON values, and in lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from debatec.graph.graph import Node
from debatec.graph.seats import Seat
from debatec.report.markdown import ending
from debatec.report.text import columns, duration, visible
from debatec.runtime.events import Asked, Failed, Settled
from debatec.runtime.past import Past
from debatec.runtime.result import reused
from debatec.source.text import one_line

FORMAT = "urn:debatec:schema:status:v1"
_OF_RESULT = ("status", "outcome", "reason", "message", "undecided")
_PURPOSES = {"reply": "", "repair": ", for what it lacked", "block": ", for its block"}


def status_of(past: Past, is_held: bool) -> dict[str, Any]:
    """The status of a run; ``is_held`` tells whether a process is at it."""
    plan, state = past.plan, past.state
    turns: dict[str, list[Node]] = {seat: [] for seat in plan.graph.seats}
    for turn in plan.graph.turns():
        turns[turn.seat].append(turn)
    seats = [_seat(past, seat, turns[seat.name]) for seat in plan.graph.seats.values()]
    result = state.finished.result if state.finished else {}
    return {
        "schema": FORMAT,
        "run": past.folder.name,
        "folder": str(past.folder),
        "debate": plan.spec.name,
        "version": plan.spec.version,
        "state": "over" if state.finished else "running" if is_held else "stopped",
        "held": is_held,
        "round": _round(past),
        "asked": [] if state.finished else _in_flight(past),
        "turns": {
            "answered": sum(seat["answered"] for seat in seats),
            "most": sum(map(len, turns.values())),
        },
        "reused": reused(plan, state),
        "seats": seats,
        "error": _last_error(past),
        "seconds": past.elapsed,
        "at": past.lines[-1].at if past.lines else None,
        **{name: result.get(name) for name in _OF_RESULT},
    }


def _round(past: Past) -> dict[str, Any] | None:
    """The round in which something was asked or settled last."""
    nodes = past.plan.graph.nodes
    for line in reversed(past.lines):
        event = line.event
        if isinstance(event, Asked | Settled):
            node = nodes[event.turn if isinstance(event, Asked) else event.node]
            most = past.plan.graph.rounds[node.phase]
            return {"phase": node.phase, "round": node.round, "of": most}
    return None


def _in_flight(past: Past) -> list[dict[str, Any]]:
    """The requests of turns that are not settled, by turn the last."""
    asked = {line.event.turn: line.event for line in past.lines if isinstance(line.event, Asked)}
    graph, settled = past.plan.graph, past.state.settled
    return [
        {
            "turn": turn.id,
            "seat": turn.seat,
            "agent": asked[turn.id].agent,
            "attempt": asked[turn.id].attempt,
            "purpose": asked[turn.id].purpose,
        }
        for turn in graph.turns()
        if turn.id in asked and turn.id not in settled
    ]


def _seat(past: Past, seat: Seat, turns: Sequence[Node]) -> dict[str, Any]:
    state = past.state
    failures = [failure for turn in turns for failure in state.failures.get(turn.id, ())]
    return {
        "seat": seat.name,
        "role": seat.role,
        "agent": past.plan.cast.get(seat.name),
        "asked": sum(state.was_asked(turn.id) for turn in turns),
        "answered": sum(map(state.has_reply, turns)),
        "failed": len(failures),
        "live": seat.name not in state.dropped,
        "dropped": state.dropped.get(seat.name),
    }


def _last_error(past: Past) -> dict[str, Any] | None:
    failed = [line for line in past.lines if isinstance(line.event, Failed)]
    if not failed:
        return None
    event = failed[-1].event
    assert isinstance(event, Failed)
    return {
        "turn": event.turn,
        "attempt": event.attempt,
        "outcome": event.outcome,
        "message": event.message,
        "at": failed[-1].at,
    }


def lines(status: Mapping[str, Any]) -> Iterator[str]:
    """The status for people."""
    head = " ".join(filter(None, [status["debate"], status["version"]]))
    yield from columns([("debate", head), ("run", status["folder"]), *_facts(status)])
    yield ""
    heads = ("seat", "agent", "answered", "failed attempts", "")
    rows = [
        (
            seat["seat"],
            seat["agent"] or "",
            f"{seat['answered']} of {seat['asked']}",
            str(seat["failed"]),
            "" if seat["live"] else f"dropped: {_line(seat['dropped'])}",
        )
        for seat in status["seats"]
    ]
    yield from columns([heads, *rows])


def _facts(status: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "state", _state(status)
    if status["asked"]:
        asked = [f"{request['turn']} ({_attempt(request)})" for request in status["asked"]]
        yield "asked", ", ".join(asked)
    yield "turns", f"{status['turns']['answered']} answered, {status['turns']['most']} at most"
    if taken := status["reused"]:
        yield "reused", f"{taken['turns']} of {taken['of']} from {_line(taken['run'])}"
    yield "time", duration(status["seconds"])
    if error := status["error"]:
        where = f"{error['turn']}, attempt {error['attempt']}"
        yield "last error", f"{where}: {error['outcome']}, {_line(error['message'])}"


def _state(status: Mapping[str, Any]) -> str:
    if status["state"] == "over":
        return f"over. {ending(status)}"
    where = "before its first turn"
    if round := status["round"]:
        where = f"in {round['phase']}, round {round['round']} of {round['of']}"
    more = "" if status["held"] else f"; debatec resume {status['folder']} takes it up"
    return f"{status['state']} {where}{more}"


def _attempt(request: Mapping[str, Any]) -> str:
    return f"attempt {request['attempt']}{_PURPOSES[request['purpose']]}"


def _line(text: str) -> str:
    return one_line(visible(text))
