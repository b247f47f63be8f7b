"""What scoring is made of: responses read, code found, histories put together, results read with care, shares."""

import collections
import contextlib
import datetime as dt
import functools
import io
import json
import os
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

from company.benchmark.reading import Benchmark
from company.console.progress import Silent
from company.errors import ConfigError, SessionLost
from company.evaluation import scoring
from company.evaluation.accuracies import accuracy
from company.evaluation.printing import share_text
from company.evaluation.responses import read_responses
from company.families.dialogues.evaluation import judge
from company.families.dialogues.evaluation.accuracies import (
    intents,
    official,
    remarks,
    rows,
    summary,
    with_recall,
)
from company.families.dialogues.evaluation.answering import Ran, Tried
from company.families.dialogues.evaluation.comparing import Compared
from company.families.dialogues.evaluation.comparison import Careful, UnsafeResult
from company.families.dialogues.evaluation.histories import histories
from company.families.dialogues.evaluation.reloads import first_loads_only, without_reloads
from company.families.dialogues.evaluation.replies import code_of
from company.families.dialogues.evaluation.scored import ScoredTurn

# responses


def written(path: Path, *lines: object) -> Path:
    path.write_text("\n".join(each if isinstance(each, str) else json.dumps(each) for each in lines) + "\n")
    return path


