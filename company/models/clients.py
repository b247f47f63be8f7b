"""What AutoGen asks of every chat client beside `create`, answered once for ours."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from autogen_core import CancellationToken
from autogen_core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelInfo,
    RequestUsage,
)
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel


@dataclass
class Usage(RequestUsage):
    """Tokens of one call, as the server counted them."""

    cached_tokens: int = 0
    """Of the prompt's, those that the server had read before."""
    reasoning_tokens: int = 0
    """Of the completion's, those that were thought and not said."""
    known: bool = True
    """False where the server told nothing: then the numbers mean nothing."""


NO_USAGE = Usage(prompt_tokens=0, completion_tokens=0)


class WholeReplyClient(ChatCompletionClient):
    """A client whose replies come whole: no streaming, no tools; usage is told with each reply and kept elsewhere."""

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
        """Not offered: a reply is stored whole before anybody sees it. Raises NotImplementedError."""
        raise NotImplementedError("replies come whole; use create")

    def hang_up(self) -> None:
        """Begin no more calls; those under way come to their end."""

    async def close(self) -> None:
        """Nothing to let go of."""

    def actual_usage(self) -> RequestUsage:
        """Zero: usage is kept per call, in the archive."""
        return NO_USAGE

    total_usage = actual_usage

    def count_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = ()) -> int:
        """Zero: tokens are counted by whoever answers."""
        return 0

    def remaining_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = ()) -> int:
        """Room for any prompt."""
        return 1_000_000

    @property
    def capabilities(self) -> ModelCapabilities:
        """What AutoGen may ask for."""
        return ModelCapabilities(vision=False, function_calling=False, json_output=True)

    @property
    def model_info(self) -> ModelInfo:
        """What AutoGen may ask for."""
        return ModelInfo(
            vision=False, function_calling=False, json_output=True, family="unknown", structured_output=True
        )
