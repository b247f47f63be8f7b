"""How far words alone solve the choices of a benchmark: by rules that anybody would try, and by one that is learned.

A benchmark whose right options are longer, or quote the name that is not in the table, measures something else than
data analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from company.families.shared.choices.learning import by_learning
from company.families.shared.choices.words import RULES, Line, by_letter, by_rule, options_of

LEVEL = 0.95
Near = Callable[[str], str]
"""What cases that share words have in common, by their data_id, such as the dialogue that they come from."""


@dataclass(frozen=True)
class Baseline:
    """How a rule of words does on the cases of a category."""

    rule: str
    right: float
    """Cases that it gets right; where it cannot decide between options, the part of a case that guessing gives."""
    cases: int
    chance: float
    """Cases that guessing gets right, on average: the sum of 1/k over the cases."""
    luck: int
    """Cases that guessing gets right at the most (with 95 %, for the best of all the rules that were tried)."""

    @property
    def share(self) -> float:
        """The share of the cases that it gets right."""
        return self.right / self.cases

    @property
    def blind(self) -> bool:
        """Whether it does no better than luck."""
        return self.right <= self.luck


def baselines(cases: Sequence[Line], near: Near = str) -> list[Baseline]:
    """Return how each rule does on cases that have the field `choice`, the best first; none where there are none.

    Rules that are learned from other cases learn nothing from those that are `near`.

    Where words do not tell which option is right, each is as likely in each case, whatever the other cases are; so what
    luck gives is known exactly, for cases of one dialogue, too.
    """
    if not cases:
        return []
    found = {name: by_rule(cases, rule) for name, rule in RULES.items()}
    found["the most frequent letter"] = by_letter(cases)
    found["the words of right options elsewhere"] = by_learning(cases, [near(case["data_id"]) for case in cases])
    chances = [1 / len(options_of(case)) for case in cases]
    luck = lucky(chances, 1 - (1 - LEVEL) / len(found))
    made = [Baseline(name, sum(each), len(cases), sum(chances), luck) for name, each in found.items()]
    return sorted(made, key=lambda each: -each.right)


def lucky(chances: Sequence[float], level: float) -> int:
    """Return the fewest hits that are not exceeded with a probability of `level`, given the chance of each."""
    likely = [1.0]
    for chance in chances:
        likely = [miss * (1 - chance) + hit * chance for miss, hit in zip([*likely, 0.0], [0.0, *likely], strict=True)]
    reached = 0.0
    for hits, each in enumerate(likely):
        reached += each
        if reached >= level:
            return hits
    return len(chances)


def by_words(cases: Mapping[str, Sequence[Line]], near: Near = str) -> dict[str, list[Baseline]]:
    """Return how each rule does on each category that is answered by choosing, the best first."""
    chosen = {category: [each for each in lines if "choice" in each] for category, lines in cases.items()}
    return {category: baselines(lines, near) for category, lines in chosen.items() if lines}


def verdict(found: Sequence[Baseline]) -> str:
    """Return in words how far the best of all rules comes, and whether that is more than luck gives."""
    best = found[0]
    told = "within chance" if best.blind else "above chance"
    return (
        f"solved by words alone: {best.right:.3g} of {best.cases}, chance {best.chance:.3g}, by luck up to "
        f"{best.luck}: {told} (the best of {len(found)} rules: {best.rule})"
    )


def given_away(cases: Mapping[str, Sequence[Line]], near: Near = str) -> list[str]:
    """Return the categories that a rule of words solves clearly better than chance, a line each with what to do."""
    return [
        f"{category}: {verdict(found)}; look at these options beside one another, and simulate again where they tell"
        for category, found in by_words(cases, near).items()
        if not found[0].blind
    ]
