"""What an ask is about, in words that name terms and earlier results, and say nothing of what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grammar.evolving.catalogue import RULE, many
from grammar.evolving.forms import drawn
from grammar.evolving.linking import OWN, Link
from grammar.evolving.looking_up import has_strangers
from grammar.language import listed
from grammar.linked import UNKNOWN, Linked
from grammar.steps.base import plain
from grammar.words import words

if TYPE_CHECKING:
    from grammar.evolving.computing import Asking

_ABOUT = words("evolving")["about"]
_MOST_WORDS, _TRIES = 20, 40


def about(ask: Asking, kind: str, shown: Sequence[str]) -> str:
    """What is asked for; of several wordings, one of few words. `shown` are the columns or keys of the result."""
    drafts: list[str] = []
    while len(drafts) < _TRIES:
        drafts.append(", ".join(_Parts(ask).all(kind, shown)))
        if len(drafts[-1].split()) <= _MOST_WORDS:
            return drafts[-1]
    return min(drafts, key=lambda draft: len(draft.split()))


def _partner(linked: Linked) -> str:
    """What is true of the rows that name none of another table, in words."""
    return f"‘{linked.by[0]}’ is not in `{linked.name}`"


class _Parts:
    """The parts that what is asked for is said in, one after the other."""

    def __init__(self, ask: Asking) -> None:
        self.ask, subject = ask, ask.subject
        self.known = {**{each: term.name for each, (_, term) in ask.used.items()}, "rows": subject.rows}
        if ask.group:
            self.known |= {"group": subject.said(ask.group), "groups": many(subject.said(ask.group))}
            self.known["grouped"] = self._called(ask.group)
        self.known["by"] = self._said("group") if ask.group else ""
        self.known["figure"] = self._figure(ask.figure.statistic)
        self.known["number"] = self._figure("number" if ask.figure.statistic == "size" else ask.figure.statistic)

    def all(self, kind: str, shown: Sequence[str]) -> Iterator[str]:
        """Yield all parts."""
        yield self._head()
        yield from self._row_by_row()
        yield from self._rows()
        if self.ask.is_share and (line := self._line_partner):
            yield self._said("line_unknown", partner=_partner(line))
        if "unit" in self.ask.used:
            yield self._said("unit")
        yield from (self._percentages(each) for each in shown if each.startswith("percent_of_"))
        if "rounding" in self.ask.used:
            yield self._said("rounding")
        # Behind all that says which rows count: a result that stands beside the figure is not worked out anew.
        beside = [self._against(link) for link in self.ask.held if link.role == "beside"]
        if beside:
            yield self._said("besides" if len(beside) > 1 else "beside", against=listed(beside))
        if kind == "dict" and shown:
            yield self._said("keys", keys=listed([f"'{key}'" for key in shown]))
        elif kind == "dict":
            yield self._said("labels")
        yield from self._labels()

    def _row_by_row(self) -> Iterator[str]:
        """That a value of another table is taken for each row: a member's age could be taken once for each member."""
        measured = self.ask.measured
        if measured and measured.name in self.ask.subject.fetched:
            yield self._said("row_by_row", row=self.ask.subject.row)

    def _labels(self) -> Iterator[str]:
        """Which labels there are: one for the rows that name none of another table, and none without a figure."""
        if self.ask.labelled and self.ask.may_have_strangers:
            by, group = self.ask.subject.fetched[self.ask.labelled], self.ask.subject.said(self.ask.labelled)
            yield self._said("unknown", label=UNKNOWN, partner=_partner(by), group=group)
        if self.ask.group and self.ask.can_have_gaps:
            # Of the leader the highest figure alone is taken, whichever label that is of.
            by_label = [link.role for link in self.ask.held if link.is_by_label and link.role != "leader"]
            yield self._said("gaps" if "beside" in by_label else "both" if by_label else "blanks")

    def _said(self, occasion: str, **more: str) -> str:
        known = {**self.known, "all": self.known["rows"], **more}
        forms = [form if known.get("by") else form.replace("[ {by}]", "") for form in _ABOUT[occasion]]
        return drawn([form.replace("[ {by}]", " {by}") for form in forms], known, self.ask.chance)

    @property
    def _line_partner(self) -> Linked | None:
        """The table that the column of a line is in, where some rows name none of its rows."""
        column = self.ask.columns("line")[0]
        return self.ask.subject.fetched[column] if has_strangers(self.ask.subject, column) else None

    def _percentages(self, column: str) -> str:
        """What is told in percent beside the figure; where that is worked out of another, it is said of which."""
        is_plain = self.ask.form == "amount" and all(link.role == "beside" for link in self.ask.held)
        return self._said(column if is_plain or column == "percent_of_rows" else f"{column}_of_figure")

    def _head(self) -> str:
        """The figure itself."""
        ask = self.ask
        against = next((link for link in ask.held if link.role != "beside"), None)
        if against is not None:
            role: str = "link_index" if against.role == "index" else against.role
            told = against.earlier.figure
            if role == "per":
                role = "per_row" if told and told.statistic == "size" else "per_sum"
            return self._said(role, against=self._against(against), row=ask.subject.row)
        more = {}
        if ask.pair:
            more = {"between": ask.subject.said(ask.pair[0]), "one": ask.pair[1], "two": ask.pair[2]}
        if ask.form == "ratio":
            assert ask.figure.column and ask.other
            more |= {"first": self._called(ask.figure.column.name), "second": self._called(ask.other.name)}
        if ask.form == "strangers":
            assert ask.stranger
            more["partner"] = _partner(ask.stranger)
        form: str = ask.form
        if form == "share":
            form = "share_rows" if ask.figure.statistic == "size" else "share_figure"
        return self._said(form, **more)

    def _figure(self, statistic: str) -> str:
        """The figure as it is put together; a weighted count says its rates."""
        figure = self.ask.figure
        base = figure.term[1].name if figure.term else self._called(figure.column.name) if figure.column else ""
        bare = base.removeprefix("the ").removeprefix("our ") if not figure.term else base
        base = base if figure.term or base.startswith("‘") else f"the {base}"
        forms = _ABOUT[statistic]
        # A total is not said twice.
        if figure.term or base.startswith("‘") or bare.startswith("total"):
            forms = [form for form in forms if "{bare}" not in form]
        return drawn(forms, {**self.known, "base": base, "bare": bare}, self.ask.chance)

    def _rows(self) -> Iterator[str]:
        """Which rows count."""
        used = self.ask.used
        for link in self.ask.chosen:
            yield self._choosing(link)
        for kind in ("filter", "exclusion"):
            if kind in used:
                yield self._said(f"rule_{kind}" if used[kind][1].way == RULE else kind)
        if "year" in used:
            yield self._said("first" if used["year"][1].way in ("first", "since") else "last")
        if "line" in used and not self.ask.is_share:
            yield self._said("line")
        if "rates" in used:
            yield self._said("rates_of_average" if self.ask.figure.is_average else "rates")

    def _choosing(self, link: Link) -> str:
        """Which rows an earlier result lets count."""
        earlier = link.earlier
        if link.role == "selection":
            chosen = many(self.ask.subject.said(earlier.group or ""))
            return self._said(link.way, chosen=chosen, earlier=earlier.said)
        assert earlier.figure and earlier.figure.limit
        limit = self._called(earlier.figure.limit)
        if link.way == OWN:
            own = self.ask.subject.said(earlier.group or "")
            return self._said("own_threshold", limit=limit, own=own, earlier=earlier.said)
        return self._said("threshold", limit=limit, limit_bare=limit, number_of=earlier.said_number)

    def _against(self, link: Link) -> str:
        """What of an earlier result the figure is held against."""
        return link.earlier.said if link.is_by_label else link.earlier.said_number

    def _called(self, column: str) -> str:
        """A column in words, with its header where the words are others."""
        said = self.ask.subject.said(column)
        if column in self.ask.subject.fetched:
            return f"{said} (‘{column}’ of `{self.ask.subject.fetched[column].name}`)"
        return said if said.startswith("‘") or said.lower() == plain(column) else f"{said} ‘{column}’"
