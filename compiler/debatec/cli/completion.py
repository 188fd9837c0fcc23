"""What a shell may complete besides commands and options."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def specs(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Formats that ship, and files, which the shell knows itself."""
    from click.shell_completion import CompletionItem

    return [*formats(_ctx, _param, incomplete), CompletionItem(incomplete, type="file")]


def formats(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Formats that ship."""
    from click.shell_completion import CompletionItem

    from debatec.cli import specs

    return [CompletionItem(name) for name in specs.formats() if name.startswith(incomplete)]


def schemas(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Schemas that ship."""
    from click.shell_completion import CompletionItem

    from debatec.cli.schema import files

    return [CompletionItem(name) for name in files() if name.startswith(incomplete)]


def rules(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Rules by their ids and names."""
    from click.shell_completion import CompletionItem

    from debatec.check.registry import RULES

    words = (word for rule in RULES for word in (rule.id, rule.name))
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]
