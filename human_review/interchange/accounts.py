"""An item with what was said of it, as formats for other tools tell it.

What was said is left out until all reviews of an item are in, as on the review page: a file that is annotated
elsewhere does not tell its annotators what their partners said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from company.reviewing.kinds import SHARED, FormName, ReviewKind, kind_of
from human_review.forms import as_text
from human_review.store import Item, Search, Verdict, items, people, reading
from human_review.store.database import kinds_in
from human_review.store.gold import listed
from human_review.store.rounds import asked_anew
from human_review.store.searching import find
from human_review.verdicts import Said, Withdrawn

AT_ONCE = 500
_NOT_SHOWN = SHARED - {"flags"}


@dataclass(frozen=True)
class Account:
    """An item, what is judged, and what may be told of the verdicts."""

    item: Item
    kind: ReviewKind
    body: Mapping[str, Any]
    verdicts: tuple[Verdict, ...]
    """Oldest first, superseded and late ones among them; none while reviews are missing."""

    @property
    def standing(self) -> tuple[Verdict, ...]:
        """The verdicts that count."""
        return tuple(each for each in self.verdicts if each.standing and not isinstance(each.content, Withdrawn))

    @property
    def options(self) -> list[Mapping[str, Any]]:
        """The records to choose from, of a choice or a ranking."""
        found: list[Mapping[str, Any]] = self.body.get("options", [])
        return found


def accounts(connection: sql.Connection, *, whole: bool) -> Iterator[Account]:
    """Yield all items in order; for reviewers' eyes, stale ones and all that was said of gold are left out.

    Gold items look as if nothing had been said of them: reviewers must not know which they are. So does what is being
    judged anew.
    """
    gold = {each.item for each in listed(connection)}
    after = ""
    while part := find(connection, Search(), after, AT_ONCE, None):
        after = part[-1].place
        for item in part:
            if item.state != "stale" or whole:
                verdicts = reading.verdicts(connection, item.id, None, 0.0)
                told = tuple(verdicts) if _all_in(item, verdicts) and (whole or item.id not in gold) else ()
                if told and not whole and asked_anew(connection, item):
                    told = ()
                yield Account(item, kind_of(kinds_in(connection), item.kind), items.body_of(connection, item.id), told)


def names(connection: sql.Connection) -> dict[int, str]:
    """Return reviewers' numbers and names."""
    return {each.id: each.name for each in people.everyone(connection)}


def by_form(found: Iterator[Account]) -> dict[tuple[str, FormName], list[Account]]:
    """Group the items that have the same fields and are judged in the same way."""
    together: dict[tuple[str, FormName], list[Account]] = {}
    for account in found:
        together.setdefault((account.item.kind, account.item.form), []).append(account)
    return together


def shown(record: Mapping[str, Any], kind: ReviewKind) -> dict[str, str]:
    """Return the fields that people read, as text; results as they look, and not all that is known of them."""
    left_out = _NOT_SHOWN.union(kind.not_shown)
    told = {name: value for name, value in record.items() if name not in left_out}
    return {
        name: _results(value) if name == "results" else "" if value == [] else as_text(value)
        for name, value in told.items()
    }


def words(kind: ReviewKind, form: FormName) -> tuple[str, ...]:
    """Return the fields that can be edited without running anything."""
    apart = {*kind.executed, *kind.here_only}
    return tuple(name for name in kind.editable if name not in apart) if form == "judge" else ()


def _results(results: Sequence[Mapping[str, Any]]) -> str:
    return "\n\n".join(f"{each['name']} ({each['type']})\n{each['shown']}" for each in results)


def _all_in(item: Item, verdicts: list[Verdict]) -> bool:
    reviews = [each for each in verdicts if each.standing and each.duty == "review"]
    given: list[Said] = [each.content for each in reviews if not isinstance(each.content, Withdrawn)]
    return item.state in ("adjudication", "decided") or len(given) >= item.overlap
