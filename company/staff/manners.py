"""What is wrong with a reply beside its form: how it ended, what it repeats, which script it is written in.

A complaint goes back to the model as it stands, so it says what to do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from company.models.protocol import Reply
from company.models.unwrapping import LONGEST, objects_in

_LONGEST_WORDS = 20_000
"""Characters of one text beside code; staff speak in sentences, and what is longer is no message."""
_REPEATED = 200
"""Characters of the prompt that come again in a reply and make it an echo."""
_BRIEF = re.compile(r'\{\s*"task"\s*:\s*"')
"""How the facts of a prompt begin."""
_FOREIGN = 0.3
"""Share of letters outside the prompt's own scripts that is too much."""


def unread(reply: Reply) -> str | None:
    """Return why a reply that does not parse does not, where its form is not the whole reason."""
    if reply.finish_reason == "length":
        return "Your reply was cut off at its greatest length. Keep it much shorter."
    if reply.finish_reason == "content_filter":
        return "You declined to answer. Nothing harmful is asked for: a table is analysed. Answer what was asked."
    if not reply.text.strip():
        return "Your reply was empty."
    if len(reply.text) > LONGEST:
        return f"Your reply had {len(reply.text):,} characters; at most {LONGEST:,} are read."
    if objects_in(reply.text) > 1:
        return "Your reply holds several JSON objects. Decide on one."
    return None


def unfit(reply: BaseModel, prompt: str) -> str | None:
    """Return what is wrong with the words of a reply that parses, if anything."""
    texts = dict(_texts(reply.model_dump(), ""))
    for path, text in texts.items():
        if len(text) > _LONGEST_WORDS and path.rpartition(".")[2] != "code":
            return f"`{path}` has {len(text):,} characters. Keep it far below {_LONGEST_WORDS:,}."
        if _echoes(text, prompt):
            return f"`{path}` repeats the prompt. Answer it instead."
    message = texts.get("message")
    if message is not None and not message.strip():
        return "`message` is empty. Say something."
    if message is not None and _foreign(message, prompt):
        return "`message` is in another language. Write it in the language of the prompt."
    return None


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _texts(part, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _texts(part, f"{path}.{number}".lstrip("."))


def _echoes(text: str, prompt: str) -> bool:
    """Return whether a text holds a long passage of the prompt; code may well repeat the code that it corrects."""
    if _BRIEF.search(text):
        return True
    step = _REPEATED // 2
    brief = prompt.find("```json")
    head = prompt if brief < 0 else prompt[:brief]
    return any(head[start : start + _REPEATED] in text for start in range(0, len(head) - _REPEATED + 1, step))


def _foreign(message: str, prompt: str) -> bool:
    letters = [letter for letter in message if letter.isalpha()]
    scripts = {_script(letter) for letter in set(prompt) if letter.isalpha()} | {"LATIN"}
    strange = sum(_script(letter) not in scripts for letter in letters)
    return len(letters) >= 10 and strange > _FOREIGN * len(letters)


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]
