"""What provenance.json tells: computed, the same at every export, and nothing of where and when."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive, Call
from company.benchmark.publishing.export import export
from company.benchmark.publishing.origin import changed_files, read_provenance
from company.benchmark.publishing.provenance import run_provenance
from company.benchmark.publishing.versions import SOURCE, differing, made_with, prompt_hashes, versions
from company.benchmark.verify import verify
from company.console.progress import Silent
from company.errors import ArchiveError
from company.families.dialogues.family import FAMILY
from company.families.dialogues.records import Case

PROMPTS = "company.families.dialogues.prompts"


@pytest.fixture
def run(dialogue: Any) -> Path:
    """The hand-made dialogue as a run with two cases."""
    folder: Path = dialogue.resource.parent
    with Archive.create(folder) as archive:
        archive.put(dialogue.table)
        for turn in dialogue.turns:
            archive.put(turn)
        for position in (1, 2):
            entry = dialogue.entry(position)
            told = {"id": f"{entry['data_id']}.c", "parent": entry["data_id"], "stage": "cases", "position": 1}
            archive.put(Case(**told, status="accepted", entry=entry))
    return folder


def told(run: Path, **more: Any) -> None:
    """Notes as simulate writes them."""
    table = {"licence": "CC0", **more}
    with Archive.open(run) as archive:
        archive.put_note("told", {"scenario": "my_shops", "settings": {"model": {"seed": 7}, "table": table}})


def provenance(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((out / "provenance.json").read_text())
    return found


def call(number: int, usd: float | None, stage: str = "plans") -> Call:
    return Call(f"{number:064x}", "client", stage, "shops.p1", "openai", "m", "[]", "{}", "stop", 10, 5, usd)


def test_exported_twice_it_is_the_same_bytes_and_says_nothing_of_the_machine(run: Path, tmp_path: Path) -> None:
    told(run)
    first, second = (export([run], tmp_path / each / "out") for each in ("a", "b"))
    text = (first / "provenance.json").read_text()
    assert text == (second / "provenance.json").read_text()
    assert str(tmp_path) not in text
    assert text.endswith("}\n") and list(json.loads(text)) == sorted(json.loads(text))


def test_it_tells_the_hash_of_every_file_beside_it(run: Path, tmp_path: Path) -> None:
    out = export([run], tmp_path / "out")
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    files = provenance(out)["files"]
    assert files.keys() == there - {"provenance.json"}
    assert all(hashlib.sha256((out / name).read_bytes()).hexdigest() == told for name, told in files.items())


def test_it_tells_settings_seed_and_what_the_cases_are(run: Path, tmp_path: Path) -> None:
    told(run)
    (one,) = provenance(export([run], tmp_path / "out"))["runs"]
    assert (one["name"], one["scenario"], one["seed"], one["cases"]) == ("shops", "my_shops", 7, {"normal": 2})
    assert one["settings"]["table"] == {"licence": "CC0"} and one["recording"] is None
    (table,) = one["tables"]
    assert (table["file"], table["licence"], table["shared"], table["rows"]) == ("shops.csv", "CC0", True, 8)


def test_of_an_older_run_it_tells_what_was_noted_and_no_path(run: Path) -> None:
    with Archive.open(run) as archive:
        archive.put_note("settings", {"model": {"seed": 3}, "table": {"file": "/home/ada/shops.csv", "name": None}})
        found = run_provenance(archive, "shops", FAMILY, [], [])
    assert found["settings"] == {"model": {"seed": 3}, "table": {}}
    assert (found["seed"], found["made_with"], found["prompts"]) == (3, None, None)


def test_the_ledger_is_summed_and_what_is_unknown_stays_unknown(run: Path) -> None:
    with Archive.open(run) as archive:
        none = run_provenance(archive, "shops", FAMILY, [], [])["ledger"]
        assert (none["all"]["calls"], none["all"]["usd"], none["by_stage"]) == (0, 0, [])
        for number, price in enumerate((0.1, 0.2, 0.3)):
            archive.put_call(call(number, price))
        known = run_provenance(archive, "shops", FAMILY, [], [])["ledger"]
        archive.put_call(call(9, None, "turns"))
        partly = run_provenance(archive, "shops", FAMILY, [], [])["ledger"]
    assert (known["all"]["calls"], known["all"]["usd"], known["all"]["prompt_tokens"]) == (3, 0.6, 30)
    assert (partly["all"]["calls"], partly["all"]["usd"]) == (4, None)
    assert [(row["stage"], row["usd"]) for row in partly["by_stage"]] == [("plans", 0.6), ("turns", None)]
    assert [(row["role"], row["model"], row["calls"]) for row in partly["by_role"]] == [("client", "m", 4)]


def test_a_table_that_may_not_be_shared_stays_out_and_a_recipe_is_left(run: Path, tmp_path: Path) -> None:
    told(run, redistribute=False)
    out = export([run], tmp_path / "out")
    assert not (out / "data/resource/shops.csv").exists()
    (table,) = provenance(out)["runs"][0]["tables"]
    assert table["shared"] is False and table["sha256"] and "original" in table
    assert "data/resource/shops.csv" not in provenance(out)["files"]


def test_what_a_run_was_made_with_is_each_set_of_versions_once() -> None:
    first = made_with(None, PROMPTS, ["admin_role"])
    assert first["versions"] == [versions()]
    assert made_with(first, PROMPTS, ["admin_role"]) == first
    older = {"versions": [{"pandas": "1.0"}], "prompts": {}}
    assert made_with(older, PROMPTS, ["admin_role"])["versions"] == [{"pandas": "1.0"}, versions()]


def test_prompts_are_those_that_were_used_and_those_of_cases() -> None:
    found = prompt_hashes(PROMPTS, ["admin_role"])
    assert "admin_role" in found and "benchmark_case" in found and "client_role" not in found
    words = Path("company/families/dialogues/prompts/admin_role.md").read_text(encoding="utf-8")
    assert found["admin_role"] == hashlib.sha256(words.encode()).hexdigest()


def test_versions_that_differ_are_told_a_line_each() -> None:
    here = versions()
    assert here["pandas"] and here["python"] and len(here[SOURCE] or "") == 64
    assert differing(here, here) == []
    assert differing({**here, "pandas": "1.0", "numpy": None}, here) == [
        f"pandas: 1.0 when it was made, {here['pandas']} here",
        f"numpy: none when it was made, {here['numpy']} here",
    ]


# the folder against what it says of itself


def test_a_folder_as_it_was_exported_has_no_changed_file(run: Path, tmp_path: Path) -> None:
    out = export([run], tmp_path / "out")
    told_of = read_provenance(out)
    assert told_of is not None and changed_files(out, told_of) == {}
    assert read_provenance(tmp_path) is None


def test_changed_and_missing_files_are_named_and_further_ones_are_nobodys_business(run: Path, tmp_path: Path) -> None:
    out = export([run], tmp_path / "out")
    (out / "data/resource/shops.csv").write_text("city\nOslo\n")
    (out / "data/dialogue_data/normal.jsonl").unlink()
    (out / ".gitattributes").write_text("* text=auto\n")
    told_of = read_provenance(out)
    assert told_of is not None
    found = changed_files(out, told_of)
    assert list(found) == ["data/dialogue_data/normal.jsonl", "data/resource/shops.csv"]
    assert "is missing" in found["data/dialogue_data/normal.jsonl"]
    assert "is not as it was exported" in found["data/resource/shops.csv"]


@pytest.mark.slow
async def test_verifying_finds_a_changed_file_and_only_tells_of_a_changed_card(run: Path, tmp_path: Path) -> None:
    out = export([run], tmp_path / "out")
    with (out / "README.md").open("a") as card:
        card.write("Thanks to everybody.\n")
    progress = Silent()
    assert (await verify(out, progress)).ok
    assert [line for line in progress.notes if "README.md is not as it was exported" in line]
    with (out / "data/resource/decision_company.py").open("a") as module:
        module.write("# harmless\n")
    found = await verify(out, Silent())
    assert not found.ok and found.problems == (
        f"{out}/data/resource/decision_company.py is not as it was exported: its hash is another one; get it again",
    )


@pytest.mark.parametrize("path", ["../out.md", "/etc/passwd", "a/../../b", "", "a\\b"])
def test_a_path_out_of_the_folder_is_refused(path: str, run: Path, tmp_path: Path) -> None:
    out = export([run], tmp_path / "out")
    content = provenance(out)
    content["files"][path] = "0" * 64
    (out / "provenance.json").write_text(json.dumps(content))
    with pytest.raises(ArchiveError, match="get the benchmark again"):
        read_provenance(out)
