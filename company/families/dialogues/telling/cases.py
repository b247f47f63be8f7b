"""One case of a benchmark as a person reads it: what was said before, the question, what is right, how it is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from rich.text import Text

from company.benchmark.reading import Benchmark
from company.console.commands import command_line
from company.families.dialogues.body.difficulty import Difficulty
from company.families.dialogues.body.reference import expected_files, history_turns, result_types, solution
from company.families.dialogues.body.second_answers import FIELD
from company.families.dialogues.content import dialogues_of
from company.families.dialogues.telling.brief import in_brief
from company.families.dialogues.telling.chats import options_of
from company.families.dialogues.telling.samples import Sample
from company.reporting.printing import printed, show
from company.reporting.views import (
    CODE,
    WORDS,
    Block,
    CaseView,
    Figure,
    Note,
    Options,
    Part,
    Program,
    Said,
    Words,
    said,
)
from company.showing import shown
from company.showing.grids import counted

_ROLES = {"user": "data_scientist", "assistant": "chatbot"}


def print_sample(content: Benchmark, sample: Sample, stream: TextIO) -> None:
    """Print the turns that lead to a case in brief, and the case without what its prompt shows of them."""
    whole = command_line("show", content.folder, sample.case["data_id"])
    view = view_of(content, sample.category, sample.case)
    spoken = zip(("chatbot", "data scientist"), (sample.turns[-1]["answer"], sample.closing), strict=True)
    closing = tuple(_says(name, words) for name, words in spoken if words)
    show(
        stream,
        *in_brief(sample),
        Text(),
        *printed(replace(view, asked=_without_history(view), key=(*view.key, *closing)), content.folder),
        Text(f"the whole case, with the turns before it as its prompt shows them:\n  {whole}", style="dim"),
    )


def view_of(content: Benchmark, category: str, entry: Mapping[str, Any]) -> CaseView:
    """Return one case: with its options or its reference with results, or without its gold."""
    table = shown(str(entry.get("domain_name", "unknown")), 200)
    about = [f"category {category.replace('_', ' ')}, table {table}"]
    if difficulty := Difficulty.of(entry):
        about.append(f"{difficulty.words}{': a deep case' if difficulty.deep else ''}")
    question = _says("data scientist", asked_of(entry))
    choice = _choice(entry)
    key = () if "reference_answer" not in entry else choice if choice else tuple(_reference(content, entry))
    return CaseView(
        id=str(shown(entry["data_id"], 300)),
        title=str(shown(", ".join(result_types(entry)), WORDS)),
        about=tuple(about),
        asked=(*_before(entry), question, *_without_key(choice)),
        key=key,
        judged=_judged(entry),
    )


def asked_of(entry: Mapping[str, Any]) -> str:
    """Return what a case asks, in the words of its request or question."""
    return str(entry.get("choice", {}).get("question") or entry["current_query"])


def _says(speaker: str, words: str) -> Said:
    return Said(speaker, (Part(shown(words, WORDS)),))


def _without_history(view: CaseView) -> tuple[Block, ...]:
    """Return what is asked from the question on."""
    question = max(place for place, each in enumerate(view.asked) if isinstance(each, Said))
    return view.asked[question:]


def _before(entry: Mapping[str, Any]) -> Iterator[Block]:
    """Yield the conversation that the prompt shows."""
    talk = [each for each in entry.get("prompt_with_hist_json", ()) if each["role"] in _ROLES][:-1]
    done = counted(len(history_turns(entry.get("ref_code_hist", ""))), "turn")
    yield Note(f"before it: {done} with code; its prompt shows {counted(len(talk) // 2, 'exchange')}")
    for each in talk:
        yield said(_ROLES[each["role"]], each["content"])


def _choice(entry: Mapping[str, Any]) -> tuple[Block, ...]:
    """Return the figure and the options of a case that is answered by choosing."""
    if "choice" not in entry:
        return ()
    figure = (Figure("figure", Path(str(shown(str(entry["figure"]), 300)))),) if entry.get("figure") else ()
    return (*figure, Options(options_of(entry)))


def _without_key(choice: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return figure and options as whoever answers sees them."""
    return tuple(
        Options(tuple(replace(one, right=None, slip=shown("")) for one in each.given))
        if isinstance(each, Options)
        else each
        for each in choice
    )


def _reference(content: Benchmark, entry: Mapping[str, Any]) -> Iterator[Block]:
    yield Program("reference", shown(solution(entry["reference_answer"]), CODE))
    if FIELD in entry:
        told = entry[FIELD]
        title = f"a second answer, by {told.get('by', 'unknown')} from the prompt alone, comes to {told['came_to']}"
        yield Program(str(shown(title, WORDS)), shown(solution(str(told.get("script", ""))), CODE))
    for result in _results(dialogues_of(content), entry["data_id"]):
        title = f"{shown(result['name'], 200)} ({shown(result['type'], 200)}):"
        yield Words(title, shown(result["shown"], WORDS), in_columns=True)


def _judged(entry: Mapping[str, Any]) -> str:
    """Return the results that the check compares, in words."""
    if "choice" in entry:
        return "judged by the letter alone; the code of every option was executed, and just one is right"
    try:
        names = expected_files(entry.get("reference_answer", ""))
    except SyntaxError:
        names = ()
    found = [f"{name} as a {kind}" for name, kind in zip(names, result_types(entry), strict=False)]
    return f"judged by its check, a script that prints True or False for each result: {_listed(found)}"


def _listed(found: list[str]) -> str:
    return str(shown(", ".join(found) or "what it saves", WORDS))


def _results(dialogues: tuple[dict[str, Any], ...], data_id: str) -> list[dict[str, str]]:
    for dialogue in dialogues:
        for turn in dialogue["turns"]:
            if data_id in turn["cases"]:
                return list(turn["results"])
    return []
