"""The built-in company's part in dialogues that evolve: terms, asks and words from a brief alone, over any table."""

from __future__ import annotations

import ast
import math
import random
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
import pytest

from company.families.dialogues.evolving.kinds import possible_kinds
from company.families.dialogues.evolving.replies import AsksReply, TermsReply, WordsReply
from company.families.dialogues.evolving.scoping import told_of
from company.families.dialogues.handbook.records import Scope
from company.families.dialogues.table_briefs import table_brief
from company.results.substance import is_empty
from company.tables.intake import received
from company.tables.reading import canonical_csv
from grammar.evolving.agreeing import write_terms
from grammar.evolving.asking import write_asks
from grammar.evolving.catalogue import catalogue, groups, measures
from grammar.evolving.computing import Asking
from grammar.evolving.earlier import Earlier, group_in_names
from grammar.evolving.figures import figures
from grammar.evolving.linking import LIKE
from grammar.evolving.ordered import ORDERED, ordered
from grammar.evolving.relative import RELATIVE
from grammar.evolving.telling import word_turns
from grammar.steps.words import additive
from grammar.subject import subject_of
from grammar.words import words
from tests.support.adding_up import added_up
from tests.support.drafts import drafts_kept

SHARED = Path(__file__).parents[3] / "shared" / "tables"
GIVEN = ("atp_tennis", "credit_customers", "fastfood", "laptops_price", "melb_data")
UGLY, DATED, GAPPED = "xq export", "visits", "visits with gaps"
CLEAR = 0.01
OF_ROWS = ("filter", "exclusion", "measure")
KEPT = 3_000
"""Rows that are looked at, of longer tables: enough for every value that is offered."""


@dataclass(frozen=True)
class Known:
    brief: Mapping[str, Any]
    frame: pd.DataFrame
    kinds: Sequence[str]


def ugly() -> pd.DataFrame:
    """A table of headers that are no nouns, with gaps and a code among its numbers."""
    chance = np.random.default_rng(5)
    amounts = np.round(chance.gamma(2.0, 900.0, 400), 2)
    amounts[::17] = np.nan
    return pd.DataFrame(
        {
            "XQ_7": chance.choice(["a1", "b2", "c3", "d4"], 400, p=[0.4, 0.3, 0.2, 0.1]),
            "zz.val (k)": amounts,
            "f__09": chance.integers(1, 60, 400),
            "ID": np.arange(9000, 9400),
            "T9grp": chance.choice(["north", "south", "east"], 400, p=[0.5, 0.3, 0.2]),
        }
    )


def dated() -> pd.DataFrame:
    """A table with days of nine years."""
    chance = np.random.default_rng(6)
    days = pd.Timestamp("2011-01-01") + pd.to_timedelta(np.sort(chance.integers(0, 9 * 365, 500)), unit="D")
    return pd.DataFrame(
        {
            "arrival_date": days.strftime("%Y-%m-%d"),
            "room_price": np.round(chance.normal(120, 30, 500).clip(40), 1),
            "nights": chance.integers(1, 30, 500),
            "channel": chance.choice(["web", "desk", "agency"], 500, p=[0.5, 0.3, 0.2]),
            "city": chance.choice(["Graz", "Linz", "Wels", "Steyr", "Enns"], 500),
        }
    )


def gapped() -> pd.DataFrame:
    """The same, in which some visits have no price."""
    return dated().assign(room_price=lambda table: table["room_price"].where(table.index % 17 != 0))


_OWN = {UGLY: ugly, DATED: dated, GAPPED: gapped}


@cache
def known(name: str) -> Known:
    """A table with its brief."""
    if name in GIVEN and not SHARED.exists():
        pytest.skip(f"the tables of {SHARED} are not on this machine")
    with TemporaryDirectory() as folder:
        source = SHARED / f"{name}.csv"
        if name not in GIVEN:
            source = Path(folder, f"{name}.csv")
            _OWN[name]().to_csv(source, index=False)
        reading = canonical_csv(source, Path(folder, "out"), name)
        table = received(reading)
        frame = pd.read_csv(Path(folder, "out", table.file))
    frame = frame.sample(min(KEPT, len(frame)), random_state=0).sort_index()
    return Known(table_brief(table), frame, possible_kinds(table.columns, table.rows))


def terms_of(name: str, seed: int = 1, each: int = 2) -> list[dict[str, Any]]:
    """Terms of every kind that a table allows, with their kinds."""
    kinds = [kind for kind in known(name).kinds for _ in range(each)]
    wanted = [{"slot": f"s{at}", "kind": kind, "versions": 3} for at, kind in enumerate(kinds)]
    reply = write_terms({"table": known(name).brief, "wanted": wanted}, random.Random(seed))
    TermsReply.model_validate(reply)
    return [{**term, "kind": kind} for term, kind in zip(reply["terms"], kinds, strict=True)]


def bound(term: Mapping[str, Any], value: str | None) -> Any:
    """What a term's name holds."""
    code = term["naive"] if value is None else term["code"].replace("{value}", value)
    return eval(code, {"pd": pd, "np": np})


