"""Every line that a run of figures writes down, in the order of its life.

Table → Repertoire → Candidate → Original → Query → Revision (two) → Drawing → Alignment → Case

Of statistical plots, Table → Script → Measurement → Extract; and, once all are read, Table → SampledPlot → Case.

Of scripts, Table stands for their folder: Table → Script → Original; and, once all are read, Table → Candidate →
Replacement → Query, and so on. Of pictures: Table → Picture; Table → Candidate → Sight → Query → Revision (two) →
Alignment → Case.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from company.families.figures.categories import PLOT
from company.families.figures.types import Difficulty, Half
from company.records import Case, Frozen, Record
from company.tables.record import Table

Level = Literal["simple", "expert"]
"""The two queries for a figure: what is to be seen, and step by step how it comes about."""


class Unfit(Frozen):
    """A type of plot that a table cannot carry."""

    type: str
    reason: str


class Words(Frozen):
    """What is asked for, twice."""

    simple: str
    expert: str


class Change(Frozen):
    """What a reviser has changed in a query."""

    of: Level
    old: str
    """The words as they stood there; empty where something was added at the end."""
    new: str
    reason: str


class Requirement(Frozen):
    """Something that is asked of a figure, with the words of the query that ask for it."""

    aspect: Literal["text", "order", "colour", "type", "data"]
    element: str
    """As `company.results.likeness.elements` names it."""
    value: str
    quote: str


class Repertoire(Record):
    """Which types of plot a table can carry."""

    kind: Literal["repertoire"] = "repertoire"
    fitting: tuple[str, ...]
    unfit: tuple[Unfit, ...]


class DataFile(Frozen):
    """A file with data, as it lies in a folder of its own."""

    name: str
    sha256: str
    rows: int = 0
    columns: dict[str, str] = Field(default_factory=dict)
    """Of a table: column → its dtype."""


class Script(Record):
    """A script that a run was given."""

    kind: Literal["script"] = "script"
    name: str
    path: str
    """In the folder that it is from."""
    code: str
    files: dict[str, str] = Field(default_factory=dict)
    """The data files that it reads: name → SHA-256."""
    folder: str = ""
    """What the run keeps them in, where that is not called as it is."""

    @property
    def place(self) -> str:
        """The folder that holds its files, among what the run was given."""
        return self.folder or self.name


class Candidate(Record):
    """A figure that is wanted: of which type, and how difficult."""

    kind: Literal["candidate"] = "candidate"
    plot_type: str = ""
    """Empty of a picture that nobody has looked at."""
    difficulty: Difficulty | None = None
    original: str = ""
    """The original that was chosen; empty where it is still to be drawn."""


class Original(Record):
    """Code that draws a figure: of the wanted type over the table, or a script of somebody's."""

    kind: Literal["original"] = "original"
    plot_type: str
    difficulty: Difficulty
    code: str
    portrait: dict[str, Any]
    script: str = ""
    """The script that it is; empty where staff drew it."""


class Replacement(Record):
    """An original whose values stand in files, where others have taken their place if that was wanted."""

    kind: Literal["replacement"] = "replacement"
    plot_type: str
    difficulty: Difficulty
    code: str
    """It reads `files`."""
    portrait: dict[str, Any]
    original: str
    """The original that it was made of."""
    files: tuple[DataFile, ...]
    replaced: bool


class Picture(Record):
    """A picture that a run was given; nobody has the code that drew it."""

    kind: Literal["picture"] = "picture"
    name: str
    path: str
    """In the folder that it is from."""
    sha256: str
    files: tuple[DataFile, ...] = ()


class Element(Frozen):
    """Something on a picture that is to be asked for."""

    aspect: Literal["text", "colour", "type", "data"]
    element: str
    value: str


class Sight(Record):
    """What somebody who sees a picture says is on it: all that is known of it."""

    kind: Literal["sight"] = "sight"
    picture: str
    """The id of the picture."""
    sha256: str
    plot_type: str
    difficulty: Difficulty
    panels: int
    values: int
    files: tuple[DataFile, ...]
    elements: tuple[Element, ...]


class Query(Record):
    """What asks for the original, in words."""

    kind: Literal["query"] = "query"
    words: Words


class Revision(Record):
    """The query once somebody has revised it; nothing to change is an answer, too."""

    kind: Literal["revision"] = "revision"
    by: Literal["client", "data_scientist"]
    words: Words
    changes: tuple[Change, ...]


class Drawing(Record):
    """The figure that was drawn from the words alone, and is the reference."""

    kind: Literal["drawing"] = "drawing"
    plot_type: str
    words: Words
    code: str
    portrait: dict[str, Any]
    as_original: bool
    """Whether it shows what the original shows."""
    as_simple: bool | None
    """Whether what was drawn from the simple query alone shows the same; None where nobody was asked."""


class Alignment(Record):
    """The figure element by element beside the words that ask for it, as three have aligned them."""

    kind: Literal["alignment"] = "alignment"
    words: Words
    requirements: tuple[Requirement, ...]
    added: tuple[str, ...] = ()
    """Sentences that were added, since nothing in the query asked for what is drawn."""


class Measurement(Record):
    """A script that draws one figure, the same each time, with what is counted on it."""

    kind: Literal["measurement"] = "measurement"
    plot_type: str
    category: str
    difficulty: Difficulty
    aspect: float
    """Of the picture: width by height."""
    code: str
    portrait: dict[str, Any]
    script: str
    path: str
    """Of the script, in the folder that it is from."""
    step: str = ""
    """The filter that refuses it, where one does."""
    why: str = ""


class Extract(Record):
    """What was extracted from a script that draws a plot: a table, a description, and what speaks against it."""

    kind: Literal["extract"] = "extract"
    description: str
    table: str
    """As CSV."""
    table_from: Literal["words", "figure"]
    """Whether whoever extracted it wrote the table, or it was read off the figure, since values were missing there."""
    difficulty: Difficulty
    """As it is counted."""
    said_difficulty: Difficulty
    """As whoever extracted it says."""
    step: str = ""
    """The filter that refuses the script, where one does."""
    why: str = ""
    said_step: str = ""
    """What speaks against it in the words of whoever extracted it: the same names of filters, or none."""

    @property
    def differs(self) -> bool:
        """Whether code and whoever extracted it differ in whether the plot will do."""
        return bool(self.step) != bool(self.said_step)


class SampledPlot(Record):
    """A plot that was drawn into the sample, for one of its halves."""

    kind: Literal["sampled_plot"] = "sampled_plot"
    extract: str
    half: Half


class FigureCase(Case):
    """A query with data, and the figure that answers it."""

    kind: Literal["case"] = "case"

    @property
    def category(self) -> str:
        """Statistical plots count as one category, whichever half they are of."""
        return PLOT if "half" in self.entry else "figure"


class Rating(Record):
    """A figure that a model drew for a case, which people rate; the run keeps apart which model it was."""

    kind: Literal["rating"] = "rating"
    query: str


_KINDS: tuple[type[Record], ...] = (
    Table,
    Repertoire,
    Script,
    Candidate,
    Original,
    Replacement,
    Picture,
    Sight,
    Query,
    Revision,
    Drawing,
    Alignment,
    Measurement,
    Extract,
    SampledPlot,
    FigureCase,
    Rating,
)
RECORDS: Mapping[str, type[Record]] = {kind.model_fields["kind"].default: kind for kind in _KINDS}
"""Kind → type, in the order of a record's life."""
