"""What prompts tell of where a dialogue stands: what the reply needs, each thing once, and no more."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

from company.families.dialogues.briefs import Context
from company.families.dialogues.budgets import shortened
from company.families.dialogues.client_briefs import SHARED, with_shared
from company.families.dialogues.giving_way import OTHERS, Spoken, name_of
from company.families.dialogues.history_briefs import closing_brief
from company.families.dialogues.records import Turn
from company.families.dialogues.result_briefs import facts_brief, output_brief, reported_briefs, result_brief
from company.models.protocol import ChatMessage
from company.records import Column, Intent, Result, Variable
from company.results.capture import capture, describe_columns
from company.tables.record import Table
from grammar.client import brief_in
from grammar.scene import in_full, scene_of

ROWS = 60
FRAME = pd.DataFrame({
    "crop": ["rye", "oats", "peas"] * 20,
    "yield": [float(number) for number in range(ROWS)],
    "acres": [number % 7 + 1 for number in range(ROWS)],
    "farm": [f"farm {number}" for number in range(ROWS)],
})  # fmt: skip


def table_of(frame: pd.DataFrame) -> Table:
    columns = tuple(Column.model_validate(each) for each in describe_columns(frame))
    return Table(
        id="fields", parent=None, stage="tables", position=1, status="accepted", name="fields", file="fields.csv",
        sha256="0" * 64, rows=len(frame), columns=columns, description="What fields bore.", row_meaning="field",
        meanings={name: f"the {name} of a field" for name in frame},
    )  # fmt: skip


def result(name: str, value: Any) -> Result:
    return Result.model_validate(capture(name, value))


def turn(position: int, query: str, value: Any = None, **more: Any) -> Turn:
    results = () if value is None else (result(f"made_{position}", value),)
    told = {"answer": f"answer {position}", "code": f"made_{position} = {position}", "results": results}
    return Turn(
        id=f"fields.p1.s1.d1.t{position:02d}", parent="fields.p1.s1.d1", stage="dialogues", position=position,
        status="accepted", question=1, query=query, **told | more,
    )  # fmt: skip


def variable(name: str, value: Any, **more: Any) -> Variable:
    columns = (
        tuple(Column.model_validate(each) for each in describe_columns(value)) if hasattr(value, "columns") else ()
    )
    shape = getattr(value, "shape", ())
    kind = "dataframe" if columns else "value"
    return Variable(**{"name": name, "type": kind, "shape": shape, "columns": columns, "preview": str(value)} | more)


def context(turns: list[Turn], about: str = "the 'yield' of `df`", variables: list[Variable] | None = None) -> Context:
    return Context(table_of(FRAME), variables or [variable("df", FRAME)], [], turns, [about])


def test_who_codes_is_not_told_what_has_been_loaded_and_meant() -> None:
    here = context([])
    meanings = {name: f"How much {name} there was, by the weigher's own book" for name in FRAME}
    told = replace(here, table=here.table.model_copy(update={"meanings": meanings})).coding()["table"]
    assert set(told) == {"name", "variable", "rows", "row_meaning", "columns"}, "the query calls what it needs"
    as_text = [one.model_copy(update={"role": "measure", "numeric": one.name != "yield"}) for one in here.table.columns]
    table = here.table.model_copy(update={"meanings": meanings, "columns": tuple(as_text)})
    assert set(replace(here, table=table).coding()["table"]["meanings"]) == {"yield"}, "but for numbers in texts"
    assert [each["name"] for each in told["columns"]] == ["yield"]
    other = replace(here, about=["what grew there?"]).coding()["table"]
    assert (other["more_columns"], sorted(other["more_names"])) == (4, ["acres", "crop", "farm", "yield"])
    assert context([]).asking()["table"][OTHERS] == {
        "str category": {"crop": 3},
        "int64 ordered_category": {"acres": 7},
        "str text": {"farm": 60},
    }
    assert "quartiles" not in told["columns"][0], "code finds no row by them"
    assert "quartiles" in context([]).asking()["table"]["columns"][0]


def test_who_asks_for_a_client_with_a_new_wish_is_told_what_the_other_columns_are() -> None:
    table = table_of(FRAME).model_copy(
        update={"meanings": {"crop": f"What grew there, {'and so on, ' * 20}", "yield": "y"}}
    )
    here = replace(context([]), table=table)
    assert "other_meanings" not in here.asking()["table"]
    told = replace(here, plain=["what of the old ones?"], is_new=True).asking()["table"]["other_meanings"]
    assert [*told] == ["crop"] and told["crop"].startswith("What grew there") and len(told["crop"]) <= 70


def test_once_rows_were_made_of_the_table_its_other_columns_are_names_for_whoever_asks() -> None:
    rows = variable("ripe", FRAME[FRAME["yield"] > 20])
    here = replace(context([turn(1, "the 'yield' above 20 as `ripe`")], "the 'yield'"), asked=["ripe"])
    assert OTHERS in here.asking()["table"], "the rows are not there yet"
    gone_on = replace(here, variables=[variable("df", FRAME), rows], about=["the 'yield' in `ripe`"])
    told = gone_on.asking()["table"]
    assert OTHERS not in told and sorted(told["more_names"]) == ["acres", "crop", "farm"]
    assert [each["name"] for each in told["columns"]] == ["yield"]
    means = variable("means", FRAME.groupby("crop").mean(numeric_only=True))
    summary = replace(here, variables=[variable("df", FRAME), means], asked=["means"], about=["`means`"])
    assert OTHERS in summary.asking()["table"], "a summary holds none of the rows"


def test_conditions_of_several_questions_are_told_once_and_read_back() -> None:
    long, own = f"Only fields that were sown before May{', or after that' * 8}.", "Only 'crop' 'rye'."
    questions = [{"text": "1", "conditions": [long, own]}, {"text": "2"}, {"text": "3", "conditions": [long, long]}]
    told, shared = with_shared(questions)
    assert shared == {SHARED: {"C1": long}}
    assert [each.get("conditions") for each in told] == [["C1", own], None, ["C1", "C1"]]
    assert with_shared(questions[:2]) == (questions[:2], {}), "one question's alone stay where they are"
    short = [{"text": "1", "conditions": [own]}, {"text": "2", "conditions": [own]}]
    assert with_shared(short) == (short, {}), "nothing is gained"
    brief = {"task": "discuss_plan", "questions": told, **shared}
    read = brief_in([ChatMessage("user", f"```json\n{json.dumps(brief)}\n```")])
    assert read["questions"] == questions


def test_older_queries_are_told_by_what_has_to_do_with_the_question_and_the_latest_in_full() -> None:
    turns = [turn(number, f"Well then. Question {number} " + "about the yield " * 60, 1.5) for number in range(1, 5)]
    about, made = "go on from `made_1` and `made_2`", [variable(f"made_{number}", 1.5) for number in range(1, 5)]
    coded = context(turns, f"{about} and `made_3`", [variable("df", FRAME), *made]).coding()["history"]
    assert [("query" in each, "code" in each) for each in coded] == [(False, True)] * 3
    told = [each["query"] for each in context(turns).asking()["history"]]
    assert told[3:] == [turns[3].query]
    for number, shown in enumerate(told[:3], start=1):
        assert len(shown) <= 300 and shown.startswith(f"[…] Question {number} about the yield")
    brief = [turn(1, f"{'Well then. ' * 40}Give me the mean 'yield'."), turn(2, "and now?")]
    assert context(brief).asking()["history"][0]["query"] == "[…] Give me the mean 'yield'."


def test_who_codes_is_told_the_answer_that_was_given_without_code() -> None:
    turns = [turn(1, "one"), turn(2, "two"), turn(3, "three", code=None), turn(4, "four")]
    made = [variable("df", FRAME), variable("made_2", 1)]
    told = context(turns, "from `made_2`", made).coding()["history"]
    assert told == [{"code": "made_2 = 2", "results": []}], "what is gone on from, and nothing else"
    assert context(turns[:3]).coding()["history"][-1]["answer"] == "answer 3"
    assert not any("code" in each for each in context(turns).coding(coded=0)["history"])


def test_who_codes_is_told_the_latest_turns_and_those_whose_results_are_named() -> None:
    drawn = {"intents": (Intent(type="plot", name="plot"),)}
    turns = [turn(1, "one", 1.5), turn(2, "two", 2.5), turn(3, "three"), turn(4, "four", **drawn), turn(5, "five")]
    made = [variable("df", FRAME), variable("made_1", 1.5), variable("kept", FRAME)]
    told = context(turns, "the 'yield' above `made_1`", made).coding()["history"]
    assert [(each.get("query"), "code" in each) for each in told] == [(None, True)]
    told = context(turns, "the same as in `made_1`", made).coding()["history"]
    assert [(each.get("query"), "code" in each) for each in told] == [(None, True)], "the last turn left no result"
    turns[1] = turn(2, "two", 2.5, code="kept = df.head(40)\nmade_2 = len(kept)")
    told = context(turns, "From kept take the rows of 'rye'", made).coding()["history"]
    assert [each.get("code") for each in told] == ["kept = df.head(40)"], (
        "whose code made what is spoken of, on its way"
    )
    told = context([*turns, turn(6, "six", FRAME)], "From kept take the same rows", made).coding()["history"]
    assert [each.get("code") for each in told] == ["kept = df.head(40)", "made_6 = 6"], "what a text looks back on"
    assert "code" in context(turns[:4]).coding()["history"][-1], "of the last turn, what was drawn, too"


def test_who_codes_sees_the_rows_of_a_short_result_that_the_query_names() -> None:
    short, made = FRAME.head(4)[["crop", "yield"]], [variable("df", FRAME), variable("made_1", FRAME.head(4))]
    turns = [turn(1, "one", short), turn(2, "two", short)]
    brief = replace(context(turns, "from `made_1` take the highest", made), asked=["made_1", "made_2"]).coding()
    ((first,),) = (each["results"] for each in brief["history"])
    assert [row[0] for row in first["facts"]["head"]] == [*short["crop"]], "of the other, nobody speaks"
    (told,) = (each for each in brief["variables"] if each["name"] == "made_1")
    assert "preview" not in told, "its rows stand in the history"


def test_of_a_long_frame_columns_that_nobody_speaks_of_are_left_out_of_its_rows() -> None:
    holed = FRAME.assign(acres=FRAME["acres"].where(FRAME["acres"] > 2), grown=FRAME["yield"] * 2).drop(columns="farm")
    (told,) = (each["facts"] for each in context([turn(1, "one", holed)]).asking()["history"][0]["results"])
    assert told["columns"] == ["crop", "yield", "grown"]
    assert told["head"] == [["rye", 0.0, 0.0], ["oats", 1.0, 2.0]]
    assert told["tail"] == [[59, ["peas", 59.0, 118.0]]]
    assert set(told["ends"]) == {"yield", "grown"}
    assert "missing" not in told
    assert (told["rows"], told["width"]) == (60, 4)


def test_a_short_frame_is_told_whole() -> None:
    short = FRAME.head(5)
    (told,) = (each["facts"] for each in context([turn(1, "one", short)]).asking()["history"][0]["results"])
    counted = {"width": 4, "index": [*range(5)]}  # it has as many columns as are told, and its rows are counted
    assert {**told, **counted} == result("made_1", short).facts


def test_of_what_the_history_tells_variables_show_nothing_more() -> None:
    made = [variable("df", FRAME), variable("made_1", "x" * 200), variable("named", "y" * 200)]
    here = context([turn(1, "one", "x" * 200)], "the `made_1` and `named`", made)
    assert [len(each.get("preview", "")) for each in here.asking()["variables"]] == [0, 0, 200]
    assert [len(each.get("preview", "")) for each in here.coding()["variables"]] == [0, 200, 200]


def test_numbers_have_few_digits_and_what_is_empty_is_not_told() -> None:
    told = facts_brief(result("made", pd.Series([1 / 3, 1234567.891, 2.0])).facts)
    assert json.dumps(told["head"]) == "[[0, 0.33333], [1, 1234568], [2, 2]]"
    assert set(told) == {"length", "head"}
    long = facts_brief(result("made", pd.Series(range(40))).facts)
    assert {"largest", "second", "smallest"} <= set(long)


def test_what_code_left_under_a_plain_word_is_spoken_of_in_backticks_alone() -> None:
    made = [variable("df", FRAME), variable("rows", 1), variable("rich", 3), variable("some_rows", 2)]
    for text, told in (
        ("the rows of some_rows", ["df", "some_rows"]),
        ("`rows`", ["df", "rows"]),
        ("From rich, take the rows of 'rye'", ["df"]),
        ("From `rich`, take the rows of 'rye'", ["df", "rich"]),
    ):
        assert [each["name"] for each in context([], text, made).coding()["variables"]] == told


def test_frames_and_functions_that_the_latest_code_names_are_told_by_their_names() -> None:
    part = FRAME[FRAME["yield"] > 30]
    made = [variable("df", FRAME), *(variable(name, part) for name in ("kept", "aside")), variable("steps", 3)]
    code = "told = kept[:steps]"
    turns = [turn(1, "the mean 'yield'", code="aside + 1"), turn(2, "so"), turn(3, "more 'yield'", code=code)]
    told = context(turns, "go on", made).coding()["variables"]
    assert told[1:] == [{"name": "kept", "type": "dataframe", "shape": [29, 4], "as": "df"}]
    assert len(told) == 2, "what older code left on its way is of no use"


def test_a_data_frame_is_told_by_what_sets_it_apart_from_one_that_is_told_before() -> None:
    scored = FRAME.assign(score=FRAME["yield"] * 1.5, kind=["few", "many"] * 30)
    kept = scored[scored["yield"] > 30]
    frames = {"df": FRAME, "scored": scored, "kept": kept, "ranked": kept.assign(place=range(len(kept)))}
    beside = {"farms": kept[["farm", "score"]], "left": kept[["crop"]]}
    made = [variable(name, frame) for name, frame in {**frames, **beside}.items()]
    here = replace(context([], "the 'yield' of `kept`, `ranked` and `farms`", made), asked=["scored", "farms", "left"])
    brief = here.coding()
    df, whole, part, ranked, farms = brief["variables"]
    assert brief["more_variables"] == ["left"], "which nobody speaks of"
    assert df == {"name": "df", "type": "dataframe", "shape": [60, 4], "as": "the loaded table"}
    kind = {"name": "kind", "dtype": "str", "role": "flag", "values": [["few", 30], ["many", 30]]}
    assert (whole["as"], whole["columns"]) == ("df", ["score: float64 measure, 60 values, 0 to 88.5", kind])
    assert part["as"] == "scored" and [each["name"] for each in part["columns"]] == ["yield"]
    assert ranked["as"] == "scored" and ranked["columns"][0]["name"] == "yield"
    assert ranked["columns"][1:] == ["place: int64 identifier, 29 values, 0 to 28"]
    assert "as" not in farms and farms["columns"] == ["farm", "score: float64 measure, 29 values, 46.5 to 88.5"]
    seen = scene_of(brief["table"], brief["variables"], None).variables
    assert {column.name for column in seen["ranked"].columns} == {"yield", "farm", "score", "kind", "place"}
    assert brief["table"]["more_names"] == ["farm"], "which one of the frames has; the query names what else it needs"
    assert [column.name for column in seen["farms"].columns] == ["farm", "score"]
    assert seen["kept"].named["yield"].minimum == 31 and seen["kept"].named["kind"].distinct == 2


def test_a_data_frame_that_another_is_told_by_does_not_give_way_before_it() -> None:
    scored = FRAME.assign(**{f"score {number}": FRAME["yield"] * number for number in range(9)})
    made = [variable("df", FRAME), variable("scored", scored), variable("kept", scored[scored["yield"] > 30])]
    here = replace(context([], "the 'yield' of `kept`", made), asked=["scored"])
    brief = {"task": "write_code", **here.coding()}
    told = shortened(brief, Spoken({"yield"}, {"kept"}), 300)
    assert [each["name"] for each in told["variables"]] == ["df", "scored", "kept"]
    told = shortened(brief, Spoken({"yield"}, ()), 300)
    assert [each["name"] for each in told["variables"]] == ["df"]


def test_of_a_part_of_the_table_the_built_in_company_knows_what_it_knows_of_the_table() -> None:
    part = context([], "the 'yield' of `good`", [variable("df", FRAME), variable("good", FRAME[FRAME["yield"] > 30])])
    brief = part.coding()
    told = next(one for one in brief["variables"][1]["columns"] if isinstance(one, dict) and one["name"] == "yield")
    assert "distinct" not in told and told["minimum"] == 31
    known = scene_of(brief["table"], brief["variables"], None).variables["good"].named["yield"]
    assert (known.dtype, known.distinct, known.minimum) == ("float64", ROWS, 31)


@pytest.mark.parametrize(
    ("code", "is_told"),
    [
        ("made = 2\nprint(made)", False),
        ("made = f(2)\nprint(made.head())\nprint(f'so {made:.2f}')", False),
        ("made = 2", False),
        ("other, made = 1, 2\nprint(other)", True),
        ("print(made.describe())", True),
        ("print(", True),
    ],
)
def test_what_was_printed_is_told_where_it_is_more_than_the_results(code: str, is_told: bool) -> None:
    assert output_brief("3\n", code, [result("made", 2)]) == ("3\n" if is_told else "")


def test_axes_and_leftovers_are_no_variables_and_large_frames_are_told_by_their_columns() -> None:
    variables = [
        variable("df", FRAME),
        variable("ax", "Axes(0.1,0.2)", type="plot"),
        variable("means", FRAME.head(3)[["yield"]]),
        variable("names", "x" * 200),
        variable("kept", FRAME.head(40).assign(grown=1.5)),
    ]
    named = context([], "the 'yield' in `kept` and `means`", variables)
    told = {each["name"]: each for each in named.coding()["variables"]}
    assert list(told) == ["df", "means", "kept"]
    assert "preview" not in told["df"] and "preview" not in told["kept"]
    assert told["means"]["preview"] == variables[2].preview
    assert "Axes" not in json.dumps(told)


def test_rows_of_the_table_are_told_by_the_columns_that_were_asked_for() -> None:
    kept = FRAME.assign(per_acre=FRAME["yield"] / FRAME["acres"])
    long = result_brief(result("kept", kept), {"crop", "acres", "farm"})["facts"]
    assert long["rows"] == ROWS and long["columns"] == ["yield", "per_acre"]
    assert {*long} == {"rows", "columns", "width"}, "of a part of the table no row is told"
    others = result_brief(result("made", kept.drop(columns="acres")), {"acres", "farm"})["facts"]
    assert others["columns"] == ["crop", "yield", "per_acre"] and {len(row) for row in others["head"]} == {3}
    short = result_brief(result("kept", kept.head(3)), {"crop", "acres", "farm"})["facts"]
    assert short["columns"] == [*kept], "of few rows nothing is left out"


@pytest.mark.parametrize(
    ("code", "output", "is_told"),
    [
        ("print(made)", "all of it", True),
        ("print(made.to_string())", "all of it", True),
        ("print(made.head())", "five of it", False),
        ("print(made)", "all of it" * 1000, False),
    ],
)
def test_what_is_printed_whole_is_told_where_the_facts_hold_a_part(code: str, output: str, is_told: bool) -> None:
    assert output_brief(output, code, [result("made", FRAME)]) == (output if is_told else "")
    assert output_brief(output, code, [result("made", FRAME.head(4))]) == "", "four rows are told as they are"


def test_whoever_ends_a_dialogue_is_told_of_results_that_are_short() -> None:
    facts = {"axes": [{"title": "yield", "artists": {"bars": 3}}]}
    figure = Result(name="plot", type="plot", shown="", digest="", facts=facts)
    drawn = turn(1, "Draw the mean. " * 40, results=(figure, result("long", FRAME), result("short", FRAME.head(4))))
    told = closing_brief(table_of(FRAME), [drawn])["history"][0]
    assert [("facts" in each, each["name"]) for each in told["results"]] == [
        (False, "plot"),
        (False, "long"),
        (True, "short"),
    ]
    assert told["query"] == "Draw the mean.", "each sentence once"


def test_a_column_is_told_to_whoever_codes_where_the_query_names_one_of_its_values() -> None:
    told = replace(context([], "How much did the rye bear per acre, by 'yield' and 'acres'?"), plain=()).coding()
    assert {each["name"] for each in told["table"]["columns"]} == {"crop", "yield", "acres"}


def test_a_frame_that_is_printed_whole_is_told_by_its_columns_beside_it() -> None:
    made = result("made", FRAME)
    told = reported_briefs([made], FRAME.to_string(), "print(made.to_string())", ())[0]["facts"]
    assert {*told} == {"rows", "columns"} and told["rows"] == ROWS
    assert "head" in reported_briefs([made], "", "print(made.head())", ())[0]["facts"]


def test_labels_that_count_the_rows_are_left_out_and_others_are_told() -> None:
    assert "index" not in facts_brief(result("made", FRAME.head(3)).facts)
    assert facts_brief(result("made", FRAME.iloc[1:3]).facts)["index"] == [1, 2]


def test_marks_are_told_where_no_result_beside_the_figure_has_their_numbers() -> None:
    shows = {"bars": [["rye", 5.0], ["oats", 7.0]], "guides": [["y", 55.0]]}
    figure = Result(name="plot", type="plot", shown="", digest="", facts={"axes": [{"title": "a", "shows": shows}]})
    sizes = result("sizes", pd.DataFrame({"crop": ["rye", "oats"], "size": [5, 7]}))
    beside = reported_briefs([sizes, figure], "", "", ())[1]["facts"]["axes"]
    assert beside == [{"title": "a", "shows": {"guides": [["y", 55]]}}]
    assert reported_briefs([figure], "", "", ())[0]["facts"]["axes"] == [{"title": "a", "shows": shows}]
    printed = reported_briefs([sizes, figure], "   crop  size\n0   rye     5\n1  oats     7", "print(sizes)", ())
    assert "head" not in printed[0]["facts"] and printed[1]["facts"]["axes"] == beside, "what was printed is told once"


@pytest.mark.parametrize(
    ("output", "is_told"), [("('rye', 5)\n('oats', 7)\n", False), ("(2, 2) rye 5.0\n", False), ("rye 5.5\n", True)]
)
def test_what_a_loop_prints_is_told_where_the_results_do_not_say_it(output: str, is_told: bool) -> None:
    sizes = result("sizes", pd.DataFrame({"crop": ["rye", "oats"], "size": [5, 7]}))
    assert output_brief(output, "for row in sizes.itertuples(): print(row)", [sizes]) == (output if is_told else "")


def test_of_a_model_the_class_and_what_was_fitted_are_told() -> None:
    facts = {"class": "KMeans", "params": {"tol": 0.1}, "fitted": {"inertia_": 2.5, "parameters": []}}
    assert facts_brief(facts) == {"class": "KMeans", "fitted": {"inertia_": 2.5}}


def test_of_columns_that_a_frame_in_play_tells_the_table_tells_no_values() -> None:
    part = FRAME[FRAME["crop"] != "peas"]
    here = context([], "the 'yield' and 'acres' by 'crop' of `kept`", [variable("df", FRAME), variable("kept", part)])
    for brief in (here.asking(), here.coding()):
        by_name = {name_of(each): each for each in brief["table"]["columns"]}
        assert by_name["crop"] == "crop: str category, 3 values", "in a line: the frame tells which are left"
        assert not {"values", "minimum", "maximum"} & {*in_full(by_name["yield"])}
        assert isinstance(by_name["acres"], dict), "all of it is in the frame, too"
        kept = next(each for each in brief["variables"] if each["name"] == "kept")
        assert {"name": "crop", "distinct": 2, "values": [["oats", 20], ["rye", 20]]} in kept["columns"]
    alone = context([], "the 'yield' and 'acres' by 'crop' of `df`").asking()["table"]["columns"]
    assert all(isinstance(each, dict) for each in alone)


def test_who_asks_on_is_told_what_the_columns_mean_that_are_spoken_of_in_a_few_words() -> None:
    long = "How much there was, " + "by the weigher's own book " * 9
    table = table_of(FRAME).model_copy(update={"meanings": dict.fromkeys(FRAME, long)})
    first = replace(context([], "the 'yield' by 'crop'"), table=table).asking()["table"]["meanings"]
    assert len(first["crop"]) > 100, "groups are to be understood before anybody asks"
    turns = [turn(1, "the 'acres' by 'crop'", 1.5)]
    later = replace(context(turns, "the 'yield' by 'crop'"), table=table).asking()["table"]["meanings"]
    assert {*later} == {"crop", "yield"} and max(map(len, later.values())) <= 80


def test_a_short_result_shows_how_often_it_says_what() -> None:
    judged = pd.DataFrame({"farm": ["a", "b", "c"], "mark": ["few", "few", "enough"], "mean": [1.5, 2.5, 3.5]})
    made = [variable("df", FRAME), variable("judged", judged)]
    told = context([], "the 'mark' of `judged`", made).asking()["variables"][1]["columns"]
    assert {"name": "mark", "dtype": "str", "role": "flag", "values": [["few", 2], ["enough", 1]]} in told
    assert "mean: float64 measure, 3 values, 1.5 to 3.5" in told


def test_of_a_column_of_few_whole_numbers_the_values_say_all() -> None:
    kept = FRAME.assign(month=[number % 3 + 4 for number in range(ROWS)])
    told = context([], "the 'month' of `kept`", [variable("df", FRAME), variable("kept", kept)]).asking()["variables"][
        1
    ]
    (month,) = told["columns"]
    assert {*month} == {"name", "dtype", "role", "values"}
    assert [value for value, _ in month["values"]] == ["4", "5", "6"]


def test_a_message_is_said_anew_from_what_it_speaks_of_alone() -> None:
    made = [variable("df", FRAME), variable("kept", FRAME.head(40)), variable("other", FRAME.head(9))]
    told = replace(context([], "the 'yield' of `kept`", made), asked=["kept", "other"]).going_on()
    assert {*told} == {"table", "variables", "more_variables"}
    assert [each["name"] for each in told["variables"]] == ["df", "kept"] and told["more_variables"] == ["other"]


def test_the_columns_of_a_standing_wish_are_told_in_full() -> None:
    here = replace(context([turn(1, "the 'yield' of `df`", 4.5)]), plain=["On top, of the acres and oats"])
    told = {name_of(one): one for one in here.asking()["table"]["columns"]}
    assert {"acres", "crop"} <= {*told} and told["crop"]["values"], "by a word of the header, and by a value"
    assert "crop" not in {name_of(one) for one in replace(here, plain=[]).asking()["table"]["columns"]}


def test_what_a_new_wish_may_be_about_is_named_once() -> None:
    here = replace(context([turn(1, "the 'yield' of `df`", 4.5)]), plain=["and the rest?"])
    made = variable("kept", FRAME.iloc[:50].assign(share=0.5))
    here = replace(here, variables=[*here.variables, made], about=["the 'yield' in `kept`"], is_new=True)
    table = here.asking()["table"]
    assert set(table["other_meanings"]) == {"crop", "acres", "farm"} and "more_names" not in table
    assert "other_meanings" not in replace(here, is_new=False).asking()["table"]


def test_code_is_told_the_values_of_groups_that_the_query_picks_out_alone() -> None:
    def values(query: str) -> bool:
        (crop,) = [
            one for one in replace(context([]), about=[query]).coding()["table"]["columns"] if one["name"] == "crop"
        ]
        return "values" in crop

    assert values("the mean 'yield' of oats by 'crop'")
    assert not values("the mean 'yield' by 'crop'")


def test_a_frame_that_gives_way_is_told_with_what_it_has_of_its_own() -> None:
    frames = [variable("kept", FRAME.iloc[:50].assign(share=0.5)), variable("small", FRAME.head(3))]
    brief = {"task": "ask", "table": {"variable": "df"}, "variables": [
        {"name": each.name, "type": "dataframe", "shape": [*each.shape], "as": "df",
         "columns": [{"name": "yield", "minimum": 0, "maximum": 4}, "share: float64 measure, 1 values"]}
        for each in frames]}  # fmt: skip
    told = shortened(brief, Spoken(), 10)
    assert told["more_variables"] == ["small: 3 rows, as df, with share", "kept: 50 rows, as df, with share"]


def test_results_that_give_way_keep_the_names_of_their_columns() -> None:
    results = [
        {"name": "made", "type": "dataframe", "facts": {"rows": 1, "columns": ["crop", "n"], "head": [["rye", 3]]}}
    ]
    history = [{"question": 1, "query": "x", "answer": "y", "results": results}, {"question": 2, "query": "z"}]
    told = shortened({"task": "ask", "history": history}, Spoken(), 10)
    assert told["history"][0]["results"] == [{"name": "made", "type": "dataframe", "columns": ["crop", "n"]}]
