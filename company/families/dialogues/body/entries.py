"""A case as its body: the prompt, the reference and the check, composed of what the house knows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.body.histories import Shown
from company.families.dialogues.body.openness import leeways
from company.families.dialogues.body.reference import (
    answer_code,
    history_code,
    open_history_code,
    template_code,
    without_show,
)
from company.families.dialogues.body.wording import (
    beside_lines,
    beside_loaded,
    column_lines,
    result_lines,
    state_lines,
    wanted_lines,
)
from company.families.dialogues.records import Turn
from company.families.shared.choices.bodies import ChoiceBody, LetteredOption
from company.families.shared.choices.lettered import CHECK, CHOSEN, Lettered, choice_field
from company.families.shared.choices.records import Choice
from company.prompts import prompt
from company.records import Intent
from company.results.exported import check_code
from company.tables.record import Table

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
    handbook: str = ""
    """Its rules in words, whole; empty where there is none."""
    undone: bool = False
    """Whether the code of the last answer that is shown was wrong, and nothing of it is there."""
    agreements: bool = False
    """Whether terms are agreed by name, so that the prompt says where they count."""


def code_entry(
    situation: Situation, query: str, code: str, intents: Sequence[Intent], data_id: str, **more: Any
) -> CodeBody:
    """Return the case of a query that is answered by code; `more` are further fields, which evaluators pass over.

    Raises ValueError where there is no intent: such a query cannot be a case.
    """
    if not intents:
        raise ValueError(f"{data_id}: a case needs at least one result")
    before = history_code(situation.prelude, situation.history)
    answer = answer_code(situation.prelude, code, intents)
    asked = code_prompts(situation, query, intents)
    wanted = tuple((_saved_as(intent), intent.type) for intent in intents)
    line = {**more, **asked, "current_query": query, "ref_code_hist": before, "reference_answer": answer}
    return CodeBody(
        data_id=data_id,
        domain=situation.table.name,
        types=tuple(intent.type for intent in intents),
        query=query,
        text=asked["prompt_with_hist_txt"],
        messages=asked["prompt_with_hist_json"],
        reference=answer,
        history=before,
        whole=f"{before}\n{answer}",
        check=check_code(intents, leeways(line, wanted)),
        more=more,
        answer=answer,
        solution=without_show(code).strip(),
        wanted=wanted,
        files=tuple(f"{_saved_as(intent)}.{'png' if intent.type == 'plot' else 'pkl'}" for intent in intents),
    )


def code_prompts(situation: Situation, query: str, intents: Sequence[Intent]) -> dict[str, Any]:
    """Return the fields that hold the prompt of a query which is answered by code."""
    request = prompt(
        "benchmark_case_request",
        query=query,
        wanted=wanted_lines(intents),
        state=_state(situation, query),
        template=template_code(situation.prelude, intents),
    )
    return prompts(_setting_of(situation), situation.shown, request)


def _saved_as(intent: Intent) -> str:
    return "plot" if intent.type == "plot" else intent.name


def choice_entry(situation: Situation, choice: Choice, data_id: str, **more: Any) -> ChoiceBody:
    """Return the case of a question that is answered by choosing a letter, about what the history left behind.

    The results of the history's last turn are shown with the question. The line holds the code of every option in
    its field `choice`, so that the right one can be found again by executing them.
    """
    lettered = Lettered.by_hash(choice, data_id)
    asked = _choice_prompts(situation, choice.question, lettered.text, more.get("figure"))
    before = history_code(situation.prelude, situation.history)
    fields = choice_field(choice, lettered)
    promised = {} if choice.guess is None else {"guess": choice.guess.model_dump(mode="json")}
    return ChoiceBody(
        data_id=data_id,
        domain=situation.table.name,
        types=(CHOSEN,),
        query=f"{choice.question}\n\n{lettered.text}",
        text=asked["prompt_with_hist_txt"],
        messages=asked["prompt_with_hist_json"],
        reference=json.dumps({"correct_answer": lettered.right}),
        history=before,
        whole=f"{open_history_code(situation.prelude, situation.history)}\n{choice.setup}".strip() + "\n",
        check=CHECK,
        more={"choice": fields, **promised, **more},
        question=choice.question,
        setup=choice.setup,
        answer=choice.answer,
        options=tuple(LetteredOption(**option) for option in fields["options"]),
        right=lettered.right,
    )


def told_before_choosing(situation: Situation, figure: str | None) -> str:
    """Return what the prompt of a choice tells whoever answers, without the question and its options."""
    text: str = _choice_prompts(situation, "", "", figure)["prompt_with_hist_txt"]
    return text


def _choice_prompts(situation: Situation, question: str, options: str, figure: str | None) -> dict[str, Any]:
    request = prompt(
        "benchmark_choice_request",
        query=question,
        options=options,
        results=_seen(situation, figure),
        state=_state(situation, question),
    )
    return prompts(_setting_of(situation), situation.shown, request)


def _seen(situation: Situation, figure: str | None) -> str:
    if figure:
        return f"The figure that the last code draws is in the file `{figure}`."
    return result_lines(situation.history[-1].results if situation.history else ())


def _state(situation: Situation, query: str) -> str:
    lines = state_lines(
        situation.table.file,
        situation.variable,
        situation.history,
        situation.unseen,
        query,
        beside_loaded(situation.table),
    )
    return f"{lines}\n\n{_UNDONE}" if situation.undone else lines


def _setting_of(situation: Situation) -> str:
    setting = _setting(situation.table)
    if situation.handbook:
        setting += "\n" + prompt("benchmark_case_handbook", handbook=situation.handbook)
    if situation.library:
        setting += "\n" + prompt("benchmark_case_library", functions=situation.library)
    if situation.agreements:
        setting += "\n" + prompt("benchmark_case_agreements")
    return setting


def prompts(setting: str, shown: Sequence[Shown], request: str) -> dict[str, Any]:
    """Return the fields that hold a prompt: as one text, and as chat messages."""
    return {
        "prompt_with_hist_txt": _as_text(setting, shown, request),
        "prompt_with_hist_json": _as_messages(setting, shown, request),
    }


def _setting(table: Table) -> str:
    beside = beside_lines(table)
    return _setting_of_main(table) + (f"\n{beside}\n" if beside else "")


def _setting_of_main(table: Table) -> str:
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
