"""Batches: files of requests for completions, answered some time later, one line for each."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import time
from collections.abc import Mapping
from typing import Any

from tests.support.loopback.chat import Chat, Response, _bytes, _Refused
from tests.support.loopback.faults import chosen
from tests.support.loopback.journal import Journal

CHAT = "/v1/chat/completions"


class Batches:
    """Answers requests about files and batches, by the settings, faults and refusals of the chat."""

    def __init__(self, chat: Chat, journal: Journal) -> None:
        self._chat, self._journal = chat, journal
        self._files: dict[str, bytes] = {}
        self._batches: dict[str, dict[str, Any]] = {}
        self._work: set[asyncio.Task[None]] = set()

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response | None:
        """The response; None for what is not about files or batches, or where the server knows neither."""
        words = path.removeprefix("/v1/").split("/")
        if not self._chat.profile.batches or words[0] not in ("files", "batches"):
            return None
        try:
            self._chat._check_key(headers)
            return Response(200, self._answered(method, words, headers, body))
        except _Refused as problem:
            return self._chat._error(problem)

    def _answered(self, method: str, words: list[str], headers: Mapping[str, str], body: bytes) -> bytes:
        match (method, *words):
            case ("POST", "files"):
                return self._upload(headers, body)
            case ("GET", "files", name, "content") if name in self._files:
                return self._files[name]
            case ("POST", "batches"):
                return self._begin(json.loads(body))
            case ("GET", "batches"):
                newest = list(self._batches.values())[::-1]
                return _bytes({"object": "list", "data": newest, "has_more": False})
            case ("GET", "batches", name) if name in self._batches:
                return _bytes(self._batches[name])
        raise _Refused(404, f"There is nothing at {'/'.join(words)}.", None, "not_found")

    def _upload(self, headers: Mapping[str, str], body: bytes) -> bytes:
        head = f"Content-Type: {headers['content-type']}\r\n\r\n".encode()
        parts = {
            str(part.get_param("name", header="content-disposition")): part.get_payload(decode=True)
            for part in email.message_from_bytes(head + body, policy=email.policy.HTTP).iter_parts()  # type: ignore[attr-defined]
        }
        if parts.get("purpose") != b"batch":
            raise _Refused(400, "This server takes files for batches only.", "purpose", "invalid_value")
        content = parts["file"]
        made = {"id": self._keep(content), "object": "file", "bytes": len(content), "created_at": int(time.time())}
        return _bytes({**made, "filename": "batch.jsonl", "purpose": "batch", "status": "processed"})

    def _keep(self, content: bytes) -> str:
        name = f"file-{len(self._files) + 1}"
        self._files[name] = content
        return name

    def _begin(self, told: Mapping[str, Any]) -> bytes:
        if told.get("input_file_id") not in self._files or told.get("endpoint") != CHAT:
            raise _Refused(400, "The file or the endpoint of this batch is not known.", None, "invalid_value")
        batch = {
            "id": f"batch_{len(self._batches) + 1}",
            "object": "batch",
            "endpoint": CHAT,
            "completion_window": told["completion_window"],
            "input_file_id": told["input_file_id"],
            "created_at": int(time.time()),
            "status": "in_progress",
        }
        self._batches[batch["id"]] = batch
        self._journal.batches += 1
        lines = [json.loads(line) for line in self._files[batch["input_file_id"]].splitlines()]
        if wrong := _wrong(lines, self._chat.settings.models):
            batch |= {"status": "failed", "errors": {"object": "list", "data": [wrong]}}
            return _bytes(batch)
        task = asyncio.get_running_loop().create_task(self._do(batch, lines))
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return _bytes(batch)

    async def _do(self, batch: dict[str, Any], lines: list[dict[str, Any]]) -> None:
        await asyncio.sleep(self._chat.settings.batch_seconds)
        done = [await self._line(line) for line in lines]
        good = [line for line in done if line["response"] and line["response"]["status_code"] == 200]
        bad = [line for line in done if line not in good]
        for name, kept in (("output_file_id", good), ("error_file_id", bad)):
            if kept:
                batch[name] = self._keep("".join(f"{json.dumps(line)}\n" for line in kept[::-1]).encode())
        expired = any(line["error"] for line in bad)
        batch["status"] = "expired" if expired else "completed"

    async def _line(self, line: Mapping[str, Any]) -> dict[str, Any]:
        body, model, content = self._chat.asked(CHAT, json.dumps(line["body"]).encode())
        arrived = self._journal.arrive(content, model)
        settings = self._chat.settings
        told = {"id": f"batch_req_{arrived.number}", "custom_id": line["custom_id"], "response": None, "error": None}
        if chosen(settings.faults, settings.seed, content, arrived.asked) == "expired":
            response = Response(0, b"", outcome="expired")
            told["error"] = {"code": "batch_expired", "message": "This request was not done in time."}
        else:
            response = await self._chat.complete(
                body, model, {"authorization": f"Bearer {settings.key}"}, content, arrived.asked
            )
            answer = {
                "status_code": response.status,
                "request_id": f"req_{arrived.number}",
                "body": json.loads(response.body),
            }
            told["response"] = answer
        self._journal.end(arrived, response)
        return told


def _wrong(lines: list[dict[str, Any]], models: tuple[str, ...]) -> dict[str, Any] | None:
    """What is wrong with a batch as a whole."""
    if lines[0]["body"]["model"] not in models:
        return {"code": "model_not_found", "message": "The model of these requests does not exist.", "line": 1}
    if len({line["body"]["model"] for line in lines}) > 1:
        return {"code": "mismatched_model", "message": "All requests of a batch are for one model.", "line": 2}
    if len({line["custom_id"] for line in lines}) < len(lines):
        return {"code": "duplicate_custom_id", "message": "The custom_id of each request is its own.", "line": 2}
    return None
