"""What is told of a table to who speaks of it and writes no code: what it is about in full, all else in a line."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from company.families.dialogues.columns_in_texts import hinted_columns, meant_columns, named_columns, spoken_columns
from company.families.dialogues.giving_way import OTHERS
from company.families.dialogues.records import Question
from company.families.dialogues.stages.plans import drafted_columns
from company.families.dialogues.table_briefs import (
    BY_ROLE,
    choosing_brief,
    column_line,
    few_meanings,
    outline_brief,
    people_brief,
    rule,
    table_brief,
    tied_rule,
)
from company.records import Column
from company.tables.record import Table
from grammar.scene import column_of, columns_told, scene_of
from tests.unit.test_briefs import table_of

SHOP = pd.DataFrame({
    "Filiale/Standort": ["Köln", "Bonn", "Trier"] * 30,
    "Preis netto (€)": [10.5 + number for number in range(90)],
    "PLZ": [50_000 + number * 7 % 83 for number in range(90)],
    "Bestelldatum": pd.date_range("2023-01-01", periods=90).strftime("%Y-%m-%d"),
    "Rückruf": ["bitte nach 18 Uhr anrufen", "kein Rückruf", "am Montag"] * 30,
})  # fmt: skip
MEANINGS = {
    "Filiale/Standort": "Branch that sold it; three towns.",
    "Preis netto (€)": "Net price (excl. VAT) in euros. A missing value would mean that it was given away.",
    "PLZ": "Postal code of the buyer. Not a quantity.",
}


def shop(**more: Any) -> Table:
    table = table_of(SHOP).model_copy(update={"meanings": MEANINGS, **more})
    doubted = [one.model_copy(update={"doubt": "a code looks the same", "kind": "count", "role": "measure"})
               if one.name == "PLZ" else one for one in table.columns]  # fmt: skip
    return table.model_copy(update={"columns": tuple(doubted)})


def told_of(brief: dict[str, Any], name: str) -> dict[str, Any]:
    return next(each for each in brief["columns"] if each["name"] == name)


def test_what_is_spoken_of_is_told_in_full_and_all_else_in_a_line() -> None:
    brief = outline_brief(shop(), {"Preis netto (€)"})
    assert {"minimum", "maximum", "quartiles"} <= told_of(brief, "Preis netto (€)").keys()
    assert brief["meanings"]["Preis netto (€)"] == "Net price (excl. VAT) in euros"
    assert "PLZ" in brief[OTHERS]["int64 measure"], "others are told by their type, role and number of values"
    assert brief["meanings"]["Filiale/Standort"] == "Branch that sold it"
    aside = outline_brief(shop())
    assert aside["meanings"]["Preis netto (€)"] == "Net price (excl. VAT) in euros"
    assert told_of(aside, "Filiale/Standort")["values"]
    assert {"minimum", "maximum"} <= told_of(aside, "Bestelldatum").keys()
    assert told_of(aside, "Filiale/Standort")["values"] == ["Bonn", "Köln", "Trier"], "names alone"
    price = told_of(aside, "Preis netto (€)")
    assert "distinct" not in price
    assert column_of(price, 0).distinct > 100, "the built-in company takes a measure for one of many values"
    assert [value for value, _ in column_of(told_of(aside, "Filiale/Standort"), 0).values] == ["Bonn", "Köln", "Trier"]
    assert [each["name"] for each in brief["columns"]] == ["Preis netto (€)"]
    many = table_of(pd.DataFrame({f"column {number}": [1, 2, 3] * 30 for number in range(20)}))
    many = many.model_copy(update={"meanings": {one.name: f"Height of stone {one.name}" for one in many.columns}})
    assert [*outline_brief(many, {"column 3"})["meanings"]] == ["column 3"], "of many, those that are spoken of"


def test_what_identifiers_and_texts_mean_is_told_once_they_are_spoken_of() -> None:
    frame = pd.DataFrame({"trip id": [f"T{number:04}" for number in range(90)], "ice": [0.5 * n for n in range(90)]})
    meanings = {"trip id": "The number of the trip in the harbour's book", "ice": "The ice of the trip, in tonnes"}
    trips = table_of(frame).model_copy(update={"meanings": meanings})
    assert [*outline_brief(trips)["meanings"]] == ["ice"]
    assert {"ice", "trip id"} == outline_brief(trips, {"trip id"})["meanings"].keys()
    said = trips.model_copy(update={"told_meanings": ("trip id",)})
    assert {"ice", "trip id"} == outline_brief(said)["meanings"].keys()


def test_of_a_meaning_the_sentence_that_says_how_sure_it_is_or_its_unit_is_kept() -> None:
    doubted = "Price of the thing sold. It is likely without tax. Nobody knows why it was kept."
    told = outline_brief(shop(meanings={"Preis netto (€)": doubted}))["meanings"]["Preis netto (€)"]
    assert told == "Price of the thing sold. It is likely without tax"


def test_a_longer_name_is_not_taken_for_the_shorter_one_in_it() -> None:
    laptops = table_of(pd.DataFrame({"Screen": ["a", "b"], "Screen Size": [1, 2], "Size": [3, 4], "Old Size": [5, 6]}))
    for text, named in (
        ("the mean 'Screen Size' by 'Old Size'", {"Screen Size", "Old Size"}),
        ("'Screen Size' beside 'Screen'", {"Screen Size", "Screen"}),
        ("'Size', and the Screens", {"Size"}),
    ):
        assert named_columns(laptops, [text]) == named


def test_a_line_says_of_a_column_what_code_has_to_know_and_is_read_back() -> None:
    frame = pd.DataFrame({"net: price, 3 values": [1.5, None, 4.0] * 10, "day": pd.to_datetime(["2020-01-01"] * 30)})
    price, day = table_of(frame).columns
    line = column_line(price, is_ranged=True)
    assert line == "net: price, 3 values: float64 measure, 2 values, 1.5 to 4, 10 missing"
    read = column_of(line, 4)
    same = {
        name: getattr(price, name) for name in ("name", "dtype", "role", "distinct", "missing", "minimum", "numeric")
    }
    assert {name: getattr(read, name) for name in same} == same and read.position == 4
    assert column_line(day, is_ranged=True) == f"day: {day.dtype} {day.role}, 1 values"
    assert column_of(column_line(day), 0).dtype == day.dtype and not column_of(column_line(day), 0).numeric


def test_a_meaning_a_person_gave_is_told_as_it_is() -> None:
    assert outline_brief(shop(told_meanings=("PLZ",)))["meanings"]["PLZ"] == MEANINGS["PLZ"]


def test_where_a_meaning_is_told_no_doubt_is_nor_the_guess() -> None:
    assert not {"doubt", "kind", "role"} & told_of(outline_brief(shop(), {"PLZ"}), "PLZ").keys()
    assert told_of(outline_brief(shop(meanings={}), {"PLZ"}), "PLZ")["doubt"]


def test_what_a_row_stands_for_is_told_where_somebody_has_said_it() -> None:
    unknown = shop(row_meaning="record")
    assert "row_meaning" not in table_brief(unknown) and "row_meaning" not in outline_brief(unknown)
    assert table_brief(shop(row_meaning="sale"))["row_meaning"] == "sale"
    assert outline_brief(shop(row_meaning="record", told=("row_meaning",)))["row_meaning"] == "record"


def test_empty_fields_are_left_out() -> None:
    assert not {"more_columns", "said_meanings", "meanings"} & outline_brief(shop(meanings={})).keys()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I want to know what drives our prices.", set()),
        ("What drives the Preis?", {"Preis netto (€)"}),
        ("Which branches sell most?", {"Filiale/Standort"}),
        ("Only Köln matters to me.", {"Filiale/Standort"}),
        ("How do net prices go with the postal code?", {"Preis netto (€)", "PLZ"}),
        ("Take 'Bestelldatum' by month.", {"Bestelldatum"}),
    ],
)
def test_columns_are_spoken_of_by_header_meaning_and_value(text: str, found: set[str]) -> None:
    assert found <= spoken_columns(shop(), [text]) <= found | {"Preis netto (€)"}


def test_who_chooses_is_told_names_and_what_the_scenarios_are_about() -> None:
    brief = choosing_brief(shop(), {"PLZ"})
    assert brief["columns"] == [*SHOP]
    assert brief["meanings"] == {"PLZ": "Postal code of the buyer"}


def test_the_built_in_company_reads_columns_that_are_told_in_short() -> None:
    columns = {one.name: one for one in scene_of(outline_brief(shop()), (), None).table.columns}
    assert columns["Preis netto (€)"].role == "measure"
    assert columns["Preis netto (€)"].numeric
    assert columns["PLZ"].doubt
    assert columns["Filiale/Standort"].role == "category"
    assert isinstance(column_of("PLZ", 3), Column)
    assert len(scene_of(choosing_brief(shop(), ()), (), None).table.columns) == len(SHOP.columns)


def test_a_rule_is_told_where_there_is_what_it_is_about() -> None:
    assert rule("rule_new_client", []) == ""
    assert "`colleagues`" in rule("rule_new_client", [{"job_title": "Baker"}])
    assert tied_rule({"columns": [{"name": "a"}]}) == ""
    assert "`tied_to`" in tied_rule({"columns": [{"name": "a", "tied_to": ["b"]}]})


def test_everyday_words_speak_of_a_column_that_no_other_shares_them_with() -> None:
    table = shop(meanings={"Preis netto (€)": "Price of the buyer's thing", "PLZ": "Postal code of the buyer"})
    assert hinted_columns(table, ["how does the price differ?"]) == {"Preis netto (€)"}
    assert hinted_columns(table, ["what does a buyer want?"]) == set()
    assert hinted_columns(table, ["in Köln"]) == set(), "a value speaks of no column here"


def test_of_a_column_of_many_values_few_are_told() -> None:
    frame = pd.DataFrame({"player": [f"player {number % 60}" for number in range(600)]})
    (told,) = table_brief(table_of(frame))["columns"]
    assert told["distinct"] == 60 and len(told["values"]) == 4


ROUNDS = pd.DataFrame(
    {
        "Round": ["1st Round", "Final"] * 4,
        "Best of": [3, 5] * 4,
        "Rank_1": range(8),
        "Rank_2": range(8, 16),
        "Court": ["Indoor", "Outdoor"] * 4,
        "by": ["KM", "JT"] * 4,
        "Series": ["ATP250", "Masters 1000"] * 4,
        "Place": [f"place {number}" for number in range(8)],
    }
)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("From `df`, count the matches. Round the share to 2 decimals, the best of the three first.", set()),
        ("Take the matches of each Round and Court.", {"Round", "Court"}),
        ("Compare by 'Best of'.", {"Best of"}),
        ("the player with the smaller rank number", {"Rank_1", "Rank_2"}),
        ("by court", {"Court"}),
        ("the matches by each umpire in 'by'", {"by"}),
        ("give the mean 'Rank_1' of each Round as a Series `means`", {"Rank_1", "Round"}),
        ("the matches by 'Series', as a pandas Series", {"Series"}),
        ("Place", {"Place"}),
    ],
)
def test_words_of_any_request_are_no_columns_unless_they_stand_for_one(text: str, columns: set[str]) -> None:
    assert hinted_columns(table_of(ROUNDS), [text]) == columns


def test_meanings_that_say_no_more_than_their_header_are_left_out_and_alike_ones_told_once() -> None:
    rank = "ATP rank of the {} player before the tournament began, lower is better"
    meanings = {
        "Round": "Round of the match",
        "Court": "Whether it was played under a roof or in the open air",
        "Rank_1": rank.format("first"),
        "Rank_2": rank.format("second"),
        "Best of": "Best of the sets",
    }
    table = table_of(ROUNDS).model_copy(update={"meanings": meanings, "told_meanings": ("Best of",)})
    told = few_meanings(table, meanings)
    assert told == {
        "Court": meanings["Court"],
        "Rank_1": meanings["Rank_1"],
        "Rank_2": "like `Rank_1`",
        "Best of": meanings["Best of"],
    }


HOMES = pd.DataFrame({
    "Method": ["S", "SP", "PI"] * 30,
    "SellerG": ["Nelson", "Barry", "Ray", "Jellis", "Noel"] * 18,
    "Landsize": [100.5 + number for number in range(90)],
    "Propertycount": [4_000 + number for number in range(90)],
})  # fmt: skip
MEANT = {
    "Method": "How it ended. Codes are not explained; likely S = sold, SP = sold before the auction, PI = passed in.",
    "SellerG": "Agency that sold or offered the property",
    "Landsize": "Size of the land",
    "Propertycount": "Number of properties in the suburb",
}


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Only the homes that were sold count.", {"Method"}),
        ("Those that were passed in stay out.", {"Method"}),
        ("How do the agencies differ?", {"SellerG"}),
        ("gaps of at least 5 percentage points in size", set()),
        ("How large is the land?", {"Landsize"}),
        ("Compare the property sales.", set()),
    ],
)
def test_a_code_is_spoken_of_by_what_it_stands_for_and_no_column_by_a_word_of_any_request(
    text: str, columns: set[str]
) -> None:
    homes = table_of(HOMES).model_copy(update={"meanings": MEANT, "row_meaning": "property sale"})
    assert hinted_columns(homes, [text]) == columns
    assert spoken_columns(homes, [text]) == columns


def test_a_query_may_mean_columns_of_its_question_in_any_words() -> None:
    frame = pd.DataFrame({"min chg": range(40), "wks stored": range(40), "site": ["a", "b"] * 20})
    meant = {"min chg": "Minutes that the car charged", "wks stored": "Weeks in the store", "site": "Where it was"}
    sessions = table_of(frame).model_copy(update={"meanings": meant})
    assert meant_columns(sessions, ["the mean time charging"], ["min chg", "site"]) == {"min chg"}
    assert meant_columns(sessions, ["how long was it stored?"], ["wks stored"]) == {"wks stored"}
    assert meant_columns(sessions, ["the mean time charging"], ["site"]) == set(), "of the question's alone"


def test_whoever_invents_people_is_told_names_groups_and_meanings_in_few_words() -> None:
    homes = table_of(HOMES)
    meant = {name: f"What {name} says; most likely grams" for name in HOMES.columns}
    told = people_brief(homes.model_copy(update={"meanings": meant}))
    assert not any("likely" in words for words in told["meanings"].values()) and told["meanings"]
    names = [*(one["name"] for one in told["columns"]), *(name for names in told[BY_ROLE].values() for name in names)]
    assert sorted(names) == sorted(HOMES.columns)
    assert not any({"distinct", "minimum", "missing", "tied_to"} & one.keys() for one in told["columns"])
    roles = {column.name: column.role for column in map(column_of, columns_told(told), range(len(names)))}
    assert roles == {one.name: one.role for one in homes.columns}, "as the built-in company reads them"
    said = homes.model_copy(update={"meanings": meant, "told": ("meanings",), "told_meanings": tuple(meant)})
    assert people_brief(said)["meanings"] == outline_brief(said)["meanings"], "a person's words stand"


def test_a_column_that_somebody_is_asked_about_is_told_in_full_while_planning() -> None:
    homes = table_of(HOMES).model_copy(update={"meanings": MEANT, "row_meaning": "property sale"})
    question = Question(text="How do agencies differ?", result_types=("dataframe",), columns=("SellerG",))
    assert drafted_columns(homes, [question], []) == {"SellerG"}
    assert drafted_columns(homes, [question], ["From how much land on does it count?"]) == {"SellerG", "Landsize"}
    of_sold = question.model_copy(update={"conditions": ("Only those that were sold.",)})
    assert drafted_columns(homes, [of_sold], []) == {"SellerG", "Method"}
    of_land = question.model_copy(update={"text": "How do agencies differ, wherever the land lies?"})
    assert drafted_columns(homes, [of_land], []) == {"SellerG"}, "a draft names its columns, its words are no more"
    earlier = ["From how much land on?", "From 500.", "And which agency?"]
    assert drafted_columns(homes, [question], earlier) == {"SellerG"}, "what was settled two messages ago"
