"""Every line that a run of captions writes down, in the order of its life.

Table → Paper → Figure, Section → Passage → Drafts → CaptionSet → Case
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from company.records import Case, Frozen, Record
from company.tables.record import Table

Writer = Literal["author", "paragraphs", "paragraphs_texts", "texts", "picture", "template"]
"""Who writes a caption, by what it is told (the seed, section 3)."""
WRITERS: tuple[Writer, ...] = get_args(Writer)
Chart = Literal["line", "bar", "panels"]
Aspect = Literal["ocr", "visual", "stats", "relation", "takeaway"]
"""What a claim speaks of (the seed, appendix B)."""
ASPECTS: tuple[Aspect, ...] = get_args(Aspect)
Mistake = Literal["image", "text", "chart", "compound"]
"""The four errors of the seed's table 4; all but the text's are the figure's, and so all six captions have them."""
MISTAKES: tuple[Mistake, ...] = get_args(Mistake)
Truth = Literal["true", "false", "unproved"]
Untruth = Literal["value", "label", "trend", "comparison", "outside"]
"""How a twin is made untrue."""
UNTRUTHS: tuple[Untruth, ...] = get_args(Untruth)
Category = Literal["ranking", "detection"]


class Given(Frozen):
    """A figure that a run does not draw: of a dialogue, by its code, or a picture of a folder."""

    name: str
    """The id of the turn, or the picture's file without its ending."""
    figure_name: str = ""
    """As its paper calls it, such as "Figure 2"; empty for one that a paper is written about."""
    question: str = ""
    code: str = ""
    caption: str = ""
    """By its author, where it has one."""
    paragraphs: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    """On the figure, of one that has no code."""
    chart: Chart = "line"
    sha256: str = ""
    """Of the picture, where it is one."""


class Planned(Frozen):
    """A figure that a paper is to have."""

    question: str
    """What it is to show, in one sentence."""
    columns: tuple[str, ...]
    """Of the table: along the horizontal axis, along the vertical one, and by which lines are told apart, if any."""
    given: str = ""
    """The name of a figure that is there already; empty for one that is to be drawn."""


class Claim(Frozen):
    """Something that a text says of a figure, with code that says whether it is so."""

    span: tuple[int, int]
    """Characters of the text, from 0, the end excluded."""
    aspects: tuple[Aspect, ...]
    code: str
    """An expression over `drawn`."""
    truth: Truth


class Paragraph(Frozen):
    """A paragraph that mentions figures."""

    text: str
    mentions: tuple[str, ...]
    """As it calls them, such as "Figure 2"."""
    claims: tuple[Claim, ...] = ()
    """Those on the figure that it is told for."""


class Draft(Frozen):
    """A caption as it was written."""

    writer: Writer
    text: str


class Caption(Frozen):
    """A caption with what it claims."""

    writer: Writer
    text: str
    claims: tuple[Claim, ...]


class Paper(Record):
    """What a results section is to be about."""

    kind: Literal["paper"] = "paper"
    title: str
    goal: str
    figures: tuple[Planned, ...]


class Figure(Record):
    """A figure that was drawn, twice, and showed the same."""

    kind: Literal["figure"] = "figure"
    name: str
    """As texts call it, such as "Figure 2"."""
    question: str
    columns: tuple[str, ...]
    chart: Chart
    charts: tuple[Chart, ...] = ("line",)
    """The kinds that were wanted; another one is an error that was made on purpose."""
    given: str = ""
    """The name of the figure that was given; empty for one that was drawn."""
    cut: tuple[float, float, float, float] | None = None
    """Of a picture that is published cut: left, top, right and bottom of what remains, as shares."""
    code: str
    """It reads the table and draws the figure; empty for a picture that was given."""
    digest: str
    """Over what is drawn, or of the picture."""
    drawn: tuple[dict[str, Any], ...]
    """What it shows, as `company.results.figures.pages` has it."""
    texts: tuple[str, ...]
    """Every text in it."""

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The errors that it was given."""
        of_chart: dict[Chart, tuple[Mistake, ...]] = {"line": (), "bar": ("chart",), "panels": ("compound",)}
        made = () if self.chart in self.charts else of_chart[self.chart]
        return (*made, *(("image",) if self.cut else ()))


class Section(Record):
    """The figures of a paper that came out."""

    kind: Literal["section"] = "section"
    figures: tuple[str, ...]
    """Their ids."""
    unmentioned: tuple[str, ...] = ()
    """Ids of those that no paragraph is to mention."""

    @property
    def made_from(self) -> tuple[str, ...]:
        """Ids of the paper and of its figures."""
        return (*super().made_from, *self.figures)


class Passage(Record):
    """What a results section says of one figure."""

    kind: Literal["passage"] = "passage"
    figure: str
    """Its id."""
    paragraphs: tuple[Paragraph, ...]

    @property
    def made_from(self) -> tuple[str, ...]:
        """Ids of the section and of the figure."""
        return (*super().made_from, self.figure)


class Drafts(Record):
    """Six captions of a figure as they were written."""

    kind: Literal["draft"] = "draft"
    figure: str
    captions: tuple[Draft, ...]


class CaptionSet(Record):
    """Six captions of a figure with their claims, which were executed."""

    kind: Literal["caption_set"] = "caption_set"
    figure: str
    captions: tuple[Caption, ...]


class CaptionCase(Case):
    """A caption set that is ranked, or four captions of which one is untrue."""

    kind: Literal["case"] = "case"
    asks: Category

    @property
    def category(self) -> Category:
        """What is asked."""
        return self.asks


_KINDS: tuple[type[Record], ...] = (Table, Paper, Figure, Section, Passage, Drafts, CaptionSet, CaptionCase)
RECORDS: Mapping[str, type[Record]] = {kind.model_fields["kind"].default: kind for kind in _KINDS}
"""Kind → type, in the order of a record's life."""
