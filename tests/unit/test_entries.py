"""A turn becomes a line that a stranger can run, and a prompt that says what is there already."""

from __future__ import annotations

import ast
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from company.families.dialogues.body.entries import Situation, code_entry
from company.families.dialogues.body.histories import clean, unseen
from company.families.dialogues.body.reference import (
    expected_files,
    history_code,
    history_turns,
    solution,
    without_show,
)
from company.families.dialogues.body.wording import COLUMNS_DESCRIBED, column_lines
from company.families.shared.choices.bodies import FIELDS
from company.records import Column, Result
from company.tables.record import Table
from tests.support.warm_python import interpreter


def test_a_line_has_exactly_the_public_fields_and_is_json(dialogue: Any) -> None:
    entry = dialogue.entry(2)
    assert tuple(entry) == FIELDS
    assert json.loads(json.dumps(entry, allow_nan=False)) == entry
    assert entry["data_id"] == "shops.p1.s1.d1.t02"
    assert entry["domain_name"] == "shops"


def test_one_intent_is_a_string_and_several_are_a_list(dialogue: Any) -> None:
    assert dialogue.entry(1)["result_type"] == "dataframe"
    assert dialogue.entry(5)["result_type"] == ["list", "series"]


def test_history_loads_once_saves_nothing_and_closes_figures(dialogue: Any) -> None:
    history = dialogue.entry(5)["ref_code_hist"]
    assert history.count("read_csv") == 1
    assert "pred_result" not in history and "savefig" not in history and "pickle" not in history
    assert "plt.show()" not in history
    assert history.rstrip().endswith('plt.close("all")')
    assert history_turns(history)[:2] == (dialogue.turns[0].code, dialogue.turns[1].code)


def test_pyplot_is_imported_where_a_turn_drew_without_it(dialogue: Any) -> None:
    drawing = dialogue.turns[3].model_copy(update={"code": 'by_city["sum"].plot.bar()'})
    history = history_code(dialogue.prelude, [dialogue.turns[0], drawing])
    assert history.index("import matplotlib.pyplot as plt") < history.index('plt.close("all")')


