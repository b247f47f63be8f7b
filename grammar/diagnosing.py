"""Queries on which group is in front, with things taken for granted and vague words, as the data scientist asks them.

Nobody here knows whether they can be answered: what is taken for granted may be wrong, and a vague word may decide the
answer or not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from company.records import Column
from grammar.language import sentences
from grammar.scene import Var, column_of
from grammar.slots import number, quoted
from grammar.understanding import mentioned
from grammar.voices import plural, sentence
from grammar.words import words

NOTHING: dict[str, Any] = {"queries": []}
_SAID = words("diagnoses")
_FIGURE = re.compile(r"plot|picture|figure|chart|draw|graph|histogram|see it|look", re.IGNORECASE)
_GROUPS = (3, 14)
"""Fewest and most groups of which one can be in front."""
_FEW = 8
"""Groups among which one is likely to be in front; of more, many are of a row or two."""


@dataclass(frozen=True)
class _Limit:
    """What the rows are limited to by a vague word."""

    word: str
    said: str
    senses: tuple[tuple[str, str], ...]
    code: str


def diagnose(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `diagnose` brief: as many queries as it wants, none where its columns allow none."""
    columns = tuple(column_of(one, place) for place, one in enumerate(brief["columns"]))
    source = Var(brief["source"], "dataframe", 0, columns, nature="rows")
    pairs = [pair for pair in combinations(brief["claims"], 2) if _together(*pair)]
    chance.shuffle(pairs)
    pairs.sort(key=lambda pair: sum("rows" in claim for claim in pair) != 1)
    found = (_query(brief, source, pair, chance) for pair in pairs)
    queries = [each for each in found if each is not None]
    return {"queries": queries[: brief["queries"]]}


def _together(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two claims can be taken for granted at once: only one of them chooses rows."""
    return not ("rows" in first and "rows" in second) and first["says"] != second["says"]


def _query(
    brief: Mapping[str, Any], source: Var, claims: Sequence[Mapping[str, Any]], chance: random.Random
) -> dict[str, Any] | None:
    """A query that takes these claims for granted; None where too few columns are left."""
    taken = {name for claim in claims for name in claim["names"]}
    chosen = {name for claim in claims if "rows" in claim for name in claim["names"]}
    groups = [
        each for each in source.groups(most=_GROUPS[1]) if each.name not in chosen and each.distinct >= _GROUPS[0]
    ]
    known = source.measures()
    about = next((claim["column"] for claim in claims if claim["kind"] == "known"), None)
    measures = [each for each in known if (each.name not in taken if about is None else each.name == about)]
    if not measures and about is None:  # what a claim compares is all that there is to ask about: of other groups
        measures, groups = known, [each for each in groups if each.name not in taken]
    if not groups or not measures:
        return None
    measure = chance.choice(measures)
    groups = [each for each in groups if each.name != measure.name]
    groups = [each for each in groups if not each.numeric] or groups
    if not groups:
        return None
    group = chance.choice([each for each in groups if each.distinct <= _FEW] or groups).name
    per = next((claim["column"] for claim in claims if claim["kind"] == "per"), None)
    others = [each for each in known if each.name not in {*taken, measure.name}]
    limits = _limits(others or [measure], plural(brief["row"]), chance)
    if not limits:
        return None
    word, side = chance.choice(list(_SAID["figures"])), chance.choice(("highest", "lowest"))
    vague = _SAID["figures"][word]
    limit = chance.choice(limits)
    column = quoted(measure.name) + (f" per unit of {quoted(per)}" if per else "")
    figure = chance.choice(vague["ways"]).format(side=side, column=column)
    return {
        "query": _words(brief, claims, {"group": quoted(group), "figure": figure, "only": limit.said}, chance),
        "takes": [claim["number"] for claim in claims],
        "points": [
            {"word": said, "meanings": [{"text": text, "value": value} for text, value in senses]}
            for said, senses in ((word, vague["senses"]), (limit.word, limit.senses))
        ],
        "code": _code(brief["source"], claims, group, measure.name, per, limit),
        "wanted": side,
    }


def _limits(measures: Sequence[Column], rows: str, chance: random.Random) -> list[_Limit]:
    """What the rows can be limited to: those with a high or a low figure of some measure."""
    found = []
    for column in chance.sample(measures, min(3, len(measures))):
        low, middle, high = column.quartiles or (0.0, 0.0, 0.0)
        if low < middle < high:
            found.append(_edged(column.name, "high", (middle, (middle + high) / 2, high), rows))
            found.append(_edged(column.name, "low", (middle, (middle + low) / 2, low), rows))
    return found


def _edged(column: str, word: str, edges: Sequence[float], rows: str) -> _Limit:
    sign, way = (">=", "at least") if word == "high" else ("<=", "at most")
    limits = dict.fromkeys(number(float(f"{edge:.3g}")) for edge in edges)
    said = f"counting only {rows} with a {word} {quoted(column)}"
    senses = tuple((f"{way} {limit}", limit) for limit in limits)
    return _Limit(word, said, senses, f"rows[rows[{column!r}] {sign} second]")


def _words(
    brief: Mapping[str, Any], claims: Sequence[Mapping[str, Any]], known: Mapping[str, str], chance: random.Random
) -> str:
    leads = [sentence(_SAID["leads"], chance, {"claim": claim["says"]}) for claim in claims if "rows" not in claim]
    part = next((claim["says"].partition(" rows where ")[2] for claim in claims if "rows" in claim), "")
    among = f" among the {plural(brief['row'])} of `{brief['source']}` where {part}" if part else ""
    among = among or f" in `{brief['source']}`"
    question = sentence(_SAID["asked"], chance, {**known, "among": among})
    return " ".join(filter(None, (_opener(brief["query"]), *leads, question)))


def _opener(query: str) -> str:
    """What the given query says before its request."""
    start, end = next(iter(sentences(query)), (0, 0))
    first = query[start:end]
    return "" if mentioned(first) or _FIGURE.search(query) or first.endswith("?") else first


def _code(
    source: str, claims: Sequence[Mapping[str, Any]], group: str, measure: str, per: str | None, limit: _Limit
) -> str:
    chosen = " & ".join(f"({claim['rows']})" for claim in claims if "rows" in claim)
    rows = f"{source}[{chosen}]" if chosen else source
    lines = [f"rows = {rows}", f"rows = {limit.code}"]
    each = f"rows.groupby({group!r}, observed=True)[{measure!r}]"
    if per:
        lines += [f"rows = rows[rows[{per!r}] > 0]", f"rows = rows.assign(each=rows[{measure!r}] / rows[{per!r}])"]
        each = f"rows.groupby({group!r}, observed=True)['each']"
    return "\n".join([*lines, f"figures = {each}.agg(first)"])
