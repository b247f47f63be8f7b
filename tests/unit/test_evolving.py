"""Timetables of dialogues that evolve, what holds at each turn, and what forgetful analysts take to hold."""

import ast
import json
import statistics
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from company import config
from company.evaluation.traits import Level
from company.families.dialogues import analysts
from company.families.dialogues.analysts import (
    ACROSS,
    ALONE,
    GAPS,
    LAST_OUT,
    MEAN,
    NEVER_RESET,
    OWN_ROW,
    TIES_DROPPED,
    TOO_EARLY,
    UNWEIGHTED,
)
from company.families.dialogues.evolution import PATTERNS, Setting, Use
from company.families.dialogues.evolving import agreeing, searching, views
from company.families.dialogues.evolving.begun import BEFORE
from company.families.dialogues.evolving.binding import Draft
from company.families.dialogues.evolving.checking import Asked, Worded, asks_fault, query_faults
from company.families.dialogues.evolving.difficulty import Features, hardness, level, level_of
from company.families.dialogues.evolving.drawing import drawn
from company.families.dialogues.evolving.outcomes import DIFFERS, NEAR, SAME, differs, problem_of
from company.families.dialogues.evolving.patterns import least_of
from company.families.dialogues.evolving.pieces import Pieces
from company.families.dialogues.evolving.replies import AsksReply
from company.families.dialogues.evolving.searching import search
from company.families.dialogues.evolving.slips import slipped, slips
from company.families.dialogues.evolving.timetable import (
    FAR,
    Wishes,
    breadths,
    correlation,
    far_share,
    faults,
    levels,
    span,
)
from company.families.dialogues.evolving.trying import tried
from company.families.dialogues.evolving.views import Slot, Story
from company.families.dialogues.settings import settings_of
from company.results.kinds import result_type

KINDS = ("line", "filter", "exclusion", "measure", "unit", "rounding", "rates")
SEEDS = tuple(f"seed {number}" for number in range(4))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_a_timetable_keeps_to_its_bounds(seed: str) -> None:
    wishes = Wishes(36, KINDS)
    table = drawn(wishes, seed)
    assert table == drawn(wishes, seed)
    mains = [turn.patterns[0] for turn in table.turns]
    assert {pattern for pattern in PATTERNS if mains.count(pattern) / len(mains) < 0.05} == set()
    assert statistics.fmean(turn.distance for turn in table.turns if turn.sources) > span(table.turns) >= 8
    assert far_share(table.turns) >= 0.5
    assert abs(correlation(table.turns)) <= 0.4
    assert max(len(slot.said) for slot in table.slots.values()) <= 4 and len(table.slots) <= 12
    assert all(
        abs(one - other) < 0.12 for one, other in zip(breadths(table.turns), (0.1, 0.17, 0.23, 0.23, 0.27), strict=True)
    )
    assert faults(table, wishes) <= 0


@pytest.mark.thorough
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_nobody_goes_on_from_one_result_all_the_time_or_tells_a_unit_beside_percentages(seed: str) -> None:
    table = drawn(Wishes(36, KINDS), seed)
    gone_on = Counter(each for turn in table.turns for each in turn.of_results)
    assert gone_on and max(gone_on.values()) <= 2
    for turn in table.turns:
        kinds = [table.slots[use.slot].kind for use in turn.uses]
        added = kinds[len(turn.sets) + 1 :]
        assert "unit" not in added or not (turn.of_results or "rounding" in kinds), turn


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_as_before_a_change_was_changed_last(seed: str) -> None:
    table = drawn(Wishes(40, KINDS), seed)
    for turn in table.turns:
        for one in turn.sets:
            if turn.moments.get(one.slot) == BEFORE:
                lasting = [each for at, each in table.story.lasting(one.slot, turn.position - 1)]
                assert (lasting[-1].act, lasting[-2].version) == ("change", one.version)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_turn_uses_is_what_holds_there(seed: str) -> None:
    table = drawn(Wishes(24, KINDS), seed)
    story = table.story
    for turn in table.turns:
        for use in turn.uses:
            assert story.version(use.slot, turn.position) == use.version
        assert all(source < turn.position for source in turn.sources)
        assert all(each < turn.position for each in (*turn.of_results, *turn.remade))
        kinds = [table.slots[use.slot].kind for use in turn.uses]
        assert len(kinds) == len(set(kinds)), "a turn has one term of a kind"
        for rival in turn.rivals:
            assert any(one.slot == rival for at, one in story.sets if at < turn.position)
    assert any(turn.distance >= FAR for turn in table.turns)


