"""What one server understands of the protocol, found out from what it refuses."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel

from company.config import Structured
from company.models.openai.wire import schema_format, schema_in_words

_WEAKER: dict[Structured, Structured] = {"json_schema": "json_object", "json_object": "prompt"}


@dataclass(frozen=True)
class Dialect:
    """How requests to one model of one server are worded."""

    structured: Structured = "json_schema"
    fixed: bool = False
    """`structured` is what the settings say, and stays."""
    limit_word: str = "max_tokens"
    """What the server calls the most tokens that a reply may have."""
    refused: frozenset[str] = field(default_factory=frozenset)
    """Parameters that the server does not take."""

    @classmethod
    def told(cls, structured: Structured) -> Dialect:
        """Return the dialect to begin with."""
        return cls() if structured == "auto" else cls(structured, fixed=True)

    def worded(self, request: dict[str, Any], reply: type[BaseModel] | None) -> dict[str, Any]:
        """Return the request as this server understands it, for a reply of this type, whose schema it tells once: in
        the format where the server takes one, else in words.
        """
        words = {key: value for key, value in request.items() if key not in self.refused}
        if "max_tokens" in words:
            words[self.limit_word] = words.pop("max_tokens")
        if reply and self.structured == "json_schema":
            words["response_format"] = schema_format(reply)
        elif reply:
            words["messages"] = schema_in_words(words["messages"], reply)
            if self.structured == "json_object":
                words["response_format"] = {"type": "json_object"}
        return words

    def adapted(self, request: dict[str, Any], complaint: str) -> Dialect | None:
        """Return the dialect to go on with after a request was refused as malformed; None where there is none.

        `complaint` is all that the server said, in any language of servers: the names of parameters are the same.
        """
        said = complaint.lower()
        if "max_tokens" in request and "max_completion_tokens" in said and self.limit_word == "max_tokens":
            return replace(self, limit_word="max_completion_tokens")
        for name in ("temperature", "seed", "top_p"):
            if name in request and name in said:
                return replace(self, refused=self.refused | {name})
        asked = any(word in said for word in ("response_format", "json_schema", "json_object", "schema", "grammar"))
        if "response_format" in request and asked and not self.fixed:
            return replace(self, structured=_WEAKER[self.structured])
        return None
