"""The admin's and the clients' words: over any table, from a seed, and about what is really there."""

import random

import numpy as np
import pandas as pd
import pytest

from company.families.dialogues.replies import (
    Invented,
    RefinedIdeas,
    Said,
    ScenarioChoice,
    ScenarioIdeas,
    TableDescription,
)
from company.results.columns import describe_columns
from grammar import describing, interview, subject
from grammar.interview import best_scenario, columns_in, goes_beyond, is_general
from grammar.subject import subject_of
from grammar.voices import agreeing, an, plural, singular
from tests.support.people import invented

TABLES = ("atp_tennis", "credit_customers", "fastfood", "laptops_price", "melb_data")


def shop(rows: int = 200) -> pd.DataFrame:
    chance = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "order_id": [f"o{i:04d}" for i in range(rows)],
            "price": chance.lognormal(4, 0.5, rows).round(2),
            "units": chance.integers(1, 30, rows),
            "region": chance.choice(["North", "South", "East"], rows),
            "channel": chance.choice(["web shop", "high street"], rows),
            "ordered_on": pd.date_range("2022-01-01", periods=rows).strftime("%Y-%m-%d"),
        }
    )


def odd_tables() -> dict[str, pd.DataFrame]:
    chance = np.random.default_rng(2)
    return {
        "one_column": pd.DataFrame({"x": range(30)}),
        "one_row": shop(1),
        "no_measure": shop()[["region", "channel"]],
        "no_category": pd.DataFrame(chance.normal(size=(50, 3)), columns=["a b", "c", "d_e"]),
        "texts": pd.DataFrame({"note": [f"note {i} says {i * 7}" for i in range(40)]}),
        "empty_column": pd.DataFrame({"price": [1.5, 2.5, 4.0] * 9, "gone": [None] * 27}),
        "awkward": pd.DataFrame({"a'b": [1, 2, 3] * 9, 'say "x"': ["u", "v", "w"] * 9, "": [0.5, 1, 2] * 9}),
        "wide": pd.DataFrame(chance.normal(size=(30, 1000)), columns=[f"f{i}" for i in range(1000)]),
    }


def described(frame: pd.DataFrame, name: str = "shop_orders") -> dict:
    return {
        "name": name, "variable": "df", "file": f"{name}.csv", "rows": len(frame), "row_meaning": "record",
        "description": "", "meanings": {}, "columns": describe_columns(frame), "more_columns": 0,
    }  # fmt: skip


def team(table: dict, size: int, seed: int = 0) -> list[dict]:
    found: list[dict] = []
    for position in range(size):
        chance = random.Random(f"{seed} {position}")
        found.append(invented(table, chance, found))
    return found


def interviewed(table: dict, persona: dict, seed: int = 0) -> tuple[list[dict], dict, list[dict]]:
    chance = random.Random(seed)
    brief: dict = {"table": table, "persona": persona, "said": []}
    scenarios: list[dict] = []
    rounds = ((interview.propose_scenarios, ScenarioIdeas), (interview.refine_scenarios, RefinedIdeas))
    for answered, kind in rounds:
        asked = Said.model_validate(interview.ask_about_scenarios(brief, chance)).message
        brief["said"].append({"speaker": "admin", "text": asked, "content": {"message": asked}})
        answer = answered(brief, chance)
        kind.model_validate(answer)
        brief["said"].append({"speaker": "client", "text": answer["message"], "content": answer})
        gone = {*answer.get("withdrawn", ()), *(idea["name"] for idea in answer["scenarios"])}
        scenarios = [*(idea for idea in scenarios if idea["name"] not in gone), *answer["scenarios"]]
    choice = interview.choose_scenario({**brief, "scenarios": scenarios}, chance)
    ScenarioChoice.model_validate(choice)
    return scenarios, choice, brief["said"]


def test_a_table_is_described_column_by_column():
    told = TableDescription.model_validate(describing.describe_table({"table": described(shop())}, random.Random(0)))
    assert told.row_meaning == "shop order"
    assert set(told.meanings) == set(shop().columns)
    assert "200" in told.description
    assert "North" in told.meanings["region"]
    assert len(set(told.meanings.values())) == len(told.meanings)


def test_descriptions_vary():
    table = described(shop())
    told = {describing.describe_table({"table": table}, random.Random(seed))["description"] for seed in range(20)}
    assert len(told) >= 15


