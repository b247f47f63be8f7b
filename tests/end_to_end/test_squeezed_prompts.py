"""Every kind of prompt of a run, shortened as far as budgets can, is still answered by the built-in company."""

import json
import random
from collections import defaultdict
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.families.dialogues.budgets import BUDGETS, given_way
from company.families.dialogues.giving_way import Spoken
from company.models.protocol import ChatMessage
from grammar.client import TASKS, brief_in
from tests.end_to_end.test_prompts_as_sent import BRIEF

SHARES = (0.7, 0.4, 0.0)
"""Parts of a brief's length to which it is shortened."""
OF_EACH = 5
"""Prompts of each kind that are tried, the longest ones."""
Brief = Mapping[str, Any]


@pytest.fixture(scope="module")
def briefs(every_category: Path) -> dict[str, list[dict[str, Any]]]:
    """By task, the longest briefs that were sent."""
    sent: dict[str, set[str]] = defaultdict(set)
    with Archive.open(every_category) as archive:
        for call in archive.calls():
            found = [match[1] for each in json.loads(call.messages) if (match := BRIEF.search(str(each["content"])))]
            if found:
                sent[json.loads(found[-1])["task"]].add(found[-1])
    longest = {task: sorted(each, key=lambda text: (-len(text), text)) for task, each in sent.items()}
    return {task: [json.loads(text) for text in islice(each, OF_EACH)] for task, each in longest.items()}


def spoken_of(brief: Brief) -> tuple[Spoken, Spoken]:
    """Nothing at all, or each variable as an earlier result."""
    variables = {each["name"] for each in brief.get("variables", ())}
    return Spoken(), Spoken((), variables, variables)


def test_every_kind_of_brief_is_answered_whatever_has_given_way(briefs: dict[str, list[dict[str, Any]]]) -> None:
    assert {*BUDGETS} - {"table"} <= briefs.keys()
    gone: set[str] = set()
    for task, sent in briefs.items():
        for brief in sent:
            for spoken in spoken_of(brief):
                for share in SHARES:
                    told, lost = given_way(brief, spoken, int(share * len(json.dumps(brief))))
                    gone.update(lost)
                    text = f"```json\n{json.dumps(told)}\n```"
                    reply = TASKS[task](brief_in([ChatMessage("user", text)]), random.Random(1))
                    assert reply, (task, lost)
    assert len(gone) > 10, "hardly anything had to give way"
