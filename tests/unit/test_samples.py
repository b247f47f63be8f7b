"""What solvers are given of a case: the prompt before it was made clear, and the exchange that went well."""

from pathlib import Path
from typing import Any

import pytest

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.families.dialogues.evaluation.samples import posed

CODE = "Done.\n\n```python\nx = 1\n```"


def content(category: str, *said: str, **more: Any) -> Benchmark:
    roles = ["system", *["user", "assistant"] * len(said)]
    messages = [{"role": role, "content": text} for role, text in zip(roles, said, strict=False)]
    entry = {"data_id": "wine.p1.d1.t04", "prompt_with_hist_json": messages, "ref_code_hist": "", **more}
    return Benchmark(Path("/benchmark"), {category: (entry,)})  # type: ignore[dict-item]


def test_the_last_exchange_that_went_well_is_the_example() -> None:
    failed = f"{CODE}\n\n```\nKeyError: 'x'\n```"
    (case,) = posed(content("normal", "setting", "first", CODE, "second", failed, "third", "a or b?", "now"))
    assert case.example is not None
    assert (case.example.query, case.example.answer) == ("first", CODE)
    (alone,) = posed(content("normal", "setting", "now"))
    assert alone.example is None and alone.by_code and not alone.private


def test_a_question_is_asked_as_vaguely_as_it_was_and_the_answer_is_kept_for_later() -> None:
    clarifications = [{"question": "a or b?", "answer": "Take a."}]
    said = ("setting", "before", CODE, "the high ones", "a or b?", "Take a.\n\n# How to answer\n\nReturn the script.")
    (case,) = posed(content("clarification", *said, clarifications=clarifications))
    assert [each["content"] for each in case.messages] == [
        "setting",
        "before",
        CODE,
        "the high ones\n\n# How to answer\n\nReturn the script.",
    ]
    assert case.clarifications == ("Take a.",)


def test_figures_are_files_of_the_benchmark() -> None:
    (case,) = posed(content("plot_qa", "setting", "which?", figure="data/figures/a.png"))
    assert case.figure == "/benchmark/data/figures/a.png"
    assert not case.by_code


def test_only_what_is_asked_for_is_posed() -> None:
    given = content("private", "setting", "now")
    assert [case.private for case in posed(given, ["private"])] == [True]
    assert list(posed(given, ["normal"])) == []
    with pytest.raises(ConfigError, match="no category 'privat'"):
        list(posed(given, ["privat"]))
