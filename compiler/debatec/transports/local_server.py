"""The child process of the ``local`` transport: a model served on loopback.

It reads its settings as one line of JSON from standard input, writes its address as another to
standard output, and lives until standard input ends, which it does however the parent dies. It is
run as a file of its own and imports nothing of debatec.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any

_CACHE_MEGABYTES = 512


def main() -> None:
    settings = json.loads(sys.stdin.readline())
    # Loading a large model takes long; a parent that dies meanwhile must not leave it running.
    watch = threading.Thread(target=_exit_with_parent, daemon=True)
    watch.start()
    answer = _keep_stdout()
    server = _serve(settings)
    print(json.dumps({"address": server.listening_address}), file=answer, flush=True)
    watch.join()


def _exit_with_parent() -> None:
    while sys.stdin.buffer.read(65_536):
        pass
    # The server's own threads would wait for their clients.
    os._exit(0)


def _keep_stdout() -> Any:
    """Standard output for the address alone: what libraries print goes to standard error."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answer


def _serve(settings: dict[str, Any]) -> Any:
    # Threads that spin until the slowest of them is done give a tenth of the tokens on a machine
    # that does anything else; threads that never spin give half of them on any other.
    os.environ.setdefault("GOMP_SPINCOUNT", "10000")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = settings["file"]
    params.model_alias = {settings["alias"]}
    params.api_keys = [settings["key"]]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = settings["context"] * settings["slots"]  # it is divided among the slots
    params.n_parallel = settings["slots"]
    for name, value in settings["sampling"].items():
        setattr(params.sampling, name, value)
    params.cache_ram_mib = _CACHE_MEGABYTES
    params.endpoint_slots = False
    params.warmup = False
    params.verbosity = 0
    return xllamacpp.Server(params)


if __name__ == "__main__":
    main()
