"""A benchmark of captions made by hand, with what people said of it: experts who know an order, readers who see errors.

No caption is executed here: lines are as the format says, and what they claim is taken as it stands.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from company.families.captions.files import LINES, VOCABULARY, vocabulary
from company.families.captions.records import UNTRUTHS, WRITERS

BEST_FIRST = ("author", "paragraphs", "picture", "paragraphs_texts", "texts", "template")
"""How useful experts find the writers' captions."""
WORDS = {
    "author": "overall it rises steadily and clearly",
    "paragraphs": "as told it rises steadily",
    "picture": "a line that rises clearly",
    "paragraphs_texts": "level over year with a line",
    "texts": "level year legend axis",
    "template": "plot of level over year",
}
Line = dict[str, Any]


def caption_set(number: int, chance: random.Random, *, example: bool = False) -> Line:
    """A line of `ranking.jsonl`: six captions with shuffled ids, a twin of the author's; every fourth has an error."""
    ids = [f"c{place}" for place in range(1, 8)]
    chance.shuffle(ids)
    value = number + 10
    told = f"near(drawn, at(drawn, 1), {value})"
    captions = [
        {
            "id": name,
            "text": f"{WORDS[writer]}, {value} in figure number {number}",
            "writer": writer,
            "claims": [
                {
                    "span": [0, 4],
                    "aspects": ["ocr", "stats"] if writer != "picture" else ["takeaway"],
                    "code": told,
                    "truth": "true",
                }
            ],
            "errors": ["image"] if number % 4 == 3 else [],
        }
        for name, writer in zip(ids, WRITERS, strict=False)
    ]
    contradicted = number % 2 == 0
    twin = {
        "id": ids[6],
        "of": ids[0],
        "text": captions[0]["text"].replace(str(value), str(value + 90)),
        "untruth": UNTRUTHS[number % len(UNTRUTHS)],
        "span": [0, 4],
        "claims": [
            {"span": [0, 4], "aspects": ["ocr", "stats"], "code": told.replace(str(value), "99"), "truth": "false"}
        ],
        "contradicted": contradicted,
        "contradicted_by_captions": False,
    }
    paragraphs = [
        {
            "text": f"Figure {number} rises steadily, to {value}."
            if place == 0
            else f"More of Figure {number}: {place}.",
            "mentions": [f"Figure {number}"],
            "claims": [{"span": [0, 4], "aspects": [], "code": told, "truth": "true"}] if contradicted else [],
        }
        for place in range(3)
    ]
    return {
        "data_id": f"study.p01.f{number}.ranking",
        "domain_name": "levels",
        "current_query": "Rate them.",
        "figure": "data/figures/f.png",
        "figure_name": f"Figure {number}",
        "texts": ["level", "year", "1990"],
        "figure_code": "import matplotlib.pyplot as plt",
        "cut": None,
        "drawn": [],
        "paragraphs": paragraphs,
        "captions": sorted(captions, key=lambda each: str(each["id"])),
        "twins": [twin],
        **({"example": True} if example else {}),
    }


def verdicts_on(line: Line, chance: random.Random, experts: int = 2, readers: int = 2) -> list[Line]:
    """What people said of a set: experts swap neighbours now and then, readers tick errors and untruths they meet."""
    by_writer = {each["writer"]: each for each in line["captions"]}
    start = line["data_id"].removesuffix(".ranking")
    shared = {
        "standing": True,
        "late": False,
        "duty": "review",
        "decision": "",
        "decided_by": "opinion",
        "role": "reviewer",
    }
    rows = []
    for expert in range(experts):
        order = list(BEST_FIRST)
        at = chance.randrange(5)
        order[at : at + 2] = reversed(order[at : at + 2])
        said = json.dumps([f"{start}.ranking.{by_writer[writer]['id']}" for writer in order])
        kind = {"record": f"{start}.ranking", "kind": "caption_set", "form": "rank", "group": "experts", "flags": []}
        rows.append({**kind, **shared, "reviewer": expert + 1, "verdict": "rank", "said": said, "seconds": 60.0})
    for each in (*line["captions"], *line["twins"]):
        for reader in range(readers):
            flags = (
                [*each.get("errors", ()), "takeaway"] if each.get("writer") == "author" else [*each.get("errors", ())]
            )
            flags += ["not shown"] if "of" in each and reader == 0 else []
            reply = "no" if "of" in each else ("yes" if each["writer"] in BEST_FIRST[:3] else "unsure")
            kind = {"record": f"{start}.ranking.{each['id']}", "kind": "caption", "form": "answer", "group": "readers"}
            rows.append(
                {
                    **kind,
                    **shared,
                    "reviewer": 10 + reader,
                    "verdict": "answer",
                    "said": reply,
                    "flags": flags,
                    "seconds": 8.0,
                }
            )
    return rows


def written(
    folder: Path, figures: int = 12, *, examples: int = 0, people: bool = True, pixels: int = 8, seed: int = 1
) -> Path:
    """Write such a benchmark into a folder, and give the folder back."""
    chance = random.Random(seed)
    lines = [caption_set(number, chance) for number in range(figures)]
    lines += [caption_set(figures + number, chance, example=True) for number in range(examples)]
    (folder / LINES).mkdir(parents=True)
    (folder / "data/resource").mkdir(parents=True)
    (folder / "data/figures").mkdir(parents=True)
    (folder / "data/resource" / VOCABULARY).write_bytes(vocabulary())
    Image.new("RGB", (pixels, pixels)).save(folder / "data/figures/f.png")
    _write(folder / LINES / "ranking.jsonl", lines)
    if people:
        _write(folder / "data/verdicts.jsonl", [row for line in lines for row in verdicts_on(line, chance)])
    return folder


def _write(file: Path, lines: Sequence[Line]) -> None:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
