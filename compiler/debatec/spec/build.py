"""Canonical nodes to a typed Spec.

What the schema refused is left out or takes its default, so that the rest can still be checked;
names stay declared, so that nothing that follows from a fault is reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from debatec.source.nodes import Entry, Mapping, Node, Plain, Scalar, Sequence, plain
from debatec.source.text import Span
from debatec.spec import model
from debatec.spec.builtin import PREFIX, builtin
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
    "at_once": "8",
}


UNTOLD_ROUNDS = 12
"""Rounds of a phase whose number is `null`; the seats are not told of them."""


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
        arithmetic=_choice(root.get("arithmetic"), model.Arithmetic, model.Arithmetic.EXACT),
        inputs={entry.key: _input(entry) for entry in _entries(root, "inputs")},
        presets={entry.key: _preset(entry) for entry in _entries(root, "presets")},
        roles={entry.key: builder.role(entry) for entry in _entries(root, "roles")},
        groups={entry.key: _group(entry) for entry in _entries(root, "groups")},
        prompts=prompts,
        blocks=_blocks(root),
        phases=tuple(builder.phase(node) for node in _mappings(root.get("format"))),
        stop=_rules(root),
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


def _preset(entry: Entry) -> model.Preset:
    items = entry.value if isinstance(entry.value, Mapping) else ()
    values: dict[str, Plain] = {
        Name.of(item.key, item.key_span): plain(item.value) for item in items
    }
    return model.Preset(Name.of(entry.key, entry.key_span), values)


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
    fallback = (
        model.Fallback.STAND_INS
        if isinstance(otherwise, Mapping)
        else _choice(otherwise, model.Fallback, model.Fallback.ABSTAIN)
    )
    return model.Block(
        Name.of(entry.key, entry.key_span),
        fields,
        _value(node, "asks"),
        fallback,
        _by_name(_entries(node, "otherwise")),
        require=_by_name(_entries(node, "require")),
        lists={
            item.key: plain(item.value)
            for item in _entries(node, "otherwise")
            if isinstance(item.value, Sequence)
        },
    )


def _by_name(entries: Iterable[Entry]) -> dict[str, Scalar]:
    return {
        Name.of(item.key, item.key_span): item.value
        for item in entries
        if isinstance(item.value, Scalar)
    }


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
        at_once=_value(limits, "at_once"),
        time=_scalar(limits.get("time")),
        tokens=_scalar(limits.get("tokens")),
        cost=_scalar(limits.get("cost")),
        context=_scalar(limits.get("context")),
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
        where=_scalar(node.get("where")),
        newest=_whole(node.get("newest")),
        hidden=_text(node.get("names")) == "hidden",
        shuffled=_text(node.get("shuffle")) == "seeded",
    )


def _whole(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _window(node: Node | None) -> model.Window:
    if not isinstance(node, Scalar):
        return model.Window()
    if rounds := _whole(node):
        return model.Window("last", rounds)
    return model.Window(str(node.value)) if node.value else model.Window()


class _Builder:
    """The parts of a spec that name prompts."""

    def __init__(self, prompts: dict[str, Scalar]) -> None:
        self._prompts = prompts

    def prompt(self, node: Node | None, span: Span) -> model.Prompt:
        """A prompt by its name, or the text itself: one word is a name."""
        if not isinstance(node, Scalar):
            return model.Prompt(Scalar(span, "", "", written=False))
        name = node.text.removeprefix(PREFIX)
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
            words=_words(node.get("words")),
            sampling=_sampling(node.get("sampling")),
        )

    def phase(self, node: Mapping) -> model.Phase:
        always = node.get("always")
        rounds, hidden = _rounds(node)
        return model.Phase(
            id=_name(node.get("id")) or Name.of("", node.span),
            rounds=rounds,
            steps=tuple(self.step(step) for step in _mappings(node.get("steps"))),
            stop=_rules(node),
            always=isinstance(always, Scalar) and always.value is True,
            hidden=hidden,
            when=_scalar(node.get("when")),
        )

    def step(self, node: Mapping) -> model.Step:
        id = _name(node.get("id")) or Name.of("", node.span)
        kind, of = _text(node.get("kind")) or "speak", node.get("of")
        when = _scalar(node.get("when"))
        if kind == "tally":
            return model.Tally(id, selector(of or node), _name(node.get("pass")), when)
        if kind == "ledger":
            return model.Ledger(id, selector(of or node), when)
        return self.speak(id, node)

    def speak(self, id: Name, node: Mapping) -> model.Speak:
        sees, prompt = node.get("sees"), node.get("prompt")
        both = prompt if isinstance(prompt, Mapping) else Mapping(node.span)
        options, speakers, sections = (node.get(k) for k in ("options", "speakers", "sections"))
        chosen = speakers if isinstance(speakers, Mapping) else Mapping(node.span)
        return model.Speak(
            id=id,
            speakers=_names(chosen.get("who") or speakers),
            order=_choice(node.get("order"), model.Order, model.Order.PARALLEL),
            sees=_sees(sees, node.span),
            first=self.prompt(both.get("first") or prompt, node.span),
            then=self.prompt(both.get("then") or prompt, node.span),
            returns=_name(node.get("returns")),
            options=_names(options) if options else None,
            quorum=_scalar(node.get("quorum")),
            when=_scalar(node.get("when")),
            where=_scalar(chosen.get("where")),
            words=_words(node.get("words")),
            sections=_scalars(sections),
            covers=_name(node.get("covers")),
        )


def _rounds(node: Mapping) -> tuple[Scalar, Scalar | None]:
    """The most rounds of a phase, and whether they are hidden; `null` is 12 and hidden."""
    written = node.get("rounds")
    both = written if isinstance(written, Mapping) else Mapping(node.span)
    most, hidden = both.get("max") or written, _scalar(both.get("hidden"))
    if isinstance(most, Scalar) and most.value is None and not most.broken:
        return _unlimited(most.span)
    return _scalar(most) or _default("rounds", node.span), hidden


def _unlimited(span: Span) -> tuple[Scalar, Scalar]:
    most = Scalar(span, UNTOLD_ROUNDS, str(UNTOLD_ROUNDS), written=False)
    return most, Scalar(span, True, "true", written=False)


def _words(node: Node | None) -> model.Words | None:
    if not isinstance(node, Mapping):
        return None
    return model.Words(_scalar(node.get("min")), _scalar(node.get("max")))


def _sampling(node: Node | None) -> model.Sampling | None:
    if not isinstance(node, Mapping):
        return None
    temperature, most, seed = (_scalar(node.get(k)) for k in ("temperature", "max_tokens", "seed"))
    return model.Sampling(temperature, most, seed)


def _scalars(node: Node | None) -> tuple[Scalar, ...]:
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(item for item in items if isinstance(item, Scalar))


def _system(span: Span) -> Scalar:
    return Scalar(span, "builtin:seat", "builtin:seat", written=False)


def _sees(node: Node | None, span: Span) -> tuple[model.Selector, ...]:
    if node is None:
        return (model.Selector((Name.of("others", span),), (), model.Window(), None, span),)
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(selector(item) for item in items)


def _rules(node: Mapping) -> tuple[model.Rule, ...]:
    return tuple(_rule(rule) for rule in _mappings(node.get("stop")))


def _rule(node: Mapping) -> model.Rule:
    outcome = _text(node.get("outcome"))
    return model.Rule(
        id=_name(node.get("id")) or Name.of("", node.span),
        when=_scalar(node.get("when")) or Scalar(node.span, False, "false", written=False),
        outcome=model.Outcome(outcome) if outcome in list(model.Outcome) else None,
        check=_choice(node.get("check"), model.Check, model.Check.ROUND),
    )
