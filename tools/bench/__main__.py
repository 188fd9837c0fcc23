"""Time debatec beside tools people know: `make bench`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.bench import processes, runtimes


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--specs", type=int, default=200, help="how many specs are linted")
    parser.add_argument("--rounds", type=int, default=3, help="how often each one runs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="debatec-bench-") as folder:
        processes.show(Path(folder), options.specs, options.rounds)
    print(flush=True)
    for line in runtimes.rows(runtimes.interpreter(), options.rounds):
        print(line, flush=True)
    print(flush=True)
    subprocess.run([sys.executable, "-m", "tools.bench.bounds"], check=True)


if __name__ == "__main__":
    main()
