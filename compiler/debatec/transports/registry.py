"""The operator's agents, and the transports that reach them."""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Iterator
from dataclasses import field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias, cast

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, has_errors
from debatec.source.files import read_file
from debatec.source.nodes import Mapping, Scalar, plain
from debatec.source.suggest import did_you_mean
from debatec.transports.endpoint import Endpoint
from debatec.transports.interface import NO_TERMS, Price, Terms, Transport
from debatec.transports.local import LocalTransport, Model
from debatec.transports.openai import OpenAITransport
from debatec.transports.replay import load_replay

SCHEMA = "agents.v1.schema.json"
LOCAL = "local"
REPLAY = "replay:"

Options: TypeAlias = Endpoint | Model

_SECRET_LINE = re.compile(r"(key|token|secret|password)['\"]?\s*:", re.IGNORECASE)
_SECRET = re.compile(r"(api|secret|access)?[-_]?(key|token|secret|password)\Z", re.IGNORECASE)


class UnknownAgent(Exception):
    """A name that is no agent of the registry."""

    def __init__(self, agent: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no agent '{agent}'{did_you_mean(agent, known)}")
        self.agent = agent
        self.known = known


class FaultyReplay(Exception):
    """A replay file that cannot be used, and what is wrong with it."""

    def __init__(self, path: Path, diagnostics: list[Diagnostic]) -> None:
        super().__init__(f"the replay '{path}' cannot be used")
        self.diagnostics = diagnostics


@frozen
class Registry:
    """How each agent is reached; the built-in ``local`` can be given options of its own."""

    agents: abc.Mapping[str, Options] = field(default_factory=dict)
    default: str = LOCAL
    terms: abc.Mapping[str, Terms] = field(default_factory=dict)

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(sorted({*self.agents, LOCAL}))

    def transport(self, agent: str, environment: abc.Mapping[str, str]) -> Transport:
        """A new transport for an agent.

        Raises:
            UnknownAgent: the registry has none of that name.
        """
        terms = self.terms.get(agent, NO_TERMS)
        match self.agents.get(agent):
            case Endpoint() as endpoint:
                return OpenAITransport(agent, endpoint, environment, terms=terms)
            case Model() as model:
                return LocalTransport(agent, model, environment, terms=terms)
        if agent != LOCAL:
            raise UnknownAgent(agent, self.known)
        return LocalTransport(agent, Model(), environment)


def registry_path(environment: abc.Mapping[str, str], home: Path) -> Path:
    """The operator's file in the user's configuration folder."""
    folder = Path(environment.get("XDG_CONFIG_HOME", ""))
    # The XDG specification tells to ignore a relative path, which would be the working folder's.
    return (folder if folder.is_absolute() else home / ".config") / "debatec" / "agents.yaml"


def load_registry(path: Path) -> tuple[Registry | None, list[Diagnostic]]:
    """The registry in a file, or None and what is wrong with it.

    Raises:
        OSError: the file cannot be read.
    """
    node, faults = read_file(path, SCHEMA)
    found = [_about_secret(fault) for fault in faults]
    if isinstance(node, Mapping) and not has_errors(found):
        found += _check(node)
    if node is None or has_errors(found):
        return None, found
    return _registry(cast("dict[str, Any]", plain(node))), found


def agent_for(name: str, registry: Registry, environment: abc.Mapping[str, str]) -> Transport:
    """The transport of an agent; ``replay:FILE`` takes its replies from a file.

    Raises:
        UnknownAgent: the name is not in the registry.
        FaultyReplay: the replay file cannot be used.
        OSError: the replay file cannot be read.
    """
    if not name.startswith(REPLAY):
        return registry.transport(name, environment)
    path = Path(name.removeprefix(REPLAY))
    transport, found = load_replay(path, REPLAY + path.name)
    if transport is None:
        raise FaultyReplay(path, found)
    return transport


def _check(root: Mapping) -> list[Diagnostic]:
    entries = root.get("entries")
    agents = entries if isinstance(entries, Mapping) else Mapping(root.span)
    return [*_unknown_default(root, agents), *_exposed_keys(agents)]


def _about_secret(fault: Diagnostic) -> Diagnostic:
    """Show no line that may hold a secret, and say where one belongs."""
    line = fault.span.source.line(fault.span.position[0])
    fault = replace(fault, secret=_SECRET_LINE.search(line) is not None)
    if fault.rule != "DB201" or not _SECRET.match(fault.span.text.strip("'\"")):
        return fault
    return replace(
        fault,
        message="a key is never written in this file",
        hint="put it into an environment variable and name that in 'key_env'",
    )


def _unknown_default(root: Mapping, agents: Mapping) -> Iterator[Diagnostic]:
    known = {*agents.entries, LOCAL}
    match root.get("default"):
        case Scalar(value=str(name)) as node if name not in known:
            message = f"there is no agent '{name}'{did_you_mean(name, known)}"
            yield Diagnostic("DB701", message, node.span)


def _exposed_keys(agents: Mapping) -> Iterator[Diagnostic]:
    for agent in agents:
        options = _options(cast("dict[str, Any]", plain(agent.value)))
        if isinstance(options, Endpoint) and options.exposes_key:
            message = f"the key of '{agent.key}' would be sent unencrypted to {options.address}"
            yield Diagnostic("DB702", message, agent.key_span, hint="use an https address")


def _registry(value: dict[str, Any]) -> Registry:
    entries = value.get("entries", {})
    agents = {name: _options(agent) for name, agent in entries.items()}
    terms = {name: found for name, agent in entries.items() if (found := _terms(agent)) != NO_TERMS}
    return Registry(agents, value.get("default", LOCAL), terms)


def _terms(agent: dict[str, Any]) -> Terms:
    price = agent.get("price")
    numbers = {name: Decimal(number) for name, number in price.items()} if price else None
    return Terms(agent.get("at_once"), Price(**numbers) if numbers else None)


def _options(agent: dict[str, Any]) -> Options:
    options = dict(agent["transports"][0])
    if options.pop("kind") == "openai":
        if "temperature" in options:
            options["temperature"] = float(options["temperature"])
        return Endpoint(**options)
    model = options.pop("model", None)
    return Model(file=Path(model) if model else None, **options)
