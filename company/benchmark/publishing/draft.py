"""What runs come to as one benchmark, before its card and its metadata, which are told of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from company.benchmark.canary import stamped
from company.benchmark.loading import Part, parts_of

if TYPE_CHECKING:
    from company.family.family import Family

Line = Mapping[str, Any]
Cases = Mapping[str, Sequence[Line]]
"""The lines of each category, in the family's order of categories."""


@dataclass(frozen=True)
class Source:
    """A file that cases were made of and that goes with them, such as a table."""

    name: str
    file: str
    """What it is called in the folder's resources."""
    sha256: str
    place: Path
    """Where the run has it."""
    licence: str = ""
    """Under which it may be passed on; here and below, "" is unknown."""
    source: str = ""
    """Where it was found."""
    citation: str = ""
    version: str = ""
    shared: bool = True
    """Whether the folder may hold it."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What else provenance.json says of it, or says in other words."""
    noun: str = "file"
    """What it is called in messages."""
    named_with: str = ""
    """The key of a scenario that names it, as "[section] key"; empty where there is none."""

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON for provenance.json."""
        return {
            "name": self.name,
            "file": self.file,
            "sha256": self.sha256,
            "licence": self.licence,
            "source": self.source,
            "citation": self.citation,
            "version": self.version,
            "shared": self.shared,
            "original": {},
            **self.facts,
        }


@dataclass(frozen=True)
class Draft:
    """The cases of a benchmark, and what goes with them. A family with more than lines derives from it."""

    family: Family
    cases: Cases
    sources: Sequence[Source] = ()

    def only(self, data_ids: Collection[str]) -> Self:
        """Return the same with these cases alone."""
        return replace(self, cases=only(self.cases, data_ids))

    def settled(self) -> Self:
        """Return the same with what depends on all cases together, once it is known which they are."""
        return self

    def stamped(self, guid: str) -> Self:
        """Return the same with the canary in every line."""
        return replace(self, cases={category: stamped(entries, guid) for category, entries in self.cases.items()})

    def public(self) -> Self:
        """Return the same without its gold."""
        return replace(self, cases=self.without_gold(self.cases))

    def lines(self) -> Mapping[Path, Sequence[Line]]:
        """Return the lines of every JSONL file of the folder, but for what people said."""
        return self.lines_at(self.family.lines, self.cases)

    def files(self) -> Mapping[Path, bytes]:
        """Return the content of every other file of the folder that is no source."""
        return {}

    def parts(self) -> Sequence[Part]:
        """Return the parts for loaders."""
        return parts_of(self.cases)

    def lines_at(self, folder: Path, cases: Cases) -> dict[Path, Sequence[Line]]:
        """Return the files of categories in a folder, with their lines."""
        return {folder / self.family.categories[category].file: entries for category, entries in cases.items()}

    def without_gold(self, cases: Cases) -> dict[str, list[Line]]:
        """Return the public lines of cases."""
        public_line = self.family.release.public_line
        return {category: [public_line(entry) for entry in entries] for category, entries in cases.items()}


def only(cases: Cases, data_ids: Collection[str]) -> dict[str, list[Line]]:
    """Return the cases of these ids, and the categories that still have one."""
    chosen = {
        category: [each for each in entries if each["data_id"] in data_ids] for category, entries in cases.items()
    }
    return {category: entries for category, entries in chosen.items() if entries}
