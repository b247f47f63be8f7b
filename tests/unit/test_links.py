"""Which earlier turns a turn builds on, from its code alone."""

from __future__ import annotations

import pytest

from company.families.dialogues.statistics.links import links


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (["a = df", "b = a", "c = a + b"], [[], [1], [2, 1]]),
        (["a = df", "a = a + 1", "c = a"], [[], [1], [1]]),
        (["df['x'] = 1", "b = df"], [[], []]),
        (["x = 1", "for x in df: print(x)"], [[], []]),
        (["x = 1", "y = [x for x in df]"], [[], []]),
        (["x = 1", "y = [z + x for z in df]"], [[], [1]]),
        (["x = 1", "def f(x):\n    y = x\n    return y\nb = f(2)"], [[], []]),
        (["def f(x):\n    return x", "b = f(2)"], [[], [1]]),
        (["x = 1", "x += 1"], [[], [1]]),
        (["x = 1", "x = 2\ny = x"], [[], []]),
        (["x = 1", "not python (", "y = x"], [[], [], [2]]),
        (["import numpy as np\nx = np.ones(2)", "y = np.sum(x)"], [[], [1]]),
        (["x = 1", "y = (lambda x: x)(3)"], [[], []]),
    ],
)
def test_a_link_leads_to_the_turn_that_last_made_the_variable(turns: list[str], expected: list[list[int]]) -> None:
    assert links(turns) == expected