class Dialogue:
    """Asks over a table, one after the other, with what they leave."""

    def __init__(self, name: str, seed: int, *, as_timetables: bool = False) -> None:
        self.as_timetables = as_timetables
        self.known, self.chance = known(name), random.Random(seed)
        self.terms = terms_of(name, seed)
        self.state: dict[str, Any] = {"df": self.known.frame, "pd": pd, "np": np}
        self.results: list[dict[str, Any]] = []

    def asks(self, turns: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]], list[str]]]:
        """Yield asks with the terms and the earlier results that they are to read, each run with some values."""
        for turn in range(1, turns + 1):
            drawn = self.chance.sample(self.terms, self.chance.choice((1, 2, 3)))
            used = list({term["kind"]: term for term in drawn}.values())
            earlier = [each["name"] for each in self.results if self.chance.random() < 1 / len(self.results)]
            if self.as_timetables:
                # Nothing is held against what is told in a unit.
                plain = all(term["kind"] != "unit" for term in used)
                earlier = [name for name in earlier if plain and "_in_lots" not in name]
            ask = self.asked(turn, used, earlier[:2])
            values = [self.chance.choice(term["candidates"])["code"] for term in used]
            result = self.run(ask, used, values)
            columns = list(result.columns) if isinstance(result, pd.DataFrame) else []
            self.state[ask["name"]] = result
            self.results.append({"name": ask["name"], "type": ask["type"], "columns": columns})
            ask["values"] = values
            yield ask, used, earlier[:2]

    def asked(self, turn: int, used: Sequence[Mapping[str, Any]], earlier: Sequence[str]) -> dict[str, Any]:
        """One ask, from a brief as staff get it."""
        told = [
            {key: term[key] for key in ("slot", "variable", "name", "naive", "says")}
            | {"code": term["code"].replace("{value}", term["candidates"][0]["code"])}
            for term in self.terms
        ]
        wanted = {"turn": turn, "uses": [term["variable"] for term in used], "of_results": list(earlier)}
        brief = {"table": self.known.brief, "terms": told, "results": self.results, "turns": [wanted]}
        reply = write_asks(brief, self.chance)
        AsksReply.model_validate(reply)
        return dict(reply["asks"][0])

    def run(self, ask: Mapping[str, Any], used: Sequence[Mapping[str, Any]], values: Sequence[str | None]) -> Any:
        """What an ask comes to with these values."""
        state = dict(self.state)
        state |= {term["variable"]: bound(term, value) for term, value in zip(used, values, strict=True)}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            exec(ask["code"], state)
        return state[ask["name"]]


def numbers(result: Any) -> tuple[list[Any], list[float]]:
    """The labels of a result, and its figures."""
    if isinstance(result, pd.DataFrame):
        return [*result.columns, *result.iloc[:, 0]], [float(each) for each in result.iloc[:, 1:].to_numpy().ravel()]
    if isinstance(result, pd.Series):
        return list(result.index), [float(each) for each in result]
    if isinstance(result, dict):
        return list(result), [float(each) for each in result.values()]
    return [], [float(each) for each in (result if isinstance(result, list) else [result])]


def differ(first: Any, second: Any) -> bool:
    """Whether two results are told apart: by labels, or by figures more than a hundredth off."""
    (labels, ours), (others, theirs) = numbers(first), numbers(second)
    if labels != others or len(ours) != len(theirs):
        return True
    return any(abs(one - two) > CLEAR * max(abs(one), abs(two)) for one, two in zip(ours, theirs, strict=True))


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*GIVEN, UGLY, DATED])
def test_every_kind_that_a_table_allows_can_be_bound_and_run(name: str) -> None:
    terms = terms_of(name)
    names = [term["name"].lower() for term in terms]
    assert not any(one in other for at, one in enumerate(names) for place, other in enumerate(names) if at != place)
    assert len({term["variable"] for term in terms}) == len(terms)
    for term in terms:
        assert len({each["code"] for each in term["candidates"]}) >= 3, term["name"]
        assert "{value}" in term["says"]
        assert not re.search(r"\{(?!value\})", term["says"])
        for value in [None, *(each["code"] for each in term["candidates"][:5])]:
            held = bound(term, value)
            if term["kind"] in ("filter", "exclusion"):
                rows = held(known(name).frame)
                assert len(rows) < len(known(name).frame) if value else rows is known(name).frame
                assert len(rows) > 0, (term["name"], value)
            if term["kind"] == "measure":
                assert len(held(known(name).frame)) == len(known(name).frame)


def test_kinds_that_a_table_does_not_allow_are_not_offered() -> None:
    assert "year" in known(DATED).kinds
    assert "year" not in known(UGLY).kinds
    assert {term.kind for term in catalogue(subject_of(known(UGLY).brief)).values()} >= {*known(UGLY).kinds}
    words_only = [column for column in received_columns() if not column.numeric]
    assert not {"line", "measure"} & {*possible_kinds(words_only, 400)}


def received_columns() -> Sequence[Any]:
    """The columns of the ugly table."""
    return subject_of(known(UGLY).brief).var.columns


