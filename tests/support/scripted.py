"""An AutoGen client that replies from a list, for tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from autogen_core import CancellationToken
from autogen_core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelCapabilities,
    ModelInfo,
    RequestUsage,
)


class ScriptedClient(ChatCompletionClient):
    """Gives the replies one after another and remembers what it was asked."""

    def __init__(self, replies: Sequence[str], usage: RequestUsage | None = None) -> None:
        self._replies = list(replies)
        self._usage = usage or RequestUsage(prompt_tokens=1, completion_tokens=1)
        self.seen: list[Sequence[LLMMessage]] = []

    def last_words(self, call: int) -> str:
        return str(self.seen[call][-1].content)

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Any = (),
        tool_choice: Any = "auto",
        json_output: Any = None,
        extra_create_args: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        self.seen.append(list(messages))
        content = self._replies.pop(0)
        return CreateResult(finish_reason="stop", content=content, usage=self._usage, cached=False)

    def create_stream(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    async def close(self) -> None: ...

    def actual_usage(self) -> RequestUsage:
        return self._usage

    def total_usage(self) -> RequestUsage:
        return self._usage

    def count_tokens(self, messages: Sequence[LLMMessage], *, tools: Any = ()) -> int:
        return 0

    def remaining_tokens(self, messages: Sequence[LLMMessage], *, tools: Any = ()) -> int:
        return 100_000

    @property
    def capabilities(self) -> ModelCapabilities:
        return ModelCapabilities(vision=False, function_calling=False, json_output=True)

    @property
    def model_info(self) -> ModelInfo:
        return ModelInfo(
            vision=False, function_calling=False, json_output=True, family="unknown", structured_output=True
        )
