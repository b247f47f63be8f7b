"""What a benchmark says of itself to those who find it: title, licence, citation, what it is made of, its parts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from company.benchmark.canary import canary
from company.benchmark.loading import Part
from company.benchmark.publishing.authorship import NOT_GIVEN, PROCEDURAL, Origin
from company.benchmark.publishing.draft import Source

if TYPE_CHECKING:
    from company.benchmark.release import Release

_LICENCES: Final = (
    (r"\bcc0\b|public\s*domain", "cc0-1.0"),
    (r"\bpddl\b", "pddl"),
    (r"\bodbl\b|open\s*database", "odbl"),
    (r"\bcc[ -]by[ -]nc[ -]sa[ -]4", "cc-by-nc-sa-4.0"),
    (r"\bcc[ -]by[ -]nc[ -]4", "cc-by-nc-4.0"),
    (r"\bcc[ -]by[ -]sa[ -]4", "cc-by-sa-4.0"),
    (r"\bcc[ -]by[ -]sa[ -]3", "cc-by-sa-3.0"),
    (r"\bcc[ -]by[ -]4|attribution 4\.0 international", "cc-by-4.0"),
    (r"\bcc[ -]by[ -]3", "cc-by-3.0"),
    (r"\bapache[ -](license[ -,]*)?(version[ -])?2", "apache-2.0"),
    (r"^\s*(the )?mit( license)?\s*$", "mit"),
)
"""How licences are written, and the identifiers that hubs have for them."""


@dataclass(frozen=True)
class Publication:
    """What the card's metadata and Croissant say of a benchmark; every count is of the files beside them."""

    release: Release
    """Its family's, which has the words that differ from family to family."""
    sources: Sequence[Source]
    origins: Sequence[Origin]
    """Where each run comes from."""
    cases: Mapping[str, int]
    """How many cases each category has."""
    guid: str
    """Of the canary."""
    parts: Sequence[Part] = ()
    """What loaders find in the folder, in order; empty where the files for them are left out."""
    gold: bool = True
    """Whether references and checks are in the folder."""
    left_out: int = 0
    """Cases that would give away the gold of others, and are in neither of two folders."""
    judged: bool = False
    """Whether people judged what is in it."""

    @property
    def title(self) -> str:
        """Its title."""
        return ": ".join(filter(None, (self.release.title, ", ".join(source.name for source in self.sources))))

    @property
    def description(self) -> str:
        """Its description, in a few sentences."""
        kinds = ", ".join(f"{count:,} {category}" for category, count in self.cases.items())
        gold = "with reference answers and checks" if self.gold else "without reference answers, which are held back"
        noun = self.sources[0].noun if self.sources else ""
        over = f" over {len(self.sources)} {noun}{'s' if len(self.sources) > 1 else ''}" if self.sources else ""
        what = f" of {self.release.what}" if self.release.what else ""
        return (
            f"{sum(self.cases.values()):,} cases{what}{over} ({kinds}), {gold}, written by a simulated company. "
            f"{canary(self.guid)}"
        )

    @property
    def citation(self) -> str:
        """The citation as BibTeX; the canary's GUID identifies the benchmark."""
        return (
            f"@misc{{decision-company-{self.guid[:8]},\n"
            f"  title = {{{self.title}}},\n"
            f"  howpublished = {{Benchmark written by Decision Company}},\n"
            f"  note = {{canary GUID {self.guid}}}\n}}"
        )

    @property
    def licences(self) -> dict[str, str]:
        """The licence of each source, as far as it is known."""
        return {source.name: source.licence or NOT_GIVEN for source in self.sources}

    @property
    def licence(self) -> str:
        """The hub's identifier of the common licence of all sources; "other" or "unknown" where there is none."""
        found = {_identifier(text) for text in self.licences.values()}
        if found <= {NOT_GIVEN}:
            return "unknown"
        return found.pop() if len(found) == 1 else "other"

    @property
    def machine(self) -> str:
        """The writers of the words and the code, in a line."""
        return "; ".join(dict.fromkeys(_writer(origin) for origin in self.origins))


def _identifier(licence: str) -> str:
    if licence == NOT_GIVEN:
        return NOT_GIVEN
    return next((name for form, name in _LICENCES if re.search(form, licence, re.IGNORECASE)), "other")


def _writer(origin: Origin) -> str:
    if origin.backend == PROCEDURAL:
        return "the built-in procedural backend, which is not a language model"
    named = dict.fromkeys(model or backend for backend, model in origin.roles.values())
    return ", ".join(named) or origin.model or f"the backend {origin.backend}"


def encoding_of(file: Path) -> str:
    """Return the media type of a file by its ending."""
    known = {
        ".csv": "text/csv",
        ".json": "application/json",
        ".jsonl": "application/jsonlines",
        ".md": "text/markdown",
        ".parquet": "application/x-parquet",
        ".png": "image/png",
        ".py": "text/x-python",
        ".recording": "application/octet-stream",
    }
    return known.get(file.suffix, "application/octet-stream")
