"""Evolving dialogues over linked tables: terms and asks look up what another table knows, or count who is not there."""

from __future__ import annotations

import json
import math
import random
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from company import config
from company.archive import Archive
from company.config import Overrides
from company.families.dialogues.analysts import (
    DROPPED,
    FIRST_ALONE,
    HOWEVER_OLD,
    LATER_TOO,
    MULTIPLIED,
    ONE_WAY,
    OTHER_KEY,
    SAME_DAY,
    UNMATCHED,
)
from company.families.dialogues.evolving.checking import terms_fault
from company.families.dialogues.evolving.entries import tables_read
from company.families.dialogues.evolving.joins import wrong_joins
from company.families.dialogues.evolving.outcomes import DIFFERS, RAISES
from company.families.dialogues.evolving.replies import TermsReply
from company.families.dialogues.evolving.searching import search
from company.families.dialogues.evolving.slips import slips
from company.families.dialogues.making import MAKING
from company.families.dialogues.settings import settings_of
from company.families.dialogues.table_briefs import table_brief
from company.tables.record import Table
from grammar.evolving.agreeing import write_terms
from grammar.evolving.asking import write_asks
from grammar.evolving.catalogue import catalogue
from grammar.evolving.looking_up import cells, cited, grouping, wide_subject
from tests.support.adding_up import added_up
from tests.support.drafts import drafts_kept
from tests.unit.test_evolving_grammar import numbers

KINDS = ("line", "filter", "exclusion", "measure", "unit", "rounding", "rates")
SCENARIO = """
[[table]]
name = "rides"
file = "rides.csv"
key = ["ride"]
row = "a ride"
[[table]]
name = "drivers"
file = "drivers.csv"
key = ["driver"]
row = "a driver"
[[table]]
name = "cars"
file = "cars.csv"
key = ["car"]
row = "a car"
"""


def frames() -> dict[str, pd.DataFrame]:
    """Rides with drivers and cars, of which some are not on record."""
    chance = np.random.default_rng(3)
    rides = pd.DataFrame(
        {
            "ride": [f"R{number:03}" for number in range(360)],
            "driver": [f"D{number:02}" for number in chance.integers(0, 44, 360)],
            "car": [f"C{number:02}" for number in chance.integers(0, 30, 360)],
            "kilometres": chance.gamma(2.0, 9.0, 360).round(1),
            "fare": chance.gamma(3.0, 8.0, 360).round(2),
            "zone": chance.choice(["inner", "outer", "airport"], 360, p=[0.5, 0.3, 0.2]),
        }
    )
    drivers = pd.DataFrame(
        {
            "driver": [f"D{number:02}" for number in range(40)],
            "shift": chance.choice(["day", "night", "split"], 40),
            "experience": chance.integers(1, 30, 40),
        }
    )
    cars = pd.DataFrame(
        {
            "car": [f"C{number:02}" for number in range(30)],
            "make": chance.choice(["Skoda", "Toyota", "Volvo", "Fiat"], 30),
            "mileage": chance.integers(5, 240, 30) * 1000,
        }
    )
    return {"rides": rides, "drivers": drivers, "cars": cars}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scenario of three tables."""
    place = tmp_path_factory.mktemp("rides")
    for name, frame in frames().items():
        frame.to_csv(place / f"{name}.csv", index=False)
    (place / "simulation.toml").write_text(SCENARIO)
    return place


@pytest.fixture(scope="module")
def table(folder: Path) -> Table:
    settings = settings_of(config.load(folder, Overrides(out=folder / "run")))
    with Archive.create(settings.out, "dialogues") as archive:
        (root,) = MAKING.roots(settings, archive, print)
    assert isinstance(root, Table)
    return root


@pytest.fixture
def names(folder: Path) -> dict[str, Any]:
    """What code has: the tables by their variables, pandas and numpy."""
    read = {name: pd.read_csv(folder / f"{name}.csv") for name in frames()}
    return {"df": read.pop("rides"), **read, "pd": pd, "np": np}


def asked(table: Table, names: dict[str, Any], seed: int, turns: int) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield asks that have been run, one after the other, with all code that they and their terms are."""
    for ask, code, _ in run_ones(table, names, seed, turns):
        yield ask, code


