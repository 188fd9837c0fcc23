"""What there is to say about what stands under a cursor, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from debatec.check.context import Context
from debatec.check.pages import page_of
from debatec.check.registry import BY_ID
from debatec.lsp.document import Document
from debatec.lsp.index import Symbol
from debatec.lsp.keys import keys_at
from debatec.lsp.lines import cursor_at
from debatec.lsp.rename import place_at
from debatec.source.text import Span
from debatec.spec.model import Speak

_MOST = 600


def hover(document: Document, offset: int) -> tuple[str, Span] | None:
    """The text, and the place that it is about; None where there is nothing to say."""
    parts = [*_findings(document, offset)]
    place, _ = place_at(document, offset)
    if place and document.context:
        said = _symbol(document.context, place.symbol)
        return "\n\n".join([*parts, said]), place.span
    word = _word_at(document, offset)
    said = _key(document, word) if word else ""
    parts += [said] if said else []
    return ("\n\n".join(parts), word) if parts and word else None


def _findings(document: Document, offset: int) -> Iterator[str]:
    for found in document.findings:
        if found.span.start <= offset <= found.span.end:
            rule = BY_ID[found.rule]
            yield f"**{rule.id} {rule.name}**: {rule.summary}"
            yield page_of(rule).why


def _word_at(document: Document, offset: int) -> Span | None:
    content = document.source.content
    start = end = min(offset, len(content))
    while start > 0 and (content[start - 1].isalnum() or content[start - 1] in "_-"):
        start -= 1
    while end < len(content) and (content[end].isalnum() or content[end] in "_-"):
        end += 1
    return document.source.span(start, end) if start < end else None


def _key(document: Document, word: Span) -> str:
    cursor = cursor_at(document.source, word.start)
    if cursor.in_block:
        return ""
    known = keys_at(cursor.path).get(word.text)
    if known is None:
        return ""
    words = f"\n\nOne of {_quoted(known.words)}." if known.words else ""
    return f"`{known.name}`: {known.description}{words}"


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _symbol(context: Context, symbol: Symbol) -> str:
    spec, name = context.spec, symbol.name
    if symbol.space == "input" and name in spec.inputs:
        return _input(context, name)
    if symbol.space == "prompt" and name in spec.prompts:
        return f"prompt `{name}`\n\n{_fenced(spec.prompts[name].text)}"
    if symbol.space == "block" and name in spec.blocks:
        return f"block `{name}`: {_quoted(spec.blocks[name].fields)}"
    if name in spec.roles:
        return _role(context, name)
    if name in spec.groups:
        return f"group `{name}`: {_quoted(spec.members(name))}"
    phase = spec.phase(name)
    if phase is not None:
        return f"phase `{name}`: {phase.rounds.text} rounds of {_quoted(s.id for s in phase.steps)}"
    return _step(context, name)


def _input(context: Context, name: str) -> str:
    input = context.spec.inputs[name]
    needed = "required" if input.required else f"default `{input.default}`"
    about = input.schema.get("description", "")
    return f"input `{name}`: {input.schema.get('type', 'anything')}, {needed}\n\n{about}".strip()


def _role(context: Context, name: str) -> str:
    role = context.spec.roles[name]
    lens = f"\n\n{role.lens.text}" if role.lens else ""
    return f"role `{name}`: {role.seats.text} {'seat' if role.seats.text == '1' else 'seats'}{lens}"


def _step(context: Context, name: str) -> str:
    step = context.spec.step(name)
    if not isinstance(step, Speak):
        return f"step `{name}`: a program counts it"
    returns = f", each with a `{step.returns}` block" if step.returns else ""
    return f"step `{name}`: {_quoted(step.speakers)} speak, {step.order.value}{returns}"


def _fenced(text: str) -> str:
    return f"````\n{text[:_MOST].rstrip()}\n````"
