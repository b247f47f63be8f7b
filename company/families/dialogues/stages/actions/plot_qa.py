"""Stage: a question about a figure that a turn drew, whose answer follows from what is drawn (paper, 2.2)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from company.families.dialogues.briefs import client_brief, goal_brief
from company.families.dialogues.files import FIGURES
from company.families.dialogues.records import Case, Turn
from company.families.dialogues.screened import screen
from company.families.dialogues.situations import client_of, earlier_turns, plan_of, question_of, situation, table_of
from company.families.dialogues.stages.actions.choice_replies import ChoiceDraft
from company.families.dialogues.stages.actions.composing import tried
from company.families.dialogues.stages.actions.drafted_choices import drafted_choice
from company.families.dialogues.stages.actions.drafting import Drafts
from company.run.stage import Office, Stage, composed
from company.staff.members import Ask

NAME: Final = "plot_qa"
_MOST = {"bars": 40, "bins": 40, "boxes": 20, "slices": 20, "lines": 8, "grids": 2, "guides": 8}
_PLACES = 60
_CELLS = 12


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
        "query": turn.query,
        "code": turn.code,
        "drawn": pages,
    }

    def compose(drafts: Drafts) -> Ask:
        brief = {"task": "ask_about_figure", **facts, "drafts": drafts}
        return screened.asked(composed("data_scientist_plot_question", ChoiceDraft, brief))

    figure = (FIGURES / f"{turn.id}.{NAME}.png").as_posix()
    made = await drafted_choice(office, turn, here, NAME, compose, figure=figure)
    if made is not None:
        yield screened.marked(made)


def outline(page: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contents of an axes, short enough for a brief: long lists are cut, and points are summed up."""
    kept = {key: value for key, value in page.items() if value and key not in _MOST and key != "points"}
    for key, most in _MOST.items():
        if page[key]:
            kept[key] = page[key][:most]
            if len(page[key]) > most:
                kept[f"more_{key}"] = len(page[key]) - most
    kept["lines"] = [_line(line) for line in kept.get("lines", ())]
    kept["grids"] = [grid for grid in kept.get("grids", ()) if len(grid["rows"]) <= _CELLS >= len(grid["columns"])]
    kept["points"] = [_points(group) for group in page["points"][:8]]
    return {key: value for key, value in kept.items() if value}


def _line(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line with every n-th of its points, where it has many."""
    step = -(-len(line["places"]) // _PLACES)
    cut = {"of": len(line["places"])} if step > 1 else {}
    return {"label": line["label"], "places": line["places"][::step], "values": line["values"][::step], **cut}


def _points(group: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    if not all(isinstance(each, float) for axis in "xy" for each in group[axis]):
        return {"label": group["label"], "count": len(group["x"])}
    x, y = np.array(group["x"]), np.array(group["y"])
    together = np.corrcoef(x, y)[0, 1] if len(x) > 2 and np.ptp(x) and np.ptp(y) else None
    ranges = {axis: [float(values.min()), float(values.max())] for axis, values in (("x", x), ("y", y))}
    highest = [[float(x[place]), float(y[place])] for place in np.argsort(-y, kind="stable")[:2]]
    found = {"label": group["label"], "count": len(x), **ranges, "highest": highest}
    return found if together is None else {**found, "correlation": round(float(together), 4)}


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