def run_ones(
    table: Table, names: dict[str, Any], seed: int, turns: int
) -> Iterator[tuple[Mapping[str, Any], str, Mapping[str, Any]]]:
    """Yield the same, and what the code of each has left."""
    brief, chance = table_brief(table), random.Random(seed)
    wanted = [{"slot": f"s{at}", "kind": kind, "versions": 2} for at, kind in enumerate((*KINDS, *KINDS))]
    terms = write_terms({"table": brief, "wanted": wanted}, chance)["terms"]
    kinds = {term["slot"]: one["kind"] for term, one in zip(terms, wanted, strict=True)}
    reply = TermsReply.model_validate({"terms": terms})
    assert terms_fault(reply, {term["slot"]: 2 for term in terms}, (), ["drivers", "cars"]) is None
    told = [{**term, "code": term["code"].replace("{value}", term["candidates"][0]["code"])} for term in terms]
    results: list[dict[str, Any]] = []
    for turn in range(1, turns + 1):
        used = list({kinds[term["slot"]]: term for term in chance.sample(told, chance.choice((1, 2, 3)))}.values())
        wishes = {
            "turn": turn,
            "uses": [term["variable"] for term in used],
            "of_results": [each["name"] for each in results[-1:] if chance.random() < 0.4],
        }
        (ask,) = write_asks({"table": brief, "terms": told, "results": results, "turns": [wishes]}, chance)["asks"]
        state = names | {term["variable"]: eval(term["code"], dict(names)) for term in used}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            exec(ask["code"], state)
        result = names[ask["name"]] = state[ask["name"]]
        columns = list(result.columns) if isinstance(result, pd.DataFrame) else []
        results.append({"name": ask["name"], "type": ask["type"], "columns": columns})
        yield ask, "\n".join([ask["code"], *(term["code"] for term in used)]), state


def test_columns_of_linked_tables_are_looked_up_row_by_row(table: Table, names: dict[str, Any]) -> None:
    subject = wide_subject(table_brief(table))
    assert {*subject.fetched} == {"shift", "experience", "make", "mileage"}
    assert cited(subject, "shift") == "'shift' of `drivers`" and cited(subject, "zone") == "'zone'"
    merged = names["df"].merge(names["drivers"], on="driver", how="left")
    assert len(merged) == len(names["df"])
    found = eval(cells(subject, "df", "experience"), dict(names))
    assert found.equals(merged["experience"].rename("driver"))
    groups = eval(grouping(subject, "df", "shift"), dict(names))
    strangers = ~names["df"]["driver"].isin(names["drivers"]["driver"])
    assert (groups == "unknown").sum() == strangers.sum() > 0
    # All cars are on record, so nobody speaks of rides without one.
    assert "fillna" not in grouping(subject, "df", "make")


@pytest.mark.thorough
def test_a_total_is_told_per_unit_of_one_that_the_same_rows_have(table: Table, names: dict[str, Any]) -> None:
    told = [
        ask
        for seed in range(90)
        for ask, _ in asked(table, dict(names), seed, 6)
        if " per unit of " in ask["about"] and ".sum() / " in ask["code"]
    ]
    assert told
    for ask in told:
        # Rides of a driver who is not on record have a fare, and no experience: whether they count would not be said.
        ratio = next(line for line in ask["code"].splitlines() if ".sum() / " in line)
        over, under = ratio.split(".sum() / ", 1)
        assert ("['experience']" in over) == ("['experience']" in under), ratio
    assert any("mileage" in ask["about"] for ask in told)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_asks_read_several_tables_and_say_so(table: Table, names: dict[str, Any], seed: int) -> None:
    counts = []
    for ask, code in asked(table, names, seed, 30):
        read = tables_read(code, table)
        counts.append(len(read))
        assert "df" in read
        assert ("with 'unknown'" in ask["about"]) <= ("fillna('unknown')" in ask["code"])
        # Who drives without being on record has no experience, no shift either; whether such rides count is said.
        is_share = re.search(r"map\(drivers\S+\['experience'\]\) [<>] \w+\).*mean\(\)", ask["code"]) is not None
        assert is_share <= ("count as without it" in ask["about"])
        if re.search(r"map\(drivers\S+\['experience'\]\)\.groupby\(.*'shift'.*\.mean\(\)", ask["code"]):
            assert "unknown" not in ask["about"] and ".dropna()" in ask["code"]
    assert max(counts) <= 3 and sum(count > 1 for count in counts) > len(counts) / 3


@pytest.mark.thorough
def test_rows_without_a_partner_are_reported(table: Table, names: dict[str, Any]) -> None:
    found = 0
    for seed in range(6):
        for ask, code in asked(table, dict(names), seed, 25):
            if "without_driver" in ask["name"] and "(~" in ask["code"]:
                found += 1
                assert "is not in `drivers`" in ask["about"] and "drivers" in tables_read(code, table)
    assert found


