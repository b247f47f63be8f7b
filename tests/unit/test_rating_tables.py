"""The tables on raters: what goes with people's ranks, what truth alone says, and nothing that nobody was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from company.benchmark.reading import Benchmark, read_benchmark
from company.errors import ConfigError
from company.evaluation.reporting import as_markdown, as_page, report_of
from company.evaluation.sittings import Answered, Sitting
from company.families.captions.body import shown_of
from company.families.captions.evaluation.examples import examples_of
from company.families.captions.evaluation.learned import learned
from company.families.captions.evaluation.people import people_of
from company.families.captions.evaluation.prompts import RaterPrompts
from company.families.captions.evaluation.raters import paragraphs_in
from tests.support.caption_study import BEST_FIRST, WORDS, written

Rate = Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[float | None]]


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Benchmark:
    return read_benchmark(written(tmp_path_factory.mktemp("study") / "b", 16, examples=4))


@pytest.fixture(scope="module")
def nobody(tmp_path_factory: pytest.TempPathFactory) -> Benchmark:
    return read_benchmark(written(tmp_path_factory.mktemp("nobody") / "b", 8, people=False))


def sitting(content: Benchmark, rate: Rate, mode: str = "zero-shot", **told: Any) -> Sitting:
    """A model that was asked, and rates so."""
    judge = content.family.scoring.judge(content)
    answers = []
    for line in content.cases["ranking"]:
        if line.get("example"):
            continue
        response = json.dumps({"ratings": {each["id"]: rate(line, each) for each in shown_of(line)}})
        scored = judge.score("ranking", line, response)
        assert scored is not None
        answers.append(Answered(scored, response, 7.0, 700, 140))
    return Sitting("openai/gpt-4o", mode, "", "log", tuple(answers), family="captions", told=told)


def writer_of(line: Mapping[str, Any], caption: Mapping[str, Any]) -> str:
    own = caption.get("of", caption["id"])
    return str(next(each["writer"] for each in line["captions"] if each["id"] == own))


def expert(line: Mapping[str, Any], caption: Mapping[str, Any]) -> Sequence[float | None]:
    return [6.0 - BEST_FIRST.index(writer_of(line, caption)) - ("of" in caption) * 0.5]


def seldom_read(line: Mapping[str, Any], caption: Mapping[str, Any]) -> Sequence[float | None]:
    return [None] if caption["id"] == "c1" else expert(line, caption)


def same(line: Mapping[str, Any], caption: Mapping[str, Any]) -> Sequence[float | None]:
    return [3.0]


def tables(content: Benchmark, *sittings: Sitting) -> dict[str, Any]:
    found: dict[str, Any] = report_of(content, sittings)["tables"]
    return found


def by_name(rows: Sequence[Mapping[str, Any]], start: str) -> Mapping[str, Any]:
    return next(row for row in rows if str(row["name"]).startswith(start))


def test_people_are_read_from_published_verdicts(content: Benchmark) -> None:
    people = people_of(content)
    assert len(people.orders) == 20 and {len(orders) for orders in people.orders.values()} == {2}
    assert len(people.replies) == 20 * 7
    line = content.cases["ranking"][0]
    best = next(each["id"] for each in line["captions"] if each["writer"] == "author")
    assert people.ranks()[line["data_id"], best] <= 2
    twin = line["twins"][0]["id"]
    assert people.flagged("not shown")[line["data_id"], twin] == 0.5


def test_a_row_is_what_scipy_gives_without_flagged_captions(content: Benchmark) -> None:
    row = by_name(tables(content, sitting(content, expert))["ranking"], "openai")
    people = people_of(content)
    ranks, ratings, captions = people.ranks(), [], 0
    y = []
    for line in content.cases["ranking"]:
        for each in line["captions"]:
            if not line.get("example") and not each["errors"]:
                captions += 1
                ratings.append(expert(line, each)[0])
                y.append(ranks[line["data_id"], each["id"]])
    assert (row["captions"], row["figures"], captions) == (72, 12, 72)
    forms = {"a": [7 - r for r in y], "b": [1 / r for r in y], "c": [1 / (7 - r) for r in y]}
    for name, form in forms.items():
        assert row["pearson"][name]["value"] == pytest.approx(stats.pearsonr(ratings, form).statistic, abs=1e-4)
    assert row["pearson"]["c"]["value"] < 0 < row["pearson"]["a"]["value"]
    assert row["tau"]["value"] == pytest.approx(stats.kendalltau(ratings, forms["a"]).statistic, abs=1e-4)
    assert row["spearman"]["value"] == pytest.approx(stats.spearmanr(ratings, forms["a"]).statistic, abs=1e-4)
    assert row["tau"]["low"] < row["tau"]["value"] < row["tau"]["high"]
    assert row["worst_found"]["value"] > 0.6 and set(row["left_out"]) == set(WORDS)


def test_what_is_not_read_counts_as_one_and_is_told_apart(content: Benchmark) -> None:
    found = tables(content, sitting(content, seldom_read), sitting(content, expert))
    broken, whole = found["ranking"][0], found["ranking"][1]
    assert broken["unread"] == 16 and whole["unread"] == 0
    assert broken["tau"]["value"] < broken["read"]["value"] and whole["read"] is None
    apart = found["differences"][0]["tau"]
    assert apart["value"] == pytest.approx(broken["tau"]["value"] - whole["tau"]["value"], abs=2e-4)
    assert apart["high"] < 0 and apart["p"] < 0.05
    assert found["twins"][0]["read"]["cases"] < found["twins"][0]["all"]["cases"]


def test_a_rater_that_says_the_same_of_everything_has_no_correlation(content: Benchmark) -> None:
    found = tables(content, sitting(content, same))
    row = by_name(found["ranking"], "openai")
    assert row["tau"]["value"] is None and "all the same" in row["tau"]["why"]
    assert row["within"]["value"] is None and row["pearson"]["a"]["value"] is None
    assert by_name(found["twins"], "openai")["all"]["value"] == 0.5


def test_experts_are_a_ceiling_and_readers_and_counts_stand_beside_models(content: Benchmark) -> None:
    found = tables(content, sitting(content, expert))
    names = [row["name"] for row in found["ranking"]]
    assert names[1:3] == ["readers", "readers, unsure for a half"] and "words in the caption" in names
    assert names[-1].startswith("experts") and found["ranking"][-1]["tau"]["value"] > 0.7
    assert abs(by_name(found["ranking"], "random")["tau"]["value"]) < 0.35
    assert found["agreement"]["experts"]["tau-b"]["value"] > 0.5
    assert "AC1" in found["agreement"]["readers"] and found["agreement"]["readers on image"]["raw"]["value"] == 1.0
    assert found["people"] == {"experts": 2, "ranked_sets": 20, "readers": 2, "judged_captions": 140}


def test_people_are_held_against_what_was_planted(content: Benchmark) -> None:
    found = tables(content, sitting(content, expert))
    truth = {row["what"]: row for row in found["people_and_truth"]}
    assert truth["not shown"]["sensitivity"]["value"] == 0.5 and truth["not shown"]["specificity"]["value"] == 1.0
    # A twin has its caption's errors, and its readers do not tick them.
    assert truth["image"]["sensitivity"]["value"] == pytest.approx(6 / 7, abs=1e-3)
    assert truth["text"]["sensitivity"] is None
    assert found["errors"][0] == {"error": "image", "planted": 24, "flagged": 24, "both": 24}
    ticked = next(row for row in found["aspects"] if (row["aspect"], row["source"]) == ("takeaway", "ticked"))
    assert ticked["experts"]["value"] > 0.3 and ticked["readers"]["value"] > 0.2


def test_contexts_are_held_against_none(content: Benchmark) -> None:
    def worse(line: Mapping[str, Any], caption: Mapping[str, Any]) -> Sequence[float | None]:
        return [2.0 if caption["id"] in ("c2", "c5") else 3.0]

    told = {"see": "text", "repeat": 1}
    found = tables(
        content,
        sitting(content, expert, context="all", manner="", **told),
        sitting(content, expert, context="first", manner="context first", **told),
        sitting(content, worse, context="none", manner="context none", **told),
    )["contexts"]
    assert [row["context"] for row in found] == ["all", "first"]
    assert all(row["t_test"]["difference"] > 0 and row["t_test"]["p_holm"] < 0.05 for row in found)
    assert all(row["tau"]["low"] > 0 and row["tau"]["p_holm"] >= row["tau"]["p"] for row in found)


def test_repeats_and_costs_are_told(content: Benchmark) -> None:
    def twice(line: Mapping[str, Any], caption: Mapping[str, Any]) -> Sequence[float | None]:
        own = expert(line, caption)[0] or 1.0
        return [own, max(1.0, own - (caption["id"] == "c3"))]

    found = tables(content, sitting(content, twice))
    assert found["repeats"][0]["repeats"] == 2 and 0.8 < found["repeats"][0]["icc"]["value"] < 1
    model, experts = found["costs"][0], by_name(found["costs"], "experts")
    assert (model["ratings"], model["seconds"]) == (16 * 7 * 2, 0.5) and model["usd"] > 0
    assert experts["seconds"] == 10.0 and experts["usd"] is None


def test_where_nobody_was_asked_ranks_are_not_invented_and_truth_stands(nobody: Benchmark) -> None:
    report = report_of(nobody, [sitting(nobody, expert)])
    found = report["tables"]
    assert (found["ranking"], found["differences"], found["aspects"], found["people_and_truth"]) == ([], [], [], [])
    assert set(found["missing"]) == {"ranks", "replies"} and found["agreement"] == {}
    assert by_name(found["twins"], "openai")["all"]["value"] == 1.0
    assert found["errors"][0] == {"error": "image", "planted": 12, "flagged": None, "both": None}
    for page in (as_page(report, nobody.family.scoring), as_markdown(report, nobody.family.scoring)):
        assert "no expert ranked captions" in page and "Twins" in page


def test_both_pages_show_all_tables(content: Benchmark) -> None:
    report = report_of(content, [sitting(content, seldom_read), sitting(content, expert, "qa")])
    for page in (as_page(report, content.family.scoring), as_markdown(report, content.family.scoring)):
        for words in ("Kendall", "Differences" if "<html" in page else "τ-b of the one", "readers", "sees" and "AC1"):
            assert words in page
    assert report["cases"] == 16  # examples are none


def test_examples_for_few_shot_are_those_that_experts_ranked(content: Benchmark, nobody: Benchmark) -> None:
    found = examples_of(content)
    assert len(found.best) == len(found.worst) == 3
    apart = [each["text"] for line in content.cases["ranking"] if line.get("example") for each in line["captions"]]
    assert {*found.best, *found.worst} <= {*apart}
    assert all(each.startswith((WORDS["author"], WORDS["paragraphs"])) for each in found.best)
    with pytest.raises(ConfigError, match="0 sets with `example`, 0 of them ranked"):
        examples_of(nobody)


def test_what_is_learned_from_some_figures_holds_for_others(content: Benchmark, nobody: Benchmark) -> None:
    ratings = learned(content, "none", None)
    assert len(ratings) == 16 and all(len(each) == 7 for each in ratings.values())
    found = tables(content, sitting(content, lambda line, each: [ratings[line["data_id"]][each["id"]]], "learned"))
    assert by_name(found["ranking"], "openai")["tau"]["value"] > 0.4
    with pytest.raises(ConfigError, match="people judged captions of 0 figures"):
        learned(nobody, "none", None)


@pytest.mark.parametrize(
    ("file", "words", "said"),
    [
        ("rater_zero_shot.md", "Rate $caption and $colour.", "'colour' is nothing that can be filled in"),
        ("rater_zero_shot.md", "Rate it from 1 to 6.", r"has to be told \$caption"),
        ("rater_best.md", "Rate $caption.", "there is no prompt in it"),
        ("rater_answers.md", "$caption $questions 5$ each", "nothing that can be filled in"),
    ],
)
def test_prompts_that_cannot_be_filled_in_are_refused(tmp_path: Path, file: str, words: str, said: str) -> None:
    (tmp_path / file).write_text(words)
    with pytest.raises(ConfigError, match=said):
        RaterPrompts(tmp_path).check()


def test_a_users_own_words_are_said(tmp_path: Path) -> None:
    (tmp_path / "rater_zero_shot.md").write_text("How good is $caption?")
    prompts = RaterPrompts(tmp_path)
    prompts.check()
    told = {"figure": "Figure 1", "given": "", "shown": "", "caption": "It rises."}
    assert prompts.say("rater_zero_shot", **told) == "How good is It rises.?"
    assert "It rises." in prompts.say("rater_few_shot", best="", worst="", **told)


def test_contexts_take_in_paragraphs_and_a_random_one_stays_the_same(content: Benchmark) -> None:
    line = content.cases["ranking"][0]
    texts = [each["text"] for each in line["paragraphs"]]
    assert paragraphs_in(line, "all") == texts and paragraphs_in(line, "first") == texts[:1]
    assert paragraphs_in(line, "none") == [] and paragraphs_in({**line, "paragraphs": []}, "random") == []
    drawn = [paragraphs_in(each, "random") for each in content.cases["ranking"]]
    assert drawn == [paragraphs_in(each, "random") for each in content.cases["ranking"]]
    assert {texts.index(text) for (text,), texts in _with_texts(content, drawn)} == {0, 1, 2}


def _with_texts(content: Benchmark, drawn: Sequence[Sequence[str]]) -> list[tuple[Sequence[str], list[str]]]:
    lines = content.cases["ranking"]
    return [(one, [each["text"] for each in line["paragraphs"]]) for one, line in zip(drawn, lines, strict=True)]
