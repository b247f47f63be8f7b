"""What the pages call things: kinds, what is asked of each, reasons and flags to tick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from company.families.dialogues.records import ReviewKind
from human_review.forms import FormName
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Said, Score, Withdrawn


@dataclass(frozen=True)
class KindWords:
    """How one kind is put before people."""

    title: str
    asked: str
    """The question, in one sentence."""
    reasons: tuple[str, ...]
    """Why one might be rejected; people may write others."""


KIND_WORDS: Mapping[ReviewKind, KindWords] = {
    "table": KindWords(
        "Table",
        "Does the description fit what stands in the columns?",
        ("the description is wrong", "a column's meaning is wrong", "a row is not what it says", "too vague to help"),
    ),
    "persona": KindWords(
        "Persona",
        "Could this person exist, and would they look at this table?",
        ("has no use for this table", "job and background do not fit", "a stereotype", "like another persona"),
    ),
    "scenario": KindWords(
        "Scenario",
        "Which of these would this client most reasonably want to find out from the table?",
        ("the table cannot answer any", "none fits the client", "all are too vague", "all are the same"),
    ),
    "plan": KindWords(
        "Plan",
        "Do these questions, in this order, serve the scenario, and can the table answer them?",
        (
            "cannot be answered from the table",
            "misses the scenario's goal",
            "questions repeat each other",
            "conditions make no sense",
            "wrong kinds of result",
        ),
    ),
    "turn": KindWords(
        "Turn",
        "Does the code do what the query asks, and does the query say all that the result depends on?",
        (
            "the code does not do what was asked",
            "the query can be read in several ways",
            "the query gives the code away",
            "the result is trivial or empty",
            "the answer says something else than the result",
            "nobody would ask this",
        ),
    ),
    "library": KindWords(
        "Library",
        "Are these private functions plausible, well named, and told well enough by their docstrings?",
        ("a name misleads", "a docstring leaves out what matters", "a wrapper without any sense", "works wrongly"),
    ),
    "rewrite": KindWords(
        "Rewrite",
        "Does the code on the private library do the same as the original, in a way that someone would write?",
        ("does something else", "goes around the library", "calls functions wrongly", "hard to read"),
    ),
    "rewording": KindWords(
        "Rewording",
        "Does the query in its other words ask for exactly the same?",
        ("asks for something else", "lost a condition", "added a hint", "nobody talks like this"),
    ),
    "case": KindWords(
        "Case",
        "Can this be solved from what it shows, with exactly one right answer, the one given?",
        (
            "the reference is wrong",
            "several answers are right",
            "cannot be solved from what is shown",
            "gives its answer away",
            "not worth asking",
        ),
    ),
}
FORM_WORDS: Mapping[FormName, str] = {
    "judge": "Accept, edit or reject",
    "choose": "Choose one",
    "keep": "Keep or drop",
    "rank": "Rank, the best first",
    "answer": "Yes, no or unsure",
    "score": "Score from 0 to 100",
}
FLAGS: tuple[str, ...] = ("harmful", "political", "biased", "names a real person", "hard to understand")
"""What may be noticed beside a yes or no."""
WHY_WORDS: Mapping[str, str] = {
    "flagged": "a passage was flagged",
    "disputed": "the client objected to a draft",
    "uncertain": "the first code was not the last",
    "audit": "drawn at random",
    "rest": "next in order",
    "recheck": "sent back",
}
"""Why an item stands where it stands."""


def in_words(said: Said | Withdrawn, names: Mapping[str, str]) -> str:
    """A verdict in few words; `names` are those of options, by id."""
    match said:
        case Accept():
            return "accepted as it is"
        case Edit():
            fields = [
                name.replace("_", " ") for name in said.changes if name not in ("attempts", "results", "operations")
            ]
            return f"edited: {', '.join(fields)}"
        case Reject():
            return f"rejected: {'; '.join(said.reasons)}"
        case Choose():
            return f"chosen: {names.get(said.option, said.option)}"
        case Keep():
            return "kept" if said.keep else "dropped"
        case Rank():
            return f"ranked: {', then '.join(names.get(each, each) for each in said.order)}"
        case Answer():
            return f"{said.reply} ({', '.join(said.flags)})" if said.flags else said.reply
        case Score():
            return f"{said.score:g} of 100"
    return "taken back"
