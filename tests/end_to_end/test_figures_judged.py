"""Models that draw a folder in MatPlotBench's layout, over HTTP: every mode, eyes, judges, bounds, tables, ratings."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from company import api
from company.api import Scores
from company.errors import ConfigError
from company.evaluation.asking import Seeing
from tests.support.commands import company_command
from tests.support.drawing_server import Drawing, bars, drawing_server, matplotbench_of_bars
from tests.support.judges_by_hand import picture
from tests.support.rating_server import pictures_of, text_of

MODEL, JUDGE = "openai/gpt-4o", "openai/gpt-4o-mini"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return matplotbench_of_bars(tmp_path_factory.mktemp("figures") / "benchmark_data")


@pytest.fixture(scope="module")
def server() -> Iterator[Drawing]:
    with drawing_server() as drawing:
        yield drawing


def evaluated(benchmark: Path, server: Drawing, logs: Path, **asking: Any) -> Scores:
    server.bodies.clear()
    server.asked.clear()
    if judge := asking.pop("judge", None):
        asking["judge"] = Seeing(judge, server.url, logs=logs, **asking.pop("judging", {}))
    return api.evaluate(benchmark, MODEL, base_url=server.url, logs=logs, quiet=True, **asking)


def values_in(logs: Path) -> list[float]:
    """What Inspect has of each sample in the only log of a folder."""
    from inspect_ai.log import read_eval_log

    (file,) = logs.glob("*.eval")
    return [each.value for sample in read_eval_log(str(file)).samples or () for each in (sample.scores or {}).values()]


@pytest.mark.parametrize(
    ("mode", "asked", "score"),
    [
        ("base", {"draw": 3}, 15.0),
        ("cot", {"draw": 3}, 15.0),
        ("agent-blind", {"expand": 3, "draw": 3}, 15.0),
        ("agent", {"expand": 3, "draw": 3, "look": 3, "redraw": 3}, 98.0),
    ],
)
def test_every_mode_draws_and_is_judged(
    benchmark: Path, server: Drawing, tmp_path: Path, mode: str, asked: dict[str, int], score: float
) -> None:
    found = evaluated(benchmark, server, tmp_path, mode=mode, judge=JUDGE)
    # Three references beside themselves and three of other cases come first; random data need the reference's code.
    # What is just as the reference was asked about among those.
    assert server.asked == {**asked, "judge": 6 + (3 if score < 98 else 0)}
    told = found.figures
    assert told["judged"]["value"] == score and told["judged"]["trial"]["trusted"]
    assert told["accuracy"] is None and "value" not in told and told["executable"]["value"] == 1
    assert "likeness (D)" in found.text and "not available" in found.text and "passed 6 of 6 controls" in found.text
    assert "not right" not in found.text and {math.isnan(value) for value in values_in(tmp_path)} == {True}
    assert {body["temperature"] for body in server.bodies} == {0.0, 0.2}
    judging = [body for body in server.bodies if len(pictures_of(body)) == 2]
    assert all("Draw the bars of case" in text_of(body) for body in judging)
    first = next(place for place, body in enumerate(server.bodies) if body in judging)
    assert [body in judging for body in server.bodies[first : first + 6]].count(True) >= 1
    agents = [body for body in server.bodies if len(pictures_of(body)) == 1]
    assert len(agents) == asked.get("look", 0)


def test_the_eyes_can_be_another_models_and_nothing_kept_is_asked_again(
    benchmark: Path, server: Drawing, tmp_path: Path
) -> None:
    asking = {"mode": "agent", "vision_model": JUDGE, "vision_base_url": server.url, "limit": 2}
    found = evaluated(benchmark, server, tmp_path, judge=JUDGE, **asking)
    looked = [body["model"] for body in server.bodies if len(pictures_of(body)) == 1]
    assert looked == ["gpt-4o-mini"] * 2 and found.sitting is not None
    assert found.sitting.name == f"{MODEL} · agent · eyes {JUDGE}"
    case = found.scored[0].as_json()
    assert (case["course"], case["calls"], case["rolled_back"]) == ("at once", 4, False)
    again = evaluated(benchmark, server, tmp_path, judge=JUDGE, **asking)
    assert server.bodies == [] and again.figures == found.figures


def test_a_draft_that_fails_is_mended_and_one_that_is_made_worse_stands(benchmark: Path, tmp_path: Path) -> None:
    def fails(text: str) -> str:
        if "Change the program" in text:
            return "```python\nraise ValueError('worse')\n```"
        return "```python\nimport pandas as pd\npd.read_csv('none.csv')\n```"

    with drawing_server(draws=fails) as server:
        found = evaluated(benchmark, server, tmp_path, mode="agent", limit=1)
        assert found.scored[0].as_json()["course"] == "after debugging" and server.asked["mend"] == 1
        mended = next(body for body in server.bodies if text_of(body).startswith("It did not work"))
        assert "none.csv" in text_of(mended)


def test_a_judge_that_gives_no_score_is_listed_with_bounds_and_fails_the_command(
    benchmark: Path, tmp_path: Path
) -> None:
    responses = tmp_path / "r.jsonl"
    lines = [{"data_id": f"example_{at}", "response": bars(f"`bars_{at}.csv`", "firebrick")} for at in (1, 2)]
    responses.write_text("".join(json.dumps(line) + "\n" for line in lines))

    def shy(text: str, pictures: Sequence[bytes]) -> str:
        return "I would rather not." if "case 2" in text else "[FINAL SCORE]: 70"

    with drawing_server(judge=shy) as server:
        words = ("score", benchmark, responses, "--judge", JUDGE, "--judge-base-url", server.url, "--log-dir", tmp_path)
        done = company_command(*words, "--json")
        assert done.returncode == 1, done.stderr
        told = json.loads(done.stdout)
        judged = told["judged"]
        assert judged["unscored"] == ["example_2"] and judged["value"] == 35.0
        assert judged["least"] == pytest.approx(70 / 3, abs=1e-3) and judged["most"] == pytest.approx(170 / 3, abs=1e-3)
        assert not judged["trial"]["trusted"]
        assert told["unanswered"] == 1 and told["cases"][2]["judged"]["score"] == 0
        text = company_command(*words)
        assert text.returncode == 1 and "NOT TO BE BELIEVED" in text.stdout and "unscored" in text.stdout


def test_words_of_a_users_own_and_both_orders(benchmark: Path, server: Drawing, tmp_path: Path) -> None:
    words = tmp_path / "mine.md"
    words.write_text("Rate the $drawn picture; the $truth one is right. $query")
    judging = {"prompt": words, "samples": 2, "orders": "both"}
    found = evaluated(benchmark, server, tmp_path, judge=JUDGE, judging=judging, limit=1)
    case = found.scored[0].as_json()
    assert len(case["judged"]["samples"]) == 4 and case["judged"]["turned"] == 0 and case["judged"]["spread"] == 0
    assert case["judge"]["source"] == "mine.md" and len(case["judge"]["prompt"]) == 12
    assert any(text_of(body).startswith("Rate the second picture; the first one") for body in server.bodies)


def test_what_matplotagent_left_is_scored_by_its_last_picture(benchmark: Path, server: Drawing, tmp_path: Path) -> None:
    place = tmp_path / "workspace"
    truth = (benchmark / "ground_truth" / "example_1.png").read_bytes()
    for number, content in ((1, truth), (2, picture([5, 70, 10], "black"))):
        (place / f"example_{number}").mkdir(parents=True)
        (place / f"example_{number}" / "novice.png").write_bytes(content)
    found = api.score(benchmark, place, judge=Seeing(JUDGE, server.url, logs=tmp_path), quiet=True)
    scores = [case.as_json()["judged"]["score"] for case in found.scored]
    assert scores == [98.0, 15.0, 0.0] and found.figures["unanswered"] == 1


@pytest.mark.parametrize(
    ("asking", "said"),
    [
        ({"mode": "think"}, "no mode 'think'"),
        ({"vision_model": JUDGE}, "in mode base nobody looks at a draft"),
        ({"judge": JUDGE, "judging": {"orders": "random"}}, "--judge-orders random"),
        ({"judge": JUDGE, "judging": {"samples": 0}}, "--judge-samples 0"),
        ({"judge": JUDGE, "judging": {"prompt": Path("none.md")}}, "cannot be read"),
        ({"judge": "nobody/knows"}, "--judge nobody/knows"),
        ({"judge": "openai/nobody-knows", "budget": 1.0}, "no price of openai/nobody-knows"),
    ],
)
def test_what_there_is_not_is_refused_before_anything_is_asked(
    benchmark: Path, server: Drawing, tmp_path: Path, asking: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        evaluated(benchmark, server, tmp_path, **asking)
    assert server.bodies == []


def test_the_report_compares_modes_and_puts_people_beside(benchmark: Path, server: Drawing, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    for mode in ("base", "agent"):
        evaluated(benchmark, server, logs, mode=mode, judge=JUDGE)
    ratings = tmp_path / "ratings.jsonl"
    said = [
        {"data_id": f"example_{at}", "answer": f"{MODEL} · {mode}", "rater": rater, "score": score + at}
        for mode, score in (("base", 30), ("agent", 90))
        for at in (1, 2, 3)
        for rater in ("Ada", "Ben")
    ]
    ratings.write_text("".join(json.dumps(line) + "\n" for line in said))
    page = tmp_path / "page.html"
    words = ("report", benchmark, logs, "--ratings", ratings, "--out", page, "--markdown", tmp_path / "page.md")
    done = company_command(*words, "--json")
    assert done.returncode == 0, done.stderr
    tables = json.loads(done.stdout)["tables"]
    (row,) = tables["modes"]
    assert row["judge"]["value"] == 83.0 and row["drawn"]["value"] is None
    assert tables["courses"][0]["at once"] == 3
    together = tables["calibration"][-1]
    assert together["figures"] == 6 and together["judge"]["pearson"]["value"] > 0.99 and together["drawn"] is None
    assert "takes more than 25" in together["judge"]["subsets"]["why"]
    text = page.read_text()
    assert "judges its own" not in text
    for words_of_it in ("48.86", "depends on k", "Bland", "never", "not available"):
        assert words_of_it in text and words_of_it in (tmp_path / "page.md").read_text()
    done = company_command("review", tmp_path / "people", "rate", benchmark, logs, "--cases", 2)
    assert done.returncode == 0 and "4 figures are to be rated" in done.stdout, done.stderr
    done = company_command("report", benchmark, logs, "--ratings", tmp_path / "people", "--out", page)
    assert done.returncode == 2 and "nobody has rated a figure there" in done.stderr
    ratings.write_text('{"data_id": "example_9", "answer": "openai/gpt-4o · base", "rater": "Ada", "score": 4}\n')
    done = company_command(*words)
    assert done.returncode == 2 and "has no answer to example_9" in done.stderr
