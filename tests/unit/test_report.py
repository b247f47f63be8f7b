"""Models compared: item statistics, ranks, and a page that shows what strangers wrote as text."""

import random
from pathlib import Path

import pytest

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.items import items, ranks
from company.evaluation.logs import sittings
from company.evaluation.reporting import as_markdown, as_page, report_of
from company.evaluation.sittings import Answered, Sitting
from company.families.dialogues.evaluation.scored import ScoredTurn as Scored
from company.family.registry import family


def case(number: int, right: bool, outcome: str | None = None) -> Scored:
    data_id = f"wine.p{number}.s1.d1.t01"
    return Scored(
        data_id=data_id,
        category="normal",
        domain="wine",
        register="statement",
        dialogue=data_id.rpartition(".t")[0],
        right=right,
        intents=(right,),
        failure=None if right else "other values",
        reason=None if right else "dataframe: other values",
        outcome=outcome or ("gold" if right else f"other {number}"),
    )


def model(skill: float, seed: int, cases: int = 200) -> list[Scored]:
    chance = random.Random(seed)
    hard = [random.Random(number).random() for number in range(cases)]
    right = [0.7 * hard[number] + 0.3 * chance.random() < skill for number in range(cases)]
    return [case(number, each, "gold" if each else f"{number}, {seed}") for number, each in enumerate(right)]


def test_better_models_rank_higher_and_equal_ones_could_change_places() -> None:
    found = ranks({"weak": model(0.3, 1), "strong": model(0.8, 2), "twin": model(0.8, 3)})
    assert [each.model for each in found[2:]] == ["weak"]
    assert (found[2].low, found[2].high) == (3, 3)
    assert {(each.low, each.high) for each in found[:2]} == {(1, 2)}
    first, twin, weak = (each.behind for each in found)
    assert first is None and twin is not None and weak is not None
    assert not twin.sure and weak.sure and weak.value < -0.3


def test_difficulty_is_the_share_that_is_right_and_ordinary_cases_discriminate() -> None:
    found = items({str(number): model(0.2 + 0.1 * number, number) for number in range(7)})
    assert found[0].difficulty == pytest.approx(sum(model(0.2 + 0.1 * n, n)[0].right for n in range(7)) / 7)
    discriminations = [each.discrimination for each in found if each.discrimination is not None]
    assert sum(each > 0 for each in discriminations) > 0.8 * len(discriminations)


def test_a_wrong_reference_is_suspected_and_a_hard_case_is_not() -> None:
    answers = {str(number): model(0.2 + 0.1 * number, number) for number in range(7)}
    for cases in answers.values():
        cases.append(case(500, False, "what all of them say"))  # the reference is wrong
        cases.append(case(501, False))  # everybody is wrong in a way of their own
    for number, cases in enumerate(answers.values()):
        cases[-1] = case(501, False, f"{number}")
        cases.append(case(502, number < 3, None if number < 3 else f"mistake {number}"))  # only weak models are right
    found = {each.data_id: each.suspicions for each in items(answers)}
    assert found["wine.p500.s1.d1.t01"] == ("answers agree against gold",)
    assert found["wine.p501.s1.d1.t01"] == ()
    assert found["wine.p502.s1.d1.t01"] == ("weaker models do better",)
    assert sum(bool(each) for each in found.values()) < 0.05 * len(found)


def test_only_what_all_have_answered_is_compared() -> None:
    answers = {"one": [case(1, True), case(2, True)], "other": [case(2, False)]}
    assert [each.data_id for each in items(answers)] == ["wine.p2.s1.d1.t01"]
    assert [(each.model, each.accuracy) for each in ranks(answers)] == [("one", 1.0), ("other", 0.0)]
    assert ranks({"one": [case(1, True)], "other": [case(2, True)]}) == []


def sitting(name: str, mode: str, cases: list[Scored], response: str = "x = 1") -> Sitting:
    return Sitting(name, mode, "", "log", tuple(Answered(each, response, 2.0, 100, 50) for each in cases))


def test_the_page_holds_the_figures_and_shows_answers_as_text() -> None:
    hostile = "</pre><script>alert(1)</script>{{ 7 * 7 }}"
    entries = tuple(
        {"data_id": each.data_id, "current_query": hostile, "reference_answer": "y = 2"} for each in model(0.5, 1, 30)
    )
    content = Benchmark(Path("/tmp/benchmark"), {"normal": entries})
    report = report_of(
        content,
        [
            sitting("openai/gpt-4o-mini", "base", model(0.5, 1, 30), hostile),
            sitting("openai/gpt-4o-mini", "agent", model(0.7, 2, 30)),
            sitting("vendor/unheard-of", "base", model(0.7, 2, 30)),
        ],
    )
    first, second, unknown = report["models"]
    assert first["name"] == "openai/gpt-4o-mini · base"
    assert first["per_case"]["tokens"] == 150 and first["per_case"]["usd"] > 0
    assert unknown["per_case"]["usd"] is None
    assert second["accuracy"]["value"] > first["accuracy"]["value"]
    scoring = family("dialogues").scoring
    page, text = as_page(report, scoring), as_markdown(report, scoring)
    assert "<script>" not in page and "{{ 7 * 7 }}" in page and "&lt;script&gt;" in page
    assert "http" not in page.replace("http-equiv", "")
    for name in ("openai/gpt-4o-mini · agent", "vendor/unheard-of · base"):
        assert name in page and name in text
    assert f"{100 * second['accuracy']['value']:.1f} %" in text


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.eval", "junk"), ("a.json", "{}"), ("a.json", "[1]"), ("a.json", "{cut"), ("a.txt", "mine")],
)
def test_a_file_that_is_no_log_is_told(name: str, content: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(content)
    with pytest.raises(ConfigError, match=f"{name} cannot be read as a log of `company evaluate`") as raised:
        sittings([file])
    assert "\n" not in str(raised.value)


def test_logs_of_a_model_that_could_not_be_asked_are_told(tmp_path: Path) -> None:
    nobody = Sitting("some/model", "base", "wine", "logs/a.eval", ())
    with pytest.raises(ConfigError, match=r"no answer stands in logs/a\.eval"):
        report_of(Benchmark(tmp_path, {}), [nobody])
