"""What the page of an item shows and asks, for one reviewer; nothing here tells more than the store lets them see."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from company.errors import ArchiveError, ReviewError
from company.records import Result
from company.reviewing import ReviewKind, kind_of
from human_review.forms import FORMS
from human_review.store import Draft, Reviewer, Verdict
from human_review.verdicts import Edit, Said, Withdrawn
from human_review.web.desk import Desk
from human_review.web.differing import Difference, differences
from human_review.web.filled import filled
from human_review.web.grounds import told_of
from human_review.web.guiding import guide
from human_review.web.history_view import history_view, threads
from human_review.web.solve_view import answer_words, answered, beside, unsolved
from human_review.web.words import FORM_WORDS, in_words, why_words


@dataclass(frozen=True)
class Rival:
    """One of the verdicts that an adjudicator decides between; its author is not told."""

    name: str
    id: int
    said: Said
    words: str
    differences: tuple[Difference, ...]
    results: tuple[Result, ...]
    """What edited code was executed to."""
    late: bool
    solved: str
    """How its author solved it before they saw the key, in words; empty where they did not."""


@dataclass(frozen=True)
class Done:
    """What became of the verdict that a reviewer gave a moment ago."""

    item: str
    record: str
    words: str
    late: bool
    can_undo: bool
    lesson: str = ""
    """Of a tutorial, what was right."""


def item_view(desk: Desk, who: Reviewer, item_id: str, start: str) -> dict[str, Any]:
    """Return all that an item's page needs. `start`: the number of the verdict whose edit an adjudicator begins from.

    `page` says which page it is: that of an item that is yet to be solved tells nothing of what is right.
    Raises ReviewError where there is no such item.
    """
    held = desk.store.held(who.id, item_id)
    item, body = (held.item, held.body) if held else desk.store.item(item_id, who.id)
    verdicts = desk.store.verdicts(item_id, who.id)
    draft = held.draft if held else desk.store.draft(who.id, item_id)
    kind = kind_of(desk.kinds, item.kind)
    adjudicates = held is not None and held.duty == "adjudication"
    rivals = _rivals(desk, kind, body, verdicts) if adjudicates else []
    taken = next((rival.said for rival in rivals if str(rival.id) == start), None)
    own = [each for each in verdicts if each.reviewer == who.id]
    start_from = taken or _taken_back(own, draft)
    solution = desk.store.solution(who.id, item_id)
    task = None if own or solution else unsolved(desk, who, (item, body), held)
    context = _context(desk, kind, body, task is not None)
    return {
        "page": "item.html" if task is None else "solve.html",
        "task": task,
        "solved": answered(kind, body, context, solution),
        **_before(history_view(desk, who, item, kind, body)),
        "item": item,
        "body": body,
        "assignment": held,
        "draft": draft,
        "filled": filled(body, draft, start_from),
        "context": context,
        "grounds": None if task else told_of(item, context),
        "own": own[-1] if own and not isinstance(own[-1].content, Withdrawn) else None,
        "own_words": said_in_words(kind, body, own[-1].content) if own else "",
        "rivals": rivals,
        "kind": kind,
        "guide": guide(desk.store, kind),
        "lesson": desk.store.lessons(who.id, kind.name) if held and held.duty == "tutorial" else None,
        "batch": batch(desk, who, kind.name),
        "far": desk.recalled.standing(who),
        "figures": _figures(desk, kind, body),
        "form_words": FORM_WORDS[item.form],
        "why": why_words(desk.kinds).get(item.why, item.why),
        "says": FORMS[item.form].says,
        "editable": [name for name in kind.editable if name not in kind.measured],
        "weighs": kind.upstream or kind.rerun is not None,
        "keeps": kind.words and (draft is None or not draft.content.get("fields")) and start_from is None,
        "key": secrets.token_urlsafe(12),
        "can_undo": bool(own) and desk.store.can_undo(who.id, item_id),
    }


def _before(history: Mapping[str, Any]) -> dict[str, Any]:
    """Return what has become of an item so far, and what people wrote to each other about it."""
    return {"history": history, "threads": threads(history["comments"])}


def done_view(desk: Desk, who: Reviewer, item_id: str) -> Done | None:
    """Return the reviewer's last word on an item; None where there is none."""
    try:
        item, body = desk.store.item(item_id, who.id)
    except ReviewError:
        return None
    own = [each for each in desk.store.verdicts(item_id, who.id) if each.reviewer == who.id]
    if not own or isinstance(own[-1].content, Withdrawn):
        return None
    last = own[-1]
    kind = kind_of(desk.kinds, item.kind)
    words = said_in_words(kind, body, last.content)
    lesson = _lesson(kind, desk.store.taught(who.id, item_id)) if last.duty == "tutorial" else ""
    return Done(item.id, item.record, words, last.late, desk.store.can_undo(who.id, item_id), lesson)


