"""How far several runs are that go on at once, in one display: counts are added up, cases are told by run."""

from __future__ import annotations

from collections.abc import Mapping

from company.console.progress import Progress, Silent


class Joint:
    """Tells a display of several runs; each of them tells its own part."""

    def __init__(self, progress: Progress, cap_usd: float | None = None) -> None:
        """Create it for a display; `cap_usd` is what all of them may cost together."""
        self.progress, self.cap_usd = progress, cap_usd
        self.parts: dict[str, _Part] = {}

    def part(self, name: str) -> Progress:
        """Return the progress of the run of this name."""
        return self.parts.setdefault(name, _Part(self, name))

    def costs(self) -> None:
        """Tell what all runs have cost."""
        tallies = [each.tally for each in self.parts.values()]
        known = [each.usd for each in tallies if each.calls or each.replayed or each.usd is not None]
        usd = None if None in known else sum(each for each in known if each is not None)
        calls, replayed = sum(each.calls for each in tallies), sum(each.replayed for each in tallies)
        self.progress.cost(usd, calls, replayed, self.cap_usd)

    def cases(self) -> None:
        """Tell how many cases of each run are there."""
        told = {name: each.tally for name, each in self.parts.items()}
        by = {name: (tally.found, tally.wanted) for name, tally in told.items()}
        self.progress.cases(by, certain=all(tally.certain for tally in told.values()))


class _Part(Silent):
    """Adds up one run, and tells the display of all."""

    def __init__(self, joint: Joint, name: str) -> None:
        super().__init__()
        self._joint, self._name = joint, name

    def stage(self, name: str, *, started: int = 0, done: int = 0, rejected: int = 0) -> None:
        self._joint.progress.stage(name, started=started, done=done, rejected=rejected)

    def turn(self, ok: bool) -> None:
        self._joint.progress.turn(ok)

    def failure(self) -> None:
        self._joint.progress.failure()

    def cost(self, usd: float | None, calls: int, replayed: int, cap: float | None = None) -> None:
        super().cost(usd, calls, replayed, cap)
        self._joint.costs()

    def cases(self, by: Mapping[str, tuple[int, int]], *, certain: bool) -> None:
        super().cases(by, certain=certain)
        self._joint.cases()

    def units(self, stage: str) -> None:
        self._joint.progress.units(stage)

    def said(self, query: str, answer: str) -> None:
        self._joint.progress.said(query, answer)

    def note(self, line: str) -> None:
        self._joint.progress.note(f"{self._name}: {line}")
