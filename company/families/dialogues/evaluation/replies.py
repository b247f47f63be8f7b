"""The code of a reply, however it is wrapped."""

from __future__ import annotations

import ast
import re

_PYTHON = re.compile(r"```python[^\n]*\n(.*?)```", re.DOTALL)
_FENCED = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)


def code_of(response: str) -> str:
    """The longest ```python block, as the official evaluator takes it; where there is none, what looks most like code.

    That is the longest fenced block of another name (or one that was never closed), else the whole reply where it is
    Python, else "".
    """
    for form in (_PYTHON, _FENCED):
        if blocks := [block for block in form.findall(response) if block.strip()]:
            return str(max(blocks, key=len))
    return response if response.strip() and _is_python(response) else ""


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