@pytest.mark.thorough
def test_timetables_are_drawn_towards_the_levels_that_are_wished() -> None:
    shares: dict[Level, float] = {"easy": 0.2, "medium": 0.4, "hard": 0.4}
    seeds = ("first", "second", "third")

    def off(wishes: Wishes) -> float:
        counts = [levels(drawn(wishes, seed)) for seed in seeds]
        return sum(abs(found[each] / wishes.turns - shares[each]) for each in shares for found in counts) / len(seeds)

    towards = Wishes(36, KINDS, levels=shares)
    assert off(towards) <= 0.3
    for seed in seeds:
        assert faults(drawn(towards, seed), towards) <= 0, "no bound is given up for it"


@pytest.mark.thorough
def test_turns_of_two_ages_are_such_as_one_age_for_both_would_change() -> None:
    composed = apart = 0
    for seed in (*SEEDS, *map(str, range(8))):
        table = drawn(Wishes(30, KINDS), seed)
        for turn in table.turns:
            if turn.patterns[0] == "compose":
                labels = {fault.label for fault in table.story.faults(turn.uses, turn.position)}
                composed, apart = composed + 1, apart + (analysts.ONE_FOR_BOTH in labels)
                assert analysts.PRESENT in labels
    assert composed >= len(SEEDS) and apart >= 0.35 * composed


@pytest.mark.parametrize(
    ("wanted", "told", "least"),
    [
        (12, "open = 0.1\npatterns = { reconcile = 0.2, repair = 0.1 }", {"reconcile": 1, "repair": 1, "open": 1}),
        (2, "open = 0.1\npatterns = { reconcile = 0.2, repair = 0.1 }", {}),
        (12, "", {}),
        (40, "open = 0.1", {**dict.fromkeys(PATTERNS, 2), "open": 4}),
    ],
)
def test_of_few_cases_there_is_one_of_each_pattern_that_is_named(
    wanted: int, told: str, least: dict[str, int], tmp_path: Path
) -> None:
    text = f'[table]\nbuiltin = "wine"\n[targets]\nevolving = {wanted}\n[evolving]\n{told}\n'
    (tmp_path / "simulation.toml").write_text(text)
    assert least_of(settings_of(config.load(tmp_path))) == least


def test_no_kind_of_term_is_an_error() -> None:
    with pytest.raises(ValueError, match="no column"):
        drawn(Wishes(24, ()), "any")


def _story(*sets: tuple[int, str, str, int | None, str], void: frozenset[int] = frozenset()) -> Story:
    told = [(at, Setting(slot=s, act=act, version=v, reach=reach)) for at, s, act, v, reach in sets]  # type: ignore[arg-type]
    slots = {}
    for slot in {one.slot for _, one in told}:
        said = {one.version: at for at, one in told if one.slot == slot and one.act in views.SAID}
        slots[slot] = Slot(slot, "line", tuple(said[v] for v in sorted(said)), void)  # type: ignore[index, type-var]
    return Story(slots, told)


@pytest.mark.parametrize(
    ("sets", "position", "version", "label", "taken"),
    [
        ([(1, "a", "define", 0, "on")], 5, 0, analysts.NEVER, ("a", None)),
        ([(1, "a", "define", 0, "on"), (3, "b", "define", 0, "on")], 5, 0, analysts.NEAREST, ("b", 0)),
        ([(1, "a", "define", 0, "on"), (3, "a", "change", 1, "on")], 5, 1, analysts.OLD, ("a", 0)),
        ([(1, "a", "define", 0, "on"), (3, "a", "suppose", 1, "here")], 3, 1, analysts.NOT_SUPPOSED, ("a", 0)),
        ([(1, "a", "define", 0, "on"), (3, "a", "suppose", 1, "here")], 5, 0, analysts.WHAT_IF_KEPT, ("a", 1)),
        (
            [(1, "a", "define", 0, "on"), (3, "a", "change", 1, "on"), (4, "a", "restore", 0, "on")],
            5, 0, analysts.NOT_BACK, ("a", 1),
        ),
        (
            [(1, "a", "define", 0, "on"), (2, "a", "change", 1, "on"), (3, "a", "change", 2, "on"),
             (4, "a", "restore", 0, "on")],
            5, 0, analysts.ONE_STEP, ("a", 1),
        ),
        ([(1, "a", "define", 0, "on"), (3, "a", "correct", 1, "all")], 5, 1, analysts.UNCORRECTED, ("a", 0)),
        ([(1, "a", "define", 0, "on"), (3, "a", "lift", None, "on")], 5, None, analysts.KEPT, ("a", 0)),
        (
            [(1, "a", "define", 0, "on"), (3, "a", "change", 1, "on"), (5, "a", "restore", 0, "here")],
            5, 0, analysts.PRESENT, ("a", 1),
        ),
    ],
)  # fmt: skip
def test_each_forgetful_analyst_takes_something_else(
    sets: Any, position: int, version: int | None, label: str, taken: Any
) -> None:
    story = _story(*sets)
    assert story.version("a", position) == version
    found = {fault.label: dict(fault.bound) for fault in story.faults([Use(slot="a", version=version)], position)}
    assert found[label]["a"] == taken


