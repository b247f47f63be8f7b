"""Tables in disguise: what changes and what stays, what is said of them, and how they are had again."""

import csv
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from company import config
from company.archive import Archive
from company.benchmark.publishing.origin import SourceTold
from company.config import Overrides
from company.errors import ConfigError
from company.families.dialogues.making import MAKING
from company.families.dialogues.settings import Settings, settings_of
from company.rebuilding.fetching import _check, _made
from company.tables.disguising import Disguise, disguises_of
from company.tables.record import Table

CITIES = ("Oslo", "Bergen", "Tromsø")
OWN = ("ticket", "city", "opened", "year", "price", "sold", "member", "size", "remark")


def rows() -> list[list[Any]]:
    """Return 60 rows with gaps, days as 31.12.2024, and -999 for a price that is not known."""
    sizes = ("small", "medium", "large")
    return [
        [
            f"T{n:04d}", CITIES[n % 3], f"{n % 27 + 1:02d}.{n % 12 + 1:02d}.2023", 2015 + n % 9,
            "-999" if n in (7, 31) else f"{20 + n * 1.25:.2f}", "" if n == 11 else n * 3 % 50,
            ("yes", "no")[n % 5 == 0], sizes[n * n % 3], f"note number {n} on what was said",
        ]
        for n in range(60)
    ]  # fmt: skip


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    with (tmp_path / "tickets.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([OWN, *rows()])
    return tmp_path


def told(shop: Path, text: str, *, out: str = "run", seed: int = 1) -> Settings:
    (shop / "simulation.toml").write_text(text)
    return settings_of(config.load(shop, Overrides(out=shop / out, seed=seed)))


def taken(settings: Settings) -> tuple[Table, dict[str, Disguise]]:
    """Return the tables as a run begins with them, and their disguises as the run noted them."""
    with Archive.open(settings.out) if settings.out.exists() else Archive.create(settings.out, "dialogues") as archive:
        (table,) = MAKING.roots(settings, archive, print)
        noted = archive.note("intake")
    assert isinstance(table, Table) and noted is not None
    beside = {name: each["original"] for name, each in noted.get("beside", {}).items()}
    return table, disguises_of({"": noted["original"], **beside})


DISGUISED = '[table]\nfile = "tickets.csv"\ndisguise = true\n'


def test_rows_gaps_and_differences_stay_and_no_name_number_day_or_label_does(shop: Path) -> None:
    table, disguises = taken(told(shop, DISGUISED))
    own, made = pd.read_csv(shop / "tickets.csv"), pd.read_csv(shop / "run" / "resource" / table.file)
    to = {each.own: each.name for each in disguises[""].columns}
    assert table.name == "records" and [each.name for each in table.columns] == list(made.columns) == [*to.values()]
    assert set(to) == set(OWN) and not set(OWN) & set(made.columns) and list(to) != list(OWN)
    assert (table.rows, table.repairs) == (len(own), ())
    known = own["price"] != -999
    for name, turned in (("price", {1, -1}), ("sold", {1, -1})):
        moved = [made[to[name]][known] - sign * own[name][known] for sign in turned]
        assert sorted(each.round(6).nunique() == 1 for each in moved) == [False, True]
        assert (
            set(made[to[name]].dropna()) != set(own[name].dropna())
            and made[to[name]][known].min() > own[name][known].min()
        )
    assert set(made[to["price"]][~known]) == {-999}
    assert made[to["sold"]].isna().tolist() == own["sold"].isna().tolist()
    days = [pd.to_datetime(frame[name], format="%d.%m.%Y") for frame, name in ((made, to["opened"]), (own, "opened"))]
    assert (
        (days[0] - days[1]).nunique() == 1 and (days[0] - days[1]).iloc[0].days % 7 == 0 and (days[0] > days[1]).all()
    )
    assert set(made[to["city"]]) == set(CITIES)
    assert (
        made.groupby(to["city"]).size().sum() == len(own)
        and own.groupby(made[to["city"]])["city"].nunique().eq(1).all()
    )
    assert (
        made[to["ticket"]].tolist() == own["ticket"].tolist() and made[to["remark"]].tolist() == own["remark"].tolist()
    )


def test_the_seed_draws_the_disguise_and_a_run_that_goes_on_keeps_its_own(shop: Path) -> None:
    first, again = taken(told(shop, DISGUISED)), taken(told(shop, DISGUISED))
    assert again == first
    same, other = taken(told(shop, DISGUISED, out="second")), taken(told(shop, DISGUISED, out="third", seed=2))
    assert same == first and other[0].sha256 != first[0].sha256
    with pytest.raises(ConfigError, match=r"what is said of .*tickets.csv \(key, links, disguise\) has changed"):
        taken(told(shop, '[table]\nfile = "tickets.csv"\n'))


def test_what_is_said_of_columns_holds_in_disguise_and_faults_name_the_table_s_own(shop: Path) -> None:
    words = '[columns]\nyear = {kind = "quantity", meaning = "how many it holds"}\n'
    table, disguises = taken(told(shop, DISGUISED + words))
    (name,) = disguises[""].renamed(["year"])
    column = next(each for each in table.columns if each.name == name)
    assert name.startswith("number_") and column.told and table.meanings == {name: "how many it holds"}
    with pytest.raises(ConfigError, match=r"\[columns\] cty: there is no such column \(did you mean `city`\?\)"):
        taken(told(shop, DISGUISED + '[columns]\ncty = {meaning = "x"}\n', out="other"))


def test_keys_and_links_of_tables_in_disguise_are_found_as_before(shop: Path) -> None:
    (shop / "cities.csv").write_text(
        "city,people,coast\n"
        + "".join(f"{city},{n * 1000 + 5},{'yes' if n else 'no'}\n" for n, city in enumerate(CITIES))
        + "".join(f"Town {n},{n * 700},no\n" for n in range(9))
    )  # fmt: skip
    first = '[[table]]\nfile = "tickets.csv"\nkey = ["ticket"]\ndisguise = true\n'
    second = '[[table]]\nname = "cities"\nfile = "cities.csv"\nkey = ["city"]\n'
    table, disguises = taken(told(shop, first + second + "disguise = true\n"))
    (link,) = table.links
    assert table.key == ("key_1",) and (link.columns, link.to, link.key) == (("key_2",), "cities", ("key_2",))
    assert link.found == 60 and set(disguises) == {"", "cities"}
    half, disguises = taken(told(shop, first + second, out="half"))
    assert set(disguises) == {""} and half.links[0].columns == half.links[0].key == ("city",)


def test_rules_that_a_file_has_are_refused_since_they_name_the_table_s_own_columns(shop: Path) -> None:
    (shop / "rules.md").write_text("## R1 Late\nA ticket is late where `year` is above 2020.\n")
    with pytest.raises(ConfigError, match="disguise"):
        told(shop, DISGUISED + '[handbook]\nfile = "rules.md"\n')


def test_the_original_gives_the_table_in_disguise_again_and_another_file_is_told_apart(shop: Path) -> None:
    table, disguises = taken(told(shop, DISGUISED))
    original: dict[str, Any] = {}
    disguises[""].note(original)
    known = {key: getattr(table, key) for key in ("name", "file", "sha256", "rows", "licence", "source", "citation")}
    source = SourceTold(
        **known, version="", shared=False, original=original, columns=tuple(each.name for each in table.columns)
    )
    room = shop / "room"
    room.mkdir()
    assert _made(shop / "tickets.csv", source, room) is None
    assert (room / table.file).read_bytes() == (shop / "run" / "resource" / table.file).read_bytes()
    text = (shop / "tickets.csv").read_text()
    (shop / "renamed.csv").write_text(text.replace("city", "town", 1))
    with pytest.raises(ConfigError, match=r"it lacks the column 'city'; it has the column 'town' besides"):
        _check(shop / "renamed.csv", source, room, "renamed.csv")
