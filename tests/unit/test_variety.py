"""How far clients, plans and queries of a benchmark differ is counted from its whole dialogues."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from company.benchmark.reading import read_benchmark
from company.families.dialogues.body.variety import Variety, variety
from company.families.dialogues.content import told_beside
from company.families.dialogues.publishing.card import card_text
from company.families.dialogues.statistics.composition import composition

ASKED = ("Which towns sell most bread?", "Which towns sell most cake?")


def line(dialogue: str, name: str, location: str, job: str, background: str, *queries: str | None) -> dict[str, Any]:
    return {
        "dialogue": dialogue,
        "persona": {"name": name, "location": location, "job_title": job, "background": background},
        "questions": ASKED,
        "turns": [{"query": query} for query in queries],
    }


LINES = (
    line("shops.p01.s1.d1", "Ada Byrne", "Turin, Italy", "Bakery Owner", "Ada is an owner in Turin. She bakes.",
         "Now count the shops.", "Now count the towns!", None),
    line("shops.p01.s1.d2", "Ada Byrne", "Turin, Italy", "Bakery Owner", "Ada is an owner in Turin. She bakes.",
         "How many are left?"),
    line("shops.p02.s3.d1", "Eero Laine", "Milan, Italy", "Mill owner", "Eero is an owner in Milan. He mills."),
)  # fmt: skip


def test_a_client_is_counted_once_and_beginnings_without_their_own_words() -> None:
    found = variety(LINES)
    assert found["names of clients"] == Variety(2, 2)
    assert found["countries of clients"] == found["kinds of job"] == Variety(2, 1)
    assert found["first sentences about clients"] == Variety(2, 1)
    assert found["questions of plans"] == Variety(4, 2)
    assert found["beginnings of questions"] == Variety(4, 1)
    assert found["beginnings of queries"] == Variety(3, 2)


def test_what_older_folders_do_not_tell_is_not_counted() -> None:
    older = [{key: value for key, value in each.items() if key != "questions"} for each in LINES]
    assert "questions of plans" not in variety(older) and "names of clients" in variety(older)
    assert variety([]) == {}


def test_stats_and_card_tell(whole: Path) -> None:
    content = read_benchmark(whole)
    bare = replace(content, beside={**content.beside, **told_beside()})
    assert "variety" not in composition(bare) and "different kinds of job" not in card_text([], content.cases)
    rows = {label: ours for label, ours, _ in composition(replace(bare, beside=told_beside(LINES)))["variety"]}
    assert rows["different kinds of job"] == 1 and rows["different beginnings of queries, % of all"] == 66.7
    assert "| different beginnings of queries | 2 of 3 |" in card_text([], content.cases, dialogues=LINES)
