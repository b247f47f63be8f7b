"""A server in a process of its own, for as long as a `with` block lasts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support.loopback.faults import checked
from tests.support.loopback.journal import Entry
from tests.support.loopback.profiles import PROFILES

ROOT = Path(__file__).resolve().parents[3]


class Loopback:
    """`with Loopback(...) as server:`; the words are those of `python -m tests.support.loopback --help`."""

    def __init__(
        self,
        *,
        faults: Mapping[str, float] | None = None,
        profile: str = "openai",
        log: Path | None = None,
        staffed: bool = True,
        **told: Any,
    ) -> None:
        """`staffed`: before it listens, it loads what the company's work takes; a second is saved where nobody asks."""
        self.profile = profile
        self._words = ["--profile", profile, "--faults", _shares(checked(faults or {}))]
        self._words += ["--staffed"] if staffed else []
        told = {"log": log, **told}
        for name, value in told.items():
            if value is not None:
                self._words += [f"--{name.replace('_', '-')}", str(value)]
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        """Of the server itself."""

    @property
    def base_url(self) -> str:
        """What the openai client is given; the endpoint for the one of Azure."""
        return self.url if PROFILES[self.profile].azure else f"{self.url}/v1"

    @property
    def pid(self) -> int:
        """Of the server's process."""
        assert self._process is not None
        return self._process.pid

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.support.loopback", "--until-stdin-closes", *self._words]
        where = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": where},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        if not self.url:
            self.__exit__(None, None, None)
            raise RuntimeError("the loopback server did not start; it has said why on stderr")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()

    def log(self, since: int = 0) -> list[Entry]:
        """Every request that has ended, without the first `since`, in the order in which they ended."""
        return [Entry(**{**entry, "headers": tuple(entry["headers"])}) for entry in self._ask(f"/_log?since={since}")]

    def stats(self) -> dict[str, Any]:
        """Counts over all requests; see `Journal.stats`."""
        counts: dict[str, Any] = self._ask("/_stats")
        return counts

    def set_faults(self, shares: Mapping[str, float]) -> None:
        """From now on, these faults and no others."""
        self._ask("/_faults", json.dumps(checked(shares)).encode())

    def _ask(self, path: str, body: bytes | None = None) -> Any:
        with urllib.request.urlopen(f"{self.url}{path}", data=body, timeout=30) as response:
            return json.loads(response.read())


def _shares(faults: Mapping[str, float]) -> str:
    return ",".join(f"{name}={share}" for name, share in faults.items())
