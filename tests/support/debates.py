"""Small debates to run in tests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from debatec.graph.graph import Graph, Kind, Node
from debatec.graph.plan import Plan

TALK: dict[str, Any] = {"id": "say", "speakers": ["peer"], "prompt": "Speak your mind."}
CLOSE: dict[str, Any] = {**TALK, "id": "report", "speakers": ["judge"], "sees": "everything"}
SCORE: dict[str, Any] = {"fields": {"score": {"type": "number", "minimum": 0, "maximum": 1}}}


def debate(
    steps: Sequence[Mapping[str, Any]] = (TALK,),
    *,
    seats: int = 2,
    rounds: int | Mapping[str, Any] = 1,
    stop: Sequence[Mapping[str, Any]] = (),
    phases: Sequence[Mapping[str, Any]] = (),
    closing: bool = False,
    roles: Mapping[str, Any] | None = None,
    peer: Mapping[str, Any] | None = None,
    limits: Mapping[str, Any] | None = None,
    **parts: Any,
) -> str:
    """A debate of peers in one phase ``talk``, perhaps closed by a judge; JSON is YAML."""
    talk = {"id": "talk", "rounds": rounds, "steps": list(steps), "stop": list(stop)}
    spec: dict[str, Any] = {
        "debate": "v1",
        "name": "small",
        "roles": {"peer": {"seats": seats, **(peer or {})}, **(roles or {})},
        "format": [{k: v for k, v in talk.items() if v}, *phases],
        "limits": {"strikes": "none", **(limits or {})},
        **parts,
    }
    if closing:
        spec["roles"]["judge"] = {}
        spec["format"].append({"id": "close", "always": True, "steps": [CLOSE]})
    return json.dumps(spec)


def unbarred(plan: Plan, hears: Mapping[str, tuple[int, ...]] | None = None) -> Plan:
    """The plan without waiting for whole rounds; seats hear those of some numbers."""
    nodes: dict[str, Node] = {}
    gates: dict[str, str] = {}
    for node in plan.graph:
        after = node.after
        if node.kind is Kind.TURN and node.phase == "talk":
            before = f"talk.r{node.round - 1}.{node.step}"
            after = (f"{before}.{node.seat}",) if node.round > 1 else ()
            heard = (hears or {}).get(node.seat, ()) if node.round > 1 else ()
            node = replace(node, hears=tuple(f"{before}.peer-{number}" for number in heard))
        elif node.kind is Kind.GATE and node.round > 1:
            after = (*after, gates[node.phase])
        gates[node.phase] = node.id
        nodes[node.id] = replace(node, after=after)
    return replace(plan, graph=Graph(nodes, plan.graph.seats, plan.graph.rounds))
