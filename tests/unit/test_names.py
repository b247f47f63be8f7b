"""People and places are swapped for invented ones of their kind, alike everywhere, and data is not touched."""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from company.archive import Archive
from company.config import Overrides, load
from company.console.progress import Silent
from company.families.dialogues.screened import NAMES
from company.run.simulation import simulate
from company.screening.flags import Data
from company.screening.listed import listed
from company.screening.names import Swap
from company.screening.places import COUNTRIES, country_of

TABLE = Data(["city", "Oslo", "Federer R.", "Williams S.", "Bergen", "Anna Karenina, a novel in eight parts"])


def swap(seed: str = "shops.p01", data: Data = TABLE) -> Swap:
    return Swap(seed, data).own("Ngozi Okafor", "Graz, Austria")


def test_a_name_is_swapped_for_one_of_its_kind() -> None:
    made = swap()
    first, last = made("Maria Gonzalez").split()
    assert first in listed().women and last in listed().families and (first, last) != ("Maria", "Gonzalez")
    assert made("Robert") in listed().men
    city, country = made("Lima, Peru").split(", ")
    assert country_of(city) == country == "Peru" and city != "Lima"


def test_whole_names_parts_and_possessives_are_swapped_alike() -> None:
    made = swap()
    first, last = made("Maria Gonzalez").split()
    assert made("Maria Gonzalez's list, Maria's work and Gonzalez' plan") == (
        f"{first} {last}'s list, {first}'s work and {last}' plan"
    )
    assert made("Maria, is it? Thank you, Maria.") == f"{first}, is it? Thank you, {first}."


def test_countries_and_their_people_stay_and_cities_become_others_of_their_country() -> None:
    said = swap()("She is a Peruvian from Arequipa, not from Lima, and knows Germany from Bavaria.")
    first, second = re.fullmatch("She is a Peruvian from (.+), not from (.+), and knows Germany from .+", said).groups()  # type: ignore[union-attr]
    assert country_of(first) == country_of(second) == "Peru" and len({first, second, "Arequipa", "Lima"}) == 4
    assert "Bavaria" not in said


def test_other_people_are_swapped_as_well_and_differently() -> None:
    made = swap()
    said = made("Ask John Smith, Dr. Okwu, Sofia and Daniel Novak in Hamburg.")
    for name in ("John", "Smith", "Okwu", "Sofia", "Daniel", "Novak", "Hamburg"):
        assert name not in said
    assert len(set(made.people.values())) == len(made.people)


@pytest.mark.parametrize(
    "text",
    [
        "Count the rows where 'city' is 'Oslo'.",
        "How far is Bergen from Oslo?",
        "Federer R. beat Williams S. twice, Federer in three sets.",
        "Use `Maria` and df['Maria'] and ```\nMaria = 'Lima'\n```",
        "maria_total holds it; see Maria_2 and lima.csv",
        "A Pearson correlation, Ward linkage, the Gini index, a Student test and the Mann-Whitney test.",
        "Will the mean grace the chart? Mark it in May, rose or violet.",
        "Per hour, that is the only measure. Per 'shop', add the price.",
        "French fries and Swiss cheese",
        "Compare the median in August with that in April.",
        "The ticks are named “Jan”, “Feb” and “Mar”, and Jan comes first.",
    ],
)
def test_data_code_and_ordinary_words_are_not_touched(text: str) -> None:
    assert swap()(text) == text


def test_a_place_that_the_table_is_about_stays() -> None:
    made = Swap("p", Data(), kept=frozenset({"Melbourne"}))
    assert made("Houses in Melbourne").endswith("Melbourne")


def test_a_replacement_is_no_value_of_the_table_and_nobody_elses_name() -> None:
    spared = listed().women[::2]
    made = Swap("p", Data(spared)).own("Heather Klaxon", "Graz, Austria")
    found = {made(name) for name in listed().women[1::8]}
    assert not found & {*spared, "Heather"}
    assert len(set(made.people.values())) == len(made.people) > 25


