"""A benchmark in figures, beside those of real dialogues of its kind.

Works on the exported lines alone; the dialogues file, where it is there, adds registers, sub-goals and answers in
words. Lengths are in words, lines and characters: no tokenizer belongs to the exported format.
"""

from __future__ import annotations

import math
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from company.benchmark.reading import Benchmark, read_benchmark
from company.families.dialogues.body.reference import result_types, solution
from company.families.dialogues.publishing.gold import near
from company.families.dialogues.statistics.composition import composition
from company.families.dialogues.statistics.dialogued import Dialogued, Exchange, dialogued
from company.families.dialogues.statistics.links import links
from company.families.dialogues.statistics.published import EITHER, FIGURES, OPERATIONS, RESULT_TYPES
from company.families.shared.choices.blind import by_words, verdict

WINDOW = 5
_POINTS_BACK = re.compile(
    r"\b(these|those|this|that|them|previous|previously|above|earlier|again|so far)\b", re.IGNORECASE
)
_QUOTED = re.compile(r"(?<!\w)['\"`‘“][^'\"`‘’“”\n]{1,80}['\"`’”](?!\w)")
_SENTENCE_END = re.compile(r"[.!?…](?=[\s\"')]|$)")


def stats(benchmark: Path) -> dict[str, Any]:
    """Return counts of a benchmark folder, and its realism figures by register; raises ArchiveError for a bad folder.

    Under "words", a sentence for each category that is answered by choosing says how far rules of words come.
    Under "registers", each figure is a pair of lists `ours` and `published`; the register is "all" where the folder
    does not tell. Shares are in %, of turns with code. Under "words", a sentence for each category that is answered by
    choosing says how far rules of words come.
    """
    return stats_of(read_benchmark(benchmark))


def stats_of(content: Benchmark) -> dict[str, Any]:
    """Return the same of a benchmark that is read already, or not written yet; it has at least one case."""
    dialogues = dialogued(content)
    registers: dict[str, list[Dialogued]] = {}
    for each in dialogues:
        registers.setdefault(each.register or "all", []).append(each)
    return {
        "benchmark": content.name,
        **_counts(content),
        "dialogues": len(dialogues),
        "composition": {
            title: {label: {"ours": ours, "published": theirs} for label, ours, theirs in rows}
            for title, rows in composition(content).items()
        },
        "words": {category: verdict(found) for category, found in by_words(content.cases, near).items()},
        "registers": {name: _register(name, registers[name]) for name in sorted(registers)},
    }


def stats_text(stats: Mapping[str, Any]) -> str:
    """Return the figures as text, two columns: ours and the published ones."""
    head = [f"{stats['benchmark']}: cases {stats['cases']}, intents {stats['intents']}, dialogues {stats['dialogues']}"]
    for name, length in stats["lengths"].items():
        head.append(f"  {name}: {length['words']:,.0f} words, {length['characters']:,.0f} characters on average")
    head.append(f"  kinds of operation {len(stats['operations'])}, kinds of result {len(stats['result_types'])}")
    blocks = ["\n".join(head)]
    for title, figures in stats["composition"].items():
        rows = [(f"  {label}", _figure(f["ours"]), _figure(f["published"])) for label, f in figures.items()]
        blocks.append(f"{title}\n{_columns([('', 'ours', 'published'), *rows])}")
    if stats["words"]:
        told = "\n".join(f"  {category}: {words}" for category, words in stats["words"].items())
        blocks.append(f"choices, by rules that see no data\n{told}")
    for register, groups in stats["registers"].items():
        rows = [("", "ours", "published")]
        for title, figures in groups.items():
            rows.append((title, "", ""))
            rows += [(f"  {label}", _shown(f["ours"]), _shown(f["published"])) for label, f in figures.items()]
        blocks.append(f"register: {register}\n{_columns(rows)}")
    return "\n\n".join(blocks) + "\n"


def _counts(content: Benchmark) -> dict[str, Any]:
    entries = content.entries
    coded = [entry for entry in entries if "choice" not in entry]
    exchanges = [Exchange.of_entry(entry) for entry in coded]
    types = Counter(kind for each in exchanges for kind in each.types)
    kinds = Counter(kind for each in exchanges for kind in each.operations)
    texts = {
        "query": [entry["current_query"] for entry in entries],
        "prompt": [entry["prompt_with_hist_txt"] for entry in entries],
        "reference code": [solution(entry["reference_answer"]) for entry in coded],
    }
    return {
        "cases": len(entries),
        "intents": sum(len(result_types(entry)) for entry in entries),
        "domains": dict(Counter(entry["domain_name"] for entry in entries)),
        "result_types": dict(types.most_common()),
        "operations": dict(kinds.most_common()),
        "lengths": {
            name: {
                "words": statistics.mean(len(text.split()) for text in each),
                "characters": statistics.mean(map(len, each)),
            }
            for name, each in texts.items()
            if each
        },
    }


