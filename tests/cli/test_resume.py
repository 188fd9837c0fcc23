"""`debatec resume`: what can be taken up, and what cannot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from debatec.source import exactjson
from tests.cli.specs import GOOD, Files, call
from tests.support.runs import lasting

ROOT = Path(__file__).parents[2]

REPLAY = "replay: v1\notherwise: {text: A view.}\n"


@pytest.fixture
def run(write: Files) -> Path:
    """A finished run."""
    write("good.debate.yaml", GOOD)
    write("x.replay.yaml", REPLAY)
    ran = call("run", "good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
               "--run-dir", "r")  # fmt: skip
    assert ran.exit_code == 0
    return Path("r")


def test_of_a_finished_run_the_files_are_written_anew(run: Path) -> None:
    before = contents(run)
    assert {"plan.json", "report.md", "result.json", "state.json"} < before.keys()
    for name in before.keys() - {"journal.jsonl"}:
        (run / name).unlink()
    resumed = call("resume", "r")
    assert resumed.exit_code == 0
    assert contents(run) == before


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_what_was_amiss_is_said(run: Path) -> None:
    journal = run / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
    resumed = call("resume", "r", "--quiet")
    assert resumed.exit_code == 0
    assert resumed.stderr.startswith("debatec: the end of journal.jsonl is missing: state.json")


def test_a_journal_that_was_edited_is_refused(run: Path) -> None:
    journal = run / "journal.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b"A view.", b"A vow."))
    resumed = call("resume", "r")
    assert resumed.exit_code == 2
    assert "was changed after it was written; restore the file" in resumed.stderr
    assert resumed.stderr.count("\n") == 1


def test_an_agent_that_cannot_be_found_again_is_named(run: Path) -> None:
    journal = run / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:6]))
    Path("x.replay.yaml").unlink()
    (run / "state.json").unlink()
    (run / "result.json").unlink()
    resumed = call("resume", "r")
    assert (resumed.exit_code, resumed.stderr) == (
        2,
        "debatec: x.replay.yaml: No such file or directory\n",
    )


def test_a_folder_without_a_run_is_refused(write: Files) -> None:
    write("empty/note.txt", "")
    for name in ("empty", "nowhere"):
        resumed = call("resume", name)
        assert (resumed.exit_code, resumed.stderr) == (2, f"debatec: '{name}' holds no run\n")


def test_a_changed_plan_is_written_anew(run: Path) -> None:
    plan = run / "plan.json"
    before = plan.read_bytes()
    plan.write_bytes(before.replace(b"good", b"evil"))
    resumed = call("resume", "r")
    assert resumed.exit_code == 0
    assert "debatec: plan.json was not the plan that this run was begun with" in resumed.stderr
    assert plan.read_bytes() == before


def test_the_spec_of_a_forged_plan_is_checked(run: Path) -> None:
    from debatec.graph.plan import make_plan
    from debatec.runtime.journal import sealed
    from debatec.source.nodes import Mapping
    from debatec.source.reader import read
    from debatec.source.text import Source

    document = json.loads((run / "plan.json").read_text("utf-8"))
    text = document["spec"]["text"].replace("{{ heard }}", "{{ herd }}")
    root, _ = read(Source("x", text))
    assert isinstance(root, Mapping)
    forged = make_plan(root, document["inputs"], {"a": "local", "b": "local"})
    first = exactjson.loads((run / "journal.jsonl").read_text("utf-8").splitlines()[0])
    del first["chain"]
    line = exactjson.dumps({**first, "plan": forged.sources()}).encode()
    (run / "journal.jsonl").write_bytes(b"".join(sealed([line])))
    resumed = call("resume", "r")
    assert resumed.exit_code == 2
    assert "DB302" in resumed.stderr


# --- Disks ------------------------------------------------------------------------------------

LIMITED = """
import resource, sys
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)), most))
from debatec.cli.main import main
main()
"""


def call_limited(size: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, none of whose files may grow beyond a size."""
    return subprocess.run(
        [sys.executable, "-c", LIMITED, str(size), *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT / "compiler")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_run_outlives_a_full_disk(run: Path) -> None:
    whole = exactjson.loads((run / "result.json").read_text("utf-8"))
    sizes = (run / "plan.json").stat().st_size, (run / "journal.jsonl").stat().st_size
    assert sizes[0] < sizes[1] - 50
    for number, size in enumerate((sizes[0] + 1, sum(sizes) // 2, sizes[1] - 50)):
        ran = call_limited(
            size, "run", "good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
            "--run-dir", f"d{number}", "--quiet",
        )  # fmt: skip
        assert (ran.returncode, ran.stdout) == (3, "")
        assert ran.stderr == (
            f"debatec: d{number}/journal.jsonl cannot be written: File too large; "
            "nothing is lost: resume the run once it can be\n"
        )
        assert call("resume", f"d{number}").exit_code == 0
        result = exactjson.loads(Path(f"d{number}/result.json").read_text("utf-8"))
        assert lasting(result) == lasting(whole)


@pytest.mark.usefixtures("run")
def test_a_disk_that_is_full_from_the_start_begins_no_run() -> None:
    arguments = ["run", "good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
                 "--run-dir", "d"]  # fmt: skip
    ran = call_limited(100, *arguments)
    assert (ran.returncode, ran.stderr) == (2, "debatec: d: File too large\n")
    assert call(*arguments).exit_code == 0


@pytest.mark.usefixtures("run")
def test_a_folder_that_cannot_be_written_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = os.open

    def read_only(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(30, "Read-only file system", str(path))
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", read_only)
    for command in (
        ["resume", "r"],
        ["run", "good.debate.yaml", "-i", "question=Q", "--agents", "replay:x.replay.yaml",
         "--run-dir", "new"],
    ):  # fmt: skip
        ran = call(*command)
        assert ran.exit_code == 2
        assert ran.stderr.endswith("Read-only file system\n")
        assert ran.stderr.count("\n") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_of_somebody_else_is_said_in_one_line(run: Path) -> None:
    run.chmod(0o500)
    (run / "journal.jsonl").chmod(0o400)
    resumed = call("resume", "r")
    run.chmod(0o700)
    assert resumed.exit_code == 2
    assert resumed.stderr == "debatec: r/journal.jsonl: Permission denied\n"


def test_a_wish_may_not_have_more_seats_than_the_run(run: Path) -> None:
    journal = run / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:6]))
    resumed = call("resume", "r", "--cast", "a=local,local", "--agents", "replay:x.replay.yaml")
    assert resumed.exit_code == 2
    assert resumed.stderr.endswith("debatec: 'a' has 1 seat, and 2 agents are named for it\n")
