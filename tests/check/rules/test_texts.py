"""What the check of prompts says, and exactly where it says it."""

from __future__ import annotations

from textwrap import indent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.check.context import Context
from debatec.check.pipeline import compile_source
from debatec.check.rules.texts import check
from debatec.source.diagnostic import Diagnostic
from debatec.source.text import Source

# --- Every kind of mistake at its place -------------------------------------------------------

CROSS_EXAMINATION = """\
debate: v1
name: planted
inputs: {topic: {type: string}, loud: {type: boolean, default: false}}
roles: {opener: {}, critic: {}, judge: {}}
format:
  - id: talk
    rounds: 2
    steps:
      - {id: claim, speakers: opener, sees: nothing, prompt: Speak up.}
      - {id: reply, speakers: critic, sees: claim, prompt: Answer., returns: vote}
      - {id: verdict, kind: tally, of: reply, pass: majority}
      - id: judge_it
        speakers: judge
        sees: everything
        prompt: Go.
      - id: close
        speakers: judge
        sees: [claim, reply, verdict]
        prompt: |
"""
PLANTED = """\
Round {{ round.numbr }} for {{ inputs.topc }} by {{ seat.title|uper if inputs.loud }}
{% for r in heard %}{{ loop.index }} {{ r.sead }} {{ r.txt }}{% endfor %}
{{ clam.text }} {{ claim["text"] }} {{ claim["txt"] }} {{ reply.objection|join(', ') }}
{{ (cast|last).rol }} {{ cast[0].title|upper }} {{ inputs.topic.x }}
{% if verdict is defined %}{{ verdict.winer }}{% endif %}{% for x in round %}{% endfor %}
{% with t = round %}{{ t.nope }}{% endwith %}{% set z = seat %}{{ z.titel }}
"""
FOUND = [
    "1:16 DB303 numbr -> number",
    "1:39 DB303 topc -> topic",
    "1:64 DB304 uper -> upper",
    "2:43 DB303 sead -> seat",
    "2:56 DB303 txt -> text",
    "3:4 DB302 clam -> claim",
    '3:46 DB303 "txt" -> text',
    "3:65 DB303 objection -> objections",
    "4:16 DB303 rol -> role",
    "4:65 DB303 x",
    "5:39 DB303 winer -> winner",
    "5:70 DB308 round",
    "6:26 DB303 nope",
    "6:69 DB303 titel -> title",
]


def faults(text: str) -> list[Diagnostic]:
    return list(compile_source(Source("spec.debate.yaml", text)).diagnostics)


def test_planted_errors_are_found_at_their_place_with_a_suggestion() -> None:
    text = CROSS_EXAMINATION + indent(PLANTED, " " * 10)
    first, found = CROSS_EXAMINATION.count("\n"), []
    for fault in faults(text):
        line, column = fault.span.position
        _, _, suggested = fault.message.partition("; did you mean '")
        arrow = f" -> {suggested.removesuffix(chr(39) + '?')}" if suggested else ""
        found.append(f"{line - first}:{column - 10} {fault.rule} {fault.span.text}{arrow}")
    assert found == FOUND


# --- Along the paths --------------------------------------------------------------------------

DEBATE = """\
debate: v1
name: paths
inputs:
  topic: {type: string}
  limit: {type: [integer, "null"], default: null}
roles:
  solo: {}
  peer: {seats: 2, lens: looks twice}
  judge: {}
blocks:
  score: {fields: {quality: {type: number}, note: {type: [string, "null"]}}}
x-use: "{{ inputs.topic }}{{ inputs.limit | default(1) }}"
format:
  - id: opening
    steps:
      - {id: open, speakers: solo, prompt: "Open {{ inputs.topic }}."}
  - id: debate
    rounds: 3
    steps:
      - {id: argue, speakers: solo, sees: [open, score, chosen], prompt: ARGUE}
      - {id: talk, speakers: peer, order: sequential, sees: [others, argue], prompt: TALK}
      - {id: score, speakers: judge, sees: [argue, talk, open], prompt: SCORE, returns: score}
      - {id: vote, speakers: peer, prompt: "{{ inputs.limit or 1 }}", returns: choice,
         options: [left, right]}
      - {id: chosen, kind: tally, of: vote, pass: majority}
  - id: closing
    steps:
      - {id: close, speakers: [solo, peer], sees: [chosen, vote, talk], prompt: CLOSE}
"""
QUIET = {"ARGUE": "Argue.", "TALK": "Talk.", "SCORE": "Score.", "CLOSE": "Close."}