def _lesson(kind: ReviewKind, taught: tuple[bool, tuple[str, ...]] | None) -> str:
    """Return what was right of an item of the tutorial, in words."""
    if taught is None:
        return ""
    right, flags = taught
    what = " and ".join(f"“{kind.flag_words.get(flag, flag)}”" for flag in flags)
    found = "You found just that." if right else "You ticked otherwise."
    return f"What was planted here is {what}. {found} All else is your opinion."


def batch(desk: Desk, who: Reviewer, kind: str) -> tuple[int, int, int]:
    """Return how many items of a kind are judged in one sitting, which sitting it is, and how many are done in it."""
    size = desk.kinds[kind].batch
    done = desk.store.done_of(who.id, kind) if size else 0
    return (size, *(divmod(done, size))) if size else (0, 0, 0)


def said_in_words(kind: ReviewKind, body: Mapping[str, Any], said: Said | Withdrawn) -> str:
    """Return a verdict in few words."""
    names = {option["id"]: str(option.get("name", option["id"])) for option in body.get("options", [])}
    return in_words(said, {**kind.flag_words, **names}, kind.measured)


def _rivals(desk: Desk, kind: ReviewKind, body: Mapping[str, Any], verdicts: Sequence[Verdict]) -> list[Rival]:
    """Return the standing reviews, A and B in the order in which they came in, then what came late."""
    found = [each for each in verdicts if each.duty == "review" and (each.standing or each.late)]
    found.sort(key=lambda each: (each.late, each.id))
    solved = {each.reviewer: answer_words(each) for each in desk.store.solutions_of(found[0].item)} if found else {}
    return [
        _rival(kind, (letter, solved.get(each.reviewer, "")), each, each.content, body)
        for letter, each in zip(ascii_uppercase, found, strict=False)
        if not isinstance(each.content, Withdrawn)
    ]


def _rival(kind: ReviewKind, who: tuple[str, str], verdict: Verdict, said: Said, body: Mapping[str, Any]) -> Rival:
    changes = said.changes if isinstance(said, Edit) else {}
    return Rival(
        name=who[0],
        id=verdict.id,
        said=said,
        words=said_in_words(kind, body, said),
        differences=tuple(differences(body, changes, kind.measured)),
        results=tuple(Result.model_validate(each) for each in changes.get("results", [])),
        late=verdict.late,
        solved=who[1],
    )


def _taken_back(own: Sequence[Verdict], draft: Draft | None) -> Said | None:
    """Return the verdict that the reviewer took back, where nothing was typed since."""
    if len(own) < 2 or not isinstance(own[-1].content, Withdrawn):
        return None
    said = own[-2]
    if isinstance(said.content, Withdrawn) or (draft is not None and draft.saved > own[-1].at):
        return None
    return said.content


def _context(desk: Desk, kind: ReviewKind, body: Mapping[str, Any], unsolved: bool) -> Mapping[str, Any]:
    """Return the context of the item; nothing where the run cannot be read just now, since the item itself can."""
    try:
        with desk.archive() as archive:
            return beside(kind, archive, body, unsolved)
    except ArchiveError:
        return beside(kind, None, body, unsolved)


def _figures(desk: Desk, kind: ReviewKind, body: Mapping[str, Any]) -> int:
    """Count the figures of a record; none where the run cannot be read just now."""
    try:
        with desk.archive() as archive:
            return len(kind.page.figures(archive, body, None))
    except ArchiveError:
        return 0
