"""What a model is asked and what it replies: all that a backend has to know of the company.

A `Client` answers a `Request` (messages with words and pictures, the type of the reply, further parameters) with a
`Reply`, which says what was used. A `Backend` is a client with a name, a price, and a line for the benchmark's card.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel

from company.records import schema_of

if TYPE_CHECKING:
    from company.archive import Archive

Speaker = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "function_calls", "content_filter", "unknown"]
"""How a reply ended."""
_KINDS: Mapping[Speaker, str] = {"system": "SystemMessage", "user": "UserMessage", "assistant": "AssistantMessage"}
"""What archives call a message by its speaker; the words are in the hashes that calls are known by, so they stay."""


@dataclass(frozen=True)
class Picture:
    """A picture that a model is shown, as PNG."""

    png: bytes = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the bytes: ledgers and recordings know the picture by it."""
        return hashlib.sha256(self.png).hexdigest()


@dataclass(frozen=True)
class ChatMessage:
    """One message of a request."""

    role: Speaker
    text: str
    pictures: tuple[Picture, ...] = ()
    """Shown after the text."""
    source: str = "office"
    """The speaker's name; servers are not told it."""

    def as_json(self) -> dict[str, Any]:
        """Return the message as archives keep it: pictures by their digests."""
        content: dict[str, Any] = {"content": self.text}
        if self.role == "assistant":
            content["thought"] = None
        if self.role != "system":
            content["source"] = self.source
        content["type"] = _KINDS[self.role]
        if self.pictures:
            content["pictures"] = [picture.digest for picture in self.pictures]
        return content


@dataclass(frozen=True)
class Request:
    """All that a reply may depend on, beside who is asked."""

    messages: tuple[ChatMessage, ...]
    reply: type[BaseModel] | None = None
    """The type that reads the reply; None where any text will do."""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def schema(self) -> dict[str, Any] | None:
        """The JSON schema of the reply."""
        return None if self.reply is None else schema_of(self.reply)

    @cached_property
    def written(self) -> str:
        """The messages as JSON text, as archives keep them and hashes are made of."""
        return json.dumps([message.as_json() for message in self.messages], ensure_ascii=False)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All pictures of its messages, in order."""
        return tuple(picture for message in self.messages for picture in message.pictures)


@dataclass(frozen=True)
class Usage:
    """Tokens of one call, as the server counted them."""

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int = 0
    """Of the prompt's, those that the server had read before."""
    reasoning_tokens: int = 0
    """Of the completion's, those that were thought and not said."""
    known: bool = True
    """False where the server told nothing: then the numbers mean nothing."""


NO_USAGE = Usage(prompt_tokens=0, completion_tokens=0)


@dataclass(frozen=True)
class Reply:
    """What a model replied, as it came."""

    text: str
    finish_reason: Finish = "stop"
    usage: Usage = NO_USAGE
    thought: str | None = None
    """What it thought before it replied, where the server tells."""
    cached: bool = False
    """Whether it was answered from the archive."""


class Client(ABC):
    """Answers requests. Replies come whole, since each is stored before anybody reads it."""

    @abstractmethod
    async def reply(self, request: Request) -> Reply:
        """Return the reply to a request, whatever it is.

        Raises BackendError when nothing more will be answered, CallFailed when this request will not be.
        """

    def hang_up(self) -> None:  # noqa: B027 - most clients have no calls that wait
        """Begin no more calls; let those under way end."""

    async def close(self) -> None:  # noqa: B027 - most clients hold nothing
        """Let go of what the client holds, such as connections."""


Price = Callable[[Usage], float | None]
"""USD of a call by its usage; None where it is not known."""


def free(usage: Usage) -> float | None:
    """Return the price of what costs nothing."""
    return 0.0


class Later(ABC):
    """Answers requests that can wait, at another price."""

    price: Price

    @abstractmethod
    def takes(self, stage: str) -> bool:
        """Return whether calls of a stage wait."""

    @abstractmethod
    async def check(self) -> None:
        """Raise ConfigError where the server has nothing of the kind, and BackendError where it cannot be asked."""

    @abstractmethod
    def sent(self, key: str, archive: Archive) -> bool:
        """Return whether a call that the ledger knows by `key` was sent already, so that it is paid for."""

    @abstractmethod
    async def reply(self, key: str, request: Request, archive: Archive) -> Reply:
        """Return the reply to a request that the ledger knows by `key`, now or when a later run asks for it again.

        What is sent and not answered yet is noted in the archive. Raises BackendError and CallFailed, as a client does.
        """

    @abstractmethod
    def hang_up(self) -> None:
        """Wait for nothing more: what is sent is noted."""


@dataclass(frozen=True)
class Backend:
    """A model that a role is played by."""

    name: str
    model: str
    client: Client
    price: Price
    note: str
    """What a benchmark's card must say of it."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """What else its replies depend on, as the settings say it."""
    failed: frozenset[str] = frozenset()
    """Of one that is replayed: the requests whose calls failed for good when it was recorded."""

    vision: bool | None = None
    """Whether it sees pictures; None where that is found out by showing it one."""
    later: Later | None = None
    """Answers calls that can wait; None where all are answered at once."""

    @property
    def identity(self) -> list[Any]:
        """The values that identify it for calls and stages: another identity gives other replies."""
        return [self.name, self.model, dict(self.parameters)]
