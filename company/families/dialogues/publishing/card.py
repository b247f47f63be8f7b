"""The card of a benchmark: what it is, how it came about, what is in it, how to run it. Every number is counted."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from company.benchmark.canary import canary
from company.benchmark.files import LOADED, RESOURCE
from company.benchmark.loading import SPLIT
from company.benchmark.publishing import reviewed as generic
from company.benchmark.publishing.authorship import PROCEDURAL, Origin
from company.benchmark.publishing.front_matter import ALL
from company.benchmark.publishing.plain_card import player, ran
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Comparison, Reviewed, Verdicts
from company.families.dialogues.body.bodies import NEEDS_HISTORY
from company.families.dialogues.body.difficulty import DEEP
from company.families.dialogues.body.reference import result_types, solution
from company.families.dialogues.body.second_answers import NONE_WAITS, Waiting
from company.families.dialogues.body.taken import quartiles, told_of
from company.families.dialogues.body.variety import variety
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.evolving.figures import about as evolving_about
from company.families.dialogues.evolving.figures import in_short
from company.families.dialogues.files import LINES
from company.families.dialogues.ids import turn_of
from company.families.dialogues.records import EVOLVING
from company.families.shared.choices.bodies import needs_of
from company.prompts import prompt
from company.results.operations import operations
from company.tables.record import Table

STRONG_SOLVER = "answered 48 of 48 deep cases right (four tables, November 2026)"
"""What was measured last. README.md says the same."""
PAPER_UNEDITED = 23.5
"""Percent of the chatbot's raw code that could be used as reference code directly (paper, 3.2)."""
PAPER_AGREEMENT = 93.64
"""The annotators' inner agreement (paper, table 1)."""


def card_text(  # noqa: PLR0913 - what a card tells of, named where it is used
    tables: Sequence[tuple[Table, Origin]],
    cases: Mapping[str, Sequence[Mapping[str, Any]]],
    *,
    dialogues: Sequence[Mapping[str, Any]] = (),
    waiting: Waiting = NONE_WAITS,
    reviewed: Reviewed | None = None,
    verdicts: Verdicts | None = None,
    publication: Publication | None = None,
) -> str:
    """Return the card as Markdown; `tables` come each with the origin of its run, and counts from the cases alone.

    Of `dialogues`, where the folder has them, it says how far they differ; `waiting` are cases of which people
    have yet to decide on what a second answer came to. `reviewed` is what people did, `verdicts`
    on how many of the cases they judged. With a `publication`, the card says how to load, hand in and cite. Where the
    gold is held back, it tells neither the seed, from which some backends would write the same again, nor anything of
    the references.
    """
    entries = [entry for each in cases.values() for entry in each]
    gold = publication is None or publication.gold
    origins = [origin if gold else replace(origin, seed=None) for _, origin in tables]
    return prompt(
        "benchmark_card",
        title=", ".join(table.name for table, _ in tables),
        made="\n\n".join(dict.fromkeys(map(_made, origins))),
        uses=_uses(origins),
        review=review_text(reviewed, verdicts or Verdicts(), len(entries)),
        counts=_counts(entries, dialogues),
        categories=_categories(cases, waiting),
        types=_shares(Counter(kind for entry in entries for kind in result_types(entry))),
        operations=_operations(cases) if gold else "held back with it",
        tables="\n\n".join(_table(table, origin) for table, origin in tables),
        gate="of this folder" if gold else "of the folder that is held back",
        use=_use(cases, publication),
    )


