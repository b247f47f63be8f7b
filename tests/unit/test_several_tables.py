"""Scenarios over several tables: what is read of them, which keys and links are refused, and what goes through."""

import gzip
import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from company import config
from company.archive import Archive
from company.benchmark.publishing.authorship import NOT_GIVEN
from company.benchmark.publishing.giving import origin_of
from company.benchmark.publishing.origin import RunTold
from company.benchmark.publishing.tables import source_of
from company.cli.entry import main
from company.config import Overrides
from company.errors import ArchiveError, ConfigError
from company.families.dialogues.beside_briefs import TABLES_BESIDE, beside_brief
from company.families.dialogues.body.wording import beside_lines
from company.families.dialogues.evolving.checking import Asked, asks_fault
from company.families.dialogues.evolving.replies import AsksReply
from company.families.dialogues.grounding import Grounds
from company.families.dialogues.making import MAKING
from company.families.dialogues.prelude import prelude, table_files
from company.families.dialogues.records import Question
from company.families.dialogues.replies import PlanDraft
from company.families.dialogues.settings import Settings, settings_of
from company.families.dialogues.stages.actions import fast_fail
from company.families.dialogues.stages.actions.claims import Claim, decided_by_one
from company.families.dialogues.stages.plans import _grounded as grounded
from company.families.dialogues.table_briefs import table_brief
from company.models.recording import unpack, write_recording
from company.models.registry import Backends
from company.prompts import brief_text
from company.rebuilding.work import prepare
from company.records import Variable
from company.tables.record import Link, Table
from company.tables.several.telling import link_told
from grammar.subject import names_beside

