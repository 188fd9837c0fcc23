"""What there is to reach in a debate: its rules, conditions, prompts, fallbacks and phases."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeAlias

from debatec.frozen import frozen
from debatec.graph.reads import is_gated
from debatec.runtime.parsed import expression, template
from debatec.source.nodes import Scalar
from debatec.source.text import Span, one_line
from debatec.spec.builtin import is_builtin
from debatec.spec.model import Phase, Prompt, Rule, Speak, Spec, Step
from debatec.template import tree
from debatec.template.template import Template


class What(StrEnum):
    """The kinds of items, in the order in which they are told."""

    PHASE = "phase"
    CAP = "cap"
    STOP = "stop"
    WHEN = "when"
    WHERE = "where"
    PROMPT = "prompt"
    BRANCH = "branch"
    BLOCK = "block"
    QUORUM = "quorum"


Key: TypeAlias = tuple[str | int | bool, ...]


@frozen
class Item:
    """Something that a test can reach: its kind, where it stands, and what no test did."""

    key: Key
    what: What
    span: Span
    message: str


def items_of(spec: Spec) -> list[Item]:
    """Everything that there is to reach in a debate, each once."""
    found = [item for phase in spec.phases for item in _of_phase(spec, phase)]
    found += [_of_rule(rule) for rule in spec.stop if _can_hold(rule)]
    for prompt in _prompts(spec):
        if not _ships(spec, prompt.text):
            found += _of_prompt(prompt)
    return list({item.key: item for item in found}.values())


def _of_phase(spec: Spec, phase: Phase) -> Iterator[Item]:
    name = f"'{phase.id}'"
    if phase.when is None or phase.when.value is not False:
        yield Item((What.PHASE, phase.id), What.PHASE, phase.id.span, f"phase {name} is not begun")
    rules = spec.rules_of(phase)
    if phase.stop and not any(map(_is_last, rules)):
        message = f"{name} does not come to its last round without a stop rule that holds"
        yield Item((What.CAP, phase.id), What.CAP, phase.rounds.span, message)
    yield from (_of_rule(rule) for rule in phase.stop if _can_hold(rule))
    yield from _of_gate(phase)
    for step in phase.steps:
        yield from _of_step(spec, step)


def _is_last(rule: Rule) -> bool:
    """Whether a rule holds in the last round, so that the cap is never a reason."""
    parsed = expression(rule.when)
    tests = parsed.tree.operands if parsed and isinstance(parsed.tree, tree.Either) else ()
    return any(map(_is_round_last, [*tests, *([parsed.tree] if parsed else [])]))


def _is_round_last(expr: tree.Expr) -> bool:
    match expr:
        case tree.Field(base=tree.Name(name="round"), name="last"):
            return True
    return False


def _can_hold(rule: Rule) -> bool:
    return rule.when.value is not False


def _of_rule(rule: Rule) -> Item:
    return Item((What.STOP, rule.id), What.STOP, rule.id.span, f"rule '{rule.id}' does not hold")


def _of_gate(part: Phase | Step) -> Iterator[Item]:
    """The two ways of a `when` that is no constant."""
    if is_gated(part) and part.when is not None and part.when.value is not False:
        for holds, words in ((True, "does not hold"), (False, "always holds")):
            message = f"'when' of '{part.id}' {words}"
            yield Item((What.WHEN, part.id, holds), What.WHEN, part.when.span, message)


def _of_step(spec: Spec, step: Step) -> Iterator[Item]:
    yield from _of_gate(step)
    if not isinstance(step, Speak):
        return
    if step.where is not None:
        for holds, words in ((True, "picks nobody"), (False, "leaves nobody out")):
            message = f"'where' of '{step.id}' {words}"
            yield Item((What.WHERE, step.id, holds), What.WHERE, step.where.span, message)
    if step.returns is not None:
        way = spec.blocks[step.returns].otherwise.value.replace("_", "-")
        message = f"no turn of '{step.id}' is without a valid '{step.returns}' block ({way})"
        yield Item((What.BLOCK, step.id), What.BLOCK, step.returns.span, message)
    if step.quorum is not None:
        message = f"'{step.id}' does not miss its quorum"
        yield Item((What.QUORUM, step.id), What.QUORUM, step.quorum.span, message)


def _prompts(spec: Spec) -> Iterator[Prompt]:
    """The texts that seats are sent: of roles that speak, then of steps."""
    speaks = [step for _, step in spec.steps() if isinstance(step, Speak)]
    for role in spec.roles_of(name for step in speaks for name in step.speakers):
        yield spec.roles[role].system
    for step in speaks:
        yield step.first
        yield step.then


def _ships(spec: Spec, text: Scalar) -> bool:
    """Whether a text is one of debatec itself, and not of the debate."""
    return is_builtin(text.span) and text.span.source is not spec.span.source


def _of_prompt(prompt: Prompt) -> Iterator[Item]:
    text = prompt.text
    name = f"prompt '{prompt.name}'" if prompt.name else "this prompt"
    yield Item(key_of(text), What.PROMPT, _head(text), f"{name} is not sent")
    parsed = template(text)
    for statement in _ifs(parsed.body):
        yield from _of_if(parsed, statement, name)


def _of_if(parsed: Template, statement: tree.If, name: str) -> Iterator[Item]:
    tests = [test.place for test, _ in statement.branches]
    for at, place in enumerate([*tests, tests[-1]]):
        words = one_line(parsed.text.text[slice(*place)])
        message = f"in {name} 'if {words}' is not {'true' if at < len(tests) else 'false'}"
        key = branch_key(parsed, statement, at)
        yield Item(key, What.BRANCH, parsed.text.at(*place), message)


def _ifs(body: tree.Body) -> Iterator[tree.If]:
    for statement in body:
        match statement:
            case tree.If():
                yield statement
                for _, inner in statement.branches:
                    yield from _ifs(inner)
                yield from _ifs(statement.other)
            case tree.Loop():
                yield from _ifs(statement.body)
                yield from _ifs(statement.other)
            case tree.With():
                yield from _ifs(statement.body)


def key_of(text: Scalar) -> Key:
    """Names a text by where it is written."""
    home = text.anchor or text.span
    return (What.PROMPT, home.source.path, home.start)


def branch_key(parsed: Template, statement: tree.If, at: int) -> Key:
    """Names a branch of an `if`, the one of `else` after all others."""
    place = statement.branches[0][0].place[0]
    return (What.BRANCH, *key_of(parsed.text)[1:], place, at)


def _head(text: Scalar) -> Span:
    """The place to point at for a text: its first line."""
    return text.at(0, len(text.text.split("\n", 1)[0])) if text.text else text.span
