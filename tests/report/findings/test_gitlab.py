"""Code Quality of GitLab: every key that it needs, and no two issues with one fingerprint."""

from __future__ import annotations

import json

from debatec.report.findings.gitlab import issues
from tests.report.findings.samples import samples


def test_issues_have_what_gitlab_needs() -> None:
    found = json.loads(issues(samples()))
    assert len(found) == len(samples().diagnostics)
    for issue in found:
        assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert issue["description"].startswith(f"{issue['check_name']}: ")
        assert not issue["location"]["path"].startswith(("/", "./"))
        assert issue["location"]["lines"]["begin"] <= issue["location"]["lines"]["end"]
    assert len({issue["fingerprint"] for issue in found}) == len(found)
