"""Small edits of a small debate, and its runs with and without the replies of another one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from debatec.check.pipeline import compile_source
from debatec.runtime.events import Asked
from debatec.runtime.past import read_run
from debatec.runtime.run import Run
from debatec.source.diagnostic import has_errors
from debatec.source.text import Source
from debatec.transports.interface import Request
from tests.support.agents import Agent, Say, say
from tests.support.runs import Ran, finish, plan_of

SPEC: dict[str, Any] = {
    "debate": "v1",
    "name": "nine",
    "roles": {
        "a": {"session": "fresh", "system": "You are a."},
        "b": {"session": "fresh"},
        "judge": {"session": "fresh"},
    },
    "prompts": {"open": "Open.", "answer": "Answer {{ seat.id }}."},
    "format": [
        {
            "id": "talk",
            "rounds": 2,
            "steps": [
                {"id": "say", "speakers": ["a"], "sees": "nothing", "prompt": "open"},
                {"id": "reply", "speakers": ["b"], "sees": "say", "prompt": "answer"},
                {"id": "note", "speakers": ["b"], "sees": "nothing", "prompt": "Note."},
                {"id": "rate", "speakers": ["judge"], "sees": "reply", "prompt": "Rate."},
            ],
        },
        {"id": "end", "steps": [
            {"id": "close", "speakers": ["judge"], "sees": "rate", "prompt": "Close."}]},
    ],
}  # fmt: skip
TURNS = 9
"""Two rounds of four turns, and the last word."""


def edited(path: str, value: Any, spec: Mapping[str, Any] = SPEC) -> dict[str, Any]:
    """The spec with another value at a path."""
    changed: dict[str, Any] = copy.deepcopy(dict(spec))
    *way, last = path.split(".")
    place: Any = changed
    for part in way:
        place = place[int(part)] if part.isdigit() else place[part]
    place[int(last) if last.isdigit() else last] = value
    return changed


def hashed(request: Request, _asking: int) -> Say:
    """A reply that is a function of the request alone."""
    return say(sha256(f"{request.turn} {request.prompt}".encode()).hexdigest()[:12])


def run(
    folder: Path,
    spec: Mapping[str, Any] = SPEC,
    answer: Callable[[Request, int], Say] = hashed,
    reuse: Ran | None = None,
    **options: Any,
) -> Ran:
    past = read_run(reuse.folder) if reuse else None
    begun = Run.begin(folder, plan_of(json.dumps(spec)), reuse=past)
    return finish(begun, Agent(answer, **options))


def replies(ran: Ran) -> dict[str, tuple[str, object]]:
    return {id: (settled.text, settled.data) for id, settled in ran.state.settled.items()}


def sent(ran: Ran) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for asked in ran.of(Asked):
        found.setdefault(asked.turn, []).append(asked.prompt)
    return found


def bare(result: Mapping[str, Any]) -> dict[str, Any]:
    """A result without what reuse changes: its name, its sums, and that it is one."""
    changing = ("run", "seconds", "plan", "tokens", "cost", "reused", "seats", "version")
    return {name: value for name, value in result.items() if name not in changing}


WORDS = st.sampled_from(["Go.", "Stop.", "Weigh {{ heard }} well.", "Round {{ round.number }}."])
ANY: list[tuple[str, st.SearchStrategy[Any]]] = [
    *[(f"format.0.steps.{n}.prompt", WORDS) for n in range(4)],
    ("format.1.steps.0.prompt", WORDS),
    *[(f"format.0.steps.{n}.sees", st.sampled_from(["nothing", "everything", "say", "rate"]))
      for n in range(4)],
    *[(f"roles.{role}.session", st.sampled_from(["fresh", "persistent"])) for role in ("a", "b")],
    *[(f"roles.{role}.system", WORDS.filter(lambda w: "{{" not in w)) for role in ("a", "judge")],
    ("format.0.rounds", st.integers(1, 3)),
    *[(f"format.0.steps.{n}.speakers", st.sampled_from([["a"], ["b"], ["a", "b"]]))
      for n in range(3)],
    ("limits", st.sampled_from([{"reply": 99}, {"attempts": 1}, {"at_once": 1}])),
]  # fmt: skip


def is_sound(spec: Mapping[str, Any]) -> bool:
    return not has_errors(compile_source(Source("x", json.dumps(spec))).diagnostics)


EDIT = st.one_of(*[st.tuples(st.just(path), values) for path, values in ANY])
"""A value for a path of the spec."""
