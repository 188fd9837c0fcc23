"""The size of a graph is known from above before it is made."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from debatec.graph.plan import make_plan
from debatec.graph.size import Size
from tests.graph.debates import DEBATES
from tests.graph.plans import root_of


@given(DEBATES, st.integers(0, 3))
def test_a_graph_is_no_larger_than_its_bound(text: str, seed: int) -> None:
    plan = make_plan(root_of(text), {}, seed=seed)
    counts = {role: seats.most for role, seats in plan.bounds.seats.items()}
    size = Size(plan.spec, counts, plan.bounds.rounds)
    assert len(plan.graph.nodes) == 1 + sum(map(size.nodes, plan.spec.phases))
    turns = [node for node in plan.graph if node.hears]
    assert sum(len(node.hears) for node in turns) <= size.edges()
