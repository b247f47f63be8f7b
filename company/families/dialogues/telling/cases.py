"""One case of a benchmark as a person reads it: what was said before, the question, what is right, how it is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from rich.console import RenderableType
from rich.text import Text

from company.benchmark.reading import Benchmark
from company.console.commands import command_line
from company.families.dialogues.body.difficulty import Difficulty
from company.families.dialogues.body.reference import expected_files, history_turns, result_types, solution
from company.families.dialogues.content import dialogues_of
from company.families.dialogues.telling.brief import in_brief
from company.families.dialogues.telling.chats import CODE, WORDS, options_of, said
from company.families.dialogues.telling.printing import options, speaker, spoken
from company.families.dialogues.telling.samples import Sample
from company.reporting.printing import Code, heading, indented, show
from company.showing import shown
from company.showing.grids import counted


def print_case(content: Benchmark, category: str, entry: Mapping[str, Any], stream: TextIO) -> None:
    """Print one case: its options or its reference with results, or that its gold is held back."""
    show(stream, *_parts(content, category, entry))


def print_sample(content: Benchmark, sample: Sample, stream: TextIO) -> None:
    """Print the turns that lead to a case in brief, and the case without what its prompt shows of them."""
    whole = command_line("show", content.folder, sample.case["data_id"])
    show(
        stream,
        *in_brief(sample),
        Text(),
        *_parts(content, sample.category, sample.case, (sample.turns[-1]["answer"], sample.closing)),
        Text(f"the whole case, with the turns before it as its prompt shows them:\n  {whole}", style="dim"),
    )


def _parts(
    content: Benchmark, category: str, entry: Mapping[str, Any], after: Sequence[str] | None = None
) -> Iterator[RenderableType]:
    types = ", ".join(result_types(entry))
    yield heading(f"case {shown(entry['data_id'], 300)} of {content.folder}: {shown(types, WORDS)}")
    table = shown(str(entry.get("domain_name", "unknown")), 200)
    yield Text(f"category {category.replace('_', ' ')}, table {table}", style="dim")
    if said := Difficulty.of(entry):
        yield Text(f"{said.words}{': a deep case' if said.deep else ''}", style="dim")
    if after is None:
        yield from _before(entry)
    yield Text()
    yield speaker("data scientist")
    yield indented(Text(str(shown(str(entry.get("choice", {}).get("question") or entry["current_query"]), WORDS))))
    yield Text()
    if "reference_answer" not in entry:
        yield Text("its gold is held back: the folder of `company export --held-back` has it", style="dim")
        return
    yield from _options(entry, content.folder) if "choice" in entry else _reference(content, entry)
    for name, words in zip(("chatbot", "data scientist"), after or (), strict=False):
        if words:
            yield Text()
            yield speaker(name)
            yield indented(Text(str(shown(words, WORDS))))
    yield Text()
    yield Text(_judged(entry), style="dim")


def _before(entry: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yield the conversation that the prompt shows."""
    roles = {"user": "data_scientist", "assistant": "chatbot"}
    talk = [each for each in entry.get("prompt_with_hist_json", ()) if each["role"] in roles][:-1]
    done = counted(len(history_turns(entry.get("ref_code_hist", ""))), "turn")
    yield Text(f"before it: {done} with code; its prompt shows {counted(len(talk) // 2, 'exchange')}", style="dim")
    for each in talk:
        yield Text()
        yield from spoken(said(roles[each["role"]], each["content"]))


def _options(entry: Mapping[str, Any], benchmark: Path) -> Iterator[RenderableType]:
    if entry.get("figure"):
        yield indented(Text(f"figure: {benchmark / str(shown(str(entry['figure']), 300))}"))
        yield Text()
    yield from options(options_of(entry))


def _reference(content: Benchmark, entry: Mapping[str, Any]) -> Iterator[RenderableType]:
    yield Text("reference", style="bold")
    yield indented(Code(shown(solution(entry["reference_answer"]), CODE)))
    for result in _results(dialogues_of(content), entry["data_id"]):
        yield Text(f"\n{shown(result['name'], 200)} ({shown(result['type'], 200)}):", style="bold")
        yield indented(Text(str(shown(result["shown"], WORDS)), no_wrap=True, overflow="ellipsis"))


def _judged(entry: Mapping[str, Any]) -> str:
    """Return the results that the check compares, in words."""
    if "choice" in entry:
        return "judged by the letter alone; the code of every option was executed, and just one is right"
    try:
        names = expected_files(entry["reference_answer"])
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
