"""A form as Label Studio's tags, and a verdict as the regions that those tags make."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast
from xml.etree import ElementTree as Xml

from pydantic import ValidationError

from company.errors import ReviewError
from company.reviewing.kinds import FormName, ReviewKind
from human_review.forms import FORMS, as_text
from human_review.interchange.accounts import shown, words
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Reply, Said, Score

NONE = "none of them"
"""Said of options that are all to be rejected."""
VERDICT, REASONS, FLAGS, ORDER, SCORE, RECORD, OPTIONS = (
    "verdict",
    "reasons",
    "flags",
    "order",
    "score",
    "record",
    "options",
)
"""Names of tags."""
_CHANGED = "new_"
_NOW = "now_"
_SHOWN = "shown_"
Region = dict[str, Any]


def interface(kind: ReviewKind, form: FormName, fields: Iterable[str]) -> str:
    """Return the labelling interface of all items of a kind on a form, as XML; `fields` are shown."""
    view = Xml.Element("View")
    _add(view, "Text", name=RECORD, value=f"${RECORD}")
    for field in fields:
        _add(view, "Header", value=field.replace("_", " "))
        _add(view, "Text", name=f"{_SHOWN}{field}", value=f"${_SHOWN}{field}")
    if form in ("choose", "rank"):
        _add(view, "List", name=OPTIONS, value=f"${OPTIONS}", title="Options")
    match form:
        case "judge":
            _one_of(view, FORMS[form].says)
            _ask_changes(view, kind)
            _ask_texts(view, REASONS, "Why, a reason at a time", when="reject")
        case "choose":
            _add(view, "Choices", name=VERDICT, toName=RECORD, choice="single", required="true", value="$choices")
            _ask_texts(view, REASONS, "Why none of them, a reason at a time", when=NONE)
        case "keep":
            _one_of(view, FORMS[form].classes)
        case "answer":
            _one_of(view, FORMS[form].classes)
            _ask_texts(view, FLAGS, "What else was noticed, a remark at a time")
        case "rank":
            _add(view, "Ranker", name=ORDER, toName=OPTIONS)
        case "score":
            _add(view, "Number", name=SCORE, toName=RECORD, min="0", max="100", step="any", required="true")
    Xml.indent(view)
    return Xml.tostring(view, encoding="unicode") + "\n"


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
    made: list[tuple[str, str, Any]] = []
    match said:
        case Accept():
            made = [(VERDICT, "choices", ["accept"])]
        case Edit(changes=changes):
            made = [(VERDICT, "choices", ["edit"])]
            for name in words(kind, form):
                made.append((f"{_CHANGED}{name}", "textarea", [as_text(changes.get(name, body.get(name)))]))
        case Reject(reasons=reasons):
            made = [(VERDICT, "choices", ["reject" if form == "judge" else NONE])]
            made.append((REASONS, "textarea", list(reasons)))
        case Choose(option=option):
            made = [(VERDICT, "choices", [option])]
        case Keep(keep=keep):
            made = [(VERDICT, "choices", ["keep" if keep else "drop"])]
        case Answer(reply=reply, flags=flags):
            made = [(VERDICT, "choices", [reply])]
            made += [(FLAGS, "textarea", list(flags))] if flags else []
        case Rank(order=order):
            made = [(ORDER, "ranker", {ORDER: list(order)})]
        case Score(score=score):
            made = [(SCORE, "number", score)]
    key = {"textarea": "text"}
    return [
        {
            "id": f"{mark}-{number}",
            "from_name": name,
            "to_name": OPTIONS if kind_of == "ranker" else RECORD,
            "type": kind_of,
            "value": {key.get(kind_of, kind_of): value},
        }
        for number, (name, kind_of, value) in enumerate(made, 1)
    ]


def values(found: Sequence[Region]) -> dict[str, Any]:
    """Tag → what was given on it. Raises ReviewError for what is no list of regions."""
    given: dict[str, Any] = {}
    for region in found:
        try:
            of = region["type"]
            given[region["from_name"]] = region["value"]["text" if of == "textarea" else of]
        except (KeyError, TypeError):
            raise ReviewError("a result without from_name, type or value; export the project as JSON again") from None
    return given


def said(found: Sequence[Region], kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> Said:
    """Return the verdict that an annotation is. Raises ReviewError where it is none, or contradicts itself."""
    given = values(found)
    try:
        return _said(given, kind, form, body)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ReviewError(f"{place}: {first['msg']}; complete the annotation") from None


def _said(given: Mapping[str, Any], kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> Said:
    reasons = tuple(_texts(given.get(REASONS, ())))
    match form, _chosen(given, form):
        case (("rank" | "score"), _):
            return _measured(given, form)
        case "judge", "edit":
            return _edit(given, kind, form, body)
        case "judge", "accept":
            if changed := _changes(given, kind, form, body):
                raise ReviewError(
                    f"accepted, and yet {', '.join(changed)} was changed; choose edit, or undo the change"
                )
            return Accept()
        case ("judge", "reject") | ("choose", "none of them"):
            return Reject(reasons=reasons)
        case "choose", option:
            return Choose(option=option)
        case "keep", ("keep" | "drop") as word:
            return Keep(keep=word == "keep")
        case "answer", reply:
            return Answer(reply=cast(Reply, reply), flags=tuple(_texts(given.get(FLAGS, ()))))
        case _, word:
            raise ReviewError(f"{word!r} is no verdict on the form {form!r}; use the interface that was exported")


def _chosen(given: Mapping[str, Any], form: FormName) -> str:
    """Return the one choice; on forms without choices, an empty text."""
    chosen = given.get(VERDICT)
    if form in ("rank", "score"):
        return ""
    if not isinstance(chosen, list) or len(chosen) != 1:
        raise ReviewError("no verdict is chosen, or several; choose one")
    return str(chosen[0])


def _measured(given: Mapping[str, Any], form: FormName) -> Rank | Score:
    if form == "score":
        return Score(score=given.get(SCORE, "nothing"))
    order = given.get(ORDER)
    # Older versions give the list alone, newer ones a dictionary of one list.
    lists = list(order.values()) if isinstance(order, dict) else [order]
    if len(lists) != 1 or not isinstance(lists[0], list):
        raise ReviewError("nothing is ranked; put the options in order")
    return Rank(order=tuple(lists[0]))


def _accept(changes: Mapping[str, Any]) -> Accept:
    if changes:
        raise ReviewError(f"accepted, and yet {', '.join(changes)} was changed; choose edit, or undo the change")
    return Accept()


def _edit(given: Mapping[str, Any], kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> Edit:
    changes = _changes(given, kind, form, body)
    if not changes:
        can = ", ".join(words(kind, form)) or "nothing"
        raise ReviewError(
            f"an edit that changes nothing; what can be edited of a {kind.name} without running code is {can}: edit "
            "the rest on the review page, or choose another verdict"
        )
    return Edit(changes=changes)


def _changes(given: Mapping[str, Any], kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in words(kind, form):
        texts = given.get(f"{_CHANGED}{name}")
        if not texts:
            continue
        text, now = "\n".join(_texts(texts)), body.get(name)
        if text == as_text(now):
            continue
        if isinstance(now, str):
            found[name] = text
            continue
        try:
            found[name] = json.loads(text)
        except ValueError as problem:
            raise ReviewError(f"the new {name} is not JSON ({problem}); keep the form that it had") from None
    return {name: value for name, value in found.items() if value != body.get(name)}


def _texts(given: Any) -> list[str]:
    return [str(each) for each in ([given] if isinstance(given, str) else given)]


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
        _add(inner, "TextArea", name=f"{_CHANGED}{name}", toName=RECORD, **told)


def _ask_texts(view: Xml.Element, name: str, ask: str, when: str = "") -> None:
    inner = view
    if when:
        told = {"visibleWhen": "choice-selected", "whenTagName": VERDICT, "whenChoiceValue": when}
        inner = _add(view, "View", **told)
    _add(inner, "Header", value=ask)
    _add(inner, "TextArea", name=name, toName=RECORD, editable="true")


def _add(parent: Xml.Element, tag: str, **attributes: str) -> Xml.Element:
    return Xml.SubElement(parent, tag, attributes)
