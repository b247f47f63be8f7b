"""What turns ask for, as code that reads every term it is to use, and as words that name them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from grammar.evolving.catalogue import RULE, Known, catalogue, groups, measures
from grammar.evolving.computing import Asking
from grammar.evolving.earlier import Earlier
from grammar.evolving.figures import figures
from grammar.evolving.looking_up import wide_subject
from grammar.evolving.rules import columns_in
from grammar.subject import Subject, names_beside

REPORTED = "reconcile"
"""The pattern of a turn that begins with a number out of an old report."""
_LATEST = 2
"""Turns before, whose forms are not taken again."""
_MISLEADING = 2
"""Conditions on labels that are as bad as a name that says something else, in place of an ask that came to nothing."""
_DRAFTS = 24
"""Asks that are drawn at the most until one is natural."""
_ANEW = 150
"""Asks that are drawn for one whose result looks like that of one before."""
_Draft = tuple[Asking, dict[str, Any]]


def write_asks(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_asks` brief: an ask for each of its turns."""
    subject = wide_subject(brief["table"])
    known = catalogue(subject)
    terms = {str(term["variable"]): _known(term, known, subject) for term in brief["terms"]}
    results = {str(each["name"]): each for each in brief.get("results", ())}
    taken = {*results, *terms, *(column.name for column in subject.var.columns), "df", "pd", "np"}
    taken |= {*brief.get("names_taken", ()), *names_beside(brief["table"])}
    grouping = [column.name for column in groups(subject)]
    every = {term.variable: term for term in known.values()} | terms
    known_as = figures(subject, [(variable, term) for variable, term in every.items() if term.kind == "measure"])
    questions = {each["question"]: frozenset(each["columns"]) for each in brief.get("questions", ())}
    asks: list[dict[str, Any]] = []
    latest = [Earlier.of(each, grouping, subject, known_as).form for each in list(results.values())[-_LATEST:]]
    for turn in brief["turns"]:
        used = {terms[str(name)].kind: (str(name), terms[str(name)]) for name in turn["uses"]}
        names = [*(name for name in turn.get("of_results", ()) if name in results), turn.get("name")]
        *earlier, before = (
            Earlier.of(results[name], grouping, subject, known_as) if name in results else None for name in names
        )
        gone = frozenset(terms[str(name)].kind for name in turn.get("lifted", ()))
        failed = [each for each in brief.get("failed", ()) if each["turn"] == turn["turn"]]
        asking = partial(
            Asking,
            *(subject, used, tuple(filter(None, earlier)), frozenset(taken), chance, frozenset(latest), gone),
            best_about=turn.get("best_about", {}),
            is_reported=REPORTED in turn.get("patterns", ()),
            decides=bool(turn.get("decides")),
            serves=frozenset() if failed else questions.get(turn.get("serves"), frozenset()),
        )
        ask = _asked(asking, before, failed)
        latest = [*latest[1 - _LATEST :], ask.pop("form")]
        ask.pop("own")
        taken.add(ask["name"])
        results[ask["name"]] = {"name": ask["name"], "type": ask["type"], "columns": ask.pop("columns")}
        asks.append({"turn": turn["turn"], **ask})
    return {"asks": asks}


def _asked(
    asking: Callable[[Earlier | None], Asking], before: Earlier | None, failed: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """An ask; in place of one `before`, another whose result looks alike, so that what goes on from it still can."""
    if before is None:
        return _natural(asking(None) for _ in range(_DRAFTS))
    codes = {str(each["code"]) for each in failed}
    was_empty = any("empty" in str(each.get("why", "")) for each in failed)

    def unlike(drawn: _Draft) -> tuple[bool, bool, bool, int]:
        _, draft = drawn
        # Later turns read its columns: the one that failed does less harm than one with others.
        is_frame = draft["type"] == "dataframe"
        others = is_frame and tuple(draft["columns"]) != before.columns
        narrow = was_empty * (draft["code"].count(".isin(") + draft["code"].count("_base"))
        # A name that says something else misleads whoever reads it later on.
        misled = _MISLEADING * (not before.name.endswith(draft["own"]))
        return draft["type"] != before.type, others, draft["code"] in codes, misled + narrow

    return _worded(min(_coded(asking(before) for _ in range(_ANEW)), key=unlike))


def _natural(drafts: Iterable[Asking]) -> dict[str, Any]:
    """The ask that is most like a client's: nothing is next to what it is unlike, and nothing was asked before."""

    def oddity(drawn: _Draft) -> tuple[int, bool]:
        ask, told = drawn
        unlike = sum(link.role == "beside" and not link.earlier.holds(ask.figure) for link in ask.links)
        return unlike, told["name"] != told["own"]

    least: tuple[tuple[int, bool], _Draft] | None = None
    for drawn in _coded(drafts):
        odd = oddity(drawn)
        if least is None or odd < least[0]:
            least = odd, drawn
        if odd == (0, False):
            break
    assert least is not None, "something is drawn each time"
    return _worded(least[1])


def _coded(asks: Iterable[Asking]) -> Iterator[_Draft]:
    return ((ask, ask.coded()) for ask in asks)


def _worded(drawn: _Draft) -> dict[str, Any]:
    """The ask that was chosen, in words: those of all that were drawn would take most of the time."""
    ask, coded = drawn
    return ask.worded(coded)


def _known(term: Mapping[str, Any], known: Mapping[str, Known], subject: Subject) -> Known:
    """What there is to know of a term; of one in another's words, what its kind tells."""
    name = str(term["name"])
    if name in known:
        return known[name]
    if "rule" in term:
        # A figure that a rule says is no quantity that others can be held against.
        way = "ratio" if term["kind"] == "measure" else RULE
        return Known(str(term["kind"]), way, name, tuple(columns_in(str(term["code"]))), "", "", (), {})
    kind = _kind_of(str(term["naive"]), str(term.get("code", "")))
    typical = {"year": subject.dates, "rates": subject.groups}.get(kind) or measures(subject)
    columns = [column.name for column in typical]
    way = {"line": "above", "year": "first"}.get(kind, "values")
    return Known(kind, way, name, tuple(columns[:1]), "", "", (), {})


def _kind_of(naive: str, code: str) -> str:
    """The kind of a term, by the form of its code."""
    if code.startswith("{"):
        return "rates"
    if code.startswith("lambda"):
        return "filter" if naive == "lambda t: t" else "rounding" if naive == "lambda x: x" else "measure"
    return "unit" if naive == "1" else "line"
