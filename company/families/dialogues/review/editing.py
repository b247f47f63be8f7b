"""What a posted form makes of a record of each kind that people edit."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any, get_args

from company.errors import ReviewError
from company.records import Column
from company.results.roles import ColumnKind
from company.tables.told import contradiction, of_kind
from human_review.web.posted import Posted, lines, texts, unless_same


def table(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    """Return description, meanings and kinds of columns of a table."""
    meanings = dict(body["meanings"])
    for number, column in enumerate(body["meanings"]):
        if (name := f"changes.meanings.{number}") in posted:
            meanings[column] = unless_same(posted.text(name), meanings[column])
    columns = [_column(each, posted.text(f"changes.columns.{n}.kind")) for n, each in enumerate(body["columns"])]
    return {**texts("description", "row_meaning")(body, posted), "meanings": meanings, "columns": columns}


def _column(before: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """Return a column with the kind that a person chose; as it was where they left it."""
    column = Column.model_validate(before)
    chosen = next((each for each in get_args(ColumnKind) if each == kind), column.meant)
    if chosen == column.meant:
        return before
    if (against := contradiction(column, chosen)) is not None:
        raise ReviewError(f"{column.name!r} cannot be called {chosen}: {against}; choose another kind")
    return of_kind(column, chosen).model_dump(mode="json")


def plan(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    """Return the questions of a plan; one without a text is taken out."""
    questions = []
    for number in posted.numbers("changes.questions"):
        field = f"changes.questions.{number}"
        text = posted.text(f"{field}.text")
        if not text.strip():
            continue
        before = body["questions"][number] if number < len(body["questions"]) else {}
        questions.append(
            {
                "text": unless_same(text, before.get("text")),
                "result_types": posted.all(f"{field}.result_types"),
                "columns": lines(posted.text(f"{field}.columns")),
                "conditions": lines(posted.text(f"{field}.conditions")),
            }
        )
    return {"questions": questions} if questions else {}


def turn(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    """Return words, code and the results that are asked for."""
    found = texts("query", "answer", "code")(body, posted)
    if body["code"] is None and not found.get("code", "").strip():
        found.pop("code", None)
    numbers = posted.numbers("changes.intents")
    intents = [{part: posted.text(f"changes.intents.{n}.{part}").strip() for part in ("name", "type")} for n in numbers]
    if numbers:
        found["intents"] = [intent for intent in intents if intent["name"]]
    return found


def library(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    """Return the functions of a library; one without a text is taken out."""
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
                "code": unless_same(code, before.get("code")),
                "stands_for": lines(posted.text(f"{field}.stands_for")),
            }
        )
    return {"functions": functions} if functions else {}


def _defined(code: str) -> str:
    """Return the name of the one function that a text defines."""
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


def case(body: Mapping[str, Any], posted: Posted) -> dict[str, Any]:
    """Return the words of a case alone, changed wherever its entry repeats them: code and results are its turn's."""
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
    new = str(unless_same(posted.text(name), old))
    if not new.strip():
        raise ReviewError("a case cannot do without its words; give them, or reject it")
    if new != old:
        new_words[old] = new
    return new


def reworded(value: Any, new_words: Mapping[str, str]) -> Any:
    """Return JSON with passages replaced wherever they occur; the longest first, each occurrence once."""
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
