"""A model that is right 60 % of the time comes to that in every mode and table, and in VGBench's own program."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")

from company.errors import ConfigError
from company.evaluation.asking import Seeing
from company.evaluation.sittings import Answered, Sitting
from company.families.vector_graphics.body import category_of_line
from company.families.vector_graphics.categories import CATEGORIES
from company.families.vector_graphics.evaluation.asking import as_response, asked
from company.families.vector_graphics.evaluation.published import published, size_of
from company.families.vector_graphics.evaluation.reasoning import need_judge, reasons_in, supported, with_supported
from company.families.vector_graphics.evaluation.tables import tables_of
from company.families.vector_graphics.files import VGBENCH
from company.families.vector_graphics.publishing.vgbench import layout
from company.families.vector_graphics.scored import ScoredGraphic
from company.families.vector_graphics.scoring import GraphicsJudge
from tests.support.knowing import PLAIN, SENTENCE, Knowing, Line, code_of, lines_of_all_types, served

THEIRS = Path(__file__).parents[3] / "shared" / "peers_code" / "vgbench"
OF_EACH = 38
"""Questions of a type, three of them examples: of each format, 21 have code of each class of lengths."""


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    return lines_of_all_types(OF_EACH)


def scored(lines: Sequence[Line], responses: Mapping[str, str]) -> tuple[ScoredGraphic, ...]:
    judge = GraphicsJudge(cast(Any, None))
    cases = [judge.score(category_of_line(each), each, responses[each["data_id"]]) for each in lines]
    return tuple(case for case in cases if isinstance(case, ScoredGraphic))


async def sat(lines: Sequence[Line], model: Knowing, mode: str, rotations: int) -> Sitting:
    async def ask(messages: Any, number: int) -> str:
        return model.answer(messages)

    responses = {}
    for line in lines:
        if line["example"]:
            continue
        own = [each for each in lines if each["example"] and category_of_line(each) == category_of_line(line)]
        shown = own if mode == "in-context" else ()
        answers = [await asked(line, mode, shown, by, ask) for by in range(rotations)]
        responses[line["data_id"]] = as_response(line, answers)
    cases = scored([each for each in lines if not each["example"]], responses)
    told = tuple(Answered(case, "", None, None, None) for case in cases)
    return Sitting("m", mode, "b", "log", told, family="vector_graphics")


@pytest.mark.parametrize(
    ("mode", "rotations", "calls"),
    [
        ("base", 1, 1),
        ("zero-shot", 1, 1),
        ("zero-shot", 4, 4),
        ("in-context", 2, 2),
        ("chain-of-thought", 1, 5),
        ("chain-of-thought", 2, 10),
    ],
)
@pytest.mark.asyncio
async def test_a_model_right_six_times_in_ten_comes_to_that_in_all_tables(
    lines: list[Line], mode: str, rotations: int, calls: int
) -> None:
    model = Knowing(lines, 0.6, SENTENCE)
    asked_of = [each for each in lines if not each["example"]]
    told = tables_of({"m": await sat(lines, model, mode, rotations)})
    assert model.calls == calls * len(asked_of)
    for row in told["types"]:
        own = [each for each in asked_of if each["format"] == row["format"]]
        known = sum(map(model.knows, own))
        low, high = row["micro"]["low"], row["micro"]["high"]
        assert row["micro"]["value"] == pytest.approx(known / len(own), abs=1e-4) and low <= 0.6 <= high
        assert low <= row["macro"] <= high and row["beyond"] == pytest.approx((row["macro"] - 0.25) / 0.75)
    assert [row["format"] for row in told["types"]] == ["svg", "tikz", "graphviz"]
    for row in told["lengths"]:
        cells = row["cells"]
        assert [each["cases"] for each in cells] == [21] * 5
        assert sum(each["share"] * each["cases"] for each in cells) == pytest.approx(
            sum(model.knows(each) for each in asked_of if each["format"] == row["format"])
        )


@pytest.mark.asyncio
async def test_a_model_that_always_says_the_same_letter_is_right_in_no_question_in_all_orders(
    lines: list[Line],
) -> None:
    responses = {each["data_id"]: as_response(each, ["C"] * 4) for each in lines}
    assert not any(case.right for case in scored(lines, responses))
    once = scored(lines, {each["data_id"]: "Answer: C" for each in lines})
    gold = [json.loads(each["reference_answer"])["correct_answer"] for each in lines]
    assert [case.right for case in once] == [letter == "C" for letter in gold]


def evaluated(lines: Sequence[Line], folder: Path, model: Knowing, prompt_type: str) -> tuple[int, float, list[str]]:
    """Run VGBench's program, unchanged, over its layout of one type: its sample's size, accuracy, and last answers."""
    category = category_of_line(lines[0])
    form, _, question_type = category.partition("_")
    for file, content in layout({category: lines}, {each["data_id"]: code_of(each) for each in lines}):
        written = folder / "data" / file.relative_to(VGBENCH)
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_bytes(content)
    for each in THEIRS.glob("*.py"):
        shutil.copy(each, folder)
    (folder / "pdf2image.py").write_text("# It makes pictures of drawings, of which questions need none.\n")
    (folder / "results_vqa" / form).mkdir(parents=True, exist_ok=True)
    with served(model) as url:
        key = {"GPT_KEY": "none", "BASE_URL": url}
        (folder / "keys.py").write_text(f"keys = {{'gpt-4': [{key!r}]}}\n")
        words = ["--q-type", question_type, "--prompt-type", prompt_type, "--format", form, "--model", "gpt-4"]
        command = [sys.executable, "evaluate.py", *words, "--single"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    size, accuracy = (re.search(rf"{name}: ([\d.]+)", done.stdout) for name in ("Sample size", "Accuracy"))
    assert size and accuracy
    kept = folder / "results_vqa" / form / f"gpt-4-msgs-{question_type}-{prompt_type}"
    files = sorted(kept.iterdir(), key=lambda file: int(file.stem))
    return int(size[1]), float(accuracy[1]), [json.loads(each.read_text())[-1]["content"] for each in files]


@pytest.mark.slow
@pytest.mark.skipif(
    not THEIRS.is_dir(), reason="VGBench's own program is not here, so that it is not run on our layout"
)
@pytest.mark.parametrize("prompt_type", ["zero-shot", "few-shot", "zero-shot-cot"])
def test_vgbench_own_program_comes_to_our_score(lines: list[Line], tmp_path: Path, prompt_type: str) -> None:
    pytest.importorskip("openai", reason="VGBench's program asks models by openai")
    pytest.importorskip("tqdm", reason="VGBench's program tells how far it is by tqdm")
    own = [each for each in lines if category_of_line(each) == "graphviz_relation"]
    ours = [each for each in own if not each["example"]]
    size, accuracy, answers = evaluated(own, tmp_path, Knowing(own, 0.6, PLAIN), prompt_type)
    responses = {each["data_id"]: answer for each, answer in zip(ours, answers, strict=True)}
    cases = scored(ours, responses)
    assert size == len(ours) and accuracy == round(sum(case.right for case in cases) / len(cases), 3)


@pytest.mark.slow
@pytest.mark.skipif(
    not THEIRS.is_dir(), reason="VGBench's own program is not here, so that it is not run on our layout"
)
def test_vgbench_takes_an_answer_in_words_for_a(lines: list[Line], tmp_path: Path) -> None:
    pytest.importorskip("openai", reason="VGBench's program asks models by openai")
    pytest.importorskip("tqdm", reason="VGBench's program tells how far it is by tqdm")
    own = [each for each in lines if category_of_line(each) == "graphviz_relation"]
    ours = [each for each in own if not each["example"]]
    _, accuracy, answers = evaluated(own, tmp_path, Knowing(own, 1.0, SENTENCE), "zero-shot")
    gold = [json.loads(each["reference_answer"])["correct_answer"] for each in ours]
    assert answers == [f"Answer: {letter}" for letter in gold]
    assert accuracy == round(gold.count("A") / len(gold), 3) < 0.5
    responses = {each["data_id"]: answer for each, answer in zip(ours, answers, strict=True)}
    assert all(case.right for case in scored(ours, responses))


def test_published_means_are_those_of_their_types() -> None:
    rows = published()["types"]
    assert len(rows) == 18
    for row in rows:
        assert sum(row["types"].values()) / 3 == pytest.approx(row["macro"], abs=0.06), row


def test_the_papers_own_sizes_are_those_of_all_categories() -> None:
    sizes = {name: size_of(name) for name in CATEGORIES}
    assert sum(each["cases"] for each in sizes.values() if each["kept"] is not None) == 4279
    assert sum(each["cases"] for each in sizes.values() if each["kept"] is None) == 5845
    for each in sizes.values():  # of a round number of questions each
        if each["kept"] is not None:
            assert round(100 * each["cases"] / each["kept"]) in (500, 550, 1000)


@pytest.mark.asyncio
async def test_the_report_has_the_published_tables_beside_a_models_own(lines: list[Line]) -> None:
    tables = tables_of({"m": await sat(lines, Knowing(lines), "zero-shot", 1)})
    assert tables["published"]["lengths"][0]["shares"] == [65.7, 61.0, 57.9, 56.6, 57.2]
    assert len(tables["published"]["lengths"][0]["shares"]) == len(tables["classes"])


@pytest.mark.asyncio
async def test_a_judge_reads_reasons_without_the_letter_that_was_given(lines: list[Line]) -> None:
    line = lines[0]
    gold = json.loads(line["reference_answer"])["correct_answer"]
    told: list[str] = []

    async def read(text: str, number: int) -> str:
        told.append(text)
        return "ABCD"[("ABCD".index(gold) - number) % 4]  # it reads the right option out of whatever is thought

    thought = ["It may be.", "It is not.", "Hardly.", "No."]
    letters = [await supported(line, "chain-of-thought", by, [*thought, "Zebra"], read) for by in range(2)]
    assert letters == [gold, gold] and all("Option B: It is not." in each and "Zebra" not in each for each in told)
    assert all(code_of(line).strip() not in each for each in told)
    judge = GraphicsJudge(cast(Any, None))
    other = next(each for each in "ABCD" if each != gold)
    right = judge.score("svg_category", line, with_supported(line, [gold], [gold]))
    wrong = judge.score("svg_category", line, with_supported(line, [other], [gold]))
    none = judge.score("svg_category", line, with_supported(line, [other], [""]))
    assert isinstance(right, ScoredGraphic) and isinstance(wrong, ScoredGraphic) and isinstance(none, ScoredGraphic)
    assert [(each.right, each.supported, each.reasoned) for each in (right, wrong, none)] == [
        (True, 1.0, 1.0),
        (False, 0.0, 1.0),
        (False, 0.0, 0.0),
    ]
    answers = tuple(Answered(case, "", None, None, None) for case in (right, wrong, none))
    (row,) = tables_of({"m": Sitting("m", "base", "b", "log", answers, family="vector_graphics")})["reasoning"]
    assert row["cases"] == 3 and row["supported"] == pytest.approx(1 / 3) and row["right"] == pytest.approx(2 / 3)


@pytest.mark.asyncio
async def test_an_answer_that_is_a_letter_alone_has_no_reasons_and_nobody_is_asked(lines: list[Line]) -> None:
    async def read(text: str, number: int) -> str:
        raise AssertionError(text)

    assert [await supported(lines[0], "base", 0, [each], read) for each in ("B", "Answer: B", "**Answer:** (B)")] == [
        ""
    ] * 3
    assert reasons_in("base", ["The disc is red.\nAnswer: B"]) == "The disc is red."


def test_reasoning_is_judged_where_there_is_some_and_in_one_way() -> None:
    need_judge(Seeing("openai/gpt-4o", "http://127.0.0.1"), "chain-of-thought")
    with pytest.raises(ConfigError, match="no reasons"):
        need_judge(Seeing("openai/gpt-4o"), "zero-shot")
    with pytest.raises(ConfigError, match="read once"):
        need_judge(Seeing("openai/gpt-4o", samples=3), "base")
