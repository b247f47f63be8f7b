"""A form as Label Studio's tags, and a verdict as the regions that those tags make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as Xml

from company.errors import ReviewError
from company.reviewing.kinds import FormName, ReviewKind, Ticks
from human_review.forms import FORMS, as_text
from human_review.interchange.accounts import shown, words
from human_review.interchange.answers import CHANGED, FLAGS, NONE, ORDER, REASONS, SCORE, VERDICT, answers, verdict
from human_review.verdicts import Said

RECORD, OPTIONS = "record", "options"
"""Names of the tags that answers are about."""
TALK, SHEET, FIGURE = "talk", "sheet", "figure_"
"""The same of what is read: the conversation, what stands beside it, and figures by their number."""
_NOW = "now_"
_SHOWN = "shown_"
_TYPES = {VERDICT: "choices", FLAGS: "choices", ORDER: "ranker", SCORE: "number"}
"""Types of regions; all others are texts."""
Region = dict[str, Any]


@dataclass(frozen=True)
class Layout:
    """What the tasks of a project show."""

    fields: tuple[str, ...] = ()
    """Of the record, as texts."""
    talk: bool = False
    """Whether there is a conversation."""
    sheet: bool = False
    """Whether something stands beside it, such as the table and options."""
    figures: int = 0


def interface(kind: ReviewKind, form: FormName, layout: Layout) -> str:
    """Return the labelling interface of all items of a kind on a form, as XML."""
    view = Xml.Element("View")
    _add(view, "Header", value=kind.question)
    _show(view, layout)
    _ask(view, kind, form)
    Xml.indent(view)
    return Xml.tostring(view, encoding="unicode") + "\n"


def _show(view: Xml.Element, layout: Layout) -> None:
    _add(view, "Text", name=RECORD, value=f"${RECORD}")
    if layout.talk:
        _add(view, "Paragraphs", name=TALK, value=f"${TALK}", layout="dialogue", nameKey="author", textKey="text")
    for number in range(1, layout.figures + 1):
        _add(view, "Image", name=f"{FIGURE}{number}", value=f"${FIGURE}{number}", zoom="true")
    for field in layout.fields:
        _add(view, "Header", value=field.replace("_", " "))
        _add(view, "Text", name=f"{_SHOWN}{field}", value=f"${_SHOWN}{field}")
    if layout.sheet:
        _add(view, "HyperText", name=SHEET, value=f"${SHEET}", inline="true")


def _ask(view: Xml.Element, kind: ReviewKind, form: FormName) -> None:
    if form in ("choose", "rank"):
        _add(view, "List", name=OPTIONS, value=f"${OPTIONS}", title="Options")
    match form:
        case "judge":
            _one_of(view, FORMS[form].says)
            _ask_changes(view, kind)
            _ask_texts(view, REASONS, _why(kind), when="reject")
        case "choose":
            _add(view, "Choices", name=VERDICT, toName=RECORD, choice="single", required="true", value="$choices")
            _ask_texts(view, REASONS, _why(kind), when=NONE)
        case "keep":
            _one_of(view, FORMS[form].classes)
        case "answer":
            _one_of(view, FORMS[form].classes)
            for ticks in kind.ticks:
                _add(view, "Header", value=f"{ticks.heading} {'; '.join(_ticked(ticks))}")
            tag = _add(view, "Choices", name=FLAGS, toName=RECORD, choice="multiple", required="false")
            for flag in kind.flags:
                _add(tag, "Choice", value=flag)
        case "rank":
            _add(view, "Ranker", name=ORDER, toName=OPTIONS)
        case "score":
            _add(view, "Number", name=SCORE, toName=RECORD, min="0", max="100", step="any", required="true")


def shown_in(fields: Mapping[str, str], body: Mapping[str, Any], kind: ReviewKind, form: FormName) -> dict[str, Any]:
    """Return the part of a task's data that the interface shows."""
    data: dict[str, Any] = {f"{_SHOWN}{name}": text for name, text in fields.items()}
    data |= {f"{_NOW}{name}": as_text(body.get(name)) for name in words(kind, form)}
    options = body.get("options", [])
    if form in ("choose", "rank"):
        data[OPTIONS] = [{"id": each["id"], "title": each["id"], "body": _described(each, kind)} for each in options]
    if form == "choose":
        data["choices"] = [{"value": value} for value in [*(each["id"] for each in options), NONE]]
    return data


