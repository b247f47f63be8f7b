"""What is said of a benchmark that was made again, and what is refused before any work."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.benchmark.publishing.origin import Provenance, RunTold
from company.benchmark.publishing.provenance import file_hashes, provenance_text, reviewed_again
from company.benchmark.publishing.reviewed import Agreed, Reviewed, Verdicts, review_text
from company.benchmark.publishing.versions import prompt_hashes, versions
from company.cli import main
from company.errors import ArchiveError, ConfigError
from company.family.registry import family
from company.rebuilding.comparing import Difference, Rebuilt, differences, reasons, text_of
from company.rebuilding.work import prepare

TABLE = "city,sales\n" + "".join(f"{'Oslo' if n % 3 else 'Bergen'},{n}\n" for n in range(12))
PROMPTS = "company.families.dialogues.prompts"
HERE = ["landlock", "limits", "namespaces", "seccomp"]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def run_told(**more: Any) -> dict[str, Any]:
    return {
        "name": "shops",
        "scenario": "my_shops",
        "seed": 4,
        "settings": {"table": {"licence": "CC0", "source": ""}, "targets": {"normal": 3}, "model": {"seed": 4}},
        "rounds": {
            "commissions": [[{"speech": "colloquial", "turns": 9}]],
            "shares": [{"normal": 1.0}],
            "picked": {"plot_qa": ["shops.p01.s1.d1.t02"]},
        },
        "made_with": [dict(versions())],
        "prompts": prompt_hashes(PROMPTS, ["admin_role"]),
        "roles": {"admin": {"backend": "procedural", "model": "grammar, seed 4"}},
        "sandbox": {"layers": dict.fromkeys(HERE, "on"), "forks": True},
        "cases": {"normal": 3},
        "tables": [
            {
                "name": "shops",
                "file": "shops.csv",
                "sha256": sha256(TABLE),
                "rows": 12,
                "columns": ["city", "sales"],
                "licence": "CC0",
                "source": "",
                "citation": "",
                "version": "",
                "repairs": ["fields were separated by semicolons"],
                "shared": True,
                "original": {"file": "shops.csv", "sha256": "0" * 64},
            }
        ],
        "decisions": [],
        "finished": True,
        "recording": None,
        **more,
    }


def told(*runs: dict[str, Any], files: dict[str, str] | None = None) -> Provenance:
    whole = {"provenance": 1, "exported_with": dict(versions()), "export": {}, "review": {}, "files": files or {}}
    return Provenance.model_validate({**whole, "runs": list(runs)})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A published folder, as far as it is looked at before the work."""
    for part in ("dialogue_data", "resource"):
        (tmp_path / "published/data" / part).mkdir(parents=True)
    (tmp_path / "published/data/resource/shops.csv").write_text(TABLE)
    return tmp_path / "published"


def prepared(folder: Path, **more: Any) -> Any:
    return prepare(folder, RunTold.model_validate(run_told(**more)), folder.parent / "work", HERE)  # type: ignore[arg-type]


# a run as it began


def test_a_run_begins_as_it_did_with_its_table_and_what_it_was_asked_for(folder: Path) -> None:
    work = prepared(folder)
    settings = work.settings
    assert (settings.targets.normal, settings.model.seed, settings.model.backend) == (3, 4, "procedural")
    with Archive.open(work.run) as archive:
        assert archive.note("commissions") == [[{"speech": "colloquial", "turns": 9}]]
        assert archive.note("picked") == {"plot_qa": ["shops.p01.s1.d1.t02"]}
        table = archive.note("intake")["table"]
    assert (table["repairs"], table["licence"], table["rows"]) == (["fields were separated by semicolons"], "CC0", 12)
    assert prepared(folder).run == work.run, "begun before, it goes on"


def test_what_code_may_do_here_is_not_for_a_published_file_to_say(folder: Path) -> None:
    sandbox = {"require": [], "wall_seconds": 900.0, "memory_mib": 512, "workers": 900, "sessions": 4000}
    table = {"file": "/etc/hostname", "licence": ""}
    model = {"backend": "openai", "name": "m", "seed": 4}
    work = prepared(folder, settings={"table": table, "sandbox": sandbox, "model": model, "targets": {"normal": 3}})
    assert set(work.settings.sandbox.require) == set(HERE)
    assert (work.settings.sandbox.wall_seconds, work.settings.sandbox.memory_mib) == (30.0, 512)
    assert work.settings.sandbox.workers is None and work.settings.model.backend == "procedural"
    assert work.settings.table_file == folder.parent / "work/scenario/shops.csv"
    assert work.looser == ["[sandbox] wall_seconds was 900.0, and is 30.0 here"]


def test_another_table_is_refused_before_any_work(folder: Path) -> None:
    (folder / "data/resource/shops.csv").write_text(TABLE.replace("Oslo", "Narvik"))
    with pytest.raises(ArchiveError, match="is not the table that the benchmark was made of"):
        prepared(folder)
    (folder / "data/resource/shops.csv").unlink()
    with pytest.raises(ArchiveError, match=r"shops\.csv is not there: get the benchmark again"):
        prepared(folder)


