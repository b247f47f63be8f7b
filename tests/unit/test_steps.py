"""Every kind of step: what it says is read back as it was meant, and its code does what its type promises."""

import random

import numpy as np
import pandas as pd
import pytest

from company.results.capture import result_type
from company.results.drawing import drawn, same_drawing
from company.results.rules import same
from grammar.moves import resolve
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.understanding import understand
from grammar.wording import ask, filled
from tests.support.offered_steps import beside, offered, start, variables


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_step_is_offered_and_read_back_as_meant(kind: str) -> None:
    here = start()
    steps = offered(kind, 0, 1, 2)
    assert steps, f"{kind} offers nothing on a table with every role of column"
    chance = random.Random(1)
    for step in steps:
        move, _ = resolve(step, here, wanted=True)
        for words in {ask(step, chance) for _ in range(4)}:
            understood = understand(f"Thanks, that helps. {words}", here)
            assert [m.meaning for m in understood] == [move.meaning], words


def outcomes(step: Step, styles: int) -> list[object]:
    """What the code of a step gives in so many styles: where all read alike, twice, so that chance would show."""
    move, _ = resolve(step, start(), wanted=True)
    kind = KINDS[step.kind]
    written = (kind.code(step, move.source, move.out, random.Random(style)) for style in range(styles))
    codes = list(dict.fromkeys("\n".join(lines) for lines in written))
    return [outcome(code, step.result, move.out) for code in (codes if len(codes) > 1 else codes * 2)]


def outcome(code: str, result: str, out: str) -> object:
    import matplotlib.pyplot as plt

    namespace = {"pd": pd, "np": np, "plt": plt, **variables(), **beside()}
    try:
        exec(compile(code, "<step>", "exec"), namespace)
    except Exception as problem:
        raise AssertionError(f"{problem!r} in\n{code}") from problem
    if result == "plot":
        assert plt.get_fignums(), f"nothing was drawn by\n{code}"
        figure = plt.gcf()
        assert any(axes.has_data() for axes in figure.axes), code
        drawing = drawn(figure)
        plt.close("all")
        return drawing
    return namespace[out]


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.filterwarnings("ignore")
def test_code_gives_the_type_that_was_asked_for_in_every_style(kind: str) -> None:
    for step in offered(kind, 2, 3):
        if step.result == "plot":
            first, *others = outcomes(step, styles=6)
            for drawing in others:
                assert same_drawing(first, drawing), step
                assert same_drawing(drawing, first), step
            continue
        first, *others = outcomes(step, styles=3)
        assert result_type(first) == step.result, step
        for value in others:
            assert same(step.result, first, value), step


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_motives_fit_the_slots(kind: str) -> None:
    assert KINDS[kind].motives, "a step needs words that lead up to it"
    for step in offered(kind, 4):
        for motive in KINDS[kind].motives:
            assert "{" not in filled(motive, step.slots)
