"""Turns that begin with a number out of an old report: the number settles the question, or there is no such turn."""

import json
import random
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from company.families.dialogues.analysts import GUESSED, NOT_ASKED
from company.families.dialogues.evaluation.conversation.client import Client, says
from company.families.dialogues.evaluation.conversation.record import Round, Talk, Term, Version, _views
from company.families.dialogues.evolution import OPEN, RECONCILE, Setting, Use
from company.families.dialogues.evolving import proving
from company.families.dialogues.evolving.asking import Cause, Failed
from company.families.dialogues.evolving.begun import FEWEST_CONSIDERED
from company.families.dialogues.evolving.binding import Draft
from company.families.dialogues.evolving.checking import Worded, query_faults
from company.families.dialogues.evolving.difficulty import Features, hardness, level
from company.families.dialogues.evolving.drawing import drawn
from company.families.dialogues.evolving.pieces import Pieces
from company.families.dialogues.evolving.reconciling import Considered
from company.families.dialogues.evolving.replies import AsksReply, WrittenAsk
from company.families.dialogues.evolving.reports import FEWEST_OTHERS, Executed, Printed, Space, by_group, prints
from company.families.dialogues.evolving.searching import Search
from company.families.dialogues.evolving.timetable import SHARES, Drawn, Timetable, Wishes, faults
from company.families.dialogues.evolving.told_faults import told_faults
from company.families.dialogues.evolving.views import Slot
from company.families.dialogues.gate.reports import report_faults
from company.families.dialogues.giving_way import OTHERS
from company.families.dialogues.records import Question
from company.records import Column
from grammar.evolving.telling import word_turns
from tests.support.review_run import person, plan, scenario, table

KINDS = ("line", "filter", "exclusion", "measure", "unit", "rounding", "rates")
ASK = "totals = kept(df)[kept(df)['price'] > floor].groupby('city')['price'].sum() / lot"
FLOORS = ["10", "20", "30", "45"]
KEPT = ["lambda t: t", "lambda t: t[t['kind'] != 'b']", "lambda t: t[t['kind'] != 'c']"]
LOTS = ["1", "8", "12"]


def _table(rows: int = 300) -> pd.DataFrame:
    chance = random.Random(3)
    return pd.DataFrame(
        [
            {"city": chance.choice("XYZ"), "kind": chance.choice("abc"), "price": chance.uniform(1, 90)}
            for _ in range(rows)
        ]
    )


def _in_play(slot: str, codes: list[str], hidden: int, today: int, *, standing: bool = False) -> dict[str, Any]:
    return {"slot": slot, "codes": codes, "hidden": hidden, "today": today, "standing": standing}


def _report(**more: Any) -> dict[str, Any]:
    terms = [_in_play("kept", KEPT, 1, 0), _in_play("floor", FLOORS, 2, 3), _in_play("lot", LOTS, 1, 1)]
    table = _table()
    true = table[(table["kind"] != "b") & (table["price"] > 30)].groupby("city")["price"].sum() / 8
    told = {"shown": f"{true['Y']:,.1f}", "unit": 0.1, "at": "Y", "by": "city", "ask": ASK, "name": "totals"}
    return {**told, "type": "series", "terms": terms, "turns": [1, 2], **more}


def _unsettled(told: dict[str, Any], tmp_path: Path) -> str:
    (tmp_path / "order.json").write_text(json.dumps(told))
    proving.settled({"df": _table(), "pd": pd}, tmp_path / "order.json", tmp_path / "report.json")
    return str(json.loads((tmp_path / "report.json").read_text())["unsettled"])


def test_a_number_settles_a_question_that_one_answer_alone_fits(tmp_path: Path) -> None:
    assert _unsettled(_report(), tmp_path) == ""


def test_a_number_that_other_rules_give_as_well_settles_nothing(tmp_path: Path) -> None:
    # A second term decides on another city alone, so that the number of Y says nothing of it.
    told = _report()
    blind = ["lambda t: t", "lambda t: t[t['city'] != 'Z']", "lambda t: t[(t['city'] != 'Z') | (t['price'] > 50)]"]
    told["terms"].append(_in_play("also", blind, 0, 1))
    told["ask"] = ASK.replace("kept(df)", "also(kept(df))")
    assert "and another answer" in _unsettled(told, tmp_path)


