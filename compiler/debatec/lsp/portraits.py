"""What a name of a debate stands for, in a few lines of Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from debatec.check.context import Context
from debatec.lsp.index import Symbol
from debatec.spec.model import Block, Ledger, Role, Speak, Step, Tally

_MOST = 1_200
"""How much of a prompt is shown."""


def portrait(context: Context, symbol: Symbol) -> str:
    """What there is to say about a symbol; empty where it is nothing that the debate has."""
    spec, name = context.spec, symbol.name
    if symbol.space == "input":
        return _input(context, name) if name in spec.inputs else ""
    if symbol.space == "prompt":
        text = spec.prompts.get(name)
        return f"prompt `{name}`\n\n{_fenced(text.text)}" if text else ""
    if symbol.space == "block":
        return _block(spec.blocks[name]) if name in spec.blocks else ""
    if name in spec.roles:
        return _role(spec.roles[name])
    if name in spec.groups:
        return f"group `{name}`: {listed(spec.members(name))}"
    step, phase = spec.step(name), spec.phase(name)
    if step is not None:
        return _step(step)
    if phase is None:
        return ""
    return f"phase `{name}`: {phase.rounds.text} rounds of {listed(s.id for s in phase.steps)}"


def listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _input(context: Context, name: str) -> str:
    input = context.spec.inputs[name]
    kinds = input.schema.get("type", "anything")
    kind = " or ".join(map(str, kinds)) if isinstance(kinds, list) else str(kinds)
    needed = "required" if input.required else f"default `{input.default}`"
    return f"input `{name}`: {kind}, {needed}\n\n{input.schema.get('description', '')}".strip()


def _block(block: Block) -> str:
    lines = [f"- `{name}`: {_schema(dict(schema))}" for name, schema in block.fields.items()]
    return "\n".join([f"block `{block.name}`\n", *lines])


def _schema(schema: dict[str, object]) -> str:
    options = schema.get("enum")
    if isinstance(options, list):
        return f"one of {listed(map(str, options))}"
    about = f". {schema['description']}" if "description" in schema else ""
    return f"{schema.get('type', 'anything')}{about}"


def _role(role: Role) -> str:
    lens = f"\n\n{role.lens.text}" if role.lens else ""
    return (
        f"role `{role.name}`: {role.seats.text} seat{'' if role.seats.text == '1' else 's'}{lens}"
    )


def _step(step: Step) -> str:
    match step:
        case Speak():
            returns = f", each with the block `{step.returns}`" if step.returns else ""
            return f"step `{step.id}`: {listed(step.speakers)} speak, {step.order.value}{returns}"
        case Tally():
            passes = f"; `{step.passes}` to win" if step.passes else ""
            return f"step `{step.id}`: counts the ballots of {listed(step.of.places)}{passes}"
        case Ledger():
            return f"step `{step.id}`: folds the findings of {listed(step.of.places)}"


def _fenced(text: str) -> str:
    shown = text[:_MOST].rstrip() + (" …" if len(text) > _MOST else "")
    return f"````\n{shown.replace('````', '` ` ` `')}\n````"
