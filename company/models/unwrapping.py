"""The JSON object in a model's reply, without what models put around it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

LONGEST = 200_000
"""Characters of a reply that anything is made of. Longer ones are cut, and so do not parse."""
_KEPT = 4_000
"""Characters of a reply without JSON that its writer is shown again."""
_THOUGHT = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)```", re.DOTALL)


def unwrapped(reply: str) -> str:
    """Return the one JSON object in a reply that has words, thoughts or fences around it.

    A reply that is an object comes back as it is, and so does one with several different objects in it: it is not
    ours to choose. One without any comes back cut to a length that a repair can bear.
    """
    if len(reply) > LONGEST:
        return reply[:_KEPT]
    text = _said(reply)
    if _object(text) is not None:
        return text
    objects = {json.dumps(value, sort_keys=True): value for value in _objects(text)}
    if len(objects) == 1:
        # Half a character, escaped in a reply, cannot be written down.
        return json.dumps(next(iter(objects.values())), ensure_ascii=False).encode("utf-8", "replace").decode()
    return text if len(text) <= _KEPT else text[:_KEPT]


def objects_in(reply: str) -> int:
    """Count the different JSON objects that a reply holds, side by side."""
    return len({json.dumps(value, sort_keys=True) for value in _objects(_said(reply[:LONGEST]))})


def _said(reply: str) -> str:
    """Return the reply without the thoughts before it."""
    said = _THOUGHT.sub("", reply).strip().lstrip("\ufeff")
    # Some servers keep the word that opens a thought to themselves.
    _, _, after = said.partition("</think>")
    return after.strip() if not said.startswith("{") and next(_objects(after), None) is not None else said


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield objects in fences where there are any that parse, else wherever one is in the text."""
    fenced = [value for block in _FENCE.findall(text) if (value := _object(block)) is not None]
    if fenced:
        yield from fenced
        return
    decoder, start = json.JSONDecoder(), text.find("{")
    while start >= 0:
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            if isinstance(value, dict) and value:
                yield value
        start = text.find("{", end)
