"""The least that could do the job: a hand-written loop over a graph, with a log.

It has jinja2 prompts that repeat the transcript, a networkx graph built once, and one JSON line a
turn, synced or not. It checks nothing, resumes nothing and stops for nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
from itertools import pairwise
from pathlib import Path

import jinja2
import networkx as nx

from tools.bench.jobs import AGENTS, REPLY, Roundtable, Runner

_PROMPT = jinja2.Environment().from_string(
    "Round {{ round }} of {{ rounds }}. The question: which belongs first?\n"
    "{% for reply in heard %}{{ reply.seat }}:\n{{ reply.text }}\n\n{% endfor %}"
    "It is your turn, {{ seat }}.\n"
)


def runner(folder: Path, synced: bool) -> Runner:
    """Debates that log into files of a folder."""
    graphs: dict[int, list[tuple[int, str]]] = {}
    numbers = iter(range(10**9))

    async def run(job: Roundtable) -> None:
        if job.rounds not in graphs:
            graphs[job.rounds] = _order(job.rounds)
        heard: list[dict[str, str]] = []
        with (folder / f"{next(numbers)}.jsonl").open("wb", buffering=0) as log:
            for round, seat in graphs[job.rounds]:
                prompt = _PROMPT.render(round=round, rounds=job.rounds, seat=seat, heard=heard)
                await asyncio.sleep(job.delay)
                heard.append({"seat": seat, "text": REPLY})
                line = {"round": round, "seat": seat, "prompt": prompt, "reply": REPLY}
                log.write(json.dumps(line).encode() + b"\n")
                if synced:
                    os.fsync(log.fileno())

    return run


def _order(rounds: int) -> list[tuple[int, str]]:
    """The turns in the order of a graph in which each waits for the one before it."""
    graph: nx.DiGraph = nx.DiGraph()
    turns = [(round, f"agent-{n}") for round in range(1, rounds + 1) for n in range(1, AGENTS + 1)]
    turns.append((rounds, "summary"))
    graph.add_nodes_from(turns)
    graph.add_edges_from(pairwise(turns))
    return list(nx.topological_sort(graph))