def test_responses_are_read_from_a_file_or_a_folder_of_files(tmp_path: Path) -> None:
    one, two = {"data_id": "a", "response": "x"}, {"data_id": "b", "response": None, "cost": 3}
    assert read_responses(written(tmp_path / "all.jsonl", one, two), {"a", "b"}) == {"a": "x", "b": ""}
    folder = tmp_path / "responses"
    folder.mkdir()
    written(folder / "normal.jsonl", one)
    written(folder / "private.jsonl", {"private_lib": "…"}, two)
    assert read_responses(folder, {"a", "b", "c"}) == {"a": "x", "b": ""}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["nonsense"], "r.jsonl:1: not a JSON object (column 1: Expecting value); mend the line"),
        (['{"data_id": "a"'], "r.jsonl:1: not a JSON object (column 16: Expecting ',' delimiter)"),
        ([{"data_id": "a", "response": "x"}, {"data_id": "a", "response": "y"}], "r.jsonl:2: a is answered already at"),
        ([{"data_id": "z", "response": "x"}], "r.jsonl:1: the benchmark has no case 'z'"),
        ([{"data_id": 3.5, "response": "x"}], "r.jsonl:1: "),
        ([{"data_id": "a", "response": ["x"]}], "both texts"),
        ([], "has no response"),
    ],
)
def test_what_is_wrong_with_responses_is_said_with_its_line(tmp_path: Path, lines: list[object], said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_responses(written(tmp_path / "r.jsonl", *lines), {"a", "3"})
    assert said in str(refused.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is not there"):
        read_responses(tmp_path / "nothing", {"a"})


# code in replies


@pytest.mark.parametrize(
    ("response", "code"),
    [
        ("First:\n```python\nx = 1\n```\nthen\n```python\nx = 1\ny = 2\n```", "x = 1\ny = 2\n"),
        ("```\nx = 1\n```", "x = 1\n"),
        ("```py\nx = 1\n", "x = 1\n"),
        ("```text\nlonger than the code is\n```\n```python\nx = 1\n```", "x = 1\n"),
        ("x = 1\nprint(x)", "x = 1\nprint(x)"),
        ("I cannot do that.", ""),
        ("  \n", ""),
    ],
)
def test_code_is_found_in_any_reply(response: str, code: str) -> None:
    assert code_of(response) == code


# histories


def entry(data_id: str, history: str) -> dict[str, str]:
    return {"data_id": data_id, "ref_code_hist": history}


def test_histories_that_go_on_from_one_another_are_one_tree() -> None:
    cases = [entry("c", "a\nb\nc\n"), entry("a", "a\n"), entry("d", "a\nb\nd\n"), entry("e", "a\n"), entry("f", "ab\n")]
    first, other = histories(cases)
    assert [case["data_id"] for case in first.cases] == ["a", "e"]
    assert [each.piece for each in first] == ["a\n", "b\nc\n", "b\nd\n"]
    assert [each.text for each in other] == ["ab\n"]
    for tree in (first, other):
        for each in tree:
            assert all(later.text == each.text + later.piece for later in each.later)


def test_a_history_is_continued_at_the_end_of_a_line_alone() -> None:
    assert len(histories([entry("a", "x = 1"), entry("b", "x = 12\n")])) == 2
    assert len(histories([entry("a", "x = 1"), entry("b", "x = 1\ny = 2\n")])) == 1


def test_tables_are_loaded_where_they_are_loaded_first() -> None:
    load = 'df = pd.read_csv("data/t.csv")'
    again = f"{load}\ndf['x'] = 1\n{load}\nother = pd.read_csv('u.csv')"
    assert without_reloads("", again) == f"{load}\ndf['x'] = 1\n\nother = pd.read_csv('u.csv')"
    assert without_reloads(load, "df = pd.read_csv('elsewhere/t.csv')\ny = 1") == "\ny = 1"
    assert without_reloads(load, "df = pd.read_csv('v.csv')") == "df = pd.read_csv('v.csv')"
    assert without_reloads(load, "not python at all") == "not python at all"
    case = {"ref_code_hist": load, "reference_answer": f"{load}\ny = df.x", "ref_code_all": f"{load}\n{load}\ny = df.x"}
    assert first_loads_only(case)["ref_code_all"] == f"{load}\n\ny = df.x"


# results that strangers have saved


VALUES = [
    1,
    2.5,
    "text",
    None,
    True,
    [1, {"a": (2, {3})}],
    frozenset({1}),
    dt.datetime(2024, 1, 2, tzinfo=dt.UTC),
    collections.OrderedDict(a=1),
    collections.Counter("aab"),
    np.float64(3.5),
    np.arange(6).reshape(2, 3),
    np.array(["a", None], dtype=object),
    np.array(["2024-01-01"], dtype="datetime64[ns]"),
    pd.Timestamp("2024-01-01", tz="Europe/Rome"),
    pd.Timedelta("3h"),
    pd.Period("2024-01", "M"),
    pd.NaT,
    pd.NA,
    pd.DataFrame(
        {"a": [1, 2], "b": ["x", None], "c": pd.Categorical(["u", "v"]), "d": pd.to_datetime(["2024", "2025"])}
    ),
    pd.DataFrame({"a": pd.array([1, None], dtype="Int64"), "s": pd.array(["x", None], dtype="string")}),
    pd.Series([1.5, 2.5], index=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["x", "y"])),
    pd.Series(pd.interval_range(0, 3)),
    pd.period_range("2024-01", periods=3, freq="M"),
    pd.date_range("2024-01-01", periods=3, tz="UTC"),
    pd.Index(["a", "b"], name="n"),
    pd.crosstab([1, 2], [3, 4]),
    pd.arrays.SparseArray([0, 0, 1]),
    LinearRegression().fit([[1.0], [2.0]], [1.0, 2.0]),
    DecisionTreeClassifier(random_state=0).fit([[1.0], [2.0]], [0, 1]),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("protocol", [2, pickle.DEFAULT_PROTOCOL, pickle.HIGHEST_PROTOCOL])
def test_values_of_every_kind_are_read(value: object, protocol: int) -> None:
    read = Careful(io.BytesIO(pickle.dumps(value, protocol))).load()
    assert type(read) is type(value)
    assert repr(read) == repr(value)


class Runs:
    """A pickle of it runs what it was given."""

    def __init__(self, *what: object) -> None:
        self.what = what

    def __reduce__(self) -> tuple[object, ...]:
        called, *arguments = self.what
        return called, tuple(arguments)


@pytest.mark.parametrize(
    "value",
    [
        Runs(print, "True"),
        Runs(os.system, "echo True"),
        Runs(eval, "print(True)"),
        Runs(exec, "print(True)"),
        Runs(getattr, pd.DataFrame, "query"),
        Runs(functools.partial, print),
        Runs(pd.eval, "1 + 1"),
        Runs(pd.read_pickle, "/tmp/x"),
        Runs(np.load, "/tmp/x"),
        Runs(type, "New", (), {}),
        Runs(__import__, "os"),
        pd.DataFrame({"a": [Runs(print, "True")]}),
    ],
    ids=lambda value: getattr(value, "what", [pd.DataFrame])[0].__name__,
)
def test_results_that_run_code_are_not_read(value: object, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnsafeResult):
        Careful(io.BytesIO(pickle.dumps(value))).load()
    assert capsys.readouterr().out == ""


# what brings down more than itself


async def test_an_answer_that_takes_its_dialogue_down_is_wrong_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = [
        {
            **entry(f"wine.p1.s1.d1.t0{n}", "a = 1\n"),
            "domain_name": "wine",
            "result_type": "value",
            "reference_answer": "",
        }
        for n in range(1, 4)
    ]
    content = Benchmark(tmp_path, {"normal": tuple(lines)})
    asked: list[list[str]] = []

    async def harmed(tree, codes, resource, sandbox):  # type: ignore[no-untyped-def]
        cases = [case for each in tree for case in each.cases]
        asked.append([case["data_id"] for case in cases])
        if "wine.p1.s1.d1.t02" in asked[-1]:
            raise SessionLost("the processes of this dialogue are gone")
        yield [Tried(case, Ran({}), Ran({})) for case in cases]

    async def right(cases, resource, sandbox):  # type: ignore[no-untyped-def]
        return [Compared((True,), (None,)) for _ in cases]

    monkeypatch.setattr(judge, "tried", harmed)
    monkeypatch.setattr(judge, "compared", right)
    responses = {each["data_id"]: "x = 1" for each in lines}
    judging = judge.TurnJudge(content)
    found = await scoring.scored(content, judging, responses, contextlib.nullcontext, Silent())  # type: ignore[arg-type]
    assert [case.right for case in found] == [True, False, True]
    assert (found[1].failure, found[1].reason) == ("stopped", "the processes of this dialogue are gone")
    assert len(asked) == 4


# figures


def scored(data_id: str, *lines: bool, category: str = "normal", recall: float | None = None) -> ScoredTurn:
    return ScoredTurn(
        data_id=data_id,
        category=category,
        domain="wine",
        register="",
        dialogue=data_id.partition(".")[0],
        right=all(lines),
        intents=lines,
        recall=recall,
    )


def test_shares_are_of_cases_of_results_and_by_recall() -> None:
    cases = [
        scored("d1.t1", True),
        scored("d1.t2", True, False, False),
        scored("d2.t1", True, True, category="private", recall=0.5),
        scored("d2.t2", False, category="private", recall=1.0),
    ]
    assert accuracy(cases).value == 0.5
    assert official(cases).value == pytest.approx(3 / 7)
    assert intents(cases).value == pytest.approx(4 / 7)
    assert with_recall(cases[2:]).value == 0.25
    told = summary(cases)
    assert told["accuracy_with_recall"]["value"] == 0.25
    assert told["by"]["mode"]["private"]["value"] == 0.5
    assert told["by"]["register"] == {}


def test_the_score_of_private_categories_is_by_recall_and_what_is_right_without_the_library_is_listed() -> None:
    cases = [
        scored("d1.t1", True),
        scored("d1.t2", True, category="private", recall=1.0),
        scored("d2.t1", True, category="private", recall=0.0),
        scored("d2.t2", False, category="private", recall=0.0),
        scored("d2.t3", True, category="private_update_code", recall=0.5),
    ]
    told = summary(cases)
    values = {name: share["value"] for name, share in told["recall_by"]["category"].items()}
    assert values == {"private": 0.3333, "private_update_code": 0.5}
    assert set(told["recall_by"]["mode"]) == {"private", "private_action"}
    assert told["right_without_library"] == ["d2.t1"], "neither what is wrong nor what calls some of it"
    names = [row[0] for row in rows(told)]
    assert names[:4] == ["accuracy", "AccR, the score on the private library", "  private", "  private_update_code"]
    assert any(line.endswith("counts 0 in AccR: 1 (d2.t1)") for line in remarks(told))
    assert not remarks(summary(cases[:2])), "where nothing was passed over, nothing is said"


def test_intervals_hold_the_value_and_shrink_with_more_dialogues() -> None:
    few = [scored(f"d{number}.t1", number % 2 == 0) for number in range(10)]
    many = [scored(f"d{number}.t1", number % 2 == 0) for number in range(1000)]
    for cases in (few, many):
        low, high = limits(cases)
        assert low < 0.5 < high
    assert width(many) < 0.1 < width(few)
    # Twenty cases of one dialogue say less than twenty of twenty.
    alike = [scored(f"d{number % 2}.t{number}", number % 2 == 0) for number in range(20)]
    apart = [scored(f"d{number}.t1", number % 2 == 0) for number in range(20)]
    assert width(alike) > width(apart)


@pytest.mark.parametrize(("right", "low", "high"), [(True, 0.65, 1.0), (False, 0.0, 0.35)])
def test_all_or_nothing_is_not_certain(right: bool, low: float, high: float) -> None:
    found = limits([scored(f"d{number}.t1", right) for number in range(8)])
    assert (found[0] > low - 0.1, found[0] < 1.0, found[1] < high + 0.1, found[1] > 0.0) == (True,) * 4
    assert found[1] - found[0] > 0.2


def test_five_of_twelve_in_two_dialogues_say_little() -> None:
    """Resampled, the two say 40.0 % to 42.9 %."""
    cases = [scored(f"d1.t{number}", number < 2) for number in range(5)]
    cases += [scored(f"d2.t{number}", number < 3) for number in range(7)]
    low, high = limits(cases)
    assert (round(low, 2), round(high, 2)) == (0.07, 0.88)


def test_one_dialogue_gives_no_interval_and_says_why() -> None:
    told = accuracy([scored(f"d1.t{number}", number < 2) for number in range(5)]).as_json()
    assert (told["low"], told["high"], told["clusters"]) == (None, None, 1)
    assert told["no_interval"] == "all cases are of one cluster"
    assert share_text(told) == " 40.0%  (no interval)  5 cases"
    assert share_text({**told, "cases": 1}).endswith("  1 case")


def limits(cases: list[ScoredTurn]) -> tuple[float, float]:
    found = accuracy(cases)
    assert found.low is not None and found.high is not None
    return found.low, found.high


def width(cases: list[ScoredTurn]) -> float:
    low, high = limits(cases)
    return high - low
