"""What the names of texts and expressions are."""

from __future__ import annotations

from debatec.check.context import Context
from debatec.check.pipeline import compile_source
from debatec.source.text import Source
from debatec.spec.model import Speak
from debatec.template.types import NUMBER, TEXT, Choice, ListOf, Maybe, Record, Type

HEAD = """\
debate: v1
name: scopes
inputs:
  topic: {type: string}
  seats: {type: integer, minimum: 1, maximum: 4, default: 1}
  limit: {type: [integer, "null"], default: null}
roles:
  pro: {}
  con: {seats: 2}
  crowd: {seats: inputs.seats, lens: "{{ inputs.topic }} {{ inputs.limit | default('any') }}"}
blocks:
  score: {fields: {quality: {type: number}, verdict: {enum: [good, bad]}}}
"""
FORMAT = """\
format:
  - id: talk
    rounds: 3
    steps:
      - {id: open, speakers: pro, prompt: Speak up.}
      - {id: say, speakers: con, sees: [open, {who: con, window: all, take: [verdict]}],
         prompt: Speak up., returns: score}
      - {id: ask, speakers: crowd, sees: {in: [open, say], window: 2}, prompt: Ask them.}
      - {id: choose, speakers: [pro, con], prompt: Choose., returns: choice, options: [left, right]}
      - {id: verdict, kind: tally, of: choose}
      - {id: hear, speakers: pro, sees: {in: [verdict, open, ask]}, prompt: Hear them.}
    stop:
      - done: count(say) == 2
  - id: close
    always: true
    steps:
      - {id: end, speakers: pro, sees: everything, prompt: Write it up.}
"""


def context() -> Context:
    compiled = compile_source(Source("spec.debate.yaml", HEAD + FORMAT))
    assert compiled.diagnostics == ()
    assert compiled.root is not None
    assert compiled.spec is not None
    return Context(compiled.spec, compiled.root)


def names(step: str) -> dict[str, Type]:
    found = context()
    speak = found.steps[step][1]
    assert isinstance(speak, Speak)
    return dict(found.scopes.prompt(speak))


def record(type_: Type) -> Record:
    assert isinstance(type_, Record)
    return type_


def test_inputs_may_be_absent_where_null_is_allowed() -> None:
    inputs = context().scopes.inputs
    assert inputs.fields == {"topic": TEXT, "seats": NUMBER, "limit": Maybe(NUMBER)}


def test_a_prompt_names_the_steps_that_its_turn_hears() -> None:
    steps = {"open", "say", "ask", "choose", "verdict", "hear", "end"}
    assert names("open").keys() & steps == {"say", "ask", "choose", "verdict"}
    assert names("say").keys() & steps == {"open", "say", "choose"}
    assert names("ask").keys() & steps == {"open", "say"}
    assert names("hear").keys() & steps == {"open", "ask", "verdict"}
    assert names("end").keys() & steps == steps - {"end"}


def test_one_certain_seat_is_one_reply() -> None:
    assert isinstance(names("say")["open"], Record)
    assert isinstance(names("hear")["ask"], ListOf), "a crowd may be one seat or four"
    assert isinstance(names("ask")["open"], ListOf), "a window of rounds has many replies"
    assert isinstance(names("end")["open"], ListOf), "everything is all rounds"


def test_take_leaves_the_parts_taken() -> None:
    heard = names("say")["say"]
    assert isinstance(heard, ListOf)
    assert record(heard.item).fields.keys() == {"verdict", "seat", "step", "round"}


def test_a_reply_has_the_fields_of_its_block() -> None:
    fields = context().scopes.record(context().steps["say"][1]).fields
    assert fields["quality"] == NUMBER
    assert fields["verdict"] == Choice(("good", "bad"))
    assert fields["text"] == TEXT


def test_the_winner_is_one_of_the_options_if_any() -> None:
    assert record(names("hear")["verdict"]).fields["winner"] == Maybe(Choice(("left", "right")))


def test_options_are_there_where_a_step_has_them() -> None:
    assert "options" in names("choose")
    assert "options" not in names("say")


def test_a_lens_is_not_told_its_own_lens() -> None:
    found = context()
    system = found.scopes.system(found.spec.roles["pro"])
    assert "lens" in record(system["seat"]).fields
    assert "lens" not in record(found.scopes.lens["seat"]).fields
    assert "heard" not in system


def test_a_condition_reads_its_phase_and_those_before() -> None:
    found = context()
    talk, close = found.spec.phases
    assert "end" not in found.scopes.condition(talk).names
    assert "end" in found.scopes.condition(close).names
    assert "verdict" not in found.scopes.condition(talk).steps
    assert found.scopes.condition(talk).roles == {"pro", "con", "crowd"}


def test_a_decision_has_no_round_and_looks_back_on_nothing() -> None:
    decision = context().scopes.decision
    assert "round" not in decision.names
    assert {"before", "streak"} & decision.functions == set()


def test_a_stand_in_reads_what_came_before_it() -> None:
    found = context()
    scope = found.scopes.stand_in(found.steps["say"][1])
    assert scope.names.keys() == {"inputs", "round", "open"}