def test_who_keeps_nothing_takes_what_was_said_or_agreed_last_whatever_a_turn_names() -> None:
    story = _story(
        (1, "a", "define", 0, "on"), (2, "b", "define", 0, "on"), (3, "b", "change", 1, "on"),
        (4, "b", "suppose", 2, "here"), (6, "a", "restore", 0, "here"),
    )  # fmt: skip
    taken = dict(story.lazily([Use(slot="a", version=0)], 6))
    assert taken == {
        analysts.RESTATED: {"a": ("a", None)},
        analysts.NEAREST_NAME: {"a": ("b", 2)},
        analysts.LATEST: {"a": ("b", 1)},
    }
    assert all(not view for _, view in story.lazily([Use(slot="b", version=1)], 3)), "its own words say it"


def test_nothing_is_hard_that_somebody_has_right_who_keeps_nothing(tmp_path: Path) -> None:
    data = pd.DataFrame({"city": ["a", "b"] * 20, "nights": [1, 2, 3, 4] * 10, "price": np.arange(40.0) + 50})
    term = {"variable": "long_stay", "naive": "0", "code": "{value}", "says": "", "candidates": ["0.5", "2"],
            "chosen": [0, 1]}  # fmt: skip
    ask = "stays = df[df['nights'] > long_stay].groupby('city')['price'].sum()"
    turn = {"position": 1, "name": "stays", "type": "series", "ask": ask, "binds": ["stays"], "reads": [],
            "goes_on_from": [], "pieces": [{"of": 1, "bound": {"s1": ["s1", 0]}}], "controls": [],
            **SILENT}  # fmt: skip
    lazy = [
        {"label": analysts.RESTATED, "pieces": [{"of": 1, "bound": {"s1": ["s1", None]}}]},
        {"label": analysts.LATEST, "pieces": [{"of": 1, "bound": {"s1": ["s1", 1]}}]},
    ]
    again = {**turn, "position": 2, "name": "later", "binds": ["later"], "ask": ask.replace("stays =", "later ="),
             "pieces": [{"of": 2, "bound": {"s1": ["s1", 0]}}], "lazy": []}  # fmt: skip
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    told = {"terms": {"s1": term}, "turns": [{**turn, "lazy": lazy}, again], "fixed": True}
    order.write_text(json.dumps(told))
    search({"df": data, "pd": pd, "np": np}, order, report)
    found = json.loads(report.read_text())["turns"]
    assert found["1"]["lazy"] == [analysts.RESTATED], "every stay is longer than half a night"
    assert found["2"]["lazy"] == [analysts.COPYING]
    hard = Features(distance=15, breadth=4, versions=3, chain=2)
    assert level_of(hard) == "hard" and level_of(replace(hard, lazy=1)) == "medium"
    assert hardness(replace(hard, lazy=1)) == hardness(hard), "what it takes is what it was"


def test_a_rollback_does_not_return_to_a_mistake() -> None:
    story = _story(
        (1, "a", "define", 0, "on"), (2, "a", "correct", 1, "all"), (4, "a", "change", 2, "on"),
        (6, "a", "restore", 1, "on"), void=frozenset((0,)),
    )  # fmt: skip
    found = {fault.label: dict(fault.bound) for fault in story.faults([Use(slot="a", version=1)], 8)}
    assert found[analysts.VOID]["a"] == ("a", 0)


def test_one_version_for_both_takes_the_other_at_the_age_of_one() -> None:
    story = _story(
        (1, "a", "define", 0, "on"), (2, "b", "define", 0, "on"), (3, "a", "change", 1, "on"),
        (4, "b", "change", 1, "on"), (6, "a", "restore", 0, "here"),
    )  # fmt: skip
    uses = [Use(slot="a", version=0), Use(slot="b", version=1)]
    labels = {fault.label for fault in story.faults(uses, 6)}
    assert analysts.PRESENT in labels
    story = _story(
        (1, "b", "define", 0, "on"), (2, "a", "define", 0, "on"), (3, "a", "change", 1, "on"),
        (4, "b", "change", 1, "on"), (6, "a", "restore", 0, "here"),
    )  # fmt: skip
    found = [fault for fault in story.faults(uses, 6) if fault.label == analysts.ONE_FOR_BOTH]
    assert [dict(fault.bound) for fault in found] == [{"b": ("b", 0)}]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_every_dependency_of_a_turn_has_an_analyst_who_forgets_it(seed: str) -> None:
    pieces = Pieces(drawn(Wishes(30, KINDS), seed))
    for turn in pieces.table.turns:
        forgettings = pieces.forgettings(turn)
        assert len(forgettings) <= 12
        for each in forgettings:
            assert each.pieces != pieces.true(turn)
            assert each.pieces[-1].of == turn.position
        told = pieces.dependencies(turn, forgettings)
        assert {each.turn for each in told} <= set(turn.sources)
        assert pieces.dependencies(turn, []) == []


