"""Every kind of step: what it says is read back as it was meant, and its code does what its type promises."""

import random

import numpy as np
import pandas as pd
import pytest
from offered_steps import offered, start, variables

from company.backends.procedural.moves import resolve
from company.backends.procedural.steps import KINDS
from company.backends.procedural.steps.base import Step
from company.backends.procedural.understanding import understand
from company.backends.procedural.wording import ask, filled
from company.results.capture import result_type
from company.results.drawing import drawn, same_drawing
from company.results.rules import same


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
