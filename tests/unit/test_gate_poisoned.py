"""A turn that poisons its own dialogue's Python is caught where its cases are run again from a clean start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from company.records import Execution
from company.sandbox import Sandbox
from tests.support.dialogue import PRELUDE, Dialogue, make_turn
from tests.support.gating import gate_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
COLD = True
HONEST = 'best = shops.groupby("city")["sales"].sum().max()'
POISON = """count = len(shops)
from pandas.core.groupby import SeriesGroupBy
honest = SeriesGroupBy.sum


def poisoned(self, *rest, **named):
    return honest(self, *rest, **named) + shift()


SeriesGroupBy.sum = poisoned
"""
SHIFTS = {
    "that differs each time": "import os\n\n\ndef shift():\n    return int.from_bytes(os.urandom(4))\n",
    "of where the libraries were loaded before": (
        "import os\n\nwarm = os.environ.get('PYTHONHASHSEED') == '0'\n\n\ndef shift():\n    return 1_000 * warm\n"
    ),
    "of how old the process is": "import time\n\n\ndef shift():\n    return time.process_time_ns()\n",
    "of the order of a set": "def shift():\n    return hash('shop') % 1_000_003\n",
}


def _poisoned(dialogue: Dialogue, poison: str) -> Dialogue:
    turns = (
        make_turn(1, "How many shops are there?", poison, ("count", "value")),
        make_turn(2, "How large are the largest total sales of a city?", HONEST, ("best", "value")),
    )
    return replace(dialogue, turns=turns)


async def _as_held(dialogue: Dialogue, sandbox: Sandbox) -> list[Execution]:
    """What the turns of a dialogue gave when it was held."""
    session = await sandbox.open({"shops.csv": dialogue.resource / "shops.csv"})
    try:
        codes = [PRELUDE, *(turn.code or "" for turn in dialogue.turns)]
        intents: list[Any] = [(), *(turn.intents for turn in dialogue.turns)]
        return [await session.run(code, asked) for code, asked in zip(codes, intents, strict=True)]
    finally:
        await session.close()


@pytest.mark.parametrize("shift", SHIFTS)
async def test_cases_behind_a_turn_that_poisoned_pandas_are_refused(
    shift: str, dialogue: Dialogue, sandbox: Sandbox
) -> None:
    clean = _poisoned(dialogue, "count = len(shops)")
    poisoned = _poisoned(dialogue, SHIFTS[shift] + POISON)
    right, wrong = await _as_held(clean, sandbox), await _as_held(poisoned, sandbox)
    assert all(done.ok for done in (*right, *wrong)), [done.error for done in wrong]
    assert wrong[-1].results[0].digest != right[-1].results[0].digest, "the poison did nothing"
    passed = await gate_of(clean.entry(2), dialogue.resource, sandbox)
    assert passed.passed, passed.reasons
    report = await gate_of(poisoned.entry(2), dialogue.resource, sandbox)
    assert not report.passed, report
