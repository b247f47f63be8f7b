"""The code of a reply, however it is wrapped, and the part of it that was asked for."""

from __future__ import annotations

import re

from company.families.dialogues.body.reference import solution
from company.families.dialogues.programs import program

_PYTHON = re.compile(r"```python[^\n]*\n(.*?)```", re.DOTALL)
_FENCED = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)


def code_of(response: str) -> str:
    """Return the longest ```python block, as the official evaluator takes it, or what looks most like code.

    Without such a block that is the longest fenced block of another name (or one that was never closed), else the whole
    reply where it is Python, else "".
    """
    for form in (_PYTHON, _FENCED):
        if blocks := [block for block in form.findall(response) if block.strip()]:
            return str(max(blocks, key=len))
    return response if response.strip() and program(response) is not None else ""


def own_part(answer: str, reference: str) -> str:
    """Return the part of an answer that fills the template's gap; without its marks, what the template has not.

    `reference` is the reference's answer, whose lines outside the marks are the template's.
    """
    inner = solution(answer)
    if inner != answer.strip():
        return inner
    asked = solution(reference)
    before, _, after = reference.partition(asked)
    template = {line.strip() for line in f"{before}\n{after}".split("\n")} - {""}
    return "\n".join(line for line in answer.split("\n") if line.strip() not in template).strip()
