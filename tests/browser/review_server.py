"""`company review …` whose process that tends the queue is there at once: `python review_server.py review RUN …`.

Started as usual, that process is another Python that loads the company anew, which takes longer than most tests of a
page. Here it is a fork of this one, made before anything is open that it should not have, and waits to be told what to
tend. It is started as usual in tests/unit/test_review_tending.py and test_review_serving.py.
"""

from __future__ import annotations

import multiprocessing
import runpy
from collections.abc import Callable
from typing import Any

from human_review.web import tending


class Waiting:
    """As much of `multiprocessing` as `tended` asks for, with one process, forked already."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("fork")
        self._ours, self._theirs = context.Pipe()
        self._telling, self._told = context.Pipe()
        self._process = context.Process(target=self._wait, daemon=True)
        self._process.start()
        self._told.close()
        self.join, self.terminate = self._process.join, self._process.terminate

    def _wait(self) -> None:
        """In the fork: it ends with the server only if no end of these pipes but its own is open in it."""
        self._ours.close()
        self._telling.close()
        try:
            tend, arguments = self._told.recv()
        except EOFError:
            return
        tend(self._theirs, *arguments)

    def get_context(self, _: str) -> Waiting:
        return self

    def Pipe(self) -> tuple[Any, Any]:
        return self._ours, self._theirs

    def Process(self, *, target: Callable[..., None], args: tuple[Any, ...], daemon: bool) -> Waiting:
        self._order = (target, args[1:])
        return self

    def start(self) -> None:
        self._telling.send(self._order)


if __name__ == "__main__":
    tending.multiprocessing = Waiting()  # type: ignore[assignment]
    runpy.run_module("company.cli", run_name="__main__", alter_sys=True)
