"""A table that a benchmark could not bring along: put there from a file with the same repairs, or refused with why."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import company
import company.rebuilding.fetching
from company.archive import Archive
from company.benchmark.publishing.export import export
from company.benchmark.publishing.origin import need_tables, read_provenance
from company.cli import main
from company.errors import ArchiveError, ConfigError
from company.families.dialogues.records import Case
from company.rebuilding.fetching import Placed, fetch_tables
from company.tables.intake import received
from company.tables.kaggle import DataSet, Fetched
from company.tables.reading import canonical_csv

ORIGINAL = "city;opened;sales;staff\r\n" + "".join(
    f"{'Oslo' if n % 3 else 'Bergen'};2024-01-{n:02d};{n},5;{n % 4}\r\n" for n in range(1, 29)
)
"""As its publisher gives it: semicolons, decimal commas, carriage returns."""
IN = Path("data/resource/shops.csv")


@pytest.fixture
def original(tmp_path: Path) -> Path:
    file = tmp_path / "as_downloaded.csv"
    file.write_bytes(ORIGINAL.encode())
    return file


@pytest.fixture
def published(dialogue: Any, original: Path, tmp_path: Path) -> Path:
    """A benchmark over that table, which it may not hold."""
    return _published(dialogue, original, tmp_path, {"file": "shops_2024.csv", "sha256": _hash(original)})


def _published(dialogue: Any, original: Path, tmp_path: Path, recipe: dict[str, Any], **told: Any) -> Path:
    run = tmp_path / "run"
    with Archive.create(run) as archive:
        table = received(canonical_csv(original, run / "resource", "shops"), source="the office of statistics")
        assert len(table.repairs) > 2
        archive.put(table.model_copy(update={"status": "accepted"}))
        archive.put_note("intake", {"source": "", "table": table.model_dump(mode="json"), "original": recipe})
        section = {"licence": "", "redistribute": False, **told}
        archive.put_note("told", {"scenario": "s", "settings": {"model": {"seed": 1}, "table": section}})
        for turn in dialogue.turns[:1]:
            archive.put(turn)
        entry = dialogue.entry(1)
        case = {"id": "shops.p1.s1.d1.t01.c", "parent": "shops.p1.s1.d1.t01", "stage": "cases", "position": 1}
        archive.put(Case(**case, status="accepted", entry=entry))
    return export([run], tmp_path / "published")


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _told_hash(published: Path) -> str:
    told = read_provenance(published)
    assert told is not None
    return told.tables["shops.csv"].sha256


def test_the_original_is_repaired_as_it_was_and_put_in_its_place(published: Path, original: Path) -> None:
    assert not (published / IN).exists()
    (placed,) = fetch_tables(published, [original], print)
    assert placed.file == published / IN
    assert _hash(published / IN) == _told_hash(published) != _hash(original)
    assert (published / IN).read_text().startswith("city,opened,sales,staff\nOslo,2024-01-01,1.5,1\n")
    assert sorted(each.name for each in (published / IN).parent.glob("*shops*")) == ["shops.columns.json", "shops.csv"]


def test_the_repaired_table_itself_is_taken_as_it_is(published: Path, tmp_path: Path) -> None:
    fetch_tables(published, [tmp_path / "run" / "resource" / "shops.csv"], print)
    assert _hash(published / IN) == _told_hash(published)


def test_what_is_there_is_left_alone(published: Path, original: Path) -> None:
    fetch_tables(published, [original], print)
    assert fetch_tables(published, [], print) == []


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("2024-01-05;5,5;1\r\n", "2024-01-05;6,5;1\r\n", "the same rows and columns, and other values"),
        ("Oslo;2024-01-28;28,5;0\r\n", "", "it has 27 rows, not 28"),
        ("city;opened;sales;staff", "city;opened;sales;workers", "it lacks the column 'staff'; it has the column 'wor"),
        ("city;opened;", "opened;city;", "its columns are in another order"),
    ],
)
def test_another_table_is_refused_with_what_differs(
    published: Path, tmp_path: Path, before: str, after: str, words: str
) -> None:
    other = tmp_path / "other.csv"
    assert before in ORIGINAL
    other.write_bytes(ORIGINAL.replace(before, after).encode())
    with pytest.raises(ConfigError, match=f"is not the table shops of this benchmark: .*{words}"):
        fetch_tables(published, [other], print)
    assert not (published / IN).exists()


def test_python_puts_it_there_too_and_says_where_it_is_from(
    published: Path, original: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    benchmark = company.Benchmark(published)
    assert company.fetch(benchmark, str(original)) == [Placed(published / IN, str(original))]
    assert company.fetch(benchmark) == [] and _hash(published / IN) == _told_hash(published)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("quiet", [False, True])
def test_a_download_is_told_unless_quiet(
    dialogue: Any,
    original: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    quiet: bool,
) -> None:
    published = _published(dialogue, original, tmp_path, {"kaggle": "ada/shops", "file": "shops_2024.csv"})
    told = DataSet(owner="ada", name="shops", version=1, title="", author="", licence="", description="")
    found = Fetched(original, told, "shops_2024.csv", only=True)

    def downloaded(reference: str, wanted: str, cache: Path, say: Callable[[str], None]) -> Fetched:
        say(f"downloading {wanted} of {reference}")
        return found

    monkeypatch.setattr(company.rebuilding.fetching, "fetch", downloaded)
    (placed,) = company.fetch(published, quiet=quiet)
    assert placed.came_from == f"shops_2024.csv of {told.reference} on Kaggle"
    assert capsys.readouterr() == ("", "" if quiet else "downloading shops_2024.csv of ada/shops\n")


def test_a_file_that_is_not_there_is_told(published: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is not there, or not a file"):
        fetch_tables(published, [tmp_path / "none.csv"], print)


def test_without_a_file_it_is_said_where_the_table_is_from_and_how_it_was_called(published: Path) -> None:
    with pytest.raises(ConfigError, match=r"its source: the office of statistics.*its file shops_2024\.csv: company f"):
        fetch_tables(published, [], print)


def test_an_original_that_comes_out_otherwise_names_the_versions(dialogue: Any, original: Path, tmp_path: Path) -> None:
    published = _published(dialogue, original, tmp_path, {"sha256": _hash(original)})
    file = published / "provenance.json"
    told = json.loads(file.read_text())
    told["runs"][0]["tables"][0]["sha256"] = "0" * 64
    file.write_text(json.dumps(told))
    with pytest.raises(ConfigError, match="is the very file that shops was made of, and comes out otherwise here"):
        fetch_tables(published, [original], print)


def test_who_needs_the_table_is_told_what_to_do(published: Path, original: Path, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"shops\.csv is not there, since it may not be passed on: company fetch"):
        need_tables(published)
    fetch_tables(published, [original], print)
    need_tables(published)
    need_tables(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("command", [["verify"], ["score"], ["evaluate", "--model", "mockllm/model"], ["rebuild"]])
def test_every_command_that_needs_it_says_so_in_one_line(
    published: Path, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none.jsonl").write_text("")
    more = [str(tmp_path / "none.jsonl")] if command == ["score"] else []
    more += ["--out", str(tmp_path / "again")] if command == ["rebuild"] else []
    more += ["--log-dir", str(tmp_path / "logs")] if command[0] == "evaluate" else []
    assert main([command[0], str(published), *more, *command[1:]]) == 1
    said = capsys.readouterr()
    (line,) = [each for each in (said.out + said.err).splitlines() if "may not be passed on" in each][:1]
    assert "shops.csv" in line and f"company fetch {published} puts it there" in line


def test_the_command_puts_it_there_and_says_what_is_next(
    published: Path, original: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fetch", str(published), "--table", str(original)]) == 0
    assert f"table: {published / IN}, from {original}\nnext: company verify" in capsys.readouterr().out
    assert main(["fetch", str(published), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [("file", "../shops.csv"), ("file", "/etc/shops.csv"), ("sha256", "short"), ("name", "a/b"), ("rows", "many")],
)
def test_a_damaged_or_hostile_file_is_refused(published: Path, original: Path, key: str, value: str) -> None:
    file = published / "provenance.json"
    told = json.loads(file.read_text())
    told["runs"][0]["tables"][0][key] = value
    file.write_text(json.dumps(told))
    with pytest.raises(ArchiveError, match=rf"provenance\.json: runs\.0\.tables\.0\.{key}: .*get the benchmark again"):
        fetch_tables(published, [original], print)


def test_a_folder_that_tells_nothing_of_itself_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"has no provenance\.json"):
        fetch_tables(tmp_path, [], print)
