"""Keys and links of tables, held against their values, and links that are found by the names of columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from company.errors import ConfigError, did_you_mean
from company.tables.reading import load_frame
from company.tables.record import Link, Table
from company.tables.settings import TableSettings
from company.tables.several.said import TablesSaid

LEAST = 0.5
"""Share of the rows that have to find a partner: where most do not, the columns name something else."""
_NAMED = 5
"""Rows that a message names."""


def joined(said: TablesSaid, tables: Sequence[Table], folder: Path) -> Table:
    """Return the first of the tables, which lie in the folder, with the others beside it, and keys and links.

    Raises ConfigError for keys and links that do not fit, and where two tables have one name.
    """
    first, *beside = tables
    if not beside and not said.first.key and not said.first.links:
        return first
    if first.name in said.others:
        raise ConfigError(f"{said.file}: two tables are called {first.name!r}; give the first [[table]] another name")
    claims = Claims({first.name: said.first, **said.others}, said.file)
    first, *beside = claims.joined(tables, folder)
    return first.model_copy(update={"beside": tuple(beside)})


@dataclass(frozen=True)
class Claims:
    """What a scenario says of the keys and links of its tables, by their names; `file` is it, for complaints."""

    said: Mapping[str, TableSettings]
    file: Path

    def joined(self, tables: Sequence[Table], folder: Path) -> list[Table]:
        """Return the tables, which lie in the folder, with their keys and links.

        Raises ConfigError, which names the rows that break it, for a key or a link that the values contradict.
        """
        frames = {each.name: load_frame(folder / each.file) for each in tables}
        keys = {each.name: self._key(each.name, frames[each.name]) for each in tables}
        return [
            each.model_copy(update={"key": keys[each.name], "links": tuple(self._links(each.name, frames, keys))})
            for each in tables
        ]

    def _key(self, name: str, frame: pd.DataFrame) -> tuple[str, ...]:
        """Return the key that a table is said to have; () where nothing is said."""
        key = self.said[name].key
        if not key:
            return ()
        self._known(name, "key", key, frame)
        gaps = frame[list(key)].isna().any(axis=1)
        if gaps.any():
            raise self._fault(name, f"key = {_list(key)} has gaps in {_rows(gaps)}: name columns without gaps")
        twice = frame.duplicated(list(key), keep=False)
        if twice.any():
            first = frame.loc[twice, list(key)].iloc[0].tolist()
            where = twice & (frame[list(key)] == first).all(axis=1)
            value = ", ".join(map(repr, first))
            raise self._fault(
                name, f"key = {_list(key)} does not tell rows apart: {_rows(where)} all have {value}; name more columns"
            )
        return key

    def _links(
        self, name: str, frames: Mapping[str, pd.DataFrame], keys: Mapping[str, tuple[str, ...]]
    ) -> Iterator[Link]:
        """Yield the links that are said, then those that are found by the name of a column."""
        frame, said = frames[name], self.said[name].links
        for each in said:
            self._known(name, "links", each.columns, frame)
            if each.to not in frames or each.to == name:
                others = [other for other in frames if other != name]
                close = did_you_mean(each.to, others)
                raise self._fault(
                    name, f"links to {each.to!r}, which is no other table{close}; the others are {_list(others)}"
                )
            if len(keys[each.to]) != len(each.columns):
                has = f"the key {_list(keys[each.to])}" if keys[each.to] else "no key"
                mend = f"give {each.to} a key of as many columns"
                raise self._fault(name, f"links {_list(each.columns)} to {each.to}, which has {has}; {mend}")
            link = link_between(each.columns, frame, each.to, keys[each.to], frames[each.to])
            if link.found < LEAST * link.rows:
                lost = ~_partners(each.columns, frame, keys[each.to], frames[each.to])
                raise self._fault(
                    name,
                    f"links {_list(each.columns)} to {each.to}, where {link.found:,} of {link.rows:,} rows find a "
                    f"partner ({_rows(lost)} find none); name the columns that hold {each.to}'s key, or leave it out",
                )
            yield link
        taken = {(each.columns, each.to) for each in said}
        for other, key in keys.items():
            if other == name or len(key) != 1 or key[0] not in frame.columns or keys[name] == key:
                continue
            link = link_between(key, frame, other, key, frames[other])
            if (key, other) not in taken and link.found >= LEAST * link.rows:
                yield link

    def _known(self, name: str, what: str, columns: Sequence[str], frame: pd.DataFrame) -> None:
        for column in columns:
            if column not in frame.columns:
                close, known = did_you_mean(column, frame.columns), _list(list(frame.columns))
                raise self._fault(name, f"{what} has {column!r}, which is no column{close}; its columns are {known}")

    def _fault(self, name: str, fault: str) -> ConfigError:
        return ConfigError(f"{self.file}: the table {name}: {fault}")


def link_between(
    columns: tuple[str, ...], frame: pd.DataFrame, to: str, key: tuple[str, ...], other: pd.DataFrame
) -> Link:
    """Return the link by columns of a frame that hold the key of another table, with the rows that find a partner."""
    found = int(_partners(columns, frame, key, other).sum())
    return Link(columns=columns, to=to, key=key, found=found, rows=len(frame))


def _partners(columns: Sequence[str], frame: pd.DataFrame, key: Sequence[str], other: pd.DataFrame) -> pd.Series[bool]:
    """Return of each row whether its values stand in the other table's key; a row with a gap has no partner."""
    known = set(other[list(key)].itertuples(index=False, name=None))
    whole = frame[list(columns)].notna().all(axis=1)
    named = [values in known for values in frame[list(columns)].itertuples(index=False, name=None)]
    return pd.Series(named, index=frame.index) & whole


def _rows(marked: pd.Series[bool]) -> str:
    """Return the rows that are marked as their author counts them: below the header, from 1."""
    places = [place for place, is_marked in enumerate(marked, start=1) if is_marked]
    shown = ", ".join(f"{place:,}" for place in places[:_NAMED])
    more = f" and {len(places) - _NAMED:,} more" if len(places) > _NAMED else ""
    return f"row{'s' * (len(places) > 1)} {shown}{more}"


def _list(names: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"
