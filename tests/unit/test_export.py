"""A benchmark folder is written whole, in the public format, or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import company.api
from company.api import Benchmark
from company.archive import Archive
from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.export import export
from company.benchmark.publishing.reviewed import Agreed, Reviewed
from company.benchmark.reading import read_benchmark
from company.config import ReviewSettings
from company.errors import ArchiveError, ReviewError
from company.families.dialogues.body.reference import solution
from company.families.dialogues.content import dialogues_of
from company.families.dialogues.publishing.card import STRONG_SOLVER, card_text
from company.families.dialogues.records import Attempt, Case, Dialogue, Persona, Scenario
from company.families.dialogues.statistics.stats import stats, stats_text
from company.records import Execution, RunError
from company.reviewing import REVIEWED, WAITS, Fingerprints, put_settings
from human_review.store import ReviewStore
from tests.support.folders import write_folder


def _write(dialogue: Any, out: Path, positions: tuple[int, ...] = (1, 2, 4, 5)) -> Path:
    entries = [dialogue.entry(position) for position in positions]
    csv = dialogue.resource / "shops.csv"
    return write_folder(out, dialogue.table, csv, entries, Origin("procedural", seed=7))


def _record(kind: Any, record_id: str, parent: str | None, **more: Any) -> Any:
    return kind(id=record_id, parent=parent, stage=kind.__name__, position=1, status="accepted", **more)


def _run(dialogue: Any, layers: dict[str, str] | None = None) -> Path:
    """An archive with the hand-made dialogue; its last case waits for a verdict, turn 2 failed once."""
    run: Path = dialogue.resource.parent
    failed = Attempt(code="best = x", execution=Execution(ok=False, error=RunError(type="NameError", message="x")))
    with Archive.create(run) as archive:
        archive.put(dialogue.table)
        archive.put_note("settings", {"model": {"seed": 7}, "table": {"licence": "CC0"}})
        archive.put_note("backends", {"admin": {"name": "procedural", "model": "grammar, seed 7", "note": ""}})
        if layers:
            archive.put_note("sandbox", {"layers": layers, "forks": True})
        person = {"name": "Ada Berg", "location": "Oslo", "job_title": "baker", "background": "Runs a bakery."}
        archive.put(_record(Persona, "shops.p1", "shops", **person))
        archive.put(_record(Scenario, "shops.p1.s1", "shops.p1", name="Rent", description="Rents rise.", goal="Where?"))
        talk = {
            "speech": "colloquial",
            "table_variable": "shops",
            "prelude": dialogue.prelude,
            "turns": 5,
            "ended": "plan done",
        }
        archive.put(_record(Dialogue, "shops.p1.s1.d1", "shops.p1.s1", **talk))
        for turn in dialogue.turns:
            tried = (failed, *turn.attempts) if turn.position == 2 else turn.attempts
            archive.put(turn.model_copy(update={"attempts": tried}))
        for position in (1, 2, 4, 5):
            entry = dialogue.entry(position)
            case = _record(Case, f"{entry['data_id']}.c", entry["data_id"], entry=entry)
            archive.put(case.model_copy(update={"status": "proposed"}) if position == 5 else case)
    return run


def test_the_folder_is_as_the_public_format_says(dialogue: Any, tmp_path: Path) -> None:
    out = _write(dialogue, tmp_path / "made" / "shops")
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()) == [
        "README.md",
        "data/dialogue_data/normal.jsonl",
        "data/resource/decision_company.json",
        "data/resource/decision_company.py",
        "data/resource/shops.columns.json",
        "data/resource/shops.csv",
    ]
    lines = (out / "data/dialogue_data/normal.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [dialogue.entry(position) for position in (1, 2, 4, 5)]
    assert json.loads((out / "data/resource/decision_company.json").read_text()) == {}
    assert (out / "data/resource/shops.csv").read_bytes() == (dialogue.resource / "shops.csv").read_bytes()
    assert [path.name for path in out.parent.iterdir()] == ["shops"]


def test_an_older_benchmark_is_replaced_and_anything_else_is_left_alone(dialogue: Any, tmp_path: Path) -> None:
    out = _write(dialogue, tmp_path / "shops")
    _write(dialogue, out, positions=(1,))
    assert len(read_benchmark(out).entries) == 1
    other = tmp_path / "thesis"
    other.mkdir()
    (other / "chapter.txt").write_text("years of work")
    with pytest.raises(ArchiveError, match="--out"):
        _write(dialogue, other)
    assert (other / "chapter.txt").read_text() == "years of work"


def test_what_fails_half_way_leaves_the_older_benchmark(dialogue: Any, tmp_path: Path) -> None:
    out = _write(dialogue, tmp_path / "shops")
    (dialogue.resource / "shops.csv").unlink()
    with pytest.raises(ArchiveError, match=r"shops\.csv"):
        _write(dialogue, out, positions=(1,))
    assert len(read_benchmark(out).entries) == 4
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_run_is_exported_from_its_archive(dialogue: Any, tmp_path: Path) -> None:
    out = export([_run(dialogue)], tmp_path / "out", include_unreviewed=False)
    content = read_benchmark(out)
    assert [entry["data_id"][-3:] for entry in content.entries] == ["t01", "t02", "t04"]
    told = dialogues_of(content)[0]
    assert told["persona"]["job_title"] == "baker"
    assert [turn["cases"] != [] for turn in told["turns"]] == [True, True, False, True, False]
    assert told["turns"][2]["code"] is None
    assert told["turns"][1]["failed_attempts"][0]["error"]["type"] == "NameError"
    card = (out / "README.md").read_text()
    assert "CC0" in card and "not a language model" in card and "seed 7" in card
    assert "wait for a person's verdict" not in card
    assert "\n\n## What it is good for, and what not\n" in card
    assert f"A strong language model, shown the prompts alone, {STRONG_SOLVER}." in card


@pytest.mark.parametrize(
    ("layers", "words"),
    [
        ({"landlock": "on", "seccomp": "on"}, "these layers on: landlock, seccomp.\n"),
        (
            {"landlock": "on", "seccomp": "no\nfilter"},
            "on: landlock. At least once it ran **without seccomp (no filter)**.",
        ),
        ({"seccomp": "no filter"}, "on: none. At least once it ran **without seccomp (no filter)**."),
        (None, "It was not recorded which layers of the sandbox stood around the code"),
    ],
)
def test_the_card_says_behind_which_layers_the_code_ran(dialogue: Any, layers: Any, words: str) -> None:
    out = export([_run(dialogue, layers)], None, include_unreviewed=False)
    assert words in (out / "README.md").read_text()


def test_unreviewed_cases_are_taken_when_asked_for_and_the_card_says_so(dialogue: Any) -> None:
    run = _run(dialogue)
    out = export([run], None, include_unreviewed=True)
    assert out == run / "benchmark"
    assert len(read_benchmark(out).entries) == 4
    assert "wait for a person's verdict: 1." in (out / "README.md").read_text()


def test_a_run_without_accepted_cases_is_an_error_with_a_next_step(tmp_path: Path) -> None:
    Archive.create(tmp_path / "run").close()
    with pytest.raises(ArchiveError, match="company status"):
        export([tmp_path / "run"], None, include_unreviewed=False)


def test_the_card_counts_what_is_in_the_lines(dialogue: Any) -> None:
    entries = [dialogue.entry(position) for position in (1, 2, 4, 5)]
    card = card_text([(dialogue.table, Origin("openai", model="some-model", licence="CC BY 4.0"))], {"normal": entries})
    assert "| cases | 4 |" in card
    assert "| intents (expected results) | 5 |" in card
    assert "| dialogues | 1 |" in card
    assert "| cases with several intents | 1 |" in card
    assert "dataframe 1, list 1, plot 1, series 1, value 1" in card
    assert "some-model" in card and "not a language model" not in card and "good for" not in card
    assert "8 rows and 5 columns" in card and "CC BY 4.0" in card and "separated by ';'" in card


def test_figures_come_from_the_lines_and_from_the_dialogues_where_they_are(dialogue: Any, tmp_path: Path) -> None:
    bare = stats(_write(dialogue, tmp_path / "bare"))
    assert bare["cases"] == 4 and bare["intents"] == 5 and bare["result_types"]["plot"] == 1
    assert list(bare["registers"]) == ["all"]
    figures = bare["registers"]["all"]["figures"]
    assert figures["turns per dialogue: fewest, median, most"]["ours"] == [4, 4, 4]
    assert figures["turns with several intents, %"] == {"ours": [25], "published": []}
    assert figures["sub-goals per dialogue: fewest, median, most"]["ours"] == []

    whole = stats(export([_run(dialogue)], None, include_unreviewed=True))
    told = whole["registers"]["colloquial"]["figures"]
    assert told["turns per dialogue: fewest, median, most"] == {"ours": [5, 5, 5], "published": [19, 27, 51]}
    assert told["answers with code, %"]["ours"] == [80]
    assert told["turns that use a variable of an earlier turn, %"]["ours"] == [50]
    assert told["distance to that turn: median, p75, most"]["ours"] == [1.5, 2, 2]
    assert told["queries with a question mark, %"]["ours"] == [100]
    assert whole["registers"]["colloquial"]["operations, % of turns"]["plot"] == {"ours": [25], "published": [11]}
    text = stats_text(whole)
    assert "published" in text and "register: colloquial" in text
    assert json.loads(json.dumps(whole)) == whole


# what people said


def _judged(run: Path, *positions: int, said: str = "accept") -> None:
    """Notes as `human_review` writes them, on the cases of these turns as they are."""
    with Archive.open(run) as archive:
        for case in archive.records("case"):
            if int(case.entry["data_id"][-2:]) in positions:
                mark = Fingerprints(archive).of([case])
                content = {"hash": mark, "applied_hash": mark, "by": "review", "decision": {"kind": said}}
                archive.put_fact(REVIEWED, "case", case.id, content=content)


def _taken(out: Path) -> list[str]:
    return [entry["data_id"][-3:] for entry in read_benchmark(out).entries]


def test_where_people_have_begun_with_cases_those_they_did_not_judge_stay_out(dialogue: Any, tmp_path: Path) -> None:
    run = _run(dialogue)
    assert _taken(export([run], tmp_path / "before")) == ["t01", "t02", "t04"]
    assert "**Nobody has reviewed it.**" in (tmp_path / "before" / "README.md").read_text()
    _judged(run, 1, 4)
    assert _taken(export([run], tmp_path / "out")) == ["t01", "t04"]
    card = (tmp_path / "out" / "README.md").read_text()
    assert "Left out, since nobody has judged them yet: 1 case." in card
    assert "judged themselves: 2 of 2." in card and "their queue was not at hand" in card and "Nobody" not in card
    assert _taken(export([run], tmp_path / "all", include_unreviewed=True)) == ["t01", "t02", "t04", "t05"]
    card = (tmp_path / "all" / "README.md").read_text()
    assert (
        "judged themselves: 2 of 4." in card
        and "still wait for a person's verdict: 2." in card
        and "Left out" not in card
    )


def test_a_run_is_opened_once_whatever_is_read_of_it(dialogue: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run = _run(dialogue)
    ReviewStore.of_run(run).close()
    opened, usual = [], Archive.open
    monkeypatch.setattr(Archive, "open", lambda place: opened.append(place) or usual(place))
    made = company.api.export(run, history=2)
    assert len(made.content.entries) == 3
    assert opened == [run]
    with pytest.raises(ReviewError, match="this is no address of a database"):
        company.api.export(run, database="nonsense")


def test_what_is_trusted_needs_no_verdict_to_be_exported(dialogue: Any, tmp_path: Path) -> None:
    run = _run(dialogue)
    _judged(run, 1)
    with Archive.open(run) as archive:
        put_settings(archive, ReviewSettings(rest="trust", audit=0.0))
    assert _taken(export([run], tmp_path / "out")) == ["t01", "t02", "t04"]


def test_a_verdict_on_another_version_of_a_case_does_not_count(dialogue: Any, tmp_path: Path) -> None:
    run = _run(dialogue)
    _judged(run, 1, 2)
    with Archive.open(run) as archive:
        case = next(each for each in archive.records("case") if each.entry["data_id"].endswith("t02"))
        archive.put(case.model_copy(update={"entry": {**case.entry, "current_query": "Something else?"}}))
    assert _taken(export([run], tmp_path / "out")) == ["t01"]


def test_nothing_but_cases_that_wait_is_refused_with_the_way_out(dialogue: Any, tmp_path: Path) -> None:
    run = _run(dialogue)
    with Archive.open(run) as archive:
        for case in archive.records("case"):
            archive.settle(case.id, "proposed", WAITS)
    with pytest.raises(ArchiveError, match="--include-unreviewed takes those that wait"):
        export([run], tmp_path / "out")


def test_the_card_says_who_reviewed_how_much_and_how_far_they_agree(dialogue: Any, tmp_path: Path) -> None:
    done = Reviewed(
        people={"reviewer": (31, 29), "adjudicator": (2,)},
        decided={"turn": {"accepted": 20, "edited": 8, "rejected": 2}},
        waiting={"turn": 4, "case": 7},
        adjudicated=2,
        agreed=(
            Agreed("judge", "raw", 30, 0.9333, 0.81, 1.0),
            Agreed("judge", "kappa", 30, None, undefined="everyone said accept of every item"),
        ),
        unedited=(20, 28),
    )
    card = (export([_run(dialogue)], tmp_path / "out", reviewed=done) / "README.md").read_text()
    for words in (
        "2 reviewers (31, 29 verdicts); 1 adjudicator (2 verdicts)",
        "| turn | 20 | 8 | 2 | 0 | 4 |",
        "| case | 0 | 0 | 0 | 0 | 7 |",
        "since reviews did not agree: 2 (6.7%)",
        "| all kinds | judge | raw | 93.33% | 81.0% to 100.0% | 30 |  |",
        "| all kinds | judge | kappa | undefined | none | 30 | everyone said accept of every item |",
        "inner agreement as 93.64",
        "20 of 28 turns with code that people decided or differ on (71.4%)",
        "23.5 %",
    ):
        assert words in card, words


# as pandas frames


def test_a_benchmark_is_frames_of_cases_turns_and_verdicts(dialogue: Any) -> None:
    said = {"record": "shop.p1", "kind": "persona", "form": "judge", "decision": "accept", "decided_by": "review"}
    given = {"reviewer": 1, "role": "reviewer", "duty": "review", "verdict": "accept", "said": "", "late": False}
    lines = [{**said, **given, "standing": True, "seconds": seconds} for seconds in (3.5, None)]
    benchmark = Benchmark(export([_run(dialogue)], None, include_unreviewed=True, verdicts=lines))
    assert len(benchmark) == 4 and "4 cases (4 normal)" in repr(benchmark) and "4 cases" in benchmark._repr_html_()
    cases = benchmark.cases
    assert set(cases["category"]) == set(cases["mode"]) == {"normal"} and set(cases["answered_by"]) == {"code"}
    first = cases.iloc[0]
    assert (first["intents"], first["history"], first["types"]) == (1, 0, first["types"])
    assert first["reference"] == solution(benchmark.content.entries[0]["reference_answer"])
    assert cases["history"].tolist() == sorted(cases["history"])
    turns = benchmark.turns
    assert len(turns) == 5 and turns.index.names == ["dialogue", "turn"] and turns["code"].isna().sum() == 1
    assert sorted(data_id for made in turns["cases"] for data_id in made) == sorted(cases.index)
    assert turns["failed_attempts"].sum() == 1
    verdicts = benchmark.verdicts
    assert verdicts["seconds"].isna().tolist() == [False, True] and verdicts["standing"].all()
    assert verdicts["record"].tolist() == ["shop.p1"] * 2


def test_frames_of_a_folder_that_tells_little_have_their_columns_all_the_same(dialogue: Any, tmp_path: Path) -> None:
    bare = Benchmark(_write(dialogue, tmp_path / "bare"))
    assert bare.turns.columns.tolist() == Benchmark(export([_run(dialogue)], None)).turns.columns.tolist()
    assert len(bare.verdicts) == 0 and "reviewer" in bare.verdicts
