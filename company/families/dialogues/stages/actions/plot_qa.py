"""Stage: a question about a figure that a turn drew, whose answer follows from what is drawn (paper, 2.2)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

from company.families.dialogues.body.entries import told_before_choosing
from company.families.dialogues.client_briefs import client_brief, goal_brief
from company.families.dialogues.excerpts import sentences
from company.families.dialogues.files import FIGURES
from company.families.dialogues.records import Case, Turn
from company.families.dialogues.screened import screen
from company.families.dialogues.situations import client_of, earlier_turns, plan_of, question_of, situation, table_of
from company.families.dialogues.stages.actions.choice_replies import ChoiceDraft
from company.families.dialogues.stages.actions.composing import tried
from company.families.dialogues.stages.actions.drafted_choices import drafted_choice
from company.families.dialogues.stages.actions.drafting import Drafts
from company.families.shared.choices.figure_questions import numbers_told
from company.families.shared.outlines import outline
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask

NAME: Final = "plot_qa"
_PERCENT = re.compile(r"(\d[\d.,]*)\s?(?:%|percent)")
"""A share that is told in hundredths."""
_QUERY = 240
"""Characters that are told of the query: what it is about."""


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
        "given_away": given_away(told_before_choosing(here, "figure"), pages),
        "drawn": pages,
    }

    def compose(drafts: Drafts) -> Ask:
        brief = {"task": "ask_about_figure", **facts, "drafts": drafts}
        return screened.asked(composed("data_scientist_plot_question", ChoiceDraft, brief))

    figure = (FIGURES / f"{turn.id}.{NAME}.png").as_posix()
    made = await drafted_choice(office, turn, here, NAME, compose, figure=figure)
    if made is not None:
        yield screened.marked(made)


def given_away(told: str, drawn: Any) -> list[str]:
    """Return the numbers that are told before a question, each once: whoever reads them need not look at the figure.

    Left out are those that lie further out than any difference of two values that are drawn; of a percentage, that
    counts as a share, too.
    """
    furthest = 2 * max(map(abs, _values(drawn)), default=0.0)
    shares = {*_PERCENT.findall(told)}
    near = [(each, abs(float(each.replace(",", "")))) for each in numbers_told(told)]
    return [
        f"{each}%" if number > furthest else each
        for each, number in near
        if number <= furthest or (each in shares and number / 100 <= furthest)
    ]


def _values(drawn: Any) -> Iterator[float]:
    """Yield the numbers of a figure, wherever they stand."""
    if isinstance(drawn, int | float):
        yield float(drawn)
    elif isinstance(drawn, list | dict):
        for each in drawn.values() if isinstance(drawn, dict) else drawn:
            yield from _values(each)


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
