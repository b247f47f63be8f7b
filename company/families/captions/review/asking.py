"""The questions about a caption set: its six captions in order, and each caption, twins among them, by itself.

What people see is the figure and texts. Who wrote a caption, what it claims, which errors were planted in it, and which
caption is a twin is no part of a question.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from company.archive import Archive
from company.families.captions.body import place_of_id, shown_of
from company.families.captions.records import CaptionCase, Figure
from company.families.captions.spoiling import cropped
from company.records import Record
from company.reviewing import Question, Questions
from company.reviewing.elsewhere import Part, Reading
from company.reviewing.kinds import Body
from company.reviewing.questions import Side

Line = Mapping[str, Any]


class _OfSets(Questions):
    """Questions about cases that ask for a ranking; choices are for models alone."""

    of = "case"

    def about(self, record: Record) -> Sequence[Question]:
        """Return the questions about a case."""
        assert isinstance(record, CaptionCase), "people are asked about cases of captions"
        return list(self.asked(record.entry)) if record.asks == "ranking" else []

    @abstractmethod
    def asked(self, line: Line) -> Iterator[Question]:
        """Yield the questions about a case's line."""


class OfSet(_OfSets):
    """Which of the six helps most?"""

    def asked(self, line: Line) -> Iterator[Question]:
        """Yield the one question: the captions in the order of their ids, which tells nothing."""
        captions = sorted(line["captions"], key=place_of_id)
        body = {
            **_figure(line),
            "id": line["data_id"],
            "paragraphs": [each["text"] for each in line["paragraphs"]],
            "options": [{"id": each["id"], "text": each["text"]} for each in captions],
        }
        sides = _sides(line)
        yield Question(line["data_id"], body, tuple(sides[each["id"]] for each in captions if each["id"] in sides))


class OfCaption(_OfSets):
    """Does this one help?"""

    def asked(self, line: Line) -> Iterator[Question]:
        """Yield a question for each caption and each twin."""
        sides, errors = _sides(line), _errors(line)
        for each in shown_of(line):
            name = f"{line['data_id']}.{each['id']}"
            own = (sides[each["id"]],) if each["id"] in sides else ()
            yield Question(name, {**_figure(line), "id": name, "text": each["text"]}, own, errors[each["id"]])


def _figure(line: Line) -> dict[str, Any]:
    return {"figure": line["figure"].rpartition("/")[2].removesuffix(".png"), "figure_name": line["figure_name"]}


def _sides(line: Line) -> dict[str, Side]:
    """Return what captions with twins and these twins have in common, by their ids, with each as a side of it."""
    pairs = [(twin["of"], twin["id"]) for twin in line["twins"]]
    return {shown: (f"{line['data_id']} {of}", shown) for of, twin in pairs for shown in (of, twin)}


def _errors(line: Line) -> dict[str, tuple[str, ...]]:
    """Return the errors that were planted in what is shown, by ids; a twin has those of the figure."""
    own = {each["id"]: tuple(each["errors"]) for each in line["captions"]}
    twins = {each["id"]: tuple(error for error in own[each["of"]] if error != "text") for each in line["twins"]}
    return own | twins


def pictures(archive: Archive, body: Body, sibling: int | None) -> Sequence[bytes]:
    """Return the picture that is asked about, as it is published: cut, where that is its error."""
    figure = archive.get(str(body["figure"]))
    cut = figure.cut if isinstance(figure, Figure) else None
    return [cropped(each, cut) for each in archive.figures(figure.id)] if sibling is None else []


def set_elsewhere(archive: Archive, body: Body) -> Reading:
    """Return the paragraphs of a set for other tools; its captions are the options there."""
    told = tuple(Part(f"Paragraph {at}", text) for at, text in enumerate(body["paragraphs"], 1))
    return Reading(parts=told, figure=True)


def caption_elsewhere(archive: Archive, body: Body) -> Reading:
    """Return a caption for other tools."""
    return Reading(parts=(Part(f"Caption of {body['figure_name']}", str(body["text"])),), figure=True)