SILENT = {"about": "", "sets": []}
"""What words ask of a turn: nothing, so that no step is held against it."""


def test_values_are_exchanged_until_forgetting_shows(tmp_path: Path) -> None:
    data = pd.DataFrame({"city": ["a", "b"] * 20, "nights": [1, 2, 3, 4] * 10, "price": np.arange(40.0) + 50})
    term = {
        "variable": "long_stay",
        "naive": "0",
        "code": "{value}",
        "says": "",
        "candidates": ["0.5", "0.7", "2"],
        "chosen": [0],
    }
    ask = "stays = df[df['nights'] > long_stay].groupby('city')['price'].sum()"
    first = {"of": 1, "bound": {"s1": ["s1", 0]}}
    second, never = {"of": 2, "bound": {"s1": ["s1", 0]}}, {"of": 2, "bound": {"s1": ["s1", None]}}
    turn = {
        "name": "stays",
        "type": "series",
        "ask": ask,
        "binds": ["stays"],
        "reads": [],
        "goes_on_from": [],
        **SILENT,
    }
    control = {"label": "never agreed", "term": "s1", "main": True, "wanted": True, "spare": False, "pieces": [never]}
    turns = [
        {**turn, "position": 1, "pieces": [first], "controls": []},
        {**turn, "position": 2, "name": "later", "binds": ["later"], "ask": ask.replace("stays =", "later ="),
         "pieces": [second], "controls": [control]},
    ]  # fmt: skip
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    for fixed, chosen, how in ((True, [0], SAME), (False, [2], DIFFERS)):
        told = {"terms": {"s1": {**term, "chosen": [0]}}, "turns": turns, "fixed": fixed}
        order.write_text(json.dumps(told))
        search({"df": data, "pd": pd, "np": np}, order, report)
        found = json.loads(report.read_text())
        assert found["chosen"] == {"s1": chosen}
        assert found["turns"]["2"]["outcomes"][0]["how"] == how


_RANKED = "lambda t: t[t.groupby('city')['price'].rank(method='min', ascending=False) <= {value}]"
_EACH = "lambda t: t.groupby('city')['price'].transform"
_STREAK = f"{_EACH}(lambda s: (s > {{value}}).astype(int).groupby((~(s > {{value}})).cumsum()).cumsum())"
_LATER = "lambda t: t[t.groupby('city')['price'].cummax() > {value}]"
_BEFORE = "lambda t: t.groupby('city')['price'].transform(lambda s: s.where(s >= {value}).ffill().shift())"
_ADDED = (
    "np.frompyfunc(lambda held, new: (held if held <= {value} else 0) + new, 2, 1).accumulate(s.to_numpy(dtype=object))"
)
_TOTAL = f"lambda t: t.groupby('city')['price'].transform(lambda s: pd.Series({_ADDED}, index=s.index).astype(float))"
_CORE = (
    "lambda t: t[t.groupby('city')['price'].transform(lambda s: s.map(s.groupby(s).sum().sort_index(ascending=False)"
    ".cumsum().shift(fill_value=0)) * 100 / s.sum()) < {value}]"
)
_TIER = (
    "lambda t: t[t.groupby('city')['price'].transform(lambda s: s.map(t.loc[s.index, 'beds'].groupby(s).sum().cumsum()"
    ".shift(fill_value=0)) * 100 / t.loc[s.index, 'beds'].sum()) < {value}]"
)
_RUNAWAY = "lambda t: t[~(t.groupby('city')['price'].transform(lambda s: s / s.median()) > {value})]"
_PEAK = "lambda t: t.groupby('city')['price'].rolling({value}, min_periods=1).max().droplevel(0).reindex(t.index)"


@pytest.mark.parametrize(
    ("code", "label", "expected"),
    [
        (_RANKED, None, [1, 2, 5, 6]),
        (_RANKED, TIES_DROPPED, [1, 5]),
        (_RANKED, ACROSS, [1, 2]),
        (_RANKED, TOO_EARLY, [5, 6]),
        (_PEAK, None, [9, 9, 9, 5, 7, 7]),
        (_PEAK, ACROSS, [9, 9, 9, 8, 7, 7]),
        (_PEAK, TOO_EARLY, [99, 9, 9, 5, 7, 7]),
    ],
)
def test_slips_with_ranks_and_windows_come_to_something_else(code: str, label: str | None, expected: list[int]) -> None:
    data = pd.DataFrame({"city": [*"aaaabbb"], "price": [99, 9, 9, 8, 5, 7, 7], "out": [1, 0, 0, 0, 0, 0, 0]})
    rows = data[data["out"] == 0]
    wrong = slips(code)[label] if label else code
    held = eval(wrong.replace("{value}", "1" if code == _RANKED else "2"), {"df": data})(rows)
    assert [*(held.index if code == _RANKED else held)] == expected