def test_codes_and_places_are_no_measures() -> None:
    for name, codes in ((UGLY, {"ID"}), ("melb_data", {"Postcode", "Lattitude", "Longtitude"})):
        terms = catalogue(subject_of(known(name).brief)).values()
        assert not codes & {column for term in terms for column in term.columns}


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*GIVEN, UGLY, DATED])
def test_asks_read_what_they_are_to_use_and_feel_its_value(name: str) -> None:
    dialogue = Dialogue(name, seed=3)
    felt = tried = asked = empty = 0
    for ask, used, earlier in dialogue.asks(24):
        tree = ast.parse(ask["code"])
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        assert {term["variable"] for term in used} <= {node.id for node in names if isinstance(node.ctx, ast.Load)}
        assert {*earlier} <= {node.id for node in names if isinstance(node.ctx, ast.Load)}
        assert {each for each in stored if not each.startswith("_")} == {ask["name"]}
        for at, term in enumerate(used):
            assert term["name"] in ask["about"]
            if is_empty(dialogue.state[ask["name"]]):
                continue
            others = [each["code"] for each in term["candidates"] if each["code"] != ask["values"][at]]
            for value in dialogue.chance.sample(others, 2):
                values = [value if place == at else each for place, each in enumerate(ask["values"])]
                felt += differ(dialogue.state[ask["name"]], dialogue.run(ask, used, values))
                tried += 1
        asked += 1
        empty += is_empty(dialogue.state[ask["name"]])
    assert felt >= 0.7 * tried, f"{felt} of {tried}"
    assert empty <= asked / 3, "values are drawn here and not searched, and yet most of them leave something"


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*GIVEN, DATED])
def test_results_choose_among_labels_of_which_some_are_left_and_some_are_not(name: str) -> None:
    for seed in (1, 2):
        for ask in linked(name, seed):
            columns = {each.name: each.distinct for each in ask.subject.var.columns}
            assert len(ask.chosen) <= 1, "nobody takes two conditions of one question from earlier results"
            forms = {link.earlier.form for link in ask.chosen if link.role == "selection"}
            assert not forms & {"off", "shift", "gap", "change"}, "the average of what is above an average is nothing"
            chosen = Counter(str(link.earlier.group) for link in ask.chosen if link.role == "selection")
            assert not chosen.keys() & {*ask.columns("filter")}, "what a term chooses is not chosen again"
            assert all(columns[column] > 2 * count for column, count in chosen.items())
            leading = [str(link.earlier.group) for link in ask.chosen if link.way == "leading"]
            assert all(columns[column] >= 5 for column in leading)


def test_percentages_beside_what_is_worked_out_say_what_they_are_percentages_of() -> None:
    dialogue = Dialogue(DATED, seed=8)
    uses = [term["variable"] for kind in ("unit", "rounding") for term in dialogue.terms if term["kind"] == kind]
    told = [{**term, "code": term["naive"]} for term in dialogue.terms]
    turn = {"turn": 1, "uses": [uses[0], uses[-1]], "of_results": []}
    found = Counter[bool]()
    for seed in range(40):
        brief = {"table": dialogue.known.brief, "terms": told, "results": [], "turns": [turn]}
        (ask,) = write_asks(brief, random.Random(seed))["asks"]
        is_worked_out = " - _amount" in ask["code"] or "_amount.nlargest(" in ask["code"]
        if "'percent_of_highest'" in ask["code"] or "'percent_of_whole'" in ask["code"]:
            assert ("in percent of" in ask["about"]) == is_worked_out, ask
            found[is_worked_out] += 1
    assert len(found) == 2


def test_asks_are_about_the_columns_that_they_had_best_be_about() -> None:
    subject = subject_of(known(DATED).brief)
    by = [each.name for each in groups(subject) if each.distinct <= 12][-1]
    column = next(each.name for each in measures(subject)[1:] if additive(each))
    best = {"told_by": by, "measured": column, "how": "added up"}
    brief = {"table": known(DATED).brief, "terms": [], "results": []}
    scope = {how: Scope(how=how, column=column) for how in ("added up", "averaged")}
    for seed in range(12):
        turn = {"turn": 1, "uses": [], "of_results": []}
        for how, other in (("added up", "averaged"), ("averaged", "added up")):
            wished = {**turn, "best_about": {**best, "how": how}}
            (ask,) = write_asks({**brief, "turns": [wished]}, random.Random(seed))["asks"]
            told = told_of(ask["code"], {})
            assert told.by == {by} and told.fits(scope[how]), ask
            assert how == "averaged" or not told.fits(scope[other]), ask


def test_columns_that_a_brief_tells_in_short_are_no_reason_to_stop() -> None:
    brief = known(DATED).brief
    short = [{key: told for key, told in column.items() if key != "values"} for column in brief["columns"]]
    turns = [{"turn": turn, "uses": [], "of_results": []} for turn in range(1, 41)]
    told = {"table": {**brief, "columns": short}, "terms": [], "results": [], "turns": turns}
    assert len(write_asks(told, random.Random(1))["asks"]) == 40


