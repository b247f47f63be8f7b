"""All that runs give to a benchmark, written as one folder, or as two: cases in public, and their gold held back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from company.benchmark.canary import guid_of
from company.benchmark.loading import Part, can_be_loaded
from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.draft import Draft
from company.benchmark.publishing.filtering import Kept
from company.benchmark.publishing.folder import Contents, write_benchmark
from company.benchmark.publishing.front_matter import front_matter
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts
from company.benchmark.withholding.heldback import publishable
from company.benchmark.withholding.leaks import refuse_leaks
from company.errors import ArchiveError

Line = Mapping[str, Any]
_TOLD = ("name", "made_with", "sandbox", "tables")
"""What is told of a run in public where its gold is held back: nothing from which it could be made again."""
_UNTOLD: Mapping[str, Any] = {
    "seed": None,
    "settings": {},
    "rounds": {"commissions": [], "shares": [], "partly": False, "picked": {}, "picked_in": {}},
    "prompts": None,
    "roles": {},
    "cases": {},
    "decisions": [],
    "finished": None,
    "recording": None,
}


@dataclass(frozen=True)
class Composed:
    """What a benchmark is made of, before its card and its metadata."""

    draft: Draft
    origins: Sequence[Origin]
    """Where each run comes from."""
    reviewed: Reviewed | None
    verdicts: Sequence[Line]
    """What people said of its records, one verdict each."""
    judged: Collection[str]
    """The data_ids of cases that people's verdicts stand on."""
    waiting: Collection[str]
    """The data_ids of those that wait for one."""
    unjudged: int
    """Cases that were not taken, since they wait for a verdict."""
    provenance: Callable[[Verdicts], Line]
    """What provenance.json says, by what people's verdicts stand on."""
    recordings: Mapping[str, Path]
    kept: Kept | None = None
    """What a filter left, where there was one."""

    def write(self, out: Path) -> Path:
        """Write it whole, and return where. Raises ArchiveError as `write_benchmark` does."""
        return write_benchmark(out, self._contents())

    def write_pair(self, public: Path, held_back: Path) -> Path:
        """Write the cases that can be asked in public, without their gold; and with it, at `held_back`.

        The first folder is returned. It is looked through for gold before it is there. Raises ArchiveError where some
        would be given away, where no case can be asked, and as `write_benchmark` does.
        """
        total = sum(map(len, self.draft.cases.values()))
        chosen = publishable(self.draft)
        if not chosen:
            raise ArchiveError(
                "no case can be asked in public without giving its gold away; export without --held-back"
            )
        pair = self._only({entry["data_id"] for entries in chosen.values() for entry in entries})
        left_out = total - sum(map(len, pair.draft.cases.values()))
        full = pair._contents(left_out=left_out, held_back=True)
        write_benchmark(held_back, full)
        return write_benchmark(public, pair._public(full), lambda fresh: refuse_leaks(fresh, held_back))

    def filtered(self, kept: Kept) -> Composed:
        """Return the same, whose draft a filter left so."""
        left = self._only({str(entry["data_id"]) for entries in self.draft.cases.values() for entry in entries})
        return replace(left, kept=kept)

    def _only(self, data_ids: Collection[str]) -> Composed:
        """Return the same with these cases alone."""
        return replace(
            self,
            draft=self.draft.only(data_ids),
            judged={data_id for data_id in self.judged if data_id in data_ids},
            waiting={data_id for data_id in self.waiting if data_id in data_ids},
        )

    def _contents(self, *, left_out: int = 0, held_back: bool = False) -> Contents:
        settled = self.draft.settled()
        guid = guid_of(settled.cases)
        draft = settled.stamped(guid)
        publication = Publication(
            draft.family.release,
            draft.sources,
            self.origins,
            {category: len(entries) for category, entries in draft.cases.items()},
            guid,
            parts=_parts(draft),
            left_out=left_out,
            judged=bool(self.judged),
        )
        told = dict(self.provenance(self._verdicts))
        if held_back:
            told["export"] = {**told["export"], "held_back": True}
        return Contents(
            draft,
            self._card(draft, publication),
            verdicts=self.verdicts,
            provenance=told,
            recordings=self.recordings,
            publication=publication,
        )

    def _public(self, full: Contents) -> Contents:
        """Return the same contents without their gold, and without what would write it again."""
        assert full.publication is not None and full.provenance is not None, "they were composed with both"
        draft = full.draft.public()
        publication = replace(full.publication, gold=False, parts=_parts(draft))
        told = full.provenance
        return Contents(
            draft,
            self._card(draft, publication),
            provenance={
                **{key: told[key] for key in ("provenance", "exported_with", "review") if key in told},
                "export": {"public": True},
                "runs": [
                    {**_UNTOLD, "scenario": run["name"], **{key: run[key] for key in _TOLD}} for run in told["runs"]
                ],
            },
            publication=publication,
        )

    @property
    def _verdicts(self) -> Verdicts:
        return Verdicts(len(self.judged), len(self.waiting), self.unjudged)

    def _card(self, draft: Draft, publication: Publication) -> str:
        text = draft.family.release.card(draft, publication, self.reviewed, self._verdicts)
        filter_told = "" if self.kept is None else f"\n{self.kept.text}\n"
        return f"{front_matter(publication)}\n{text}{filter_told}"


def _parts(draft: Draft) -> Sequence[Part]:
    """Return the parts for loaders, where they can be written."""
    return tuple(draft.parts()) if can_be_loaded() else ()
