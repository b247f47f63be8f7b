"""What was said of an item, as far as a reader may know it: verdicts, what overruled them, events, comments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from company.reviewing import ReviewKind, executed_in
from human_review.deciding import agree
from human_review.measures_text import seconds_text
from human_review.store import Comment, Event, Item, Reviewer, Verdict
from human_review.verdicts import Edit, Withdrawn
from human_review.web.desk import Desk
from human_review.web.differing import Difference, differences
from human_review.web.words import in_words

_EVERYDAY = ("claimed", "released", "lease ended", "skipped")
"""Events that say nothing of what became of an item."""
MOST_EVENTS = 60


@dataclass(frozen=True)
class Said:
    """A verdict in a list of them."""

    name: str
    """Of who gave it, for who runs the review; for others a letter, or "you"."""
    part: str
    """What it was given as: a review, to adjudicate, late, taken back."""
    words: str
    differences: tuple[Difference, ...]
    at: float
    time: str
    """That it took; empty where it is not known, or not told."""
    overruled: bool
    guideline: int
    """The version that it was given under."""


@dataclass(frozen=True)
class Happened:
    """An event in a line."""

    at: float
    what: str
    who: str
    why: str


def history_view(desk: Desk, who: Reviewer, item: Item, kind: ReviewKind, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the page of an item says of its past; of a lead's page also names, times and events."""
    lead = who.role == "admin"
    verdicts = desk.store.verdicts(item.id, who.id)
    others = any(each.reviewer != who.id for each in verdicts)
    names = {each.id: each.name for each in desk.store.reviewers()} if lead else _letters(verdicts, who)
    told = _Told(desk, item, body, names, lead)
    said = [told.said(kind, each) for each in verdicts]
    own = next((each for each in reversed(verdicts) if each.reviewer == who.id and each.standing), None)
    undecided = lead and item.state == "open"
    looked = undecided and desk.store.leading.looked(who.id, item.id)
    return {
        "lead": lead,
        "said": said if lead or others else [],
        "overruled": own is not None and others and _overruled(desk, item, own),
        "decided_words": in_words(item.decision, _options(body), kind.measured) if item.decision is not None else "",
        "may_look": undecided and not looked,
        "looked": undecided and looked,
        "comments": desk.store.comments(item.id, who.id),
        "names": names,
        "versions": [each for each in desk.store.of_record(item.record) if each.kind == item.kind] if lead else [],
        "happened": _happened(desk.store.latest(item.id, None, MOST_EVENTS), names) if lead else [],
    }


def threads(comments: Sequence[Comment]) -> dict[int, list[Comment]]:
    """Return comments by thread."""
    found: dict[int, list[Comment]] = {}
    for each in comments:
        found.setdefault(each.thread, []).append(each)
    return found


def _letters(verdicts: Sequence[Verdict], who: Reviewer) -> dict[int, str]:
    others = [each for each in dict.fromkeys(each.reviewer for each in verdicts) if each != who.id]
    return {who.id: "You", **dict(zip(others, ascii_uppercase, strict=False))}


@dataclass(frozen=True)
class _Told:
    """Of which item verdicts are told, and to whom."""

    desk: Desk
    item: Item
    body: Mapping[str, Any]
    names: Mapping[int, str]
    lead: bool

    def said(self, kind: ReviewKind, verdict: Verdict) -> Said:
        content = verdict.content
        changes = content.changes if isinstance(content, Edit) else {}
        parts = {"adjudication": "adjudicated", "gold": "gold", "review": ""}
        return Said(
            name=self.names.get(verdict.reviewer, "?"),
            part="came late" if verdict.late else parts[verdict.duty] if verdict.standing else "does not stand",
            words=in_words(content, _options(self.body), kind.measured),
            differences=tuple(differences(self.body, changes, kind.measured)),
            at=verdict.at,
            guideline=verdict.guideline,
            time=seconds_text(verdict.seconds) if self.lead and verdict.seconds is not None else "",
            overruled=verdict.standing and verdict.duty == "review" and _overruled(self.desk, self.item, verdict),
        )


def _overruled(desk: Desk, item: Item, verdict: Verdict) -> bool:
    """Return whether an item was decided otherwise than a verdict says."""
    if item.decision is None or isinstance(verdict.content, Withdrawn):
        return False
    return not agree(verdict.content, item.decision, executed_in(desk.kinds))


def _options(body: Mapping[str, Any]) -> dict[str, str]:
    return {option["id"]: str(option.get("name", option["id"])) for option in body.get("options", [])}


def _happened(events: Sequence[Event], names: Mapping[int, str]) -> list[Happened]:
    return [
        Happened(each.at, each.what, names.get(each.reviewer or 0, ""), _why(each.content))
        for each in events
        if each.what not in _EVERYDAY
    ]


def _why(content: Mapping[str, Any]) -> str:
    """Return the reason that an event tells, if it tells one."""
    grounds = [str(each.get("because", "")) for each in content.get("grounds", [])]
    told = [*grounds, str(content.get("because", "")), str(content.get("reason", "")), str(content.get("why", ""))]
    return "; ".join(dict.fromkeys(each for each in told if each))