@pytest.mark.parametrize(
    ("code", "value", "label", "expected"),
    [
        (_STREAK, "4", None, [1, 2, 0, 1, 1, 2]),
        (_STREAK, "4", ACROSS, [1, 2, 0, 1, 2, 3]),
        (_STREAK, "4", NEVER_RESET, [1, 2, 2, 3, 1, 2]),
        (_STREAK, "4", TOO_EARLY, [2, 3, 0, 1, 1, 2]),
        (_LATER, "8", None, [2, 3, 4, 6]),
        (_LATER, "8", ALONE, [2, 6]),
        (_LATER, "8", ACROSS, [2, 3, 4, 5, 6]),
        (_LATER, "8", TOO_EARLY, [1, 2, 3, 4, 6]),
        (_BEFORE, "6", None, [-1, 6, 9, 9, -1, 8]),
        (_BEFORE, "6", OWN_ROW, [6, 9, 9, 9, 8, 9]),
        (_BEFORE, "6", GAPS, [0, 6, 9, 9, 0, 8]),
        (_BEFORE, "6", ACROSS, [-1, 6, 9, 9, 9, 8]),
        (_TOTAL, "10", None, [6, 15, 2, 7, 8, 17]),
        (_TOTAL, "10", NEVER_RESET, [6, 15, 17, 22, 8, 17]),
        (_TOTAL, "10", ACROSS, [6, 15, 2, 7, 15, 9]),
    ],
)
def test_slips_with_what_goes_through_rows_come_to_something_else(
    code: str, value: str, label: str | None, expected: list[int]
) -> None:
    data = pd.DataFrame({"city": [*"aaaaabb"], "price": [99, 6, 9, 2, 5, 8, 9], "out": [1, 0, 0, 0, 0, 0, 0]})
    wrong = slips(code)[label] if label else code
    held = eval(wrong.replace("{value}", value), {"df": data, "pd": pd, "np": np})(data[data["out"] == 0])
    assert [*(held.index if code == _LATER else held.fillna(-1))] == expected


@pytest.mark.parametrize(
    ("code", "value", "label", "expected"),
    [
        (_CORE, "70", None, [1, 2, 3, 6, 7]),
        (_CORE, "60", None, [1, 2, 6]),
        (_CORE, "70", LAST_OUT, [1, 2, 6]),
        (_CORE, "70", UNWEIGHTED, [1, 2, 3, 4, 6, 7, 8]),
        (_CORE, "70", ACROSS, [1, 2, 3, 6]),
        (_CORE, "70", TOO_EARLY, [1, 2, 6, 7]),
        (_TIER, "45", None, [4, 5, 7, 8]),
        (_TIER, "45", LAST_OUT, [5, 8]),
        (_TIER, "45", UNWEIGHTED, [3, 4, 5, 7, 8]),
        (_TIER, "45", ACROSS, [4, 5, 8]),
        (_RUNAWAY, "2.9", None, [1, 2, 3, 4, 5, 7, 8]),
        (_RUNAWAY, "2.9", MEAN, [1, 2, 3, 4, 5, 6, 7, 8]),
        (_RUNAWAY, "2.9", ACROSS, [1, 2, 3, 4, 5, 6, 7, 8]),
    ],
)
def test_slips_with_who_is_much_of_a_group_come_to_something_else(
    code: str, value: str, label: str | None, expected: list[int]
) -> None:
    data = pd.DataFrame(
        {
            "city": [*"aaaaaabbb"],
            "price": [99, 30, 30, 25, 8, 7, 62, 20, 10],
            "beds": [50, 1, 1, 2, 6, 2, 4, 3, 2],
            "out": [1, 0, 0, 0, 0, 0, 0, 0, 0],
        }
    )
    wrong = slips(code)[label] if label else code
    held = eval(wrong.replace("{value}", value), {"df": data, "pd": pd})(data[data["out"] == 0])
    assert [*held.index] == expected


@pytest.mark.parametrize("code", ["{value}", "lambda t: t[t['price'] > {value}]", "lambda x: round(x / {value})"])
def test_what_looks_at_single_rows_has_no_slips(code: str) -> None:
    assert slips(code) == {}


