"""What real servers differ in, as far as a client notices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Shape = Literal["nested", "flat", "llamacpp", "ollama"]
SCHEMA, OBJECT, TEXT = "json_schema", "json_object", "text"
_KNOWN = """
audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages metadata
modalities model n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_retention
reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options temperature
tool_choice tools top_logprobs top_p user verbosity web_search_options
"""
KNOWN = frozenset(_KNOWN.split())
"""Parameters of OpenAI's own servers, which refuse every other."""


@dataclass(frozen=True)
class Profile:
    """One kind of server."""

    formats: frozenset[str] = frozenset({SCHEMA, OBJECT, TEXT})
    """Types of `response_format` that are taken; another one is refused."""
    strict: bool = False
    """Whether a schema with `strict` must keep to OpenAI's subset, and json_object must be asked for in words, too."""
    known: frozenset[str] | None = None
    """Parameters that are taken; None: whatever is unknown is ignored."""
    refused: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Parameter → message and code of its refusal."""
    lengths: tuple[str, ...] = ("max_completion_tokens", "max_tokens")
    """Parameters that limit the reply; others of that meaning are ignored."""
    any_model: bool = False
    """Whether the model's name is not looked at."""
    azure: bool = False
    """Paths by deployment, the key in a header of its own."""
    errors: Shape = "nested"
    caches: bool = True
    """Whether usage tells cached tokens."""
    sees: bool = True
    """Whether pictures are taken; else a request that shows any is refused."""
    batches: bool = False
    """Whether requests are taken in batches."""
    reasoning: bool = False
    """Whether usage tells tokens of reasoning."""

    def error(self, status: int, message: str, param: str | None, code: str | None) -> dict[str, Any]:
        """The body of an error response."""
        kinds = {401: "invalid_request_error", 404: "invalid_request_error", 429: "requests", 500: "server_error"}
        kind = "insufficient_quota" if code == "insufficient_quota" else kinds.get(status, "invalid_request_error")
        if self.errors == "flat":
            return {"object": "error", "message": message, "type": "BadRequestError", "param": param, "code": status}
        if self.errors == "llamacpp":
            return {"error": {"code": status, "message": message, "type": kind}}
        if self.errors == "ollama":
            return {"error": {"message": message, "type": "api_error", "param": None, "code": None}}
        return {"error": {"message": message, "type": kind, "param": param, "code": code}}


_REASONING = {
    "max_tokens": (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "unsupported_parameter",
    ),
    "temperature": (
        "Unsupported value: 'temperature' does not support {value} with this model. "
        "Only the default (1) value is supported.",
        "unsupported_value",
    ),
}
PROFILES: dict[str, Profile] = {
    "openai": Profile(strict=True, known=KNOWN, batches=True),
    "azure": Profile(strict=True, known=KNOWN, azure=True),
    "reasoning": Profile(strict=True, known=KNOWN, refused=_REASONING, reasoning=True, batches=True),
    "vllm": Profile(errors="flat", caches=False),
    "ollama": Profile(formats=frozenset({OBJECT, TEXT}), lengths=("max_tokens",), errors="ollama", caches=False),
    "llamacpp": Profile(lengths=("max_tokens",), any_model=True, errors="llamacpp", caches=False),
    "blind": Profile(sees=False, caches=False),
    "old": Profile(formats=frozenset(), lengths=("max_tokens",), caches=False),
}
"""`openai` and `azure` are the strictest, `old` knows no `response_format`, `ollama` no schema in it."""
