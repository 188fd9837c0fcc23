"""Fuzz one target for a while, with atheris: `make fuzz`.

    python -m tools.fuzz TARGET SECONDS [CORPUS ...]

https://github.com/google/atheris
"""

from __future__ import annotations

import sys

import atheris

MEGABYTES = 200
"""What a target may hold."""
OWN_MEGABYTES = 150
"""What the fuzzer and the instrumented code hold before they read anything."""


def main() -> None:
    """Fuzz the target that the command line names."""
    with atheris.instrument_imports(include=["debatec"]):
        from tools.fuzz.targets import TARGETS, held

    name, seconds, *corpus = sys.argv[1:]
    target = TARGETS[name]
    memory = f"-rss_limit_mb={MEGABYTES + OWN_MEGABYTES}"
    options = [f"-max_total_time={seconds}", memory, "-timeout=5", "-max_len=20000"]
    atheris.Setup([sys.argv[0], *options, *corpus], lambda data: held(target, data))
    atheris.Fuzz()


main()
