"""What Argilla shows of a record and asks about it; a verdict as answers to these questions, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from company.reviewing.kinds import FormName, ReviewKind
from human_review.forms import FORMS
from human_review.interchange.accounts import Account, shown, words
from human_review.interchange.answers import (
    CHANGED,
    FLAGS,
    NONE,
    ORDER,
    REASONS,
    SCORE,
    VERDICT,
    Answers,
    answers,
)
from human_review.interchange.reading import Reader, as_markdown, chat
from human_review.verdicts import Said

RECORD, TALK, SHEET, FIGURE = "record", "talk", "sheet", "figure_"
_TYPES: Mapping[str, dict[str, Any]] = {
    TALK: {"type": "chat", "use_markdown": True},
    SHEET: {"type": "text", "use_markdown": True},
}
_IMAGE, _TEXT = {"type": "image"}, {"type": "text", "use_markdown": False}
_TITLES = {TALK: "The conversation", SHEET: "What stands beside it"}


def fields_of(account: Account, reader: Reader) -> dict[str, Any]:
    """Return what is shown of a record: its conversation, figures and what stands beside it, or its fields."""
    reading = reader.reading(account)
    told: dict[str, Any] = {RECORD: account.item.record}
    if reading is not None and reading.talk:
        told[TALK] = chat(reading)
    told |= {f"{FIGURE}{number}": each for number, each in enumerate(reader.figures(account), 1)}
    if "options" in account.body:
        told |= _options(account)
    elif TALK not in told:
        told |= shown(account.body, account.kind)
    if reading is not None and reading.parts:
        told[SHEET] = as_markdown(reading.parts)
    return told


def _options(account: Account) -> dict[str, str]:
    described = {}
    for place, option in enumerate(account.options, 1):
        told = {"id": option["id"], **shown(option, account.kind)}
        described[f"option_{place}"] = "\n\n".join(f"{name}: {text}" for name, text in told.items())
    return described


def field_setting(name: str) -> dict[str, Any]:
    """Return a field as Argilla's settings have it; a record need not have each of them."""
    settings = _TYPES.get(name, _IMAGE if name.startswith(FIGURE) else _TEXT)
    told = {"name": name, "title": _TITLES.get(name, name.replace("_", " ")), "required": name == RECORD}
    return {**told, "settings": settings, "type": settings["type"]}


def questions(kind: ReviewKind, form: FormName, options: int) -> list[dict[str, Any]]:
    """Return what is asked of records of a kind on a form, with at most this number of options."""
    places = [str(place) for place in range(1, options + 1)]
    match form:
        case "judge":
            new = [_text(f"{CHANGED}{name}", f"New {name.replace('_', ' ')}, to edit") for name in words(kind, form)]
            return [_label(FORMS[form].says, kind.question), *new, _why(kind)]
        case "choose":
            return [_label([*places, NONE], kind.question), _why(kind)]
        case "keep":
            return [_label(FORMS[form].classes, kind.question)]
        case "answer":
            offered = [{"value": flag, "text": words} for flag, words in kind.flag_words.items()]
            settings = {"type": "multi_label_selection", "options": offered, "visible_options": None}
            ticks = {**_question(FLAGS, "What else was noticed", settings), "required": False}
            return [_label(FORMS[form].classes, kind.question), ticks]
        case "rank":
            values = [{"value": place, "text": place} for place in places]
            return [_question(ORDER, "Options, the best first", {"type": "ranking", "options": values})]
        case "score":
            tenths = [{"value": value} for value in range(11)]
            return [_question(SCORE, "Out of 10", {"type": "rating", "options": tenths})]


def _why(kind: ReviewKind) -> dict[str, Any]:
    such = f"Such as: {'; '.join(kind.reasons)}" if kind.reasons else None
    return {**_text(REASONS, "Reasons, a line each, to reject"), "description": such}


def _label(labels: Iterable[str], asked: str) -> dict[str, Any]:
    options = [{"value": label, "text": label} for label in labels]
    settings = {"type": "label_selection", "options": options, "visible_options": None}
    return {**_question(VERDICT, "Verdict", settings), "description": asked}


def _text(name: str, title: str) -> dict[str, Any]:
    return {**_question(name, title, {"type": "text", "use_markdown": False}), "required": False}


def _question(name: str, title: str, settings: dict[str, Any]) -> dict[str, Any]:
    told = {"name": name, "title": title, "description": None, "required": True}
    return {**told, "settings": settings, "type": settings["type"]}


# verdicts


def values(said: Said, account: Account) -> dict[str, Any]:
    """Return a verdict as answers by question, as Argilla has them."""
    place = {option["id"]: str(number) for number, option in enumerate(account.options, 1)}
    found: dict[str, Any] = {}
    for name, value in answers(said, account.kind, account.item.form, account.body).items():
        if name == VERDICT:
            found[name] = place.get(value[0], value[0])
        elif name == ORDER:
            found[name] = [place[option] for option in value]
        elif name == FLAGS:
            found[name] = list(value)
        else:
            found[name] = round(value / 10) if name == SCORE else "\n".join(value)
    return found


def given(told: Mapping[str, Any], body: Mapping[str, Any]) -> Answers:
    """Return Argilla's answers as those of all tools: options by their ids, lines as texts of their own."""
    option = {str(number): each["id"] for number, each in enumerate(body.get("options", []), 1)}
    found: dict[str, Any] = {}
    for name, value in told.items():
        if name == VERDICT:
            found[name] = [option.get(value, value)]
        elif name == ORDER:
            found[name] = [option.get(each, each) for each in _ranked(value)]
        elif name == SCORE:
            found[name] = value * 10 if isinstance(value, int | float) else value
        elif name == FLAGS and isinstance(value, list):
            found[name] = [str(each) for each in value]
        elif name in (REASONS, FLAGS):
            found[name] = [line.strip() for line in str(value).splitlines() if line.strip()]
        else:
            found[name] = [str(value)]
    return found


def _ranked(value: Any) -> list[str]:
    """Return a ranking's places, which Argilla tells as texts or as {"value": …, "rank": …}."""
    if not isinstance(value, list):
        return []
    if all(isinstance(each, dict) for each in value):
        value = [each.get("value") for each in sorted(value, key=lambda each: each.get("rank") or 0)]
    return [str(each) for each in value]
