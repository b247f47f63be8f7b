"""What comes after a record that people changed is run again, as a family says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

from company.archive import Archive
from company.replay.runner import sandbox_of
from company.reviewing.kinds import Kinds
from company.sandbox import Sandbox


@dataclass
class Reexecuted:
    """What became of the records that were run again, by id."""

    same: list[str] = field(default_factory=list)
    """Their results are what they were."""
    stale: list[str] = field(default_factory=list)
    """Their results changed, or they fail now."""
    back: list[str] = field(default_factory=list)
    """They had been set aside, and their results are again what they were."""


Pending = Sequence[tuple["Rerun", Sequence[str]]]
"""Records that people changed, with what runs again what comes after them."""


class Rerun(ABC):
    """How records of a kind are run again after people changed one of them."""

    @abstractmethod
    def pending(self, archive: Archive) -> list[str]:
        """Return the ids of changed records after which nothing was run again since, read from the archive alone."""

    @abstractmethod
    async def again(self, archive: Archive, sandbox: Sandbox, changed: Sequence[str]) -> Reexecuted:
        """Run again what comes after these records, and set aside what gives other results now.

        Called again, nothing changes. Raises SandboxError when the sandbox itself fails, and ReviewError where a record
        cannot be run; what was done by then stays written.
        """


def pending(archive: Archive, kinds: Kinds) -> Pending:
    """Return the work to run again in a run."""
    reruns = [kind.rerun for kind in kinds.values() if kind.rerun is not None]
    return [(rerun, ids) for rerun in reruns if (ids := rerun.pending(archive))]


async def run_again(archive: Archive, changed: Pending) -> Reexecuted:
    """Run it again in the run's sandbox. Raises what `Rerun.again` raises, and LayersMissing where it lacks a layer."""
    async with sandbox_of(archive) as sandbox:
        return await run_again_in(sandbox, archive, changed)


async def run_again_in(sandbox: Sandbox, archive: Archive, changed: Pending) -> Reexecuted:
    """Run it again in a sandbox that is open. Raises what `Rerun.again` raises."""
    together = Reexecuted()
    for rerun, ids in changed:
        done = await rerun.again(archive, sandbox, ids)
        together.same += done.same
        together.stale += done.stale
        together.back += done.back
    return together