def test_a_number_in_few_digits_settles_nothing(tmp_path: Path) -> None:
    told = _report(unit=1000.0)
    told["shown"] = f"{round(float(told['shown'].replace(',', '')), -3):,.0f}"
    assert _unsettled(told, tmp_path) != ""


def test_a_number_that_is_not_what_its_rules_give_is_none(tmp_path: Path) -> None:
    told = _report()
    told["terms"][1]["hidden"] = 0
    assert "is not what its rules give" in _unsettled(told, tmp_path)


def test_a_number_by_todays_rules_settles_nothing(tmp_path: Path) -> None:
    told = _report()
    for each in told["terms"]:
        each["today"] = each["hidden"]
    assert "today's rules" in _unsettled(told, tmp_path)


def test_a_number_that_few_other_ways_compete_with_settles_nothing(tmp_path: Path) -> None:
    told = _report()
    told["terms"][2]["codes"], told["terms"][0]["codes"] = ["1", "8"], KEPT[:2]
    assert 2 * len(FLOORS) * 2 - 1 < FEWEST_OTHERS
    assert "other ways" in _unsettled(told, tmp_path)


def test_standing_rules_may_have_been_applied_or_not(tmp_path: Path) -> None:
    told = _report()
    rule = ["", "lambda t: t[t['price'] < 80]"]
    told["terms"].append(_in_play("rule", rule, 0, 1, standing=True))
    assert _unsettled(told, tmp_path) == ""
    told["terms"][-1]["hidden"] = 1
    assert "is not what its rules give" in _unsettled(told, tmp_path)


def test_numbers_are_printed_with_few_digits_first_and_fit_however_they_were_rounded() -> None:
    assert [each.shown for each in prints(1234.567)] == ["1,235", "1,234.6", "1,234.57"]
    assert [each.shown for each in prints(-0.012345)] == ["-0.0123", "-0.01235", "-0.012345"]
    assert [(each.shown, each.unit) for each in prints(41.0)] == [("41", 1.0)] and list(prints(0.0)) == []
    assert Printed("1,235", 1.0).fits(1234.1) and not Printed("1,235", 1.0).fits(1236.0)


def test_only_one_figure_for_each_group_is_a_report() -> None:
    one = pd.Series({"a": 1.0, "b": 2.0})
    assert by_group(one) == by_group(one.to_dict()) == by_group(one.rename("n").rename_axis("g").reset_index())
    assert by_group(one.to_frame().assign(second=1).reset_index()) == by_group(3.5) == by_group(pd.Series(["x"])) == {}
    assert by_group(pd.Series({"a": 1.0, "b": float("nan")})) == {}


def test_a_line_says_what_could_be_and_that_today_s_rules_are_refused() -> None:
    line = {"reconcile": _report(), "forgetful": {"today's rules: floor": {}}}
    assert report_faults(line) == []
    assert "nobody who goes by today's rules" in report_faults({**line, "forgetful": {}})[0]
    wide = _report()
    wide["terms"] += [_in_play(f"rule{n}", ["", "lambda t: t"], 0, 0, standing=True) for n in range(4)]
    assert "576 ways" in report_faults({**line, "reconcile": wide})[0]
    strange = _report()
    strange["terms"][0]["hidden"] = 9
    assert "kept" in report_faults({**line, "reconcile": strange})[0]


def test_who_changes_one_term_alone_takes_today_s_version_of_it() -> None:
    space = Space({"a": [["a", 0], ["a", 1], ["a", None]], "b": [None, ["b", 0]]}, today=(1, 0))
    assert len([*space.views]) == 6 and space.off((0, 1), space.today) == 2
    assert space.but((0, 1), 0) == [(1, 1), (2, 1)] and space.but((0, 1), 1) == [(0, 0)]
    assert space.bound((2, 0)) == {"a": ["a", None]}


