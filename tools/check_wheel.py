"""Prove that the built package works on its own: `make wheel-check`.

Builds a wheel straight from the checkout and another by way of the source archive, compares
them, installs one in a fresh environment and runs a debate there, away from the checkout.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
FORMATS = ROOT / "formats"
SCRIPT = FORMATS / "pingpong.replay.yaml"


class CheckError(Exception):
    """Something about the package is wrong, in one line."""


def run(command: list[str | Path], folder: Path, env: Mapping[str, str] | None = None) -> str:
    """The standard output of a command.

    Raises:
        CheckError: it failed; the message has all that it printed.
    """
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode != 0:
        said = "\n".join(filter(None, (done.stdout.strip(), done.stderr.strip())))
        line = " ".join(map(str, command))
        raise CheckError(f"exit status {done.returncode} from: {line}\n{said}")
    return done.stdout


def build(target: Path, *options: str) -> Path:
    """Build into a folder; the wheel that came out."""
    run([sys.executable, "-m", "build", *options, "--outdir", target, ROOT], target.parent)
    return next(target.glob("*.whl"))


def contents(wheel: Path) -> dict[str, int]:
    """The checksum of each file in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {member.filename: member.CRC for member in archive.infolist()}


def compare(direct: Path, by_archive: Path) -> None:
    """Hold a wheel against the one made from the source archive.

    Raises:
        CheckError: they differ.
    """
    different = {name for name, _ in contents(direct).items() ^ contents(by_archive).items()}
    if different:
        raise CheckError(f"the source archive builds another wheel: {', '.join(sorted(different))}")


def ships(wheel: Path) -> None:
    """See that a wheel has all files of the formats: debates, words, scripts and tests.

    Raises:
        CheckError: some are missing.
    """
    files = [path.relative_to(ROOT) for path in FORMATS.rglob("*") if path.is_file()]
    missing = {f"debatec/{path.as_posix()}" for path in files} - contents(wheel).keys()
    if missing:
        raise CheckError(f"the wheel has not {', '.join(sorted(missing))}")


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel in a fresh environment; its folder of commands."""
    run([sys.executable, "-m", "venv", folder], folder.parent)
    commands = folder / "bin"
    run([commands / "python", "-m", "pip", "install", "--quiet", wheel], folder.parent)
    return commands


def use(commands: Path, folder: Path) -> None:
    """Lint, test and show shipped formats and hold a scripted debate, in an empty folder.

    Raises:
        CheckError: a command failed, or the package was not the installed one.
    """
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    where = run([commands / "python", "-c", "import debatec; print(debatec.__file__)"], folder, env)
    if not Path(where.strip()).is_relative_to(commands.parent):
        raise CheckError(f"the package was not imported from its environment but from {where}")
    debatec = commands / "debatec"
    script = shutil.copy(SCRIPT, folder / "script.yaml")
    run([debatec, "--help"], folder, env)
    run([debatec, "lint", "panel"], folder, env)
    run([debatec, "formats", "panel", "--show"], folder, env)
    formats = Path(where.strip()).parent / "formats"
    run([debatec, "test", formats, "--coverage", "--cover-min", "100"], folder, env)
    run([debatec, "explain", "DB405"], folder, env)
    question = "question=Is a test that cannot fail a test?"
    run([debatec, "run", "pingpong", "--agents", f"replay:{script}", "-i", question], folder, env)


def check(folder: Path) -> None:
    """Build, compare, install and use, in a folder outside the checkout."""
    print("Building the wheel, and once more by way of the source archive ...", flush=True)
    wheel = build(folder / "direct", "--wheel")
    compare(wheel, build(folder / "archive"))
    ships(wheel)
    print(f"Installing {wheel.name} in a fresh environment ...", flush=True)
    commands = install(wheel, folder / "venv")
    print("Running a debate there ...", flush=True)
    (folder / "elsewhere").mkdir()
    use(commands, folder / "elsewhere")


def main() -> None:
    """Check in a temporary folder and say how it went."""
    with tempfile.TemporaryDirectory(prefix="debatec-wheel-") as folder:
        try:
            check(Path(folder).resolve())
        except CheckError as error:
            sys.exit(f"wheel check failed: {error}")
    print("The wheel works.")


if __name__ == "__main__":
    main()
