"""Answers that were made elsewhere stand beside those of models that were asked here; what they took is not known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.made_elsewhere import are_responses
from company.evaluation.printing import MOST_WRONG, answered_rows, wrong_text
from company.evaluation.reporting import report_of
from company.evaluation.responses import read_responses
from company.evaluation.scored import UNANSWERED
from company.evaluation.sittings import Answered, Sitting
from company.families.dialogues.evaluation.scored import Failure, ScoredTurn
from tests.support.reported_run import entry


def scored(number: int, failure: Failure | None) -> ScoredTurn:
    return ScoredTurn(
        data_id=f"shop.t{number}",
        category="normal",
        right=failure is None,
        failure=failure,
        reason=failure,
        domain="shop",
        register="statement",
        dialogue="shop",
        intents=(failure is None,),
    )


@pytest.mark.parametrize(
    ("files", "given", "expected"),
    [
        (["a.jsonl"], "a.jsonl", True),
        (["a.eval"], "a.eval", False),
        (["a.jsonl"], ".", True),
        (["a.jsonl", "b.eval"], ".", False),
        (["b.txt"], ".", False),
    ],
)
def test_responses_are_told_from_logs(tmp_path: Path, files: list[str], given: str, expected: bool) -> None:
    for name in files:
        (tmp_path / name).touch()
    assert are_responses(tmp_path / given) is expected


def test_what_answers_took_is_unknown_and_not_nothing() -> None:
    content = Benchmark(Path("there"), {"normal": (entry("shop.t1"), entry("shop.t2"))})
    known = Answered(scored(1, None), "x", 2.0, 100, 20)
    unknown = replace(known, seconds=None, input_tokens=None, output_tokens=None)
    for answers, tokens in (((known,), 120.0), ((unknown,), None), ((known, unknown), 120.0)):
        sitting = Sitting("mine", "", "there", "mine.jsonl", answers)
        per_case = report_of(content, [sitting])["models"][0]["per_case"]
        assert per_case["tokens"] == tokens
        assert (per_case["usd"] is None) and (per_case["seconds"] is None) is (tokens is None)


def test_wrong_answers_are_named_with_their_reasons_and_missing_ones_are_counted_apart() -> None:
    cases = [scored(1, None), scored(2, "other values"), scored(3, UNANSWERED)]
    assert wrong_text(cases) == "answers that are not right\n  shop.t2  other values"
    ((name, share, note),) = answered_rows(cases)
    assert name == "of the answered alone" and "50.0%" in share and note == "1 case without a response"
    assert answered_rows(cases[:2]) == [] and wrong_text(cases[:1]) == "" and answered_rows(cases[2:]) == []
    many = [scored(number, "other values") for number in range(MOST_WRONG + 5)]
    text = wrong_text(many)
    assert f"the first {MOST_WRONG} of {MOST_WRONG + 5}" in text and len(text.splitlines()) == MOST_WRONG + 1


def test_a_json_array_of_responses_is_read_as_its_lines_are(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(
        '[{"data_id": 1, "response": "x"}, {"data_id": "b", "response": null, "more": 2}]', encoding="utf-8"
    )
    assert read_responses(file, {"1", "b"}) == {"1": "x", "b": ""} and are_responses(file)
    for text, why in (('[{"data_id": "b"}, 3]', "item 2: not a JSON object"), ("[", "is not JSON")):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ConfigError, match=why):
            read_responses(file, {"b"})
