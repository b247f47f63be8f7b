"""What of a correction is heard in words: names of the right code that the wrong code lacks, and code itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from company.families.dialogues.programs import nodes

_PLAIN = 3
"""Letters from which a name is recognised without quotes; shorter ones are words of every sentence."""
_SHORT = 12
"""Characters up to which a line of code may stand in a sentence by chance."""


def repair_words(right: str, wrong: str) -> list[str]:
    """Return names of variables, columns, values, calls and arguments in the right code that the wrong code lacks."""
    return sorted(set(_names(right)) - set(_names(wrong)))


def gives_away(words: str, right: str, wrong: str) -> str | None:
    """Return a complaint about feedback that holds the correction, as a name or as code; None where it does not."""
    lines, there = ({line.strip() for line in code.splitlines()} for code in (right, wrong))
    if "```" in words or any(len(line) > _SHORT and line in words for line in lines - there):
        return "Your feedback holds code; tell what you see in the result, and leave the correction to the chatbot."
    told = [name for name in repair_words(right, wrong) if _told(name, words)]
    if told:
        listed = ", ".join(f"`{name}`" for name in told)
        return f"Your feedback names what belongs into the right code ({listed}); tell what you see in the result only."
    return None


def _told(name: str, words: str) -> bool:
    """Return whether a name is said: one of few letters in quotes, a longer one anywhere as a word."""
    bare = re.escape(name)
    if len(name) < _PLAIN:
        return re.search(rf"[`'\"“]{bare}[`'\"”]", words) is not None
    return re.search(rf"(?<!\w){bare}(?!\w)", words) is not None


def _names(code: str) -> Iterator[str]:
    for node in nodes(code):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip():
            yield node.value
