"""Verdicts that agree are made one; those that do not go to an adjudicator."""

import pytest

from human_review.deciding import decide
from human_review.forms import EDITABLE, FORM_OF
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Score

NO, DULL = Reject(reasons=("no",)), Reject(reasons=("dull", "no"))


@pytest.mark.parametrize(
    ("said", "decision"),
    [
        ([Accept(), Accept()], Accept()),
        ([Accept(), NO], None),
        ([NO, DULL], Reject(reasons=("no", "dull"))),
        ([Accept(), NO, Accept()], Accept()),
        ([Accept(), NO, Edit(changes={"name": "x"})], None),
        ([Accept(), Accept(), NO, NO], None),
        ([Choose(option="s1"), Choose(option="s1")], Choose(option="s1")),
        ([Choose(option="s1"), Choose(option="s2")], None),
        ([Choose(option="s1"), NO], None),
        ([Keep(keep=False), Keep(keep=False)], Keep(keep=False)),
        ([Keep(keep=True), Keep(keep=False)], None),
        ([Answer(reply="yes", flags=("a",)), Answer(reply="yes", flags=("b",))], Answer(reply="yes", flags=("a", "b"))),
        ([Answer(reply="unsure"), Answer(reply="unsure")], None),
        ([Score(score=60), Score(score=70)], Score(score=65)),
        ([Score(score=60), Score(score=70.1)], None),
        ([Rank(order=("a", "b", "c")), Rank(order=("a", "c", "b"))], Rank(order=("a", "b", "c"))),
        ([Rank(order=("a", "b", "c")), Rank(order=("b", "a", "c"))], None),
        ([Edit(changes={"name": "x"}), Edit(changes={"name": "x"})], Edit(changes={"name": "x"})),
        ([Edit(changes={"name": "x"}), Edit(changes={"name": "y"})], None),
    ],
)
def test_more_than_half_decide(said, decision):
    assert decide(said) == decision


def test_edits_of_code_agree_by_their_results_but_not_over_other_words():
    one = Edit(changes={"code": "x = 1", "query": "one"}, outcome="d1")
    other = Edit(changes={"code": "x = 2 - 1", "query": "one"}, outcome="d1")
    assert decide([one, other]) == one
    assert decide([one, other.model_copy(update={"changes": {"code": "x = 2 - 1", "query": "two"}})]) is None
    assert decide([one, other.model_copy(update={"outcome": "d2"})]) is None
    unknown = [each.model_copy(update={"outcome": None}) for each in (one, other)]
    assert decide(unknown) is None


def test_every_kind_has_a_form_and_its_fields_are_there():
    from typing import get_args

    from company.families.dialogues.records import AnyRecord, ReviewKind

    kinds = {each.model_fields["kind"].default: each for each in get_args(get_args(AnyRecord)[0])}
    assert set(FORM_OF) == set(EDITABLE) == set(get_args(ReviewKind))
    for kind, fields in EDITABLE.items():
        assert set(fields) <= set(kinds[kind].model_fields)
