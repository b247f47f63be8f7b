"""A family with no table, no code and no dialogue is released, read back, verified, loaded, pushed and held back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

import company.benchmark.verify
from company import api
from company.benchmark import loading
from company.benchmark.files import CROISSANT, LOADED, RESOURCE
from company.benchmark.loading import read_loaded
from company.benchmark.printing import exported_text
from company.benchmark.publishing.export import export
from company.benchmark.publishing.hub import push
from company.benchmark.reading import is_benchmark, read_benchmark, read_cases
from company.benchmark.verify import verify
from company.benchmark.withholding.leaks import leaks
from company.console.progress import Silent
from company.errors import ArchiveError, ConfigError
from company.family.registry import FAMILIES
from tests.support.hub_stand_in import TOKEN, hub
from tests.support.sentences import FAMILY, NAME, RATED, WHERE, run_of_sentences

LINES = "data/sentences/rating.jsonl"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, NAME, WHERE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return export([run_of_sentences(tmp_path / "run")], tmp_path / "out")


def _damage(folder: Path, **fields: Any) -> None:
    first, *rest = (folder / LINES).read_text().splitlines()
    line = {**json.loads(first), **fields}
    text = json.dumps({name: value for name, value in line.items() if value is not None})
    (folder / LINES).write_text("\n".join([text, *rest]) + "\n")


def test_it_is_exported_and_read_back(folder: Path) -> None:
    assert is_benchmark(folder) and not (folder / RESOURCE).exists()
    content = read_benchmark(folder)
    assert content.family is FAMILY and content.has_gold
    assert [(each["data_id"], each["sentence"], each["rating"]) for each in content.entries] == list(RATED)
    assert all("canary" in each for each in content.entries)
    card = (folder / "README.md").read_text()
    assert "| rating | 3 | `data/sentences/rating.jsonl` |" in card and "table" not in card and "code" not in card
    front = yaml.safe_load(card.split("---")[1])
    assert front["configs"][0]["data_files"][0]["path"] == ["data/parquet/rating.parquet"]


async def test_it_is_verified_without_a_sandbox(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(company.benchmark.verify, "LocalSandbox")
    verification = await verify(folder, Silent())
    assert verification.ok, verification.reasons
    assert len(verification.cases) == 3 and verification.layers == {}
    assert verification.controls == {"neighbouring rating": 3, "slipped through": 0}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"rating": None}, r"rating\.jsonl:1: field rating is missing"),
        ({"rating": 9}, r"rating\.jsonl:1: rating is not as the format says \(9\)"),
        ({"sentence": 3}, r"rating\.jsonl:1: sentence is not as the format says"),
        ({"data_id": "s2"}, r"rating\.jsonl:2: data_id s2 is already at .*:1"),
        ({"data_id": ""}, r"rating\.jsonl:1: data_id is not as the format says"),
    ],
)
async def test_a_damaged_line_is_refused(folder: Path, fields: Any, words: str) -> None:
    _damage(folder, **fields)
    with pytest.raises(ArchiveError, match=words):
        await verify(folder, Silent())


async def test_its_own_gate_judges_and_what_was_changed_is_told(folder: Path) -> None:
    _damage(folder, sentence="Too short.")
    verification = await verify(folder, Silent())
    assert not verification.ok
    assert "data/sentences/rating.jsonl:1: s1: it is too short to be rated" in verification.reasons
    assert any("rating.jsonl is not as it was exported" in reason for reason in verification.problems)


async def test_the_same_sentence_twice_is_told(tmp_path: Path) -> None:
    run = run_of_sentences(tmp_path / "run", [*RATED, ("s4", *RATED[0][1:])])
    verification = await verify(export([run]), Silent())
    assert verification.problems == ("s4 asks the same as s1",)


def test_loaders_find_its_fields_with_their_types(folder: Path) -> None:
    names, rows = read_loaded(folder / LOADED / "rating.parquet")
    assert names == ["data_id", "category", "sentence", "rating", "canary"]
    assert [(row["data_id"], row["sentence"], row["rating"]) for row in rows] == list(RATED)
    metadata = json.loads((folder / CROISSANT).read_text())
    assert [field["dataType"] for field in metadata["recordSet"][0]["field"]] == [
        *["sc:Text"] * 3,
        "sc:Integer",
        "sc:Text",
    ]


def test_without_the_extra_there_are_no_files_for_loaders_and_nothing_speaks_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "find_spec", lambda _: None)
    folder = export([run_of_sentences(tmp_path / "run")], tmp_path / "out")
    assert not (folder / LOADED).exists()
    assert "recordSet" not in json.loads((folder / CROISSANT).read_text())
    card = (folder / "README.md").read_text()
    assert "arquet" not in card and "load_dataset" not in card and "configs" not in yaml.safe_load(card.split("---")[1])
    assert "\nwithout Parquet files for loaders: pip install 'decision-company[parquet]'" in exported_text(folder)


def test_notebooks_have_a_frame_of_its_fields_and_no_other(folder: Path) -> None:
    benchmark = api.Benchmark(folder)
    assert benchmark.cases.columns.tolist() == ["category", "sentence", "rating"]
    assert benchmark.cases.loc["s2", "rating"] == 2 and "3" in benchmark._repr_html_()
    with pytest.raises(ConfigError, match="has no turns"):
        _ = benchmark.turns


async def test_its_gold_is_held_back(tmp_path: Path) -> None:
    run = run_of_sentences(tmp_path / "run")
    public = export([run], tmp_path / "public", held_back=tmp_path / "gold")
    content = read_cases(public)
    assert not content.has_gold and set(content.entries[0]) == {"data_id", "sentence", "canary"}
    assert "rating" not in read_loaded(public / LOADED / "rating.parquet")[0]
    assert leaks(public, tmp_path / "gold") == ()
    assert (await verify(tmp_path / "gold", Silent(), public=public)).ok
    with pytest.raises(ArchiveError, match="has no gold"):
        read_benchmark(public)
    _damage(public, rating=5)
    assert any("the field rating is not public" in each for each in leaks(public, tmp_path / "gold"))


def test_it_is_pushed_and_what_is_held_back_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("huggingface_hub", reason="the extra dev has it: pip install -e '.[dev]'")
    import huggingface_hub.constants as constants

    public = export([run_of_sentences(tmp_path / "run")], tmp_path / "public", held_back=tmp_path / "gold")
    with hub() as there:
        monkeypatch.setattr(constants, "ENDPOINT", there.address)
        monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)
        monkeypatch.setenv("HF_TOKEN", TOKEN)
        assert push(public, "ada/sentences").endswith("/datasets/ada/sentences")
        assert there.repositories["ada/sentences"].files[LINES] == (public / LINES).read_bytes()
        with pytest.raises(ConfigError, match="never pushed"):
            push(tmp_path / "gold", "ada/sentences")


def test_runs_of_two_families_make_no_benchmark(dialogue: Any, tmp_path: Path) -> None:
    from tests.support.mixed_run import make_mixed_run

    with pytest.raises(ArchiveError, match="export them apart"):
        export([run_of_sentences(tmp_path / "sentences"), make_mixed_run(dialogue)], tmp_path / "out")
