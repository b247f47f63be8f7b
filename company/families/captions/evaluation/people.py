"""What people said of captions, from a benchmark's published verdicts: experts' orders and readers' replies."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.benchmark.reading import Benchmark, read_verdicts
from company.families.captions.body import Line, shown_of

Key = tuple[str, str]
"""The data_id of a caption set, and the id of a caption or a twin in it."""
HELPS: Mapping[str, float] = {"yes": 1.0, "no": 0.0, "unsure": 0.0}
"""As the seed counts what readers reply."""
HALF: Mapping[str, float] = {**HELPS, "unsure": 0.5}
_NOT_COUNTED = ("gold", "tutorial")
"""Duties whose verdicts are of what is known to be right."""


@dataclass(frozen=True)
class Order:
    """How one expert ranked the captions of a set."""

    reviewer: int
    best_first: tuple[str, ...]
    seconds: float | None


@dataclass(frozen=True)
class Reply:
    """What one reader said of a caption."""

    reviewer: int
    reply: str
    flags: frozenset[str]
    seconds: float | None


@dataclass(frozen=True)
class People:
    """All that counts of what people said."""

    orders: Mapping[str, Sequence[Order]]
    """By the data_id of a caption set."""
    replies: Mapping[Key, Sequence[Reply]]

    def ranks(self) -> dict[Key, float]:
        """Return the mean rank of each caption that experts ranked, 1 the best."""
        found: dict[Key, list[int]] = defaultdict(list)
        for data_id, orders in self.orders.items():
            for order in orders:
                for rank, name in enumerate(order.best_first, start=1):
                    found[data_id, name].append(rank)
        return {key: sum(ranks) / len(ranks) for key, ranks in found.items()}

    def helpful(self, worth: Mapping[str, float] = HELPS) -> dict[Key, float]:
        """Return how helpful readers found each caption, from 0 to 1."""
        return {key: sum(worth[each.reply] for each in said) / len(said) for key, said in self.replies.items()}

    def flagged(self, flag: str) -> dict[Key, float]:
        """Return the share of its readers that ticked something of a caption."""
        return {key: sum(flag in each.flags for each in said) / len(said) for key, said in self.replies.items()}


def people_of(content: Benchmark) -> People:
    """Return what people said; empty where nobody was asked. Verdicts that were superseded do not count."""
    sets = {_figure(line["data_id"]): line for line in content.cases.get("ranking", ())}
    orders: dict[str, list[Order]] = defaultdict(list)
    replies: dict[Key, list[Reply]] = defaultdict(list)
    for row in read_verdicts(content.folder):
        line = _line_of(str(row.get("record", "")), sets)
        if line is None or not row.get("standing", True) or row.get("duty") in _NOT_COUNTED:
            continue
        who, seconds = int(row.get("reviewer", 0)), row.get("seconds")
        if row.get("verdict") == "rank":
            named = (_named(str(each), line) for each in json.loads(row["said"]))
            order = tuple(each for each in named if each is not None)
            orders[line["data_id"]].append(Order(who, order, seconds))
        elif row.get("verdict") == "answer" and row.get("said") in HELPS:
            name = _named(str(row["record"]), line)
            if name is not None:
                flags = frozenset(map(str, _flags(row.get("flags"))))
                replies[line["data_id"], name].append(Reply(who, row["said"], flags, seconds))
    return People(orders, replies)


def _figure(data_id: str) -> str:
    return data_id.rpartition(".")[0]


def _line_of(record: str, sets: Mapping[str, Line]) -> Line | None:
    """Return the caption set that a record belongs to: its id begins with that of the figure."""
    return next((sets[start] for start in _beginnings(record) if start in sets), None)


def _beginnings(record: str) -> Iterator[str]:
    while record:
        yield record
        record = record.rpartition(".")[0]


def _named(record: str, line: Line) -> str | None:
    """Return the id of the caption that the last part of a record's id names."""
    name = record.rpartition(".")[2]
    return name if any(each["id"] == name for each in shown_of(line)) else None


def _flags(told: Any) -> Sequence[Any]:
    """Return what was ticked, as a list or as the JSON of one."""
    found = json.loads(told) if isinstance(told, str) and told else told
    return found if isinstance(found, list) else ()
