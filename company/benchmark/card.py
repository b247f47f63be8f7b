"""The card of a benchmark: what it is, how it came about, what is in it, how to run it. Every number is counted."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from company.benchmark.files import FILES, LINES, RESOURCE, turn_of
from company.benchmark.layers import present, without
from company.benchmark.reference import result_types, solution
from company.benchmark.reviewed import Reviewed, Verdicts, review_text
from company.config import Layer
from company.prompts import prompt
from company.records import Category, Table
from company.results.operations import operations

PROCEDURAL = "procedural"
_NOT_GIVEN = "not given"


@dataclass(frozen=True)
class Origin:
    """Where a benchmark comes from, as far as its run was told."""

    backend: str
    model: str = ""
    seed: int | None = None
    licence: str = _NOT_GIVEN
    """Of a table whose record does not tell it, in its author's words."""
    source: str = _NOT_GIVEN
    """Where such a table was found."""
    roles: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Role → backend and model, where they are not all the same."""
    layers: Mapping[Layer, str] = field(default_factory=dict)
    """Each layer of the jail that code ran behind: "on", or why it was missing in some sitting; empty: unknown."""

    @classmethod
    def of(cls, settings: Mapping[str, Any], sandbox: Mapping[str, Any], backends: Mapping[str, Any]) -> Self:
        """Out of what a run notes: the settings' seed, licence and source; the sandbox's layers; who plays whom."""
        table = settings.get("table") or {}
        played = {role: (each["name"], each["model"]) for role, each in backends.items()}
        same = set(played.values())
        backend, model = same.pop() if len(same) == 1 else ("several" if same else "unknown", "")
        builtin = f"the `{table['builtin']}` data that come with scikit-learn" if table.get("builtin") else ""
        return cls(
            backend=backend,
            model=model,
            seed=(settings.get("model") or {}).get("seed"),
            roles=played if same else {},
            licence=table.get("licence") or _NOT_GIVEN,
            source=table.get("source") or builtin or _NOT_GIVEN,
            layers=sandbox.get("layers") or {},
        )


def card_text(
    tables: Sequence[tuple[Table, Origin]],
    cases: Mapping[Category, Sequence[Mapping[str, Any]]],
    *,
    reviewed: Reviewed | None = None,
    verdicts: Verdicts | None = None,
) -> str:
    """The card as Markdown; `tables` come each with the origin of its run, and counts from the cases alone.

    `reviewed` is what people did, `verdicts` on how many of the cases they judged.
    """
    entries = [entry for each in cases.values() for entry in each]
    coded = [entry for entry in entries if "choice" not in entry]
    held = Counter(kind for entry in coded for kind in operations(solution(entry["reference_answer"])))
    made = list(dict.fromkeys(_made(origin) for _, origin in tables))
    return prompt(
        "benchmark_card",
        title=", ".join(table.name for table, _ in tables),
        made="\n\n".join(made),
        review=review_text(reviewed, verdicts or Verdicts(), len(entries)),
        counts=_counts(entries),
        categories=_categories(cases),
        types=_shares(Counter(kind for entry in entries for kind in result_types(entry))),
        operations=_shares(held),
        tables="\n\n".join(_table(table, origin) for table, origin in tables),
        files="\n".join(_file_line(category, len(each)) for category, each in cases.items()),
        resource=RESOURCE.as_posix(),
    )


def _categories(cases: Mapping[Category, Sequence[Mapping[str, Any]]]) -> str:
    chosen = sum("choice" in entry for each in cases.values() for entry in each)
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
