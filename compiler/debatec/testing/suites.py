"""Test files carried out: what came of each case, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from debatec.data import data
from debatec.frozen import frozen
from debatec.report.text import plural
from debatec.source.diagnostic import Diagnostic, Severity, has_errors, ordered
from debatec.source.nodes import Scalar
from debatec.testing.cases import Case, Suite
from debatec.testing.checking import Checker
from debatec.testing.expectations import Trial, misses
from debatec.testing.matching import Miss
from debatec.testing.patterns import Names
from debatec.testing.playing import play
from debatec.testing.reading import read_suite
from debatec.testing.script import CaseScript, Taken, layer
from debatec.testing.snapshots import Snapshots
from debatec.testing.staging import Stage, Stages
from debatec.transports.replay import Script, load_script

MISSED, UNASKED, UNANSWERED, REFUSED = "DB901", "DB903", "DB904", "DB906"
REPLAY = ".replay.yaml"


@frozen
class Tried:
    """A case, what is wrong with it, the seconds that it took, and the result of its run."""

    case: Case
    findings: Sequence[Diagnostic]
    seconds: float
    result: Mapping[str, Any] | None = None
    """None where it could not be carried out."""

    @property
    def failed(self) -> bool:
        return has_errors(self.findings)


@frozen
class Examined:
    """A test file: its cases that were carried out, and what is wrong besides those."""

    path: str
    cases: Sequence[Tried]
    findings: Sequence[Diagnostic]
    stage: Stage | None = None
    written: Sequence[str] = ()
    """Snapshots that were written or deleted."""

    @property
    def every(self) -> list[Diagnostic]:
        """All that is wrong, by place."""
        return ordered([*self.findings, *(found for one in self.cases for found in one.findings)])

    @property
    def failed(self) -> bool:
        return has_errors(self.every)


@dataclass
class Examiner:
    """Carries out test files; each debate is compiled once.

    ``chosen`` says which cases to carry out, ``clock`` tells seconds that only grow. With
    ``update`` snapshots are written as they come; with ``covers`` it is seen what cases reach.
    """

    clock: Callable[[], float]
    chosen: Callable[[str, Case], bool] = lambda _path, _case: True
    update: bool = False
    fail_fast: bool = False
    covers: bool = False
    _stages: Stages = field(default_factory=Stages)

    def test(self, paths: Iterable[Path]) -> Iterator[Examined]:
        """Carry out files one by one; with ``fail_fast`` up to the first that fails.

        Raises:
            OSError: a file cannot be read, or a snapshot not be written.
        """
        for path in paths:
            tested = self._test(path)
            yield tested
            if self.fail_fast and tested.failed:
                return

    def _test(self, path: Path) -> Examined:
        suite, faults = read_suite(path)
        if suite is None:
            return Examined(str(path), (), faults)
        stage, unusable = self._stages.of(suite)
        if stage is None:
            return Examined(str(path), (), [*faults, *unusable])
        return _Session(self, suite, stage).examined(faults)


@dataclass
class _Session:
    """One file being carried out."""

    examiner: Examiner
    suite: Suite
    stage: Stage
    shared: dict[str, Taken] = field(default_factory=dict)
    """Of the replies of the file, how far they were ever given."""
    known: set[str] = field(default_factory=set)
    """Keys of the file's replies that name something in some case."""
    unknown: dict[str, list[Diagnostic]] = field(default_factory=dict)
    """What is wrong with those that name nothing."""

    def __post_init__(self) -> None:
        self.snapshots = Snapshots.of(self.suite, self.examiner.update)

    def examined(self, faults: Sequence[Diagnostic]) -> Examined:
        path, tried = self.suite.source.path, []
        chosen = [case for case in self.suite.cases if self.examiner.chosen(path, case)]
        for case in chosen:
            tried.append(self._timed(case))
            if self.examiner.fail_fast and tried[-1].failed:
                break
        written = list(self.snapshots.written)
        is_whole = len(tried) == len(self.suite.cases)
        if is_whole and self.examiner.update and all(one.result for one in tried):
            written += self.snapshots.remove_others()
        found = [*faults, *self._of_file(is_whole and all(one.result for one in tried))]
        return Examined(path, tried, ordered(found), self.stage, written)

    def _of_file(self, is_whole: bool) -> Iterator[Diagnostic]:
        """What is wrong with the replies of the file, seen over all cases."""
        for key, faults in self.unknown.items():
            yield from faults if key not in self.known else ()
        if is_whole:
            yield from _unasked(self.shared.values())

    def _timed(self, case: Case) -> Tried:
        begun = self.examiner.clock()
        found, result = self._try(case)
        return Tried(case, ordered(found), self.examiner.clock() - begun, result)

    def _try(self, case: Case) -> tuple[list[Diagnostic], Mapping[str, Any] | None]:
        """What is wrong with a case, and the result that it came to."""
        plan, faults = self.stage.plan(self.suite, case)
        replay, misread = _replay(self.suite, case)
        if plan is None or has_errors(misread):
            return [*faults, *misread], None
        names = plan.once(Names)
        checker = Checker(plan, names, self.stage.conditions)
        (own, shared), faults = self._layers(case, checker)
        if has_errors(faults):
            return faults, None
        script = CaseScript(plan, own, shared, replay or Script())
        coverage = self.stage.coverage if self.examiner.covers else None
        played = play(plan, script, coverage.trace if coverage else None)
        if coverage:
            coverage.take(played)
        for taken in shared:
            self._share(taken)
        found = [*faults, *_unanswered(case, script)]
        if not has_errors(found):
            trial = Trial(case, played, names, self.snapshots)
            found += [_missed(case, miss) for miss in misses(trial)]
        return [*found, *_unasked(own)], played.result

    def _layers(
        self, case: Case, checker: Checker
    ) -> tuple[tuple[list[Taken], list[Taken]], list[Diagnostic]]:
        """The replies of a case and those of its file, and what is wrong with the case."""
        own, shared = case.replies, self.suite.replies
        self.unknown |= {reply.key: list(checker.unknown([reply])) for reply in shared}
        known = {**checker.patterns(shared), **checker.patterns(own)}
        self.known |= known.keys()
        faults = [*checker.unknown(own), *checker.expectations(case)]
        faults += [*checker.blocks(own, known), *checker.blocks(shared, known)]
        return (layer(checker.names, own, known), layer(checker.names, shared, known)), faults

    def _share(self, taken: Taken) -> None:
        before = self.shared.setdefault(taken.reply.key, taken)
        before.given = max(before.given, taken.given)


