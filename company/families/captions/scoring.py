"""How answers to cases of captions are judged: ratings by twins, choices by their letter.

Whether a caption helps is for people to say. What can be proved is whether a rater tells a caption from its twin, which
says one thing that is not so; that is what a caption set is scored by here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from company.benchmark.reading import Benchmark
from company.evaluation.contract import Judge, Line, Scoring
from company.evaluation.scored import Scored
from company.families.captions.body import shown_of
from company.families.dialogues.body.choices import LETTERS, letter_of_reference
from company.families.dialogues.body.letters import letter_in
from company.prompts import prompt

RATINGS = range(1, 7)
_RATED = re.compile(
    r"^\W*(?:caption\s+)?([A-Z])\b\W*?(?:rating\W+)?([1-6](?:\.\d+)?)(?:\s*(?:/|out of)\s*6)?(?!\S*\d)", re.I | re.M
)
NOT_RATED, FOOLED, UNDECIDED = "not all rated", "the twin is rated higher", "the twin is rated the same"


def rated(line: Line) -> list[tuple[str, Mapping[str, Any]]]:
    """Return what a rater reads of a caption set: captions and twins, each with its letter."""
    return list(zip(LETTERS, shown_of(line), strict=False))


def ratings_in(response: str) -> dict[str, float]:
    """Return the rating of each letter in a response; of several, the last."""
    return {letter.upper(): float(number) for letter, number in _RATED.findall(response)}


class CaptionJudge(Judge):
    """Judges what is read, without running anything."""

    def score(self, category: str, line: Line, response: str) -> Scored:
        """Return whether the untrue caption was found, or whether each twin is rated below its caption."""
        if category == "detection":
            return _chosen(line, response)
        given = ratings_in(response)
        by_name = {each["id"]: given[letter] for letter, each in rated(line) if letter in given}
        known = {"data_id": line["data_id"], "category": category, "outcome": json.dumps(by_name, sort_keys=True)}
        lacking = len(rated(line)) - len(by_name)
        if lacking:
            reason = f"{lacking} of its captions are not rated from 1 to 6"
            return Scored(**known, right=False, failure=NOT_RATED, reason=reason, value=0.0)
        pairs = [(by_name[each["of"]], by_name[each["id"]]) for each in line["twins"]]
        if not pairs:
            return Scored(**known, right=True)
        value = sum(1.0 if own > twin else 0.5 if own == twin else 0.0 for own, twin in pairs) / len(pairs)
        failure = None if value == 1 else FOOLED if any(own < twin for own, twin in pairs) else UNDECIDED
        return Scored(**known, right=value == 1, failure=failure, reason=failure, value=value)


def _chosen(line: Line, response: str) -> Scored:
    letter, gold = letter_in(response), letter_of_reference(line["reference_answer"])
    known = {"data_id": line["data_id"], "category": "detection", "outcome": letter}
    if letter is None:
        return Scored(**known, right=False, failure="no letter", reason="the response chooses no letter", value=0.0)
    if letter == gold:
        return Scored(**known, right=True, value=1.0)
    reason = f"it chooses {letter}, which the figure shows to be so"
    return Scored(**known, right=False, failure="a true caption", reason=reason, value=0.0)


class CaptionScoring(Scoring):
    """Ratings and letters are read."""

    clusters = "figures"

    def judge(self, content: Benchmark, *, first_loads: bool = False) -> Judge:
        """Return the judge, which needs nothing of the folder."""
        return CaptionJudge()

    def question(self, line: Line) -> str:
        """Return what a rater is asked: the choice, or the captions of a figure, twins among them, with paragraphs."""
        if "captions" not in line:
            return str(line["prompt_with_hist_txt"])
        paragraphs = "\n\n".join(each["text"] for each in line["paragraphs"]) or "No paragraph mentions the figure."
        captions = "\n".join(f"{letter}. {each['text']}" for letter, each in rated(line))
        return prompt("benchmark_rating", figure=line["figure_name"], paragraphs=paragraphs, captions=captions)

    def reference(self, line: Line) -> str:
        """Return which caption is untrue, or which ones are twins."""
        if "choice" in line:
            return str(line["reference_answer"])
        letters = {each["id"]: letter for letter, each in rated(line)}
        twins = [
            f"{letters[each['id']]} is untrue ({each['untruth']}), {letters[each['of']]} is not"
            for each in line["twins"]
        ]
        return "; ".join(twins) or "no twin"

    def messages(self, line: Line) -> Sequence[Mapping[str, Any]]:
        """Return the prompt for a model."""
        return ({"role": "user", "content": self.question(line)},)
