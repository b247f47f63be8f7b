"""How a result or a variable differs from what it should be, in words for whoever wrote the code: was, and became."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from typing import Any

from company.records import Result, Variable

MOST = 4
"""Differences that are told."""
_LONGEST = 240
"""Characters of a value that are told."""
_SHAPE = ("rows", "width", "length", "shape", "columns", "name", "index_name")
"""Facts that tell how a result is built: where these differ, its values cannot be laid side by side."""
_GONE = "it was there, and is not made any more"
_UNSEEN = "they differ in the types of their numbers, or in rows and digits beyond those of a summary"


def unlike_results(was: Result, now: Result | None) -> str:
    """Return how a result differs from one that it should be the same as."""
    if now is None:
        return _GONE
    if now.type != was.type:
        return f"it was {_said(was.type)}, and has become {_said(now.type)}"
    built = [{key: facts[key] for key in _SHAPE if key in facts} for facts in (was.facts, now.facts)]
    return _told(*built) or _told(was.facts, now.facts) or _UNSEEN


def unlike_variables(was: Variable, now: Variable | None) -> str:
    """Return how a variable looks otherwise than it should; an empty text where it looks the same."""
    return _GONE if now is None else _told(_looks(was), _looks(now))


def _looks(variable: Variable) -> dict[str, Any]:
    told = variable.model_dump(mode="json", include={"type", "shape", "index_name"})
    columns = [each.model_dump(mode="json", exclude_none=True) for each in variable.columns]
    return {**told, "columns": [each["name"] for each in columns], "column": {each["name"]: each for each in columns}}


def _told(was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    found = list(itertools.islice(_differences(was, now, ""), MOST + 1))
    return "; ".join(found[:MOST]) + ("; and more" if len(found) > MOST else "")


def _differences(was: Any, now: Any, where: str) -> Iterator[str]:
    """Yield each place where two values differ, with both."""
    if was == now and type(was) is type(now):
        return
    if isinstance(was, dict) and isinstance(now, dict):
        for key in dict.fromkeys((*was, *now)):
            yield from _differences(was.get(key), now.get(key), f"{where} {key}".strip())
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now) and not _are_names(was):
        for number, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from _differences(one, other, f"{where}[{number}]")
    else:
        yield f"{where or 'it'} was {_said(was)}, and has become {_said(now)}"


def _are_names(values: list[Any]) -> bool:
    return all(isinstance(each, str) for each in values)


def _said(value: Any) -> str:
    told = json.dumps(value, ensure_ascii=False)
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"