def test_what_came_to_nothing_so_far_and_has_no_columns_is_gone_on_from_all_the_same() -> None:
    failed = {"name": "visits_seen", "type": "dataframe", "columns": []}
    turn = {"turn": 2, "uses": [], "of_results": ["visits_seen"]}
    brief = {"table": known(DATED).brief, "terms": [], "results": [failed], "turns": [turn]}
    for seed in range(8):
        (ask,) = write_asks(brief, random.Random(seed))["asks"]
        seen = pd.DataFrame({"city": ["Graz", "Linz"], "visits": [3, 5]})
        state = {"df": known(DATED).frame, "pd": pd, "np": np, "visits_seen": seen}
        exec(ask["code"], state)
        assert "visits_seen" in ask["code"] and ask["name"] in state


def test_a_unit_that_was_lifted_is_in_no_name() -> None:
    dialogue = Dialogue(DATED, seed=8)
    unit = next(term for term in dialogue.terms if term["kind"] == "unit")
    turn = {"turn": 1, "uses": [unit["variable"]], "of_results": []}
    brief = {"table": dialogue.known.brief, "terms": [{**unit, "code": unit["naive"]}], "results": []}
    for seed in range(6):
        for gone in ([], [unit["variable"]]):
            told = {**turn, "lifted": gone} if gone else turn
            (ask,) = write_asks({**brief, "turns": [told]}, random.Random(seed))["asks"]
            assert unit["variable"] in ask["code"]
            assert gone == [] or "in_lots" not in ask["code"]


def linked(name: str, seed: int, turns: int = 14, *, as_timetables: bool = False) -> list[Asking]:
    """The asks of a dialogue as they were written, with what they go on from, and none of the drafts beside them."""
    with drafts_kept() as kept:
        codes = [ask["code"] for ask, _, _ in Dialogue(name, seed, as_timetables=as_timetables).asks(turns)]
    drafts = {"\n".join(ask.lines): ask for ask in kept}
    return [drafts[code] for code in codes]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["melb_data", DATED])
def test_figures_are_held_only_against_the_same_quantity(name: str) -> None:
    held = [(ask, link) for seed in (1, 2, 3, 4) for ask in linked(name, seed) for link in ask.held]
    alike = [(ask, link) for ask, link in held if link.role in LIKE]
    assert alike
    for ask, link in alike:
        told = link.earlier.figure
        assert told is not None
        assert told.quantity == ask.figure.quantity
        assert not told.is_scaled
    assert all(link.earlier.adds_up and ask.figure.adds_up for ask, link in held if link.role == "shift")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["melb_data", DATED])
def test_figures_by_label_next_to_one_another_say_that_labels_without_one_are_left_out(name: str) -> None:
    found = Counter[bool]()
    for seed in (1, 2, 3):
        for ask, _, _ in Dialogue(name, seed).asks(24):
            is_held = re.search(r"(?m)^_base\w* = (?!.*(mean|max)\(\)$).*_by_", ask["code"]) is not None
            # Of the leader the highest alone is taken, so that the others' labels do not matter.
            is_held = is_held and "_base.max()" not in ask["code"]
            said = ("all of these figures", "lacks one of these figures", "in both", "one of the two only")
            if is_held:
                assert any(each in ask["about"] for each in said), ask["about"]
            found[is_held] += 1
    assert len(found) == 2


def test_a_share_of_a_figure_is_not_taken_for_the_figure() -> None:
    subject = subject_of(known(DATED).brief)
    known_as = figures(subject, [])
    names = {"mean_room_price": True, "later_mean_room_price": True, "index_mean_room_price": False}
    names |= {"share_of_number_of_visits": False, "mean_room_price_in_lots": False, "gap_in_mean_room_price": False}
    for name, is_figure in names.items():
        told = {"name": f"{name}_by_city", "type": "series", "columns": []}
        earlier = Earlier.of(told, ["city"], subject, known_as)
        assert earlier.group == "city"
        assert (earlier.figure is not None) == is_figure, name


@pytest.mark.thorough
def test_asks_vary_and_their_names_are_short() -> None:
    dialogues = [linked("melb_data", seed, 24, as_timetables=True) for seed in (5, 6, 7)]
    forms = Counter(ask.turn_form for asks in dialogues for ask in asks)
    assert len(forms) >= 9
    assert forms.most_common(1)[0][1] < forms.total() / 3
    asks = dialogues[0]
    assert len({ask.group for ask in asks}) >= 3
    names = [line.split(" = ")[0] for ask in asks for line in ask.lines if not line.startswith("_")]
    assert len({*names}) == len(asks)
    assert max(map(len, names)) <= 40


@pytest.mark.thorough
def test_a_number_of_another_quantity_is_not_told_as_what_was_before() -> None:
    asks = [ask for name in ("melb_data", DATED) for seed in (1, 2, 3) for ask in linked(name, seed, 16)]
    found = 0
    for ask in asks:
        beside = [link for link in ask.held if link.role == "beside"]
        if len(beside) == 1 == len(ask.held) and ask.group is None:
            is_like = beside[0].earlier.stem == ask.figure.stem
            assert is_like == ("'before': " in ask.lines[-1]), ask.lines
            found += not is_like
    assert found


