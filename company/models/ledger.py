"""The ledger: every model call is stored before its reply is used; asked again, it answers from the archive.

A call is known by a hash of (role, backend, model, messages, schema, parameters, attempt). The attempt counts equal
requests within one record, so that asking the same thing twice on purpose gives two answers, in any order of events.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from autogen_core import CancellationToken
from autogen_core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelInfo,
    RequestUsage,
)
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from company.archive import Archive, Call
from company.console.progress import dollars
from company.errors import CallFailed, ConfigError, OutOfBudget
from company.models.clients import Usage, WholeReplyClient
from company.models.prices import Price
from company.models.unwrapping import unwrapped
from company.records import Role, schema_of

FAILED = "failed "
"""Notes of this beginning name requests whose calls failed for good: a run that is replayed fails at them, too."""
_SOME = Usage(prompt_tokens=1000, completion_tokens=1000)


@dataclass(frozen=True)
class Backend:
    """A model that a role is played by."""

    name: str
    model: str
    client: ChatCompletionClient
    price: Price
    note: str
    """What a benchmark's card must say of it."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """What else its replies depend on, as the settings say it."""
    failed: frozenset[str] = frozenset()
    """Of one that is replayed: the requests whose calls failed for good when it was recorded."""

    @property
    def identity(self) -> list[Any]:
        """All that calls and stages are known by: another one gives other replies."""
        return [self.name, self.model, dict(self.parameters)]


@dataclass
class Ledger:
    """All calls of a run, whoever answers them."""

    archive: Archive
    backends: Mapping[Role, Backend]
    cap_usd: float | None = None
    on_call: Callable[[bool], None] = lambda replayed: None
    """Told after every answer whether it came from the archive."""
    made: int = 0
    replayed: int = 0
    usd: float | None = 0.0
    """Spent by the run so far, earlier calls included; None once any price is unknown."""
    _paid: int = 0
    _costs: bool = False
    _under_way: set[asyncio.Task[Call]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._paid, self.usd = self.archive.spent()
        prices = {role: backend.price(_SOME) for role, backend in self.backends.items()}
        self._costs = any(prices.values())
        for role, price in prices.items():
            if price is None and self.cap_usd is not None:
                raise ConfigError(
                    f"[budget] usd is set, and the price of {self.backends[role].model!r} for the {role} is not known: "
                    "add usd_per_million = [read, written] to [model], or take the cap away"
                )

    def desk(self, role: Role, stage: str, record: str, trial: int = 0) -> Desk:
        """The client that a role uses while it works on one record, for the first time or after so many failures."""
        return Desk(self, self.backends[role], role, stage, record, trial)

    def check_budget(self) -> None:
        """Raise OutOfBudget when one more call may go beyond the cap, with those that are under way."""
        if self.cap_usd is None:
            return
        if self.usd is None:
            raise OutOfBudget(
                f"the server did not say how many tokens a call had, so the cap of {dollars(self.cap_usd)} cannot be "
                "kept; what is done is kept. Take [budget] usd away to go on without a cap"
            )
        usual = self.usd / self._paid if self._paid else 0.0
        ahead = usual * (1 + len(self._under_way))
        if self._costs and (self.usd >= self.cap_usd or self.usd + ahead > self.cap_usd):
            raise OutOfBudget(
                f"spent {dollars(self.usd)} of {dollars(self.cap_usd)} allowed, and a call costs {dollars(usual)} on "
                "average; raise [budget] usd, or --budget, and run again to go on"
            )

    async def paid(self, make: Callable[[], Any]) -> Call:
        """The call that `make` makes, stored; it is made to its end even when nobody waits for it any more."""
        task: asyncio.Task[Call] = asyncio.ensure_future(self._booked(make))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _booked(self, make: Callable[[], Any]) -> Call:
        call: Call = await make()
        self.archive.put_call(call)
        self.made += 1
        self._paid += 1
        self.usd = None if self.usd is None or call.usd is None else self.usd + call.usd
        self.on_call(False)
        return call

    async def close(self, tell: Callable[[str], None] = lambda line: None) -> None:
        """Wait for the calls that are under way, which are paid for, and let go of the servers."""
        clients = {id(backend.client): backend.client for backend in self.backends.values()}.values()
        for client in clients:
            if isinstance(client, WholeReplyClient):
                client.hang_up()
        if self._under_way:
            tell(f"waiting for {len(self._under_way)} model calls that are paid for; interrupt again to lose them")
            await asyncio.gather(*self._under_way, return_exceptions=True)
        for client in clients:
            await client.close()


@dataclass
class Desk(WholeReplyClient):
    """An AutoGen client bound to one role, stage and record; answers from the archive where it can."""

    ledger: Ledger
    backend: Backend
    role: Role
    stage: str
    record: str
    trial: int = 0
    last: Call | None = None
    """The call that was answered last, as it came."""
    _asked: Counter[str] = field(default_factory=Counter)

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = (),
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        """The reply to these messages, stored before it is returned, without what stands around its JSON.

        Raises BackendError, OutOfBudget or CallFailed.
        """
        text = json.dumps([message.model_dump(mode="json") for message in messages], ensure_ascii=False)
        request = self._request(text, json_output, extra_create_args or {})
        if (known := self.ledger.archive.call(request)) is not None:
            self.ledger.replayed += 1
            self.ledger.on_call(True)
            self.last = known
            return _result(known, cached=True)
        if request in self.backend.failed:
            raise CallFailed(f"this call to {self.backend.model} failed when it was recorded, and so it does again")
        self.ledger.check_budget()

        async def make() -> Call:
            result = await self.backend.client.create(
                messages, json_output=json_output, extra_create_args=extra_create_args or {}
            )
            return self._call(request, text, result)

        try:
            self.last = await self.ledger.paid(make)
        except CallFailed:
            self.ledger.archive.put_note(f"{FAILED}{request}", True)
            raise
        return _result(self.last, cached=False)

    def _request(self, messages: str, json_output: object, parameters: Mapping[str, Any]) -> str:
        schema = (
            schema_of(json_output)
            if isinstance(json_output, type) and issubclass(json_output, BaseModel)
            else json_output
        )
        asked = [self.role, *self.backend.identity, messages, schema, dict(parameters)]
        same = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        self._asked[same] += 1
        place = f"{same} {self.record} {self.stage} {self.trial} {self._asked[same]}"
        return hashlib.sha256(place.encode()).hexdigest()

    def _call(self, request: str, messages: str, result: CreateResult) -> Call:
        content = result.content if isinstance(result.content, str) else json.dumps([vars(c) for c in result.content])
        usage = result.usage if isinstance(result.usage, Usage) else Usage(**vars(result.usage))
        return Call(
            request=request,
            role=self.role,
            stage=self.stage,
            record=self.record,
            backend=self.backend.name,
            model=self.backend.model,
            messages=messages,
            reply=content,
            finish_reason=result.finish_reason,
            prompt_tokens=usage.prompt_tokens if usage.known else None,
            completion_tokens=usage.completion_tokens if usage.known else None,
            cached_tokens=usage.cached_tokens,
            reasoning_tokens=usage.reasoning_tokens,
            usd=self.backend.price(usage),
        )

    @property
    def model_info(self) -> ModelInfo:
        """As the backend says."""
        return self.backend.client.model_info


def _result(call: Call, *, cached: bool) -> CreateResult:
    usage = RequestUsage(prompt_tokens=call.prompt_tokens or 0, completion_tokens=call.completion_tokens or 0)
    finish: Any = call.finish_reason
    return CreateResult(finish_reason=finish, content=unwrapped(call.reply), usage=usage, cached=cached)
