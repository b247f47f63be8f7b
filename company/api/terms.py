"""Errors in Python's terms: what a message calls by its flag is called by its keyword."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import wraps
from inspect import Parameter, signature
from typing import Any

from company.errors import CompanyError

_KEYWORDS = {
    "filter": "filter_by",
    "category": "categories",
    "code-embeddings": "embeddings",
    "dialogue": "dialogues",
    "log-dir": "logs",
    "model-base-url": "base_url",
    "table": "tables",
}
"""Flag → keyword, where they differ in more than hyphens."""
_FLAG = re.compile(r"`[^`]*`|--([a-z][a-z-]*)")


def in_python_terms(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with flags in its errors named as its keywords; commands in backticks stay as they are."""
    parameters = signature(function).parameters
    takes_any = any(each.kind is Parameter.VAR_KEYWORD for each in parameters.values())

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except CompanyError as error:
            error.args = (said(str(error), None if takes_any else parameters.keys()), *error.args[1:])
            raise

    return called


def said(text: str, keywords: Collection[str] | None = None) -> str:
    """Return a message with the flags of these keywords, or all, as keywords."""

    def named(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        keyword = _KEYWORDS.get(found[1], found[1].replace("-", "_"))
        return keyword if keywords is None or keyword in keywords else found[0]

    return _FLAG.sub(named, text)
