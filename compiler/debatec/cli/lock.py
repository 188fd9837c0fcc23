"""`debatec lock`: what debates extend, fetched and pinned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from debatec.cli.failure import FINDINGS, Failure

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from debatec.locking.pinning import Pinned


@click.command("lock")
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@click.option("--check", is_flag=True, help="Change no lock: exit with 1 if one is out of date.")
@click.option("--upgrade", is_flag=True, help="Pin what the sources are now.")
def lock(paths: tuple[str, ...], check: bool, upgrade: bool) -> None:
    """Fetch what debates extend from git, and pin it in debatec.lock.

    A PATH is a file or a folder with *.debate.yaml files; without one it is the folder you are in.
    Sources that are pinned stay so until --upgrade. No other command fetches anything: after a
    fresh checkout, `debatec lock --check` brings what is pinned.
    """
    if check and upgrade:
        raise click.UsageError("--check changes no lock, and --upgrade does")
    outdated = False
    for root, specs in sorted(_bundles(paths or (".",)).items()):
        pinned = _locked(root, specs, upgrade=upgrade, check=check)
        outdated |= pinned.is_new
    if outdated and check:
        click.echo("out of date: run 'debatec lock'", err=True)
        raise click.exceptions.Exit(FINDINGS)


def _bundles(paths: Iterable[str]) -> dict[Path, dict[Path, bytes]]:
    """The specs that are named, by the top of their bundle."""
    from pathlib import Path

    from debatec.cli import settings
    from debatec.cli.targets import targets
    from debatec.spec.bundle import top_of

    found: dict[Path, dict[Path, bytes]] = {}
    for target in targets(paths, settings.settled({}), None):
        if target.data is not None:
            raise Failure(f"'{target.label}' is no file: only files have a lock")
        path = Path(target.name).absolute()
        try:
            found.setdefault(top_of(path.parent), {})[path] = path.read_bytes()
        except OSError as error:
            raise Failure(f"'{target.name}' cannot be read: {error.strerror}") from error
    return found


def _locked(root: Path, specs: dict[Path, bytes], *, upgrade: bool, check: bool) -> Pinned:
    """Pin what the specs of a bundle extend, and say what became of it."""
    import os
    from functools import partial

    from debatec.locking.git import NoFetch, repository
    from debatec.locking.pinning import Locker, display, sources_of, text_of
    from debatec.locking.store import write
    from debatec.spec.bundle import Unusable
    from debatec.spec.lock import NAME, read_lock

    try:
        known = read_lock(root)
        locker = Locker(root, known, partial(repository, dict(os.environ)), upgrade)
        pinned = locker.lock(sources_of(specs, root))
        for name, state in pinned.states.items():
            click.echo(f"{state:8}{display(name, pinned.pins.get(name, known.get(name)))}")
        if pinned.is_new and not check:
            write(root / NAME, text_of(pinned.pins))
    except (NoFetch, Unusable) as error:
        raise Failure(str(error)) from error
    except OSError as error:
        raise Failure(f"'{error.filename}' cannot be used: {error.strerror}") from error
    return pinned