@pytest.mark.parametrize(
    "text",
    [
        "Ngozi Okafor from Graz, Austria, said so; Ngozi's list is Ms. Okafor's.",
        "NGOZI OKAFOR'S SHOP IN GRAZ",
        "She is an Austrian who grew up in Linz, in Styria, and now is Graz-based.",
        "Okafor Sales and Ngozi Total are what she calls them.",
    ],
)
def test_a_client_keeps_the_name_and_the_country_that_were_drawn(text: str) -> None:
    made = swap()
    made("Maria Gonzalez of Lima met John Smith in Hamburg.")
    assert made(text) == text


def test_a_clients_name_that_no_list_has_stays_in_a_place_that_no_list_has() -> None:
    made = Swap("p", Data()).own("Zorblax de Quuxley", "Smallville, Ruritania")
    text = "Zorblax's shop in Smallville, Ruritania is Ms. Quuxley's."
    assert made(text) == text
    assert "de" not in made.people


def test_nobody_is_called_as_the_client() -> None:
    made = swap()
    said = made(" ".join(f"Ask {name}." for name in listed().women[:60]))
    assert "Ngozi" not in said


def test_it_goes_on_where_it_was() -> None:
    first = swap()
    said = first("Maria met John Smith in Hamburg.")
    again = Swap("shops.p01", TABLE).restored(json.loads(json.dumps(first.state())))
    assert again("Maria met John Smith in Hamburg.") == said


def test_a_client_who_was_renamed_by_an_older_version_keeps_the_new_name() -> None:
    older = {
        "people": {"Erik": "Juan", "Berg": "Diaz"},
        "places": {"Lund": "Ipoh"},
        "countries": {"Sweden": "Malaysia"},
    }
    made = Swap("p").restored(older).own("Juan Diaz", "Ipoh, Malaysia")
    assert made("Erik Berg of Lund: Juan Diaz, a Malaysian from Ipoh") == (
        "Juan Diaz of Ipoh: Juan Diaz, a Malaysian from Ipoh"
    )


def test_another_client_gets_other_names() -> None:
    assert len({swap(f"shops.p{number:02d}")("Maria Gonzalez of Lima") for number in range(12)}) > 8


WORDS = (
    "Maria", "Gonzalez", "John Smith", "Lima", "Hamburg", "in Sofia", "Sofia", "asked", "Oslo's", "'Oslo'", "and",
    "Dr. Wu", "a German", "the mean of", "Peru", ".", "Anna-Lena", "New York City",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(TEXTS, max_size=4))
def test_what_was_swapped_is_not_swapped_again(texts: list[str]) -> None:
    made = swap()
    for text in texts:
        once = made(text)
        assert made(once) == once
        assert made(text) == once
    assert len(set(made.people.values())) == len(made.people)


@pytest.mark.slow
async def test_a_client_has_one_name_and_place_from_the_first_prompt_to_the_last_record(tmp_path: Path) -> None:
    folder = tmp_path / "wine"
    folder.mkdir()
    (folder / "simulation.toml").write_text(
        '[table]\nbuiltin = "wine"\n[people]\nclients = 2\n[screening]\nnames = "swap"\n'
    )
    told = load(folder, Overrides(out=tmp_path / "run", limit=7))
    await simulate(told, Silent())
    with Archive.open(told.out) as archive:
        people = archive.records("persona")
        kinds = ("persona", "scenario", "plan", "dialogue", "turn", "case")
        written = "\n".join(one.model_dump_json() for kind in kinds for one in archive.records(kind))
        states = archive.facts(NAMES)
    with sqlite3.connect(told.out / "company.sqlite") as connection:
        rows = connection.execute("SELECT stage, messages FROM calls").fetchall()
    asked = {stage: "" for stage, _ in rows}
    for stage, messages in rows:
        asked[stage] += zlib.decompress(messages).decode()
    assert len(people) >= 2
    for person in people:
        state = states[person.id,]
        assert {word: word for word in person.name.split()}.items() <= state["people"].items()
        assert not state["places"]
        for stage in ("personas", "scenarios", "plans"):
            assert person.name in asked[stage] and person.location in asked[stage]
        assert person.name.split()[0] in person.background
        assert written.count(person.name.split()[0]) > 3


