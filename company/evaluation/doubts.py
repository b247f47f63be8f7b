"""Cases to be looked at by people: what models came to on them, without the models' names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from company.evaluation.contract import Scoring
from company.evaluation.items import Suspicion, items
from company.evaluation.sittings import Answered, Sitting
from company.family.registry import DEFAULT, family
from company.reviewing.grounds import MOST_OTHERS, Grounds, Other


def doubts(sittings: Sequence[Sitting], named: Collection[str] = ()) -> list[Grounds]:
    """Return the suspicious cases of several models' logs, in the order of `items`; then those named.

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
    scoring = family(sittings[0].family if sittings else DEFAULT).scoring
    return [_grounds(data_id, by_case.get(data_id, []), suspicions.get(data_id, ()), scoring) for data_id in wanted]


def _grounds(data_id: str, answers: Sequence[Answered], suspicions: Sequence[Suspicion], scoring: Scoring) -> Grounds:
    others = sorted(_others(answers, scoring), key=lambda other: (-other.models, other.letter, other.code))
    return Grounds(
        data_id=data_id,
        models=len(answers),
        right=sum(each.scored.right for each in answers),
        suspicions=tuple(suspicions),
        others=tuple(others[:MOST_OTHERS]),
    )


def _others(answers: Sequence[Answered], scoring: Scoring) -> Iterator[Other]:
    """Return each outcome that is not the reference's, as far as answers have one."""
    by_outcome: dict[str, list[Answered]] = defaultdict(list)
    for answer in answers:
        if not answer.scored.right and answer.scored.outcome is not None:
            by_outcome[answer.scored.outcome].append(answer)
    return map(scoring.other, by_outcome.values())
