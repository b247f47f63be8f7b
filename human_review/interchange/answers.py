"""A verdict as answers to the questions that other tools ask, and back.

Questions are called by `VERDICT`, `REASONS` and so on; of what can be edited, `CHANGED` and the field's name. Answers
are lists of texts, of a ranking the ids in their order, of a score a number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from pydantic import ValidationError

from company.errors import ReviewError
from company.reviewing.kinds import FormName, ReviewKind
from human_review.forms import as_text
from human_review.interchange.accounts import words
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Reply, Said, Score

NONE = "none of them"
"""Said of options that are all to be rejected."""
VERDICT, REASONS, FLAGS, ORDER, SCORE = "verdict", "reasons", "flags", "order", "score"
CHANGED = "new_"
Answers = Mapping[str, Any]


def answers(said: Said, kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a verdict as answers. Of an edit, those fields are told that can be edited without running anything."""
    match said:
        case Accept():
            return {VERDICT: ["accept"]}
        case Edit(changes=changes):
            new = {f"{CHANGED}{name}": [as_text(changes.get(name, body.get(name)))] for name in words(kind, form)}
            return {VERDICT: ["edit"], **new}
        case Reject(reasons=reasons):
            return {VERDICT: ["reject" if form == "judge" else NONE], REASONS: list(reasons)}
        case Choose(option=option):
            return {VERDICT: [option]}
        case Keep(keep=keep):
            return {VERDICT: ["keep" if keep else "drop"]}
        case Answer(reply=reply, flags=flags):
            return {VERDICT: [reply], **({FLAGS: list(flags)} if flags else {})}
        case Rank(order=order):
            return {ORDER: list(order)}
        case Score(score=score):
            return {SCORE: score}


def verdict(given: Answers, kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> Said:
    """Return the verdict that answers are. Raises ReviewError where they are none, or contradict each other."""
    try:
        return _verdict(given, kind, form, body)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ReviewError(f"{place}: {first['msg']}; complete the annotation") from None


def _verdict(given: Answers, kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> Said:
    reasons = tuple(texts(given.get(REASONS, ())))
    match form, _chosen(given, form):
        case (("rank" | "score"), _):
            return _measured(given, form)
        case "judge", "edit":
            return _edit(given, kind, form, body)
        case "judge", "accept":
            if changed := changes(given, kind, form, body):
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
            return Answer(reply=cast(Reply, reply), flags=tuple(texts(given.get(FLAGS, ()))))
        case _, word:
            raise ReviewError(f"{word!r} is no verdict on the form {form!r}; use the interface that was exported")


def _chosen(given: Answers, form: FormName) -> str:
    """Return the one choice; on forms without choices, an empty text."""
    chosen = given.get(VERDICT)
    if form in ("rank", "score"):
        return ""
    if not isinstance(chosen, list) or len(chosen) != 1:
        raise ReviewError("no verdict is chosen, or several; choose one")
    return str(chosen[0])


def _measured(given: Answers, form: FormName) -> Rank | Score:
    if form == "score":
        return Score(score=given.get(SCORE, "nothing"))
    order = given.get(ORDER)
    if not isinstance(order, list):
        raise ReviewError("nothing is ranked; put the options in order")
    return Rank(order=tuple(order))


def _edit(given: Answers, kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> Edit:
    changed = changes(given, kind, form, body)
    if not changed:
        can = ", ".join(words(kind, form)) or "nothing"
        raise ReviewError(
            f"an edit that changes nothing; what can be edited of a {kind.name} without running code is {can}: edit "
            "the rest on the review page, or choose another verdict"
        )
    return Edit(changes=changed)


def changes(given: Answers, kind: ReviewKind, form: FormName, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that answers change. Raises ReviewError for a field that is to be JSON, and is not."""
    found: dict[str, Any] = {}
    for name in words(kind, form):
        told = given.get(f"{CHANGED}{name}")
        if not told:
            continue
        text, now = "\n".join(texts(told)), body.get(name)
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


def texts(given: str | Iterable[Any]) -> list[str]:
    """Return what was given as a list of texts."""
    return [str(each) for each in ([given] if isinstance(given, str) else given)]
