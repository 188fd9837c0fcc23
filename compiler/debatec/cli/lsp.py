"""`debatec lsp`: what an editor is told while a debate is written."""

from __future__ import annotations

import click

from debatec.cli.failure import Failure


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Talk over standard input and output, as always.")
def lsp(stdio: bool) -> None:
    """Serve an editor, over standard input and output, by the Language Server Protocol."""
    del stdio
    try:
        import pygls  # noqa: F401
    except ImportError as error:
        raise Failure("the language server needs: pip install 'debatec[lsp]'") from error
    from debatec.lsp.server import serve

    serve()
