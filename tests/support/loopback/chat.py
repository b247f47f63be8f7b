"""What a chat completion is: which requests are refused and how, and what a reply and its usage look like."""

from __future__ import annotations

import base64
import json
import math
import re
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

from tests.support.loopback.answers import Said, answer
from tests.support.loopback.faults import BATCHES, NETWORK, chosen, spoil
from tests.support.loopback.journal import Journal, digest
from tests.support.loopback.profiles import OBJECT, PROFILES, SCHEMA
from tests.support.loopback.schema import not_strict

MODEL = "loopback"
"""The model that a server has where nothing else is said."""
_DEPLOYMENT = re.compile(r"/openai/deployments/([^/]+)/chat/completions")
_PIECE = 512
"""Characters of 128 tokens, the step in which prompts are cached; fewer than eight of them are not."""


@dataclass
class Settings:
    """What a server is told; faults may change while it runs."""

    profile: str = "openai"
    models: tuple[str, ...] = (MODEL,)
    key: str | None = None
    """None: anybody may ask."""
    seed: int = 1
    latency: float = 0.0
    """Seconds before a completion is sent; errors come at once."""
    faults: dict[str, float] = field(default_factory=dict)
    retry_after: float = 1.0
    """Seconds, told with every 429 that tells any."""
    slow_seconds: float = 30.0
    """How long a `slow` body takes."""
    batch_seconds: float = 0.0
    """Seconds until a batch is done."""
    at_once: int | None = None
    a_second: int | None = None
    """Completions that are taken at once, and in any second; more are told to come again. None: no limit."""


@dataclass(frozen=True)
class Response:
    """What is sent, and what is noted of it."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    outcome: str = "ok"
    usage: tuple[int, int, int] = (0, 0, 0)
    """Tokens of the prompt, of the completion, and of the prompt's part that was cached."""