def _operations(cases: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    coded = [entry for category, each in cases.items() if not CATEGORIES[category].chosen for entry in each]
    return _shares(Counter(kind for entry in coded for kind in operations(solution(entry["reference_answer"]))))


def _use(cases: Mapping[str, Sequence[Mapping[str, Any]]], publication: Publication | None) -> str:
    """Return how to run and score the benchmark; of a publication also how to load and cite it."""
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
    names = [part.name for part in publication.parts]
    loading: dict[str, object] = (
        {
            "config": names[0],
            "split": SPLIT,
            "configs": ", ".join(f"`{name}`" for name in names),
            "all": ALL,
            "loaded": LOADED.as_posix(),
        }
        if names
        else {"lines": LINES.as_posix()}
    )
    load = prompt(
        "benchmark_card_loading" if names else "card_without_parquet",
        **loading,
        judged=_SCORED if publication.gold else _HANDED_IN,
        score="company score . responses.jsonl" if publication.gold else "company score HELD_BACK responses.jsonl",
        citation=publication.citation,
        canary=canary(publication.guid),
    )
    return f"{run.strip()}\n\n{load.strip()}"


_SCORED = "They are scored by the rules that are told above, in a sandbox:"
_HANDED_IN = "Hand the file to those who hold the gold. They score it with their folder:"


def _categories(cases: Mapping[str, Sequence[Mapping[str, Any]]], waiting: Waiting) -> str:
    chosen = sum(len(each) for category, each in cases.items() if CATEGORIES[category].chosen)
    total = sum(map(len, cases.values()))
    rows = [f"| {category} | {len(each)} |" for category, each in cases.items()]
    share = f"Answered by code: {total - chosen} ({(total - chosen) / total:.0%}), by choosing a letter: {chosen}."
    about = ["", evolving_about(cases[EVOLVING], waiting)] if cases.get(EVOLVING) else []
    return "\n".join(["| category | cases |", "|---|---|", *rows, "", " ".join([share, *_needs(cases)]), *about])


def _needs(cases: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[str]:
    """Return how many of the choices can be read off their prompts, in a sentence; none where no line says."""
    counts = Counter(needs_of(entry) for each in cases.values() for entry in each if "needs" in entry)
    if not counts:
        return []
    return [
        f"Of the choices, {counts['reading']} can be read off the prompt, and {counts['execution']} need execution."
    ]


def _file_line(category: str, count: int) -> str:
    return f"- `{(LINES / CATEGORIES[category].file).as_posix()}`: {count} of category {category}"


def _made(origin: Origin) -> str:
    seed = "" if origin.seed is None else f", seed {origin.seed}"
    if origin.backend == PROCEDURAL:
        made = (
            f"All words and all code were written by the built-in procedural backend{seed}. **It is not a language "
            "model**: it composes analyses by rule from what the table holds. Dialogues are varied and every "
            "result is executed, but nobody should read them as what a person or a model would say."
        )
    elif origin.roles:
        named = "; ".join(f"the {role} by {player(*who)}" for role, who in origin.roles.items())
        made = f"The words and the code were written by several models{seed}: {named}."
    else:
        model = f"the model `{origin.model}` " if origin.model else ""
        made = f"The words and the code were written by {model}through the backend `{origin.backend}`{seed}."
    return f"{made}\n\n{ran(origin.layers)}"


def _uses(origins: Sequence[Origin]) -> str:
    """Return what the benchmark is good for where the built-in company wrote it, or part of it; else nothing."""
    if not any(origin.backend == PROCEDURAL for origin in origins):
        return ""
    return f"\n\n{prompt('benchmark_card_uses', solver=STRONG_SOLVER).strip()}"


def _counts(entries: Sequence[Mapping[str, Any]], told: Sequence[Mapping[str, Any]]) -> str:
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
    rows |= {f"different {label}": f"{each.different} of {each.all}" for label, each in variety(told).items()}
    if needing := [entry[NEEDS_HISTORY] for entry in entries if NEEDS_HISTORY in entry]:
        rows["code cases that need their history"] = f"{sum(needing)} of {len(needing)}"
    if taken := told_of(entries):
        rows |= {
            f"{name} of a case: quartiles, most": f"{', '.join(map(str, values[:-1]))}; {values[-1]}"
            for name, values in quartiles(taken).items()
        }
        rows["cases that need execution"] = f"{sum(each.execution for each in taken)} of {len(taken)}"
        rows[f"deep cases ({DEEP} at the least)"] = f"{sum(each.deep for each in taken)} of {len(taken)}"
    rows |= in_short(entries)
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


def review_text(told: Reviewed | None, verdicts: Verdicts, cases: int) -> str:
    """Return the card's part on review, beside the paper's figures."""
    return generic.review_text(told, verdicts, cases, _COMPARISON)


def _unedited(taken: int, total: int) -> str:
    if not total:
        return "No turn with code is decided, so it cannot be said how many were usable unedited."
    return (
        f"Usable unedited: {taken} of {total} turns with code that people decided or differ on ({taken / total:.1%}). "
        f"In the paper it was {PAPER_UNEDITED} % of the chatbot's raw code; here a turn's code is what the chatbot "
        "came to after correcting what failed."
    )


_COMPARISON = Comparison(
    f"The paper gives its annotators' inner agreement as {PAPER_AGREEMENT}, without saying how it was measured; "
    "what compares best is the raw agreement.",
    _unedited,
)
