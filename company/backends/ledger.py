"""The ledger: every model call is stored before its reply is used; asked again, it answers from the archive.

A call is known by a hash of (role, backend, model, messages, schema, parameters, attempt). The attempt counts equal
requests within one record, so that asking the same thing twice on purpose gives two answers, in any order of events.
"""

from __future__ import annotations

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
from company.backends.clients import WholeReplyClient
from company.errors import OutOfBudget
from company.records import Role

Price = Callable[[RequestUsage], float | None]
"""USD of a call by its usage; None where it is not known."""


@dataclass
class Ledger:
    """All calls of a run, over one backend."""

    archive: Archive
    backend: str
    model: str
    client: ChatCompletionClient
    price: Price
    cap_usd: float | None = None
    on_call: Callable[[bool], None] = lambda replayed: None
    """Told after every answer whether it came from the archive."""
    made: int = 0
    replayed: int = 0
    usd: float | None = 0.0
    """Spent by the run so far, earlier calls included; None once any price is unknown."""

    def __post_init__(self) -> None:
        _, self.usd = self.archive.spent()

    def book(self, call: Call) -> None:
        """Store a call that was just made; it is durable when this returns."""
        self.archive.put_call(call)
        self.made += 1
        self.usd = None if self.usd is None or call.usd is None else self.usd + call.usd

    def desk(self, role: Role, stage: str, record: str) -> Desk:
        """The client that a role uses while it works on one record."""
        return Desk(self, role, stage, record)

    def check_budget(self) -> None:
        """Raise OutOfBudget when the cap is reached."""
        if self.cap_usd is not None and self.usd is not None and self.usd > 0 and self.usd >= self.cap_usd:
            raise OutOfBudget(
                f"spent ${self.usd:.2f} of ${self.cap_usd:.2f} allowed; raise [budget] usd and run again to go on"
            )


@dataclass
class Desk(WholeReplyClient):
    """An AutoGen client bound to one role, stage and record; answers from the archive where it can."""

    ledger: Ledger
    role: Role
    stage: str
    record: str
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
        """The reply to these messages, stored before it is returned; raises BackendError or OutOfBudget."""
        text = json.dumps([message.model_dump(mode="json") for message in messages], ensure_ascii=False)
        request = self._request(text, json_output, extra_create_args or {})
        if (known := self.ledger.archive.call(request)) is not None:
            self.ledger.replayed += 1
            self.ledger.on_call(True)
            return _result(known, cached=True)
        self.ledger.check_budget()
        result = await self.ledger.client.create(
            messages,
            json_output=json_output,
            extra_create_args=extra_create_args or {},
            cancellation_token=cancellation_token,
        )
        call = self._call(request, text, result)
        self.ledger.book(call)
        self.ledger.on_call(False)
        return _result(call, cached=False)

    def _request(self, messages: str, json_output: object, parameters: Mapping[str, Any]) -> str:
        schema = (
            json_output.model_json_schema()
            if isinstance(json_output, type) and issubclass(json_output, BaseModel)
            else json_output
        )
        asked = [self.role, self.ledger.backend, self.ledger.model, messages, schema, dict(parameters)]
        same = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        self._asked[same] += 1
        return hashlib.sha256(f"{same} {self.record} {self.stage} {self._asked[same]}".encode()).hexdigest()

    def _call(self, request: str, messages: str, result: CreateResult) -> Call:
        content = result.content if isinstance(result.content, str) else json.dumps([vars(c) for c in result.content])
        return Call(
            request=request,
            role=self.role,
            stage=self.stage,
            record=self.record,
            backend=self.ledger.backend,
            model=self.ledger.model,
            messages=messages,
            reply=content,
            finish_reason=result.finish_reason,
            prompt_tokens=result.usage.prompt_tokens,
            completion_tokens=result.usage.completion_tokens,
            usd=self.ledger.price(result.usage),
        )

    @property
    def model_info(self) -> ModelInfo:
        """As the backend says."""
        return self.ledger.client.model_info


def _result(call: Call, *, cached: bool) -> CreateResult:
    usage = RequestUsage(prompt_tokens=call.prompt_tokens, completion_tokens=call.completion_tokens)
    finish: Any = call.finish_reason
    return CreateResult(finish_reason=finish, content=call.reply, usage=usage, cached=cached)