FIRST = '[[table]]\nfile = "orders.csv"\nkey = ["order"]\n'
SECOND = '[[table]]\nname = "customers"\nfile = "customers.csv"\nkey = ["customer"]\n'
LINK = 'links = [{columns = ["customer"], to = "customers"}]'


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A folder with two tables: 40 orders, two of which name customers that are not there, and 12 customers."""
    orders = [f"{number},C{number % 12 if number < 39 else 99},{number * 3}" for number in range(1, 41)]
    customers = [f"C{number},{'north' if number % 3 else 'south'},{number * 10}" for number in range(12)]
    (tmp_path / "orders.csv").write_text("\n".join(["order,customer,amount", *orders, ""]))
    (tmp_path / "customers.csv").write_text("\n".join(["customer,region,budget", *customers, ""]))
    return tmp_path


def told(shop: Path, *tables: str) -> Settings:
    (shop / "simulation.toml").write_text("\n".join(tables))
    return settings_of(config.load(shop, Overrides(out=shop / "run")))


def taken(settings: Settings) -> Table:
    with Archive.create(settings.out, "dialogues") as archive:
        (table,) = MAKING.roots(settings, archive, print)
    assert isinstance(table, Table)
    return table


def test_the_first_table_is_the_main_one_and_links_are_found_by_the_name_of_a_key(shop: Path) -> None:
    table = taken(told(shop, FIRST, SECOND))
    assert (table.name, table.key, [each.name for each in table.beside]) == ("orders", ("order",), ["customers"])
    assert table.links == (Link(columns=("customer",), to="customers", key=("customer",), found=38, rows=40),)
    assert (table.links[0].lost, table.beside[0].key, table.beside[0].links) == (2, ("customer",), ())
    assert {each.name for each in (shop / "run" / "resource").iterdir()} == {
        "orders.csv", "orders.columns.json", "customers.csv", "customers.columns.json",
    }  # fmt: skip


def test_what_a_person_says_of_another_table_and_its_columns_stands(shop: Path) -> None:
    more = 'description = "Who buys."\ncolumns = { budget = { meaning = "in a year", unit = "EUR" } }\n'
    (customers,) = taken(told(shop, FIRST, SECOND + more)).beside
    assert (customers.description, customers.meanings) == ("Who buys.", {"budget": "in a year"})
    assert customers.columns[2].unit == "EUR"


def test_a_scenario_with_one_table_writes_what_it_always_wrote(shop: Path) -> None:
    settings = told(shop, '[table]\nfile = "orders.csv"\n')
    table = taken(settings).model_dump(mode="json")
    assert not {"beside", "key", "links"} & {*settings.model_dump(), *settings.table.model_dump(), *table}


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("", 'key = ["region"]', r"the table customers: .* not tell rows apart: rows 1, 4, 7, 10 all have 'south'"),
        ("", 'key = ["custmer"]', r"key has 'custmer', which is no column \(did you mean `customer`\?\)"),
        (LINK.replace("customers", "clients"), "", "links to 'clients', which is no other table"),
        (LINK.replace("customer", "order", 1), 'key = ["customer"]', "0 of 40 rows find .* 35 more find none"),
        (LINK, "", "customers, which has no key; give customers a key"),
        ("", "colour = 1", r"\[\[table\]\] customers: unknown key `colour`"),
    ],
)  # fmt: skip
def test_wrong_keys_and_links_are_refused_in_one_line(shop: Path, first: str, second: str, said: str) -> None:
    orders = f'[[table]]\nfile = "orders.csv"\n{first}\n'
    customers = f'[[table]]\nname = "customers"\nfile = "customers.csv"\n{second}\n'
    with pytest.raises(ConfigError, match=said) as refused:
        taken(told(shop, orders, customers))
    assert "\n" not in str(refused.value)
    # Nothing of what was refused binds the folder, or stays in it.
    assert not (shop / "run" / "resource").exists()
    assert taken(told(shop, FIRST, SECOND)).beside


def test_a_gap_in_a_key_is_named(shop: Path) -> None:
    file = shop / "customers.csv"
    file.write_text(file.read_text().replace("C5,", ","))
    with pytest.raises(ConfigError, match=r"key = \[\"customer\"\] has gaps in row 6"):
        taken(told(shop, FIRST, SECOND))


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ('[[table]]\nfile = "customers.csv"\n', r"number 2 has no name that code can use"),
        ('[[table]]\nname = "df"\nfile = "customers.csv"\n', r"is called 'df', which is taken"),
        ('[[table]]\nname = "sum"\nfile = "customers.csv"\n', r"is called 'sum', which is taken"),
        ('[[table]]\nname = "class"\nfile = "customers.csv"\n', r"class: name = 'class': should be a Python name"),
        (SECOND + "colums = {}\n", r"line 6: \[\[table\]\] customers: unknown key `colums` \(did you mean `columns`"),
        (SECOND + 'columns = { budget = { menaing = "x" } }\n', r"customers: columns.budget: unknown key `menaing`"),
        (SECOND.replace("customers.csv", "custom.csv"), r"line 6: \[\[table\]\] customers: .*custom.csv is not there"),
        ("[beside.customers]\n", r"`beside` is no table of this file"),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_told_apart_or_found_are_refused_when_the_file_is_read(
    shop: Path, second: str, said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        told(shop, FIRST, second)


def test_a_run_goes_on_only_with_the_tables_that_it_was_begun_with(shop: Path) -> None:
    taken(told(shop, FIRST, SECOND))
    assert taken(told(shop, FIRST, SECOND)).links
    changed = [
        ((FIRST,), r"^\[\[table\]\] customers has"),
        ((FIRST, SECOND.replace('key = ["customer"]\n', "")), r"^what is said of \[\[table\]\] customers \(key,"),
        ((FIRST, SECOND + 'licence = "CC0"\n'), r"^what is said of \[\[table\]\] customers .*licence"),
        ((FIRST.replace('key = ["order"]\n', ""), SECOND), r"was made with \[table\] key|^what is said of .*orders"),
    ]
    for tables, said in changed:
        with pytest.raises(ConfigError, match=f"{said}.* changed since"):
            taken(told(shop, *tables))
    file = shop / "customers.csv"
    file.write_text(file.read_text().replace("C5,north", "C5,south"))
    with pytest.raises(ConfigError, match=r"\[\[table\]\] customers has changed since"):
        taken(told(shop, FIRST, SECOND))


def test_check_tells_each_table_with_its_links(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(shop, FIRST, SECOND)
    assert main(["check", str(shop)]) == 0
    assert not list(shop.glob("run*"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("key order; customer names a row of customers (95% of rows find one)")
    assert lines[1] == "customers: 12 rows, 3 columns; key customer"


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ((FIRST, SECOND + "columns = { budgt = { unit = 'EUR' } }\n"), r"customers: columns: budgt: there is no such"),
        (('[table]\nfile = "orders.csv"\n' + LINK,), "links to 'customers', which is no other table"),
    ],
)
def test_check_finds_what_a_run_would_refuse(
    shop: Path, tables: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told(shop, *tables)
    assert main(["check", str(shop)]) != 0
    assert re.search(said, capsys.readouterr().err)


def test_each_table_is_loaded_once_under_its_own_name(shop: Path) -> None:
    table = taken(told(shop, FIRST, SECOND))
    lines = prelude(table).splitlines()
    assert lines[-2:] == ['df = pd.read_csv("orders.csv")', 'customers = pd.read_csv("customers.csv")']
    assert table_files(table, Path("at")) == {name: Path("at") / name for name in ("orders.csv", "customers.csv")}
    assert prelude(table.model_copy(update={"beside": ()})).splitlines()[-1] == 'df = pd.read_csv("orders.csv")'


def test_prompts_tell_the_other_tables_briefly_with_key_and_link(shop: Path) -> None:
    table = taken(told(shop, FIRST, SECOND))
    brief = table_brief(table)
    (customers,) = brief["tables_beside"]
    assert brief["links"] == [
        {"columns": ["customer"], "to": "customers", "key": ["customer"], "found": 38, "rows": 40}
    ]
    assert customers["key"] == ["customer"]
    assert customers["columns"]["region"].startswith("str flag: 'north', 'south'")
    assert not {"tables_beside", "key", "links"} & table_brief(table.model_copy(update={
        "beside": (), "key": (), "links": (),
    })).keys()  # fmt: skip


def test_what_is_told_of_other_tables_keeps_to_its_budget(shop: Path) -> None:
    table = taken(told(shop, FIRST, SECOND))
    (small,) = table.beside
    columns = [small.columns[1].model_copy(update={"name": f"region_{number}"}) for number in range(120)]
    wide = small.model_copy(update={"columns": tuple(columns), "meanings": {one.name: "where" for one in columns}})
    brief = beside_brief(table.model_copy(update={"beside": (wide,)}))
    (told_of,) = brief["tables_beside"]
    assert len(brief_text(brief["tables_beside"])) <= TABLES_BESIDE
    assert told_of["columns"] == [one.name for one in columns]


def test_a_case_says_which_tables_there_are_and_how_many_rows_find_no_partner(shop: Path) -> None:
    table = taken(told(shop, FIRST, SECOND))
    lines = beside_lines(table)
    assert "# The table `customers`" in lines
    assert "The key is `customer`: no two rows share it." in lines
    assert "- `customer` of the main table: the `customer` of a row of `customers`; 2 of its 40 rows name none" in lines
    assert beside_lines(table.model_copy(update={"beside": (), "links": ()})) == ""


def test_an_export_tells_each_table_with_its_hash_and_its_own_licence(shop: Path) -> None:
    settings = told(shop, FIRST, SECOND + 'licence = "CC0"\n')
    table = taken(settings)
    with Archive.open(settings.out) as archive:
        archive.put_note("told", {"settings": config.told_to_all(settings)})
        found = [source_of(archive, settings.out, each, origin_of(archive)) for each in table.every]
    orders, customers = found
    assert (orders.file, orders.licence, orders.facts["original"]["file"]) == ("orders.csv", NOT_GIVEN, "orders.csv")
    assert (customers.licence, customers.facts["licence"]) == ("CC0", "CC0")
    assert customers.facts["original"]["sha256"] == customers.sha256
    assert "file" not in config.told_to_all(settings)["beside"]["customers"]


AGENTS = '[[table]]\nname = "agents"\nfile = "agents.csv"\nkey = ["agent"]\ncolumns = { desk = { unit = "m" } }\n'


@pytest.fixture
def three(shop: Path) -> Path:
    """The same folder with a third table, whose name comes first in the alphabet."""
    agents = [f"A{number},{number * 2}" for number in range(9)]
    (shop / "agents.csv").write_text("\n".join(["agent,desk", *agents, ""]))
    return shop


def published(settings: Settings, table: Table, folder: Path) -> RunTold:
    """Return what a benchmark would tell of a run, with its tables in a folder as one holds them."""
    shutil.copytree(settings.out / "resource", folder / "data" / "resource")
    (folder / "data" / "dialogue_data").mkdir()
    with Archive.open(settings.out) as archive:
        archive.put_note("told", {"settings": config.told_to_all(settings)})
        sources = [source_of(archive, settings.out, each, origin_of(archive)) for each in table.every]
        told_of = json.loads(json.dumps(archive.note("told")["settings"], sort_keys=True))
    rounds: dict[str, Any] = {"commissions": [], "shares": []}
    return RunTold.model_validate({
        "name": "orders", "scenario": "shop", "seed": 1, "settings": told_of, "rounds": rounds, "made_with": None,
        "prompts": None, "roles": {}, "sandbox": None, "cases": {"normal": 1}, "decisions": [], "finished": True,
        "tables": [each.as_json() for each in sources], "recording": None,
    })  # fmt: skip


def test_a_rebuild_takes_each_table_with_what_was_said_of_it(three: Path, tmp_path: Path) -> None:
    settings = told(three, FIRST, SECOND, AGENTS)
    table = taken(settings)
    work = prepare(tmp_path / "published", published(settings, table, tmp_path / "published"), tmp_path / "again", [])
    with Archive.open(work.run) as archive:
        again = Table.model_validate(archive.note("intake")["table"])
    assert [(each.name, each.key, each.links) for each in again.every] == [
        (each.name, each.key, each.links) for each in table.every
    ]
    said = settings_of(work.settings).beside.said
    assert {name: list(each.columns) for name, each in said.items()} == {"customers": [], "agents": ["desk"]}


def test_a_rebuild_refuses_settings_that_tell_of_other_tables(three: Path, tmp_path: Path) -> None:
    settings = told(three, FIRST, SECOND, AGENTS)
    run = published(settings, taken(settings), tmp_path / "published")
    lacking = {name: each for name, each in run.settings["beside"].items() if name != "agents"}
    run = run.model_copy(update={"settings": {**run.settings, "beside": lacking}})
    with pytest.raises(ArchiveError, match="the tables orders, customers, agents, and its settings tell of customers"):
        prepare(tmp_path / "published", run, tmp_path / "again", [])


def test_a_recording_unpacks_into_a_scenario_with_all_its_tables_and_what_was_said_of_them(
    three: Path, tmp_path: Path
) -> None:
    said = 'description = "Orders of a shop."\nrow = "an order"\n'
    settings = told(three, FIRST + said, SECOND, AGENTS)
    table, file = taken(settings), tmp_path / "shop.recording"
    with Archive.open(settings.out) as archive:
        write_recording(archive, settings, Backends(settings).all(), file)
    unpacked = unpack(file, tmp_path / "unpacked")
    again = taken(settings_of(config.load(unpacked, Overrides(out=tmp_path / "again"))))
    assert again == table


def test_a_recording_puts_no_table_outside_its_folder(three: Path, tmp_path: Path) -> None:
    settings, file = told(three, FIRST, SECOND), tmp_path / "shop.recording"
    taken(settings)
    with Archive.open(settings.out) as archive:
        write_recording(archive, settings, Backends(settings).all(), file)
    header, *calls = gzip.decompress(file.read_bytes()).splitlines()
    changed = json.loads(header) | {"beside": {"../customers": "a,b\n1,2\n"}}
    file.write_bytes(gzip.compress(b"\n".join([json.dumps(changed).encode(), *calls])))
    with pytest.raises(ConfigError, match="is not a recording"):
        unpack(file, tmp_path / "unpacked")


def test_a_question_about_another_tables_columns_is_a_question(shop: Path) -> None:
    table = taken(told(shop, FIRST, SECOND))
    about = ("region", "amount", "colour")
    question = Question(text="Which region?", result_types=("value",), columns=about, conditions=("region is north",))
    assert (grounded(question, table) or question).columns == ("region", "amount")
    draft = PlanDraft(message="Let us see `region`.", questions=(question,))
    found = Grounds.of(table, (), ()).draft(draft) or ""
    assert "'colour', which is no column of any table" in found and "region" not in found
    only = question.model_copy(update={"columns": ("region", "budget")})
    assert grounded(only, table) == only and Grounds.of(table, (), ()).draft(draft.model_copy(
        update={"questions": (only,)}
    )) is None  # fmt: skip


def test_nothing_is_called_missing_that_another_table_may_have(shop: Path) -> None:
    file = shop / "orders.csv"
    file.write_text(file.read_text().replace(",amount\n", ",budget\n"))
    table = taken(told(shop, FIRST, SECOND))
    south = (("customer", "is", "C0"),)
    twins = [
        (Claim(kind=kind, rows=south, column=column), Claim(kind=kind, rows=south, column=column))
        for kind, column in (("known", "budget"), ("per", "budget"), ("part", ""), ("known", "order"))
    ]
    kept = [(first.kind, first.column) for first, _ in decided_by_one(twins, table)]
    assert kept == [("part", ""), ("known", "order")]
    assert decided_by_one(twins, table.model_copy(update={"beside": ()})) == twins


def test_a_frame_is_asked_about_by_what_was_said_of_its_own_table(shop: Path) -> None:
    file = shop / "orders.csv"
    file.write_text(file.read_text().replace(",amount\n", ",budget\n"))
    said = SECOND + 'columns = { budget = { kind = "quantity" } }\n'
    table = taken(told(shop, FIRST, said, '[columns]\nbudget = { kind = "code" }\n'))
    frames = [
        Variable(name=name, type="dataframe", shape=(90, 3), columns=each.columns)
        for name, each in (("df", table), ("customers", table.beside[0]))
    ]
    turn = SimpleNamespace(code="customers.budget.mean()")
    source = fast_fail._source(turn, frames, table)  # type: ignore[arg-type]
    assert source is not None and source.name == "customers" and source.columns[2].meant == "quantity"


def test_asks_of_evolving_dialogues_read_every_table_and_call_nothing_by_its_name() -> None:
    asked = {3: Asked(("long_stay",), ())}

    def fault(code: str, name: str = "share", beside: tuple[str, ...] = ("customers",)) -> str:
        ask = {"turn": 3, "code": code, "name": name, "type": "series", "about": "the share"}
        return asks_fault(AsksReply.model_validate({"asks": [ask]}), asked, set(), beside) or ""

    joined = "share = df.merge(customers, on='customer').groupby('region')['amount'].sum() / long_stay"
    assert fault(joined) == ""
    assert "reads customers" in fault(joined, beside=()) and "read df, customers, " in fault(f"{joined} + secret")
    assert "something else is called already" in fault("customers = df['amount'] / long_stay", "customers")
    assert "in place" in fault("customers['new'] = long_stay\nshare = df['amount']")


def test_the_built_in_company_calls_nothing_by_the_name_of_another_table(shop: Path) -> None:
    brief = table_brief(taken(told(shop, FIRST, SECOND)))
    assert names_beside(brief) == {"customers", "customer", "region", "budget"}
    assert names_beside({}) == set()


def test_a_link_that_loses_a_row_is_never_told_as_whole() -> None:
    link = Link(columns=("buyer",), to="customers", key=("customer",), found=9_999, rows=10_000)
    assert link_told(link) == "buyer names a row of customers by its customer (99% of rows find one)"
    whole = link.model_copy(update={"found": 10_000})
    assert link_told(whole) == "buyer names a row of customers by its customer (every row finds one)"
