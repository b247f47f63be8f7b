"""One turn as one exported line: the prompt, the reference and the check, in the public format's fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from company.benchmark.reference import answer_code, history_code, template_code
from company.benchmark.wording import column_lines, state_lines, wanted_lines
from company.prompts import prompt
from company.records import Intent, Table, Turn
from company.results.exported import check_code

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
SPEAKER = "data scientist"
"""Who asks: in the company it is the data scientist who questions the chatbot on a client's behalf."""


def case_entry(  # noqa: PLR0913 - everything that a line is made of, named where it is used
    table: Table,
    dialogue_prelude: str,
    variable: str,
    history: Sequence[Turn],
    shown_history: Sequence[Turn],
    turn: Turn,
    data_id: str,
) -> dict[str, Any]:
    """The exported line of a turn.

    `history` are all earlier accepted turns of the dialogue, in order; `shown_history` those of them that the
    prompt shows. Raises ValueError for a turn that has no code or no intent: it cannot be a code case.
    """
    if turn.code is None or not turn.intents:
        raise ValueError(f"{data_id}: a case needs a turn with code and at least one result; {turn.id} has not")
    coded = [each for each in history if each.code is not None]
    hidden = len(coded) - sum(each.code is not None for each in shown_history)
    setting = _setting(table)
    request = prompt(
        "benchmark_case_request",
        query=turn.query,
        wanted=wanted_lines(turn.intents),
        state=state_lines(table.file, variable, coded, hidden),
        template=template_code(dialogue_prelude, turn.intents),
    )
    before = history_code(dialogue_prelude, coded)
    answer = answer_code(dialogue_prelude, turn.code, turn.intents)
    values = (
        data_id,
        table.name,
        result_type(turn.intents),
        turn.query,
        _as_text(setting, shown_history, request),
        _as_messages(setting, shown_history, request),
        answer,
        before,
        f"{before}\n{answer}",
        check_code(turn.intents),
    )
    return dict(zip(FIELDS, values, strict=True))


def result_type(intents: Sequence[Intent]) -> str | list[str]:
    """The type of a single intent as a string, of several as a list with one entry each."""
    types: list[str] = [intent.type for intent in intents]
    return types[0] if len(types) == 1 else types


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


def _as_text(setting: str, shown: Sequence[Turn], request: str) -> str:
    said = [f"[USER ({SPEAKER})]: {turn.query}\n\n[YOU (AI assistant)]: {_answer(turn)}" for turn in shown]
    return prompt(
        "benchmark_case",
        setting=setting.strip(),
        conversation="\n\n".join(said) or "It starts with this question.",
        speaker=SPEAKER,
        request=request.strip(),
    )


def _as_messages(setting: str, shown: Sequence[Turn], request: str) -> list[dict[str, str]]:
    messages = [{"role": "system", "content": setting}]
    for turn in shown:
        messages.append({"role": "user", "content": turn.query})
        messages.append({"role": "assistant", "content": _answer(turn)})
    return [*messages, {"role": "user", "content": request}]


def _answer(turn: Turn) -> str:
    parts = [turn.answer.strip()]
    if turn.code is not None:
        parts.append(f"```python\n{turn.code.strip()}\n```")
    return "\n\n".join(part for part in parts if part)