@pytest.mark.slow
@pytest.mark.parametrize("position", [1, 2, 4, 5])
def test_history_and_answer_run_alone_and_fill_the_result_folder(dialogue: Any, tmp_path: Path, position: int) -> None:
    entry = dialogue.entry(position)
    assert entry["ref_code_all"] == entry["ref_code_hist"] + "\n" + entry["reference_answer"]
    folder = tmp_path / "alone"
    (folder / "pred_result").mkdir(parents=True)
    (folder / "shops.csv").write_text((dialogue.resource / "shops.csv").read_text())
    (folder / "all.py").write_text(entry["ref_code_all"])
    run = subprocess.run([interpreter(), "all.py"], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    for name in expected_files(entry["reference_answer"]):
        assert (folder / "pred_result" / name).stat().st_size > 0


def test_expected_files_are_those_of_the_intents_in_order(dialogue: Any) -> None:
    assert expected_files(dialogue.entry(5)["reference_answer"]) == ("kinds.pkl", "people.pkl")
    assert expected_files(dialogue.entry(4)["reference_answer"]) == ("plot.png",)


def test_the_answer_keeps_the_turns_code_and_its_prints_and_never_loads(dialogue: Any) -> None:
    answer = dialogue.entry(1)["reference_answer"]
    assert solution(answer) == dialogue.turns[0].code
    assert "print(by_city)" in answer
    assert "read_csv" not in answer
    ast.parse(answer)


def test_the_prompt_has_one_gap_and_the_reference_none(dialogue: Any) -> None:
    entry = dialogue.entry(2)
    text = entry["prompt_with_hist_txt"]
    assert text.count("[solution]") == 1
    assert "[solution]" not in entry["reference_answer"]
    assert dialogue.turns[1].code not in text
    assert "./pred_result/best.pkl" in text


def test_the_prompt_shows_table_history_question_types_and_state(dialogue: Any) -> None:
    text = dialogue.entry(5)["prompt_with_hist_txt"]
    for expected in (
        "`shops.csv` has 8 rows and 5 columns. Each row is one shop. Shops in three towns.",
        '- `city` (str): The town the shop is in. Values: "Oslo", "Bergen", "Narvik".',
        "- `sales` (float64): From 30 to 210. 1 missing.",
        "- `staff` (int64): How many people work there, from 1 to 7.\n",
        f"[USER (data scientist)]: {dialogue.turns[0].query}",
        "[YOU (AI assistant)]: Do you mean all shops, or those that are open today?",
        f"```python\n{dialogue.turns[1].code}\n```",
        "- `kinds` (list)\n- `people` (series)",
        "do not load it again",
    ):
        assert expected in text
    assert text.index(dialogue.turns[0].query) < text.index(dialogue.turns[4].query)


def test_the_state_lists_the_table_and_what_earlier_turns_were_asked_for(dialogue: Any) -> None:
    frame = Result(
        name="by_city", type="dataframe", shown="", digest="d", facts={"columns": ["city", "sales"], "width": 3}
    )
    told = dialogue.turns[0].model_copy(update={"results": (frame,)})
    history = [dialogue.turns[1], told]
    here = Situation(dialogue.table, dialogue.prelude, "shops", history, clean(history, 1), unseen(history, 1))
    turn = dialogue.turns[4]
    entry = code_entry(here, turn.query, turn.code, turn.intents, "x").line()
    text = entry["prompt_with_hist_txt"]
    assert "- `shops` (dataframe)\n- `by_city` (dataframe): `city`, `sales`" in text
    assert "that of one turn before the conversation above included" in text


def test_the_state_lists_what_was_made_on_the_way_where_the_question_names_it(dialogue: Any) -> None:
    made = dialogue.turns[1].model_copy(update={"code": "oslo_rows = shops[shops['city'] == 'Oslo']\nrest = 1"})
    here = Situation(dialogue.table, dialogue.prelude, "shops", [made], clean([made], 5), unseen([made], 5))
    turn = dialogue.turns[4]
    entry = code_entry(here, "The mean of 'sales' in `oslo_rows`, not in `bergen_rows`.", turn.code, turn.intents, "x")
    text = entry.line()["prompt_with_hist_txt"]
    assert "- `oslo_rows`, made on the way\n" in text
    assert "- `bergen_rows`" not in text and "- `rest`" not in text


def test_a_first_turn_has_no_conversation_yet(dialogue: Any) -> None:
    text = dialogue.entry(1)["prompt_with_hist_txt"]
    assert "It starts with this question." in text
    assert "[YOU (AI assistant)]" not in text
    assert "it is `shops`" in text


def test_chat_messages_alternate_and_end_with_the_question(dialogue: Any) -> None:
    messages = dialogue.entry(4)["prompt_with_hist_json"]
    assert [each["role"] for each in messages] == ["system", *["user", "assistant"] * 3, "user"]
    assert messages[-1]["content"].startswith(dialogue.turns[3].query)
    assert "pred_result/plot.png" in messages[-1]["content"]


def test_only_the_shown_turns_are_in_the_prompt_but_all_code_is_run(dialogue: Any) -> None:
    entry = dialogue.entry(5, shown=1)
    assert dialogue.turns[0].query not in entry["prompt_with_hist_txt"]
    assert dialogue.turns[0].code in entry["ref_code_hist"]
    assert "that of 2 turns before" in entry["prompt_with_hist_txt"]


def test_a_turn_without_code_cannot_be_a_case(dialogue: Any) -> None:
    with pytest.raises(ValueError, match="t03"):
        dialogue.entry(3)


def _wide(columns: int) -> Table:
    each = [
        Column(name=f"c{n}", position=n, dtype="int64", role="measure", missing=0, distinct=9) for n in range(columns)
    ]
    return Table(
        id="w", parent=None, stage="tables", position=1, name="w", file="w.csv", sha256="", rows=9, columns=tuple(each)
    )


def test_a_wide_table_is_described_in_part() -> None:
    assert len(column_lines(_wide(COLUMNS_DESCRIBED)).splitlines()) == COLUMNS_DESCRIBED
    lines = column_lines(_wide(1000)).splitlines()
    assert len(lines) == COLUMNS_DESCRIBED + 1
    assert "940 more columns" in lines[-1]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = 1\nplt.show()", "a = 1"),
        ("a = 1; plt.show()", "a = 1; pass"),
        ("if a:\n    plt.show()\nb = 2", "if a:\n    pass\nb = 2"),
        ("def show_plots():\n    plt.show(block=False)\n\nshow_plots()", "def show_plots():\n    pass\n\nshow_plots()"),
        ('text = "plt.show()"', 'text = "plt.show()"'),
        ("é = 'é'; plt.show(\n)\nc = 3", "é = 'é'; pass\nc = 3"),
        ("frame.show()", "frame.show()"),
        ("not python (", "not python ("),
    ],
)
def test_only_statements_that_show_are_dropped(code: str, expected: str) -> None:
    assert without_show(code) == expected
