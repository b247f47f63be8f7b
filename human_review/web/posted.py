"""From a posted form to a verdict: only what differs from the proposal is an edit.

Fields of an edit are called `changes.<field>`, those of lists `changes.<field>.<number>.<part>`. A line of text that
browsers send back with other line ends has not been changed by anybody.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from company.errors import ReviewError
from company.families.dialogues.records import ReviewKind
from human_review.store import Item, Verdict
from human_review.verdicts import Accept, Choose, Edit, Keep, Rank, Reject, Said, Score, Withdrawn

_SAID: TypeAdapter[Said] = TypeAdapter(Said)


class Fields(Protocol):
    """A form's fields; one name may stand there several times."""

    def getlist(self, name: str) -> list[Any]:
        """All values of a name."""
        ...

    def keys(self) -> Iterable[str]:
        """All names."""
        ...


class Posted:
    """A form's fields as text, with plain line ends."""

    def __init__(self, fields: Fields) -> None:
        self._fields = {name: [plain(str(each)) for each in fields.getlist(name)] for name in fields.keys()}  # noqa: SIM118

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str) -> str:
        """The first value of a name, "" where there is none."""
        return next(iter(self._fields.get(name, [])), "")

    def all(self, name: str) -> list[str]:
        """Every value of a name that says something."""
        return [each for each in self._fields.get(name, []) if each.strip()]

    def numbers(self, prefix: str) -> list[int]:
        """The numbers that follow a prefix in names, in order."""
        found = (re.match(rf"{re.escape(prefix)}\.(\d+)(\.|$)", name) for name in self._fields)
        return sorted({int(match[1]) for match in found if match})


