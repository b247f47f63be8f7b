"""What staff are asked to reply with; the schema in a prompt is made from the type that reads the reply."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from company.records import Frozen


class PlannedFigure(Frozen):
    """A figure that a results section is to have."""

    question: str
    """What it is to show, in one sentence that names the columns by what they mean."""
    x: str
    """The column along the horizontal axis; its values have an order."""
    y: str
    """The column that is summed up along the vertical axis."""
    by: str = ""
    """The column that two to five lines are told apart by; empty for one line."""


class PaperPlan(Frozen):
    """The plan of a results section."""

    title: str
    goal: str
    """In one sentence, what its readers are to learn."""
    figures: tuple[PlannedFigure, ...] = Field(max_length=5)


class FigureCode(Frozen):
    """A script that draws one figure."""

    code: str


class SectionText(Frozen):
    """A results section."""

    paragraphs: tuple[str, ...] = Field(min_length=1, max_length=10)


class CaptionText(Frozen):
    """A caption."""

    caption: str = Field(min_length=1)


class FoundClaim(Frozen):
    """A claim that a text makes."""

    of: str
    """The id of the text."""
    quote: str
    """The words that make it, as they stand there."""
    code: str
    """One expression over `drawn` that is True if the claim holds."""
    aspects: tuple[Literal["visual", "relation", "takeaway"], ...] = ()


class FoundClaims(Frozen):
    """The claims of some texts."""

    claims: tuple[FoundClaim, ...]


class CaptionTexts(Frozen):
    """Several captions of one figure."""

    captions: tuple[str, ...] = Field(max_length=10)
