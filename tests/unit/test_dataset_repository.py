"""An exported folder is a data set for loaders: `datasets`, Croissant and the hub's card, all without a network."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.loading import read_loaded
from company.benchmark.publishing.draft import Source
from company.benchmark.publishing.export import export
from company.benchmark.reading import read_benchmark
from company.families.dialogues.family import FAMILY
from company.families.dialogues.publishing.columns import CASE, parts
from tests.support.mixed_run import PNG, D, make_mixed_run

NEEDS = "it brings pyarrow along, so `make loaders` tries it apart"
CATEGORIES = {
    "normal": 4,
    "private": 1,
    "update_code": 1,
    "clarification": 1,
    "fast_fail": 1,
    "plot_qa": 1,
    "insight_mining": 1,
}
LOADS = """
import json, sys, datasets
folder = sys.argv[1]
found = {}
for name in [None, *datasets.get_dataset_config_names(folder)]:
    rows = datasets.load_dataset(folder, name, split="test")
    shown = [dict(row, image=str(row["image"].size)) if row.get("image") else row for row in rows]
    found[str(name)] = {"features": {key: repr(value) for key, value in rows.features.items()}, "rows": shown}
two = [datasets.load_dataset(folder, name, split="test") for name in ("normal", "plot_qa")]
both = datasets.concatenate_datasets(two)
found["both"] = {"rows": list(range(len(both)))}
sys.stdout.write(json.dumps(found))
"""


@pytest.fixture
def folder(whole: Path) -> Path:
    return whole


def _python(code: str, *arguments: object, folder: Path, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HF_HOME": str(home), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_every_part_is_loaded_offline_with_types_that_do_not_change(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason=NEEDS)
    done = _python(LOADS, folder, folder=tmp_path, home=tmp_path / "hf")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    parts = {name: len(part["rows"]) for name, part in found.items()}
    registers = {"normal_statement": 1, "normal_colloquial": 1, "private_statement": 1, "private_colloquial": 1}
    assert parts == {**CATEGORIES, **registers, "None": 10, "all": 10, "dialogues": 1, "both": 5}
    features = [part["features"] for name, part in found.items() if name not in ("dialogues", "both")]
    assert all(each == features[0] for each in features)
    assert features[0]["result_type"] == "List(Value('string'))" and features[0]["image"].startswith("Image(")
    by_id = {row["data_id"]: row for row in found["all"]["rows"]}
    assert by_id[f"{D}.t05"]["result_type"] == ["list", "series"]
    assert by_id[f"{D}.t01"]["result_type"] == ["dataframe"]
    assert by_id[f"{D}.t04.plot_qa"]["image"] == "(12, 8)" and by_id[f"{D}.t01"]["image"] is None
    assert by_id[f"{D}.t05.update_code"]["wrong_answers"] == [{"label": "the wrong version", "answer": "kinds = []"}]
    slipped = {"kind": "raises", "difference": None, "error": "KeyError", "slip": "other error"}
    assert by_id[f"{D}.t05.update_code"]["wrong"] == slipped
    assert by_id[f"{D}.t01.fast_fail"]["choice"]["options"][0]["letter"] == "A"
    assert found["dialogues"]["rows"][0]["turns"][2]["code"] is None
    assert "State the best" in found["normal_statement"]["rows"][0]["current_query"]


def test_the_rows_say_what_the_lines_say(folder: Path) -> None:
    for category, entries in read_benchmark(folder).cases.items():
        _, rows = read_loaded(folder / f"data/parquet/{category}.parquet")
        for entry, row in zip(entries, rows, strict=True):
            for name in ("data_id", "current_query", "prompt_with_hist_json", "reference_answer", "canary"):
                assert row[name] == entry[name]
            assert row["category"] == category and row.get("choice") == entry.get("choice")


def test_a_field_that_is_new_is_kept_as_json(dialogue: Any, tmp_path: Path) -> None:
    from company.benchmark.loading import write_loaded

    entry = {**dialogue.entry(1), "weather": {"rain": 3}}
    write_loaded(tmp_path, parts({"normal": [entry]}, {}, (), {}))
    names, rows = read_loaded(tmp_path / "data/parquet/normal.parquet")
    assert json.loads(rows[0]["more"]) == {"weather": {"rain": 3}}
    assert set(names) <= set(CASE) and "choice" not in names and "image" not in names


def test_exported_twice_it_is_the_same_bytes(dialogue: Any, tmp_path: Path) -> None:
    run = make_mixed_run(dialogue)
    first, second = (export([run], tmp_path / name) for name in ("one", "two"))
    files = [path.relative_to(first) for path in sorted(first.rglob("*")) if path.is_file()]
    assert len(files) > 20
    assert [(first / each).read_bytes() == (second / each).read_bytes() for each in files] == [True] * len(files)


# croissant


def test_croissant_tells_the_hash_of_every_file(folder: Path) -> None:
    told = json.loads((folder / "croissant.json").read_text())
    hashes = {each["contentUrl"]: each["sha256"] for each in told["distribution"]}
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert set(hashes) == files - {"croissant.json", "provenance.json"}
    assert all(hashlib.sha256((folder / name).read_bytes()).hexdigest() == sha256 for name, sha256 in hashes.items())
    assert told["license"] == ["CC BY 4.0"] and "not a language model" in told["rai:dataCollection"]
    assert told["prov:wasDerivedFrom"][0]["sc:license"] == "CC BY 4.0"
    assert told["prov:wasDerivedFrom"][0]["sc:isBasedOn"] == "a stall"


def test_croissant_is_accepted_and_its_records_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mlc = pytest.importorskip("mlcroissant", reason=NEEDS)
    pytest.importorskip("pyarrow", reason=NEEDS)
    monkeypatch.chdir(folder.parent)
    found = mlc.Dataset(jsonld=str(folder / "croissant.json"))
    assert not found.metadata.ctx.issues.errors
    records = {each.id: list(found.records(each.id)) for each in found.metadata.record_sets}
    assert {name: len(records[name]) for name in CATEGORIES} == CATEGORIES
    asked = records["plot_qa"][0]
    assert asked["plot_qa/image"].size == (12, 8)
    assert asked["plot_qa/data_id"].decode() == f"{D}.t04.plot_qa"
    several = next(each for each in records["normal"] if each["normal/data_id"].decode() == f"{D}.t05")
    assert several["normal/result_type"] == [b"list", b"series"]
    said = several["normal/prompt_with_hist_json"][0]
    assert said["normal/prompt_with_hist_json/role"] == b"system"
    assert len(records["dialogues"][0]["dialogues/turns"]) == 5


def test_a_file_that_was_changed_is_not_what_croissant_says(folder: Path) -> None:
    told = json.loads((folder / "croissant.json").read_text())
    sha256 = {each["contentUrl"]: each["sha256"] for each in told["distribution"]}
    table = folder / "data/resource/shops.csv"
    table.write_text(table.read_text() + "Oslo,tea,2020-01-01,1,1\n")
    assert hashlib.sha256(table.read_bytes()).hexdigest() != sha256["data/resource/shops.csv"]


# the card


def test_the_card_is_a_hubs_card(folder: Path) -> None:
    hub = pytest.importorskip("huggingface_hub", reason=NEEDS)
    card = hub.DatasetCard.load(folder / "README.md")
    told = card.data.to_dict()
    assert told["license"] == "cc-by-4.0" and told["language"] == ["en"] and told["size_categories"] == ["n<1K"]
    assert told["pretty_name"] == "Interactive data analysis: shops"
    assert set(told["task_categories"]) == {
        "table-question-answering",
        "text-generation",
        "multiple-choice",
        "visual-question-answering",
    }
    paths = [path for config in told["configs"] for part in config["data_files"] for path in _listed(part["path"])]
    assert all((folder / path).is_file() for path in paths)
    assert set(paths) == {path.relative_to(folder).as_posix() for path in (folder / "data/parquet").iterdir()}
    assert card.text.lstrip().startswith("# A benchmark of interactive data analysis: shops")


def test_loaders_tell_benchmarks_of_one_folder_name_apart(folder: Path) -> None:
    import yaml

    configs = yaml.safe_load((folder / "README.md").read_text().split("---")[1])["configs"]
    (guid,) = {json.loads(line)["canary"] for line in (folder / "data/dialogues.jsonl").read_text().splitlines()}
    assert all(each["description"] in guid for each in configs)


def _listed(path: str | list[str]) -> list[str]:
    return [path] if isinstance(path, str) else path


@pytest.mark.parametrize(
    ("licences", "told"),
    [
        ([""], {"license": "unknown"}),
        (["CC0: Public Domain"], {"license": "cc0-1.0"}),
        (["CC BY 4.0", "Attribution 4.0 International (CC BY 4.0)"], {"license": "cc-by-4.0"}),
        (["CC BY-SA 4.0"], {"license": "cc-by-sa-4.0"}),
        (["MIT", "CC0"], {"license": "other", "license_name": "cc0-and-mit", "license_link": "README.md"}),
        (["ask Ada"], {"license": "other", "license_name": "ask-ada", "license_link": "README.md"}),
    ],
)
def test_the_licence_is_what_the_tables_say(dialogue: Any, licences: list[str], told: dict[str, str]) -> None:
    import yaml

    from company.benchmark.publishing.authorship import Origin
    from company.benchmark.publishing.front_matter import front_matter
    from company.benchmark.publishing.publication import Publication

    table = Source("shops", "shops.csv", dialogue.table.sha256, dialogue.resource / "shops.csv", noun="table")
    sources = [replace(table, name=f"t{number}", licence=licence) for number, licence in enumerate(licences)]
    publication = Publication(FAMILY.release, sources, [Origin("procedural")], {"normal": 1}, "0")
    found = yaml.safe_load(front_matter(publication).strip("-\n"))
    assert {key: value for key, value in found.items() if key.startswith("license")} == told


def test_the_code_in_the_card_runs_in_the_folder(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason=NEEDS)
    blocks = re.findall(r"```python\n(.*?)```", (folder / "README.md").read_text(), re.DOTALL)
    assert len(blocks) == 2
    done = _python("\n".join(blocks), folder=folder, home=tmp_path / "hf")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"4 {D}.t01")
    lines = [json.loads(line) for line in (folder / "responses.jsonl").read_text().splitlines()]
    assert len(lines) == 10 and set(lines[0]) == {"data_id", "response"}


def test_the_figures_are_the_ones_that_are_asked_about(folder: Path) -> None:
    _, rows = read_loaded(folder / "data/parquet/plot_qa.parquet")
    assert rows[0]["image"] == {"bytes": PNG.getvalue(), "path": f"{D}.t04.plot_qa.png"}
    assert (folder / rows[0]["figure"]).read_bytes() == PNG.getvalue()


@pytest.mark.slow
def test_without_the_extra_the_card_says_how_to_go_by_the_lines(
    dialogue: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("company.benchmark.loading.find_spec", lambda _: None)
    out = export([make_mixed_run(dialogue)], tmp_path / "out")
    assert not (out / "data/parquet").exists()
    card, metadata = (out / "README.md").read_text(), json.loads((out / "croissant.json").read_text())
    assert "arquet" not in card and "load_dataset" not in card and "recordSet" not in metadata
    blocks = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    done = _python("\n".join(blocks), folder=out, home=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (out / "responses.jsonl").read_text().splitlines()]
    assert sorted(line["data_id"] for line in lines) == sorted(each["data_id"] for each in read_benchmark(out).entries)
