"""What a server says in place of an answer, and what it means: try again, or never."""

from __future__ import annotations

import json
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Self

import openai

from company.errors import BackendError, CallFailed
from company.models.pressure import Setback

_TROUBLE = 300
"""Characters of a server's complaint that are passed on."""
_AGAIN = (408, 409, 425)
"""Refusals that may go well the next time."""


class Refusal(Exception):
    """A status other than success, however it came: as an answer of its own, or as a line of a batch."""

    def __init__(self, status: int, body: object, message: str = "", headers: Mapping[str, str] | None = None) -> None:
        """Create the refusal: `body` is the error that the server tells, `message` the words where that has none."""
        self.status, self.headers = status, headers or {}
        fields = body if isinstance(body, Mapping) else {}
        self.code: object = fields.get("code")
        said = fields.get("message")
        self.words = said if isinstance(said, str) else message
        self.complaint = f"{message} {json.dumps(body, default=str)}"
        """All that the server said."""
        super().__init__(self.words)

    @classmethod
    def of(cls, error: openai.APIStatusError) -> Self:
        """Return what the `openai` client raises, as a refusal."""
        return cls(error.status_code, error.body, error.message, error.response.headers)

    @property
    def said(self) -> str:
        """The status and the words, in a line."""
        return f"{self.status}: {cut(self.words)}"

    @property
    def wait(self) -> float | None:
        """The seconds of Retry-After, in any of its forms; None where the server names none."""
        headers = self.headers
        try:
            if "retry-after-ms" in headers:
                return max(0.0, float(headers["retry-after-ms"]) / 1000)
            return max(0.0, float(headers["retry-after"]))
        except KeyError:
            return None
        except ValueError:
            return _until(headers.get("retry-after", ""), headers.get("date", ""))


def exception_for(refusal: Refusal, server: str, key: str, model: str) -> Exception:
    """Return the exception for a refusal: Setback to try again, BackendError or CallFailed else.

    `key` is the environment variable of the server's key, if there is one.
    """
    said, status = refusal.said, refusal.status
    if status == 429 and refusal.code not in ("insufficient_quota", "billing_not_active"):
        return Setback("busy", said, refusal.wait)
    if status >= 500 or status in _AGAIN:
        return Setback("failed", said, refusal.wait)
    if status in (401, 403):
        named = f"the key in {key}" if key else "a call without a key; name its variable in [model] key"
        return BackendError(f"{server} refuses {named} ({said})")
    if status == 404:
        return BackendError(
            f"{server} has no model {model!r}, or nothing at that address ({said}); see [model] name "
            "and base_url, and `company check`"
        )
    if status == 429:
        return BackendError(f"{server} wants money before it answers on ({said}); what is paid for is kept")
    return CallFailed(f"{server} does not take this call ({said})")


def completion_in(body: object) -> Mapping[str, Any]:
    """Return the body of an answer, if it is a completion. Raises Setback for one that is none."""
    if not isinstance(body, dict):
        raise Setback("failed", "an answer that is not a chat completion")
    if body.get("error") and not body.get("choices"):  # of servers behind which another one failed
        raise Setback("failed", f"an error in place of an answer ({cut(json.dumps(body['error']))})")
    return body


def cut(words: str) -> str:
    """Return a server's words in one line, and not too many of them."""
    line = " ".join(words.split())
    return line if len(line) <= _TROUBLE else f"{line[:_TROUBLE]}…"


def _until(date: str, now: str) -> float | None:
    """Return the seconds between two dates, which are both the server's own: its clock may be another one than ours."""
    try:
        return max(0.0, (parsedate_to_datetime(date) - parsedate_to_datetime(now)).total_seconds())
    except (TypeError, ValueError):
        return None
