"""A benchmark of ours, with what its references draw: D and J of an answer, random data, baselines, others' layouts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import pytest_asyncio

from company.archive import Archive
from company.benchmark.reading import Benchmark, read_benchmark
from company.errors import ConfigError
from company.evaluation.sittings import Answered, Sitting
from company.families.figures.evaluation.baselines import baselines_of
from company.families.figures.evaluation.judging.judge import VisionJudge
from company.families.figures.evaluation.judging.random_data import shuffled
from company.families.figures.evaluation.judging.seeing import SeeingJudge
from company.families.figures.evaluation.judging.words import JudgeWords
from company.families.figures.evaluation.layouts import matplotbench
from company.families.figures.evaluation.layouts.exporting import export_layout
from company.families.figures.evaluation.layouts.lines import numbered
from company.families.figures.evaluation.people import calibration_of
from company.families.figures.evaluation.rating import put_before_people, ratings_of
from company.families.figures.evaluation.summing import rows_of, summary_of, unscored_in
from company.families.figures.scored import ScoredFigure
from company.records import Record
from company.sandbox import Sandbox
from human_review.queueing import fill, told
from human_review.store import ReviewStore, Submission
from human_review.verdicts import Score
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.figure_folder import BARS, CODES, LINE, figure_folder
from tests.support.judges_by_hand import HandJudge, shown_in
from tests.support.review_pages import Person

WORDS = JudgeWords("The $drawn one is an answer, the $truth one is right: $query")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def content(tmp_path_factory: pytest.TempPathFactory, local_sandbox: Sandbox) -> Benchmark:
    return read_benchmark(await figure_folder(tmp_path_factory.mktemp("both") / "b", local_sandbox))


@pytest.mark.asyncio(loop_scope="session")
async def test_an_answer_is_compared_and_looked_at(content: Benchmark, local_sandbox: Sandbox) -> None:
    ask = HandJudge()
    judge = SeeingJudge(content, VisionJudge("m", ask, WORDS))
    answers = {"bars": BARS, "line": LINE.replace("price", "tonnes"), "points": "raise ValueError"}
    found: dict[str, ScoredFigure] = {}

    def done(scored: object) -> None:
        assert isinstance(scored, ScoredFigure)
        found[scored.data_id] = scored

    await judge.run(answers, local_sandbox, done)
    assert found["bars"].right and found["bars"].value == 1 and found["bars"].judged == {
        "score": 95.0, "low": 95.0, "high": 95.0, "samples": [95.0], "unscored": 0, "spread": None, "turned": None,
    }  # fmt: skip
    assert not found["line"].right and (found["line"].judged or {})["score"] < 95
    assert (found["points"].judged or {})["score"] == 0 and not found["points"].executable
    trial = (found["bars"].judge or {})["trial"]
    assert {kind: each["controls"] for kind, each in trial["by"].items()} == {"itself": 3, "another": 3, "random": 3}
    # Controls come first, and what was not drawn is shown to nobody.
    assert len(ask.seen) == 9 + 2
    truths = [judge.truth_of(line) for line in content.entries]
    assert all(shown_in(each[0])[1] in truths for each in ask.seen)
    summary = summary_of(list(found.values()))
    assert summary["accuracy"]["value"] == pytest.approx(1 / 3, abs=1e-4) and summary["executable"]["cases"] == 3
    assert summary["judged"]["cases"] == 3 and summary["judged"]["model"] == "m" and unscored_in([found["bars"]]) == []
    assert [row[0] for row in rows_of(summary)] == ["right", "likeness (D)", "drew a picture", "judge (J)"]


def test_random_data_keep_columns_and_ranges() -> None:
    table = pd.DataFrame({"a": [1, 2, 9], "b": [0.5, None, 2.5], "c": ["x", "y", "z"], "d": [True, False, True]})
    found = shuffled(table, 1)
    assert list(found.columns) == list(table.columns) and len(found) == 3
    assert found["a"].between(1, 9).all() and found["a"].dtype.kind == "i" and found["b"].between(0.5, 2.5).all()
    assert sorted(found["c"]) == ["x", "y", "z"] and found["d"].sum() == 2
    pd.testing.assert_frame_equal(found, shuffled(table, 1))
    assert not found.equals(shuffled(table, 2))


def test_who_knows_nothing_stays_below(content: Benchmark) -> None:
    found = baselines_of(content)
    assert list(found) == ["blank", "another", "random", "pandas"]
    assert found["blank"]["value"] < found["random"]["value"] < 90
    assert all(0 <= each["value"] < 90 and each["cases"] == 3 for each in found.values())
    without = replace(content, cases={"figure": tuple({**line, "portrait": ""} for line in content.entries)})
    assert baselines_of(without) == {}


def test_a_benchmark_goes_out_in_others_layouts(content: Benchmark, tmp_path: Path) -> None:
    folder = tmp_path / "b-matplotbench"
    export_layout("matplotbench", content, folder)
    export_layout("matplotbench", content, folder)
    again = matplotbench.read(folder)
    assert [case.data_id for case in again] == list(CODES) == list(numbered(content).values())
    assert "grain.csv" in again[0].query and again[0].data_files[0].name == "grain.csv"
    plots = tmp_path / "b-paperbanana"
    export_layout("paperbanana", content, plots)
    first = json.loads((plots / "plot" / "test.json").read_text())[0]
    assert first["gt_code"].startswith("import pandas") and first["additional_info"] == {"rounded_ratio": "4:3"}
    assert json.loads(first["content"])[0]["y"] == [3, 5, 4, 9]
    (tmp_path / "other").mkdir()
    with pytest.raises(ConfigError, match="no folder in the layout of"):
        export_layout("paperbanana", content, tmp_path / "other")


def test_a_folder_in_anothers_layout_is_read_as_a_benchmark(content: Benchmark, tmp_path: Path) -> None:
    folder = tmp_path / "mpb"
    export_layout("matplotbench", content, folder)
    found = read_benchmark(folder)
    assert found.family.name == "figures" and [line["data_id"] for line in found.entries] == list(CODES)
    line = found.entries[0]
    assert line["data_folder"] == "data/1" and line["portrait"] == "" and "`grain.csv`" in line["prompt_with_hist_txt"]
    assert "rye,3,8.5" in line["prompt_with_hist_txt"]
    assert found.family.scoring.traits("figure", line) is None
    plots = tmp_path / "pb"
    export_layout("paperbanana", content, plots)
    line = read_benchmark(plots).entries[0]
    assert line["data_folder"] == "" and '"y": [3' in line["prompt_with_hist_txt"]


def reference(content: Benchmark, line: Mapping[str, Any]) -> bytes:
    return Path(content.folder, line["ground_truth"]).read_bytes()


def sitting(content: Benchmark, mode: str, answers: Mapping[str, str]) -> Sitting:
    """A model that answered so; what its answers are worth was told before."""
    lines = {line["data_id"]: line for line in content.entries}
    scored = {
        name: ScoredFigure(data_id=name, category="figure", right=False, value=0.5, executable=True) for name in answers
    }
    told = tuple(Answered(scored[name], answers[name], 1.0, 10, 5) for name in answers if name in lines)
    return Sitting("openai/gpt-4o", mode, "", "log", told, family="figures")


def rated(run: Path, scores: Mapping[str, float]) -> None:
    """Two people rate everything, by what was asked for; the second one 4 higher."""
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        fill(archive, store, told(archive))
        for lift, name in enumerate(("Ada", "Ben")):
            reviewer = store.reviewer(store.invite(name, "reviewer")).id
            for item in store.items(most=100):
                given = store.take(reviewer, item.id)
                assert set(given.body) - {*Record.model_fields, "kind"} == {"query"}
                score = next(score for word, score in scores.items() if word in given.body["query"]) + 4 * lift
                said = Submission(
                    item=item.id,
                    slot=given.slot,
                    token=given.token,
                    version=given.version,
                    hash=given.item.hash,
                    key=f"{name} {item.id}",
                    content=Score(score=score),
                )
                store.submit(reviewer, said)


@pytest.mark.asyncio(loop_scope="session")
async def test_people_rate_what_was_drawn_and_are_not_told_by_whom(
    content: Benchmark, local_sandbox: Sandbox, tmp_path: Path
) -> None:
    base = sitting(content, "base", {"bars": BARS, "line": "raise ValueError", "points": CODES["points"][0]})
    agent = sitting(content, "agent", {"bars": f"```python\n{BARS}```", "line": LINE})
    named = {each.name: each for each in (base, agent)}
    run = tmp_path / "people"
    put = await put_before_people(run, content, named, None, local_sandbox)
    assert (put.figures, put.blank) == (4, 1) and "1 answers drew nothing" in put.sentence()
    assert await put_before_people(run, content, named, None, local_sandbox) == put
    with Archive.open(run) as archive:
        ratings = archive.records("rating")
        assert len(ratings) == 4 and not any("gpt-4o" in each.model_dump_json() for each in ratings)
        drawn, truth = archive.figures(ratings[0].id)
        assert drawn.startswith(b"\x89PNG") and truth.startswith(b"\x89PNG")
    with pytest.raises(ConfigError, match="nobody has rated a figure there"):
        ratings_of(run)
    rated(run, {"Draw bars": 80, "Draw line": 40, "Draw points": 60})
    found = ratings_of(run)
    assert found["openai/gpt-4o · base", "bars"] == {"Ada": 80, "Ben": 84}
    assert found["openai/gpt-4o · agent", "line"] == {"Ada": 40, "Ben": 44} and len(found) == 4
    rows = calibration_of(named, run)
    assert [row["figures"] for row in rows] == [2, 2, 4] and rows[-1]["people"]["people"] == 2
    with pytest.raises(ConfigError, match="no log is of these"):
        calibration_of({"another": base}, run)
    few = await put_before_people(tmp_path / "few", content, named, 1, local_sandbox)
    assert few.figures + few.blank in (1, 2)
    with pytest.raises(ConfigError, match="is no run"):
        ratings_of(tmp_path)


@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_shows_both_pictures_with_the_bands(
    content: Benchmark, local_sandbox: Sandbox, tmp_path: Path
) -> None:
    base, run = sitting(content, "base", {"bars": BARS}), tmp_path / "page"
    await put_before_people(run, content, {base.name: base}, None, local_sandbox)
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        settings = told(archive)
        fill(archive, store, settings)
        ann = Person(Desk(run, store, settings, Keys.of_run(run)), "Ann")
        item, fields, page = ann.next()
        assert "Draw bars of grain.csv" in page and "90 to 100" in page and "gpt-4o" not in page
        line = next(line for line in content.entries if line["data_id"] == "bars")
        shown = [ann.get(f"/items/{item}/figures/{number}.png").content for number in (1, 2)]
        assert shown[1] == reference(content, line) and shown[0].startswith(b"\x89PNG")
        assert ann.post(f"/items/{item}/submit", {**fields, "score": "85"}).status_code == 303
    assert ratings_of(run) == {("openai/gpt-4o · base", "bars"): {"Ann": 85}}
