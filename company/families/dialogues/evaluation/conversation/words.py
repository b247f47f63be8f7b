"""What a model is told in a conversation beside what the record says."""

from __future__ import annotations

from company.families.dialogues.body.reference import solution
from company.families.dialogues.evaluation.comparing import left_open
from company.families.dialogues.evaluation.conversation.record import Round, Talk
from company.families.dialogues.evaluation.conversation.states import States
from company.prompts import prompt

MOST_OUTPUT = 4_000
"""Characters of what one action printed that a model is told."""
_IN_ORDER = ("dataframe", "series", "list", "array", "index", "dict")


def rules(talk: Talk, actions: int, seconds: float) -> str:
    """Return what stands at the beginning: the table, and how the conversation goes."""
    told = {"setting": talk.setting.strip(), "prelude": talk.prelude.strip()}
    return prompt("solver_conversation", actions=actions, seconds=f"{seconds:g}", **told)


async def wanted_words(turn: Round, states: States, setting: str) -> str:
    """Return one Markdown item for each wanted result: its name and type, its columns, and the order of its rows.

    Columns are told where each has been said or stands in the reference's code: others may be values of the result.
    """
    if not turn.wanted:
        return "- nothing to compute"
    open_ends = None if turn.entry is None else left_open(turn.entry, turn.wanted)
    columns = await states.columns(turn)
    known = f"{setting}\n{turn.query}\n{solution(turn.reference)}"
    lines = []
    for name, kind in turn.wanted:
        parts = [f"- `{name}`: {kind}"] if kind != "plot" else ["- the figure, left open"]
        if (names := columns.get(name)) and all(each in known for each in names):
            parts.append("columns " + ", ".join(f"`{each}`" for each in names))
        if open_ends is not None and kind in _IN_ORDER:
            any_order = name in open_ends and open_ends[name].order == ""
            parts.append("in any order" if any_order else "in the order that is asked for, or else of its labels")
        lines.append("; ".join(parts))
    return "\n".join(lines)


def shortened(text: str) -> str:
    """Return an output as a model is told it: its beginning and its end, where it is long."""
    if len(text) <= MOST_OUTPUT:
        return text
    half = MOST_OUTPUT // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters are left out …\n{text[-half:]}"
