"""How the parts of an SVG image look, in light and in dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

COLORS = 6
"""Colours of roles, those of Okabe and Ito (https://jfly.uni-koeln.de/color/), told apart by
people who see colours otherwise too."""

_ROLES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")

_ROLES_IN_THE_DARK = ("#3d9ddb", "#f0864a", "#35c79b", "#dd98bf", "#f0b53a", "#7cc8f2")

_SANS = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
_MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

_LIGHT = {
    "page": "fill: #ffffff",
    "phase": "fill: #f4f5f7",
    "column": "fill: #e9ebef",
    "program": "fill: #ffffff; stroke: #6b7280",
    "gate": "stroke: #c3c8d0",
    "wire": "stroke: #5b6472",
    "tip": "fill: #5b6472",
    "title": "fill: #16191d",
    "name": "fill: #16191d",
    "code": "fill: #16191d",
    "soft": "fill: #5b6472",
}
_DARK = {
    "page": "fill: #15181c",
    "phase": "fill: #1d2127",
    "column": "fill: #262b33",
    "program": "fill: #15181c; stroke: #8a93a1",
    "gate": "stroke: #3c434e",
    "wire": "stroke: #9aa3b0",
    "tip": "fill: #9aa3b0",
    "title": "fill: #eceff3",
    "name": "fill: #eceff3",
    "code": "fill: #eceff3",
    "soft": "fill: #a3acb9",
}


def _rules(looks: Mapping[str, str], indent: str = "") -> str:
    return "".join(f"{indent}.debatec .{look} {{ {rule} }}\n" for look, rule in looks.items())


def _roles(colors: Sequence[str]) -> dict[str, str]:
    return {f"c{at}": f"fill: {color}; stroke: {color}" for at, color in enumerate(colors)}


def _style() -> str:
    dark = _rules(_DARK | _roles(_ROLES_IN_THE_DARK), "  ")
    return (
        f".debatec text {{ font-family: {_SANS}; white-space: pre }}\n"
        f".debatec .name, .debatec .code {{ font-family: {_MONO} }}\n"
        ".debatec .title, .debatec .name { font-weight: 600 }\n"
        ".debatec .cell { fill-opacity: .22 }\n"
        ".debatec .wire, .debatec .gate { fill: none }\n"
        ".debatec .again { stroke-dasharray: 3 2 }\n"
        f"{_rules(_LIGHT | _roles(_ROLES))}"
        f"@media (prefers-color-scheme: dark) {{\n{dark}}}\n"
    )


STYLE = _style()
"""The style sheet; every rule is bound to images of debatec."""
