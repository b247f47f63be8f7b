"""What the pages call things: forms, why an item is where it is, and verdicts."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from company.errors import ReviewError
from company.reviewing.kinds import FormName, Kinds
from human_review.store import ShareStanding
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Said, Score, Withdrawn

FORM_WORDS: Mapping[FormName, str] = {
    "judge": "Accept, edit or reject",
    "choose": "Choose one",
    "keep": "Keep or drop",
    "rank": "Rank, the best first",
    "answer": "Yes, no or unsure",
    "score": "Score from 0 to 100",
}
_WHY: Mapping[str, str] = {"audit": "drawn at random", "rest": "next in order", "recheck": "sent back"}


def why_words(kinds: Kinds) -> dict[str, str]:
    """Return why an item may be at its position, in words: the family's signals, then the review's own reasons."""
    signals = {name: signal.words for kind in kinds.values() for name, signal in kind.signals.items()}
    return {**signals, **_WHY}


def part_of(text: str) -> float:
    """Return a part of a whole that somebody wrote in per cent. Raises ReviewError for what is none."""
    try:
        part = float(text.strip().removesuffix("%").strip()) / 100
    except ValueError:
        part = 0.0
    if not 0 < part <= 1:
        raise ReviewError("a share is a number of per cent, more than 0 and at most 100 %, such as 30; give one")
    return part


def far_in_words(standing: ShareStanding) -> str:
    """Return how far a share of a kind is."""
    told = standing.share
    others = f", {standing.others:,} judged by others" if standing.others else ""
    return f"{told.given:,} of {told.passed:,}; {standing.done:,} judged, {standing.waiting:,} to come{others}"


def in_words(said: Said | Withdrawn, names: Mapping[str, str], measured: Collection[str] = ()) -> str:
    """Return a verdict in few words; `names` are of options and flags, `measured` fields are left out."""
    match said:
        case Accept():
            return "accepted as it is"
        case Edit():
            fields = [name.replace("_", " ") for name in said.changes if name not in measured]
            return f"edited: {', '.join(fields)}{'; what was judged is kept' if said.keep else ''}"
        case Reject():
            return f"rejected: {'; '.join(said.reasons)}"
        case Choose():
            return f"chosen: {names.get(said.option, said.option)}"
        case Keep():
            return "kept" if said.keep else "dropped"
        case Rank():
            return f"ranked: {', then '.join(names.get(each, each) for each in said.order)}"
        case Answer():
            flags = ", ".join(names.get(flag, flag) for flag in said.flags)
            return f"{said.reply} ({flags})" if flags else said.reply
        case Score():
            return f"{said.score:g} of 100"
    return "taken back"
