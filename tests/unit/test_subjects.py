"""What the built-in company takes a table to be about: nothing that is not said, and the main column first."""

import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from company.results.columns import describe_columns
from grammar import describing, interview, planning
from grammar.analyses.forms import form_of
from grammar.ideas import IDEAS, worded
from grammar.narrowing import bare
from grammar.nouns import in_words, noun_in
from grammar.questions import Drafter
from grammar.subject import Subject, subject_of
from grammar.themes import GENERIC
from tests.support.people import invented

ROWS = 400


def values(kind: str, chance: np.random.Generator) -> object:
    """A column: number, whole, flag, date, id, name, or words with bars between them."""
    made = {
        "number": lambda: chance.lognormal(3, 0.5, ROWS).round(2),
        "whole": lambda: chance.poisson(30, ROWS),
        "flag": lambda: chance.integers(0, 2, ROWS),
        "date": lambda: pd.date_range("2021-01-01", periods=ROWS).strftime("%Y-%m-%d"),
        "id": lambda: range(1, ROWS + 1),
        "name": lambda: [f"Name {step} of many" for step in range(ROWS)],
    }
    if kind in made:
        return made[kind]()
    choices = kind.split("|")
    return chance.choice([int(each) for each in choices] if kind[0].isdigit() else choices, ROWS)


def described(name: str, columns: dict[str, str], **said: object) -> dict:
    chance = np.random.default_rng(3)
    frame = pd.DataFrame({column: values(kind, chance) for column, kind in columns.items()})
    return {
        "name": name, "variable": "df", "file": f"{name}.csv", "rows": ROWS, "row_meaning": "record", "description": "",
        "meanings": {}, "columns": describe_columns(frame), "more_columns": 0, **said,
    }  # fmt: skip


TITANIC = {
    "PassengerId": "id", "Survived": "flag", "Pclass": "1|2|3", "Name": "name", "Sex": "male|female", "Age": "whole",
    "SibSp": "whole", "Parch": "0|1|2", "Ticket": "name", "Fare": "number", "Embarked": "S|C|Q",
}  # fmt: skip
BIKES = {
    "instant": "id", "dteday": "date", "season": "1|2|3|4", "hr": "whole", "workingday": "flag", "weathersit": "1|2|3",
    "temp": "number", "hum": "number", "windspeed": "number", "casual": "whole", "registered": "whole", "cnt": "whole",
}  # fmt: skip
HOSPITAL = {
    "stay_id": "id", "admission_date": "date", "ward": "surgery|cardiology|maternity", "diagnosis": "fracture|birth",
    "age": "whole", "length_of_stay": "whole", "cost_eur": "number", "readmitted": "yes|no",
}  # fmt: skip
PENGUINS = {
    "species": "Adelie|Gentoo|Chinstrap", "island": "Biscoe|Dream", "bill_length_mm": "number",
    "flipper_length_mm": "number", "body_mass_g": "number", "sex": "male|female",
}  # fmt: skip
WINE = {"alcohol": "number", "malic_acid": "number", "proanthocyanins": "number", "hue": "number", "target": "0|1|2"}
DIABETES = {"age": "number", "bmi": "number", "bp": "number", "s1": "number", "s2": "number", "target": "number"}
NONSENSE = {"a1": "number", "a2": "number", "x_3": "p|q|r", "kq": "whole", "b7": "number"}
GAMES = {
    "Rank": "id", "Name": "name", "Platform": "Wii|DS|PS4", "Genre": "Sports|Racing", "NA_Sales": "number",
    "JP_Sales": "number", "Global_Sales": "number",
}  # fmt: skip
HOMES = {"Suburb": "Kew|Hawthorn", "Rooms": "1|2|3", "Price": "number", "Bathroom": "1|2", "Landsize": "number"}
LOANS = {"checking_status": "none|low", "savings_status": "none|high", "credit_amount": "number", "class": "good|bad"}
TENNIS = {"Surface": "Clay|Grass", "Tournament": "A|B|C", "Best of": "3|5", "Pts_1": "whole", "Odd_1": "number"}
LAPTOPS = {"CPU": "i5|i7", "GPU": "MX|GTX", "RAM (GB)": "4|8|16", "Weight (kg)": "number", "Price (Euro)": "number"}

