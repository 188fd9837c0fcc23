"""`debatec new`: a debate of one's own, from a shipped format."""

from __future__ import annotations

import click

from debatec.cli import completion, specs
from debatec.cli.failure import Failure

DEFAULT = "pingpong"


@click.command("new")
@click.argument("path")
@click.option(
    "--from",
    "base",
    metavar="FORMAT",
    default=DEFAULT,
    show_default=True,
    shell_complete=completion.formats,
    help="The shipped format to start from; 'debatec formats' lists them.",
)
@click.option("--force", is_flag=True, help="Overwrite the file if there is one.")
def new(path: str, base: str, force: bool) -> None:
    """Write a new debate to PATH, such as review.debate.yaml."""
    import re
    from pathlib import Path

    text = re.sub(r"(?m)^name: *\S+", f"name: {_name(path)}", _base(base), count=1)
    try:
        with Path(path).open("w" if force else "x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError as error:
        raise Failure(f"'{path}' is there already: --force overwrites it") from error
    except OSError as error:
        raise Failure(f"'{path}' cannot be written: {error.strerror}") from error
    click.echo(f"Wrote {path} from {base}. Check it with: debatec lint {path}", err=True)


def _name(path: str) -> str:
    """The name of the debate that a file is for."""
    import re
    from pathlib import Path

    stem = Path(path).name.removesuffix(specs.SUFFIX)
    if stem == Path(path).name:
        raise Failure(f"the name of a debate's file ends in {specs.SUFFIX}, as in my{specs.SUFFIX}")
    name = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")[:64]
    if not re.match("[a-z]", name):
        raise Failure(f"'{stem}' makes no name for a debate: it has to start with a letter")
    return name


def _base(name: str) -> str:
    from debatec.source.suggest import did_you_mean

    known = specs.formats()
    if name not in known:
        suggestion = did_you_mean(name, known)
        raise Failure(
            f"no shipped format is called '{name}': there are {', '.join(known)}{suggestion}"
        )
    return specs.text_of(name)