def plain(text: str) -> str:
    """The text with the line ends that records have."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def said(item: Item, body: Mapping[str, Any], posted: Posted, verdicts: Sequence[Verdict] = ()) -> Said:
    """What a form says of an item; `verdicts` are those that an adjudicator may take over.

    Raises ReviewError where nothing is chosen, or what is chosen is not complete.
    """
    word = posted.text("verdict")
    if word.startswith("take:"):
        return _taken(word.removeprefix("take:"), verdicts)
    if word.startswith("option:"):
        return Choose(option=word.removeprefix("option:"))
    makers: Mapping[str, Callable[[], Said]] = {
        "accept": Accept,
        "edit": lambda: Edit(changes=changes(item.kind, body, posted), outcome=posted.text("outcome").strip() or None),
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
    """The edited fields with their new content. Raises ReviewError where nothing is changed, or code has no name."""
    found = {name: new for name, new in _EDITED[kind](body, posted).items() if new != body[name]}
    if not found:
        raise ReviewError("nothing is changed yet; change something, or accept it as it is")
    return found


def _texts(*names: str) -> Callable[[Mapping[str, Any], Posted], dict[str, Any]]:
    """A reader of plain fields of text."""

    def read(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
        given = {name: posted.text(f"changes.{name}") for name in names if f"changes.{name}" in posted}
        return {name: _unless_same(new, body[name]) for name, new in given.items()}

    return read


def _unless_same(new: str, old: Any) -> Any:
    """What stood there before, where a browser's ways with text are all that differs."""
    if not isinstance(old, str):
        return new
    # Null characters cannot stand in a page, nor ends of lines in a field of one line.
    kept = plain(old).replace("\0", "\ufffd")
    return old if new in (kept, kept.replace("\n", "")) else new


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _table(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    meanings = dict(body["meanings"])
    for number, column in enumerate(body["meanings"]):
        if (name := f"changes.meanings.{number}") in posted:
            meanings[column] = _unless_same(posted.text(name), meanings[column])
    return {**_texts("description", "row_meaning")(body, posted), "meanings": meanings}


def _plan(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    questions = []
    for number in posted.numbers("changes.questions"):
        field = f"changes.questions.{number}"
        text = posted.text(f"{field}.text")
        if not text.strip():
            continue
        before = body["questions"][number] if number < len(body["questions"]) else {}
        questions.append(
            {
                "text": _unless_same(text, before.get("text")),
                "result_types": posted.all(f"{field}.result_types"),
                "columns": _lines(posted.text(f"{field}.columns")),
                "conditions": _lines(posted.text(f"{field}.conditions")),
            }
        )
    return {"questions": questions} if questions else {}


def _turn(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    found = _texts("query", "answer", "code")(body, posted)
    if body["code"] is None and not found.get("code", "").strip():
        found.pop("code", None)
    numbers = posted.numbers("changes.intents")
    intents = [{part: posted.text(f"changes.intents.{n}.{part}").strip() for part in ("name", "type")} for n in numbers]
    if numbers:
        found["intents"] = [intent for intent in intents if intent["name"]]
    return found


def _library(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    functions = []
    for number in posted.numbers("changes.functions"):
        field = f"changes.functions.{number}"
        code = posted.text(f"{field}.code")
        if not code.strip():
            continue
        before = body["functions"][number] if number < len(body["functions"]) else {}
        functions.append(
            {
                "name": _defined(code),
                "code": _unless_same(code, before.get("code")),
                "stands_for": _lines(posted.text(f"{field}.stands_for")),
            }
        )
    return {"functions": functions} if functions else {}


def _defined(code: str) -> str:
    """The name of the one function that a text defines."""
    names = [each.name for each in _parsed(code).body if isinstance(each, ast.FunctionDef)]
    if len(names) != 1:
        raise ReviewError(f"a library function's text defines one function, and this one {len(names)}; mend it")
    return names[0]


def _parsed(code: str) -> ast.Module:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError) as problem:
        where = f", line {problem.lineno}" if isinstance(problem, SyntaxError) else ""
        raise ReviewError(f"this is no Python ({getattr(problem, 'msg', problem)}{where}); mend it") from None


def _case(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    """Words alone: code and results of a case are its turn's. Where the entry repeats them, they change there too."""
    new_words: dict[str, str] = {}
    found: dict[str, Any] = {}
    if body["choice"] is not None:
        question = _read(posted, "changes.choice.question", body["choice"]["question"], new_words)
        options = []
        for number, option in enumerate(body["choice"]["options"]):
            text = _read(posted, f"changes.choice.options.{number}", option["text"], new_words)
            options.append(option if text == option["text"] else {**option, "text": text, "template": ""})
        found["choice"] = {**body["choice"], "question": question, "options": options}
    else:
        _read(posted, "changes.entry.current_query", body["entry"]["current_query"], new_words)
    return {**found, "entry": reworded(body["entry"], new_words)}


def _read(posted: Posted, name: str, old: str, new_words: dict[str, str]) -> str:
    if name not in posted:
        return old
    new = str(_unless_same(posted.text(name), old))
    if not new.strip():
        raise ReviewError("a case cannot do without its words; give them, or reject it")
    if new != old:
        new_words[old] = new
    return new


def reworded(value: Any, new_words: Mapping[str, str]) -> Any:
    """JSON with passages replaced wherever they stand in it; the longest first, each place once."""
    if not new_words:
        return value
    pattern = re.compile("|".join(re.escape(old) for old in sorted(new_words, key=len, reverse=True)))

    def within(part: Any) -> Any:
        match part:
            case str():
                return pattern.sub(lambda found: new_words[found[0]], part)
            case list():
                return [within(each) for each in part]
            case dict():
                return {name: within(each) for name, each in part.items()}
        return part

    return within(value)


_EDITED: Mapping[ReviewKind, Callable[[Mapping[str, Any], Posted], dict[str, Any]]] = {
    "table": _table,
    "persona": _texts("name", "location", "job_title", "background"),
    "scenario": _texts(),
    "plan": _plan,
    "turn": _turn,
    "library": _library,
    "rewrite": _texts("code"),
    "rewording": _texts("query"),
    "case": _case,
}