def test_a_search_carries_out_who_works_a_term_out_wrongly(tmp_path: Path) -> None:
    data = pd.DataFrame({"city": [*"aabb"] * 10, "price": [5, 5, 7, 7] * 10})
    term = {
        "variable": "best",
        "naive": "lambda t: t",
        "code": _RANKED,
        "says": "",
        "candidates": ["1", "2"],
        "chosen": [0],
    }
    own, wrong = ({"of": 1, "bound": {"s1": [slot, 0]}} for slot in ("s1", slipped("s1", TIES_DROPPED)))
    control = {"label": TIES_DROPPED, "term": "best", "main": False, "wanted": False, "spare": True, "pieces": [wrong]}
    turn = {"position": 1, "name": "rows", "type": "series", "ask": "rows = best(df).groupby('city').size()",
            "binds": ["rows"], "reads": [], "goes_on_from": [], "pieces": [own], "controls": [control],
            **SILENT}  # fmt: skip
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    order.write_text(json.dumps({"terms": {"s1": term}, "turns": [{**turn, "ask": turn["ask"] + " + [0, 1]"}]}))
    search({"df": data, "pd": pd, "np": np}, order, report)
    assert json.loads(report.read_text())["turns"]["1"]["outcomes"][0]["how"] == DIFFERS


def test_values_are_searched_with_which_somebody_goes_wrong_in_the_work_of_a_term(tmp_path: Path) -> None:
    data = pd.DataFrame({"city": [*"aabb"] * 10, "price": [5, 6, 7, 8] * 10})
    term = {
        "variable": "later",
        "naive": "lambda t: t",
        "code": _LATER,
        "says": "",
        "candidates": ["1", "5"],
        "chosen": [0],
    }
    own, *wrong = (
        {"of": 1, "bound": {"s1": [slot, 0]}} for slot in ("s1", slipped("s1", ALONE), slipped("s1", ACROSS))
    )
    slip = {"term": "later", "main": False, "wanted": False, "spare": True}
    controls = [{**slip, "label": ALONE, "pieces": wrong[:1]}, {**slip, "label": ACROSS, "pieces": wrong[1:]}]
    turn = {"position": 1, "name": "rows", "type": "value", "ask": "rows = len(later(df))", "binds": ["rows"],
            "reads": [], "goes_on_from": [], "pieces": [own], **SILENT}  # fmt: skip
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    for is_slip, chosen in ((False, [0]), (True, [1])):
        told = {**turn, "controls": [{**each, "slip": is_slip} for each in controls]}
        order.write_text(json.dumps({"terms": {"s1": {**term, "chosen": [0]}}, "turns": [told]}))
        search({"df": data, "pd": pd, "np": np}, order, report)
        assert json.loads(report.read_text())["chosen"] == {"s1": chosen}


def test_a_search_ends_after_so_many_asks_and_by_no_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = pd.DataFrame({"nights": [1, 2, 3, 4] * 10})
    candidates = [f"0.{number}" for number in range(1, 9)] + ["2"]
    term = {
        "variable": "long_stay",
        "naive": "0",
        "code": "{value}",
        "says": "",
        "candidates": candidates,
        "chosen": [0],
    }
    ask = "stays = int((df['nights'] > long_stay).sum())"
    pieces = [{"of": 1, "bound": {"s1": ["s1", version]}} for version in (0, None)]
    control = {"label": "never agreed", "term": "s1", "main": True, "wanted": True, "spare": False}
    turn = {"position": 1, "name": "stays", "type": "value", "ask": ask, "binds": ["stays"], "reads": [],
            "goes_on_from": [], "pieces": pieces[:1], "controls": [{**control, "pieces": pieces[1:]}],
            **SILENT}  # fmt: skip
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    for most, chosen in ((3, [0]), (100, [8])):
        monkeypatch.setattr(searching, "MOST_ASKS", most)
        order.write_text(json.dumps({"terms": {"s1": dict(term)}, "turns": [turn], "fixed": False}))
        search({"df": data, "pd": pd, "np": np}, order, report)
        assert json.loads(report.read_text())["chosen"] == {"s1": chosen}
    assert not {"time", "perf_counter", "monotonic"} & vars(searching).keys()


@pytest.mark.parametrize(
    ("ask", "about", "says", "why"),
    [
        (
            "_m = df.groupby('city')['price'].sum()\nx = _m.head(5)",
            "the first five totals by city",
            "",
            "changes nothing",
        ),
        ("x = df[df['price'] > low]['price'].sum() * 1.0", "the sum of price above low", "", "true of every row"),
        ("x = df[df['price'] > low]['price'].iloc[0] * 1.0", "a price", "", "the order of the rows"),
        ("x = df[df['price'] > low]['price'].iloc[0] * 1.0", "a price", "It goes by the order of the table.", None),
        ("x = df[df['price'] > 60]['price'].sum() * 1.0", "the sum of price above 60", "", None),
    ],
)
def test_a_turn_that_the_gate_would_refuse_is_known_before_it_is_worded(
    ask: str, about: str, says: str, why: str | None, tmp_path: Path
) -> None:
    data = pd.DataFrame({"city": [*"aabb"] * 10, "price": np.arange(40.0) + 50})
    kind, value = "series" if "head" in ask else "value", "1" if why and "every" in why else "60"
    term = {"variable": "low", "naive": "0", "code": "{value}", "says": says, "candidates": [value], "chosen": [0]}
    turn = {"position": 1, "name": "x", "type": kind, "ask": ask, "binds": ["x"],
            "reads": [], "goes_on_from": [], "pieces": [{"of": 1, "bound": {"s1": ["s1", 0]}}], "controls": [],
            "about": about, "sets": []}  # fmt: skip
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    order.write_text(json.dumps({"terms": {"s1": term}, "turns": [turn], "fixed": True, "known": {}}))
    search({"df": data, "pd": pd, "np": np}, order, report)
    problem = json.loads(report.read_text())["turns"]["1"]["problem"]
    assert problem is None if why is None else why in problem


