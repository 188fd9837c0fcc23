"""Canonical nodes to a typed Spec.

What the schema refused is left out or takes its default, so that the rest can still be checked;
names stay declared, so that nothing that follows from a fault is reported.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from debatec.source.nodes import Entry, Mapping, Node, Plain, Scalar, Sequence, plain
from debatec.source.text import Span
from debatec.spec import model
from debatec.spec.builtin import builtin
from debatec.spec.model import Name
from debatec.spec.names import NAME
from debatec.spec.shipped import SHIPPED

Choice = TypeVar("Choice", bound=StrEnum)

DEFAULTS = {
    "seats": "1",
    "rounds": "1",
    "asks": "2",
    "turn_timeout": "300s",
    "idle_timeout": "120s",
    "attempts": "2",
    "strikes": "3",
    "reply": "4k",
}


def build(root: Mapping) -> model.Spec:
    """The typed form of a canonical spec."""
    prompts: dict[str, Scalar] = {
        Name.of(entry.key, entry.key_span): entry.value
        for entry in _entries(root, "prompts")
        if isinstance(entry.value, Scalar)
    }
    builder = _Builder(prompts)
    return model.Spec(
        name=_name(root.get("name")) or Name.of("unnamed", root.span),
        version=_text(root.get("version")),
        summary=_text(root.get("summary")),
        inputs={entry.key: _input(entry) for entry in _entries(root, "inputs")},
        roles={entry.key: builder.role(entry) for entry in _entries(root, "roles")},
        groups={entry.key: _group(entry) for entry in _entries(root, "groups")},
        prompts=prompts,
        blocks=_blocks(root),
        phases=tuple(builder.phase(node) for node in _mappings(root.get("format"))),
        result=_result(root.get("result")),
        limits=_limits(root),
        span=root.span,
    )


def _entries(root: Mapping, key: str) -> list[Entry]:
    node = root.get(key)
    return list(node) if isinstance(node, Mapping) else []


def _mappings(node: Node | None) -> list[Mapping]:
    items = node.items if isinstance(node, Sequence) else ()
    return [item for item in items if isinstance(item, Mapping)]


def _text(node: Node | None) -> str | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else None


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) and node.value is not None else None


def _name(node: Node | None) -> Name | None:
    text = _text(node)
    return Name.of(text, node.span) if node is not None and text else None


def _names(node: Node | None) -> tuple[Name, ...]:
    items = node.items if isinstance(node, Sequence) else ()
    found = [_name(item) for item in items]
    return tuple(name for name in found if name)


def _choice(node: Node | None, kind: type[Choice], default: Choice) -> Choice:
    text = _text(node)
    return kind(text) if text in list(kind) else default


def _default(key: str, span: Span) -> Scalar:
    return Scalar(span, DEFAULTS[key], DEFAULTS[key], written=False)


def _value(node: Mapping, key: str) -> Scalar:
    return _scalar(node.get(key)) or _default(key, node.span)


def _input(entry: Entry) -> model.Input:
    schema = plain(entry.value)
    known = dict(schema) if isinstance(schema, dict) else {}
    required = "default" not in known
    default = known.pop("default", None)
    return model.Input(Name.of(entry.key, entry.key_span), known, required, default)


def _group(entry: Entry) -> model.Group:
    return model.Group(Name.of(entry.key, entry.key_span), _names(entry.value))


def _blocks(root: Mapping) -> dict[str, model.Block]:
    blocks = {name: _shipped_block(name, root.span) for name in SHIPPED}
    blocks |= {entry.key: _block(entry) for entry in _entries(root, "blocks")}
    return blocks


def _shipped_block(name: str, span: Span) -> model.Block:
    return model.Block(
        Name.of(name, span), SHIPPED[name], asks=_default("asks", span), shipped=True
    )


def _block(entry: Entry) -> model.Block:
    node = entry.value if isinstance(entry.value, Mapping) else Mapping(entry.value.span)
    fields: dict[str, dict[str, Plain]] = {}
    for field in _entries(node, "fields"):
        schema = plain(field.value)
        fields[Name.of(field.key, field.key_span)] = schema if isinstance(schema, dict) else {}
    otherwise = node.get("otherwise")
    stand_ins: dict[str, Scalar] = {
        Name.of(item.key, item.key_span): item.value
        for item in (otherwise if isinstance(otherwise, Mapping) else ())
        if isinstance(item.value, Scalar)
    }
    fallback = (
        model.Fallback.STAND_INS
        if isinstance(otherwise, Mapping)
        else _choice(otherwise, model.Fallback, model.Fallback.ABSTAIN)
    )
    name = Name.of(entry.key, entry.key_span)
    return model.Block(name, fields, _value(node, "asks"), fallback, stand_ins)


def _result(node: Node | None) -> model.Result:
    if not isinstance(node, Mapping):
        return model.Result()
    return model.Result(_name(node.get("text")), _scalar(node.get("decision")))


def _limits(root: Mapping) -> model.Limits:
    node = root.get("limits")
    limits = node if isinstance(node, Mapping) else Mapping(root.span)
    return model.Limits(
        turn_timeout=_value(limits, "turn_timeout"),
        idle_timeout=_value(limits, "idle_timeout"),
        attempts=_value(limits, "attempts"),
        strikes=_value(limits, "strikes"),
        reply=_value(limits, "reply"),
        time=_scalar(limits.get("time")),
    )


def selector(node: Node) -> model.Selector:
    """One canonical selector, with its defaults."""
    node = node if isinstance(node, Mapping) else Mapping(node.span)
    return model.Selector(
        who=_names(node.get("who")) or (Name.of("everyone", node.span),),
        places=_names(node.get("in")),
        window=_window(node.get("window")),
        take=_names(node.get("take")) or None,
        span=node.span,
    )


def _window(node: Node | None) -> model.Window:
    if not isinstance(node, Scalar):
        return model.Window()
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return model.Window("last", node.value)
    return model.Window(str(node.value)) if node.value else model.Window()


class _Builder:
    """The parts of a spec that name prompts."""

    def __init__(self, prompts: dict[str, Scalar]) -> None:
        self._prompts = prompts

    def prompt(self, node: Node | None, span: Span) -> model.Prompt:
        """A prompt by its name, or the text itself: one word is a name."""
        if not isinstance(node, Scalar):
            return model.Prompt(Scalar(span, "", "", written=False))
        name = node.text.removeprefix("builtin:")
        if not NAME.match(name):
            return model.Prompt(node)
        found = builtin(name) if name != node.text else self._prompts.get(name)
        text = found or Scalar(node.span, "", "", written=False)
        return model.Prompt(text, Name.of(node.text, node.span))

    def role(self, entry: Entry) -> model.Role:
        node = entry.value if isinstance(entry.value, Mapping) else Mapping(entry.value.span)
        return model.Role(
            name=Name.of(entry.key, entry.key_span),
            seats=_value(node, "seats"),
            system=self.prompt(node.get("system") or _system(node.span), node.span),
            lens=_scalar(node.get("lens")),
            session=_choice(node.get("session"), model.SessionKind, model.SessionKind.PERSISTENT),
            turn_timeout=_scalar(node.get("turn_timeout")),
            attempts=_scalar(node.get("attempts")),
        )

    def phase(self, node: Mapping) -> model.Phase:
        always = node.get("always")
        return model.Phase(
            id=_name(node.get("id")) or Name.of("", node.span),
            rounds=_value(node, "rounds"),
            steps=tuple(self.step(step) for step in _mappings(node.get("steps"))),
            stop=tuple(_rule(rule) for rule in _mappings(node.get("stop"))),
            always=isinstance(always, Scalar) and always.value is True,
        )

    def step(self, node: Mapping) -> model.Step:
        id = _name(node.get("id")) or Name.of("", node.span)
        kind, of = _text(node.get("kind")) or "speak", node.get("of")
        if kind == "tally":
            return model.Tally(id, selector(of or node), _name(node.get("pass")))
        if kind == "ledger":
            return model.Ledger(id, selector(of or node))
        return self.speak(id, node)

    def speak(self, id: Name, node: Mapping) -> model.Speak:
        sees, prompt = node.get("sees"), node.get("prompt")
        both = prompt if isinstance(prompt, Mapping) else Mapping(node.span)
        options = node.get("options")
        return model.Speak(
            id=id,
            speakers=_names(node.get("speakers")),
            order=_choice(node.get("order"), model.Order, model.Order.PARALLEL),
            sees=_sees(sees, node.span),
            first=self.prompt(both.get("first") or prompt, node.span),
            then=self.prompt(both.get("then") or prompt, node.span),
            returns=_name(node.get("returns")),
            options=_names(options) if options else None,
            quorum=_scalar(node.get("quorum")),
        )


def _system(span: Span) -> Scalar:
    return Scalar(span, "builtin:seat", "builtin:seat", written=False)


def _sees(node: Node | None, span: Span) -> tuple[model.Selector, ...]:
    if node is None:
        return (model.Selector((Name.of("others", span),), (), model.Window(), None, span),)
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(selector(item) for item in items)


def _rule(node: Mapping) -> model.Rule:
    outcome = _text(node.get("outcome"))
    return model.Rule(
        id=_name(node.get("id")) or Name.of("", node.span),
        when=_scalar(node.get("when")) or Scalar(node.span, False, "false", written=False),
        outcome=model.Outcome(outcome) if outcome in list(model.Outcome) else None,
    )
