"""How the cases of a family become a folder for strangers, and how that folder is read, judged and told of.

A small family says which `fields` its lines have, which of them are `gold`, and what `gate` judges a case by; all the
rest has defaults, which do for lines that need neither tables nor code nor anything else beside them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from company.benchmark.canary import FIELD as CANARY
from company.benchmark.gate import GateReport
from company.benchmark.publishing.draft import Cases, Draft, Line, Source
from company.benchmark.publishing.plain_card import plain_card
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts
from company.benchmark.withholding.gold import SHORTEST, paragraphs_of, squashed, texts_in
from company.errors import ConfigError

if TYPE_CHECKING:
    import pandas as pd

    from company.archive import Archive
    from company.benchmark.publishing.authorship import Origin
    from company.benchmark.publishing.giving import Giving
    from company.benchmark.reading import Benchmark
    from company.family.family import Family
    from company.records import Case
    from company.sandbox import Sandbox

FrameKind = str
"""The type of a frame's column: str, object, int64, Int64, float64 or bool."""


@dataclass(frozen=True)
class Release(ABC):
    """What rooms that release, read and verify benchmarks ask a family."""

    family: Family

    # a line, and how a stranger's is read

    fields: ClassVar[tuple[str, ...]]
    """The fields that every line has, `data_id` first; further ones are passed on as they are."""
    gold: ClassVar[tuple[str, ...]]
    """Those of them that a public folder, whose gold is held back, does without."""
    shown: ClassVar[tuple[str, ...]] = ()
    """Further fields that some lines have, and that a public folder shows; all others are gold."""
    folders: ClassVar[tuple[Path, ...]] = ()
    """Folders that each exported folder has beside that of the lines."""

    line_folders: ClassVar[tuple[Path, ...]] = ()
    """Folders that hold lines of cases once more, in files named as those of the categories."""
    shown_folders: ClassVar[tuple[Path, ...]] = ()
    """Folders of a public folder, beside its resources, whose files are shown as they are, such as images."""

    @property
    def public_fields(self) -> tuple[str, ...]:
        """The fields that a public line may have."""
        return (*(name for name in self.fields if name not in self.gold), *self.shown, CANARY)

    def public_line(self, line: Line) -> dict[str, Any]:
        """Return what a public folder shows of a line; of one that is public already, the same."""
        return {name: line[name] for name in self.public_fields if name in line}

    def may_lack(self, category: str) -> Sequence[str]:
        """Return the fields that lines of other authors may be without; they are read as empty texts."""
        return ()

    def is_case(self, line: Line) -> bool:
        """Return whether a line is a case; others that the format has in files of cases are passed over."""
        return True

    def wrong_fields(self, line: Line, fields: Sequence[str], empty: Collection[str]) -> list[str]:
        """Return the `fields` of a line, all of them there, whose value is not as the format says.

        Fields in `empty` were lacking, which is allowed. A data_id that is no text is always refused.
        """
        return []

    def body(self, line: Line) -> Any:
        """Return a line, which was checked, as the value that the family works with; by default the line itself."""
        return line

    def beside(self, folder: Path) -> Mapping[str, Any]:
        """Return what a folder holds beside its cases, by a name. Raises ArchiveError for what cannot be read."""
        return {}

    def elsewhere(self, folder: Path) -> Mapping[str, tuple[dict[str, Any], ...]] | None:
        """Return the lines, by category, of a folder in the layout of others that this family reads; else None.

        Raises ArchiveError for one that is damaged.
        """
        return None

    layouts: ClassVar[tuple[str, ...]] = ()
    """Layouts of others that a benchmark can be written in, too."""

    def write_layout(self, name: str, content: Benchmark, folder: Path) -> None:
        """Write a benchmark, read with its gold, into a folder in one of these layouts.

        Raises ConfigError where something else stands there.
        """
        raise NotImplementedError(f"{type(self).__name__} names layouts, and does not write them")

    def lines_beside(self, content: Benchmark) -> Sequence[Line]:
        """Return the lines beside the cases that have the canary, too."""
        return ()

    def cluster(self, data_id: str) -> str:
        """Return what a case shares with the cases that it is not independent of; its own id where there are none."""
        return data_id

    # the gate

    sandboxed: ClassVar[bool] = False
    """Whether the gate runs code, and so needs a sandbox."""
    controls: ClassVar[tuple[str, ...]] = ()
    """Kinds of wrong answers that the gate shows to checks."""

    @abstractmethod
    async def gate(self, line: Line, content: Benchmark, sandbox: Sandbox | None) -> GateReport:
        """Judge a case of a benchmark; `sandbox` is there where `sandboxed` says that it is needed."""

    def kind_of_control(self, label: str) -> str:
        """Return which of the `controls` a wrong answer is, by its label in what the gate measured."""
        return label

    def identity(self, line: Line) -> object:
        """Return the key by which two cases are the same case; by default, all public fields but the data_id."""
        return tuple(repr(line.get(name)) for name in self.public_fields if name not in ("data_id", CANARY))

    identical: ClassVar[str] = "asks the same"
    """What is said of a case that is the same as another, before "as" and that one's data_id."""

    def remarks(self, content: Benchmark) -> Sequence[str]:
        """Return what is worth a look in a benchmark with its gold, though no case fails for it, a line each."""
        return []

    def missing(self, content: Benchmark, recipes: Mapping[str, str]) -> Sequence[str]:
        """Return files that cases need and the folder has not, a line each; no case is judged without.

        `recipes` say how to get each source that the folder tells of, by its file's name.
        """
        return [
            f"{content.resource / file} is missing{recipe}"
            for file, recipe in recipes.items()
            if not (content.resource / file).is_file()
        ]

    # what runs give

    def sources(
        self, archive: Archive, folder: Path, origin: Origin, cases: Sequence[Case] | None = None
    ) -> Sequence[Source]:
        """Return the files that a run's cases were made of, or these `cases` of it."""
        return ()

    def name_of(self, cases: Sequence[Case]) -> str:
        """Return the name in the benchmark of a run without a source."""
        return self.family.name

    def draft(self, runs: Sequence[Giving], style: Any) -> Draft:
        """Return the draft of runs; `style` says how else cases are to be written, as far as the family allows it.

        Raises ArchiveError where the runs do not go together.
        """
        lines = [(case.category, case.entry) for run in runs for case in run.cases]
        cases = {name: [entry for category, entry in lines if category == name] for name in self.family.categories}
        kept = {name: entries for name, entries in cases.items() if entries}
        return Draft(self.family, kept, tuple(source for run in runs for source in run.sources))

    def style(self, history: int | None, *, noisy: bool) -> Any:
        """Return the style of cases whose prompts show so much of what was before them, as it went where `noisy`.

        Raises ConfigError for a family whose prompts show nothing of that.
        """
        raise ConfigError(f"prompts of {self.family.name} show no history; leave --history and --noisy out")

    def style_as_json(self, style: Any) -> Mapping[str, Any]:
        """Return a style as JSON for provenance.json."""
        return {}

    def style_from_json(self, told: Mapping[str, Any]) -> Any:
        """Return the style of which provenance.json says this. Raises what damage makes it raise."""
        return None

    # what is said of it

    title: ClassVar[str] = "Benchmark"
    """What a benchmark of this family is called, before the names of its sources."""
    what: ClassVar[str] = ""
    """What its cases are about, as "cases of …"; empty where there is nothing to add."""
    tags: ClassVar[tuple[str, ...]] = ("benchmark", "synthetic")
    """How hubs list it."""
    keywords: ClassVar[tuple[str, ...]] = ("benchmark",)

    def tasks(self, categories: Collection[str]) -> list[str]:
        """Return the tasks of its cases, in the words of hubs."""
        return ["text-generation"]

    def responsibility(self, publication: Publication) -> dict[str, Any]:
        """Return Croissant's fields of responsible AI on the origin of the data: those that are this family's."""
        return {}

    def card(self, draft: Draft, publication: Publication, reviewed: Reviewed | None, verdicts: Verdicts) -> str:
        """Return the card without its front matter, as Markdown about the draft's files alone."""
        return plain_card(draft, publication, reviewed, verdicts)

    # frames for notebooks

    frame: ClassVar[Mapping[str, FrameKind]] = {}
    """Columns of a case's row and their types, `data_id` among them; empty: one for each field."""
    frames: ClassVar[Mapping[str, Callable[[Benchmark], pd.DataFrame]]] = {}
    """Further frames, by name."""

    def row(self, category: str, line: Line) -> Mapping[str, Any]:
        """Return the row of a case."""
        return {**line, "category": category}

    # what gives gold away

    def publishable(self, cases: Cases) -> Cases:
        """Return the cases that can be asked in public beside one another; those that search finds go afterwards."""
        return cases

    def order_of_giving_way(self, category: str) -> int:
        """Return the order in which categories are left out, where one of two cases gives the other away."""
        return list(self.family.categories).index(category)

    def pieces(self, line: Line) -> tuple[str, ...]:
        """Return the parts of a case's gold that would betray it, squashed, of `SHORTEST` signs at least."""
        gold = [squashed(text) for name in self.gold for text in texts_in(line.get(name))]
        return tuple(dict.fromkeys(text for text in gold if len(text) >= SHORTEST))

    def paragraphs(self, text: str) -> frozenset[str]:
        """Return the parts of a text in which pieces are looked for, squashed."""
        return paragraphs_of(text)

    def tells_itself(self, line: Line) -> bool:
        """Return whether the public fields of a case give away its own gold."""
        return False

    def given_away(
        self, full: Benchmark, shown: Mapping[str, Sequence[str]], beside: Mapping[str, str]
    ) -> Iterator[str]:
        """Yield other leaks of gold, a line each: in texts of cases by data_id, and in the files beside them."""
        yield from ()
