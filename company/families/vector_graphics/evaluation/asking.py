"""How a question on a drawing is put to a model: plainly, by its letter alone, after examples, or option by option."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.families.shared.choices.lettered import LETTERS, letter_of_reference, options_text
from company.families.shared.choices.letters import letter_in
from company.families.vector_graphics.body import is_drawn, options_of_line
from company.prompts import prompt

BASE, ZERO_SHOT, IN_CONTEXT, CHAIN = "base", "zero-shot", "in-context", "chain-of-thought"
MODES = (BASE, ZERO_SHOT, IN_CONTEXT, CHAIN)
MOST_ROTATIONS = 4
CODE, PICTURE, BOTH = "text", "picture", "both"
SEEN = (CODE, PICTURE, BOTH)
"""What a model is shown of a drawing: its code, as in the seed, its picture, or both."""
_CODE = re.compile(r"```\w*\n.*?\n```", re.DOTALL)
_IN_PICTURE = "It is in the picture."
Line = Mapping[str, Any]
Message = Mapping[str, str]
Ask = Callable[[Sequence[Message], int], Awaitable[str]]
"""Asks a model with a conversation; the number tells calls apart that are alike."""


def rotated(line: Line, by: int) -> list[str]:
    """Return the texts of a question's options, so many places farther on."""
    texts = [str(each["text"]) for each in options_of_line(line)]
    return [*texts[by:], *texts[:by]]


def original_letter(letter: str | None, by: int, count: int) -> str:
    """Return the letter that an option has in its line, which has another one when options are turned; "" of none."""
    if letter is None or letter not in LETTERS[:count]:
        return ""
    return LETTERS[(LETTERS.index(letter) + by) % count]


def turned_text(line: Line, by: int) -> str:
    """Return the prompt of a question with its options turned."""
    texts = rotated(line, 0)
    return str(line["prompt_with_hist_txt"]).replace(options_text(texts), options_text(rotated(line, by)))


def code_in(line: Line) -> str:
    """Return the code of a question's drawing, as its prompt shows it."""
    found = re.search(r"```\w+\n(.*?)\n```", str(line["prompt_with_hist_txt"]), re.DOTALL)
    return found[1] if found else ""


def examples_for(content: Benchmark, category: str) -> list[Line]:
    """Return the cases of a category that are shown in context. Raises ConfigError where there are none."""
    found: list[Line] = [line for line in content.cases.get(category, ()) if line.get("example")]
    if not found:
        raise ConfigError(
            f"{content.folder} has no example of {category}: one of five questions of a type at the most is one; "
            "make more of them, or ask in mode zero-shot"
        )
    return found


async def asked(line: Line, mode: str, examples: Sequence[Line], by: int, ask: Ask) -> str:
    """Return what a model answers to a question whose options are turned."""
    if mode == BASE:
        return await ask([{"role": "user", "content": turned_text(line, by)}], by)
    question = _question(line, by)
    system = {"role": "system", "content": prompt("solver_graphic", language=str(line["format"]))}
    if mode == CHAIN:
        return await _option_by_option([system, {"role": "user", "content": question}], by, ask)
    shown: list[Message] = []
    for each in examples:
        gold = letter_of_reference(each["reference_answer"])
        shown += [{"role": "user", "content": _question(each, 0)}, {"role": "assistant", "content": gold}]
    last = f"{question}\n\n{prompt('solver_letter').strip()}"
    return await ask([system, *shown, {"role": "user", "content": last}], by)


def _question(line: Line, by: int) -> str:
    options = options_text(rotated(line, by))
    return prompt(
        "solver_question", code=code_in(line), question=str(line["choice"]["question"]), options=options
    ).strip()


async def _option_by_option(begun: list[Message], by: int, ask: Ask) -> str:
    messages = list(begun)
    for number in range(4):
        messages.append({"role": "user", "content": prompt("solver_option", letter=LETTERS[number]).strip()})
        messages.append({"role": "assistant", "content": await ask(messages, by)})
    messages.append({"role": "user", "content": prompt("solver_best").strip()})
    return await ask(messages, by)


def own_message(messages: Sequence[Message]) -> int:
    """Return which message shows the drawing that is asked about: the last one of a user that shows code."""
    return max(
        number for number, each in enumerate(messages) if each["role"] == "user" and _CODE.search(each["content"])
    )


def without_code(text: str) -> str:
    """Return a question with the picture in the place of the code."""
    return _CODE.sub(lambda _: _IN_PICTURE, text)


def need_seen(see: str, mode: str) -> None:
    """Raise ConfigError for what cannot be shown, or not in a mode."""
    if see not in SEEN:
        raise ConfigError(f"--see {see}: there are {', '.join(SEEN)}")
    if see != CODE and mode == IN_CONTEXT:
        raise ConfigError(f"--see {see}: examples in context are code alone; ask in another mode")


def as_response(line: Line, answers: Sequence[str]) -> str:
    """Return answers to all turns of a question as one response: of several, the letters that they have in the line."""
    if len(answers) == 1:
        return answers[0]
    count = len(options_of_line(line))
    letters = [original_letter(letter_in(each), by, count) for by, each in enumerate(answers)]
    return json.dumps({"letters": letters, "answers": list(answers)})


def letters_of(response: str) -> list[str | None] | None:
    """Return the letters of a response that answers several turns; None of any other."""
    try:
        told = json.loads(response)["letters"]
    except (ValueError, KeyError, TypeError):
        return None
    return [each or None for each in told] if isinstance(told, list) and told else None


def need_questions(lines: Sequence[Line], mode: str) -> None:
    """Raise ConfigError where drawings that are to be made would be asked for as questions are."""
    if mode != BASE and any(map(is_drawn, lines)):
        raise ConfigError(f"in mode {mode}, questions are asked: name --categories without generation, or mode base")
