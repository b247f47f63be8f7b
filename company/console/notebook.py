"""How far work is, in a notebook: one output that is drawn anew, and not a line for each few seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from company.console.progress import Silent, harmless

SECONDS_BETWEEN = 0.5


def in_notebook() -> bool:
    """Whether this is run by a notebook's kernel, whose outputs can be changed."""
    import sys

    if "IPython" not in sys.modules:
        return False
    from IPython import get_ipython

    shell = get_ipython()
    return getattr(shell, "kernel", None) is not None


class Cell(Silent):
    """Text below a cell: how far it is, the work of each stage, totals; notes stay below them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self._last = float("-inf")
        self._shown: Any = None

    def note(self, line: str) -> None:
        """Show one more line."""
        super().note(line)
        self._draw()

    def __enter__(self) -> Self:
        from IPython.display import display

        self._shown = display({"text/plain": "begun"}, raw=True, display_id=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._draw(ended=True)
        self._shown = None

    def text(self, ended: bool = False) -> str:
        """Return what stands below the cell."""
        stages = (
            f"  {name}: {count.done:,} of {max(count.started, count.done):,}"
            for name, count in self.tally.stages.items()
        )
        lines = [self.how_far(ended), *(() if ended else stages), self.tally.totals(), *map(harmless, self.notes)]
        return "\n".join(line for line in lines if line)

    def _changed(self, new_stage: bool) -> None:
        now = self._clock()
        if new_stage or now - self._last >= SECONDS_BETWEEN:
            self._last = now
            self._draw()

    def _draw(self, ended: bool = False) -> None:
        if self._shown is not None:
            self._shown.update({"text/plain": self.text(ended)}, raw=True)
