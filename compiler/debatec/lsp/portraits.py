"""What a name of a debate stands for, in a few lines of Markdown.

What a debate says itself is shown as code: its Markdown may be a stranger's.
"""

from __future__ import annotations

from collections.abc import Iterable

from debatec.check.context import Context
from debatec.lsp.index import Symbol
from debatec.source.text import one_line
from debatec.spec.model import Block, Ledger, Role, Speak, Step, Tally

_LONGEST_WORD = 200
_MOST = 1_200
"""How much of a prompt is shown."""


def portrait(context: Context, symbol: Symbol) -> str:
    """What there is to say about a symbol; empty where it is nothing that the debate has."""
    spec, name = context.spec, symbol.name
    if symbol.space == "input":
        return _input(context, name) if name in spec.inputs else ""
    if symbol.space == "prompt":
        text = spec.prompts.get(name)
        return f"prompt {coded(name)}\n\n{_fenced(text.text)}" if text else ""
    if symbol.space == "block":
        return _block(spec.blocks[name]) if name in spec.blocks else ""
    if name in spec.roles:
        return _role(spec.roles[name])
    if name in spec.groups:
        return f"group {coded(name)}: {listed(spec.members(name))}"
    step, phase = spec.step(name), spec.phase(name)
    if step is not None:
        return _step(step)
    if phase is None:
        return ""
    steps = listed(step.id for step in phase.steps)
    return f"phase {coded(name)}: {coded(phase.rounds.text)} rounds of {steps}"


def listed(words: Iterable[str]) -> str:
    return ", ".join(map(coded, words))


def coded(word: object) -> str:
    """A few words on one line, as code."""
    return "`" + one_line(str(word).replace("`", "'"))[:_LONGEST_WORD] + "`"


def _input(context: Context, name: str) -> str:
    input = context.spec.inputs[name]
    kinds = input.schema.get("type", "anything")
    kind = " or ".join(map(str, kinds)) if isinstance(kinds, list) else str(kinds)
    needed = "required" if input.required else f"default {coded(input.default)}"
    about = input.schema.get("description")
    said = f"\n\n{_fenced(str(about))}" if about else ""
    return f"input {coded(name)}: {kind}, {needed}{said}"


def _block(block: Block) -> str:
    lines = [f"- {coded(name)}: {_schema(dict(schema))}" for name, schema in block.fields.items()]
    return "\n".join([f"block {coded(block.name)}\n", *lines])


def _schema(schema: dict[str, object]) -> str:
    options = schema.get("enum")
    if isinstance(options, list):
        return f"one of {listed(map(str, options))}"
    about = f", {coded(schema['description'])}" if "description" in schema else ""
    return f"{schema.get('type', 'anything')}{about}"


def _role(role: Role) -> str:
    lens = f"\n\n{_fenced(role.lens.text)}" if role.lens else ""
    seats = "1 seat" if role.seats.text == "1" else f"{coded(role.seats.text)} seats"
    return f"role {coded(role.name)}: {seats}{lens}"


def _step(step: Step) -> str:
    match step:
        case Speak():
            returns = f", each with the block {coded(step.returns)}" if step.returns else ""
            return (
                f"step {coded(step.id)}: {listed(step.speakers)} speak, {step.order.value}{returns}"
            )
        case Tally():
            passes = f"; {coded(step.passes)} to win" if step.passes else ""
            return f"step {coded(step.id)}: counts the ballots of {listed(step.of.places)}{passes}"
        case Ledger():
            return f"step {coded(step.id)}: folds the findings of {listed(step.of.places)}"


def _fenced(text: str) -> str:
    shown = text[:_MOST].rstrip() + (" …" if len(text) > _MOST else "")
    return f"````\n{shown.replace('````', '` ` ` `')}\n````"
