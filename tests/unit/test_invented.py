"""Clients are drawn: who they are depends on the seed and the table alone, and names and places belong together."""

from __future__ import annotations

from itertools import islice

import pytest

from company.screening.flags import NOTHING, Data
from company.screening.invented import Identity, identities
from company.screening.listed import listed
from company.screening.places import COUNTRIES, PLACES, country_of


def drawn(number: int, seed: str = "s", data: Data = NOTHING, about: frozenset[str] = frozenset()) -> list[Identity]:
    return list(islice(identities(seed, data, about), number))


def test_a_client_is_the_same_however_many_are_drawn_after() -> None:
    assert drawn(3) == drawn(20)[:3]
    assert drawn(3) != drawn(3, "another seed")


def test_clients_differ_in_names_cities_and_countries() -> None:
    people = drawn(len(COUNTRIES))
    for part in ("first", "family", "city", "country"):
        assert len({getattr(one, part) for one in people}) == len(people), part
    more = drawn(400)
    assert len({one.name for one in more}) == len(more)
    assert len({one.location for one in drawn(200)}) == 200


@pytest.mark.parametrize("one", drawn(60), ids=lambda one: one.name)
def test_a_city_lies_in_its_country_and_the_name_is_at_home_there(one: Identity) -> None:
    assert country_of(one.city) == one.country
    assert one.location == f"{one.city}, {one.country}"
    home = [people for people in listed().peoples if one.country in people.countries]
    assert any(one.first in (people.women if one.pronoun == "she" else people.men) for people in home)
    assert any(one.family in people.families for people in home)


def test_women_and_men_are_drawn() -> None:
    assert 60 < sum(one.pronoun == "she" for one in drawn(200)) < 140


def test_nobody_has_a_name_or_a_place_of_the_table_or_lives_where_it_is_about() -> None:
    usual = drawn(30)
    words = {word for one in usual for word in (one.first, one.family, one.city)}
    found = drawn(30, data=Data([*words, *(one.country for one in usual[:15])]), about=frozenset({usual[20].city}))
    assert not words & {word for one in found for word in (one.first, one.family, one.city)}
    assert not {one.country for one in found} & {usual[20].country, *(one.country for one in usual[:15])}


def test_a_name_that_stands_in_a_longer_value_is_the_tables() -> None:
    taken = drawn(1)[0]
    assert drawn(1, data=Data([f"{taken.family} {taken.first[0]}."]))[0].family != taken.family


def test_there_are_clients_where_the_table_holds_every_name_and_place() -> None:
    names = {name for people in listed().peoples for name in (*people.women, *people.men, *people.families)}
    names |= {*listed().women, *listed().men, *listed().families}
    people = drawn(20, data=Data([*names, *PLACES]), about=frozenset(PLACES))
    assert len({one.name for one in people}) == 20
    assert not names & {part for one in people for part in (one.first, one.family)}
    assert all(country_of(one.city) == one.country for one in people)


def test_the_lists_have_a_people_for_each_country_and_no_name_that_is_also_something_else() -> None:
    lists = listed()
    assert {name for people in lists.peoples for name in people.countries} == {one.names[0] for one in COUNTRIES}
    for people in lists.peoples:
        for names in (people.women, people.men, people.families):
            assert len(set(names)) == len(names) >= 5
            assert not {name.casefold() for name in names} & lists.methods
            assert not {*names} & {*PLACES, *lists.not_names, *lists.titles}
        assert not {*people.women} & {*people.men} and not {*people.women, *people.men} & {*people.families}