def debate(changes: dict[str, str] | None = None, **prompts: str) -> str:
    """The debate with other texts for its words, and other changes."""
    text = DEBATE
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new)
    for word, quiet in QUIET.items():
        prompt = prompts.get(word.lower(), quiet)
        written = prompt if prompt.startswith("{f") else repr(prompt)
        text = text.replace(f"prompt: {word}", f"prompt: {written}")
    return text


def said(changes: dict[str, str] | None = None, **prompts: str) -> list[str]:
    """What is said of the debate with some texts, the token that it is said at in front."""
    found = faults(debate(changes, **prompts))
    return [f"{fault.rule} {fault.span.text}: {fault.message}" for fault in found]


NOT_YET = "DB309 score: 'score' may be absent: nobody has given it yet in round 1"
NO_WINNER = "DB309 winner: 'chosen.winner' may be absent: it may be that no option wins"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ score.quality }}", [NOT_YET]),
        ("{{ score }}", [NOT_YET]),
        ("{{ score.text | upper }}", [NOT_YET]),
        ("{{ 'at ' ~ score.quality }}", [NOT_YET]),
        ("{{ score.quality + 1 }}", [NOT_YET]),
        ("{{ score | tojson }}", [NOT_YET]),
        ("{% if inputs.topic %}{{ score.quality }}{% endif %}", [NOT_YET]),
        ("{% if not score %}{{ score.quality }}{% endif %}", [NOT_YET]),
        ("{% if round.number < 3 %}{{ score.quality }}{% endif %}", [NOT_YET]),
        ("{% if score or open %}{{ score.quality }}{% endif %}", [NOT_YET]),
        ("{% if round.first %}{{ score.quality }}{% else %}x{% endif %}", [NOT_YET]),
        ("{% set s = score %}{{ s.quality }}", [f"DB309 s: 's'{NOT_YET[20:]}"]),
        ("{% set s = score %}{% if s %}{% set s = score %}{{ s.quality }}{% endif %}", []),
        (
            "{% if score %}{% set score = inputs.limit %}{{ score }}{% endif %}",
            ["DB309 score: 'score' may be absent: its schema allows null"],
        ),
        ("{% if score %}{{ score.quality }}{% endif %}", []),
        ("{% if score.quality %}{{ score.text }}{{ score.quality }}{% endif %}", []),
        ("{% if score.quality > 0.5 %}{{ score.quality }}{% endif %}", []),
        ("{% if score is defined and inputs.topic %}{{ score.quality }}{% endif %}", []),
        ("{% if score is none %}-{% else %}{{ score.quality }}{% endif %}", []),
        ("{% if not score %}-{% elif score.quality %}{{ score.quality }}{% endif %}", []),
        ("{% if score is none or round.first %}-{% else %}{{ score.quality }}{% endif %}", []),
        ("{{ score.quality if score else 'none yet' }}{{ score.quality if score }}", []),
        ("{{ score.quality | default(0) }}{{ score.text or 'nothing' }}", []),
        ("{{ 'no' if not score else score.quality ~ '!' }}", []),
        ("{% if not round.first %}{{ score.quality }}{% endif %}", []),
        ("{% if round.first %}-{% else %}{{ score.quality }}{% endif %}", []),
        ("{% if round.number > 1 %}{{ score.quality }}{% endif %}", []),
        ("{% if round.number == 1 %}-{% else %}{{ score.quality }}{% endif %}", []),
        ("{% if 2 <= round.number %}{{ score.quality }}{% endif %}", []),
        ("{% if round.first %}{% set s = 1 %}{% else %}{% set s = score %}{% endif %}{{ s }}", []),
        ("{% if score %}{{ chosen.text }}{% endif %}", []),
        ("{% if not score %}{% set s = 1 %}{% else %}{% set s = score %}{% endif %}{{ s }}", []),
        ("{% if round.first %}{% set s = 1 %}{% endif %}{{ s }}",
         ["DB309 s: 's' may be absent: only some branches set it"]),
        ("{% with s = score %}{% if s %}{{ s.text }}{% endif %}{% endwith %}", []),
        ("{% if score %}{% for r in heard %}{{ score.quality }}{% endfor %}{% endif %}", []),
        ("{% for r in heard %}{{ r.text }}{% endfor %}{{ heard }}{{ heard[0].text }}", []),
        ("{% if score %}{{ score.note }}{% endif %}",
         ["DB309 note: 'score.note' may be absent: its schema allows null"]),
        ("{% if score.note %}{{ score.note }}{% endif %}", []),
        ("{% if chosen %}{{ chosen.winner }}{% endif %}", [NO_WINNER]),
        ("{% if chosen.winner == 'left' %}{{ chosen.winner }}{% endif %}", []),
        ("{{ open.text }}", []),
        ("{{ inputs.limit }}",
         ["DB309 limit: 'inputs.limit' may be absent: its schema allows null"]),
        ("{{ seat.lens }}", ["DB309 lens: 'seat.lens' may be absent: 'solo' has no lens"]),
        ("{% if cast[0].lens %}{{ cast[0].lens }}{% endif %}", []),
        ("{% for c in cast if c.lens %}{{ loop.index }}{{ c.lens }}{% endfor %}", []),
        ("{% for c in cast if not c.lens %}{{ c.lens }}{% endfor %}",
         ["DB309 lens: 'c.lens' may be absent: 'solo' has no lens"]),
        ("{{ cast | map(attribute='lens') | join }}",
         ["DB309 join: some of what '| join' writes may be absent: 'solo' has no lens"]),
        ("{{ cast | selectattr('lens') | map(attribute='lens') | join }}", []),
        ("{{ cast | rejectattr('lens', 'none') | map(attribute='lens') | join }}", []),
    ],
)  # fmt: skip
def test_a_step_that_is_heard_from_the_second_round_on(text: str, expected: list[str]) -> None:
    assert said(argue=text) == expected


