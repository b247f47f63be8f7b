"""What an ask is about, in words that name terms and earlier results, and say nothing of what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grammar.evolving.forms import drawn
from grammar.language import listed
from grammar.steps.base import plain
from grammar.words import words

if TYPE_CHECKING:
    from grammar.evolving.computing import Asking

_ABOUT = words("evolving")["about"]
_MOST_WORDS, _TRIES = 25, 30


def about(ask: Asking, kind: str, shown: Sequence[str]) -> str:
    """What is asked for; of several wordings, one of few words. `shown` are the columns or keys of the result."""
    drafts = [", ".join(_Parts(ask).all(kind, shown)) for _ in range(_TRIES)]
    return next((draft for draft in drafts if len(draft.split()) <= _MOST_WORDS), min(drafts, key=len))


class _Parts:
    """The parts that what is asked for is said in, one after the other."""

    def __init__(self, ask: Asking) -> None:
        self.ask, subject = ask, ask.subject
        self.known = {
            **{each: term.name for each, (_, term) in ask.used.items()},
            "rows": subject.rows,
            "group": subject.said(ask.group) if ask.group else "",
            "grouped": self._called(ask.group) if ask.group else "",
        }
        self.known["figure"] = self.known.get("measure") or self._plain_figure()

    def all(self, kind: str, shown: Sequence[str]) -> Iterator[str]:
        """Yield all parts."""
        figures = self._said(self._head())
        figures = f"{self._said('list')} for {figures}" if kind == "list" else figures
        yield f"{figures} {self._said('group' if self.ask.group else 'whole')}"
        yield from self._rows()
        yield from self._measured()
        yield from self._against()
        if kind == "dataframe" and "rows" in shown:
            yield self._said("beside")
        if kind == "dict" and shown:
            yield self._said("keys", keys=listed([f"'{key}'" for key in shown]))
        elif kind == "dict":
            yield self._said("labels")

    def _said(self, occasion: str, **more: str) -> str:
        return drawn(_ABOUT[occasion], {**self.known, **more}, self.ask.chance)

    def _head(self) -> str:
        """The occasion of the figure itself."""
        if self.ask.is_share and self.ask.is_only_share:
            return "part" if self.ask.has_figure else "share"
        if "rates" in self.ask.used:
            return "weighed" if self.ask.has_figure else "points"
        return self.ask.statistic

    def _rows(self) -> Iterator[str]:
        """Which rows count."""
        used = self.ask.used
        for kind in ("filter", "exclusion"):
            if kind in used:
                yield self._said(kind)
        if "year" in used:
            yield self._said("first" if used["year"][1].way in ("first", "since") else "last")
        if "line" in used and not self.ask.is_share:
            yield self._said("line")

    def _measured(self) -> Iterator[str]:
        """In what figures are told."""
        used = self.ask.used
        if "unit" in used:
            yield self._said("unit")
        if "rounding" not in used:
            return
        if self.ask.is_share:
            yield self._said("rounding" if self.ask.is_only_share else "line_share")
        elif not self.ask.group:
            yield self._said("all_share")
        else:
            yield self._said("only_share" if len(used) == 1 and not self.ask.earlier else "whole_share")

    def _against(self) -> Iterator[str]:
        """What figures are held against."""
        group = self.ask.group
        ways = ("same" if group and each.group == group else each.way for each in self.ask.earlier)
        against = [self._said(way, earlier=each.said) for way, each in zip(ways, self.ask.earlier, strict=True)]
        if against:
            text = f" {self._said('both')} ".join(against)
            yield f"{self._said('that')} {text}" if "rounding" in self.ask.used else text
        for _, each in self.ask.parted:
            way = "part_same" if group is not None and each.group == group else "part_highest"
            yield self._said(way, earlier=f"'{each.share}' in `{each.name}`")

    def _plain_figure(self) -> str:
        """The column whose figures are told, in words; empty where a term says which, or rows are counted."""
        if self.ask.figure is None:
            return ""
        said = self._called(self.ask.figure.name)
        return said if said.startswith("‘") else f"the {said}"

    def _called(self, column: str) -> str:
        """A column in words, with its header where the words are others."""
        said = self.ask.subject.said(column)
        return said if said.startswith("‘") or said.lower() == plain(column) else f"{said} ‘{column}’"
