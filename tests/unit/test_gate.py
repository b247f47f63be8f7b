"""The release gate passes what holds, and says why it refuses what does not."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from company.families.dialogues.body.bodies import answer_of, body_of, wanted_results
from company.families.dialogues.body.entries import Situation, code_entry
from company.families.dialogues.gate.code import candidates
from company.families.dialogues.gate.controls import LARGE, _affordable, alike, read_off
from company.families.shared.place import Place
from company.results.drawing import drawn
from company.sandbox import Sandbox
from tests.support.gating import gate_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
COLD = True


@pytest.fixture
def entries(dialogue: Any) -> list[dict[str, Any]]:
    return [dialogue.entry(position) for position in (1, 2, 4, 5)]


def _recoded(dialogue: Any, position: int, code: str, data_id: str = "x.t01") -> dict[str, Any]:
    turn = dialogue.turns[position - 1].model_copy(update={"code": code})
    history = [each for each in dialogue.turns[: position - 1] if each.code]
    here = Situation(dialogue.table, dialogue.prelude, "shops", history)
    entry: dict[str, Any] = code_entry(here, turn.query, turn.code, turn.intents, data_id).line()
    return entry


async def test_references_that_hold_pass_with_every_control_refused(
    entries: list[dict[str, Any]], dialogue: Any, sandbox: Sandbox
) -> None:
    other = _recoded(dialogue, 2, 'best = float(by_city["mean"].min())', "x.t02")
    for entry in entries:
        report = await gate_of(entry, dialogue.resource, sandbox, [*entries, other])
        assert report.passed, (entry["data_id"], report.reasons)
        count = len(entry["result_type"]) if isinstance(entry["result_type"], list) else 1
        assert report.measured["check"] == ["True"] * count
        controls = report.measured["controls"]
        assert "True" not in controls["empty answer"]
        assert len(controls) > 1 and all("False" in lines for lines in controls.values()), controls
    assert any(label.endswith("a blank page") for label in await _labels(entries[2], dialogue, sandbox))


async def _labels(entry: dict[str, Any], dialogue: Any, sandbox: Sandbox) -> list[str]:
    report = await gate_of(entry, dialogue.resource, sandbox)
    assert report.measured["official_ssim"]["plot"] > 0.99
    return list(report.measured["controls"])


async def test_another_cases_answer_is_tried_and_the_report_is_the_same_each_time(
    entries: list[dict[str, Any]], dialogue: Any, sandbox: Sandbox
) -> None:
    equal = _recoded(dialogue, 2, 'best = float(by_city["sum"].max())', "x.same")
    differs = _recoded(dialogue, 2, 'best = float(by_city["mean"].min())', "x.differs")
    first = await gate_of(entries[1], dialogue.resource, sandbox, [equal, differs])
    again = await gate_of(entries[1], dialogue.resource, sandbox, [differs, equal])
    assert first == again
    assert first.measured["controls"]["the answer of x.differs"] == ["False"]
    assert "the answer of x.same" not in first.measured["controls"]


async def test_it_is_noted_when_no_other_case_differs(
    entries: list[dict[str, Any]], dialogue: Any, sandbox: Sandbox
) -> None:
    equal = _recoded(dialogue, 2, 'best = float(by_city["sum"].max())', "x.same")
    for others in ([], [equal], [entries[0]]):
        report = await gate_of(entries[1], dialogue.resource, sandbox, others)
        assert report.passed
        assert any("no other case" in note for note in report.measured["notes"])


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        ("print(True)", "accepts a wrong answer (empty answer)"),
        ("import os\nprint(os.path.exists('./pred_result/best.pkl'))", "accepts a wrong answer (best: "),
        ("print(True)\nprint(True)", "prints True, True"),
        ("", "prints nothing"),
        ("print(False)", "unstable: the check finds different results"),
        ("print(True)\nraise SystemExit(3)", "the check fails in a cold run"),
    ],
)
async def test_a_check_that_does_not_judge_is_refused(
    entries: list[dict[str, Any]], dialogue: Any, sandbox: Sandbox, check: str, reason: str
) -> None:
    report = await gate_of({**entries[1], "eval_metrics": check}, dialogue.resource, sandbox)
    assert not report.passed
    assert any(reason in each for each in report.reasons), report.reasons


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("best = 1 / 0", "the reference fails in a warm run: ZeroDivisionError"),
        ("import numpy\nbest = float(numpy.random.rand())", "different results in two runs of the reference (best)"),
        ("best = ''.join({'a', 'b', 'c', 'd', 'e', 'f'})", "unstable"),
        ("import time\nbest = time.perf_counter_ns() % 1e6", "unstable"),
        (
            'import sys\nassert "seaborn" in sys.modules\nbest = 1.5',
            "behind its history fails in a cold run: AssertionError",
        ),
    ],
)
async def test_a_reference_that_does_not_hold_is_refused(
    dialogue: Any, sandbox: Sandbox, code: str, reason: str
) -> None:
    report = await gate_of(_recoded(dialogue, 2, code), dialogue.resource, sandbox)
    assert not report.passed
    assert any(reason in each for each in report.reasons), report.reasons


async def test_a_reference_that_comes_out_empty_is_refused(dialogue: Any, sandbox: Sandbox) -> None:
    for position, code, name, why in (
        (1, 'by_city = shops[shops["staff"] > 100]', "by_city", "is empty"),
        (2, 'best = shops["sales"].iloc[3]', "best", "is a missing value"),
    ):
        report = await gate_of(_recoded(dialogue, position, code), dialogue.resource, sandbox)
        assert any(f"its result `{name}` {why}: a question" in each for each in report.reasons), report.reasons


async def test_what_a_question_leaves_open_is_no_wrong_answer_of_the_gate(dialogue: Any, sandbox: Sandbox) -> None:
    report = await gate_of(dialogue.entry(1), dialogue.resource, sandbox)
    controls = report.measured["controls"]
    assert report.passed, report.reasons
    assert "by_city: with its rows reversed" not in controls
    assert controls["by_city: with its labels reversed"] == ["False"]
    assert len([label for label in controls if label.startswith("by_city: ")]) >= 8


async def test_a_reference_that_saves_nothing_is_refused(
    entries: list[dict[str, Any]], dialogue: Any, sandbox: Sandbox
) -> None:
    silent = {**entries[1], "ref_code_all": entries[1]["ref_code_hist"]}
    report = await gate_of(silent, dialogue.resource, sandbox)
    assert report.reasons == ("the reference does not save best.pkl (ref_result)",)


async def test_result_types_and_saved_results_must_be_as_many(
    entries: list[dict[str, Any]], dialogue: Any, sandbox: Sandbox
) -> None:
    report = await gate_of({**entries[1], "result_type": ["value", "list"]}, dialogue.resource, sandbox)
    assert "2 result types and 1 saved results" in report.reasons[0]


async def test_the_tables_are_left_as_they_were(dialogue: Any, sandbox: Sandbox) -> None:
    before = (dialogue.resource / "shops.csv").read_bytes()
    await gate_of(_recoded(dialogue, 2, "best = 2.5"), dialogue.resource, sandbox)
    assert (dialogue.resource / "shops.csv").read_bytes() == before
    assert [path.name for path in dialogue.resource.iterdir()] == ["shops.csv"]


async def test_the_longest_python_block_is_the_answer() -> None:
    assert answer_of("words\n```python\na\n```\n```python\nlonger = 1\n```") == "longer = 1\n"
    assert answer_of("a = 1") == "a = 1"


async def test_candidates_share_a_type_and_do_not_depend_on_order(entries: list[dict[str, Any]]) -> None:
    pool = [{**entries[1], "data_id": f"y.t{n:02d}"} for n in range(9)]
    chosen = [each.data_id for each in candidates(body_of(entries[1]), map(body_of, [*pool, *entries]))]
    assert sorted(chosen) == [each["data_id"] for each in pool]
    assert chosen == [
        each.data_id for each in candidates(body_of(entries[1]), map(body_of, [*entries, *reversed(pool)]))
    ]
    assert wanted_results(entries[3]) == (("kinds", "list"), ("people", "series"))


async def test_alike_looks_at_values_alone() -> None:
    import pandas as pd

    frame = pd.DataFrame({"a": [1.0, 2.0], "b": ["x", "y"]})
    assert alike(frame, frame.rename(columns={"a": "z"}))
    assert not alike(frame, frame.assign(a=[1.0, 2.5]))
    assert not alike(frame, frame.assign(b=["x", "z"]))
    assert alike({"a": [1, 2.0000001]}, {"a": [2, 1]})
    assert not alike([1, 2], [1, 2, 3])
    assert not alike(True, 1)


async def test_a_large_result_is_spared_some_wrong_versions_but_never_all() -> None:
    versions = [(f"wrong {n}", n) for n in range(12)]
    assert _affordable(versions, 1_000) == versions
    assert 3 <= len(_affordable(versions, 100 * LARGE)) < len(_affordable(versions, LARGE)) < 12
    assert len(_affordable(versions[:2], 100 * LARGE)) == 2


async def test_what_our_own_functions_report_in_a_place_is_read_and_why_they_do_not_is_told(
    dialogue: Any, sandbox: Sandbox
) -> None:
    options = "company.families.shared.choices.options:judge"
    attempting = "company.families.dialogues.gate.sense.attempting:attempt"
    order = {"answer": "_own + shown", "options": [], "setup": []}
    with Place.temporary(dialogue.resource, sandbox) as place:
        report = await place.report(options, {**order, "answer": "shown"}, behind="_own, shown = 1, 2")
        assert report["answer"]["said"] == "2"
        hidden = await place.report(options, order, behind="_own, shown = 1, 2")
        assert "NameError" in hidden["answer"]["error"]
        assert await place.report(options, order, behind="1 / 0") == "ZeroDivisionError: division by zero"
        for begun in (False, True):
            assert await place.report(attempting, {}, begun=begun) == "KeyError: 'history'"


async def test_a_figure_is_read_off_alike_whichever_library_drew_it() -> None:
    frame = pd.DataFrame({"kind": ["a", "b"] * 20, "size": [float(each) for each in range(40)]})
    by_kind = [group["size"].tolist() for _, group in frame.groupby("kind")]

    def with_pandas(ax: Any) -> None:
        frame.boxplot(column="size", by="kind", ax=ax, grid=False)

    def with_matplotlib(ax: Any) -> None:
        ax.boxplot(by_kind, positions=range(2))
        ax.set_xticks(range(2), ["a", "b"])

    def of_others(ax: Any) -> None:
        ax.boxplot([by_kind[0], [each + 5 for each in by_kind[1]]], positions=range(2))
        ax.set_xticks(range(2), ["a", "b"])

    read = []
    for draw in (with_pandas, with_matplotlib, of_others):
        figure, ax = plt.subplots()
        draw(ax)
        read.append((drawn(figure), read_off(drawn(figure))))
        plt.close(figure)
    (raw, one), (other_raw, other), (_, unlike) = read
    assert alike(one, other) and not alike(raw, other_raw), "boxes are other lines in each library"
    assert not alike(other, unlike)