@pytest.mark.thorough
def test_figures_over_linked_tables_are_what_their_words_say_row_by_row(table: Table, names: dict[str, Any]) -> None:
    """A group of which no row has a figure has none, and not one of 0: its words leave such groups out."""
    looked: Counter[str] = Counter()
    all_of = ("strangers", "per", "ratio", "sum of a table by a column of it")
    for seed in range(120):
        if seed >= 30 and all(looked[each] for each in all_of):
            break
        with drafts_kept() as kept:
            for told, _, state in run_ones(table, dict(names), seed, 16):
                ask = next(each for each in reversed(kept) if "\n".join(each.lines) == told["code"])
                labels, ours = numbers(state[told["name"]])
                if "unknown" in labels:
                    assert "with 'unknown'" in told["about"], told
                by_hand = added_up(ask, state)
                if by_hand is None:
                    continue
                wanted = [each for each in by_hand if math.isfinite(each)]
                ours = [each for each in ours if math.isfinite(each)]
                assert sorted(ours) == pytest.approx(sorted(wanted), rel=1e-6, abs=1e-9), told
                looked[ask.held[0].role if ask.held else ask.form] += 1
                of = [ask.subject.fetched.get(name or "") for name in (ask.group, ask.measured and ask.measured.name)]
                looked[f"{ask.figure.statistic} of a table by a column of it"] += of[0] is not None and of[0] is of[1]
    assert all(looked[each] for each in all_of), looked


def test_a_term_reads_no_table_that_is_not_there() -> None:
    term = {
        "slot": "s1", "variable": "long_ride", "name": "a long ride", "code": "cars.shape[0] + {value}", "naive": "0",
        "candidates": [{"code": "1", "words": "one"}, {"code": "2", "words": "two"}], "says": "It is {value}.",
    }  # fmt: skip
    reply = TermsReply.model_validate({"terms": [term]})
    assert terms_fault(reply, {"s1": 1}, (), ["cars"]) is None
    assert "reads cars" in (terms_fault(reply, {"s1": 1}, (), []) or "")


def test_wrong_joins_come_to_something_else(table: Table, names: dict[str, Any]) -> None:
    code = "x = df['fare'].groupby(df['driver'].map(drivers.set_index('driver')['shift'])).sum()"
    assert wrong_joins(table, "x = df['fare'].sum()") == []
    (dropped,) = wrong_joins(table, code)
    assert (dropped.label, dropped.table) == (DROPPED, "drivers")
    count = "x = int(df['driver'].map(drivers.set_index('driver')['experience']).fillna(0).ge(0).sum())"
    own, theirs = dict(names), dict(names)
    exec(count, own)
    exec(f"{dropped.before}\n{count}", theirs)
    assert theirs["x"] < own["x"] == len(names["df"])
    # Where rows of a third table name drivers as well, whoever has it in the join counts rides more than once.
    cars, drivers = (next(each for each in table.beside if each.name == name) for name in ("cars", "drivers"))
    link = next(each for each in table.links if each.to == "drivers")
    many = cars.model_copy(update={"links": (link,)})
    wide = table.model_copy(update={"beside": (drivers, many)})
    found = {each.label: each for each in wrong_joins(wide, code)}
    assert found.keys() == {DROPPED, MULTIPLIED}
    theirs = {**names, "cars": pd.DataFrame({"driver": list(names["drivers"]["driver"]) * 2})}
    exec(f"{found[MULTIPLIED].before}\nx = float(df['fare'].sum())", theirs)
    assert theirs["x"] > 1.5 * names["df"]["fare"].sum()
    guests = table.model_copy(update={"links": (*table.links, link.model_copy(update={"columns": ("guide",)}))})
    assert OTHER_KEY in {each.label for each in wrong_joins(guests, code)}


def test_what_a_wrong_join_makes_is_executed_and_told_as_a_pattern(names: dict[str, Any], tmp_path: Path) -> None:
    ask = "x = df['fare'].groupby(df['driver'].map(drivers.set_index('driver')['shift']).fillna('unknown')).sum()"
    piece = {"of": 1, "bound": {}}
    before = "df = df[df['driver'].isin(drivers['driver'])]"
    control = {"label": DROPPED, "term": "drivers", "main": False, "wanted": False, "spare": True, "pieces": [piece]}
    turn = {"position": 1, "name": "x", "type": "series", "ask": ask, "binds": ["x"], "reads": [], "goes_on_from": [],
            "pieces": [piece],
            "controls": [{**control, "before": before}, {**control, "before": "df = no"}]}  # fmt: skip
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    order.write_text(json.dumps({"terms": {}, "turns": [turn], "fixed": True}))
    search(names, order, report)
    told = json.loads(report.read_text())["turns"]["1"]
    assert told["problem"] is None and [each["how"] for each in told["outcomes"]] == [DIFFERS, RAISES]


BILLS = """
[[table]]
name = "bills"
file = "bills.csv"
key = ["bill"]
row = "a bill"
[[table]]
name = "payments"
file = "payments.csv"
key = ["payment"]
row = "a payment"
[[table]]
name = "tariffs"
file = "tariffs.csv"
key = ["work", "valid_from"]
row = "a tariff"
"""


