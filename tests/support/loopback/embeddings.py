"""What an embedding is: vectors of the pieces that a text is made of, so that alike texts have alike vectors."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any

from tests.support.loopback.chat import Chat, Response, _bytes, _Refused
from tests.support.loopback.faults import chosen
from tests.support.loopback.journal import digest

SIZE = 64
LONGEST = 8_192
"""Tokens that one text may have; four characters are one."""
MOST = 2_048
"""Texts that one request may have."""


class Embeddings:
    """Answers requests for embeddings, by the settings, faults and refusals of the chat."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    def asked(self, body: bytes) -> tuple[dict[str, Any], str, str]:
        """The request as JSON, its model, and the digest of its content; empty where it is not to be read."""
        try:
            request = json.loads(body)
            model = str(request["model"])
            return request, model, digest(model, [("input", text) for text in request["input"]])
        except (ValueError, TypeError, KeyError):
            return {}, "", ""

    def answer(
        self, request: Mapping[str, Any], model: str, headers: Mapping[str, str], content: str, asked: int
    ) -> Response:
        """The response, before anything is done to the connection."""
        chat, texts = self._chat, request.get("input") or [""]
        try:
            chat._check_key(headers)
            chat._check_model(model)
            if len(texts) > MOST or not all(isinstance(text, str) and text for text in texts):
                raise _Refused(400, "'$.input' is invalid. Please check the API reference.", "input")
            if max(map(_tokens, texts)) > LONGEST:
                said = f"This model's maximum context length is {LONGEST} tokens, however you requested more."
                raise _Refused(400, said, "input", "context_length_exceeded")
        except _Refused as problem:
            return chat._error(problem)
        fault = chosen(chat.settings.faults, chat.settings.seed, content, asked)
        if fault in ("429", "429_date", "429_bare", "insufficient_quota", "500", "503"):
            return chat._failed(fault)
        tokens = sum(map(_tokens, texts))
        data = [{"object": "embedding", "index": place, "embedding": vector(text)} for place, text in enumerate(texts)]
        # Their places are told; the order of a list is nothing to rely on.
        told: dict[str, Any] = {"object": "list", "model": model, "data": data[::-1]}
        if fault != "no_usage":
            told["usage"] = {"prompt_tokens": tokens, "total_tokens": tokens}
        return Response(200, _bytes(told), outcome=fault or "ok", usage=(tokens, 0, 0))


def vector(text: str) -> list[float]:
    """Of length 1: how often each run of three characters comes, thrown into a few places."""
    found = [0.0] * SIZE
    for start in range(max(1, len(text) - 2)):
        found[hashlib.sha256(text[start : start + 3].encode()).digest()[0] % SIZE] += 1.0
    length = math.sqrt(sum(each * each for each in found))
    return [each / length for each in found]


def _tokens(text: str) -> int:
    return math.ceil(len(text) / 4)