@pytest.mark.parametrize(
    ("name", "columns", "theme"),
    [
        ("houses", ["bedrooms", "price"], "housing"),
        ("loans", ["credit", "age"], "finance"),
        ("results", ["home_team", "score", "season", "tournament"], "sports"),
        ("results", ["team", "score", "season"], "general"),
        ("menu", ["calories", "fat", "protein"], "food and nutrition"),
        ("catalogue", ["cpu", "gpu", "ram"], "electronics and retail"),
        ("auto-mpg", ["mpg", "cylinders", "horsepower"], "cars"),
        ("heart", ["patient", "blood_pressure", "glucose"], "health and medicine"),
        ("wine", ["alcohol", "malic_acid", "flavanoids"], "wine and chemistry"),
        ("station", ["temperature", "rainfall", "humidity"], "weather and environment"),
        ("students", ["math", "grade", "school"], "education"),
        ("flights", ["delay", "airline", "departure"], "transport"),
        ("films", ["movie", "genre", "director"], "media"),
        ("hotels", ["booking", "guest", "nights"], "tourism"),
        ("plants", ["kwh", "solar", "grid"], "energy"),
        ("fields", ["crop", "soil", "yield"], "agriculture"),
        ("iris", ["sepal", "petal", "species"], "biology"),
        ("people", ["employee", "salary", "tenure"], "human resources"),
        ("site", ["clicks", "campaign", "conversion"], "web and marketing"),
        ("t", ["foo", "bar"], "general"),
        ("titanic", ["Survived", "Pclass", "Name", "Age", "Ticket", "Fare", "Cabin", "Embarked"], "general"),
        ("bike_rental", ["season", "holiday", "weathersit", "temp", "windspeed", "casual", "registered"], "general"),
    ],
)
def test_themes_are_told_by_words(name, columns, theme):
    frame = pd.DataFrame({each: [1.5, 2.5, 3.5] for each in columns})
    assert subject_of(described(frame, name)).theme.name == theme


@pytest.mark.parametrize(
    ("name", "columns", "row"),
    [
        ("titanic", ["Pclass", "Fare", "Ticket"], "record"),
        ("titanic", ["PassengerId", "Pclass", "Fare"], "passenger"),
        ("bike_rental", ["season", "temp", "casual"], "record"),
        ("credit_customers", ["credit", "age"], "credit customer"),
        ("wine", ["alcohol", "malic_acid", "flavanoids"], "wine sample"),
        ("hour", ["temp", "cnt"], "record"),
    ],
)
def test_a_row_is_called_what_the_names_say_and_nothing_invented(name, columns, row):
    frame = pd.DataFrame({each: [100 + step * 7 % 200 for step in range(200)] for each in columns})
    if "PassengerId" in frame:
        frame["PassengerId"] = range(1, 201)
    assert subject_of(described(frame, name)).row == row


def test_codes_and_years_are_described_as_such():
    frame = pd.DataFrame(
        {
            "hour": [step % 24 for step in range(600)],
            "Postcode": [3000 + step % 90 for step in range(600)],
            "YearBuilt": [1880 + step % 120 for step in range(600)],
        }
    )
    for seed in range(4):
        meanings = describing.describe_table({"table": described(frame, "t")}, random.Random(seed))["meanings"]
        assert "ode from 0 to 23" in meanings["hour"]
        assert "ode from 3000 to 3089" in meanings["Postcode"]
        assert "1880" in meanings["YearBuilt"]
        assert "1880.0" not in meanings["YearBuilt"]


def test_clients_are_all_different_and_their_interests_are_found_again():
    table = described(shop())
    clients = team(table, 40)
    assert len({one["name"] for one in clients}) == 40
    assert len({one["job_title"].lower() for one in clients}) == 40
    assert len({one["background"] for one in clients}) == 40
    for one in clients:
        Invented.model_validate({field: one[field] for field in Invented.model_fields})
        columns, values = subject.interests(one, table)
        assert columns, one["background"]
        assert set(columns) <= set(shop().columns)
        for column, value in values:
            assert value in set(shop()[column])
            assert column in columns
    assert any(subject.interests(one, table)[1] for one in clients)
    assert len({tuple(sorted(subject.interests(one, table)[0])) for one in clients}) >= 8


def test_interests_are_found_in_plain_words_and_not_inside_others():
    table = described(shop())
    persona = {"background": 'She looks at the price where the region is "North", and at overpriced northern things.'}
    assert subject.interests(persona, table) == (["price", "region"], [("region", "North")])
    assert subject.interests({"background": "He likes enterprise."}, table) == ([], [])


def test_a_job_title_is_no_interest():
    table = described(shop())
    assert subject.interests({"background": "A price analyst.", "job_title": "Price Analyst"}, table) == ([], [])


def test_clients_differ_in_what_they_want_to_know():
    for frame in (shop(), shop()[["region", "channel"]]):
        clients = team(described(frame), 8)
        assert len({one["interest"] for one in clients}) == 8
        assert all(len(one["interest"].split()) <= 30 for one in clients)