def _missed(case: Case, miss: Miss) -> Diagnostic:
    return Diagnostic(MISSED, f"{case.name}: {miss.message}", miss.span, related=miss.related)


def _unanswered(case: Case, script: CaseScript) -> Iterator[Diagnostic]:
    if script.unanswered:
        first, others = script.unanswered[0], len(set(script.unanswered)) - 1
        more = f", nor for {plural(others, 'other')}" if others else ""
        message = f"there is no reply for turn '{first}'{more}"
        hint = "add a key that names it to 'replies', or 'otherwise: {placeholder: true}'"
        yield Diagnostic(UNANSWERED, message, case.span, hint=hint)


def _unasked(layer: Iterable[Taken]) -> Iterator[Diagnostic]:
    for taken in layer:
        answers = taken.reply.answers
        if taken.given == 0:
            message = f"no turn asks for the reply of '{taken.reply.key}'"
            yield Diagnostic(UNASKED, message, taken.reply.key_span, Severity.WARNING)
        elif taken.given < len(answers):
            message = f"no turn asks for answer {taken.given + 1} of '{taken.reply.key}'"
            span = answers[taken.given].node.span
            yield Diagnostic(UNASKED, message, span, Severity.WARNING)


def _replay(suite: Suite, case: Case) -> tuple[Script | None, list[Diagnostic]]:
    """The replay of a case, None where it has none, and what is wrong with it."""
    if case.replay is None:
        return None, []
    assert isinstance(case.replay, Scalar)
    path = Path(suite.source.path).parent / case.replay.text
    shipped = Path(str(data("formats"))) / (case.replay.text + REPLAY)
    try:
        return load_script(shipped if not path.exists() and shipped.is_file() else path)
    except OSError as error:
        message = f"'{path}' cannot be read: {error.strerror}"
        return None, [Diagnostic(REFUSED, message, case.replay.span)]
