"""Every kind of step: what it says is read back as it was meant, and its code does what its type promises."""

import random
from functools import cache

import numpy as np
import pandas as pd
import pytest

from company.backends.procedural.moves import resolve
from company.backends.procedural.scene import Focus, Scene, scene_of
from company.backends.procedural.slots import TABLE
from company.backends.procedural.steps import KINDS
from company.backends.procedural.steps.base import Step
from company.backends.procedural.understanding import understand
from company.backends.procedural.wording import ask, filled
from company.results.capture import describe_variable, result_type
from company.results.columns import describe_columns
from company.results.drawing import drawn, same_drawing
from company.results.rules import same


def table() -> pd.DataFrame:
    """A table with every role of column, gaps, and awkward names."""
    chance = np.random.default_rng(3)
    n = 240
    price = chance.lognormal(5, 0.5, n).round(2)
    frame = pd.DataFrame(
        {
            "Order ID": [f"o{i:04d}" for i in range(n)],
            "price": price,
            "units": chance.integers(1, 9, n),
            "customer's age": chance.normal(45, 12, n).round(0),
            "region": chance.choice(["North", "South", "East", "O'Brien County"], n),
            "channel": chance.choice(["web", "shop"], n),
            "satisfaction": chance.choice(["low", "medium", "high"], n),
            "weight": [f"{w:.2f}kg" for w in chance.uniform(0.5, 4, n)],
            "ordered on": pd.date_range("2022-01-01", periods=n, freq="3D").strftime("%d/%m/%Y"),
            "returned": chance.choice(["yes", "no"], n, p=[0.2, 0.8]),
            "comment": [f"note {i} about {w}" for i, w in enumerate(chance.choice(["size", "colour", "time"], n))],
        }
    )
    frame["margin"] = (price * 0.2 + chance.normal(0, 8, n)).round(2)
    frame.loc[::13, "customer's age"] = np.nan
    frame.loc[::17, "channel"] = None
    return frame


def variables() -> dict[str, object]:
    """A dialogue's state with variables of every nature."""
    df = table()
    matrix = df[["price", "units", "margin"]].corr()
    return {
        "df": df,
        "recent": df[df["units"] > 3].copy(),
        "mean_price": df.groupby("region")["price"].mean(),
        "by_region": df.groupby("region").agg(mean_price=("price", "mean"), orders=("price", "count")),
        "flat": df.groupby(["region", "channel"])["price"].mean().reset_index(),
        "counts": df["satisfaction"].value_counts(),
        "matrix": matrix,
        "prices": df["price"],
        "labels": (df["price"] > df["price"].median()).astype(int).to_numpy(),
        "regions": ["North", "South"],
        "price_of": {"North": 1.5, "South": 2.5},
        "mean_value": float(df["price"].mean()),
        "price_by_units": df.groupby("units")["price"].mean(),
        "inertias": [812.5, 401.25, 300.0, 260.75, 251.0, 249.5],
        "scores": df[["price", "margin"]].to_numpy(),
    }


@cache
def start() -> Scene:
    return scene(variables())


def scene(state: dict[str, object], last: str | None = None) -> Scene:
    df = state["df"]
    assert isinstance(df, pd.DataFrame)
    described = [describe_variable(name, value) for name, value in state.items()]
    return scene_of({"variable": "df", "rows": len(df), "columns": describe_columns(df)}, described, last)


def offered(kind_name: str, seed: int) -> list[tuple[Step, str]]:
    """Steps of a kind on every variable that it takes, each with the variable's name."""
    kind, here = KINDS[kind_name], start()
    chance = random.Random(seed)
    steps = []
    for var in [here.table, *(v for v in here.variables.values() if v.name != "df")]:
        if var.nature not in kind.takes:
            continue
        for slots in list(kind.offers(var, Focus(("price", "region")), chance))[:4]:
            source = TABLE if var.name == "df" else var.name
            steps.append((Step(kind_name, {**slots, "source": source}, chance.choice(kind.gives)), var.name))
    return steps


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_step_is_offered_and_read_back_as_meant(kind: str) -> None:
    here = start()
    steps = [step for seed in range(3) for step, _ in offered(kind, seed)]
    assert steps, f"{kind} offers nothing on a table with every role of column"
    chance = random.Random(1)
    for step in steps:
        move, _ = resolve(step, here, wanted=True)
        for _ in range(4):
            words = ask(step, chance)
            understood = understand(f"Thanks, that helps. {words}", here)
            assert [m.meaning for m in understood] == [move.meaning], words


def run(step: Step, style: int) -> object:
    state = variables()
    move, _ = resolve(step, start(), wanted=True)
    kind = KINDS[step.kind]
    lines = [*kind.imports(dict(step.slots)), *kind.code(step, move.source, move.out, random.Random(style))]
    import matplotlib.pyplot as plt

    namespace = {"pd": pd, "np": np, "plt": plt, **state}
    code = "\n".join(lines)
    try:
        exec(compile(code, "<step>", "exec"), namespace)
    except Exception as problem:
        raise AssertionError(f"{problem!r} in\n{code}") from problem
    if step.result == "plot":
        assert plt.get_fignums(), f"nothing was drawn by\n{code}"
        figure = plt.gcf()
        assert any(axes.has_data() for axes in figure.axes), code
        drawing = drawn(figure)
        plt.close("all")
        return drawing
    return namespace[move.out]


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.filterwarnings("ignore")
def test_code_gives_the_type_that_was_asked_for_in_every_style(kind: str) -> None:
    for step, _ in offered(kind, 2) + offered(kind, 3):
        if step.result == "plot":
            drawings = [run(step, style) for style in range(6)]
            for drawing in drawings:
                assert same_drawing(drawings[0], drawing), step
                assert same_drawing(drawing, drawings[0]), step
            continue
        values = [run(step, style) for style in range(3)]
        assert result_type(values[0]) == step.result, step
        for value in values[1:]:
            assert same(step.result, values[0], value), step


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_motives_fit_the_slots(kind: str) -> None:
    steps = offered(kind, 4)
    assert KINDS[kind].motives, "a step needs words that lead up to it"
    for step, _ in steps:
        for motive in KINDS[kind].motives:
            assert "{" not in filled(motive, step.slots)