def books() -> dict[str, pd.DataFrame]:
    """Bills with payments, of which some are missing, in parts or too high; and tariffs that change now and then."""
    chance, days = np.random.default_rng(5), pd.date_range("2024-01-01", "2025-12-31")
    works = ["repair", "inspection", "delivery", "cleaning"]
    bills = pd.DataFrame(
        {
            "bill": [f"B{number:03}" for number in range(300)],
            "work": chance.choice(works, 300),
            "shop": chance.choice(["north", "south", "harbour"], 300),
            "issued": chance.choice(days, 300),
            "hours": chance.integers(1, 40, 300),
            "amount": chance.gamma(3.0, 60.0, 300).round(0),
        }
    )
    parts = [
        (each.bill, each.amount * part)
        for each in bills.itertuples()
        for part in ((), (1.0,), (0.5, 0.5), (0.4,), (1.1,))[chance.choice(5, p=[0.12, 0.5, 0.2, 0.1, 0.08])]
    ]
    payments = pd.DataFrame(
        {
            "payment": [f"P{number:03}" for number in range(len(parts))],
            "bill": [bill for bill, _ in parts],
            "amount_paid": [round(paid, 2) for _, paid in parts],
        }
    )
    starts = pd.to_datetime(sorted(chance.choice(days, 9, replace=False)))
    tariffs = pd.DataFrame(
        [(work, start, int(chance.integers(20, 90))) for work in works for start in starts[chance.random(9) < 0.6]],
        columns=["work", "valid_from", "hourly_rate"],
    )
    bills["issued"], tariffs["valid_from"] = (
        bills["issued"].dt.date.astype(str),
        tariffs["valid_from"].dt.date.astype(str),
    )
    return {"bills": bills, "payments": payments, "tariffs": tariffs}


@pytest.fixture(scope="module")
def booked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, dict[str, Any]]:
    """A scenario of bills, and its tables as code has them."""
    place = tmp_path_factory.mktemp("bills")
    for name, frame in books().items():
        frame.to_csv(place / f"{name}.csv", index=False)
    (place / "simulation.toml").write_text(BILLS)
    settings = settings_of(config.load(place, Overrides(out=place / "run")))
    with Archive.create(settings.out, "dialogues") as archive:
        (root,) = MAKING.roots(settings, archive, print)
    assert isinstance(root, Table)
    return root, {"pd": pd, "np": np, "df": books()["bills"], **{k: v for k, v in books().items() if k != "bills"}}


def _outcome(code: str, value: str, names: dict[str, Any]) -> Any:
    return eval(code.replace("{value}", value), dict(names))(names["df"])


def test_bills_are_reconciled_with_their_payments(booked: tuple[Table, dict[str, Any]]) -> None:
    table, names = booked
    known = catalogue(wide_subject(table_brief(table)))
    found = [each for each in known.values() if each.way in ("settled", "unsettled")]
    assert {each.kind for each in found} == {"filter", "exclusion"}
    paid = {bill: 0.0 for bill in names["df"]["bill"]}
    for each in names["payments"].itertuples():
        paid[each.bill] += each.amount_paid
    apart = [each.bill for each in names["df"].itertuples() if abs(each.amount - paid[each.bill]) > 20]
    assert 20 < len(apart) < len(names["df"]) - 20
    for term in found:
        kept = [*_outcome(term.code, "20", names)["bill"]]
        others = [bill for bill in names["df"]["bill"] if bill not in apart]
        assert kept == (apart if term.kind == "filter" else others)
        wrong = {label: [*_outcome(code, "20", names)["bill"]] for label, code in slips(term.code).items()}
        assert {*wrong} == {UNMATCHED, FIRST_ALONE, ONE_WAY} and all(each != kept for each in wrong.values())


def test_what_was_in_force_is_looked_up_as_of_a_row_s_own_day(booked: tuple[Table, dict[str, Any]]) -> None:
    table, names = booked
    known = catalogue(wide_subject(table_brief(table)))
    (term, *_) = [each for each in known.values() if each.way == "in_force"]
    expected = []
    for bill in names["df"].itertuples():
        before = [
            (each.valid_from, each.hourly_rate)
            for each in names["tariffs"].itertuples()
            if each.work == bill.work and each.valid_from <= bill.issued
            if (pd.Timestamp(bill.issued) - pd.Timestamp(each.valid_from)).days <= 90
        ]
        expected.append(max(before)[1] if before else -1)
    assert len({*expected}) > 5
    assert [*_outcome(term.code, "90", names).fillna(-1)] == expected
    wrong = {label: [*_outcome(code, "90", names).fillna(-1)] for label, code in slips(term.code).items()}
    assert {*wrong} == {SAME_DAY, LATER_TOO, HOWEVER_OLD}
    assert wrong[LATER_TOO] != expected != wrong[HOWEVER_OLD]
