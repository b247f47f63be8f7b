"""A case as one exported line: the prompt, the reference and the check, in the public format's fields."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.body.choices import CHECK, Lettered, choice_field
from company.families.dialogues.body.histories import Shown
from company.families.dialogues.body.reference import answer_code, history_code, open_history_code, template_code
from company.families.dialogues.body.wording import column_lines, result_lines, state_lines, wanted_lines
from company.families.dialogues.records import Choice, Turn
from company.prompts import prompt
from company.records import Intent
from company.results.exported import check_code
from company.tables.record import Table

FIELDS = (
    "data_id",
    "domain_name",
    "result_type",
    "current_query",
    "prompt_with_hist_txt",
    "prompt_with_hist_json",
    "reference_answer",
    "ref_code_hist",
    "ref_code_all",
    "eval_metrics",
)
"""The fields of a line, in the order in which they are written."""
CHOSEN = "multi_choice"
"""The result type of a case that is answered by choosing, whatever is asked: it gives nothing away."""
SPEAKER = "data scientist"
"""Who asks: in the company it is the data scientist who questions the chatbot on a client's behalf."""
_UNDONE = "The code of your last answer above has been taken back: nothing of it is there."


@dataclass(frozen=True)
class Situation:
    """Where a case stands: its table, what was run before it, and what its prompt shows of that."""

    table: Table
    prelude: str
    """Code before the first turn: imports and the one load of the table."""
    variable: str
    """What the table is called in code."""
    history: Sequence[Turn] = ()
    """All earlier turns of the dialogue whose code was run, in order."""
    shown: Sequence[Shown] = ()
    unseen: int = 0
    """How many turns of the history lie before those that are shown."""
    library: str = ""
    """The private library's functions in words; empty where there is none."""
    undone: bool = False
    """Whether the code of the last answer that is shown was wrong, and nothing of it is there."""


def code_entry(
    situation: Situation, query: str, code: str, intents: Sequence[Intent], data_id: str, **more: Any
) -> dict[str, Any]:
    """The exported line of a query that is answered by code; `more` are further fields, which evaluators pass over.

    Raises ValueError where there is no intent: such a query cannot be a case.
    """
    if not intents:
        raise ValueError(f"{data_id}: a case needs at least one result")
    before = history_code(situation.prelude, situation.history)
    answer = answer_code(situation.prelude, code, intents)
    request = prompt(
        "benchmark_case_request",
        query=query,
        wanted=wanted_lines(intents),
        state=_state(situation),
        template=template_code(situation.prelude, intents),
    )
    entry = {
        "data_id": data_id,
        "domain_name": situation.table.name,
        "result_type": result_type(intents),
        "current_query": query,
        **_prompts(situation, request),
        "reference_answer": answer,
        "ref_code_hist": before,
        "ref_code_all": f"{before}\n{answer}",
        "eval_metrics": check_code(intents),
    }
    return entry | more


def choice_entry(situation: Situation, choice: Choice, data_id: str, **more: Any) -> dict[str, Any]:
    """The exported line of a question that is answered by choosing a letter, about what the history left behind.

    The results of the history's last turn are shown with the question. The line holds the code of every option in
    its field `choice`, so that the right one can be found again by executing them.
    """
    lettered = Lettered.by_hash(choice, data_id)
    request = prompt(
        "benchmark_choice_request",
        query=choice.question,
        options=lettered.text,
        results=_seen(situation, more.get("figure")),
        state=_state(situation),
    )
    before = history_code(situation.prelude, situation.history)
    entry = {
        "data_id": data_id,
        "domain_name": situation.table.name,
        "result_type": CHOSEN,
        "current_query": f"{choice.question}\n\n{lettered.text}",
        **_prompts(situation, request),
        "reference_answer": json.dumps({"correct_answer": lettered.right}),
        "ref_code_hist": before,
        "ref_code_all": f"{open_history_code(situation.prelude, situation.history)}\n{choice.setup}".strip() + "\n",
        "eval_metrics": CHECK,
        "choice": choice_field(choice, lettered),
    }
    return entry | more


def result_type(intents: Sequence[Intent]) -> str | list[str]:
    """The type of a single intent as a string, of several as a list with one entry each."""
    types: list[str] = [intent.type for intent in intents]
    return types[0] if len(types) == 1 else types


def _seen(situation: Situation, figure: str | None) -> str:
    if figure:
        return f"The figure that the last code draws is in the file `{figure}`."
    return result_lines(situation.history[-1].results if situation.history else ())


def _state(situation: Situation) -> str:
    lines = state_lines(situation.table.file, situation.variable, situation.history, situation.unseen)
    return f"{lines}\n\n{_UNDONE}" if situation.undone else lines


def _prompts(situation: Situation, request: str) -> dict[str, Any]:
    setting = _setting(situation.table)
    if situation.library:
        setting += "\n" + prompt("benchmark_case_library", functions=situation.library)
    return prompts(setting, situation.shown, request)


def prompts(setting: str, shown: Sequence[Shown], request: str) -> dict[str, Any]:
    """The fields that hold a prompt: as one text, and as chat messages."""
    return {
        "prompt_with_hist_txt": _as_text(setting, shown, request),
        "prompt_with_hist_json": _as_messages(setting, shown, request),
    }


def _setting(table: Table) -> str:
    return prompt(
        "benchmark_case_setting",
        speaker=SPEAKER,
        file=table.file,
        rows=f"{table.rows:,}",
        columns=f"{len(table.columns):,}",
        row_meaning=table.row_meaning,
        description=table.description,
        column_lines=column_lines(table),
    )


def _as_text(setting: str, shown: Sequence[Shown], request: str) -> str:
    said = [f"[USER ({SPEAKER})]: {each.query}\n\n[YOU (AI assistant)]: {each.answer}" for each in shown]
    return prompt(
        "benchmark_case",
        setting=setting.strip(),
        conversation="\n\n".join(said) or "It starts with this question.",
        speaker=SPEAKER,
        request=request.strip(),
    )


def _as_messages(setting: str, shown: Sequence[Shown], request: str) -> list[dict[str, str]]:
    messages = [{"role": "system", "content": setting}]
    for each in shown:
        messages.append({"role": "user", "content": each.query})
        messages.append({"role": "assistant", "content": each.answer})
    return [*messages, {"role": "user", "content": request}]
