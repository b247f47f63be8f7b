"""Which letter a model's reasoning supports, as another model reads it that sees neither code nor the letter given."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from company.errors import ConfigError
from company.evaluation.asking import Seeing
from company.families.shared.choices.lettered import LETTERS, options_text
from company.families.shared.choices.letters import letter_in
from company.families.vector_graphics.body import options_of_line
from company.families.vector_graphics.evaluation.asking import BASE, CHAIN, original_letter, rotated
from company.prompts import prompt

_GIVEN = re.compile(r"^\W*(?:final )?answer\b.*$", re.IGNORECASE | re.MULTILINE)
Line = Mapping[str, Any]
Read = Callable[[str, int], Awaitable[str]]
"""Asks the judge; the number tells orders of options apart."""


def need_judge(seeing: Seeing | None, mode: str) -> None:
    """Raise ConfigError where reasoning is to be judged in a mode without, or in a way that only figures know."""
    if seeing is None:
        return
    if mode not in (BASE, CHAIN):
        raise ConfigError(f"--judge: in mode {mode} models give no reasons; ask in mode {CHAIN} or {BASE}")
    if seeing != Seeing(seeing.model, seeing.base_url, logs=seeing.logs):
        raise ConfigError(
            "--judge-samples, --judge-orders and --judge-prompt are for figures: reasoning is read once; leave them out"
        )


def reasons_in(mode: str, said: Sequence[str]) -> str:
    """Return the reasoning of what a model said to one question, without the letter that it gave; "" where none is."""
    if mode == CHAIN:
        return "\n\n".join(f"Option {letter}: {each}" for letter, each in zip(LETTERS, said[:-1], strict=False))
    text = _GIVEN.sub("", said[-1]).strip()
    return text if re.search(r"\w{2}", text) else ""


async def supported(line: Line, mode: str, by: int, said: Sequence[str], read: Read) -> str:
    """Return the letter that the reasoning supports, as options stand in the line; "" where it supports none."""
    reasons = reasons_in(mode, said)
    if not reasons:
        return ""
    options = options_text(rotated(line, by))
    words = prompt("judge_reasoning", question=str(line["choice"]["question"]), options=options, reasons=reasons)
    return original_letter(letter_in(await read(words, by)), by, len(options_of_line(line)))


def with_supported(line: Line, answers: Sequence[str], letters: Sequence[str]) -> str:
    """Return answers to all turns of a question as one response, with the letters that their reasoning supports."""
    count = len(options_of_line(line))
    given = [original_letter(letter_in(each), by, count) for by, each in enumerate(answers)]
    return json.dumps({"letters": given, "answers": list(answers), "supported": list(letters)})


def supported_in(response: str) -> list[str] | None:
    """Return the letters that reasoning supports, as a response holds them; None where nobody has judged it."""
    try:
        told = json.loads(response)["supported"]
    except (ValueError, KeyError, TypeError):
        return None
    return [str(each) for each in told] if isinstance(told, list) and told else None


def agreeing(supports: Sequence[str], letters: Sequence[str | None]) -> float:
    """Return the share of orders in which the reasoning supports the letter given."""
    pairs = list(zip(supports, letters, strict=False))
    return sum(bool(one) and one == other for one, other in pairs) / len(pairs)