@pytest.mark.parametrize(
    ("kind", "code", "said"),
    [
        ("line", "{value}", ""),
        ("filter", "lambda t: t[t['nights'] > {value}]", ""),
        ("filter", "lambda t: t[t['night'] > {value}]", "raises KeyError"),
        ("filter", "lambda t: t[t['nights'] > {value} + 90]", "keeps 0 of 40 rows"),
        ("measure", "lambda t: t['nights'] * {value}", ""),
        ("measure", "lambda t: t['nights'].sum() * {value}", "no number for each row"),
        ("unit", "'{value}'", "is no number"),
        ("rates", "{value}", "is no dict"),
    ],
)
def test_a_term_is_tried_before_anything_is_asked_with_it(kind: str, code: str, said: str, tmp_path: Path) -> None:
    naive = {"filter": "lambda t: t", "measure": "lambda t: t['nights']", "rates": "{'a': 1}"}.get(kind, "1")
    term = {"kind": kind, "naive": naive, "code": code, "candidates": ["1", "2", "3", "nights"], "versions": 1}
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    order.write_text(json.dumps({"s1": term}))
    tried({"df": pd.DataFrame({"nights": [1, 2, 3, 4] * 10}), "pd": pd}, order, report)
    told = json.loads(report.read_text())["s1"]
    assert said in told["fault"] if said else told == {"fault": "", "works": [0, 1, 2]}


@pytest.mark.parametrize(
    ("code", "is_taken"), [("float('nan')", False), ("'much'", True), ("df", False), ("1 / 0", False), ("2.5", True)]
)
def test_what_no_session_takes_is_known_before_a_dialogue_is_held(code: str, is_taken: bool, tmp_path: Path) -> None:
    turn = {"position": 1, "name": "x", "type": "value", "ask": f"x = {code}", "binds": ["x"], "reads": [],
            "goes_on_from": [], "pieces": [{"of": 1, "bound": {}}], "controls": []}  # fmt: skip
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    order.write_text(json.dumps({"terms": {}, "turns": [turn], "fixed": True}))
    search({"df": pd.DataFrame({"a": [1]}), "pd": pd, "np": np}, order, report)
    told = json.loads(report.read_text())["turns"]["1"]
    assert (bool(told["digest"]), told["problem"] is None) == (is_taken, is_taken)


@pytest.mark.thorough
def test_a_dialogue_ends_before_a_turn_that_comes_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreeing, "planned", lambda draft, report: tuple(range(1, 13)))
    draft = Draft(drawn(Wishes(12, KINDS), "any"), {}, {})
    turns = {str(position): {"digest": "d"} for position in range(1, 13)}
    assert len(agreeing.held(draft, {"turns": turns})) == 12
    assert len(agreeing.held(draft, {"turns": {**turns, "9": {"digest": ""}, "11": {"digest": ""}}})) == 8


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (pd.Series([20.0, 20.0, 20.0], index=["a", "b", "c"]), "is flat"),
        ({"ours": 50.0, "theirs": 50.0}, "is flat"),
        (pd.DataFrame({"port": ["a", "b"], "mean": [3, 3], "share": [0.5, 0.5]}), "is flat"),
        (pd.Series([1, 2], index=["ayr", "Ayr "]), "'ayr' and 'Ayr '"),
        (pd.DataFrame({"port": ["Ayr", "ayr"], "mean": [3, 4]}), "'Ayr' and 'ayr'"),
        (pd.Series([1, 2], index=["ayr", "Leith"]), None),
        (pd.DataFrame({"year": [2020, 2020], "mean": [3, 4]}), None),
        (pd.Series([7], index=["ayr"]), "one row alone"),
        (7.0, None),
    ],
)
def test_a_result_that_tells_nothing_is_refused_in_the_search(value: Any, said: str | None) -> None:
    told = problem_of(value, result_type(value))
    assert told is None if said is None else said in (told or "")


def test_results_differ_by_labels_rows_or_one_percent() -> None:
    ours = pd.Series({"a": 100.0, "b": 200.0})
    assert differs(ours, pd.Series({"a": 102.0, "b": 200.0}))
    assert differs(ours, pd.Series({"a": 100.0, "c": 200.0}))
    assert differs(ours, pd.Series({"a": 200.0, "b": 100.0}))
    assert not differs(ours, pd.Series({"a": 100.5, "b": 200.0})), NEAR
    assert not differs(ours, pd.Series({"b": 200.0, "a": 100.0}))


