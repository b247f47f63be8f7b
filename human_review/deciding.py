"""What several verdicts on one item come to: what more than half of them agree on, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Said, Score

NEAR = 10.0
"""Points out of 100 within which two scores say the same."""


def agree(one: Said, other: Said, executed: Collection[str] = ()) -> bool:
    """Return whether two verdicts say the same.

    Rejections agree whatever their reasons, edits when they are the same or what they execute to is (`executed` are the
    fields of code and of what becomes of it) and both keep what was made of the record or neither does, rankings when
    their first places are the same, scores within `NEAR` points.
    """
    match one, other:
        case (Edit(), Edit()):
            return _same_edit(one, other, executed)
        case (Choose(), Choose()):
            return one.option == other.option
        case (Keep(), Keep()):
            return one.keep == other.keep
        case (Rank(), Rank()):
            return one.order[0] == other.order[0]
        case (Answer(), Answer()):
            return one.reply == other.reply
        case (Score(), Score()):
            return abs(one.score - other.score) <= NEAR
    return one.kind == other.kind and isinstance(one, Accept | Reject)


def decide(verdicts: Sequence[Said], executed: Collection[str] = ()) -> Said | None:
    """Return the verdict of more than half; None where they do not agree, or agree on being unsure."""
    groups = (group for size in range(len(verdicts), len(verdicts) // 2, -1) for group in combinations(verdicts, size))
    for group in groups:
        if all(agree(one, other, executed) for one, other in combinations(group, 2)):
            return None if isinstance(group[0], Answer) and group[0].reply == "unsure" else _merged(group)
    return None


def summed_up(opinions: Sequence[Said]) -> Said:
    """Return the summary of opinions, of which none is right: rankings in Borda's order, the reply of more than half.

    Where no reply has more than half, it is unsure. What was noted is noted by more than half, too.
    """
    first = opinions[0]
    if isinstance(first, Rank):
        return _merged(opinions)
    answers = [each for each in opinions if isinstance(each, Answer)]
    replies = Counter(each.reply for each in answers)
    flags = Counter(flag for each in answers for flag in each.flags)
    reply, count = replies.most_common(1)[0]
    return Answer(
        reply=reply if 2 * count > len(answers) else "unsure",
        flags=tuple(flag for flag, times in flags.items() if 2 * times > len(answers)),
    )


def proves(said: Said, planted: Collection[str], provable: Collection[str]) -> bool:
    """Return whether an answer notes of what can be proved just what was planted; the reply is its author's opinion."""
    noted = set(said.flags) if isinstance(said, Answer) else set()
    return noted & set(provable) == set(planted)


def _same_edit(one: Edit, other: Edit, executed: Collection[str]) -> bool:
    if one.keep != other.keep:
        return False
    if one.changes == other.changes:
        return True
    words = [{name: new for name, new in each.changes.items() if name not in executed} for each in (one, other)]
    return one.outcome is not None and one.outcome == other.outcome and words[0] == words[1]


def _merged(group: Sequence[Said]) -> Said:
    """Return one verdict for many that agree: all reasons and flags, the mean score, the Borda order of rankings."""
    first = group[0]
    match first:
        case Reject():
            reasons = [reason for each in group if isinstance(each, Reject) for reason in each.reasons]
            return Reject(reasons=tuple(dict.fromkeys(reasons)))
        case Answer():
            flags = [flag for each in group if isinstance(each, Answer) for flag in each.flags]
            return first.model_copy(update={"flags": tuple(dict.fromkeys(flags))})
        case Score():
            scores = [each.score for each in group if isinstance(each, Score)]
            return Score(score=sum(scores) / len(scores))
        case Rank():
            orders = [each.order for each in group if isinstance(each, Rank)]
            # Sorting keeps the first reviewer's order among equals.
            return Rank(order=tuple(sorted(first.order, key=lambda option: sum(each.index(option) for each in orders))))
    return first