SUBJECTS = [
    ("titanic", TITANIC, "general", "passenger", "Survived"),
    ("train", TITANIC, "general", "passenger", "Survived"),
    ("hour", BIKES, "general", "record", "cnt"),
    ("bike_rental_hours", BIKES, "general", "rental hour", "cnt"),
    ("hospital_stays", HOSPITAL, "health and medicine", "hospital stay", "readmitted"),
    ("penguins", PENGUINS, "biology", "penguin", "species"),
    ("wine", WINE, "wine and chemistry", "wine sample", "target"),
    ("diabetes", DIABETES, "health and medicine", "record", "target"),
    ("export_2", NONSENSE, "general", "record", None),
    ("vgsales", GAMES, "general", "record", "Global_Sales"),
    ("melb_data", HOMES, "housing", "record", "Price"),
    ("credit_customers", LOANS, "finance", "credit customer", "class"),
    ("atp_tennis", TENNIS, "sports", "tennis match", None),
    ("laptops_price", LAPTOPS, "electronics and retail", "laptop", "Price (Euro)"),
]


@pytest.mark.parametrize(("name", "columns", "theme", "row", "main"), SUBJECTS, ids=[each[0] for each in SUBJECTS])
def test_a_table_is_about_what_several_things_say_or_about_nothing_in_particular(name, columns, theme, row, main):
    table = described(name, columns)
    subject = subject_of(table)
    assert (subject.theme.name, subject.row, subject.main) == (theme, row, main)
    # What the admin writes of it changes nothing for those who come after.
    told = describing.describe_table({"table": table}, random.Random(0))
    after = subject_of({**table, **told})
    assert (after.theme.name, after.row, after.main) == (theme, row, main)


def test_nobody_of_a_trade_comes_with_a_table_that_says_nothing_of_one():
    table = described("titanic", TITANIC)
    team: list[dict] = []
    for seed in range(12):
        team.append(invented(table, random.Random(seed), team))
    assert {each["job_title"].lower() for each in team} == set(GENERIC.jobs)


def test_the_words_of_its_user_go_before_every_guess():
    meanings = {
        "Parch": "number of parents and children aboard",
        "Pclass": "The ticket class, 1 to 3",
        "Survived": "whether the passenger survived",
    }
    description = "Each row is a traveller. Patients of the hospital, with diagnosis and treatment."
    table = described("titanic", TITANIC, description=description, meanings=meanings, said_meanings=list(meanings))
    subject = subject_of(table)
    assert subject.theme.name == "health and medicine"
    assert subject.row == "traveller"
    assert subject_of({**table, "row_meaning": "person on board"}).row == "person on board"
    assert subject.said("Parch") == "number of parents and children aboard"
    assert subject.said("Pclass") == "ticket class"
    assert subject.said("Survived") == "‘Survived’"
    # Without the user's word for it, a meaning is somebody's guess.
    assert subject_of({**table, "said_meanings": []}).said("Parch") == "‘Parch’"


def test_a_description_says_which_column_matters():
    table = described("export_2", NONSENSE, description="Readings of a machine. The b7 is to be predicted.")
    assert subject_of(table).main == "b7"


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("Parch", "‘Parch’"),
        ("Best of", "‘Best of’"),
        ("Pts_1", "‘Pts_1’"),
        ("Survived", "‘Survived’"),
        ("residence_since", "‘residence_since’"),
        ("x_3", "‘x_3’"),
        ("body_mass_g", "body mass"),
        ("petalWidthCm", "petal width"),
        ("RAM (GB)", "RAM"),
        ("EU_Sales", "EU sales"),
        ("Propertycount", "number of properties"),
        ("Regionname", "region"),
        ("first_name", "first name"),
        ("Bedroom2", "number of bedrooms"),
        ("Car", "‘Car’"),
        ("car_price", "car price"),
        ("price_gap_to_region", "gap of price to the average for the region"),
        ("sugar_error", "error in predicting sugar"),
        ("total_carb_level", "level of total carbohydrates"),
        ("date_year", "year"),
        ("sat_fat", "saturated fat"),
        ("vit_c", "vitamin C"),
        ("length_of_stay", "length of stay"),
        ("num_orders", "number of orders"),
        ("YearBuilt", "year of construction"),
    ],
)
def test_a_header_is_a_noun_where_it_reads_as_one_and_else_it_is_quoted(header, words):
    assert in_words(header) == words


@pytest.mark.parametrize(
    ("meaning", "noun"),
    [
        ("Number of siblings and spouses aboard", "number of siblings and spouses aboard"),
        ("Passenger fare, in British pounds", "passenger fare"),
        ("Whether the passenger survived (1) or not (0)", None),
        ("0 = no, 1 = yes", None),
        ("This is what the agent thinks of it", None),
    ],
)
def test_a_meaning_begins_with_a_noun_or_is_none(meaning, noun):
    assert noun_in(meaning) == noun


