"""`debatec lsp`: what an editor is told while a debate is written."""

from __future__ import annotations

import click

from debatec.cli.failure import Failure

_PACKAGES = ("pygls", "lsprotocol")


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Talk over standard input and output, as always.")
def lsp(stdio: bool) -> None:
    """Serve an editor, over standard input and output, by the Language Server Protocol."""
    del stdio
    try:
        from debatec.lsp.server import serve
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in _PACKAGES:
            raise
        raise Failure("the language server needs: pip install 'debatec[lsp]'") from error
    serve()
