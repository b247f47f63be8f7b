"""How answers to cases of captions are judged: ratings by twins, choices by their letter.

Whether a caption helps is for people to say. What can be proved is whether a rater tells a caption from its twin, which
says one thing that is not so; that is what a caption set is scored by here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import company.evaluation.accuracies as accuracies
from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.asking import Asking
from company.evaluation.contract import Judge, Line, Scoring
from company.evaluation.page import Page
from company.evaluation.printing import Row, share_text
from company.evaluation.scored import Scored
from company.evaluation.traits import Traits
from company.families.captions.body import shown_of
from company.families.captions.evaluation.replies import HIGHEST, LOWEST
from company.families.captions.evaluation.scored import ScoredCaptions, mean_of
from company.families.shared.choices.lettered import LETTERS, letter_of_reference
from company.families.shared.choices.letters import letter_in
from company.prompts import prompt

if TYPE_CHECKING:
    from inspect_ai import Task

    from company.evaluation.sittings import Sitting

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
        ratings = _ratings_of(line, response)
        by_name = {name: mean_of(repeats) for name, repeats in ratings.items()}
        known = {
            "data_id": line["data_id"],
            "category": category,
            "outcome": json.dumps(by_name, sort_keys=True),
            "ratings": ratings,
        }
        lacking = len(rated(line)) - len(by_name)
        if lacking:
            reason = f"{lacking} of its captions are not rated from 1 to 6"
            return ScoredCaptions(**known, right=False, failure=NOT_RATED, reason=reason, value=0.0)
        pairs = [(by_name[each["of"]], by_name[each["id"]]) for each in line["twins"]]
        if not pairs:
            return ScoredCaptions(**known, right=True)
        value = sum(1.0 if own > twin else 0.5 if own == twin else 0.0 for own, twin in pairs) / len(pairs)
        failure = None if value == 1 else FOOLED if any(own < twin for own, twin in pairs) else UNDECIDED
        return ScoredCaptions(**known, right=value == 1, failure=failure, reason=failure, value=value)

    def missing(self, category: str, line: Line) -> Scored:
        """Return the score of a case without a response."""
        return ScoredCaptions(**{**super().missing(category, line).as_json(), "value": 0.0})


def _ratings_of(line: Line, response: str) -> dict[str, list[float | None]]:
    """Return the ratings in a response by the ids of captions, whether it rates them by letter or one by one."""
    names = [str(each["id"]) for each in shown_of(line)]
    try:
        told = json.loads(response)["ratings"]
        return {name: [_rating(each) for each in told[name]] for name in names if told.get(name)}
    except (ValueError, TypeError, KeyError, AttributeError):
        given = ratings_in(response)
        return {str(each["id"]): [given[letter]] for letter, each in rated(line) if letter in given}


def _rating(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and LOWEST <= value <= HIGHEST else None


def _chosen(line: Line, response: str) -> Scored:
    letter, gold = letter_in(response), letter_of_reference(line["reference_answer"])
    known = {"data_id": line["data_id"], "category": "detection", "outcome": letter}
    if letter is None:
        return ScoredCaptions(
            **known, right=False, failure="no letter", reason="the response chooses no letter", value=0.0
        )
    if letter == gold:
        return ScoredCaptions(**known, right=True, value=1.0)
    reason = f"it chooses {letter}, which the figure shows to be so"
    return ScoredCaptions(**known, right=False, failure="a true caption", reason=reason, value=0.0)


class CaptionScoring(Scoring):
    """Ratings and letters are read."""

    task = "captions"
    modes = ("base", "zero-shot", "few-shot", "qa", "qa-yn", "learned")
    kind = ScoredCaptions
    clusters = "figures"
    page = Page("company.families.captions.evaluation", "captions")
    options = frozenset({"context", "see", "repeat", "prompts", "budget"})

    def judge(self, content: Benchmark, *, first_loads: bool = False) -> Judge:
        """Return the judge, which needs nothing of the folder."""
        return CaptionJudge()

    def counts(self, line: Line) -> bool:
        """Return whether a case is scored: not where its captions are examples for raters."""
        return not line.get("example")

    def traits(self, category: str, line: Line) -> Traits | None:
        """Return the chance to guess a choice; None for a set without twins, of which no rating is wrong."""
        if "choice" in line:
            return Traits(guess=1 / len(line["choice"]["options"]))
        return Traits() if line.get("twins") else None

    def asked(self, benchmark: Path, asking: Asking) -> Task | None:
        """Return the task `company/captions`."""
        from company.evaluation.kept import Budget, kept_file
        from company.families.captions.evaluation.task import captions

        if asking.budget is not None:
            Budget(asking.budget).check(asking.model)
        return captions(
            str(benchmark),
            mode=asking.mode,
            categories=list(asking.categories),
            context=asking.context,
            see=asking.see,
            repeat=asking.repeat,
            prompts=str(asking.prompts) if asking.prompts else "",
            kept=str(kept_file(asking.logs, asking.model)),
            budget=asking.budget,
            weights=asking.model if _learns_from_folder(asking) else "",
            seconds=asking.seconds,
            require=asking.require,
        )

    def model(self, asking: Asking) -> str:
        """Return the model by Inspect's name; a folder is of one that learns. Raises ConfigError for no model."""
        from company.families.captions.evaluation.built_in import LEARNED, PROVIDER, need_way

        own = f"{PROVIDER}/{LEARNED}"
        if asking.mode != "learned":
            need_way(asking.model, asking.mode)
            return asking.model
        if asking.model != own and not _learns_from_folder(asking):
            raise ConfigError(
                f"--model {asking.model}: in mode learned, give {own}, or the folder of a model to be fine-tuned"
            )
        return f"{PROVIDER}/{Path(asking.model).name}"

    def tables(self, content: Benchmark, sittings: Mapping[str, Sitting]) -> dict[str, Any]:
        """Return the tables of the seed, and those of twins and truth."""
        from company.families.captions.evaluation.tables import tables_of

        return tables_of(content, sittings)

    def summary(self, cases: Sequence[Scored]) -> dict[str, Any]:
        """Return the accuracy of choices, what sets say of twins (`value`), and how many ratings could not be read.

        A set is in no accuracy, and one without twins in no value.
        """
        sets = [case for case in cases if isinstance(case, ScoredCaptions) and case.category == "ranking"]
        choices = [case for case in cases if case.category != "ranking"]
        paired = [case for case in sets if case.value is not None]
        told = accuracies.mean_value(paired) if paired else None
        return {
            "accuracy": accuracies.accuracy(choices).as_json() if choices else None,
            "value": told.as_json() if told else None,
            "ratings": sum(len(repeats) for case in sets for repeats in case.ratings.values()),
            "unread": sum(case.unread for case in sets),
            "by": {"category": {}, **accuracies.by_group(choices)},
            "failures": accuracies.failures(cases),
            "unanswered": accuracies.unanswered(cases),
        }

    def rows(self, summary: Mapping[str, Any]) -> list[Row]:
        """Return the first lines of a summary as text."""
        rows: list[Row] = []
        if summary["accuracy"]:
            rows.append(("untrue caption chosen", share_text(summary["accuracy"]), ""))
        if summary["value"]:
            rows.append(("twin rated lower", share_text(summary["value"]), "a tie for half; chance is 50 %"))
        unread = f"{summary['unread']:,} could not be read, and count as 1" if summary["unread"] else ""
        return [*rows, *([("ratings", f"{summary['ratings']:,}", unread)] if summary["ratings"] else [])]

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


def _learns_from_folder(asking: Asking) -> bool:
    return asking.mode == "learned" and Path(asking.model).is_dir()