@pytest.mark.parametrize("seed", range(12))
def test_the_chosen_scenario_can_be_answered(seed):
    table = described(shop())
    persona = team(table, 1, seed)[0]
    scenarios, choice, said = interviewed(table, persona, seed)
    chosen = scenarios[choice["choice"] - 1]
    subject = subject_of(table)
    assert columns_in(" ".join(chosen.values()), subject)
    assert not goes_beyond(chosen, subject)
    assert not is_general(chosen, subject)
    assert chosen["name"] in choice["message"]
    assert len({idea["name"] for idea in scenarios}) == len(scenarios)
    assert said[0]["text"] != said[2]["text"]


def test_the_admin_avoids_what_is_too_general_or_not_in_the_table():
    table = described(shop())
    good = {"name": "Price by Region", "description": "How the price differs by region.", "goal": "Rank the regions."}
    general = {"name": "General Analysis", "description": "Everything of interest.", "goal": "Find whatever is there."}
    beyond = {"name": "Price and Weather", "description": "The price by region and weather.", "goal": "Forecast units."}
    for order in ([general, beyond, good], [good, general, beyond], [beyond, good, general]):
        assert order[best_scenario(order, subject_of(table))] is good


def test_equal_seeds_give_equal_words():
    table = described(shop())
    assert team(table, 3, 5) == team(table, 3, 5)
    assert team(table, 3, 5) != team(table, 3, 6)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(odd_tables()))
def test_any_table_finds_its_people(name):
    frame = odd_tables()[name]
    table = described(frame, name)
    told = TableDescription.model_validate(describing.describe_table({"table": table}, random.Random(0)))
    assert set(told.meanings) == {column["name"] for column in table["columns"]}
    assert all(told.meanings.values())
    persona = team(table, 2)[1]
    scenarios, choice, _ = interviewed(table, persona)
    assert 1 <= choice["choice"] <= len(scenarios)


def test_the_five_tables(tables_folder):
    for name in TABLES:
        frame = pd.read_csv(tables_folder / f"{name}.csv", nrows=2000)
        table = described(frame, name)
        assert subject_of(table).theme.name != "general"
        for one in team(table, 6):
            assert 2 <= len(subject.interests(one, table)[0]) <= 5, one["background"]


@pytest.mark.parametrize(
    ("noun", "many"),
    [("tennis match", "matches"), ("property sale", "sales"), ("entry", "entries"), ("person", "people")],
)
def test_plurals(noun, many):
    assert plural(noun).endswith(many)


def test_articles_and_singulars():
    assert [an(word) for word in ("urban planner", "IT buyer", "unit", "one-off", "employee")] == [
        "an urban planner", "an IT buyer", "a unit", "a one-off", "an employee",
    ]  # fmt: skip
    assert [singular(word) for word in ("customers", "matches", "cities", "tennis", "class")] == [
        "customer", "match", "city", None, None,
    ]  # fmt: skip


def test_verbs_agree_with_columns_that_are_plurals():
    said = "Does the rooms differ, is the price high, and has the rooms grown? The rooms is what counts."
    assert agreeing(said, ["rooms", "price"]) == (
        "Do the rooms differ, is the price high, and have the rooms grown? The rooms are what counts."
    )
    assert agreeing("Is the number of points known?", ["number of points"]) == "Is the number of points known?"
    assert agreeing("Does sales rise?", ["sales"]) == "Do sales rise?"
    assert agreeing("Which other parties is rare?", ["other parties"]) == "Which other parties are rare?"
    assert agreeing("Which has a high sales?", ["sales"]) == "Which has high sales?"
    assert agreeing("In which is a high sales common?", ["sales"]) == "In which are high sales common?"
    assert agreeing("Which of the price and the sales is tied to it?", ["sales"]).endswith("the sales is tied to it?")
    assert agreeing("Is the a\\q rooms known?", ["a\\q rooms"]) == "Are the a\\q rooms known?"


@pytest.mark.parametrize("seed", range(12))
def test_a_second_answer_refines_the_scenario_that_was_asked_about(seed):
    table = described(shop())
    _, _, said = interviewed(table, team(table, 1, seed)[0], seed)
    first, second = said[1]["content"], said[3]["content"]
    (refined,) = second["scenarios"]
    earlier = {idea["name"]: idea for idea in first["scenarios"]}
    assert refined["name"] in said[2]["text"]
    assert refined["goal"].startswith(earlier[refined["name"]]["goal"].rstrip("."))
    assert set(second["withdrawn"]) <= set(earlier) - {refined["name"]}
