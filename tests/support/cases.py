"""The debates of tests/cases/language, each with the replies that play it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from debatec.check.pipeline import Compiled, compile_file
from debatec.graph.bind import bind, defaults
from debatec.graph.casting import Wish
from debatec.graph.casting import cast as cast_seats
from debatec.graph.plan import Plan, make_plan
from debatec.graph.seats import speaking_roles
from debatec.source.nodes import plain
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.transports.interface import Failure, Request, TransportError
from debatec.transports.replay import ReplayTransport, load_replay
from tests.support.agents import Agent, Say, say

FOLDER = Path(__file__).parents[1] / "cases" / "language"
NAMES = sorted(path.name.split(".")[0] for path in FOLDER.glob("*.debate.yaml"))


@dataclass(frozen=True)
class Case:
    """A debate, and the run of it that its replay says under `x-run`."""

    name: str

    @property
    def spec(self) -> Path:
        return FOLDER / f"{self.name}.debate.yaml"

    @property
    def replay(self) -> Path:
        return FOLDER / f"{self.name}.replay.yaml"

    @property
    def golden(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def settings(self) -> dict[str, Any]:
        """The inputs, `preset`, `seed` and counts of `seats` of the run."""
        node, faults = read(Source(self.replay.name, self.replay.read_text("utf-8")))
        assert node is not None, faults
        found: dict[str, Any] = cast("dict[str, Any]", plain(node))["x-run"]
        return found

    def compiled(self) -> Compiled:
        return compile_file(self.spec)

    def plan(self, **changes: Any) -> Plan:
        """The plan of the run, with some of its settings changed."""
        settings: dict[str, Any] = {"inputs": {}, "preset": None, "seed": 0, "seats": {}}
        settings |= self.settings()
        given = {**settings.pop("inputs"), **changes.pop("inputs", {})}
        settings |= changes
        found = self.compiled()
        assert found.spec is not None
        assert found.root is not None
        preset = settings["preset"]
        values = found.spec.presets[preset].values if preset else {}
        inputs = {**defaults(found.spec), **{str(k): v for k, v in values.items()}, **given}
        bounds, _ = bind(found.spec, inputs)
        seats = {role: bounds.roles[role].seats for role in speaking_roles(found.spec)}
        named = [(role, ["replay"] * count) for role, count in settings["seats"].items()]
        casting, faults = cast_seats(seats, Wish(["replay"], named))
        assert faults == []
        seed = int(settings["seed"])
        return make_plan(found.root, inputs, casting.agents, casting.counts, seed)

    def script(self) -> ReplayTransport:
        transport, faults = load_replay(self.replay)
        assert transport is not None, faults
        return transport

    def agent(self, otherwise: str = "", failing: str = "") -> Agent:
        """An agent that answers as the replay says, and remembers what it was asked.

        ``otherwise`` is said where the replay has no answer; the seat that is ``failing`` crashes.
        """
        script = self.script()

        def answer(request: Request, _asking: int) -> Say:
            if failing and request.turn.endswith(f".{failing}"):
                return Say(fail=TransportError(Failure.CRASHED, "it is not there"))
            try:
                found = script.next_answer(request)
            except TransportError as error:
                return say(otherwise) if otherwise else Say(fail=error)
            fail = TransportError(found.fail, "it fails here") if found.fail else None
            return Say((found.text,) if found.text else (), fail=fail)

        return Agent(answer)