@pytest.mark.thorough
def test_no_second_limit_is_set_to_a_column_of_which_a_term_says_which_values_count() -> None:
    asks = [ask for seed in (1, 2, 3) for ask in linked(DATED, seed, 20)]
    found = 0
    for ask in asks:
        limited = {name for kind in ("line", "filter", "exclusion") for name in ask.columns(kind)}
        for link in ask.links:
            if link.role == "threshold":
                assert link.earlier.figure and link.earlier.figure.limit not in limited, ask.lines
                found += 1
    assert found


def test_columns_that_begin_alike_are_told_apart_in_names() -> None:
    frame = pd.DataFrame({"Operating System": ["a", "b"] * 60, "Operating System Version": ["x", "y", "z"] * 40})
    with TemporaryDirectory() as folder:
        source = Path(folder, "machines.csv")
        frame.assign(price=range(120)).to_csv(source, index=False)
        subject = subject_of(table_brief(received(canonical_csv(source, Path(folder, "out"), "machines"))))
    first, second = (group_in_names(subject, column) for column in frame)
    assert first != second
    told = {"name": f"mean_price_by_{first}", "type": "series", "columns": []}
    assert Earlier.of(told, list(frame), subject, {}).group == "Operating System"
    assert Earlier.of({**told, "name": f"mean_price_by_{second}"}, list(frame), subject, {}).group == frame.columns[1]


def test_weighted_figures_of_no_rows_are_numbers() -> None:
    dialogue, found = Dialogue(DATED, seed=1), 0
    rates = next(term for term in dialogue.terms if term["kind"] == "rates")
    for turn in range(1, 9):
        ask = dialogue.asked(turn, [rates], [])
        dialogue.state["df"] = known(DATED).frame.head(0)
        dialogue.run(ask, [rates], [rates["candidates"][0]["code"]])
        state = dialogue.state | {rates["variable"]: bound(rates, rates["candidates"][0]["code"])}
        if "_by_" in ask["name"]:
            exec(ask["code"], state)
            assert state["_amount"].dtype != object, ask["code"]
            found += 1
    assert found


def test_two_terms_that_are_agreed_on_at_once_have_one_opening() -> None:
    terms = [setting(term, "define", "on") for term in terms_of(DATED)[:2]]
    for turn in range(1, 9):
        query = worded(terms, [], "the mean price", turn)
        assert any(f"{also.rstrip()} {terms[1]['says']}" in query for also in words("evolving")["acts"]["also"]), query


def test_an_ask_that_failed_is_asked_otherwise_under_its_name() -> None:
    dialogue = Dialogue(DATED, seed=8)
    *_, (ask, used, earlier) = dialogue.asks(6)
    turn = {"turn": 6, "uses": [term["variable"] for term in used], "of_results": earlier, "name": ask["name"]}
    told = [{**term, "code": term["naive"]} for term in dialogue.terms]
    brief = {"table": dialogue.known.brief, "terms": told, "results": dialogue.results, "turns": [turn]}
    again = write_asks({**brief, "failed": [{"turn": 6, "code": ask["code"]}]}, random.Random(2))["asks"][0]
    assert (again["name"], again["type"]) == (ask["name"], ask["type"])


def setting(term: Mapping[str, Any], act: str, reach: str, value: int = 0, **more: str) -> dict[str, Any]:
    """What a turn does to a term, as a brief tells it."""
    told = {"name": term["name"], "kind": term["kind"], "act": act, "reach": reach, **more}
    if act in ("define", "change", "suppose", "correct"):
        chosen = term["candidates"][value]["words"]
        told |= {"says": term["says"].replace("{value}", chosen), "value": chosen}
    return told


def worded(sets: Sequence[Mapping[str, Any]], uses: Sequence[str], about: str, turn: int = 1, **more: Any) -> str:
    """The words of one turn."""
    result = {"name": "mean_price", "type": "dataframe", "columns": ["city", "mean_price"]}
    told = {"turn": turn, "sets": sets, "uses": uses, "about": about, "result": result, **more}
    reply = word_turns({"persona": {"name": "Ann Bee"}, "turns": [told]}, random.Random(turn))
    WordsReply.model_validate(reply)
    return str(reply["queries"][0]["query"])


REACHES = {
    "on": ("from now on", "from here on"),
    "all": ("also in", "throughout", "everywhere"),
    "here": ("for this question", "just here", "only here", "this once"),
}


