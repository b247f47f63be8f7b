"""What draws code that nobody has read needs of a jail, and how what it leaves is taken up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from company.drawings.painting import Undrawable
from company.errors import ScriptLost

MOST_BYTES = 4_000_000
"""Of a picture, of its facts, and of a compiled drawing."""


class Ran(Protocol):
    """What became of a script or a program: as a sandbox's `ScriptRun`."""

    @property
    def exit_code(self) -> int | None:
        """0 where it ran to its end; negative: the signal that ended it; None: it was stopped at a limit."""

    @property
    def stdout(self) -> str:
        """What it printed."""

    @property
    def stderr(self) -> str:
        """What it said of errors."""


_Ran = TypeVar("_Ran", bound=Ran)


class Runner(Protocol):
    """What runs a script, or one named program, in its own folder behind a jail: as a `Sandbox`."""

    async def script(self, path: Path, *, cold: bool, readable: Sequence[Path] = ()) -> Ran:
        """Run a script."""

    async def program(
        self,
        name: str,
        arguments: Sequence[str],
        folder: Path,
        readable: Sequence[Path] = (),
        settings: Mapping[str, str] | None = None,
    ) -> Ran:
        """Run a program, and no other."""


class NotRun(Undrawable):
    """A drawing whose process was gone or late each time: nothing is known of the drawing itself."""


async def run_again(run: Callable[[], Awaitable[_Ran]]) -> _Ran:
    """Run what draws; where its process is gone or does not answer in time, once more. Raises NotRun."""
    try:
        return await run()
    except ScriptLost:
        pass  # by chance, as on a machine that is short of memory or time
    try:
        return await run()
    except ScriptLost as lost:
        raise NotRun(f"it was given up after two trials: {lost}") from lost


def bounded(place: Path) -> bytes:
    """Return the bytes of a plain file of a bounded size. Raises Undrawable where there is none."""
    if place.is_symlink() or not place.is_file():
        raise Undrawable("nothing was left by drawing it: write it simpler")
    with place.open("rb") as file:
        found = file.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise Undrawable(f"more than {MOST_BYTES:,} bytes were left by drawing it: write it simpler")
    return found