FIRST = "DB309 talk: 'talk' may be absent: nobody has given it when peer-1 speaks first"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ talk }}{% for t in talk %}{{ t.text }}{% endfor %}{{ talk | join }}", []),
        ("{{ talk[0].text }}", [FIRST]),
        ("{{ (talk | last).text }}", [FIRST]),
        ("{{ talk | first | upper }}", [FIRST]),
        ("{{ (talk | selectattr('round', 'eq', 1) | first).text }}",
         ["DB309 first: this may be absent: nobody has given it when peer-1 speaks first"]),
        ("{% if talk %}{{ talk[0].text }}{% endif %}", []),
        ("{% if talk | length > 0 %}{{ (talk | last).text }}{% endif %}", []),
        ("{% for t in talk %}{{ talk[0].text }}{% endfor %}", []),
        ("{{ argue.text }}{{ heard[0].text }}{{ seat.lens }}", []),
    ],
)  # fmt: skip
def test_a_seat_that_speaks_first_hears_nobody_of_its_step(text: str, expected: list[str]) -> None:
    assert said(talk=text) == expected


def test_first_and_then_are_for_turns_of_their_own() -> None:
    split = "{first: Go., then: '{{ score.quality }}'}"
    assert said(argue=split) == []
    split = "{first: '{{ score.quality }} {{ round.numbr }}', then: Go.}"
    assert said(argue=split) == [
        NOT_YET,
        "DB303 numbr: 'round' has no field 'numbr'; did you mean 'number'?",
    ]


ARGUE_SEES = "sees: [open, score, chosen]"


def test_a_step_that_is_heard_in_the_first_round_only() -> None:
    """Afterwards the latest words of its author are others."""
    latest = {ARGUE_SEES: "sees: {who: self}"}
    assert said(latest, argue="{{ open.text }}") == [
        "DB309 open: 'open' may be absent: it is not heard after round 1"
    ]
    assert said(latest, argue="{% if round.first %}{{ open.text }}{% endif %}") == []


def test_replies_of_a_round_are_not_there_for_who_speaks_first_in_any_round() -> None:
    sees = {"sees: [others, argue]": "sees: {in: talk, window: this}"}
    assert said(sees, talk="{{ talk[0].text }}") == [FIRST]
    assert said(sees, talk="{first: Go., then: '{{ talk[0].text }}'}") == [FIRST]
    assert said(sees, talk="{{ heard[0].text }}") == [
        "DB309 heard[0]: 'heard[0]' may be absent: nothing is heard in round 1"
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{% if chosen.winner == 'lef' %}{% endif %}", "'lef'"),
        ("{% if 'rigt' == chosen.leader %}{% endif %}", "'rigt'"),
        ("{% for v in vote if v.choice == 'lef' %}{% endfor %}", "'lef'"),
        ("{% set w = chosen.winner %}{% if w in ['left', 'rite'] %}{% endif %}", "'rite'"),
        ("{% if chosen.winner is eq('lef') %}{% endif %}", "'lef'"),
        ("{{ vote | selectattr('choice', 'eq', 'lef') | list | length }}", "'lef'"),
        ("{{ vote | rejectattr('choice', 'in', ['left', 'rigth']) | list | length }}", "'rigth'"),
        ("{% if 'lef' in vote | map(attribute='choice') | list %}{% endif %}", "'lef'"),
        ("{{ chosen.counts.lef }}", "lef"),
        ("{{ chosen.counts['rigt'] | default(0) }}", "'rigt'"),
    ],
)
def test_words_of_a_choice_are_those_of_its_options(text: str, expected: str) -> None:
    (fault,) = said(close=text)
    assert fault.split(": ")[0].split(" ", 1)[1] == expected
    assert "did you mean 'left'?" in fault or "did you mean 'right'?" in fault


