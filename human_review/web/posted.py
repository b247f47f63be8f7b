"""From a posted form to a verdict: only what differs from the proposal is an edit.

Fields of an edit are called `changes.<field>`, those of lists `changes.<field>.<number>.<part>`. A line of text that
browsers send back with other line ends has not been changed by anybody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from company.errors import ReviewError
from company.reviewing.kinds import ReviewKind
from human_review.forms import as_text
from human_review.store import Item, Verdict
from human_review.verdicts import Accept, Choose, Edit, Keep, Rank, Reject, Said, Score, Withdrawn

_SAID: TypeAdapter[Said] = TypeAdapter(Said)


class Fields(Protocol):
    """A form's fields; one name may stand there several times."""

    def getlist(self, name: str) -> list[Any]:
        """Return all values of a name."""
        ...

    def keys(self) -> Iterable[str]:
        """Return all names."""
        ...


class Posted:
    """A form's fields as text, with plain line ends."""

    def __init__(self, fields: Fields) -> None:
        self._fields = {name: [plain(str(each)) for each in fields.getlist(name)] for name in fields.keys()}  # noqa: SIM118

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str) -> str:
        """Return the first value of a name, "" where there is none."""
        return next(iter(self._fields.get(name, [])), "")

    def all(self, name: str) -> list[str]:
        """Return every value of a name that is not blank."""
        return [each for each in self._fields.get(name, []) if each.strip()]

    def numbers(self, prefix: str) -> list[int]:
        """Return the numbers that follow a prefix in names, in order."""
        found = (re.match(rf"{re.escape(prefix)}\.(\d+)(\.|$)", name) for name in self._fields)
        return sorted({int(match[1]) for match in found if match})


def plain(text: str) -> str:
    """Return the text with the line ends that records have."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def said(
    kind: ReviewKind, item: Item, body: Mapping[str, Any], posted: Posted, verdicts: Sequence[Verdict] = ()
) -> Said:
    """Return the verdict in a form; `verdicts` are those that an adjudicator may take over.

    Raises ReviewError where nothing is chosen, or what is chosen is not complete.
    """
    word = posted.text("verdict")
    if word.startswith("take:"):
        return _taken(word.removeprefix("take:"), verdicts)
    if word.startswith("option:"):
        return Choose(option=word.removeprefix("option:"))
    makers: Mapping[str, Callable[[], Said]] = {
        "accept": Accept,
        "edit": lambda: Edit(
            changes=changes(kind, body, posted),
            outcome=posted.text("outcome").strip() or None,
            keep=posted.text("keep") == "yes",
        ),
        "reject": lambda: Reject(reasons=tuple(_reasons(posted))),
        "keep": lambda: Keep(keep=True),
        "drop": lambda: Keep(keep=False),
        "rank": lambda: Rank(order=_order(body, posted)),
        "yes": lambda: _made("answer", reply="yes", flags=posted.all("flags")),
        "no": lambda: _made("answer", reply="no", flags=posted.all("flags")),
        "unsure": lambda: _made("answer", reply="unsure", flags=posted.all("flags")),
        "score": lambda: _score(posted.text("score")),
    }
    if word not in makers:
        raise ReviewError("nothing is chosen yet; choose what you think of it, then submit")
    return makers[word]()


def _made(kind: str, **told: Any) -> Said:
    try:
        return _SAID.validate_python({"kind": kind, **told})
    except ValidationError as error:
        raise ReviewError(f"what you gave is not complete: {error.errors()[0]['msg']}; mend it and submit") from None


def _reasons(posted: Posted) -> list[str]:
    reasons = [*posted.all("reasons"), *(each.strip() for each in posted.all("reason"))]
    if not reasons:
        raise ReviewError("a rejection needs a reason; tick one, or write it in your own words")
    return reasons


def _taken(number: str, verdicts: Sequence[Verdict]) -> Said:
    for each in verdicts:
        if str(each.id) == number and not isinstance(each.content, Withdrawn):
            return each.content
    raise ReviewError(f"there is no verdict {number} of this item to take over; load the page again")


def _score(text: str) -> Score:
    try:
        return Score(score=float(text))
    except ValueError:
        raise ReviewError("a score is a number from 0 to 100; give one") from None


def _order(body: Mapping[str, Any], posted: Posted) -> tuple[str, ...]:
    options = [option["id"] for option in body["options"]]
    places: dict[int, str] = {}
    for number, option in enumerate(options):
        given = posted.text(f"place.{number}").strip()
        if not given.isdecimal() or not 1 <= int(given) <= len(options) or int(given) in places:
            raise ReviewError(f"a ranking gives each option another place from 1 to {len(options)}; mend the places")
        places[int(given)] = option
    return tuple(places[place] for place in sorted(places))


# edits


def changes(kind: ReviewKind, body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    """Return the edited fields with their new content. Raises ReviewError where nothing is changed, or not usably."""
    read = kind.page.read or fields(*(name for name in kind.editable if name not in kind.measured))
    changed = {name: new for name, new in read(body, posted).items() if new != body[name]}
    if not changed:
        raise ReviewError("nothing is changed yet; change something, or accept it as it is")
    return changed


def fields(*names: str) -> Callable[[Mapping[str, Any], Posted], dict[str, Any]]:
    """Return a reader of fields: texts as they are, everything else as JSON."""

    def read(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
        given = texts(*names)(body, posted)
        return {
            name: new if isinstance(body[name], str) else body[name] if new == _json(body[name]) else _parsed(name, new)
            for name, new in given.items()
        }

    return read


def _json(value: Any) -> str:
    return plain(as_text(value))


def _parsed(name: str, text: str) -> Any:
    if not text.strip():
        return None
    try:
        return json.loads(text)
    except ValueError as problem:
        raise ReviewError(f"{name} is no JSON ({problem}); mend it there") from None


def texts(*names: str) -> Callable[[Mapping[str, Any], Posted], dict[str, Any]]:
    """Return a reader of plain fields of text."""

    def read(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
        given = {name: posted.text(f"changes.{name}") for name in names if f"changes.{name}" in posted}
        return {name: unless_same(new, body[name]) for name, new in given.items()}

    return read


def unless_same(new: str, old: Any) -> Any:
    """Return the value from before, where a browser's ways with text are all that differs."""
    if not isinstance(old, str):
        return new
    # Null characters cannot stand in a page, nor ends of lines in a field of one line.
    kept = plain(old).replace("\0", "\ufffd")
    return old if new in (kept, kept.replace("\n", "")) else new


def lines(text: str) -> list[str]:
    """Return the lines of a text that say something."""
    return [line.strip() for line in text.splitlines() if line.strip()]
