"""The state before a piece of code, as what makes it again: files, and the code that was run on them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from company.records import Execution, Intent
from company.sandbox import Sandbox, Session
from company.sandbox.roots import scratch

Step = tuple[str, str]
"""The id of a record, and its code."""


class StepFailed(Exception):
    """Code that ran before does not run again. Whoever asked for the state says it in their own words."""

    def __init__(self, made_by: str, done: Execution) -> None:
        super().__init__(made_by, done)
        self.made_by, self.done = made_by, done

    @property
    def why(self) -> str:
        """The error in words."""
        return why_failed(self.done)


@dataclass(frozen=True)
class Before:
    """A state that nobody holds yet."""

    group: str
    """What shares this state's beginning, such as the id of a dialogue."""
    files: Mapping[str, Path]
    """Files that a session is opened with, by the names that they have there."""
    steps: tuple[Step, ...]
    """What was run before, in order."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Further files, as their content."""
    intents: tuple[Intent, ...] = ()
    """What the code itself is asked for."""

    @property
    def marks(self) -> list[str]:
        """A hash of the state after each step: equal ones mean that the same was run on the same files."""
        seen = {name: (str(file), file.stat()) for name, file in self.files.items()}
        files = [[name, place, stat.st_size, stat.st_mtime_ns] for name, (place, stat) in seen.items()]
        mark = json.dumps([files, dict(self.texts)])
        marks = []
        for _, code in self.steps:
            mark = hashlib.sha256(f"{mark}\n{code}".encode()).hexdigest()
            marks.append(mark)
        return marks

    async def opened(self, sandbox: Sandbox, steps: Sequence[Step] | None = None) -> tuple[Session, Execution | None]:
        """Open a session and run the steps, or others in their place; it, and what the last one did.

        Raises StepFailed where one of them fails, and SandboxError when the sandbox itself fails; the session is closed
        then.
        """
        with self._given() as files:
            session = await sandbox.open(files)
        try:
            return session, await went_on(session, self.steps if steps is None else steps)
        except BaseException:
            await session.close()
            raise

    @contextmanager
    def _given(self) -> Iterator[Mapping[str, Path]]:
        """Yield all files, for as long as it takes to copy them."""
        with scratch("replay") as folder:
            written = {name: folder / name for name in self.texts}
            for name, place in written.items():
                place.write_text(self.texts[name], encoding="utf-8")
            yield {**self.files, **written}


async def went_on(session: Session, steps: Sequence[Step]) -> Execution | None:
    """Run further steps on a state; return the last one's execution, None where there is none. Raises StepFailed."""
    done = None
    for made_by, code in steps:
        done = await session.run(code, in_place=True)
        if not done.ok:
            raise StepFailed(made_by, done)
    return done


def why_failed(done: Execution) -> str:
    """Return the error of code that failed, in words."""
    return f"{done.error.type}: {done.error.message}" if done.error else "unknown"
