"""How long the brief of each kind of prompt may be, and what gives way, in which order, where it would be longer.

What the reply is about never gives way: the columns and variables that are spoken of, the query, the last turn's query,
the code and the plan. All models are told the same.
"""

from __future__ import annotations

import copy

from company.families.dialogues.giving_way import ORDER, Brief, Spoken
from company.prompts import brief_text

BUDGETS = {
    "table": 7_000,
    "ask": 7_200,
    "close": 7_500,
    "reword": 9_000,
    "decide": 7_500,
    "write_code": 5_000,
    "correct_code": 6_000,
    "paraphrase": 6_500,
    "write_wrong": 6_000,
    "leave_open": 6_000,
    "diagnose": 7_500,
    "find_insight": 6_000,
    "report_result": 5_000,
}
"""Task → characters of its brief as JSON; `table`: of a table that is told to whoever has not chosen columns yet."""
BESIDE = ("drafts", "attempts")
"""What no budget counts: what its writer gave before, and has to see in full to mend it."""


def within(brief: Brief, spoken: Spoken) -> Brief:
    """Return the brief of a task within the task's budget: the same where it is, else without what gives way first.

    A brief in which nothing can give way any more stays longer.
    """
    return shortened(brief, spoken, BUDGETS[brief["task"]])


def shortened(brief: Brief, spoken: Spoken, most: int) -> Brief:
    """Return a brief of at most so many characters, without what gives way first."""
    return given_way(brief, spoken, most)[0]


def given_way(brief: Brief, spoken: Spoken, most: int) -> tuple[Brief, list[str]]:
    """Return a brief of at most so many characters, and what of `ORDER` has given way for it, in words."""
    if _length(brief) <= most:
        return brief, []
    brief = copy.deepcopy(brief)
    gone: list[str] = []
    for said, gives_way in ORDER:
        for number, _ in enumerate(gives_way(brief, spoken)):
            gone += [said] if number == 0 else []
            if _length(brief) <= most:
                return brief, gone
    return brief, gone


def _length(brief: Brief) -> int:
    return len(brief_text({key: value for key, value in brief.items() if key not in BESIDE}))


# where things stand in a brief


# what gives way; each yields after each thing that it has taken out