@pytest.mark.parametrize(
    ("act", "reach"),
    [
        ("define", "on"), ("change", "on"), ("change", "all"), ("suppose", "here"), ("correct", "all"),
        ("restore", "on"), ("restore", "here"), ("lift", "on"),
    ],
)  # fmt: skip
def test_words_say_what_is_set_and_how_far_it_reaches(act: str, reach: str) -> None:
    term = next(term for term in terms_of(DATED) if term["kind"] == "line")
    told = setting(term, act, reach, **({"moment": "as at first"} if act == "restore" else {}))
    for turn in range(1, 11):
        query = worded([told], [], f"the mean price by city for stays with {term['name']}", turn)
        assert term["name"] in query.replace("“", "").replace("”", "")
        assert ("value" not in told) or told["says"] in query
        assert act in ("define", "lift") or any(sign in query.casefold() for sign in REACHES[reach]), query
        assert act != "restore" or ("first" in query and term["candidates"][0]["words"] not in query.split())
        assert "`mean_price`" in query
        assert "'city' and 'mean_price'" in query
        assert "dataframe" in query


def test_words_call_what_is_only_used_by_its_name_and_say_none_of_it() -> None:
    dialogue = Dialogue(DATED, seed=4)
    for ask, used, _ in dialogue.asks(10):
        query = worded([], [term["name"] for term in used], ask["about"])
        for term in used:
            assert term["name"] in query
            assert term["says"].split("{value}")[0] not in query
            for each in term["candidates"]:
                assert not re.search(rf"(?<![\w.]){re.escape(each['words'])}(?!\w|\.\d)", query), query


def test_what_was_lifted_is_not_asked_for() -> None:
    about = "the total of the price for each city, in our counting lot, without the far-off visits"
    query = worded([], ["our counting lot", "the far-off visits"], about, lifted=["our counting lot"])
    assert ", in our counting lot" not in query
    assert "our counting lot" in query
    assert "without the far-off visits" in query


def test_what_is_made_anew_is_named() -> None:
    term = terms_of(DATED)[0]
    for turn in range(1, 20):
        told = [setting(term, "change", "all")]
        query = worded(told, [], "the mean price", turn, remade=["first_one", "other_one"])
        assert "`first_one` and `other_one`" in query and "needs making" not in query
        assert "`one` need making" not in worded(told, [], "the mean price", turn, remade=["one"])


def test_neighbouring_turns_have_other_words_and_there_are_many() -> None:
    told = words("evolving")
    acts = ("define", "change_on", "change_all", "suppose", "restore_here", "restore_on", "lift", "correct")
    assert all(len(told["acts"][act]) >= 8 for act in acts)
    term = terms_of(DATED)[0]
    queries = [worded([setting(term, "change", "on")], [], "the mean price", turn) for turn in range(1, 9)]
    assert len({query.split(str(setting(term, "change", "on")["says"]))[0] for query in queries}) >= 7


def test_equal_briefs_give_equal_replies() -> None:
    assert terms_of(DATED, seed=9) == terms_of(DATED, seed=9)
    first, second = ([ask["code"] for ask, _, _ in Dialogue(DATED, seed=9).asks(5)] for _ in range(2))
    assert first == second


@pytest.mark.thorough
def test_rows_are_held_against_the_figure_of_their_own_label() -> None:
    """Whoever has made the earlier result of other rows chooses other ones now, whatever the order of its labels."""
    brief, frame = known(DATED).brief, known(DATED).frame
    earlier = frame.groupby("channel")["room_price"].mean()
    told = {"name": "mean_room_price_by_channel", "type": "series", "columns": []}
    found = 0
    for seed in range(60):
        terms = [term for term in terms_of(DATED, seed) if term["kind"] == "exclusion"][:1]
        sample = [{**term, "code": term["code"].replace("{value}", term["candidates"][0]["code"])} for term in terms]
        wanted = {"turn": 2, "uses": [terms[0]["variable"]], "of_results": [told["name"]]}
        asked = {"table": brief, "terms": sample, "results": [told], "turns": [wanted]}
        (ask,) = write_asks(asked, random.Random(seed))["asks"]
        if " their channel" not in ask["about"]:
            continue
        found += 1
        assert "room price is above that of" in ask["about"] or "more room price than" in ask["about"]
        state = {"df": frame, "pd": pd, "np": np, told["name"]: earlier, terms[0]["variable"]: lambda rows: rows}
        exec(ask["code"], state)
        kept = frame[frame["room_price"] > frame["channel"].map(earlier)]
        assert len(state["_rows"]) == len(kept) and 0 < len(kept) < len(frame)
    assert found