def _register(name: str, dialogues: Sequence[Dialogued]) -> dict[str, dict[str, dict[str, list[float]]]]:
    """Return all figures of one register, by group and label."""
    turns = [turn for dialogue in dialogues for turn in dialogue.turns]
    ours = {**_shape(dialogues, turns), **_code(turns), **_hangs_together(dialogues), **_speech(turns)}
    published = FIGURES.get(name, {})
    coded = [turn for turn in turns if turn.code is not None]
    return {
        "figures": {
            label: {"ours": list(values), "published": list(published.get(label, ()))} for label, values in ours.items()
        },
        "operations, % of turns": _beside(_operation_shares(coded), OPERATIONS.get(name, {})),
        "results, % of intents": _beside(_type_shares(coded), RESULT_TYPES.get(name, {})),
    }


def _shape(dialogues: Sequence[Dialogued], turns: Sequence[Exchange]) -> dict[str, tuple[float, ...]]:
    goals = [Counter(turn.question for turn in each.turns if turn.question is not None) for each in dialogues]
    known = [count for count in goals if count]
    return {
        "turns per dialogue: fewest, median, most": _spread([len(each.turns) for each in dialogues]),
        "sub-goals per dialogue: fewest, median, most": _spread([len(count) for count in known]),
        "turns per sub-goal: fewest, median, most": _spread([n for count in known for n in count.values()]),
        "answers with code, %": _share(turns, [turn.code is not None for turn in turns]),
    }


def _code(turns: Sequence[Exchange]) -> dict[str, tuple[float, ...]]:
    coded = [turn for turn in turns if turn.code is not None]
    lines = [_lines(turn.code or "") for turn in coded]
    kinds = [len(turn.operations) for turn in coded]
    return {
        "lines of code: median, p90": _middle_and(lines, 0.9),
        "kinds of operation per turn: mean": (round(statistics.mean(kinds), 1),) if kinds else (),
        "turns with several intents, %": _share(coded, [len(turn.types) > 1 for turn in coded]),
    }


def _hangs_together(dialogues: Sequence[Dialogued]) -> dict[str, tuple[float, ...]]:
    codes = [[turn.code for turn in dialogue.turns if turn.code] for dialogue in dialogues]
    by_turn = [each for code in codes for each in links(code)]
    distances = [distance for each in by_turn for distance in each]
    return {
        "turns that use a variable of an earlier turn, %": _share(by_turn, [bool(each) for each in by_turn]),
        "distance to that turn: median, p75, most": (*_middle_and(distances, 0.75), *_spread(distances)[2:]),
        "such links within 5 turns, %": _share(distances, [distance <= WINDOW for distance in distances]),
    }


def _speech(turns: Sequence[Exchange]) -> dict[str, tuple[float, ...]]:
    queries = [turn.query for turn in turns if turn.query is not None]
    return {
        "words in a query: median, p90": _middle_and([len(query.split()) for query in queries], 0.9),
        "sentences in a query: median": _middle_and([max(1, len(_SENTENCE_END.findall(q))) for q in queries], 0.9)[:1],
        "queries with a question mark, %": _share(queries, ["?" in query for query in queries]),
        "queries that point back, %": _share(queries, [bool(_POINTS_BACK.search(query)) for query in queries]),
        "queries that quote a name, %": _share(queries, [bool(_QUOTED.search(query)) for query in queries]),
        "queries with a number, %": _share(queries, [bool(re.search(r"\d", query)) for query in queries]),
    }


def _operation_shares(turns: Sequence[Exchange]) -> dict[str, float]:
    parts = {part: whole for whole, kinds in EITHER.items() for part in kinds}
    held = Counter(kind for turn in turns for kind in {parts.get(kind, kind) for kind in turn.operations})
    return {kind: 100 * count / len(turns) for kind, count in held.most_common()}


def _type_shares(turns: Sequence[Exchange]) -> dict[str, float]:
    types = Counter(kind for turn in turns for kind in turn.types)
    return {kind: 100 * count / types.total() for kind, count in types.most_common()}


def _beside(ours: Mapping[str, float], published: Mapping[str, float]) -> dict[str, dict[str, list[float]]]:
    return {
        label: {
            "ours": [round(ours.get(label, 0.0))],
            "published": [published[label]] if label in published else [],
        }
        for label in dict.fromkeys([*ours, *published])
    }


def _spread(values: Sequence[float]) -> tuple[float, ...]:
    return (min(values), statistics.median(values), max(values)) if values else ()


def _middle_and(values: Sequence[float], quantile: float) -> tuple[float, ...]:
    """Return the median and, by nearest rank, one more quantile."""
    if not values:
        return ()
    return statistics.median(values), sorted(values)[math.ceil(quantile * len(values)) - 1]


def _share(of: Sequence[object], hits: Iterable[bool]) -> tuple[float, ...]:
    return (round(100 * sum(hits) / len(of)),) if of else ()


def _lines(code: str) -> int:
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in code.splitlines())


def _shown(values: Sequence[float]) -> str:
    return " / ".join(f"{value:g}" for value in values) or "–"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:,g}" if value < 1000 else f"{value:,.0f}"


def _columns(rows: Sequence[tuple[str, str, str]]) -> str:
    widths = [max(len(row[position]) for row in rows) for position in range(3)]
    lines = (f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}".rstrip() for a, b, c in rows)
    return "\n".join(lines)
