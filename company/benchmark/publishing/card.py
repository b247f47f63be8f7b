"""The card of a benchmark: what it is, how it came about, what is in it, how to run it. Every number is counted."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from company.benchmark.canary import canary
from company.benchmark.files import FILES, LINES, LOADED, RESOURCE, turn_of
from company.benchmark.layers import present, without
from company.benchmark.loading import SPLIT
from company.benchmark.publishing.authorship import PROCEDURAL, Origin
from company.benchmark.publishing.front_matter import ALL, front_matter
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts, review_text
from company.config import Layer
from company.families.dialogues.body.reference import result_types, solution
from company.families.dialogues.records import CHOSEN, Category
from company.prompts import prompt
from company.results.operations import operations
from company.tables.record import Table


def card_text(
    tables: Sequence[tuple[Table, Origin]],
    cases: Mapping[Category, Sequence[Mapping[str, Any]]],
    *,
    reviewed: Reviewed | None = None,
    verdicts: Verdicts | None = None,
    publication: Publication | None = None,
) -> str:
    """The card as Markdown; `tables` come each with the origin of its run, and counts from the cases alone.

    `reviewed` is what people did, `verdicts` on how many of the cases they judged. With a `publication`, the card has
    the metadata that hubs and loaders read, and says how to load, hand in and cite. Where the gold is held back, it
    tells neither the seed, from which some backends would write the same again, nor anything of the references.
    """
    entries = [entry for each in cases.values() for entry in each]
    gold = publication is None or publication.gold
    origins = [origin if gold else replace(origin, seed=None) for _, origin in tables]
    text = prompt(
        "benchmark_card",
        title=", ".join(table.name for table, _ in tables),
        made="\n\n".join(dict.fromkeys(map(_made, origins))),
        review=review_text(reviewed, verdicts or Verdicts(), len(entries)),
        counts=_counts(entries),
        categories=_categories(cases),
        types=_shares(Counter(kind for entry in entries for kind in result_types(entry))),
        operations=_operations(cases) if gold else "held back with it",
        tables="\n\n".join(_table(table, origin) for table, origin in tables),
        gate="of this folder" if gold else "of the folder that is held back",
        use=_use(cases, publication),
    )
    return text if publication is None else f"{front_matter(publication)}\n{text}"


def _operations(cases: Mapping[Category, Sequence[Mapping[str, Any]]]) -> str:
    coded = [entry for category, each in cases.items() if category not in CHOSEN for entry in each]
    return _shares(Counter(kind for entry in coded for kind in operations(solution(entry["reference_answer"]))))


def _use(cases: Mapping[Category, Sequence[Mapping[str, Any]]], publication: Publication | None) -> str:
    """How to run and score it; of a publication also how to load and cite it."""
    files = "\n".join(_file_line(category, len(each)) for category, each in cases.items())
    told = {"files": files, "resource": RESOURCE.as_posix()}
    if publication is None:
        return prompt("benchmark_card_scoring", **told).strip()
    left_out = f"{publication.left_out:,} cases that would are in neither folder." if publication.left_out else ""
    run = (
        prompt("benchmark_card_scoring", **told)
        if publication.gold
        else prompt("benchmark_card_public", **told, left_out=left_out)
    )
    configs = list(publication.configs)
    load = prompt(
        "benchmark_card_loading",
        config=configs[0],
        split=SPLIT,
        configs=", ".join(f"`{name}`" for name in configs),
        all=ALL,
        loaded=LOADED.as_posix(),
        judged=_SCORED if publication.gold else _HANDED_IN,
        score="company score . responses.jsonl" if publication.gold else "company score HELD_BACK responses.jsonl",
        citation=publication.citation,
        canary=canary(publication.guid),
    )
    return f"{run.strip()}\n\n{load.strip()}"


_SCORED = "They are scored by the rules that are told above, in a sandbox:"
_HANDED_IN = "Hand the file to those who hold the gold. They score it with their folder:"


def _categories(cases: Mapping[Category, Sequence[Mapping[str, Any]]]) -> str:
    chosen = sum(len(each) for category, each in cases.items() if category in CHOSEN)
    total = sum(map(len, cases.values()))
    rows = [f"| {category} | {len(each)} |" for category, each in cases.items()]
    share = f"Answered by code: {total - chosen} ({(total - chosen) / total:.0%}), by choosing a letter: {chosen}."
    return "\n".join(["| category | cases |", "|---|---|", *rows, "", share])


def _file_line(category: Category, count: int) -> str:
    return f"- `{(LINES / FILES[category]).as_posix()}`: {count} of category {category}"


def _made(origin: Origin) -> str:
    seed = "" if origin.seed is None else f", seed {origin.seed}"
    if origin.backend == PROCEDURAL:
        made = (
            f"All words and all code were written by the built-in procedural backend{seed}. **It is not a language "
            "model**: it composes analyses by rule from what the table holds. Dialogues are varied and every "
            "result is executed, but nobody should read them as what a person or a model would say."
        )
    elif origin.roles:
        named = "; ".join(f"the {role} by {_player(*player)}" for role, player in origin.roles.items())
        made = f"The words and the code were written by several models{seed}: {named}."
    else:
        model = f"the model `{origin.model}` " if origin.model else ""
        made = f"The words and the code were written by {model}through the backend `{origin.backend}`{seed}."
    return f"{made}\n\n{_ran(origin.layers)}"


def _player(backend: str, model: str) -> str:
    if backend == PROCEDURAL:
        return "the built-in procedural backend, which is not a language model"
    return f"the model `{model}` through the backend `{backend}`"


def _ran(layers: Mapping[Layer, str]) -> str:
    if not layers:
        return "It was not recorded which layers of the sandbox stood around the code when it ran."
    lacking = without(layers)
    missing = f" At least once it ran **{lacking}**." if lacking else ""
    return f"The code ran in a sandbox with these layers on: {present(layers)}.{missing}"


def _counts(entries: Sequence[Mapping[str, Any]]) -> str:
    dialogues = Counter(turn_of(entry["data_id"]).rpartition(".")[0] for entry in entries)
    intents = sum(len(result_types(entry)) for entry in entries)
    words = statistics.median(len(entry["current_query"].split()) for entry in entries)
    per_dialogue = sorted(dialogues.values())
    rows = {
        "cases": len(entries),
        "intents (expected results)": intents,
        "dialogues": len(dialogues),
        "cases per dialogue, median": f"{statistics.median(per_dialogue):g}",
        "cases per dialogue, fewest and most": f"{per_dialogue[0]} and {per_dialogue[-1]}",
        "cases with several intents": sum(len(result_types(entry)) > 1 for entry in entries),
        "words in a query, median": f"{words:g}",
    }
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows.items())])


def _shares(counts: Counter[str]) -> str:
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {count}" for name, count in ordered) or "none"


def _table(table: Table, origin: Origin) -> str:
    facts = {
        "source": table.source or origin.source,
        "version": table.version,
        "cite as": table.citation,
        "licence": table.licence or origin.licence,
        "repairs": "; ".join(table.repairs) or "none, the file is as it was given",
        "SHA-256": f"`{table.sha256}`",
    }
    return (
        f"**{table.name}** (`{table.file}`): {table.rows:,} rows and {len(table.columns):,} columns. "
        f"{table.description}\n\n"
    ) + "\n".join(f"- {name}: {fact}" for name, fact in facts.items() if fact)