def _by_hand(term: Mapping[str, Any], way: str, limit: float, rows: pd.DataFrame) -> list[Any]:
    """What a term that looks at several rows says, row by row as its words have it."""
    by, measure = re.findall(r"t\.groupby\('(\w+)'\)\['(\w+)'\]", term["code"])[0]
    told: list[Any] = []
    reach = int(limit) if limit.is_integer() else limit
    records = list(rows[[by, measure]].itertuples(index=False, name=None))
    for at, (group, value) in enumerate(records):
        own = [other for label, other in records if label == group]
        so_far = [other for label, other in records[: at + 1] if label == group]
        if way == "ranked":
            told.append(sum(other > value for other in own) < reach)
        elif way == "repeats":
            told.append(len(so_far) < 2 or abs(so_far[-2] - value) > reach)
        elif way == "aftermath":
            told.append(any(other > reach for other in so_far))
        elif way in ("streak", "lull"):
            beyond = [other > reach for other in reversed(so_far)]
            sought = way == "lull"
            told.append(beyond.index(sought) if sought in beyond else None if sought else len(beyond))
        elif way == "carried":
            told.append(next((other for other in reversed(so_far[:-1]) if other >= reach), None))
        elif way == "pot":
            total = 0
            for other in so_far:
                total = (0 if total > reach else total) + other
            told.append(total)
        else:
            told.append(max(so_far[-int(reach) :]))
    return told


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["ranked", "repeats", "peak", "aftermath", "streak", "lull", "carried", "pot"])
def test_terms_that_look_at_several_rows_are_what_their_words_say(way: str) -> None:
    subject, frame = subject_of(known(DATED).brief), known(DATED).frame
    offered = [term for term in catalogue(subject).values() if term.way == way]
    assert offered
    for term in offered:
        told = {"code": term.code}
        for choice in term.choices[:3]:
            # Rows that others were left out of, as terms are applied one after the other.
            for rows in (frame, frame[frame["nights"] > 6]):
                held = bound({"code": term.code, "naive": term.naive}, choice.code)(rows)
                is_figure = isinstance(held, pd.Series)
                ours = list(held.astype(object).where(held.notna(), None)) if is_figure else rows.index.isin(held.index)
                assert list(ours) == _by_hand(told, way, float(choice.code), rows), (term.name, choice)


def test_a_window_of_gaps_alone_has_no_figure_and_its_words_say_so() -> None:
    term = next(
        term
        for term in catalogue(subject_of(known(GAPPED).brief)).values()
        if term.gaps.get("column") == "'room_price'" and term.way == "peak"
    )
    assert "no figure" in term.gaps["blank"]
    rows = pd.DataFrame({"channel": [*"aaaab"], "city": [*"aaaab"], "room_price": [1.0, None, None, 5.0, None]})
    held = bound({"code": term.code, "naive": term.naive}, "2")(rows)
    assert held.fillna(-1).tolist() == [1, 1, -1, 5, -1]


def test_evolving_dialogues_agree_on_ranks_repeats_and_windows() -> None:
    ways = {term.name: term.way for term in catalogue(subject_of(known(DATED).brief)).values()}
    found = {ways[term["name"]] for seed in range(9) for each in (1, 2) for term in terms_of(DATED, seed, each)}
    assert found >= {"ranked", "repeats", "peak", "aftermath", "streak", "lull", "carried", "pot"}


@pytest.mark.parametrize("name", ["melb_data", DATED])
def test_every_other_term_of_rows_goes_through_them_or_holds_them_against_one_another(name: str) -> None:
    ways = {term.name: term.way for term in catalogue(subject_of(known(name).brief)).values()}
    told = [ways[term["name"]] for seed in range(3) for term in terms_of(name, seed) if term["kind"] in OF_ROWS]
    assert len(told) == 18
    assert 6 <= sum(way in (*ORDERED, *RELATIVE) for way in told) <= 12


@pytest.mark.thorough
def test_with_rates_an_average_is_told_of_what_has_no_total() -> None:
    """A weighted total of running counts means nothing; rows without a figure count in neither part of an average."""
    frame = known(DATED).frame
    lull = next(term for term in catalogue(subject_of(known(DATED).brief)).values() if term.way == "lull")
    rates = next(term for term in terms_of(DATED) if term["kind"] == "rates")
    variable = lull.variable
    column = re.findall(r"\['(\w+)'\]", lull.code)[0]
    told = [
        {"slot": "s1", "variable": variable, "name": lull.name, "naive": lull.naive, "says": "…",
         "code": lull.code.replace("{value}", lull.choices[-1].code)},
        {**rates, "code": rates["naive"]},
    ]  # fmt: skip
    weights = bound(rates, rates["candidates"][0]["code"])
    (by,) = (each for each in frame.columns if {*weights} <= {*frame[each]})
    figure = bound({**told[0]}, "")(frame)
    assert figure.isna().any() and column in frame
    weight = frame[by].map(weights).where(figure.notna())
    found = indexed = 0
    for seed in range(40):
        turn = {"turn": 1, "uses": [variable, rates["variable"]], "of_results": []}
        brief = {"table": known(DATED).brief, "terms": told, "results": [], "turns": [turn]}
        (ask,) = write_asks(brief, random.Random(seed))["asks"]
        assert "total of" not in ask["about"] and "weighted by" in ask["about"], ask["about"]
        state = {"df": frame, "pd": pd, "np": np, variable: lambda rows: figure, rates["variable"]: weights}
        exec(ask["code"], state)
        if by_group := re.findall(r"_figure\.groupby\(df\['(\w+)'\]\)\.sum\(\)", ask["code"]):
            parts = [each.groupby(frame[by_group[0]]).sum() for each in (figure * weight, weight)]
            assert state["_amount"].tolist() == pytest.approx((parts[0] / parts[1]).tolist())
            found += 1
            if ask["name"].startswith("index"):
                held = (parts[0] / parts[1]) / (parts[0].sum() / parts[1].sum()) * 100
                assert sorted(numbers(state[ask["name"]])[1]) == pytest.approx(sorted(held.dropna()))
                indexed += 1
    assert found and indexed


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["credit_customers", "melb_data", DATED])
def test_figures_are_what_their_form_says_when_they_are_added_up_row_by_row(name: str) -> None:
    """The words of an ask are of its form: code that says another thing would be a wrong key."""
    looked: Counter[str] = Counter()
    for seed in range(8):
        for ask, told, state in _written(Dialogue(name, seed), 16):
            by_hand = added_up(ask, state)
            if by_hand is not None:
                ours = [each for each in numbers(state[told["name"]])[1] if math.isfinite(each)]
                wanted = [each for each in by_hand if math.isfinite(each)]
                assert sorted(ours) == pytest.approx(sorted(wanted), rel=1e-6, abs=1e-9), told
                looked[ask.held[0].role if ask.held else f"{'weighted ' * ask.figure.is_weighted}{ask.form}"] += 1
    assert looked.total() > 40 and len(looked) > 10, looked


