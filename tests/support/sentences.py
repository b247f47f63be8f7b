"""A family of rated sentences, with no table, no code and no dialogue: what is the least that a family can be."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from company.archive import Archive
from company.benchmark.gate import GateReport
from company.benchmark.reading import Benchmark
from company.benchmark.release import Release
from company.config import Settings
from company.evaluation.contract import Judge, Line, Scoring
from company.evaluation.scored import Scored
from company.family.category import Category
from company.family.family import Family
from company.records import Case, Record
from company.run.making import Making
from company.sandbox import Sandbox

NAME = "sentences"
WHERE = "tests.support.sentences:FAMILY"
RATED = (
    ("s1", "The train arrives at noon, as the board has said since morning.", 5),
    ("s2", "Noon at the train the board said.", 2),
    ("s3", "Rivers bend where the ground lets them, and mills stand at the bends.", 4),
)


class RatedSentence(Case):
    """A sentence, and how good readers found it."""

    kind: Literal["case"] = "case"

    @property
    def category(self) -> str:
        """The only one."""
        return "rating"


class SentencesRelease(Release):
    """Lines of a sentence and its rating."""

    fields = ("data_id", "sentence", "rating")
    gold = ("rating",)
    controls = ("neighbouring rating",)

    def wrong_fields(self, line: Mapping[str, Any], fields: Sequence[str], empty: Collection[str]) -> list[str]:
        """Return what is no sentence, and what is no whole number from 1 to 5."""
        wrong = [] if isinstance(line["sentence"], str) else ["sentence"]
        rated = "rating" not in fields or line["rating"] in range(1, 6)
        return wrong if rated else [*wrong, "rating"]

    async def gate(self, line: Mapping[str, Any], content: Benchmark, sandbox: Sandbox | None) -> GateReport:
        """Accept a sentence of several words; the ratings beside its own are wrong answers."""
        assert sandbox is None, "this gate runs no code"
        reasons = () if len(line["sentence"].split()) > 3 else ("it is too short to be rated",)
        wrong = {"neighbouring rating": [str(each == line["rating"]) for each in (line["rating"] + 1,)]}
        return GateReport(not reasons, reasons, {"controls": wrong})


class RatingJudge(Judge):
    """Judges in plain Python: a response is right when the first rating in it is the line's."""

    def score(self, category: str, line: Line, response: str) -> Scored:
        """Return what a response is worth: right or wrong, and how near it is."""
        ratings = [int(digit) for digit in re.findall(r"[1-5]", response)]
        rating = ratings[0] if ratings else None
        right = rating == line["rating"]
        return Scored(
            data_id=line["data_id"],
            category=category,
            right=right,
            failure=None if right else "no rating" if rating is None else "another rating",
            reason=None if right else f"it says {rating}, and {line['rating']} is right",
            outcome=None if rating is None else str(rating),
            value=0.0 if rating is None else 1 - abs(rating - line["rating"]) / 4,
        )


class SentencesScoring(Scoring):
    """Ratings against ratings."""

    def judge(self, content: Benchmark, *, first_loads: bool = False) -> Judge:
        """Return the judge, which needs to know nothing of the benchmark."""
        return RatingJudge()


class SentencesMaking(Making):
    """A run whose sentences are there already."""

    stages = ()

    def roots(self, settings: Settings, archive: Archive, say: Callable[[str], None]) -> Sequence[Record]:
        """Return nothing to begin from."""
        return ()


class Sentences(Family):
    """Sentences with ratings."""

    name = NAME
    lines = Path("data/sentences")

    @property
    def records(self) -> Mapping[str, type[Record]]:
        """Cases alone."""
        return {"case": RatedSentence}

    @property
    def categories(self) -> Mapping[str, Category]:
        """One."""
        return {"rating": Category("rating", "rating.jsonl", 1.0, "rating")}

    @cached_property
    def release(self) -> Release:
        """How its cases are released."""
        return SentencesRelease(self)

    @property
    def settings(self) -> Any:
        """Nothing here simulates them."""
        raise NotImplementedError

    @cached_property
    def making(self) -> Making:
        """Runs that have ended."""
        return SentencesMaking()

    @cached_property
    def scoring(self) -> Scoring:
        """How ratings are judged."""
        return SentencesScoring(self)


FAMILY = Sentences()


def run_of_sentences(folder: Path, rated: Sequence[tuple[str, str, int]] = RATED) -> Path:
    """Return a run with these sentences as accepted cases."""
    with Archive.create(folder, NAME) as archive:
        for position, (data_id, sentence, rating) in enumerate(rated, start=1):
            entry = {"data_id": data_id, "sentence": sentence, "rating": rating}
            archive.put(
                RatedSentence(
                    id=data_id, parent=None, stage="rating", position=position, status="accepted", entry=entry
                )
            )
    return folder
