"""The corpus of answers: fair alternatives are accepted, plausible wrong ones refused, by rules and exported checks."""

from __future__ import annotations

import pytest

from company.sandbox import Sandbox
from tests.support.answers import Judged, judged, read_answers, read_cases

pytestmark = pytest.mark.asyncio(loop_scope="session")
FAIR, WRONG = 0.95, 0.97
"""Shares of the fair answers that have to be accepted, and of the wrong ones that have to be refused."""


async def test_fair_answers_are_accepted_and_wrong_ones_refused_by_rules_and_by_exported_checks(
    local_sandbox: Sandbox,
) -> None:
    found = await judged(read_answers(), local_sandbox)
    assert share(found, fair=True) >= FAIR, failures(found)
    assert share(found, fair=False) >= WRONG, failures(found)
    cases = read_cases()
    coded = [each for each in found if "choice" not in cases[each.answer.data_id]]
    by_check = await judged([each.answer for each in coded], local_sandbox, by_check=True)
    assert [each.answer for each, other in zip(coded, by_check, strict=True) if each.right is not other.right] == []


async def test_every_answer_belongs_to_a_case_and_says_why() -> None:
    assert {each.data_id for each in read_answers()} == set(read_cases())
    assert all(each.why for each in read_answers())


def share(found: list[Judged], *, fair: bool) -> float:
    """Return the share of the fair, or of the wrong, answers that are judged as they should be."""
    of_this = [each.right is fair for each in found if each.answer.fair is fair]
    return sum(of_this) / len(of_this)


def failures(found: list[Judged]) -> str:
    """Return the verdicts that are not as they should be, a line each."""
    return "\n".join(str(each) for each in found if each.right is not each.answer.fair)