def test_a_prompt_for_first_turns_that_hear_nothing_does_not_print_heard() -> None:
    both = "{first: '{{ heard }}', then: '{{ heard }} Go on.'}"
    assert said({ARGUE_SEES: "sees: score"}, argue=both) == [
        "DB502 heard: 'heard' is always empty: no first turn of 'argue' hears anything"
    ]


def test_nothing_follows_from_a_wrong_name_in_sees() -> None:
    changes = {ARGUE_SEES: "sees: [scor, {in: score, who: peer}]"}
    found = said(changes, argue="{{ score.quality }}{{ heard[0].text }}")
    assert [fault[:5] for fault in found if fault[:5] != "DB503"] == ["DB404", "DB502"]


def with_facts(text: str, **facts: frozenset[str]) -> list[str]:
    """What is said of the texts of a debate of which more is known."""
    compiled = compile_source(Source("spec.debate.yaml", text))
    assert compiled.spec is not None
    assert compiled.root is not None
    context = Context(compiled.spec, compiled.root)
    context.__dict__.update(facts)
    return [fault.message for fault in check(context)]


SKIPPED = "DB309 open: 'open' may be absent: the step may be skipped"
DESERTED = "DB309 open: 'open' may be absent: nobody may speak in the step"
OPEN = "- {id: open, speakers: solo,"


def where(condition: str) -> dict[str, str]:
    """Has `open` asked of those for whom a condition holds."""
    return {OPEN: f"- {{id: open, speakers: {{who: solo, where: {condition}}},"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({OPEN: f"{OPEN} when: inputs.limit > 1,"}, [SKIPPED]),
        ({"- id: opening": "- id: opening\n    when: inputs.limit > 1"}, [SKIPPED]),
        ({"- id: debate": "- id: debate\n    when: open"}, []),
        ({OPEN: f"{OPEN} when: true,"}, []),
        ({"solo: {}": "solo: {seats: 0..1}"}, [DESERTED]),
        ({"solo: {}": "solo: {seats: 1..1}"}, []),
        ({"solo: {}": "solo: {seats: inputs.least..1}"}, [DESERTED]),
        ({"solo: {}": "solo: {seats: 0..1}", OPEN: "- {id: open, speakers: [solo, peer],"}, []),
        (where("seat.number == 1"), []),
        (where("seat.number == 2"), [DESERTED]),
        (where("inputs.least"), [DESERTED]),
        (where("live(solo) > 0"), [DESERTED]),
    ],
)  # fmt: skip
def test_a_step_that_may_be_passed_over_may_be_absent(
    changes: dict[str, str], expected: list[str]
) -> None:
    least = "inputs:\n  least: {type: integer, default: 1}"
    found = said({**changes, "inputs:": least}, score="{{ open }}")
    assert [fault for fault in found if fault[:5] == "DB309"] == expected
    asked = said({**changes, "inputs:": least}, score="{% if open %}{{ open }}{% endif %}")
    assert [fault for fault in asked if fault[:5] == "DB309"] == []


def test_who_speaks_in_a_step_knows_that_somebody_did() -> None:
    changes = {"peer: {seats: 2,": "peer: {seats: 0..2,"}
    assert said(changes, close="{% if talk %}{{ talk[0].text }}{% endif %}") == []
    own = "{first: Go., then: '{{ vote[0].text }}'}"
    changes |= {"sees: [others, argue]": "sees: {in: vote, window: all}"}
    assert said(changes, talk=own) == []
    assert said(changes, score="{{ talk[0].text }}") == [
        "DB309 talk: 'talk' may be absent: nobody may speak in the step"
    ]


def test_a_hidden_limit_may_be_absent() -> None:
    text = debate(argue="{% if round.last %}x{% endif %}{{ round.total }}")
    assert with_facts(text) == []
    assert with_facts(text, hidden=frozenset({"debate"})) == [
        "'round.total' may be absent: the limit may be hidden"
    ]


# --- Positions --------------------------------------------------------------------------------

