"""What is sent to a server and what comes back, in the form of OpenAI's chat completions."""

from __future__ import annotations

import functools
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from company.models.protocol import ChatMessage, Finish, Reply, Usage
from company.records import schema_of

_FINISH: dict[str, Finish] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "content_filter",
    "tool_calls": "function_calls",
    "function_call": "function_calls",
}
_LEFT_OUT = ("default", "title", "description", "minLength", "maxLength", "pattern", "format")
"""Words of JSON Schema that strict servers refuse, or that tell a model nothing; the reply is checked by its own type
in any case."""


def messages_of(messages: Sequence[ChatMessage]) -> list[dict[str, Any]]:
    """Return the messages as the protocol has them, pictures as data URLs.

    Names are left out: some servers refuse them.
    """
    return [{"role": message.role, "content": _content(message)} for message in messages]


def _content(message: ChatMessage) -> str | list[dict[str, Any]]:
    if not message.pictures:
        return message.text
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.text}]
    for picture in message.pictures:
        url = f"data:image/png;base64,{b64encode(picture.png).decode()}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return parts


@functools.cache
def schema_format(reply: type[BaseModel]) -> dict[str, Any]:
    """Return the `response_format` that asks for a reply of this type; strict where its schema allows that."""
    schema = _plain(schema_of(reply))
    strict = _all_known(schema)
    return {
        "type": "json_schema",
        "json_schema": {"name": reply.__name__, "schema": _required(schema) if strict else schema, "strict": strict},
    }


def schema_in_words(messages: Sequence[Mapping[str, Any]], reply: type[BaseModel]) -> list[dict[str, Any]]:
    """Return the messages with the schema of the reply at the end of the first, for servers that take none."""
    schema = json.dumps(_plain(schema_of(reply)), ensure_ascii=False)
    first, *rest = map(dict, messages)
    told = {"type": "text", "text": f"The schema of your reply:\n\n```json\n{schema}\n```"}
    held = first["content"]
    first["content"] = f"{held}\n\n{told['text']}" if isinstance(held, str) else [*held, told]
    return [first, *rest]


def _plain(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: _plain(field) for name, field in value.items()} if key in ("properties", "$defs") else _plain(value)
        for key, value in schema.items()
        if key not in _LEFT_OUT
    }


def _all_known(schema: Any) -> bool:
    """Return whether no object in a schema may have fields that it does not name."""
    if isinstance(schema, list):
        return all(map(_all_known, schema))
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        return False
    return all(map(_all_known, schema.values()))


def _required(schema: Any) -> Any:
    """Return a schema that requires every field, as strict servers want it."""
    if isinstance(schema, list):
        return [_required(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {key: _required(value) for key, value in schema.items()}
    if isinstance(whole.get("properties"), dict) and whole.get("type") == "object":
        whole["required"] = list(whole["properties"])
    return whole


def reply_of(completion: Mapping[str, Any]) -> Reply:
    """Return the server's answer, with its usage; a refusal is a reply that ended by the content filter.

    Whatever is missing or odd in the answer makes an empty reply of unknown end: it is paid for, and kept.
    """
    choices = completion.get("choices")
    choice = _fields(choices[0]) if isinstance(choices, list) and choices else {}
    message = _fields(choice.get("message"))
    refusal, content = message.get("refusal"), message.get("content")
    finish = _FINISH.get(str(choice.get("finish_reason")), "unknown")
    if refusal and not content:
        finish, content = "content_filter", refusal
    return Reply(
        text=_text(content),
        finish_reason=finish,
        usage=usage_of(completion.get("usage")),
        thought=_text(message.get("reasoning_content") or message.get("reasoning")) or None,
    )


def _text(content: Any) -> str:
    """Return a text that can be written as UTF-8, whatever the server has sent."""
    if isinstance(content, list):  # in parts, as some servers send it
        return "".join(_text(part.get("text") if isinstance(part, dict) else part) for part in content)
    text = content if isinstance(content, str) else "" if content is None else json.dumps(content)
    return text.encode("utf-8", "replace").decode()


def usage_of(content: Any) -> Usage:
    """Return the usage that the server reports; unknown unless it reports both tokens read and tokens written."""
    usage = _fields(content)
    read, written = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    if read is None or written is None:
        return Usage(prompt_tokens=0, completion_tokens=0, known=False)
    cached = _count(_fields(usage.get("prompt_tokens_details")).get("cached_tokens"))
    thought = _count(_fields(usage.get("completion_tokens_details")).get("reasoning_tokens"))
    # Some servers count in both what is a part of the other elsewhere; no part is greater than the whole.
    return Usage(read, written, cached_tokens=min(cached or 0, read), reasoning_tokens=thought or 0)


def _fields(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _count(number: Any) -> int | None:
    """Return a number of tokens; None for what is none."""
    if isinstance(number, bool) or not isinstance(number, int | float):
        return None
    return int(number) if 0 <= number < 2**53 and number == int(number) else None
