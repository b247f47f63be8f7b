"""HTTP/1.1 with connections that are kept, on asyncio streams; as much of it as the openai client speaks."""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from tests.support.loopback.batches import Batches
from tests.support.loopback.chat import Chat, Response, Settings
from tests.support.loopback.embeddings import Embeddings
from tests.support.loopback.faults import checked
from tests.support.loopback.journal import Journal


@dataclass(frozen=True)
class _Request:
    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    """Names in small letters."""
    body: bytes


class Server:
    """One server; `start`, then `close`."""

    def __init__(self, settings: Settings, log: Path | None = None) -> None:
        self.settings = settings
        self.journal = Journal(log)
        self.chat = Chat(settings, self.journal)
        self.embeddings = Embeddings(self.chat)
        self.batches = Batches(self.chat, self.journal)
        self._server: asyncio.Server | None = None

    async def start(self, port: int = 0) -> int:
        """Listen on this machine; the port, chosen by the system where it is 0."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port, backlog=1024)
        return int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Listen no more."""
        if self._server:
            self._server.close()
        self.journal.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = False
        try:
            while (request := await _read(reader)) is not None:
                if not asked and request.path.endswith("/chat/completions"):
                    asked = True
                    self.journal.connections += 1
                if not await self._answer(request, reader, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            pass  # the client has gone, or does not speak HTTP
        except asyncio.CancelledError:
            pass  # the server ends
        finally:
            writer.close()

    async def _answer(self, request: _Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; whether the connection is kept."""
        if request.method == "POST" and request.path.endswith("/chat/completions"):
            if self.chat.profile.azure != request.path.startswith("/openai/deployments/"):
                return await _send(
                    writer, Response(404, b'{"error": {"code": "404", "message": "Resource not found"}}')
                )
            return await self._completion(request, reader, writer)
        if request.method == "POST" and request.path == "/v1/embeddings":
            return await self._completion(request, reader, writer)
        return await _send(writer, self._other(request))

    def _other(self, request: _Request) -> Response:
        if told := self.batches.answer(request.method, request.path, request.headers, request.body):
            return told
        place = (request.method, request.path)
        if request.method == "GET" and request.path in ("/v1/models", "/openai/models"):
            return self.chat.models(request.headers)
        if place == ("GET", "/_log"):
            since = int(request.query.get("since", ["0"])[0])
            return _json([asdict(entry) for entry in self.journal.entries[since:]])
        if place == ("GET", "/_stats"):
            return _json(self.journal.stats())
        if place == ("POST", "/_faults"):
            try:
                self.settings.faults = checked(json.loads(request.body))
            except (ValueError, TypeError, AttributeError) as problem:
                return Response(400, json.dumps({"error": {"message": str(problem)}}).encode())
            return _json(self.settings.faults)
        return Response(404, b'{"error": {"message": "Unknown request URL.", "type": "invalid_request_error"}}')

    async def _completion(self, request: _Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        embed = request.path.endswith("/embeddings")
        asked_for = self.embeddings.asked(request.body) if embed else self.chat.asked(request.path, request.body)
        body, model, content = asked_for
        arrived = self.journal.arrive(content, model, request.headers)
        complete = kept = False
        response = Response(0, b"", outcome="abandoned")
        try:
            if embed:
                response = self.embeddings.answer(body, model, request.headers, content, arrived.asked)
            else:
                response = await self._composed(body, model, request.headers, content, arrived.asked)
            if response.status == 200 and self.settings.latency:
                await asyncio.sleep(self.settings.latency)
            complete, kept = await self._deliver(response, reader, writer)
        finally:
            if response.outcome == "hang":
                response = replace(response, status=0)
            elif not complete and response.outcome not in ("cut", "slow"):
                response = replace(response, outcome="abandoned")
            self.journal.end(arrived, response, complete=complete)
        return kept

    async def _composed(
        self, body: Mapping[str, Any], model: str, headers: Mapping[str, str], content: str, asked: int
    ) -> Response:
        try:
            return await self.chat.complete(body, model, headers, content, asked)
        except Exception as problem:  # noqa: BLE001 - whoever asked learns why; a test must not wait for it in vain
            traceback.print_exception(problem)
            told = {"error": {"message": f"the loopback server failed: {problem!r}", "type": "loopback_failed"}}
            return Response(500, json.dumps(told).encode(), {"x-should-retry": "false"}, outcome="failed")

    async def _deliver(
        self, response: Response, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[bool, bool]:
        """Send the response as its fault says; whether it was sent whole, and whether the connection is kept."""
        if response.outcome == "hang":
            await reader.read()
            return False, False
        if response.outcome == "cut":
            writer.write(_head(response) + response.body[: len(response.body) // 2])
            await writer.drain()
            return False, False
        if response.outcome == "slow":
            writer.write(_head(response))
            pause = self.settings.slow_seconds / len(response.body)
            for position in range(len(response.body)):
                if _gone(reader):
                    return False, False
                writer.write(response.body[position : position + 1])
                await asyncio.sleep(pause)
            return True, True
        if _gone(reader):
            return False, False
        return True, await _send(writer, response)


async def _read(reader: asyncio.StreamReader) -> _Request | None:
    """The next request of a connection; None when the client has closed it."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ", 2)
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if colon:
            headers[name.lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    path, _, query = target.partition("?")
    return _Request(method, path, parse_qs(query), headers, body)


async def _send(writer: asyncio.StreamWriter, response: Response) -> bool:
    writer.write(_head(response) + response.body)
    await writer.drain()
    return True


def _head(response: Response) -> bytes:
    lines = [
        f"HTTP/1.1 {response.status} {HTTPStatus(response.status).phrase}",
        "Content-Type: application/json",
        f"Content-Length: {len(response.body)}",
        *(f"{name}: {value}" for name, value in response.headers.items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _gone(reader: asyncio.StreamReader) -> bool:
    return reader.at_eof() or reader.exception() is not None


def _json(body: object) -> Response:
    return Response(200, json.dumps(body).encode())
