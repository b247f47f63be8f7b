"""The `openai` backend against every kind of server, and what it makes of each kind of trouble."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from company.config import load
from company.errors import BackendError, CallFailed
from company.families.dialogues.replies import Query
from company.models.protocol import ChatMessage, Reply, Request
from company.models.registry import Backends
from company.run.stage import composed
from tests.support.loopback import MODEL, Loopback
from tests.support.loopback.profiles import PROFILES
from tests.support.served import settled

pytestmark = pytest.mark.slow  # servers and sandboxes

SCENARIO = """
[table]
builtin = "wine"
[model]
backend = "openai"
name = "{model}"
base_url = "{url}"
temperature = 0.3
max_tokens = 400
timeout = 1.0
retries = 1
patience = 5.0
{more}
"""


async def asked(server: Loopback, folder: Path, more: str = "", words: str = "") -> Reply:
    """What the backend brings back from the server for a typed reply."""
    more += '\napi_version = "2024-10-21"' if server.profile == "azure" else ""
    file = folder / "simulation.toml"
    file.write_text(SCENARIO.format(model=MODEL, url=server.base_url, more=more))
    client = Backends(load(file)).of("client").client
    prompt = words or composed("client_reacts", Query, {"task": "none that the company knows"}).prompt
    try:
        messages = (ChatMessage("system", "You answer in JSON."), ChatMessage("user", prompt))
        return await client.reply(Request(messages, Query))
    finally:
        await client.close()


@pytest.mark.parametrize("profile", sorted(PROFILES))
async def test_every_kind_of_server_is_spoken_to_in_its_own_way(profile: str, tmp_path: Path) -> None:
    with Loopback(profile=profile) as server:
        done = await asked(server, tmp_path)
        Query.model_validate_json(done.text)
        entries = server.log()
    assert (entries[-1].outcome, entries[-1].billed) == ("ok", True)
    assert {entry.outcome for entry in entries[:-1]} <= {"refused"}
    assert done.usage.prompt_tokens == entries[-1].prompt_tokens


async def test_fields_of_the_servers_own_go_with_the_request(tmp_path: Path) -> None:
    more = "extra = { top_k = 5 }"
    with Loopback(profile="vllm") as server:
        Query.model_validate_json((await asked(server, tmp_path, more)).text)
    with Loopback() as server, pytest.raises(CallFailed, match="top_k"):
        await asked(server, tmp_path, more)


@pytest.mark.parametrize("fault", ["500", "503", "hang", "cut", "slow"])
async def test_a_call_that_keeps_failing_is_given_up_alone(fault: str, tmp_path: Path) -> None:
    with Loopback(faults={fault: 1}) as server:
        with pytest.raises(CallFailed, match="failed 2 times at this call"):
            await asked(server, tmp_path)
        settled(server)
        assert server.stats()["outcomes"] == {fault: 2}


async def test_no_credit_left_is_final(tmp_path: Path) -> None:
    with Loopback(faults={"insufficient_quota": 1}) as server:
        with pytest.raises(BackendError, match="wants money"):
            await asked(server, tmp_path)
        assert server.stats()["requests"] == 1


async def test_a_body_that_is_json_and_not_called_so_is_read(tmp_path: Path) -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": "{}"}, "finish_reason": "stop"}
    served = _Static(json.dumps({"object": "chat.completion", "choices": [choice]}))
    async with await asyncio.start_server(served.answer, "127.0.0.1", 0) as listening:
        served.port = listening.sockets[0].getsockname()[1]
        done = await asked(served, tmp_path)  # type: ignore[arg-type]
    assert done.text == "{}"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<html>Welcome to the proxy</html>", "an answer that cannot be read"),
        ("", "an answer that cannot be read"),
        ("[]", "an answer that is not a chat completion"),
        ('"ok"', "an answer that"),
        ('{"error": {"message": "the one behind is down"}}', "an error in place of an answer .*the one behind is down"),
    ],
)
@pytest.mark.parametrize("kind", ["text/plain", "application/json"])
async def test_a_success_that_holds_no_completion_is_a_failure(kind: str, body: str, told: str, tmp_path: Path) -> None:
    served = _Static(body, kind)
    async with await asyncio.start_server(served.answer, "127.0.0.1", 0) as listening:
        served.port = listening.sockets[0].getsockname()[1]
        with pytest.raises(CallFailed, match=told):
            await asked(served, tmp_path, "[model.client]\nretries = 0")  # type: ignore[arg-type]


class _Static:
    """A server that gives one body to everybody."""

    profile = "static"

    def __init__(self, body: str, kind: str = "text/plain") -> None:
        self.body, self.kind, self.port = body.encode(), kind, 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def answer(self, reader: asyncio.StreamReader, writer: Any) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = (
            f"HTTP/1.1 200 OK\r\nContent-Type: {self.kind}\r\nContent-Length: {len(self.body)}\r\nConnection: close\r\n"
        )
        writer.write(f"{head}\r\n".encode() + self.body)
        await writer.drain()
        writer.close()
