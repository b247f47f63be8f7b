"""Which standing rules hold after a client puts some out of force, back into it, or behind others."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal

import pytest

from company.families.dialogues.evolution import KINDS, RuleChange
from company.families.dialogues.evolving.checking import Worded, query_faults
from company.families.dialogues.evolving.drawing import drawn
from company.families.dialogues.evolving.enforcing import applied, changing, enforced, until
from company.families.dialogues.evolving.timetable import Wishes
from company.families.dialogues.evolving.wishing import Wished, predicted, wished
from company.families.dialogues.handbook.records import Scope
from grammar.evolving.telling import word_turns

Act = Literal["suspend", "reinstate", "yield"]


def _change(slot: str, act: Act, to: str = "") -> RuleChange:
    return RuleChange(slot=slot, act=act, to=to)


OFF, ON = _change("a", "suspend"), _change("a", "reinstate")
A_TO_B, B_TO_A = _change("a", "yield", "b"), _change("b", "yield", "a")


@pytest.mark.parametrize(
    ("changes", "held"),
    [
        ((), "abc"),
        ((OFF,), "bc"),
        ((OFF, ON), "abc"),
        ((OFF, ON, OFF), "bc"),
        ((A_TO_B,), "bc"),
        ((A_TO_B, B_TO_A), "ac"),
        ((A_TO_B, _change("b", "suspend")), "ac"),  # what is out of force goes before nothing
        ((_change("b", "suspend"), A_TO_B, _change("b", "reinstate")), "bc"),
        ((A_TO_B, OFF, ON), "bc"),  # being back in force does not lift that it gives way
        ((_change("a", "yield", "d"),), "abc"),  # d does not fit
    ],
)
def test_of_the_rules_that_fit_those_hold_that_the_dialogue_has_left(changes: Sequence[RuleChange], held: str) -> None:
    assert applied("abc", changes) == tuple(held)


@pytest.fixture(scope="module")
def fitting() -> dict[int, tuple[str, ...]]:
    """By turn of forty, which of sixteen rules its ask is within."""
    chance = random.Random(3)
    rules = [f"h{number}" for number in range(1, 17)]
    return {turn: tuple(sorted(chance.sample(rules, 5), key=rules.index)) for turn in range(1, 41)}


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_every_change_decides_on_a_later_question_and_many_are_far_from_it(
    seed: str, fitting: dict[int, tuple[str, ...]]
) -> None:
    table = drawn(Wishes(40, ("line", "filter", "exclusion", "measure")), seed)
    changed = enforced(table, fitting, seed)
    assert changed == enforced(table, fitting, seed)
    changes = changed.changes
    assert 8 <= len(changes) <= 40 // 3 and {one.act for _, one in changes} >= {"suspend", "reinstate"}
    assert len({at for at, _ in changes}) == len(changes)
    assert not any(turn.sets for turn in changed.turns if turn.changes)
    for each, at in ((each, turn.position) for turn in changed.turns for each in turn.remade):
        made, again = (applied(fitting[each], until(changes, turn)) for turn in (each, at))
        assert made == again, "nobody knows whether a result that is made again takes the rules of then or of now"
    far = 0
    for number, (at, _) in enumerate(changes):
        unheard = [*changes[:number], *changes[number + 1 :]]
        bears = [
            turn - at
            for turn, rules in fitting.items()
            if turn > at and applied(rules, until(changes, turn)) != applied(rules, until(unheard, turn))
        ]
        far += max(bears, default=0) >= 6
    assert far >= len(changes) / 2


@pytest.mark.thorough
def test_where_no_rule_fits_nothing_is_said_of_any() -> None:
    table = drawn(Wishes(30, ("line", "filter", "measure")), "1")
    assert enforced(table, {}, "1") == table


@pytest.mark.parametrize("told", [{"act": "suspend"}, {"act": "reinstate"}, {"act": "yield", "to": "R3"}])
def test_the_built_in_company_says_each_change_by_the_ids_alone(told: dict[str, str]) -> None:
    change = {"rule": "R8", **told}
    turn: dict[str, Any] = {
        "turn": 3, "patterns": ["inherit"], "sets": [], "uses": [], "lifted": [], "about": "the mean of the fee",
        "result": {"name": "mean_fee", "type": "value", "columns": []}, "of_results": [], "remade": [],
        "in_force": [change],
    }  # fmt: skip
    worded = Worded(
        (), (), (), (), (), "mean_fee", "value", (), unnamed=("R5", "thin evidence"), changes=(change,)
    )  # fmt: skip
    for seed in range(8):
        reply = word_turns({"turns": [{**turn, "turn": 3 + seed}]}, random.Random(seed))
        query = reply["queries"][0]["query"]
        assert [*query_faults(query, worded)] == [], query
        silent = query.replace("R8", "it")
        assert any("does not name R8" in each for each in query_faults(silent, worded))
    bare = query_faults("Give me `mean_fee`, a value, the mean of the fee by R8 and R3.", worded)
    assert any("what becomes of R8" in each for each in bare)


# what asks had best be about

SCOPES = {
    f"h{number}": Scope(how=how, column=column)
    for number, (how, column) in enumerate(
        [
            *[("told by", each) for each in ("kind", "who", "members.tariff", "kind", "who")],
            *[("measured", each) for each in ("fee", "days", "deposit")],
            *[("averaged", each) for each in ("fee", "days")],
            *[("added up", each) for each in ("fee", "deposit")],
        ],
        start=1,
    )
}


def test_late_asks_are_about_columns_whose_rules_have_changed() -> None:
    seeds = ("1", "2", "3", "4")
    changed = held = 0.0
    for seed in seeds:
        table = drawn(Wishes(40, KINDS), seed)
        first = wished(table, SCOPES, seed)
        foreseen = changing(table, predicted(first, SCOPES), seed)
        changes = [each for several in foreseen for each in several]
        wishes = wished(table, SCOPES, seed, changes)
        met = {SCOPES[slot].column for _, one in changes for slot in (one.slot, one.to) if slot}
        assert wishes != first and _late_about(wishes, met) >= _late_about(first, met)
        holding = predicted(wishes, SCOPES)
        # Where asks come to what was wished, all that was foreseen is said but for what nothing late is about any more.
        said = enforced(table, holding, seed, foreseen).changes
        assert sum(each in said for each in changes) >= len(changes) / 2
        changed, held = changed + len(changes) / len(seeds), held + sum(map(len, holding.values())) / 40 / len(seeds)
    assert changed >= 6 and held >= 2


def _late_about(found: Mapping[int, Wished], columns: Collection[str]) -> int:
    late = [each for position, each in found.items() if position > 20]
    return sum((each.told_by in columns) + (each.measured in columns) for each in late)


def test_an_agreed_measure_is_the_figure_of_those_who_use_it_and_some_asks_are_about_anything() -> None:
    table = drawn(Wishes(40, KINDS), "1")
    wishes = wished(table, SCOPES, "1")
    assert set(wishes) == set(range(1, 41)) and Wished() in wishes.values()
    for turn in table.turns:
        if any(table.slots[use.slot].kind == "measure" for use in turn.uses):
            assert not wishes[turn.position].measured
    for wish in wishes.values():
        assert set(wish.told) <= {"told_by", "measured", "how"}
        assert not wish.how or wish.fits(Scope(how="averaged", column=wish.measured)) is (wish.how == "averaged")
