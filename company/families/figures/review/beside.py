"""What reviewers of figures are shown beside a record, and what their edits of words have to keep."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.archive import Archive
from company.errors import ReviewError
from company.families.figures.files import candidate_of
from company.families.figures.gate.complaints import words_fault
from company.families.figures.records import Drawing, Replacement, Sight
from company.families.figures.review.element_names import spoken_names
from company.families.figures.stages.aligning import elements_of
from company.families.figures.stages.sources import coded_source_in
from company.records import Record
from company.reviewing.kinds import Body
from human_review.web.posted import Posted, unless_same

_SENTENCE = re.compile(r"\S(?:`[^`]*`|“[^”]*”|[.!?](?=\S)|[^.!?`“])*[.!?]*")
"""Names of columns and texts in quotes may have full stops of their own."""
Words = Mapping[str, str]


@dataclass(frozen=True)
class Sentence:
    """A sentence of a query, with the elements of the figure that it asks for."""

    number: int
    text: str
    elements: tuple[int, ...]


@dataclass(frozen=True)
class Element:
    """An element of a figure, with the words that ask for it."""

    number: int
    name: str
    """In words."""
    value: str
    quote: str
    """Empty where nothing asks for it."""
    needed: bool
    """Whether it has to be asked for."""
    is_colour: bool
    sentences: tuple[int, ...]


def figures_of_parent(archive: Archive, body: Body, sibling: int | None) -> Sequence[bytes]:
    """Return what words are about: the picture, and of a figure whose values were replaced the old one as well."""
    parent = str(body.get("parent") or "")
    about = _found(archive, parent)
    old = archive.figures(about.original) if isinstance(about, Replacement) and about.replaced else []
    return [*archive.figures(parent), *old]


def figures_of_drawing(archive: Archive, body: Body, sibling: int | None) -> Sequence[bytes]:
    """Return what was drawn, and what its words were written about where that is another figure."""
    drawn, drawing = str(body["id"]), bool(body.get("as_original", True))
    about = [] if drawing else archive.figures(coded_source_in(archive, candidate_of(drawn)).id)[-1:]
    return [*archive.figures(drawn)[-1:], *about]


def figures_of_aligned(archive: Archive, body: Body, sibling: int | None) -> Sequence[bytes]:
    """Return what was drawn from words; of a picture, that itself."""
    parent = str(body.get("parent") or "")
    return archive.figures(parent) or archive.figures(f"{candidate_of(str(body['id']))}.sight")


def elements_beside(archive: Archive, body: Body) -> Mapping[str, Any]:
    """Return the sentences of a query and the elements of its figure, each with what belongs to it of the other."""
    told = {each["element"]: each["quote"] for each in body["requirements"]}
    known = _elements(archive, body)
    names = spoken_names(each["element"] for each in known)
    query = str(body["words"]["simple"])
    sentences = [(found.start(), found.end(), found.group()) for found in _SENTENCE.finditer(query)]
    elements = [
        Element(
            number,
            names[each["element"]],
            each["value"],
            told.get(each["element"], ""),
            each["aspect"] in ("type", "data"),
            each["aspect"] == "colour",
            _holding(query, told.get(each["element"], ""), sentences),
        )
        for number, each in enumerate(known, start=1)
    ]
    return {
        "sentences": [
            Sentence(number, text, tuple(each.number for each in elements if number in each.sentences))
            for number, (_, _, text) in enumerate(sentences, start=1)
        ],
        "elements": elements,
    }


def _holding(query: str, quote: str, sentences: Sequence[tuple[int, int, str]]) -> tuple[int, ...]:
    """Return the numbers of the sentences in which a quote stands."""
    start = query.find(quote) if quote else -1
    if start < 0:
        return ()
    end = start + len(quote)
    return tuple(number for number, (low, high, _) in enumerate(sentences, start=1) if low < end and start < high)


def _elements(archive: Archive, body: Body) -> list[dict[str, str]]:
    drawing = _found(archive, str(body.get("parent") or ""))
    if isinstance(drawing, Drawing):
        return elements_of(drawing.portrait)
    sight = _found(archive, f"{candidate_of(str(body['id']))}.sight")
    return [each.model_dump() for each in sight.elements] if isinstance(sight, Sight) else []


def _found(archive: Archive, record: str) -> Record | None:
    return archive.get(record) if archive.status(record) is not None else None


def edited_words(body: Body, posted: Posted) -> dict[str, Any]:
    """Return both queries as a form leaves them. Raises ReviewError for words that no query may have."""
    before: Words = body["words"]
    words = {level: unless_same(posted.text(f"changes.words.{level}"), before[level]) for level in before}
    for level, text in words.items():
        if not text.strip():
            raise ReviewError(f"the {level} query is empty; write it, or reject the record")
        if fault := words_fault(text):
            raise ReviewError(f"the {level} query: {fault}")
    return {"words": words}


def edited_aligned(body: Body, posted: Posted) -> dict[str, Any]:
    """Return the same of words whose parts are quoted. Raises ReviewError where a quote stands there no longer."""
    found = edited_words(body, posted)
    names = spoken_names(each["element"] for each in body["requirements"])
    for each in body["requirements"]:
        if each["quote"] not in found["words"]["simple"]:
            raise ReviewError(
                f"“{each['quote'][:120]}” asks for {names[each['element']]} and is to stay in the simple query "
                "as it stands; change other words, or reject the record"
            )
    return found
