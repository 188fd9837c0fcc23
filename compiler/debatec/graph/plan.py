"""The plan of one run: its graph and all it depends on, as canonical JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from debatec.graph.bind import bind
from debatec.graph.bounds import Bounds
from debatec.graph.graph import Graph, Kind, Node
from debatec.graph.lower import MAX_NODES, TooLarge, lower
from debatec.graph.seats import Seat, seats_of
from debatec.source import exactjson
from debatec.source.nodes import Mapping as MappingNode
from debatec.source.nodes import Plain
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.build import build
from debatec.spec.emit import emit
from debatec.spec.model import Spec

FORMAT = "urn:debatec:schema:plan:v1"
Made = TypeVar("Made")


@dataclass(frozen=True)
class Plan:
    """What a run does: spec, inputs, cast (seat -> agent), seed, bounds and graph.

    ``text`` is the spec as canonical YAML. The seats of the graph are those that the cast fills.
    """

    spec: Spec
    text: str
    inputs: Mapping[str, Plain]
    cast: Mapping[str, str]
    seed: int
    bounds: Bounds
    graph: Graph

    @cached_property
    def digest(self) -> str:
        return exactjson.digest(self.document())

    def once(self, make: Callable[[Plan], Made]) -> Made:
        """What is made of the plan alone, made once for all of its runs."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    @cached_property
    def _made(self) -> dict[Callable[[Plan], Any], Any]:
        return {}

    def document(self) -> dict[str, Any]:
        """The plan as JSON values, without its digest."""
        return {
            "schema": FORMAT,
            "debate": self.spec.name,
            "version": self.spec.version,
            "spec": {"digest": exactjson.digest(self.text), "text": self.text},
            "inputs": self.inputs,
            "seed": self.seed,
            "seats": [_seat(seat, self.cast) for seat in self.graph.seats.values()],
            "rounds": self.graph.rounds,
            "nodes": [_node(node) for node in self.graph],
        }

    def sources(self) -> dict[str, Any]:
        """All that the plan is made from, as JSON values, and its digest."""
        return {
            "spec": self.text,
            "inputs": self.inputs,
            "cast": self.cast,
            "counts": dict(Counter(seat.role for seat in self.graph.seats.values())),
            "seed": self.seed,
            "digest": self.digest,
        }


def make_plan(
    root: MappingNode,
    inputs: Mapping[str, Plain],
    cast: Mapping[str, str] | None = None,
    counts: Mapping[str, int] | None = None,
    seed: int = 0,
) -> Plan:
    """The plan of a canonical spec that has no faults.

    ``cast`` may name an agent for every seat; other seats are left uncast. ``counts`` are the
    seats of each role, within its bounds; without them every role has the most it may have. The
    ``seed`` settles random orders.

    Raises:
        TooLarge: the graph would be too large.
        ValueError: a role has more or fewer seats than its bounds allow.
    """
    spec = build(root)
    bounds, _ = bind(spec, inputs)
    most = {name: seats.most for name, seats in bounds.seats.items()}
    counts = most if counts is None else {name: counts.get(name, 0) for name in most}
    if not all(seats.least <= counts[name] <= seats.most for name, seats in bounds.seats.items()):
        raise ValueError("a role has more or fewer seats than its bounds allow")
    if sum(counts.values()) > MAX_NODES:
        raise TooLarge
    graph = lower(spec, seats_of(spec, counts, most), bounds.rounds, inputs, seed)
    # The order of keys is lost in a plan's file, so no run may depend on it.
    settled = exactjson.loads(exactjson.dumps(inputs))
    return Plan(spec, emit(root), settled, dict(cast or {}), seed, bounds, graph)


def write_plan(plan: Plan) -> str:
    """The plan's file: JSON with sorted keys, and its digest."""
    return exactjson.dumps({**plan.document(), "digest": plan.digest}, indent=1) + "\n"


def is_plan_of(data: bytes, plan: Plan) -> bool:
    """Whether a plan's file is that of a plan; its layout does not matter."""
    try:
        document = exactjson.loads(data.decode())
        written = document.pop("digest")
        return bool(written == plan.digest == exactjson.digest(document))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return False


class PlanError(Exception):
    """What is no plan, was changed by hand, or is of another version."""


def read_plan(text: str) -> Plan:
    """The plan a file holds.

    Raises:
        PlanError: it is not a plan of this version, or its digest does not match.
    """
    try:
        document = exactjson.loads(text)
        written = document.pop("digest")
        changed = written != exactjson.digest(document)
        seats = document["seats"]
        sources = {
            "spec": document["spec"]["text"],
            "inputs": document["inputs"],
            "cast": {seat["seat"]: seat["agent"] for seat in seats if "agent" in seat},
            "counts": dict(Counter(seat["role"] for seat in seats)),
            "seed": document["seed"],
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise PlanError("it is not a plan") from error
    if changed:
        raise PlanError("it was changed by hand")
    return plan_from({**sources, "digest": written})


def plan_from(sources: Mapping[str, Any]) -> Plan:
    """The plan made anew from its sources.

    Raises:
        PlanError: they make no plan, or none with the digest that they have.
    """
    try:
        root, faults = read(Source("plan.json#spec", sources["spec"]))
        if faults or not isinstance(root, MappingNode):
            raise PlanError("its spec cannot be read")
        cast = {str(seat): str(agent) for seat, agent in sources["cast"].items()}
        counts = {str(role): int(count) for role, count in sources["counts"].items()}
        plan = make_plan(root, dict(sources["inputs"]), cast, counts, int(sources["seed"]))
        if plan.digest == sources["digest"]:
            return plan
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, TooLarge) as error:
        raise PlanError("it is not a plan") from error
    raise PlanError("it was changed, or written by another version of debatec")


def _seat(seat: Seat, cast: Mapping[str, str]) -> dict[str, Any]:
    document: dict[str, Any] = {"seat": seat.name, "role": seat.role}
    if seat.name in cast:
        document["agent"] = cast[seat.name]
    return document


def _node(node: Node) -> dict[str, Any]:
    document: dict[str, Any] = {"id": node.id, "kind": node.kind, "after": node.after}
    if node.kind in (Kind.TURN, Kind.TALLY, Kind.LEDGER):
        document["hears"] = node.hears
    return document
