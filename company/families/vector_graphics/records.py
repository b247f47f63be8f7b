"""Every line that a run of vector graphics writes down, in the order of its life.

Source → Brief → Drawing → Question → Reading → Case, and Drawing → Caption → Case
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from company.drawings.scenes import Format
from company.families.shared.choices.records import Choice
from company.families.vector_graphics.categories import category_of, parts_of_category
from company.records import Case, Frozen, Record

Proof = Literal["executed", "attested"]
"""How the right answer is known: executed on the drawing, or what the drawing was commissioned as."""


class Given(Frozen):
    """A drawing that a run was given: code of the user's folder, or a figure of another run."""

    file: str
    """Its path in the folder; of a figure, what its script is called."""
    form: Format
    sha256: str
    """Of the code; of a figure, of the script."""
    data: str = ""
    """Of a figure: the folder, among what the run was given, with the files that its script reads."""


class Source(Record):
    """Where drawings come from."""

    kind: Literal["source"] = "source"
    name: str
    given: tuple[Given, ...] = ()
    licence: str = ""


class _Targeted(Record):
    """A record that is made for a category of cases."""

    target: str
    """The category."""

    @property
    def form(self) -> Format:
        """Its format."""
        return parts_of_category(self.target)[0]

    @property
    def question_type(self) -> str:
        """The type of question, or "generation"."""
        return parts_of_category(self.target)[1]


class Brief(_Targeted):
    """What a drawing is to be, and what is to be asked about it."""

    kind: Literal["brief"] = "brief"
    theme: str
    """What is drawn, in a word or two; empty of a drawing that is given."""
    depicts: str = ""
    """What is to be seen, in a sentence."""
    length: int
    """The class of lengths, from 0."""
    file: str = ""
    """Of a drawing that is given."""


class Drawing(_Targeted):
    """Code that was drawn, without what tells and is not drawn."""

    kind: Literal["drawing"] = "drawing"
    theme: str
    code: str
    scene: dict[str, Any]
    """What it shows, as `company.drawings.scenes.as_json` has it."""


class Question(Record):
    """A question about a drawing, with four options."""

    kind: Literal["question"] = "question"
    target: str
    proof: Proof
    choice: Choice
    values: tuple[str | int, ...] = ()
    """What the code of each option comes to; none of attested ones."""
    changed: str = ""
    """The change to the drawing that changed the answer."""
    same: tuple[str, ...] = ()
    """How the drawing was written otherwise without a change to the answer."""


class Reading(Record):
    """How a question was answered by readers who do without the code."""

    kind: Literal["reading"] = "reading"
    target: str
    blind: tuple[bool, ...]
    """Of those who saw the question alone: whether each was right."""
    sighted: bool | None = None
    """Whether one who saw the picture, and was not told what it depicts, was right; None: nobody was asked."""


class Item(Frozen):
    """A fact that a drawing is to have."""

    fact: str
    """In words."""
    code: str
    """An expression over `scene`."""
    value: str | int
    """What it comes to."""


class Caption(Record):
    """Words from which a drawing can be drawn again."""

    kind: Literal["caption"] = "caption"
    target: str
    text: str
    checklist: tuple[Item, ...]
    met: tuple[bool, ...] = ()
    """Whether the drawing that somebody made from the caption alone has each fact that was proposed: the checklist has
    those that it has."""


class GraphicsCase(Case):
    """A question on a drawing, or a drawing to be made from a caption."""

    kind: Literal["case"] = "case"
    target: str
    for_people: bool = False
    """Whether people have to say that what is called right is so: neither is it executed, nor was the drawing composed
    with it by the built-in company, which knows what it draws."""

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write a case of the usual kind as it was written before there were others."""
        return {name: value for name, value in handler(self).items() if name != "for_people" or value}

    @property
    def category(self) -> str:
        """The format and the type of question."""
        return category_of(*parts_of_category(self.target))


_KINDS: tuple[type[Record], ...] = (Source, Brief, Drawing, Question, Reading, Caption, GraphicsCase)
RECORDS: Mapping[str, type[Record]] = {kind.model_fields["kind"].default: kind for kind in _KINDS}
"""Kind → type, in the order of a record's life."""