def test_a_folder_of_another_run_is_left_alone(folder: Path) -> None:
    prepared(folder)
    with pytest.raises(ArchiveError, match="holds another run; choose another folder with --out"):
        prepared(folder, seed=5)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"roles": {"client": {"backend": "openai", "model": "m1"}}}, r"made by m1 \(openai\), and its calls are not"),
        ({"roles": {}}, "models that are not told"),
        ({"seed": None}, "not known with which seed"),
    ],
)
def test_what_cannot_be_made_again_is_said_before_any_work(folder: Path, more: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        prepared(folder, **more)


def test_a_recording_that_is_told_of_and_missing_is_named(folder: Path) -> None:
    with pytest.raises(ArchiveError, match=r"recordings/shops\.recording, the model calls of shops, is missing"):
        prepared(folder, recording="recordings/shops.recording")


def test_the_work_is_not_done_in_the_published_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "provenance.json").write_text(provenance_text(told(run_told()).model_dump(mode="json")))
    before = file_hashes(folder, but=())
    for place in (folder, folder / "again"):
        assert main(["rebuild", str(folder), "--out", str(place)]) == 2
        assert "choose another one with --out" in capsys.readouterr().err
    assert file_hashes(folder, but=()) == before


def test_the_public_part_of_a_benchmark_cannot_be_rebuilt(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    public = told().model_dump(mode="json") | {"export": {"public": True}}
    (folder / "provenance.json").write_text(provenance_text(public))
    assert main(["rebuild", str(folder), "--out", str(folder.parent / "out")]) == 1
    assert "is the public part of a benchmark whose gold is held back" in capsys.readouterr().err


# what came out


def test_files_are_compared_and_what_differs_in_lines_is_told(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    cases = [{"data_id": f"t{n}", "current_query": "q", "result_type": "value"} for n in range(3)]
    for place, query in ((old, "q"), (new, "other")):
        place.mkdir()
        lines = [*cases[:1], {**cases[1], "current_query": query}, cases[2]]
        (place / "normal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        (place / "same.md").write_text("same")
    (old / "gone.png").write_bytes(b"\xff\x00")
    (new / "more.png").write_bytes(b"\xff\x00")
    (old / "figure.png").write_bytes(b"\xff\x00")
    (new / "figure.png").write_bytes(b"\xff\x00\x00")
    found = differences(told(files=file_hashes(old, but=())), old, file_hashes(new, but=()), new)
    assert found == [
        Difference("figure.png", "its bytes are others (2 published, 3 made)"),
        Difference("gone.png", "it was published, and was not made"),
        Difference("more.png", "it was made, and was not published"),
        Difference("normal.jsonl", "1 of 3 lines differ, the first is line 2 (t1), in current_query"),
    ]
    (old / "normal.jsonl").write_text("edited since")
    (one,) = differences(told(files={"normal.jsonl": "0" * 64}), old, {"normal.jsonl": "1" * 64}, new)
    assert "is not at hand as it was" in one.how


def test_what_is_not_as_it_was_is_listed_and_only_that() -> None:
    layers = {"shops": dict.fromkeys(HERE, "on")}
    assert reasons(told(run_told()), layers) == []
    older = {**versions(), "matplotlib": "3.0.0"}
    run = run_told(made_with=[older], prompts={**prompt_hashes(PROMPTS, []), "admin_role": "0" * 64}, finished=False)
    found = reasons(told(run), {"shops": {**layers["shops"], "seccomp": "no filter"}})
    assert found == [
        f"matplotlib: 3.0.0 when it was made, {versions()['matplotlib']} here",
        "prompts have other words here: admin_role",
        "shops: these layers of the sandbox are not as they were: seccomp",
        "shops: it had stopped before its end when it was exported, and went to its end here",
    ]
    several = reasons(told(run_told(made_with=[older, dict(versions())]), run_told(made_with=None)), layers)
    assert "shops: it was made in several sittings, with 2 sets of versions" in several
    assert "shops: it was not noted with which versions it was made" in several


def test_it_is_told_in_words_what_came_out() -> None:
    spoilt = Rebuilt(Path("a"), Path("b"), 12, (), (), ("a/README.md is not as it was exported",))
    assert text_of(spoilt).splitlines()[0] == spoilt.as_json()["damaged"][0] == "a/README.md is not as it was exported"
    equal = Rebuilt(Path("a"), Path("b"), 12, (), ())
    assert text_of(equal) == "benchmark: b\nequal: all 12 files are byte for byte as published"
    other = Rebuilt(Path("a"), Path("b"), 11, (Difference("README.md", "its bytes are others"),), ("pandas: 1, 2",))
    assert text_of(other).splitlines()[1:] == [
        "not equal: 1 of 12 files are not as published",
        "  README.md: its bytes are others",
        "what is not as it was when it was made, and may be why:",
        "  pandas: 1, 2",
    ]
    assert not other.equal and "please report it" in text_of(Rebuilt(Path("a"), Path("b"), 11, other.different, ()))


def test_what_people_did_is_read_back_as_the_card_had_it(tmp_path: Path) -> None:
    done = Reviewed(
        people={"reviewer": (31, 29), "adjudicator": (2,)},
        decided={"turn": {"rejected": 2, "accepted": 20}, "case": {"accepted": 3}},
        waiting={"scenario": 4, "case": 7},
        adjudicated=2,
        agreed=(Agreed("judge", "raw", 30, 0.9333, 0.81, 1.0), Agreed("judge", "kappa", 30, None, undefined="no")),
        unedited=(20, 28),
    )
    from company.benchmark.publishing.provenance import provenance_of

    its = family("dialogues")
    whole = provenance_of(its, [], {"history": None}, include_unreviewed=False, reviewed=done, verdicts=Verdicts(3))
    people = json.loads(provenance_text(whole))["review"]["people"]
    assert review_text(reviewed_again(people), Verdicts(3), 9) == review_text(done, Verdicts(3), 9)
