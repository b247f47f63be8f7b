"""Models as AutoGen's agents know them: the one place where its messages meet ours."""

from __future__ import annotations

import base64
from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from autogen_agentchat.messages import MultiModalMessage, TextMessage
from autogen_core import CancellationToken, Image
from autogen_core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelInfo,
    RequestUsage,
    SystemMessage,
    UserMessage,
)
from autogen_core.tools import Tool, ToolSchema
from PIL.Image import Image as Pixels
from pydantic import BaseModel

from company.models.protocol import ChatMessage, Client, Picture, Reply, Request
from company.models.unwrapping import unwrapped

_NONE = RequestUsage(prompt_tokens=0, completion_tokens=0)


class ModelClient(ChatCompletionClient):
    """A client of ours, presented as an AutoGen one. It neither streams nor calls tools."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.last: Reply | None = None
        """The last reply, as it came."""

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
        """Return the reply to these messages, without the text around its JSON.

        Raises what the client raises, and TypeError for what nobody here sends: tools, and JSON of no type.
        """
        if tools or json_output is True:
            raise TypeError("staff use no tools, and their replies have a type")
        reply_type = json_output if isinstance(json_output, type) else None
        request = Request(tuple(map(message_of, messages)), reply_type, dict(extra_create_args or {}))
        self.last = reply = await self._client.reply(request)
        usage = RequestUsage(reply.usage.prompt_tokens, reply.usage.completion_tokens)
        return CreateResult(
            finish_reason=reply.finish_reason, content=unwrapped(reply.text), usage=usage, cached=reply.cached
        )

    def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = (),
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        """Raise NotImplementedError: a reply is stored whole before anybody sees it."""
        raise NotImplementedError("replies come whole; use create")

    async def close(self) -> None:
        """Do nothing: the ledger lets go of the servers."""

    def actual_usage(self) -> RequestUsage:
        """Return zero: usage is kept per call, in the archive."""
        return _NONE

    total_usage = actual_usage

    def count_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = ()) -> int:
        """Return zero: tokens are counted by whoever answers."""
        return 0

    def remaining_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = ()) -> int:
        """Return room for any prompt."""
        return 1_000_000

    @property
    def capabilities(self) -> ModelCapabilities:
        """The capabilities that AutoGen may use."""
        return ModelCapabilities(vision=True, function_calling=False, json_output=True)

    @property
    def model_info(self) -> ModelInfo:
        """The features that AutoGen may use. It would leave pictures out for a blind model; a run refuses that one."""
        return ModelInfo(
            vision=True, function_calling=False, json_output=True, family="unknown", structured_output=True
        )


class ShownPicture(Image):
    """A picture as AutoGen carries it, with the bytes that it was made of: it would write other ones."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    @cached_property
    def image(self) -> Pixels:  # type: ignore[override]
        """The pixels, for parts of AutoGen that ask for them."""
        return Image.from_base64(self.to_base64()).image

    def to_base64(self) -> str:
        """Return the bytes as they were given."""
        return base64.b64encode(self.picture.png).decode()


def spoken(text: str, pictures: Sequence[bytes] = ()) -> TextMessage | MultiModalMessage:
    """Return the office's message to a member: words, and pictures beside them."""
    if not pictures:
        return TextMessage(content=text, source="office")
    shown: list[str | Image] = [ShownPicture(Picture(png)) for png in pictures]
    return MultiModalMessage(content=[text, *shown], source="office")


def message_of(message: LLMMessage) -> ChatMessage:
    """Return a message of AutoGen as one of ours. Raises TypeError for one about tools."""
    match message:
        case SystemMessage(content=str(text)):
            return ChatMessage("system", text)
        case UserMessage(content=str(text)):
            return ChatMessage("user", text, source=message.source)
        case UserMessage(content=list(parts)):
            text = "\n".join(part for part in parts if isinstance(part, str))
            pictures = tuple(_picture(part) for part in parts if isinstance(part, Image))
            return ChatMessage("user", text, pictures, message.source)
        case AssistantMessage(content=str(text)):
            return ChatMessage("assistant", text, source=message.source)
        case _:
            raise TypeError(f"{type(message).__name__} cannot be sent: staff use no tools")


def _picture(image: Image) -> Picture:
    return image.picture if isinstance(image, ShownPicture) else Picture(base64.b64decode(image.to_base64()))