def test_an_ask_reads_its_terms_and_changes_nothing() -> None:
    asked = {3: Asked(("long_stay",), ("by_city",))}

    def fault(code: str) -> str | None:
        ask = {"turn": 3, "code": code, "name": "share", "type": "series", "about": "the share"}
        return asks_fault(AsksReply.model_validate({"asks": [ask]}), asked, {"by_city"})

    assert fault("_big = df[df['nights'] > long_stay]\nshare = _big.groupby('city')['price'].sum() / by_city") is None
    assert "does not read" in (fault("share = df['price'] / by_city") or "")
    assert "in place" in (fault("df['x'] = long_stay\nshare = by_city") or "")
    assert "binds" in (fault("long_stay = 3\nshare = by_city * long_stay") or "")
    assert "reads secret" in (fault("share = by_city * long_stay * secret") or "")
    for line in ("import scipy.stats as _stats", "from scipy.stats import norm as _norm"):
        assert "imports scipy.stats; it imports nothing" in (fault(f"{line}\nshare = by_city * long_stay") or "")


def test_every_ask_that_is_not_as_wanted_is_told_at_once_and_names_say_what_is_wrong_with_them() -> None:
    code = "{} = df['price'] / long_stay"
    asks = [
        {"turn": turn, "code": code.format(name), "name": name, "type": "series", "about": "the share"}
        for turn, name in ((3, "by_city"), (4, "2nd"), (5, "share"))
    ]
    told = asks_fault(
        AsksReply.model_validate({"asks": asks}), dict.fromkeys((3, 4, 5), Asked(("long_stay",), ())), {"by_city"}
    )
    assert told is not None and len(told.splitlines()) == 2
    assert "turn 3: `name` is 'by_city', which something else is called already" in told
    assert "turn 4: `name` is '2nd', which is no Python name" in told


def test_words_say_what_is_set_and_nothing_of_what_is_used() -> None:
    told = Worded(
        said=(("a long stay", "7 nights"),),
        brought_back=(("our fee", "as at first"),),
        reaches=(("a long stay", "on"),),
        named=("a long stay", "our fee"),
        silent=(("our fee", "12"),),
        name="by_city",
        type="series",
        columns=(),
    )
    right = "From now on a long stay is more than 7 nights; with our fee as at first, `by_city` is a series by city."
    assert list(query_faults(right, told)) == []
    for wrong, words in (
        (right.replace("7 nights", "some nights"), "the value"),
        (right.replace("as at first", "again"), "as at first"),
        (right.replace("From now on a", "A"), "how far"),
        (right + " It is 12.", "content of"),
        (right.replace("`by_city`", "it"), "goes into"),
        (right.replace("a series", "something"), "is a series"),
    ):
        assert any(words in each for each in query_faults(wrong, told)), words


def test_hardness_grows_with_each_feature() -> None:
    easy = Features(distance=1, breadth=1, versions=1, chain=1)
    assert level(hardness(easy)) == "easy" and hardness(easy) == pytest.approx(0.7)
    hard = Features(distance=15, breadth=4, versions=3, chain=2)
    assert level(hardness(hard)) == "hard" and hardness(hard) == pytest.approx(1.6 + 1.2 + 0.8 + 0.5)
    for name in ("distance", "breadth", "versions", "chain", "tables", "rules", "computed"):
        more = Features(**{**hard.as_json(), name: getattr(hard, name) + 1})
        assert hardness(more) > hardness(hard)
    older = {name: told for name, told in hard.as_json().items() if name != "computed"}
    assert Features.of({"features": older}) == hard == Features.of({"features": hard.as_json()})
    assert Features.of({"features": {**older, "other": 1}}) is None


@pytest.mark.parametrize(
    "module",
    [
        "company.families.dialogues.evolving.searching",
        "company.families.dialogues.evolving.reports",
        "company.families.dialogues.evolving.proving",
        "company.families.dialogues.evolving.trying",
        "company.families.dialogues.gate.refusing",
    ],
)
def test_what_runs_in_the_sandbox_loads_no_records(module: str) -> None:
    root = Path(analysts.__file__).parents[3]
    loaded, left = set[str](), [module]
    while left:
        name = left.pop()
        loaded.add(name)
        tree = ast.parse((root / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8"))
        told = [node.module for node in tree.body if isinstance(node, ast.ImportFrom) and node.module]
        left += [each for each in told if each.startswith("company") and each not in loaded
                 and (root / f"{each.replace('.', '/')}.py").exists()]  # fmt: skip
    assert not loaded & {"company.records", "company.families.dialogues.evolution", "company.families.shared.place"}