@pytest.mark.parametrize(
    ("written", "original"),
    [
        ("MARIA'S SHOP IN TOWN, MARIA GONZALEZ SAID", "MARIA"),
        ("a Lima-based shop", "Lima"),
        ("Ms. Gonzalez-Novak came", "Gonzalez"),
        ("GONZALEZ’s list", "GONZALEZ"),
        ("Ask Maria, please", "Maria"),
    ],
)
def test_a_known_name_is_found_however_it_is_written(written: str, original: str) -> None:
    made = swap()
    made("Maria Gonzalez")
    once = made(written)
    assert original not in once
    assert made(once) == once


def test_one_name_of_two_apostrophes_has_one_replacement() -> None:
    made = swap()
    assert made("Sean O'Brien") == made("Sean O’Brien")


def test_letters_with_their_accents_apart_are_the_same_name() -> None:
    made = Swap("p", Data())
    made("Ask Ms. José and Ms. García.")
    apart = unicodedata.normalize("NFD", "José García of São Paulo")
    assert made(apart) == made("José García of São Paulo")
    assert not set(unicodedata.normalize("NFD", made(apart))) & {"\u0301", "\u0303"}


def test_values_with_their_accents_apart_stay_as_they_are() -> None:
    value = unicodedata.normalize("NFD", "José's café")
    assert Swap("p", Data([value]))(f"Count '{value}'.") == f"Count '{value}'."


def test_a_value_that_is_a_persons_name_is_not_touched_in_any_writing() -> None:
    made = Swap("p", Data(["Maria", "Lima", "Okwu"]))
    for text in ("'Maria' and Maria's sales", "MARIA and LIMA", "Okwu sells most in Lima"):
        assert made(text) == text


def test_a_name_that_only_a_later_passage_tells_is_swapped_before_it() -> None:
    said = swap()("Kowalska has the list; ask Julia Kowalska.")
    assert "Kowalska" not in said


def test_there_is_a_name_when_every_listed_one_is_taken() -> None:
    endings = ("North", "South", "East", "West", "Nova", "Alta", "Minor", "Major")
    taken = (*listed().families, *(f"{name} {ending}" for name in listed().families for ending in endings))
    made = Swap("p", Data(), people={f"Taken{number}": name for number, name in enumerate(taken)})
    said = made("Anna Xylander and Anna Yttrium")
    assert "Xylander" not in said and "Yttrium" not in said
    assert len(set(made.people.values())) == len(made.people)


@pytest.mark.thorough
def test_every_place_of_a_country_can_be_told_as_another_one() -> None:
    swap = Swap("seed")
    for country in COUNTRIES:
        for place in (*country.cities, *country.regions):
            assert swap(f"in {place}, {country.names[0]}").endswith(f", {country.names[0]}")
    assert len(set(swap.places.values())) == len(swap.places) and all(old != new for old, new in swap.places.items())


def test_the_lists_hold_each_name_once_in_its_kind_and_no_ordinary_word() -> None:
    lists = listed()
    for names in (lists.women, lists.men, lists.either, lists.families, lists.titles):
        assert names and len(set(names)) == len(names)
        assert not lists.not_names & set(names)
    cities = [city for country in lists.countries for city in country.cities]
    assert len(set(cities)) == len(cities)
    assert all(country.names and country.adjective and country.cities for country in lists.countries)


def test_every_pattern_of_a_passage_has_its_parts_and_a_reason() -> None:
    rules = [rule for rules in listed().rules.values() for rule in rules]
    assert len(rules) > 30
    assert all(why and not re.search("<<[a-z_]+>>", pattern.pattern) for pattern, why in rules)
