"""A turn of a dialogue as `company show` prints it, read and told as a chat on a page."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

STYLE = Path(__file__).resolve().parent / "_styles" / "chat.css"
CODE_LINES = 7
"""Of code that are shown."""
_SPEAKER = re.compile(r"^(client|data scientist|chatbot)(?:  (.*))?$")
_RESULT = re.compile(r"^  (\w+ \(\w+\))$")


@dataclass(frozen=True)
class Said:
    """What one speaker said, with code where there is any; or a result, with how it is printed."""

    speaker: str
    words: str = ""
    code: str = ""


def turn_of_trial(text: str, dialogue: str, number: int) -> list[Said]:
    """Return what was said in a turn of a dialogue, and what code gave. Raises ValueError where there is none."""
    found = re.search(
        rf"^{re.escape(dialogue)} · .*?^── turn {number} [^\n]*\n(.*?)(?=^── turn |^cases made of it|\Z)",
        text,
        re.DOTALL | re.MULTILINE,
    )
    if found is None:
        raise ValueError(f"there is no turn {number} of {dialogue}")
    said: list[Said] = []
    for line in found[1].splitlines():
        if speaker := _SPEAKER.match(line):
            said.append(Said(speaker[1]))
        elif result := _RESULT.match(line):
            said.append(Said("result", result[1]))
        elif line.startswith("    ") or (not line and said[-1].code):
            said[-1] = replace(said[-1], code=f"{said[-1].code}{line[4:]}\n")
        elif line:
            if said[-1].speaker == "result":
                said.append(Said("chatbot"))
            said[-1] = replace(said[-1], words=f"{said[-1].words} {line.strip()}".strip())
    return said


def chat_html(said: list[Said], longest: int = 420) -> str:
    """Return a page with a chat; longer texts are cut where a sentence ends, and longer code after some lines."""
    parts = [f"<!doctype html><meta charset=utf-8><style>{STYLE.read_text(encoding='utf-8')}</style>"]
    for each in said:
        kind = each.speaker.split()[-1]
        words = f'<div class="words">{escape(_cut(each.words, longest))}{_code(each)}</div>'
        who = "" if kind == "result" else f'<div class="who">{each.speaker}</div>'
        parts.append(f'<div class="{kind}">{who}{words}</div>')
    return "\n".join(parts)


def _code(said: Said) -> str:
    """Return the code or the result as HTML; code is cut after a few lines."""
    lines = said.code.rstrip().splitlines()
    if said.speaker != "result" and len(lines) > CODE_LINES:
        lines = [*lines[:CODE_LINES], f"… {len(lines) - CODE_LINES} more lines"]
    return f"<pre>{escape(chr(10).join(lines))}</pre>" if lines else ""


def _cut(words: str, longest: int) -> str:
    if len(words) <= longest:
        return words
    end = words.rfind(". ", longest // 2, longest) + 1 or words.rfind(" ", 0, longest)
    return f"{words[:end]} …"