@pytest.mark.parametrize(("corrected", "hidden"), [(9, {0}), (4, {1})])
def test_a_version_may_be_behind_a_report_until_it_is_taken_back(corrected: int, hidden: set[int]) -> None:
    slots = {"s1": Slot("s1", "line", said=(1, corrected), void=frozenset({0}))}
    turns = []
    for position in range(1, 10):
        acts = {1: ("define", 0, "on"), corrected: ("correct", 1, "all")}
        act = acts.get(position)
        sets = (Setting(slot="s1", act=act[0], version=act[1], reach=act[2]),) if act else ()
        use = Use(slot="s1", version=int(position >= corrected))
        turns.append(Drawn(position, (RECONCILE,), sets, (use,), (), (), (), ()))
    draft = Draft(Timetable(slots, tuple(turns)), {}, {})
    found = Considered(draft, turns[5]).hideable["s1"]
    assert {each[1] for each in found if each is not None} == hidden


def test_every_way_is_executed_and_one_that_fails_gives_no_number() -> None:
    terms = {
        "lot": {"variable": "lot", "naive": "", "code": "{value}", "candidates": ["1", "nothing"], "chosen": [0, 1]}
    }
    ask = "totals = df.groupby('city')['price'].sum() / lot"
    turn = {
        "position": 1,
        "name": "totals",
        "type": "series",
        "ask": ask,
        "goes_on_from": [],
        "pieces": [],
        "controls": [],
    }
    search = Search({"df": _table(), "pd": pd}, terms, [turn], fixed=True, anew=None)
    found = Executed.of(search, turn, Space({"lot": [("lot", 0), ("lot", 1)]}, today=(1,)))
    assert sorted(found.figures[(0,)]) == ["X", "Y", "Z"] and found.figures[(1,)] == {}


# timetables


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_timetables_have_turns_that_begin_with_a_report_and_turns_that_leave_something_open(seed: str) -> None:
    wishes = Wishes(36, KINDS, shares={**SHARES, RECONCILE: 0.15}, open=0.1)
    table = drawn(wishes, seed)
    assert faults(table, wishes) <= 0
    gone_on = {each for turn in table.turns for each in (*turn.of_results, *turn.remade)}
    pieces = Pieces(table)
    for turn in table.turns:
        opened = [use for use in turn.uses if table.slots[use.slot].readings]
        assert bool(opened) == (turn.patterns[0] == OPEN)
        if turn.patterns[0] in (RECONCILE, OPEN):
            assert turn.position not in gone_on
        if turn.patterns[0] == RECONCILE:
            ways = 1
            for use in turn.uses:
                ways *= 1 + sum(at < turn.position for at in table.slots[use.slot].said)
            assert ways >= FEWEST_CONSIDERED and not turn.of_results
        if opened:
            labels = [each.label for each in pieces.forgettings(turn) if each.is_needed]
            assert labels == [NOT_ASKED, GUESSED, GUESSED]
    for slot, one in table.slots.items():
        used = [turn.position for turn in table.turns for use in turn.uses if use.slot == slot]
        assert not one.readings or used == list(one.said), "it is asked for once, and nothing else takes it up"


@pytest.mark.thorough
def test_timetables_without_them_are_as_ever() -> None:
    assert not {RECONCILE, OPEN} & {each for turn in drawn(Wishes(30, KINDS), "a").turns for each in turn.patterns}


def test_ways_to_take_a_report_and_what_is_left_open_make_a_turn_harder_and_lines_without_stay_as_they_were() -> None:
    plain = Features(distance=3, breadth=2, versions=2, chain=1)
    assert "views" not in plain.as_json() and "left_open" not in plain.as_json()
    assert level(hardness(plain)) == "easy"
    assert level(hardness(Features(distance=3, breadth=2, versions=2, chain=1, views=128))) == "hard"
    told = Features(distance=0, breadth=0, versions=1, chain=1, left_open=1).as_json()
    assert Features.of({"features": told}) == Features(distance=0, breadth=0, versions=1, chain=1, left_open=1)


# words


def _turn(**more: Any) -> dict[str, Any]:
    told = {"turn": 7, "patterns": [RECONCILE], "sets": [], "uses": ["a high price", "the core"], "lifted": []}
    told |= {"about": "the total of the price by city, within the core, for sales with a high price", "of_results": []}
    return {**told, "result": {"name": "totals", "type": "series", "columns": []}, "remade": [], "rivals": [], **more}


