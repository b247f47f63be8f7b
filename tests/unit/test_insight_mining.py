"""Questions about what results mean: what each kind of result is asked, and that the right option is right."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pytest

from company.families.dialogues.body.meanings import by_number, differs_by_number
from company.families.dialogues.stages.actions.choice_replies import ChoiceDraft
from company.families.shared.choices.lettered import NONE
from company.results.facts import facts
from company.results.kinds import result_type
from grammar.insights.drafts import in_words_of
from grammar.insights.finding import find_insight

SCENARIO = {"name": "Loaves", "description": "They differ.", "goal": "Find the kind with the best height and depth"}
PERSONA = {"name": "Ada Brook", "location": "Oslo", "job_title": "Baker", "background": ""}
ANOVA = "from scipy import stats\n\nanova = tuple(stats.f_oneway(*groups))"


@pytest.fixture
def df() -> pd.DataFrame:
    chance = np.random.default_rng(4)
    kinds = chance.choice(["rye", "oat", "wheat", "spelt", "corn", "rice"], 300, p=[0.3, 0.25, 0.2, 0.12, 0.08, 0.05])
    height = chance.gamma(2, 3, 300) + np.array([{"rye": 4, "oat": 2}.get(kind, len(kind)) for kind in kinds])
    return pd.DataFrame({"kind": kinds, "height": height, "depth": height / 3 + chance.normal(5, 1, 300)})


def _brief(name: str, value: Any, df: pd.DataFrame, code: str) -> dict[str, Any]:
    measure = {"role": "measure", "numeric": True, "dtype": "float64", "distinct": 300}
    columns = [
        {
            "name": "kind",
            "role": "category",
            "distinct": 6,
            "values": [[k, int(n)] for k, n in df["kind"].value_counts().items()],
        },
        *({"name": n, "minimum": df[n].min(), "maximum": df[n].max(), **measure} for n in ("height", "depth")),
    ]
    return {
        "table": {"variable": "df", "rows": len(df), "row_meaning": "loaf", "columns": columns},
        "persona": PERSONA,
        "scenario": SCENARIO,
        "turn": 1,
        "question": "Which kind of height and depth?",
        "query": "Please predict it for 'height' and 'depth' of each 'kind', as predicted.",
        "code": code,
        "results": [{"name": name, "type": result_type(value), "facts": facts(value)}],
        "drafts": [],
    }


def _results(df: pd.DataFrame) -> dict[str, tuple[Any, str]]:
    means = df.groupby("kind")["height"].mean()
    return {
        "mean_height": (means, ""),
        "mean_height_by_kind": (means.to_dict(), ""),
        "kind_summary": (df.groupby("kind").agg(mean_height=("height", "mean"), rows=("height", "size")), ""),
        "high_rows": (df[df["kind"] != "rye"], "high_rows = df[df['kind'] != 'rye']"),
        "height_p75": (float(df["height"][:90].quantile(0.75)), "height_p75 = low['height'].quantile(0.75)"),
        "number_high": (80, "number_high = len(rows)"),
        "height_depth_correlation": (0.4, "height_depth_correlation = rows['height'].corr(rows['depth'])"),
        "most_common": ("oat", "most_common = rows['kind'].mode()[0]"),
        "anova": ((3.1, 0.004), ANOVA),
        "top_kinds": (["rye", "oat", "corn", "rice"], ""),
        "clusters": (np.array([0, 1, 0, 0, 2, 2, 1, 0, 0, 3, 0, 0, 2]), ""),
        "predicted": (df["height"].to_numpy(), ""),
    }


NAMES = (
    "mean_height mean_height_by_kind kind_summary high_rows height_p75 number_high height_depth_correlation "
    "most_common anova top_kinds clusters predicted"
)


@pytest.mark.parametrize("name", NAMES.split())
def test_every_kind_of_result_has_questions_with_one_right_option_and_three_near_misses(
    name: str, df: pd.DataFrame
) -> None:
    value, code = _results(df)[name]
    clear = 0
    for seed in range(20):
        draft = ChoiceDraft.model_validate(find_insight(_brief(name, value, df, code), random.Random(seed)))
        assert draft.possible and "{" not in draft.question
        values = [_value(option.code, {name: value, "df": df}) for option in draft.options]
        assert draft.form == "claim"
        assert values.count(True) <= 1 and values.count(False) >= 3, draft.question
        clear += values.count(True)
    assert clear >= 5


def _value(code: str, names: dict[str, Any]) -> Any:
    try:
        found = eval(code, {**names, "pd": pd, "np": np})
    except (IndexError, ValueError, KeyError, StopIteration):  # as a difference that is not clear has it
        return None
    return bool(found) if isinstance(found, np.bool_) else found


def test_what_is_seldom_so_is_not_offered(df: pd.DataFrame) -> None:
    """That two lead together was right once in thirty times: it was known for wrong."""
    means = pd.Series({"rye": 9.0, "oat": 7.0, "corn": 5.0, "rice": 1.0})
    drafts = [find_insight(_brief("mean_height", means, df, ""), random.Random(seed)) for seed in range(60)]
    leading = [draft for draft in drafts if any(each["slip"] == "a lead overlooked" for each in draft["options"])]
    assert leading
    assert not [each for draft in leading for each in draft["options"] if "rye and oat" in each["text"]]


def test_a_scale_is_chosen_by_the_value_so_that_no_strength_is_right_more_often(df: pd.DataFrame) -> None:
    _, code = _results(df)["height_depth_correlation"]
    name = "height_depth_correlation"
    right = Counter()
    for seed in range(90):
        draft = find_insight(_brief(name, 0.075, df, code), random.Random(seed))
        (true,) = [at for at, each in enumerate(draft["options"]) if _value(each["code"], {name: 0.075})]
        right[true] += 1
    assert set(right) == {2, 3} and min(right.values()) > 25, "none, or weak and positive"


@pytest.mark.parametrize(("p", "seldom"), [(1e-12, True), (0.004, False)])
def test_what_every_test_finds_is_seldom_asked(p: float, seldom: bool, df: pd.DataFrame) -> None:
    """Of many rows nearly every test is certain on any scale: asked each time, "proven" would be right each time."""
    drafts = [find_insight(_brief("anova", (3.1, p), df, ANOVA), random.Random(seed)) for seed in range(60)]
    asked = [draft for draft in drafts if draft.get("possible", True)]
    assert (len(asked) < 20) is seldom


def test_of_a_frame_it_is_asked_which_column_tells_most_and_all_options_read_alike(df: pd.DataFrame) -> None:
    """Whether two columns go together had "no" for an answer half of the time."""
    chance = np.random.default_rng(2)
    frame = df.assign(**{n: df["height"] + chance.normal(0, s, 300) for n, s in
                         {"width": 9, "weight": 1, "price": 20, "crumb": 40}.items()})  # fmt: skip
    brief = _brief("high_rows", frame, df, "high_rows = df.copy()")
    measure = {"role": "measure", "numeric": True, "dtype": "float64", "distinct": 300}
    brief["table"]["columns"] += [{"name": n, **measure} for n in ("width", "weight", "price", "crumb")]
    found = [find_insight(brief, random.Random(seed)) for seed in range(60)]
    asked = [draft for draft in found if "corrwith" in draft["options"][0]["code"]]
    assert asked
    for draft in asked:
        true = [each["text"] for each in draft["options"] if _value(each["code"], {"high_rows": frame})]
        assert len(true) <= 1
        assert {each["text"].split(":")[0].rsplit(" ", 1)[0] for each in draft["options"]} == {"Go by"}
    assert not any("relation" in each["text"] for draft in found for each in draft["options"] if draft not in asked)


def test_a_header_is_a_noun_only_where_it_reads_as_one(df: pd.DataFrame) -> None:
    """`Odd_1` was "odd 1", `mean_odd_1` even "mean odd", and of `Zone2x` there were "bedroom2s"."""
    frame = df.rename(columns={"kind": "Zone2x", "height": "Odd_1", "depth": "BuildingArea"})
    means = frame.groupby("Zone2x")["Odd_1"].mean()
    brief = _brief("mean_odd_1_by_bedroom2", means, df, "")
    for column, name in zip(brief["table"]["columns"], frame.columns, strict=True):
        column["name"] = name
    brief["query"] = "Please give me the mean of 'Odd_1' for each 'Zone2x'."
    told = [find_insight(brief, random.Random(seed))["question"] for seed in range(20)]
    assert all("mean ‘Odd_1’" in each and "‘Zone2x’" in each for each in told), told
    whole = {**brief["results"][0], "name": "rows", "type": "value", "facts": facts("oat")}
    many = [find_insight({**brief, "results": [whole]}, random.Random(seed))["question"] for seed in range(20)]
    assert any("over the values of ‘Zone2x’" in each for each in many), many
    assert in_words_of(brief, "BuildingArea") == "building area"
    brief["table"]["columns"].append({"name": "Building_Area"})
    assert in_words_of(brief, "BuildingArea") == "‘BuildingArea’", "two columns that read alike"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("share_of_height", 6.5),
        ("height_r2", 6.5),
        ("scaled_height", np.random.default_rng(1).normal(size=(40, 2))),
        ("height_and_1_more", pd.Series({"rye": 4.0, "oat": 1.0, "corn": 9.0, "rice": 2.0})),
        ("summary", pd.Series({"mean": 4.0, "std": 1.0, "max": 9.0, "min": 1.0})),
        ("mean_height_by_ranks", pd.Series({"rye": 4.0, "oat": 2.0, "corn": 1.0, "rice": 3.0})),
        ("mean_height_by_deviation", pd.Series({"rye": 2.1, "oat": -0.1, "corn": 0.5, "rice": -2.5})),
    ],
)
def test_what_bears_on_no_decision_is_left_alone(name: str, value: Any, df: pd.DataFrame) -> None:
    assert find_insight(_brief(name, value, df, ""), random.Random(1)) == {"possible": False}


def test_of_a_number_of_groups_nobody_says_that_they_are_rows(df: pd.DataFrame) -> None:
    brief = _brief("kind_counts_high", 3, df, "kind_counts_high = len(kind_counts[kind_counts > 40])")
    assert find_insight(brief, random.Random(1)) == {"possible": False}


def test_the_strength_of_the_right_statement_is_any_of_those_offered(df: pd.DataFrame) -> None:
    """Nothing is to be gained from knowing that, say, most tests are significant, or that few relations are strong."""
    tests, relations = set(), set()
    for seed in range(60):
        draft = find_insight(_brief("anova", (50.0, 0.03), df, ANOVA), random.Random(seed))
        tests.add([_value(option["code"], {"anova": (50.0, 0.03)}) for option in draft["options"]].index(True))
        corr, code = _results(df)["height_depth_correlation"]
        draft = find_insight(_brief("height_depth_correlation", corr, df, code), random.Random(seed))
        true = [each["text"] for each in draft["options"] if _value(each["code"], {"height_depth_correlation": 0.45})]
        relations |= {"strong" in text.lower() for text in true}
    assert len(tests) >= 3
    assert relations == {True, False}


@pytest.mark.parametrize(
    ("right", "wrong", "alone"),
    [
        ("It is 5 % to 10 % of all.", ["It is less than 5 % of all.", "It is 20 % of all.", "Rye leads."], True),
        ("Begin with rye: 3.2 ahead.", ["Begin with oat: 1.2 ahead.", "Begin with corn: 2 ahead."], False),
        ("Sales rise by 3 %.", ["Sales fall by 3 %.", "Sales rise by 4 %."], True),
        ("Sales rise.", ["Sales fall.", "Sales stay."], False),
        (None, ["It is 5 % of all.", "It is 20 % of all.", "It is 30 % of all."], True),
        (None, ["Sales rise.", "Sales fall.", "Sales stay."], False),
    ],
)
def test_options_that_say_the_same_with_another_number_are_seen(
    right: str | None, wrong: list[str], alone: bool
) -> None:
    """Also where none of them is right, and one more option says so."""
    none = {"text": NONE, "code": "", "slip": "" if right is None else "one of them is right"}
    told = [
        {"text": text, "code": "x > 1", "slip": "" if text == right else "misread"} for text in [right, *wrong] if text
    ]
    assert differs_by_number(right, wrong) is alone
    assert by_number({"choice": {"options": [none, *told]}}) is alone
