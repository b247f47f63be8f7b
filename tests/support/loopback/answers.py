"""Who answers: the built-in company where a prompt carries a brief it knows, else something that fits the schema."""

from __future__ import annotations

import functools
import io
import json
import re
from collections.abc import Sequence
from typing import Any

from PIL import Image

from tests.support.loopback.schema import instance

Said = tuple[str, str]
"""Role and text of a message."""
_FENCED = re.compile(r"```(?:json)?\n(\{.*?\})\n```", re.DOTALL)


async def answer(messages: Sequence[Said], schema: Any, seed: int, pictures: Sequence[bytes] = ()) -> str:
    """The content of the reply to these messages; the same for the same messages, pictures and seed."""
    if pictures and "the colour of the left half" in messages[-1][1]:
        return json.dumps(_halves(pictures[-1]))
    brief = last_brief(messages)
    if brief is not None and "task" in brief and _knows(brief["task"]):
        return await _company(messages, seed)
    if schema is None and brief is not None:
        schema = brief.get("reply_schema") or (brief if _is_schema(brief) else last_brief(messages[:1]))
    return json.dumps(instance(schema)) if schema is not None else "ok"


def _halves(png: bytes) -> dict[str, str]:
    """The colours of a picture's left and right half."""
    with Image.open(io.BytesIO(png)) as opened:
        picture = opened.convert("RGB")
    colours = {}
    for side, share in (("left", 0.25), ("right", 0.75)):
        pixel = picture.getpixel((int(share * picture.width), picture.height // 2))
        assert isinstance(pixel, tuple)
        colours[side] = ("red", "green", "blue")[pixel.index(max(pixel))]
    return colours


def last_brief(messages: Sequence[Said]) -> dict[str, Any] | None:
    """The last fenced JSON object in the messages, if there is one."""
    for _, text in reversed(messages):
        if "```" not in text:
            continue
        for block in reversed(_FENCED.findall(text)):
            try:
                found = json.loads(block)
            except ValueError:
                continue
            if isinstance(found, dict):
                return found
    return None


def _is_schema(found: dict[str, Any]) -> bool:
    return "properties" in found or "$ref" in found or isinstance(found.get("type"), str)


def have_ready() -> None:
    """Load what answers are made with: on a busy machine that takes longer than some clients wait."""
    _knows(None)


@functools.cache
def _staff(seed: int) -> Any:
    # Only a server that is asked for the company's work waits for its import.
    from grammar.client import ProceduralClient

    return ProceduralClient(seed)


@functools.cache
def _knows(task: object) -> bool:
    from grammar.client import TASKS

    return task in TASKS


async def _company(messages: Sequence[Said], seed: int) -> str:
    from company.models.protocol import ChatMessage, Request

    heard: list[ChatMessage] = []
    for role, text in messages:
        if role in ("system", "developer"):
            heard.append(ChatMessage("system", text))
        elif role == "assistant":
            heard.append(ChatMessage("assistant", text, source="assistant"))
        else:
            heard.append(ChatMessage("user", text, source="user"))
    text = (await _staff(seed).reply(Request(tuple(heard)))).text
    assert isinstance(text, str)
    return text
