"""The tables of a simulation.toml beside the first: each further [[table]]."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from company.config.section import ALL, Section
from company.tables.settings import ColumnSettings, TableSettings

TAKEN = frozenset((*dir(builtins), "df", "np", "pd", "plt", "sns", "scipy", "sklearn", "stats", "decision_company"))
"""Names that code has for something else: what Python brings, and what analyses import."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")


class OtherTableSettings(TableSettings):
    """A further [[table]]: what is said of the first, with its columns."""

    file: str | None = Field(default=None, min_length=1, exclude=True)
    columns: dict[str, ColumnSettings] = Field(default_factory=dict)
    """What a person knows of its columns, as [columns] has it for the first table."""


class OtherTables(Section):
    """The tables beside the first by their names. Whether one has changed is told when it is read."""

    model_config = ConfigDict(extra="allow")
    MAY_CHANGE: ClassVar[frozenset[str]] = ALL
    ENTRY: ClassVar[type[BaseModel]] = OtherTableSettings
    WRITTEN: ClassVar[str] = "[table]"
    __pydantic_extra__: dict[str, OtherTableSettings] = Field(init=False)

    @property
    def said(self) -> dict[str, OtherTableSettings]:
        """Name → what is said of the table, in the order of the file."""
        return dict(self.__pydantic_extra__)


def apart(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a simulation.toml with the first [[table]] as `table`, and the others in `beside`.

    Raises ValueError for a table without a name, or with one that is taken.
    """
    whole = dict(content)
    tables = whole.get("table")
    if "beside" in whole:
        raise ValueError("`beside` is no table of this file; write [[table]] once for each table")
    if not isinstance(tables, list):
        return whole
    if not tables or not all(isinstance(each, dict) for each in tables):
        raise ValueError("[[table]] should be written once for each table, with its keys below it")
    first, *others = tables
    named: dict[str, Any] = {}
    for place, table in enumerate(others, start=2):
        name = table.get("name")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ValueError(
                f'[[table]] number {place} has no name that code can use; add such a one as name = "customers"'
            )
        if name in TAKEN or name in named or name == first.get("name"):
            raise ValueError(f"[[table]] number {place} is called {name!r}, which is taken; give it another name")
        named[name] = table
    whole["table"] = first
    return {**whole, "beside": named} if named else whole


def together(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return sections as a simulation.toml has them: what `apart` has taken apart, written as [[table]] again."""
    whole = {name: section for name, section in content.items() if name != "beside"}
    if beside := content.get("beside"):
        whole["table"] = [content["table"], *({**told, "name": name} for name, told in beside.items())]
    return whole
