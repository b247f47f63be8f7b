"""Stage: a question about a figure that a turn drew, whose answer follows from what is drawn (paper, 2.2)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Final

from company.families.dialogues.briefs import client_brief, goal_brief
from company.families.dialogues.excerpts import sentences
from company.families.dialogues.files import FIGURES
from company.families.dialogues.records import Case, Turn
from company.families.dialogues.screened import screen
from company.families.dialogues.situations import client_of, earlier_turns, plan_of, question_of, situation, table_of
from company.families.dialogues.stages.actions.choice_replies import ChoiceDraft
from company.families.dialogues.stages.actions.composing import tried
from company.families.dialogues.stages.actions.drafted_choices import drafted_choice
from company.families.dialogues.stages.actions.drafting import Drafts
from company.families.shared.outlines import outline
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask

NAME: Final = "plot_qa"
_QUERY = 240
"""Characters that are told of the query: what it is about."""
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:[.,]\d+)*(?!\w)")


async def _make(office: Office, turn: Turn) -> AsyncIterator[Case]:
    table = table_of(office, turn)
    here = situation(office, table, [*earlier_turns(office, turn), turn])
    if len(office.archive.figures(turn.id)) != 1:
        return  # with several, "the figure" would not say which
    seen = await tried(office, here, [], pages=True)
    if isinstance(seen, str):
        office.lost(turn.id, NAME, seen)
        return
    pages = [outline(page) for page in seen["pages"]]
    (persona, scenario), plan = client_of(office, turn), plan_of(office, turn)
    screened = screen(office, table, turn)
    facts = {
        "persona": client_brief(persona),
        "scenario": goal_brief(scenario),
        "question": question_of(plan, turn),
        "turn": turn.position,
        "query": sentences(turn.query, _QUERY),
        "given_away": _numbers(turn),
        "drawn": pages,
    }

    def compose(drafts: Drafts) -> Ask:
        brief = {"task": "ask_about_figure", **facts, "drafts": drafts}
        return screened.asked(composed("data_scientist_plot_question", ChoiceDraft, brief))

    figure = (FIGURES / f"{turn.id}.{NAME}.png").as_posix()
    made = await drafted_choice(office, turn, here, NAME, compose, figure=figure)
    if made is not None:
        yield screened.marked(made)


def _numbers(turn: Turn) -> list[str]:
    """Return the numbers that stand in a turn's query and code, each once: whoever reads these need not look."""
    return list(dict.fromkeys(_NUMBER.findall(f"{turn.query}\n{turn.code or ''}")))


def _drew(turn: Turn) -> bool:
    return turn.code is not None and any(intent.type == "plot" for intent in turn.intents)


STAGE = Stage(
    NAME,
    "turn",
    _make,
    prompts=(
        "data_scientist_role",
        "data_scientist_plot_question",
        "benchmark_case",
        "benchmark_case_setting",
        "benchmark_choice_request",
    ),
    wants=_drew,
    serves=("plot_qa",),
)