@pytest.mark.parametrize("number", range(6))
def test_words_say_number_group_and_all_that_may_have_been_otherwise(number: int) -> None:
    report = {"number": "1,234.5", "of": "North", "by": "city", "as_at_any_time": ["a high price", "the core"]}
    report |= {"or_not_applied": ["the core"], "standing_rules": True}
    brief = {"persona": {"name": f"P{number}"}, "turns": [_turn(old_report=report)]}
    query = word_turns(brief, random.Random(number))["queries"][0]["query"]
    worded = Worded((), (), (), ("a high price", "the core"), (), "totals", "series", (), report=("1,234.5", "North"))
    assert list(query_faults(query, worded)) == []
    assert "what-ifs aside" in query and "standing rule" in query and query.count("the core") >= 3
    other = Worded((), (), (), (), (), "totals", "series", (), report=("1,299", "North"))
    assert any("old report" in fault for fault in query_faults(query, other))


def test_the_group_of_an_old_report_may_be_called_by_a_number_that_a_term_comes_to() -> None:
    worded = Worded((), (), (), (), (("the older machines", "4"),), "totals", "value", (), report=("13.77", "Depot 4"))
    query = "Depot 4 is at 13.77 in an old report. Into `totals`, a value, the total of the hours{}."
    assert not [*query_faults(query.format(""), worded)]
    assert [*query_faults(query.format(" of machines of 4 years and more"), worded)]


@pytest.mark.parametrize("number", range(4))
def test_words_call_what_is_left_open_by_its_name_and_say_that_it_is_something_definite(number: int) -> None:
    brief = {"persona": {"name": f"P{number}"}, "turns": [_turn(not_explained=["a high price"])]}
    query = word_turns(brief, random.Random(number))["queries"][0]["query"]
    assert query.count("a high price") == 2 and "report" not in query


# what the client knows


def _term() -> Term:
    versions = tuple(Version(at, f"A high price is above {value}.", value) for at, value in ((1, "10"), (3, "20")))
    return Term("high_price", "a high price", "line", versions, ("What is a high price?",))


def test_a_client_who_is_asked_about_an_old_report_says_what_holds_today() -> None:
    lines = [
        {"turn": 1, "sets": [{"slot": "high_price", "act": "define", "version": 0, "reach": "on"}], "uses": []},
        {"turn": 3, "sets": [{"slot": "high_price", "act": "change", "version": 1, "reach": "on"}], "uses": []},
        {"turn": 4, "sets": [], "uses": [{"slot": "high_price", "version": 0}], "reconcile": {"shown": "3"}},
    ]
    held = list(_views(lines, [_term()]))
    assert says(_term(), held[-1]) == "A high price is above 20."
    told = {name: value for name, value in lines[-1].items() if name != "reconcile"}
    brought_back = list(_views([*lines[:-1], told], [_term()]))
    assert says(_term(), brought_back[-1]) == "A high price is above 10.", "any other turn says what it uses"


def test_a_client_says_what_is_left_open_when_she_is_asked_and_not_before() -> None:
    def round_(number: int, *items: str) -> Round:
        return Round(number, "", "", None, "", (), None, "", (), {}, items)

    client = Client.of(Talk("d", "", "", (round_(1), round_(2, "high_price")), (_term(),)), patience=3)
    assert client.answer("What do you mean by a high price?", round_(1))[1].kind == "unknown"
    answer, question = client.answer("What do you mean by a high price?", round_(2, "high_price"))
    assert (answer, question.item) == ("A high price is above 10.", "high_price")


def test_a_dialogue_that_tells_another_report_than_its_case_is_found() -> None:
    case = {"data_id": "d.t02", "turn": 2, "depends_on": [], "current_query": "It has 3.5 for North.",
            "prompt_with_hist_txt": "old", "explicit": {"prompt_with_hist_txt": "It has 3.5 for North."},
            "evidence": {"prompt_with_hist_txt": "old It has 3.5 for North."},
            "reconcile": {"shown": "3.5", "at": "North", "turns": [1]}}  # fmt: skip
    first = {"turn": 1, "query": "old", "answer": "", "cases": [], "sets": [], "uses": [], "ask": "a = 1"}
    turn = {**first, "turn": 2, "query": "It has 3.5 for North.", "cases": ["d.t02"]}
    turn["reconcile"] = {"shown": "3.5", "at": "North"}
    assert told_faults(case, [{"turns": [first, turn], "terms": []}]) == []
    other = {**turn, "reconcile": {"shown": "4.5", "at": "North"}}
    assert any("another old report" in each for each in told_faults(case, [{"turns": [first, other], "terms": []}]))
    bare = {**case, "evidence": {"prompt_with_hist_txt": "It has 3.5 for North."}}
    assert any("evidence lacks" in each for each in told_faults(bare, [{"turns": [first, turn], "terms": []}]))


