"""Cases to be looked at by people: what models came to on them, without the models' names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from company.evaluation.items import Suspicion, items
from company.evaluation.logs import Answered, Sitting
from company.families.dialogues.evaluation.replies import code_of
from company.families.dialogues.records import CHOSEN
from company.reviewing.grounds import MOST_CODE, MOST_OTHERS, MOST_WORDS, Grounds, Other, bounded


def doubts(sittings: Sequence[Sitting], named: Collection[str] = ()) -> list[Grounds]:
    """The suspicious cases of several models' logs, in the order of `items`; then those that are asked for by name.

    The same answers give the same grounds, in whatever order their logs come. Raises ValueError for no answers at all.
    """
    answered = [sitting.answers for sitting in sittings if sitting.answers]
    by_case: dict[str, list[Answered]] = defaultdict(list)
    for answers in answered:
        for each in answers:
            by_case[each.scored.data_id].append(each)
    found = items({str(place): [each.scored for each in answers] for place, answers in enumerate(answered)})
    suspicions = {each.data_id: each.suspicions for each in found}
    wanted = [each.data_id for each in found if each.suspicions]
    wanted += [data_id for data_id in named if data_id not in wanted]
    return [_grounds(data_id, by_case.get(data_id, []), suspicions.get(data_id, ())) for data_id in wanted]


def _grounds(data_id: str, answers: Sequence[Answered], suspicions: Sequence[Suspicion]) -> Grounds:
    return Grounds(
        data_id=data_id,
        models=len(answers),
        right=sum(each.scored.right for each in answers),
        suspicions=tuple(suspicions),
        others=tuple(sorted(_others(answers), key=lambda each: (-each.models, each.letter, each.code)))[:MOST_OTHERS],
    )


def _others(answers: Sequence[Answered]) -> Iterator[Other]:
    """Each outcome that is not the reference's, as far as answers came to any."""
    together: dict[str, list[Answered]] = defaultdict(list)
    for each in answers:
        if not each.scored.right and each.scored.outcome is not None:
            together[each.scored.outcome].append(each)
    for outcome, same in together.items():
        chosen = same[0].scored.category in CHOSEN
        # The shortest says the same in the fewest words, and does not depend on which log was read first.
        code = "" if chosen else min((code_of(each.response) for each in same), key=lambda text: (len(text), text))
        yield Other(
            models=len(same),
            letter=bounded(outcome, 8) if chosen else "",
            code=bounded(code, MOST_CODE),
            left_out=max(0, len(code) - MOST_CODE),
            differs="" if chosen else bounded(min(each.scored.reason or "" for each in same), MOST_WORDS),
        )
