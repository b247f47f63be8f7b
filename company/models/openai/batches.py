"""Calls that can wait, sent together through a server's batch endpoints, at a lower price.

Calls that come within a short time make one batch; whoever asked waits until the server has done it. The run notes a
batch before it waits for it, and each line of a batch goes by the hash that the ledger knows the call by: so a run that
was killed finds the replies that were paid for, and sends nothing again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from company.errors import BackendError, CallFailed, ConfigError
from company.models.ledger import BATCHES
from company.models.openai.trouble import Refusal, completion_in, cut, exception_for
from company.models.pressure import Setback
from company.models.protocol import Later, Price, Reply, Request

if TYPE_CHECKING:
    from openai.types import Batch

    from company.archive import Archive
    from company.models.openai.client import OpenAIClient, Server

MOST = 50_000
"""Calls that a batch may have."""
LARGEST = 150_000_000
"""Bytes from which on no further call is put into a batch; servers take 200 MB."""
GATHERING = 12
"""Pauses after which a batch is sent though calls go on coming."""
_LONGEST = 60.0
"""Seconds between two looks at a batch."""
_OVER = ("completed", "failed", "expired", "cancelled")
_ABSENT = (404, 405, 501)
"""Statuses of a server that has no such endpoint, or no such batch."""
Endpoint = Literal["/v1/chat/completions"]
CHAT: Final[Endpoint] = "/v1/chat/completions"
Answer = TypeVar("Answer")
Lines = Mapping[str, Mapping[str, Any]]
"""What a batch brought, by the hashes of its calls."""


@dataclass
class _Gathered:
    """A call that is to go with the next batch."""

    line: bytes
    brought: asyncio.Future[Mapping[str, Any] | None]


@dataclass
class _Sent:
    """A batch, as the run has noted it."""

    file: str
    requests: tuple[str, ...]
    number: int
    id: str | None = None
    tried: bool = False
    """Whether it may be there though its id is not known."""
    carried: asyncio.Task[Lines] | None = None


@dataclass
class Batches:
    """The batches of one model of one server."""

    server: Server
    model: str
    pause: float
    """Seconds without a new call after which a batch is sent; and between the first looks at it."""
    tell: Callable[[str], None]
    """Given a line when a batch is sent, and when a run ends without it."""
    _gathered: dict[str, _Gathered] = field(default_factory=dict)
    _size: int = 0
    """Bytes of what is gathered."""
    _since: float = 0.0
    """When the first of it came."""
    _timer: asyncio.TimerHandle | None = None
    _noted: dict[str, _Sent] | None = None
    """By the hashes of their calls, the latest batch of each."""
    _number: int = 0
    _checked: bool = False
    _under_way: set[asyncio.Task[Any]] = field(default_factory=set)

    async def check(self) -> None:
        """Raise ConfigError for a server without batches, and BackendError for one that cannot be asked."""

        async def first() -> bool:
            return bool((await self.server.api.batches.list(limit=1)).data)

        if not self._checked:
            await self._asked(first)
        self._checked = True

    def sent(self, key: str, archive: Archive) -> bool:
        """Return whether a call went with a batch already."""
        return key in self._all_noted(archive)

    async def completion(self, key: str, body: Mapping[str, Any], archive: Archive, *, anew: bool) -> Mapping[str, Any]:
        """Return the completion of a call, from a batch that was noted with it or else from the next one.

        `anew` is whether it is not to be looked for in an earlier one. Raises Refusal, Setback and BackendError.
        """
        noted = None if anew else self._all_noted(archive).get(key)
        line = (await self._lines(noted, archive)).get(key) if noted else None
        return _completion(line or await self._gather(key, body, archive))

    def hang_up(self) -> None:
        """Wait for nothing more: what the server has is noted, and what is gathered is not sent."""
        if self._timer:
            self._timer.cancel()
        for call in self._gathered.values():
            call.brought.cancel()
        self._gathered = {}
        under_way, self._under_way = self._under_way, set()
        left = {one.id: one for one in (self._noted or {}).values() if one.carried in under_way and one.id}
        for batch, one in left.items():
            self.tell(
                f"batch {batch} of {len(one.requests):,} calls goes on at {self.server.name}: run again to have it"
            )
        for task in under_way:
            task.cancel()

    # gathering

    async def _gather(self, key: str, body: Mapping[str, Any], archive: Archive) -> Mapping[str, Any] | None:
        call = self._gathered.get(key)
        if call is None:
            line = {"custom_id": key, "method": "POST", "url": CHAT, "body": body}
            text = f"{json.dumps(line, ensure_ascii=False)}\n".encode("utf-8", "replace")
            call = self._gathered[key] = _Gathered(text, asyncio.get_running_loop().create_future())
            self._size += len(text)
            self._send_soon(archive)
        return await call.brought

    def _send_soon(self, archive: Archive) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if len(self._gathered) == 1:
            self._since = now
        if self._timer:
            self._timer.cancel()
        if len(self._gathered) >= MOST or self._size >= LARGEST:
            self._send(archive)
        else:
            at = min(now + self.pause, self._since + GATHERING * self.pause)
            self._timer = loop.call_at(at, self._send, archive)

    def _send(self, archive: Archive) -> None:
        calls, self._gathered, self._size = self._gathered, {}, 0
        if calls:
            self._begun(self._deliver(calls, archive))

    def _begun(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def _deliver(self, calls: Mapping[str, _Gathered], archive: Archive) -> None:
        waiting = [(key, call.brought) for key, call in calls.items()]
        try:
            lines = await self._lines(await self._uploaded(calls, archive), archive)
        except asyncio.CancelledError:
            for _, brought in waiting:
                brought.cancel()
            raise
        except Exception as problem:  # noqa: BLE001 - whoever waits for a call is to raise it
            for _, brought in waiting:
                if not brought.done():
                    brought.set_exception(problem)
            return
        for key, brought in waiting:
            if not brought.done():
                brought.set_result(lines.get(key))

    # what is noted

    def _all_noted(self, archive: Archive) -> dict[str, _Sent]:
        if self._noted is None:
            facts = [(file, told) for (file,), told in archive.facts(BATCHES).items() if self._is_ours(told)]
            self._noted = {}
            for file, told in sorted(facts, key=lambda fact: fact[1]["number"]):
                sent = _Sent(file, tuple(told["requests"]), told["number"], told["id"], tried=True)
                self._number = max(self._number, sent.number)
                self._noted |= dict.fromkeys(sent.requests, sent)
        return self._noted

    def _is_ours(self, told: Mapping[str, Any]) -> bool:
        return (told["server"], told["model"]) == (self.server.name, self.model)

    def _note(self, sent: _Sent, archive: Archive, requests: Collection[str]) -> None:
        told = {"server": self.server.name, "model": self.model, "number": sent.number, "id": sent.id}
        archive.put_fact(BATCHES, sent.file, content={**told, "requests": list(requests)})

    def _forget(self, sent: _Sent, archive: Archive) -> None:
        self._note(sent, archive, ())
        noted = self._all_noted(archive)
        for key in sent.requests:
            if noted.get(key) is sent:
                del noted[key]

    # at the server

    async def _uploaded(self, calls: Mapping[str, _Gathered], archive: Archive) -> _Sent:
        content = b"".join(call.line for call in calls.values())
        files = self.server.api.files
        file = await self._asked(lambda: files.create(file=("batch.jsonl", content), purpose="batch"))
        noted = self._all_noted(archive)
        self._number += 1
        sent = _Sent(file.id, tuple(calls), self._number)
        self._note(sent, archive, sent.requests)
        noted |= dict.fromkeys(sent.requests, sent)
        return sent

    async def _lines(self, sent: _Sent, archive: Archive) -> Lines:
        """Return what a batch brought; once, for all who wait for it."""
        if sent.carried is None:
            sent.carried = self._begun(self._carried(sent, archive))
        return await asyncio.shield(sent.carried)

    async def _carried(self, sent: _Sent, archive: Archive) -> Lines:
        if sent.id is None:
            later = sent.tried
            sent.id = await (self._found(sent.file) if later else self._created(sent))
            if sent.id is None:  # the run ended before it was sent
                self._forget(sent, archive)
                return {}
            self._note(sent, archive, sent.requests)
        self.tell(f"batch {sent.id} of {len(sent.requests):,} calls is under way at {self.server.name}")
        ended = await self._ended(sent.id)
        if ended is None:
            self._forget(sent, archive)
            self.tell(f"{self.server.name} does not know batch {sent.id} any more: its calls are sent again")
            return {}
        if ended.status == "failed":
            self._forget(sent, archive)
            told = ended.errors.data if ended.errors and ended.errors.data else []
            words = cut("; ".join(f"{error.code}: {error.message}" for error in told)) or "without a reason"
            raise BackendError(
                f"{self.server.name} did not begin batch {sent.id} ({words}); nothing of it is paid for: see to that, "
                "give fewer stages in [model] batch, or take it away, and run again"
            )
        lines: dict[str, Mapping[str, Any]] = {}
        for file in (ended.error_file_id, ended.output_file_id):
            if file:
                lines |= _by_call(await self._content(file))
        return lines

    async def _created(self, sent: _Sent) -> str:
        async def create() -> str:
            # A try whose answer never came may have begun it.
            if sent.tried and (there := await self._sought(sent.file)):
                return there
            sent.tried = True
            batches = self.server.api.batches
            made = await batches.create(completion_window="24h", endpoint=CHAT, input_file_id=sent.file)
            return made.id

        return await self._asked(create)

    async def _found(self, file: str) -> str | None:
        return await self._asked(lambda: self._sought(file))

    async def _sought(self, file: str) -> str | None:
        """Return the id of the batch that was made of a file; None where there is none."""
        async for each in self.server.api.batches.list(limit=100):
            if each.input_file_id == file:
                return each.id
        return None

    async def _ended(self, batch: str) -> Batch | None:
        """Return a batch once it is over; None for one that the server does not know."""
        pause = self.pause
        while True:
            try:
                state = await self._tried(lambda: self.server.api.batches.retrieve(batch))
            except Refusal:
                return None
            if state.status in _OVER:
                return state
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, max(_LONGEST, self.pause))

    async def _content(self, file: str) -> bytes:
        async def fetch() -> bytes:
            return (await self.server.api.files.content(file)).content

        return await self._asked(fetch)

    async def _asked(self, send: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return what the server answers. Raises ConfigError where it has no batches, BackendError in other trouble."""
        try:
            return await self._tried(send)
        except Refusal as refused:
            raise ConfigError(
                f"[model] batch is set, and {self.server.name} has no batch endpoints ({refused.said}): take it away "
                "to ask for each reply by itself, or name a server that has them"
            ) from refused

    async def _tried(self, send: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return what the server answers; Refusal is raised only for what is not there."""

        async def once() -> Answer:
            try:
                return await self.server.asked(send)
            except Refusal as refused:
                if refused.status in _ABSENT:
                    raise
                raise exception_for(refused, self.server.name, self.server.key, self.model) from refused

        try:
            return await self.server.line.call(once)
        except CallFailed as failed:  # not one call alone: a whole batch
            raise BackendError(f"{failed}; what is sent is noted, and a later run takes it up") from failed


@dataclass
class InBatches(Later):
    """One model of one server, whose replies to some stages come in batches."""

    client: OpenAIClient
    batches: Batches
    stages: bool | Collection[str]
    """True: all."""
    retries: int
    price: Price

    def takes(self, stage: str) -> bool:
        """Return whether calls of a stage wait."""
        return self.stages if isinstance(self.stages, bool) else stage in self.stages

    async def check(self) -> None:
        """Raise ConfigError for a server without batches, and BackendError for one that cannot be asked."""
        await self.batches.check()

    def sent(self, key: str, archive: Archive) -> bool:
        """Return whether a call went with a batch already."""
        return self.batches.sent(key, archive)

    async def reply(self, key: str, request: Request, archive: Archive) -> Reply:
        """Return the reply to a request. Raises BackendError, and CallFailed for a call that keeps failing."""
        tries, anew = 0, False

        async def send(body: dict[str, Any]) -> Mapping[str, Any]:
            nonlocal anew
            earlier, anew = anew, True
            return await self.batches.completion(key, body, archive, anew=earlier)

        while True:
            try:
                return await self.client.reply_by(send, request)
            except Setback as setback:
                tries += 1
                if tries > self.retries:
                    raise CallFailed(
                        f"{self.client.server.name} failed {tries} times at this call in batches, the last time: "
                        f"{setback.words}"
                    ) from None

    def hang_up(self) -> None:
        """Wait for nothing more."""
        self.batches.hang_up()


def _by_call(content: bytes) -> dict[str, Mapping[str, Any]]:
    lines = {}
    for text in content.splitlines():
        try:
            line = json.loads(text)
            lines[str(line["custom_id"])] = line
        except (ValueError, TypeError, KeyError):
            continue  # a line that nobody can read is one that is missing
    return lines


def _completion(line: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return the completion in a line of a batch. Raises Refusal and Setback, as the same call online would."""
    if line is None:
        raise Setback("failed", "the batch came back without this call")
    response = line.get("response")
    status = response.get("status_code") if isinstance(response, dict) else None
    if not isinstance(response, dict) or not isinstance(status, int):
        error = line.get("error")
        told = error if isinstance(error, dict) else {}
        raise Setback("failed", cut(f"{told.get('code')}: {told.get('message')}"))
    body = response.get("body")
    if status < 300:
        return completion_in(body)
    raise Refusal(status, body.get("error", body) if isinstance(body, dict) else body, cut(json.dumps(body)))
