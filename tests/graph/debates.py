"""Debates of every shape, for properties of their graphs."""

from __future__ import annotations

from hypothesis import strategies as st

HEAD = "debate: v1\nname: case\nroles: {a: {seats: 3}, b: {}, c: {seats: 0..2}}\nformat:\n"

_WINDOWS = st.sampled_from(["latest", "this", "all", "1", "2", "3"])
_WHO = st.sampled_from(["others", "everyone", "self", "a", "[b, self]", "[c, a]"])
_ORDERS = st.sampled_from(["parallel", "sequential", "rotate", "random"])
_STOPS = st.sampled_from(["", "    stop: [enough: elapsed > 9]\n", "    when: elapsed > 9\n"])


@st.composite
def _debate(draw: st.DrawFn) -> str:
    """Three phases, the last closing at times, with steps that hear in any way."""
    text, steps = HEAD, [f"s{n}" for n in range(6)]
    for phase in range(draw(st.integers(1, 3))):
        always = "    always: true\n" if phase == 2 and draw(st.booleans()) else ""
        text += f"  - id: p{phase}\n    rounds: {draw(st.integers(1, 5))}\n{always}"
        text += draw(_STOPS) + "    steps:\n"
        for number in range(draw(st.integers(1, 2))):
            place = draw(st.sampled_from(["", f", in: {draw(st.sampled_from(steps))}"]))
            sees = f"[{{who: {draw(_WHO)}, window: {draw(_WINDOWS)}{place}}}]"
            speakers = draw(st.sampled_from(["a", "b", "[c, a]", "[b, c]"]))
            text += (
                f"      - {{id: s{2 * phase + number}, speakers: {speakers}, prompt: x, "
                f"order: {draw(_ORDERS)}, sees: {sees}}}\n"
            )
    return text


DEBATES = _debate()