HEAD = """\
debate: v1
name: places
inputs: {topic: {type: string}, limit: {type: [integer, "null"], default: 1}}
roles: {solo: {}, judge: {}}
x-use: "{{ inputs.topic }} {{ inputs.limit }}"
format:
  - id: talk
    rounds: 2
    steps:
      - {id: say, speakers: solo, prompt: "{{ inputs.topic }}{{ inputs.limit or 1 }}"}
      - {id: score, speakers: judge, prompt: Go.}
"""
STEP = """\
      - id: hear_%d
        speakers: solo
        sees: score
"""
PLANTS = {
    "inputs.topc": ("topc", "DB303"),
    "topik": ("topik", "DB302"),
    "round.number | uper": ("uper", "DB304"),
    "round.number | truncate(1, 2, 3, 4)": ("truncate", "DB306"),
    "inputs.limit": ("limit", "DB309"),
    "seat.lens": ("lens", "DB309"),
    "heard[0].tex": ("tex", "DB303"),
    "score.text.x": ("x", "DB303"),
    "cast": ("cast", "DB308"),
    "score.rond if score else 1": ("rond", "DB303"),
}
"""An expression with one mistake: the token that is wrong, and the rule that says so."""

WORDS = st.sampled_from(
    [
        "Ask",
        "why",
        "naïve",
        "日本語",
        "👩‍🔬",
        "e\u0301",
        "a - b",
        "it's",
        '"so"',
        "x: y",
        "100 %",
        "a\\b",
        "c #d",
        "{ok}",
    ]
)
TEXT = st.lists(WORDS, max_size=3).map(" ".join)
SOUND = st.sampled_from(
    [
        "{{ inputs.topic }}",
        "{{ round.number }}",
        "{{ score.text | upper }}",
        "{# note 👍 #}",
        "{{ seat['id'] }}",
    ]
)
"""Expressions without a fault; the file has no other."""


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A text around a text: statements, or more text on either side."""
    around = [
        "{%% if inputs.topic %%}%s{%% endif %%}",
        "{%% if not inputs.topic %%}é{%% else %%}%s{%% endif %%}",
        "{%% for r in heard %%}%s{%% endfor %%}",
        "{%% for c in cast if c.number %%}ü %s{%% endfor %%}",
        "{%% with q = 1 %%}{{ q }}%s{%% endwith %%}",
        "{%%- if round.number -%%} %s {%%- endif -%%}",
    ]
    return st.tuples(st.sampled_from(around), TEXT, inner, TEXT).map(
        lambda parts: parts[0] % f"{parts[1]}\n{parts[2]} {parts[3]}"
    )


MARK = "\N{WHITE STAR}"
"""Stands for the planted expression until the text is written as YAML."""

BODY = st.tuples(
    TEXT, SOUND, st.recursive(st.just(f"{{{{ {MARK} }}}}"), nested, max_leaves=4), SOUND, TEXT
).map(lambda parts: "Go. " + " ".join(parts))


def literal(text: str, sign: str) -> str:
    lines = (f"          {line}" if line.strip() else "" for line in text.split("\n"))
    return f"        prompt: {sign}\n" + "\n".join(lines) + "\n"


def folded(text: str) -> str:
    return literal(text.replace("\n", "\n\n"), ">-")


def doubled(text: str) -> str:
    escaped = (
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("é", "\\xe9")
    )
    return f'        prompt: "{escaped}"\n'


def single(text: str) -> str:
    broken = text.replace("'", "''").replace("\n", "\n\n          ")
    return f"        prompt: '{broken}'\n"


STYLES = {
    "|": lambda text: literal(text, "|"),
    "|-": lambda text: literal(text, "|-"),
    ">": folded,
    '"': doubled,
    "'": single,
}


NOT_MEANT = ("DB310", "DB112")
"""Warnings about how a text is written, which the surroundings may well deserve."""

PROMPT = st.tuples(BODY, st.sampled_from(sorted(PLANTS)), st.sampled_from(sorted(STYLES)))
AT_ONCE = 5


@settings(max_examples=1000 // AT_ONCE)
@given(st.tuples(*[PROMPT] * AT_ONCE))
def test_a_planted_mistake_is_told_at_its_token(prompts: tuple[tuple[str, str, str], ...]) -> None:
    text, expected = HEAD, []
    for number, (body, plant, style) in enumerate(prompts):
        token, rule = PLANTS[plant]
        text += STEP % number
        before, after = STYLES[style](body).split(MARK)
        expected.append((rule, len(text) + len(before) + plant.rindex(token), token))
        text += before + plant + after
    found = [(f.rule, f.span.start, f.span.text.strip("'")) for f in faults(text)]
    assert [fault for fault in found if fault[0] not in NOT_MEANT] == expected