def _written(dialogue: Dialogue, turns: int) -> Iterator[tuple[Asking, dict[str, Any], dict[str, Any]]]:
    """Yield each ask of a dialogue as the grammar holds it, as it was written, and what its code leaves."""
    with drafts_kept() as kept:
        for told, used, _ in dialogue.asks(turns):
            values = zip(used, told["values"], strict=True)
            state = dialogue.state | {term["variable"]: bound(term, value) for term, value in values}
            exec(told["code"], state)
            yield next(each for each in reversed(kept) if "\n".join(each.lines) == told["code"]), told, state


def divided_twice(code: str) -> list[str]:
    """The parts of code that divide what was divided, but by a single name: brackets that were forgotten look so."""
    return [
        ast.unparse(each)
        for each in ast.walk(ast.parse(code))
        if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Div) and not isinstance(each.right, ast.Name)
        if isinstance(each.left, ast.BinOp) and isinstance(each.left.op, ast.Div)
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["credit_customers", "melb_data", DATED])
def test_a_part_is_divided_by_a_whole_and_not_by_the_parts_of_it(name: str) -> None:
    assert divided_twice("a / b.sum() / c.sum()") and not divided_twice("a / (b.sum() / c.sum()) / lots")
    for seed in range(4):
        for ask, _, _ in Dialogue(name, seed).asks(14):
            assert not divided_twice(ask["code"]), ask["code"]


def test_nothing_is_ranked_within_groups_that_differ_by_letter_case_or_blanks_only() -> None:
    subject = subject_of(known(DATED).brief)
    measure = next(each for each in subject.measures if each.name == "nights")
    (city,) = (each for each in subject.groups if each.name == "city")
    twins = city.model_copy(update={"values": (("Graz", 9), ("graz ", 3))})
    assert [*ordered(subject, "filter", 0, [measure], [city])]
    assert not [*ordered(subject, "filter", 0, [measure], [twins])]


# questions that are served


def served(brief: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Two questions, each about one column to tell figures by and one to measure."""
    subject = subject_of(brief)
    by, amounts = [each.name for each in groups(subject)], [each.name for each in measures(subject)]
    return [{"question": at + 1, "text": "?", "columns": [by[at], amounts[at]]} for at in range(2)]


@pytest.mark.parametrize("name", ["melb_data", "credit_customers"])
def test_terms_are_about_columns_of_the_questions_that_they_serve(name: str) -> None:
    brief = known(name).brief
    questions = served(brief)
    kinds = [kind for kind in ("line", "exclusion", "measure") if kind in known(name).kinds]
    shares: list[float] = []
    for serves in ([], [1]):
        found = []
        for seed in range(12):
            wanted = [{"slot": kind, "kind": kind, "versions": 2, "serves": serves} for kind in kinds]
            terms = write_terms({"table": brief, "questions": questions, "wanted": wanted}, random.Random(seed))
            catalogued = catalogue(subject_of(brief))
            found += [catalogued[term["name"]].columns[:1] for term in terms["terms"]]
        own = [{*columns} <= {*questions[0]["columns"]} for columns in found if columns]
        shares.append(sum(own) / len(own))
    assert shares[1] >= shares[0] + 0.2


@pytest.mark.parametrize("name", [DATED, "melb_data", "credit_customers"])
def test_asks_are_about_columns_of_the_question_that_their_turn_serves(name: str) -> None:
    brief = known(name).brief
    questions = served(brief)
    headers = {column["name"] for column in brief["columns"]}
    for serves in (1, 2):
        turns = [{"turn": at, "uses": [], "serves": serves, "decides": at == 9} for at in range(1, 10)]
        reply = write_asks({"table": brief, "questions": questions, "terms": [], "turns": turns}, random.Random(serves))
        read = [
            {node.value for node in ast.walk(ast.parse(ask["code"])) if isinstance(node, ast.Constant)} & headers
            for ask in reply["asks"]
        ]
        own = {*questions[serves - 1]["columns"]}
        assert sum(columns <= own for columns in read) >= 7 and read[-1] == read[-1] & own != set()
        assert "groupby" in reply["asks"][-1]["code"]