class _Refused(Exception):
    def __init__(self, status: int, message: str, param: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status, self.param, self.code = status, param, code


class Chat:
    """Answers parsed HTTP requests for completions and models."""

    def __init__(self, settings: Settings, journal: Journal) -> None:
        self.settings = settings
        self.journal = journal
        self.profile = PROFILES[settings.profile]
        self._recent: deque[float] = deque()
        self._cached: set[int] = set()

    def models(self, headers: Mapping[str, str]) -> Response:
        """The list of models."""
        try:
            self._check_key(headers)
        except _Refused as problem:
            return self._error(problem)
        found = [{"id": name, "object": "model", "created": 0, "owned_by": "loopback"} for name in self.settings.models]
        return Response(200, _bytes({"object": "list", "data": found}))

    def asked(self, path: str, body: bytes) -> tuple[dict[str, Any], str, str]:
        """The request as JSON, its model, and the digest of its content; empty where it is not to be read."""
        try:
            request = json.loads(body)
            deployment = _DEPLOYMENT.fullmatch(path)
            model = deployment[1] if deployment else str(request.get("model", ""))
            return request, model, digest(model, _said(request))
        except (ValueError, TypeError, KeyError, AttributeError):
            return {}, "", ""

    async def complete(
        self, request: Mapping[str, Any], model: str, headers: Mapping[str, str], content: str, asked: int
    ) -> Response:
        """The response to a request for a completion, before anything is done to the connection."""
        try:
            self._check_key(headers)
            self._check_model(model)
            self._check(request)
        except _Refused as problem:
            return self._error(problem)
        if self._too_many():
            return self._limited("limited", {"Retry-After": f"{self.settings.retry_after:g}"})
        fault = chosen(self.settings.faults, self.settings.seed, content, asked)
        fault = None if fault in BATCHES else fault
        if fault in ("429", "429_date", "429_bare", "insufficient_quota", "500", "503"):
            return self._failed(fault)
        completion, messages = await self._completion(request, model, content)
        if fault is not None and fault not in NETWORK:
            usage = completion["usage"]
            spoil(fault, completion, messages)
            return Response(200, _bytes(completion), outcome=fault, usage=_counted(usage))
        return Response(200, _bytes(completion), outcome=fault or "ok", usage=_counted(completion["usage"]))

    # what is refused

    def _check_key(self, headers: Mapping[str, str]) -> None:
        key = self.settings.key
        given = (
            headers.get("api-key") if self.profile.azure else headers.get("authorization", "").removeprefix("Bearer ")
        )
        if key is not None and given != key:
            raise _Refused(401, "Incorrect API key provided. Check the key and try again.", None, "invalid_api_key")

    def _check_model(self, model: str) -> None:
        if self.profile.any_model or model in self.settings.models:
            return
        if self.profile.azure:
            raise _Refused(404, "The API deployment for this resource does not exist.", None, "DeploymentNotFound")
        raise _Refused(
            404, f"The model `{model}` does not exist or you do not have access to it.", "model", "model_not_found"
        )

    def _check(self, request: Mapping[str, Any]) -> None:
        if not request.get("messages"):
            raise _Refused(400, "Missing required parameter: 'messages'.", "messages", "missing_required_parameter")
        if request.get("stream"):
            raise _Refused(400, "This server sends whole replies only.", "stream", "unsupported_value")
        if _pictures(request) and not self.profile.sees:
            raise _Refused(400, "This model takes no content of type 'image_url'.", "messages", "invalid_value")
        for name, value in request.items():
            if self.profile.known is not None and name not in self.profile.known:
                raise _Refused(400, f"Unknown parameter: '{name}'.", name, "unknown_parameter")
            if name in self.profile.refused and not (name == "temperature" and value == 1):
                message, code = self.profile.refused[name]
                raise _Refused(400, message.format(value=value), name, code)
        if {"max_tokens", "max_completion_tokens"} <= request.keys() and self.profile.strict:
            raise _Refused(
                400,
                "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
                "max_tokens",
                "invalid_parameter_combination",
            )
        if request.get("response_format") is not None:
            self._check_format(request, request["response_format"])

    def _check_format(self, request: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        kind = wanted.get("type")
        if kind not in self.profile.formats:
            raise _Refused(400, f"'response_format' of type '{kind}' is not supported.", "response_format", None)
        if kind == SCHEMA and not isinstance(wanted.get(SCHEMA), dict):
            raise _Refused(
                400,
                "Missing required parameter: 'response_format.json_schema'.",
                "response_format.json_schema",
                "missing_required_parameter",
            )
        if not self.profile.strict:
            return
        if kind == OBJECT and not any("json" in text.lower() for _, text in _said(request)):
            raise _Refused(
                400,
                "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
                "messages",
                None,
            )
        if kind == SCHEMA and wanted[SCHEMA].get("strict") and (problem := not_strict(wanted[SCHEMA].get("schema"))):
            name = wanted[SCHEMA].get("name")
            raise _Refused(400, f"Invalid schema for response_format '{name}': {problem}", "response_format", None)

    def _error(self, problem: _Refused) -> Response:
        body = self.profile.error(problem.status, str(problem), problem.param, problem.code)
        return Response(problem.status, _bytes(body), outcome="refused")

    # what goes wrong

    def _too_many(self) -> bool:
        if self.settings.at_once is not None and self.journal.in_flight > self.settings.at_once:
            return True
        if self.settings.a_second is None:
            return False
        now = time.monotonic()
        while self._recent and now - self._recent[0] >= 1:
            self._recent.popleft()
        if len(self._recent) >= self.settings.a_second:
            return True
        self._recent.append(now)
        return False

    def _limited(self, outcome: str, headers: Mapping[str, str]) -> Response:
        body = self.profile.error(429, "Rate limit reached; slow down.", None, "rate_limit_exceeded")
        return Response(429, _bytes(body), headers, outcome)

    def _failed(self, fault: str) -> Response:
        wait = self.settings.retry_after
        if fault == "429":
            return self._limited(fault, {"Retry-After": f"{wait:g}"})
        if fault == "429_date":
            return self._limited(fault, {"Retry-After": formatdate(math.ceil(time.time() + wait), usegmt=True)})
        if fault == "429_bare":
            return self._limited(fault, {})
        if fault == "insufficient_quota":
            message = "You exceeded your current quota, please check your plan and billing details."
            return Response(429, _bytes(self.profile.error(429, message, None, fault)), {}, fault)
        words = {"500": "The server had an error while processing your request.", "503": "The server is overloaded."}
        return Response(int(fault), _bytes(self.profile.error(int(fault), words[fault], None, None)), {}, fault)

    # what is answered

    async def _completion(
        self, request: Mapping[str, Any], model: str, content: str
    ) -> tuple[dict[str, Any], Sequence[Said]]:
        messages = _said(request)
        wanted = request.get("response_format") or {}
        schema = wanted.get(SCHEMA, {}).get("schema") if wanted.get("type") == SCHEMA else None
        reply = await answer(messages, schema, self.settings.seed, _pictures(request))
        finish = "stop"
        for name in self.profile.lengths:
            if isinstance(limit := request.get(name), int) and len(reply) > 4 * limit:
                reply, finish = reply[: 4 * limit], "length"
        message = {"role": "assistant", "content": reply, "refusal": None}
        completion = {
            "id": f"chatcmpl-{content[:24]}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": model,
            "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
            "usage": self._usage(messages, reply),
            "system_fingerprint": "fp_loopback",
        }
        return completion, messages

    def _usage(self, messages: Sequence[Said], reply: str) -> dict[str, Any]:
        prompt = 3 + sum(4 + math.ceil(len(text) / 4) for _, text in messages)
        thought = 64 if self.profile.reasoning else 0
        completion = math.ceil(len(reply) / 4) + thought
        usage: dict[str, Any] = {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
        }
        if self.profile.caches:
            usage["prompt_tokens_details"] = {"cached_tokens": self._known(messages), "audio_tokens": 0}
            usage["completion_tokens_details"] = {"reasoning_tokens": thought}
        return usage

    def _known(self, messages: Sequence[Said]) -> int:
        """Tokens at the prompt's beginning that an earlier prompt began with, too; these are known from now on."""
        text = "".join(f"{role}\n{said}\n" for role, said in messages)
        pieces = len(text) // _PIECE
        known, so_far = 0, 0
        for position in range(pieces):
            so_far = hash((so_far, text[position * _PIECE : (position + 1) * _PIECE]))
            if so_far in self._cached:
                known = position + 1
            self._cached.add(so_far)
        return known * 128 if known >= 8 else 0


def _counted(usage: Mapping[str, Any]) -> tuple[int, int, int]:
    cached = usage.get("prompt_tokens_details", {}).get("cached_tokens", 0)
    return usage["prompt_tokens"], usage["completion_tokens"], cached


def _said(request: Mapping[str, Any]) -> list[Said]:
    return [(message["role"], _text(message.get("content"))) for message in request["messages"]]


def _text(content: object) -> str:
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return str(content or "")


def _pictures(request: Mapping[str, Any]) -> list[bytes]:
    """The PNGs that a request shows, as data URLs; raises ValueError for a picture that is none."""
    parts = [part for message in request["messages"] for part in message.get("content") or () if isinstance(part, dict)]
    urls = [part["image_url"]["url"] for part in parts if part.get("type") == "image_url"]
    if any(not url.startswith("data:image/png;base64,") for url in urls):
        raise ValueError("a picture is to be a PNG in a data URL")
    return [base64.b64decode(url.partition(",")[2], validate=True) for url in urls]


def _bytes(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()