def plan(table: dict, seed: int) -> list[dict]:
    chance = random.Random(seed)
    persona = invented(table, chance)
    ideas = interview.propose_scenarios({"table": table, "persona": persona, "said": []}, chance)["scenarios"]
    facts = {"table": table, "persona": persona, "scenario": ideas[0], "speech": "colloquial", "said": []}
    return planning.propose_plan({**facts, "questions_wanted": 5}, chance)["questions"]


@pytest.mark.parametrize(("name", "columns", "main"), [(each[0], each[1], each[4]) for each in SUBJECTS if each[4]])
def test_most_questions_are_about_what_everybody_would_ask_about_first(name, columns, main):
    table = described(name, columns)
    questions = [question for seed in range(4) for question in plan(table, seed)]
    asked = sum(main in question["columns"] for question in questions)
    assert asked >= 0.5 * len(questions)


@pytest.mark.parametrize(("name", "columns"), [(each[0], each[1]) for each in SUBJECTS])
def test_questions_are_known_again_and_have_quoted_headers_without_an_article(name, columns):
    table = described(name, columns)
    for seed in range(3):
        for question in plan(table, seed):
            assert form_of(bare(question["text"])) is not None, question["text"]
            assert "the ‘" not in question["text"].lower()


def test_no_question_names_a_column_twice():
    few = described("orders", {"price": "number", "region": "north|south", "channel": "web|shop"})
    drafter = Drafter(subject_of(few), [], random.Random(1))
    for phase in ("decide", "relate", "describe") * 20:
        question = drafter.question(phase)
        form = form_of(question["text"])
        assert form is not None
        assert len(set(question["columns"][: len(form.slots)])) == len(form.slots), question["text"]


def places() -> Subject:
    """Sales of homes: the population belongs to the suburb and changes never."""
    chance = np.random.default_rng(5)
    suburb = chance.integers(0, 60, ROWS)
    frame = pd.DataFrame(
        {
            "suburb": [f"Place no {step}" for step in suburb],
            "population": suburb * 137 + 2000,
            "price": chance.lognormal(12, 0.5, ROWS).round(0),
            "sold_on": pd.date_range("2021-01-01", periods=ROWS).strftime("%Y-%m-%d"),
        }
    )
    table = described("homes", {}) | {"columns": describe_columns(frame), "rows": ROWS}
    return subject_of(table)


def test_no_goal_asks_whether_what_never_changes_has_changed():
    subject = places()
    assert subject.changing == ["price"]
    over_time = next(idea for idea in IDEAS if idea.name == "time")
    for seed in range(10):
        assert "population" not in worded(over_time, subject, ["population"], random.Random(seed))["goal"]
        drafter = Drafter(subject, ["sold_on", "population"], random.Random(seed))
        questions = [bare(drafter.question("compare")["text"]) for _ in range(3)]
        assert not [text for text in questions if "population" in text and "sold_on" in text]


def test_the_admin_chooses_what_it_praised():
    table = described("hospital_stays", HOSPITAL)
    for seed in range(20):
        chance = random.Random(seed)
        brief: dict = {"table": table, "persona": invented(table, chance)}
        brief["said"] = []
        standing: list[dict] = []
        for answered in (interview.propose_scenarios, interview.refine_scenarios):
            asked = interview.ask_about_scenarios(brief, chance)["message"]
            brief["said"].append({"speaker": "admin", "text": asked})
            answer = answered(brief, chance)
            brief["said"].append({"speaker": "client", "text": answer["message"], "content": answer})
            said_anew = {*answer.get("withdrawn", ()), *(idea["name"] for idea in answer["scenarios"])}
            standing = [*(idea for idea in standing if idea["name"] not in said_anew), *answer["scenarios"]]
        choice = interview.choose_scenario({**brief, "scenarios": standing}, chance)
        assert f'"{standing[choice["choice"] - 1]["name"]}"' in asked


@given(st.text(st.sampled_from("aoW (of10)[kg]?+*\\.|{}^$_-é"), max_size=16))
def test_any_header_stands_in_a_sentence_as_a_noun_or_in_quotes(header):
    said = in_words(header)
    assert said == f"‘{header}’" or said.strip()


@pytest.mark.parametrize("header", ["Frames (of 10)", "Roof (city", "Roof *a", "[kg weight"])
def test_a_header_with_signs_of_patterns_is_quoted(header):
    assert in_words(header) == f"‘{header}’"
