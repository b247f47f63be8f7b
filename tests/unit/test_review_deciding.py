"""Verdicts that agree are made one; those that do not go to an adjudicator."""

import pytest

from company.families.dialogues.review.kinds import KINDS
from human_review.deciding import decide, proves, summed_up
from human_review.forms import FORMS
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


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        ([Rank(order=("b", "a", "c")), Rank(order=("a", "b", "c")), Rank(order=("b", "c", "a"))], ("b", "a", "c")),
        ([Rank(order=("c", "a", "b")), Rank(order=("b", "c", "a"))], ("c", "b", "a")),
        ([Rank(order=("b", "a")), Rank(order=("a", "b"))], ("b", "a")),
    ],
)
def test_opinions_in_order_come_to_bordas(said, summary):
    assert summed_up(said) == Rank(order=summary)


@pytest.mark.parametrize(
    ("replies", "reply"),
    [(("yes",), "yes"), (("yes", "no"), "unsure"), (("yes", "no", "yes"), "yes"), (("yes", "no", "unsure"), "unsure")],
)
def test_opinions_in_answers_come_to_the_reply_of_more_than_half(replies, reply):
    flags = {"yes": ("a", "b"), "no": ("b",), "unsure": ()}
    found = summed_up([Answer(reply=each, flags=flags[each]) for each in replies])
    assert isinstance(found, Answer) and found.reply == reply
    assert found.flags == tuple(f for f in ("a", "b") if 2 * sum(f in flags[each] for each in replies) > len(replies))


@pytest.mark.parametrize(
    ("flags", "right"), [(("a", "x"), True), (("a", "b"), False), (("x",), False), (("b",), False), (("a",), True)]
)
def test_only_what_can_be_proved_is_right_or_wrong(flags, right):
    assert proves(Answer(reply="no", flags=flags), ("a",), ("a", "b")) is right


def test_edits_of_code_agree_by_their_results_but_not_over_other_words():
    one = Edit(changes={"code": "x = 1", "query": "one"}, outcome="d1")
    other = Edit(changes={"code": "x = 2 - 1", "query": "one"}, outcome="d1")
    assert decide([one, other], ("code",)) == one
    assert decide([one, other.model_copy(update={"changes": {"code": "x = 2 - 1", "query": "two"}})], ("code",)) is None
    assert decide([one, other.model_copy(update={"outcome": "d2"})], ("code",)) is None
    unknown = [each.model_copy(update={"outcome": None}) for each in (one, other)]
    assert decide(unknown, ("code",)) is None


def test_every_kind_has_a_form_and_its_fields_are_there():
    for name, kind in KINDS.items():
        assert kind.name == name == kind.record.model_fields["kind"].default and kind.form in FORMS
        assert set(kind.editable) <= set(kind.record.model_fields)
        assert {*kind.executed, *kind.measured, *kind.here_only} <= set(kind.editable)
