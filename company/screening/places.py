"""Which listed places a text names, and where they are."""

from __future__ import annotations

import re
from functools import cache

from company.screening.listed import Country, listed

COUNTRIES = listed().countries
"""Countries that are looked for, and that invented places are taken from."""
PLACES: dict[str, tuple[Country, str]] = {
    name: (country, kind)
    for country in COUNTRIES
    for kind, names in (
        ("adjective", (country.adjective,)),
        ("region", country.regions),
        ("city", country.cities),
        ("country", country.names),
    )
    for name in names
}
"""Each listed place, and each adjective, with its country and its kind."""


def places_in(text: str) -> frozenset[str]:
    """Return the listed places that a text names."""
    return frozenset(_anywhere().findall(text))


def country_of(place: str) -> str | None:
    """Return the usual name of the country that a listed place is in; None for a place that is not listed."""
    known = PLACES.get(place)
    return known[0].names[0] if known else None


def places_around(location: str) -> frozenset[str]:
    """Return the parts of a location, such as a city and its country, and all listed places of their countries."""
    parts = [part.strip() for part in location.split(",")]
    around = [PLACES[part][0] for part in parts if part in PLACES]
    return frozenset((*parts, *(name for one in around for name in (*one.names, *one.cities, *one.regions)))) - {""}


def is_city(place: str) -> bool:
    """Return whether a place is listed as a city."""
    return place in PLACES and PLACES[place][1] == "city"


@cache
def _anywhere() -> re.Pattern[str]:
    names = sorted((name for name, (_, kind) in PLACES.items() if kind != "adjective"), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")
