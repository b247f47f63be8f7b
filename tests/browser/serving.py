"""`company review RUN` as a user starts it: a process of its own, killed and started again at will."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from human_review.store import ReviewStore
from tests.support.commands import company_command
from tests.support.warm_start import Warm

REVIEW = Path(__file__).with_name("review_server.py")
LINK = re.compile(r"https?://\S+/enter\S*#\S+")
PATIENCE = 60.0
"""Seconds until a server that does not answer counts as broken, on a machine that is busy."""

FILLING = 0.3
"""Seconds in which a queue that is being filled grows."""


def free_port() -> int:
    """A port that nobody listens on right now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Server:
    """The review server of one run."""

    run: Path
    options: tuple[str, ...] = ()
    program: Path | None = None
    """What is started with run and port instead of `company review`, which is started by `review_server`."""
    port: int = field(default_factory=free_port)
    said: list[str] = field(default_factory=list)
    """Lines that it printed, of all its starts."""
    _process: Warm | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def link(self) -> str:
        """The sign-in link of the person who started it."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := [link[0] for line in self.said if (link := LINK.search(line))]:
                return self._here(found[-1])
            time.sleep(0.05)
        raise AssertionError("no link was printed:\n" + "\n".join(self.said))

    def start(self) -> Self:
        """Returns when it answers, and has filled its queue."""
        where = ("--host", "127.0.0.1", "--port", str(self.port))
        words = ["review", str(self.run), "--no-browser", *where, *self.options]
        if self.program is not None:
            words = [str(self.run), str(self.port)]
        read, write = os.pipe()
        threading.Thread(target=self._listen, args=(read,), daemon=True).start()
        try:
            self._process = Warm(*words, program=self.program or REVIEW, stdout=write, stderr=write)
        finally:
            os.close(write)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            if self.answers() and self._filled():
                return self
            time.sleep(0.05)
        self.kill()
        raise AssertionError("the server does not answer:\n" + "\n".join(self.said))

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.origin}/enter", timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def _filled(self) -> bool:
        """Whether there is a queue that does not grow just now."""
        counts = []
        with ReviewStore.of_run(self.run) as store:
            for _ in range(2):
                counts.append(sum(store.progress().states.values()))
                time.sleep(FILLING)
        return counts[0] == counts[1] > 0

    def kill(self) -> None:
        """End it as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        finally:
            self._process = None

    def invite(self, name: str, role: str = "reviewer") -> str:
        """The link for a new person, as `company review RUN invite` prints it."""
        done = company_command("review", self.run, "invite", name, "--role", role, *self.options)
        assert done.returncode == 0, done.stderr
        found = LINK.search(done.stdout)
        assert found, done.stdout
        return self._here(found[0])

    def _here(self, link: str) -> str:
        return f"{self.origin}/enter#{link.partition('#')[2]}"

    def _listen(self, output: int) -> None:
        with open(output, encoding="utf-8") as lines:
            for line in lines:
                self.said.append(line.rstrip("\n"))

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