# what is asked anew


@pytest.mark.parametrize(("gone_on", "name"), [(True, "mean_fee"), (False, None)])
def test_an_ask_written_anew_keeps_its_name_where_later_turns_go_on_from_it(gone_on: bool, name: str | None) -> None:
    turn = Drawn(2, ("inherit",), (), (), (), (), (), ())
    before = WrittenAsk(turn=2, code="mean_fee = 1", name="mean_fee", type="value", about="the mean fee")
    cause = Cause(table(), person(1), scenario(1, "accepted"), plan())
    ask = cause.asks([turn], {}, [], {2: before}, {2: Failed("it is flat", gone_on)})
    brief = json.loads(ask.prompt.partition("```json\n")[2].partition("\n```")[0])
    assert brief["turns"][0].get("name") == name and brief["failed"][0]["why"] == "it is flat"
    other = WrittenAsk(turn=2, code="fees = df['fee'].sum()", name="fees", type="value", about="all fees")
    fault = ask.check(AsksReply(asks=(other,)))
    assert (fault is None) is not gone_on
    again = WrittenAsk(turn=2, code="mean_fee = df['fee'].mean()", name="mean_fee", type="value", about="the mean fee")
    assert ask.check(AsksReply(asks=(again,))) is None


def test_turns_with_an_old_report_or_something_open_bring_their_rules_for_the_writer() -> None:
    turn = Drawn(2, (RECONCILE,), (), (), (), (), (), ())
    cause = Cause(table(), person(1), scenario(1, "accepted"), plan())
    assert "one plain figure" in cause.asks([turn], {}, [], {}, {}).prompt
    assert "one plain figure" not in cause.asks([Drawn(2, ("inherit",), (), (), (), (), (), ())], {}, [], {}, {}).prompt


# what whoever writes asks is told


def test_who_writes_asks_is_told_the_question_in_full_with_its_columns_and_of_others_their_types_alone() -> None:
    names = ("city", "kind", "who", "shop", "price", "weight", "days", "fee")
    columns = [
        Column(
            **{"position": at, "name": name, "distinct": 9, "numeric": at > 3, "missing": 0},
            **{"dtype": "float64" if at > 3 else "str", "role": "measure" if at > 3 else "category"},
        )
        for at, name in enumerate(names)
    ]
    questions = tuple(
        Question(text=f"Which {by} is dearest?", result_types=("series",), columns=(by, amount), conditions=limits)
        for by, amount, limits in (("city", "price", ()), ("shop", "fee", ("days above 3",)))
    )
    cause = Cause(
        table(rows=90, columns=tuple(columns)), person(1), scenario(1, "accepted"), plan(questions=questions, turns=8)
    )
    told = {}
    for at in (4, 5):
        turn = Drawn(at, ("inherit",), (), (), (), (), (), ())
        prompted = cause.asks([turn], {}, [], {}, {}).prompt
        told[at] = json.loads(prompted.partition("```json\n")[2].partition("\n```")[0])
    first, second = told[4], told[5]
    assert [each["question"] for each in first["questions"]] == [1] and first["turns"][0]["decides"] is True
    assert second["questions"] == [
        {"question": 2, "text": "Which shop is dearest?", "columns": ["shop", "fee"], "conditions": ["days above 3"]}
    ]
    assert second["turns"][0]["serves"] == 2 and "decides" not in second["turns"][0]
    whole = [{each["name"] for each in brief["table"]["columns"]} for brief in (first, second)]
    assert {"city", "price"} <= whole[0] and {"shop", "fee", "days"} <= whole[1] and "days" not in whole[0]
    assert all(own | {name for each in brief["table"][OTHERS].values() for name in each} == {*names}
               for own, brief in zip(whole, (first, second), strict=True))  # fmt: skip