def regions(said: Said, kind: ReviewKind, form: FormName, body: Mapping[str, Any], mark: str) -> list[Region]:
    """Return a verdict as the regions of an annotation; the regions' ids begin with `mark`."""
    given = answers(said, kind, form, body)
    return [_region(f"{mark}-{number}", *each) for number, each in enumerate(given.items(), 1)]


def _region(name: str, tag: str, value: Any) -> Region:
    of = _TYPES.get(tag, "textarea")
    told = {ORDER: value} if of == "ranker" else value
    about = {"from_name": tag, "to_name": OPTIONS if of == "ranker" else RECORD}
    return {"id": name, **about, "type": of, "value": {"text" if of == "textarea" else of: told}}


def values(found: Sequence[Region]) -> dict[str, Any]:
    """Tag → what was given on it. Raises ReviewError for what is no list of regions."""
    given: dict[str, Any] = {}
    for region in found:
        try:
            of = region["type"]
            given[region["from_name"]] = region["value"]["text" if of == "textarea" else of]
        except (KeyError, TypeError):
            raise ReviewError("a result without from_name, type or value; export the project as JSON again") from None
    order = given.get(ORDER)
    # Older versions give the list alone, newer ones a dictionary of one list.
    if isinstance(order, dict) and len(order) == 1:
        given[ORDER] = next(iter(order.values()))
    return given


def said(found: Sequence[Region], kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> Said:
    """Return the verdict that an annotation is. Raises ReviewError where it is none, or contradicts itself."""
    return verdict(values(found), kind, form, body)


def _described(option: Mapping[str, Any], kind: ReviewKind) -> str:
    return "\n\n".join(f"{name}: {text}" for name, text in shown(option, kind).items())


def _one_of(view: Xml.Element, choices: Iterable[str]) -> None:
    tag = _add(view, "Choices", name=VERDICT, toName=RECORD, choice="single", required="true")
    for choice in choices:
        _add(tag, "Choice", value=choice)


def _ask_changes(view: Xml.Element, kind: ReviewKind) -> None:
    when = {"visibleWhen": "choice-selected", "whenTagName": VERDICT, "whenChoiceValue": "edit"}
    inner = _add(view, "View", **when)
    if not words(kind, "judge"):
        _add(inner, "Header", value="It is edited on the review page alone, since code in it has to be run")
    for name in words(kind, "judge"):
        _add(inner, "Header", value=f"New {name.replace('_', ' ')}")
        told = {"maxSubmissions": "1", "editable": "true", "rows": "4", "value": f"${_NOW}{name}"}
        _add(inner, "TextArea", name=f"{CHANGED}{name}", toName=RECORD, **told)


def _ticked(ticks: Ticks) -> list[str]:
    return [flag if flag == words else f"{flag}: {words}" for flag, words in ticks.flags.items()]


def _why(kind: ReviewKind) -> str:
    such = f", such as: {'; '.join(kind.reasons)}" if kind.reasons else ""
    return f"Why, a reason at a time{such}"


def _ask_texts(view: Xml.Element, name: str, ask: str, when: str = "") -> None:
    inner = view
    if when:
        told = {"visibleWhen": "choice-selected", "whenTagName": VERDICT, "whenChoiceValue": when}
        inner = _add(view, "View", **told)
    _add(inner, "Header", value=ask)
    _add(inner, "TextArea", name=name, toName=RECORD, editable="true")


def _add(parent: Xml.Element, tag: str, **attributes: str) -> Xml.Element:
    return Xml.SubElement(parent, tag, attributes)
