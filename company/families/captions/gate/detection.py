"""The case of four captions of which one is untrue: how it is written, and its gate, which is that of all choices."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.benchmark.gate import GateReport
from company.families.captions.gate.apart import alone, covered, entangled, unreadable
from company.families.captions.gate.contradicting import claims_of
from company.families.captions.gate.drawing import Look, Question, looked, whole
from company.families.captions.records import Figure
from company.families.shared.choices.bodies import ChoiceBody, LetteredOption, choice_of
from company.families.shared.choices.gate import choice_findings
from company.families.shared.choices.lettered import CHECK, CHOSEN, Lettered, choice_field
from company.families.shared.choices.records import Choice, Option
from company.families.shared.place import Place
from company.prompts import prompt
from company.sandbox import Sandbox
from company.tables.record import Table

QUESTION = "Which of these four captions says something that the figure does not show?"
TRUE = "it is true"
"""What is wrong with the options that are not asked for."""
Line = Mapping[str, Any]


def detection_body(
    table: Table, figure: Figure, data_id: str, picture: str, options: Sequence[tuple[str, Sequence[str]]], untrue: int
) -> ChoiceBody:
    """Return the case: `options` are texts, each with the code of its claims; `untrue` is the place of the one.

    It shows no paragraph, so that the figure alone can tell.
    """
    choice = Choice(
        question=QUESTION,
        options=tuple(
            Option(text=text, code=f"not all([{', '.join(codes)}])", slip="" if at == untrue else TRUE)
            for at, (text, codes) in enumerate(options)
        ),
    )
    lettered = Lettered.by_hash(choice, data_id)
    fields = choice_field(choice, lettered)
    query = f"{QUESTION}\n\n{lettered.text}"
    text = prompt("benchmark_detection", figure=figure.name, picture=picture, query=query)
    code = whole(figure.code)
    return ChoiceBody(
        data_id=data_id,
        domain=table.name,
        types=(CHOSEN,),
        query=query,
        text=text,
        messages=[{"role": "user", "content": text}],
        reference=json.dumps({"correct_answer": lettered.right}),
        history=code,
        whole=code,
        check=CHECK,
        more={
            "choice": fields,
            "figure": picture,
            "figure_name": figure.name,
            "texts": list(figure.texts),
            "figure_code": figure.code,
        },
        question=choice.question,
        setup="",
        answer=choice.answer,
        options=tuple(LetteredOption(**option) for option in fields["options"]),
        right=lettered.right,
    )


async def judged(line: Line, resource: Path, sandbox: Sandbox, *, cold: bool = True) -> GateReport:
    """Judge a case by its line, by the gate of choices; the state that its options are about is the figure's code.

    Raises SandboxError when the sandbox itself fails.
    """
    body = choice_of(line)
    if body.whole != whole(line["figure_code"]):
        return GateReport(False, ("its options are not judged on what its figure's code draws",), {})
    if len(body.options) != 4 or sum(option.slip == "" for option in body.options) != 1:
        return GateReport(False, ("it has not four options of which one is untrue",), {})
    options = claims_of(line["choice"]["options"])
    untrue = next(codes for codes, option in zip(options, body.options, strict=True) if option.slip == "")
    look = await looked(
        line["figure_code"], Question(together=asked_of(options, untrue, line["told"])), resource, sandbox
    )
    if isinstance(look, str):
        return GateReport(False, (f"its figure cannot be drawn: {look}",), {})
    if faults := _faults(line, options, look):
        return GateReport(False, faults, {})
    with Place.temporary(resource, sandbox) as place:
        reasons, measured = await choice_findings(body, place, cold=cold)
    return GateReport(not reasons, tuple(reasons), measured)


def asked_of(options: Sequence[Sequence[str]], untrue: Sequence[str], told: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the claims of which a choice asks whether they may hold together.

    They are those of all options; of each option, those that make it the only untrue one; and those of the one that is
    untrue beside what paragraphs have `told` of the figure.
    """
    claimed = tuple(dict.fromkeys(code for codes in options for code in codes))
    return [claimed, *alone(options), tuple(dict.fromkeys((*told, *untrue)))]


def _faults(line: Line, options: Sequence[Sequence[str]], look: Look) -> tuple[str, ...]:
    """Return what is wrong with the words of a choice, by its figure and by what others might show."""
    together, *each_alone, beside = look.together
    found = [] if together else ["its captions contradict one another"]
    letters = [option["letter"] for option in line["choice"]["options"]]
    found += [
        f"without the figure it is known whether caption {letter} is true: the others tell"
        for letter, may in zip(letters, each_alone, strict=True)
        if not may
    ]
    if entangled(options):
        found.append("two of its captions speak of the same quantity, so that one sheds light on the other")
    found += [
        f"caption {letter}: {fault}"
        for letter, codes in zip(letters, options, strict=True)
        for fault in unreadable(codes, look.drawn)
    ]
    if (hidden := covered(look.drawn)) is not None:
        found.append(f"its line {hidden!r} cannot be seen, since another one covers it")
    if line["contradicted"] is beside:
        found.append("what it says of the paragraphs, whether they tell of the untrue caption, is not so")
    return tuple(found)
