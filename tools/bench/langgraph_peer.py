"""The job as LangGraph does it: a state graph of three agents in turn, and its checkpointer.

https://github.com/langchain-ai/langgraph
"""

from __future__ import annotations

import asyncio
import operator
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, TypedDict

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph

from tools.bench.jobs import AGENTS, REPLY, Roundtable, Runner


class Talk(TypedDict):
    """What the graph keeps: the transcript, and how the job goes on."""

    heard: Annotated[list[tuple[str, str]], operator.add]
    rounds: int
    delay: float


def _node(name: str) -> Any:
    async def speak(state: Talk) -> dict[str, Any]:
        told = "".join(f"{seat}:\n{text}\n\n" for seat, text in state["heard"])
        prompt = f"The question: which belongs first?\n{told}It is your turn, {name}.\n"
        await asyncio.sleep(state["delay"])
        return {"heard": [(name, REPLY)]} if prompt else {}

    return speak


def _next(state: Talk) -> str:
    return "agent-1" if len(state["heard"]) < AGENTS * state["rounds"] else "summary"


def _graph() -> Any:
    graph: Any = StateGraph(Talk)
    names = [f"agent-{n}" for n in range(1, AGENTS + 1)]
    for name in (*names, "summary"):
        graph.add_node(name, _node(name))
    graph.add_edge(START, names[0])
    for before, after in pairwise(names):
        graph.add_edge(before, after)
    graph.add_conditional_edges(names[-1], _next, [names[0], "summary"])
    graph.add_edge("summary", END)
    return graph


async def runner(folder: Path, saved: bool, stack: AsyncExitStack) -> Runner:
    """Debates of one compiled graph, each step saved into one SQLite file, or nothing saved."""
    saver = None
    if saved:
        path = str(folder / "checkpoints.sqlite")
        saver = await stack.enter_async_context(AsyncSqliteSaver.from_conn_string(path))
    graph = _graph().compile(checkpointer=saver)
    numbers = iter(range(10**9))

    async def run(job: Roundtable) -> None:
        config = {"configurable": {"thread_id": str(next(numbers))}, "recursion_limit": 10**6}
        state = {"heard": [], "rounds": job.rounds, "delay": job.delay}
        done = await graph.ainvoke(state, config, **({"durability": "sync"} if saved else {}))
        assert len(done["heard"]) == job.turns

    return run
