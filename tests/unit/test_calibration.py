"""`company calibrate`: difficulty by what models made of cases, told to people where models are against the key."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import company
from company.benchmark.reading import Benchmark
from company.cli import main
from company.errors import ConfigError
from company.evaluation.by_line import groupings
from company.evaluation.calibration.calibrating import calibrate
from company.evaluation.calibration.calibration import Known, known, text_of
from company.evaluation.calibration.given import Given, given
from company.evaluation.calibration.printing import calibration_text
from company.evaluation.in_view import InView
from company.evaluation.reporting import as_markdown, as_page, report_of
from company.evaluation.sittings import Answered, Sitting
from company.families.dialogues.evaluation.scored import ScoredTurn
from company.families.dialogues.evolving.difficulty import Features, hardness, level, traits
from company.family.registry import family

CASES = 120


def line(number: int) -> dict[str, object]:
    steps = number % 5
    chosen = {"choice": {"options": [{}, {}, {}, {}]}} if number % 3 == 0 else {}
    told = {"steps": steps, "variables": steps // 2, "operations": 1 + number % 4, "execution": True}
    return {"data_id": f"wine.p{number // 6}.s1.d1.t{number % 6:02}", "difficulty": told, **chosen}


def content(cases: int = CASES) -> Benchmark:
    return Benchmark(Path("shops"), {"normal": tuple(map(line, range(cases)))}, family=family("dialogues"))


def scored(number: int, right: bool, outcome: str = "") -> ScoredTurn:
    data_id = str(line(number)["data_id"])
    return ScoredTurn(
        data_id=data_id,
        category="normal",
        domain="wine",
        register="statement",
        dialogue=data_id.rpartition(".t")[0],
        right=right,
        intents=(right,),
        outcome=outcome or ("gold" if right else f"{number} otherwise"),
    )


def model(name: str, skill: float, seed: int, cases: int = CASES) -> Given:
    """Answers that take more skill the more steps there are; case 0 has a wrong key, which the able find out."""
    chance = np.random.default_rng(seed)
    able = skill - 0.8 * (np.arange(cases) % 5 - 2)
    right = chance.random(cases) < 1 / (1 + np.exp(-able))
    answers = [scored(number, bool(each), "" if each else f"{number} by {name}") for number, each in enumerate(right)]
    if skill > 0:
        answers[0] = scored(0, False, "what is so")
    return Given(name, name, f"{name}.eval", tuple(answers))


MODELS = [model(f"m{number}", skill, number) for number, skill in enumerate((-1.0, -0.5, 0.3, 0.8, 1.5))]


def test_models_are_ranked_features_are_found_and_what_the_able_agree_on_goes_to_people() -> None:
    found = calibrate(content(), MODELS)
    assert found.kind == "2PL" and len(found.cases) == CASES
    order = sorted(found.models, key=lambda each: each.ability.value)
    assert [each.name for each in order[-2:]] == ["m3", "m4"]
    steps = next(each for each in found.features if each.name == "steps")
    assert steps.weight.low < 0.8 < steps.weight.high and steps.weight.low > 0
    assert [each.data_id for each in found.contrary] == [line(0)["data_id"]]
    assert found.contrary[0].agreeing == found.contrary[0].models == 3
    assert {each.data_id: each.guess for each in found.cases}[line(3)["data_id"]] == 0.25  # type: ignore[index]
    assert sum(each.answers for each in found.fit) == 5 * CASES
    assert all(abs(each.expected - each.observed) < 0.15 for each in found.fit)
    text = calibration_text(found)
    assert "people should look" in text and "execution" not in text  # the same in every case


def test_few_models_are_told_as_few() -> None:
    three, one = calibrate(content(), MODELS[:3]), calibrate(content(), MODELS[2:3])
    assert three.kind == "1PL" and all(each.a is None for each in three.cases)
    assert one.kind == "features"
    assert "by features, not calibrated" in calibration_text(one)
    by_steps = {number % 5: each.b.value for number, each in enumerate(one.cases)}
    assert by_steps[4] > by_steps[0]
    same = {(number % 60, round(each.b.value, 6)) for number, each in enumerate(one.cases)}
    assert len(same) == 60, "cases of equal features are equally hard where answers do not count"


def test_a_model_counts_once_for_each_case_however_often_it_was_asked() -> None:
    again = [replace(MODELS[0], file="again.eval")] * 3
    other = [replace(MODELS[0], name="m0 · agent")]
    once, repeated, ways = (calibrate(content(), MODELS[:3] + more) for more in ([], again, other))
    assert [each.b for each in repeated.cases] == [each.b for each in once.cases]
    widths = [next(each for each in found.models if each.name == "m0").ability for found in (once, repeated)]
    assert widths[1].high - widths[1].low < widths[0].high - widths[0].low
    assert next(each for each in repeated.models if each.name == "m0").repeats == 4
    assert ways.kind == "1PL" and len(ways.models) == 4
    wide = [np.mean([each.b.high - each.b.low for each in found.cases]) for found in (once, ways)]
    assert wide[1] == pytest.approx(wide[0], rel=0.05)


def test_what_less_of_a_conversation_in_view_costs_a_model_is_told() -> None:
    views = {"whole": (InView(), 1.5), "noted": (InView(2, 800), -1.0), "windowed": (InView(2), 0.8)}
    asked = [
        replace(model(name, skill, seed), model="m", name=f"m · {name}", in_view=view)
        for seed, (name, (view, skill)) in enumerate(views.items())
    ]
    found = calibrate(content(), [*asked, *MODELS])
    costs = {each.less: each.difference for each in found.less_in_view}
    assert {each.more for each in found.less_in_view} == {InView()} and list(costs) == [InView(2), InView(2, 800)]
    assert costs[InView(2, 800)].high < 0 and costs[InView(2, 800)].value < costs[InView(2)].value
    text = calibration_text(found)
    assert "2 turns, notes of 800 characters, where all in view is zero" in text
    assert json.loads(text_of(found))["models"][1]["in_view"] == {"window": 2, "notes": 800}
    # One view alone, or none, is nothing to hold others against.
    assert calibrate(content(), [asked[0], *MODELS]).less_in_view == ()


def test_all_right_leaves_everything_open() -> None:
    every = [Given(f"m{n}", f"m{n}", "", tuple(scored(each, True) for each in range(30))) for n in range(3)]
    found = calibrate(content(30), every)
    assert any("Every answer is right" in each for each in found.remarks)
    assert len({each.ability.value for each in found.models}) == 1
    assert all(each.level == "easy" and each.b.high - each.b.low > 2 for each in found.cases)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    found = calibrate(content(), MODELS[:3])
    file = tmp_path / "difficulty.json"
    file.write_text(text_of(found))
    told = known(file, [str(each["data_id"]) for each in content().entries])
    assert told.levels == found.levels and set(told.levels.values()) == {"easy", "medium", "hard"}
    with pytest.raises(ConfigError, match="none of this benchmark's cases"):
        known(file, ["another.p1.s1.d1.t01"])
    file.write_text("{}")
    with pytest.raises(ConfigError, match="no file that `company calibrate"):
        known(file, [])


def test_the_page_tells_accuracies_by_how_hard_cases_are_and_by_what_a_filter_left() -> None:
    lines = tuple(
        {**each, "subset": "unfiltered" if n < 24 else "filtered"} for n, each in enumerate(content().entries)
    )
    benchmark = replace(content(), cases={"normal": lines})
    found = calibrate(benchmark, MODELS)
    difficulty = Known(found.kind, tuple(each.name for each in found.models), found.levels)
    answers = {each.name: each.cases for each in MODELS}
    by_level, by_subset = groupings(benchmark, answers, difficulty)
    shares = {level: by_level["models"]["m3"][level]["value"] for level in ("easy", "medium", "hard")}
    assert shares["easy"] > shares["medium"] > shares["hard"] and "overstated" in by_level["note"]
    assert by_subset["cases"] == {"unfiltered": 24, "filtered": CASES - 24}
    assert groupings(content(), answers) == [], "dialogues hold nothing of levels before they are calibrated"
    sittings = [
        Sitting(each.model, "base", "", "", tuple(Answered(case, "x", 1.0, 1, 1) for case in each.cases))
        for each in MODELS
    ]
    readable = tuple({**each, "current_query": "q", "reference_answer": "a"} for each in lines)
    report = report_of(replace(benchmark, cases={"normal": readable}), sittings, difficulty)
    page, text = (make(report, benchmark.family.scoring) for make in (as_page, as_markdown))
    assert "By difficulty" in page and "By subset" in page and "## By difficulty" in text
    assert f"| hard | {by_level['cases']['hard']} |" in text


def test_scores_are_read_and_wrong_uses_are_told(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = company.Benchmark(whole).cases.index
    reports = []
    for number in range(3):
        cases = [{**scored(0, (place + number) % 3 > 0).as_json(), "data_id": each} for place, each in enumerate(ids)]
        reports.append(tmp_path / f"model{number}.json")
        reports[-1].write_text(json.dumps({"cases": cases}))
    out = tmp_path / "difficulty.json"
    assert main(["calibrate", str(whole), *map(str, reports), "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads(out.read_text())
    assert [each["name"] for each in told["models"]] == ["model0", "model1", "model2"]
    assert main(["calibrate", str(whole), *map(str, reports)]) == 0
    assert "difficulty of each case, with discrimination 1" in capsys.readouterr().out

    assert main(["stats", str(whole), "--difficulty", str(out), "--json"]) == 0
    assert sum(json.loads(capsys.readouterr().out)["difficulty"]["cases"].values()) == len(ids)
    assert main(["stats", str(whole), "--difficulty", str(out)]) == 0
    assert "Calibrated by answers of model0, model1, model2" in capsys.readouterr().out

    def complaint(*arguments: object) -> str:
        assert main(["calibrate", *map(str, arguments)]) == 2
        return capsys.readouterr().err

    foreign = tmp_path / "foreign.json"
    foreign.write_text(json.dumps({"cases": [scored(each, True).as_json() for each in range(9)]}))
    assert "of another benchmark" in complaint(whole, foreign)
    foreign.write_text(json.dumps({"cases": [{"data_id": "x", "right": True}]}))
    assert "scores of another family" in complaint(whole, foreign)
    foreign.write_text(json.dumps({"cases": []}))
    assert "holds no answer" in complaint(whole, foreign)
    assert "is not there" in complaint(whole, tmp_path / "nowhere.eval")
    assert "none that `company calibrate` wrote" in complaint(whole, reports[0], "--out", reports[1])
    with pytest.raises(SystemExit, match="2"):
        main(["calibrate", str(whole)])
    with pytest.raises(ConfigError, match="there is no log"):
        given([], content())


def test_a_turn_of_an_evolving_analysis_is_as_hard_as_what_it_depends_on() -> None:
    alone = Features(distance=0, breadth=0, versions=1, chain=1, tables=1, rules=0)
    far = Features(distance=7, breadth=2, versions=2, chain=2, tables=1, rules=0)
    assert hardness(alone) == 0 and level(hardness(alone)) == "easy"
    assert hardness(far) == pytest.approx(0.4 * 3 + 0.6 + 0.4 + 0.5)
    assert [level(each) for each in (1.99, 2.0, 3.49, 3.5)] == ["easy", "medium", "medium", "hard"]
    assert hardness(replace(alone, tables=3, rules=2)) == pytest.approx(1.8)
    told = traits({"features": far.as_json()})
    assert told.level == "medium" and told.features["log2(1 + distance)"] == 3
    assert traits({"features": {"distance": -1}}).features == {} == traits({}).features
