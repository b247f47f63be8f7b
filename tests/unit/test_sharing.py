"""Which tables an exported folder may hold: as the scenario says, or else as the licence does."""

import pytest

from company.benchmark.publishing.sharing import may_be_shared

OPEN = (
    "CC0: Public Domain",
    "CC0-1.0",
    "CC BY 4.0",
    "CC-BY-SA-4.0",
    "CC BY-NC-SA 4.0",
    "Attribution 4.0 International (CC BY 4.0)",
    "Database: Open Database, Contents: Database Contents",
    "Database Contents License (DbCL) v1.0",
    "U.S. Government Works",
    "Community Data License Agreement - Sharing - Version 1.0",
    "GPL 2",
    "Apache 2.0",
    "MIT",
    "ODC Public Domain Dedication and Licence (PDDL)",
)
CLOSED = (
    "Other (specified in description)",
    "Data files © Original Authors",
    "Attribution-NoDerivatives 4.0 International (CC BY-ND 4.0)",
    "CC-BY-NC-ND-4.0",
    "Reddit API Terms",
    "Subject to Competition Rules",
    "Unknown",
    "All rights reserved",
)


@pytest.mark.parametrize("licence", OPEN)
def test_what_an_open_licence_lets_anybody_pass_on_is_shared(licence: str) -> None:
    assert may_be_shared(None, licence, from_others=True)
    assert may_be_shared(None, licence, from_others=False)


@pytest.mark.parametrize("licence", CLOSED)
def test_what_a_licence_keeps_is_not_whoever_it_is_from(licence: str) -> None:
    assert not may_be_shared(None, licence, from_others=True)
    assert not may_be_shared(None, licence, from_others=False)


def test_without_a_licence_ones_own_is_shared_and_others_is_not() -> None:
    assert may_be_shared(None, "", from_others=False)
    assert not may_be_shared(None, "", from_others=True)
    assert not may_be_shared(None, "World Bank Dataset Terms of Use", from_others=True)


def test_what_the_scenario_says_wins() -> None:
    assert may_be_shared(True, "All rights reserved", from_others=True)
    assert not may_be_shared(False, "CC0", from_others=False)
