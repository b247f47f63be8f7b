"""No letter discards weeks: what much hangs on comes first, words are kept, and verdicts on what comes again stay."""

import pytest

from company.archive.calls import Call
from company.benchmark.publishing.decisions import decisions_of
from company.config import ReviewSettings
from company.rebuilding.deciding import decide
from company.reviewing import Gates, put_settings
from company.reviewing.fingerprints import fingerprint_known
from human_review.queueing import apply, costing, fill
from human_review.store import Assignment, ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Reject
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review import Clock, given, invited, submission
from tests.support.review_pages import Person
from tests.support.review_run import D, case, judge, person, plan, small_run, status, turn

TWO = ReviewSettings(audit=0)
ONE = ReviewSettings(overlap=1, audit=0)


@pytest.fixture
def archive(tmp_path):
    with small_run(tmp_path / "run") as opened:
        yield opened


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    with ReviewStore(tmp_path / "review.sqlite", clock=clock) as opened:
        yield opened


def item(store, record, kind):
    (found,) = [each for each in store.live().values() if (each.record, each.kind) == (record, kind)]
    return found


def say(store, who, record, kind, said):
    store.submit(who, submission(store.take(who, item(store, record, kind).id), said))


def order(store, who):
    """What somebody is given until nothing is left, accepting it all."""
    found = []
    while isinstance(next_one := store.next(who), Assignment):
        said = Choose(option="shop.p1.s1") if next_one.item.form == "choose" else Accept()
        store.submit(who, submission(next_one, said))
        found.append((next_one.item.kind, next_one.item.record))
    return found


def test_what_hangs_on_something_undecided_comes_last_and_the_queue_never_starves(archive, store):
    ann, ben = invited(store, "Ann", "Ben")
    fill(archive, store, TWO)
    assert not item(store, "shop.p1", "persona").waits and item(store, f"{D}.t01", "turn").waits
    first = order(store, ann)
    assert len(first) == 10, "alone, Ann is given what waits, too"
    assert first[:4] == [
        ("persona", "shop.p1"),
        ("persona", "shop.p2"),
        ("scenario", "shop.p1"),
        ("plan", "shop.p1.s1.plan"),
    ]
    given(store, ben)
    assert item(store, "shop.p1", "scenario").waits
    assert len(order(store, ben)) == 10
    assert not item(store, "shop.p1", "persona").waits and not item(store, "shop.p1", "scenario").waits


def test_other_work_is_given_before_what_waits(archive, store):
    ann, ben, cy = invited(store, "Ann", "Ben", "Cy")
    fill(archive, store, ReviewSettings(of=("persona", "turn"), audit=0))
    for who in (ann, ben):
        judge(store, who, "shop.p2", Accept())
    judge(store, ann, "shop.p1", Accept())
    held = given(store, cy)
    assert held.item.record == "shop.p1", "before the turns, which hang on it"
    store.release(cy, held.token)
    turns = [each for each in store.live().values() if each.kind == "turn"]
    assert all(each.waits for each in turns)
    judge(store, ben, "shop.p1", Accept())
    assert not any(each.waits for each in store.live().values() if each.kind == "turn")


@pytest.mark.parametrize(("said", "waits"), [(Accept(), False), (Edit(changes={"name": "Grace"}), True)])
def test_what_an_edit_is_about_to_make_anew_waits_until_it_is(archive, store, said, waits):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ReviewSettings(overlap=1, of=("persona", "plan"), audit=0))
    judge(store, ann, "shop.p1", said)
    assert item(store, "shop.p1.s1.plan", "plan").waits is waits


def test_what_is_opened_again_has_what_hangs_on_it_wait_again(archive, store, clock):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ReviewSettings(overlap=1, of=("persona", "plan"), audit=0))
    judge(store, ann, "shop.p1", Accept())
    assert not item(store, "shop.p1.s1.plan", "plan").waits
    store.undo(ann, item(store, "shop.p1", "persona").id)
    assert item(store, "shop.p1.s1.plan", "plan").waits


def test_the_order_may_be_that_of_all_else(archive, store):
    fill(archive, store, ReviewSettings(upstream="as others", audit=0))
    assert not any(each.waits for each in store.live().values())


def test_words_are_edited_and_all_that_was_judged_below_is_kept(archive, store):
    (ann,) = invited(store, "Ann")
    told = ONE.model_copy(update={"gates": ("turn",)})
    fill(archive, store, told)
    judge(store, ann, f"{D}.t01", Accept())
    judge(store, ann, f"{D}.t01.normal", Accept())
    judge(store, ann, f"{D}.t02", Reject(reasons=("dull",)))
    apply(archive, store, settled_for=0)
    fill(archive, store, told)
    before, known = set(store.live()), fingerprint_known(archive, archive.get("shop.p1"))
    say(store, ann, "shop.p1", "persona", Edit(changes={"background": "buys wine"}, keep=True))
    assert apply(archive, store, settled_for=0).edited == 1
    assert (archive.get("shop.p1").background, archive.get("shop.p1").status) == ("buys wine", "edited")
    assert status(archive, f"{D}.t01") == ("accepted", None)
    done = fill(archive, store, told)
    assert (done.added, done.retired) == (0, 0) and set(store.live()) == before
    assert fingerprint_known(archive, archive.get("shop.p1")) == known, "no stage takes it for another one"
    assert Gates(archive, told).opened(archive.get(f"{D}.t01"))
    # Edited once more, and not only words kept, all of it comes again.
    archive.put_judged(archive.get("shop.p1").model_copy(update={"background": "sells"}))
    assert fingerprint_known(archive, archive.get("shop.p1")) != known
    assert fill(archive, store, told).retired > 0


def test_a_run_that_is_made_anew_keeps_what_words_alone_did_not_change(archive, store, tmp_path):
    """As `company rebuild` writes it: the published decisions, into a run whose records are there already."""
    (ann,) = invited(store, "Ann")
    fill(archive, store, ONE)
    say(store, ann, "shop.p1", "persona", Edit(changes={"background": "buys wine"}, keep=True))
    apply(archive, store, settled_for=0)
    judge(store, ann, f"{D}.t02", Accept())
    apply(archive, store, settled_for=0)
    say(store, ann, "shop.p1.s1.plan", "plan", Reject(reasons=("dull",)))
    apply(archive, store, settled_for=0)
    decisions = decisions_of(archive)
    assert [(each.record, each.kept) for each in decisions] == [
        ("shop.p1", True),
        (f"{D}.t02", False),
        ("shop.p1.s1.plan", False),
    ]
    with small_run(tmp_path / "anew") as anew:
        assert decide(anew, decisions[:2]) == (2, []), "the turn's decision is on a client of other words"
        assert anew.get("shop.p1").background == "buys wine"
        assert status(anew, f"{D}.t01") == ("accepted", None), "nothing below was made again"
        assert decide(anew, decisions) == (1, [])
        assert status(anew, f"{D}.t01")[0] == "stale", "a rejection is no change of words"
        for kind in ("persona", "plan", "turn", "case"):
            here, there = ({each.id: each for each in run.records(kind)} for run in (anew, archive))
            assert {name: (each.status, each.parent) for name, each in here.items()} == {
                name: (each.status, each.parent) for name, each in there.items()
            }
        assert fingerprint_known(anew, anew.get("shop.p1")) == fingerprint_known(archive, archive.get("shop.p1"))


def test_only_words_can_be_kept(archive, store):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ONE)
    with pytest.raises(Exception, match="query of a turn is more than words"):
        judge(store, ann, f"{D}.t01", Edit(changes={"query": "other"}, keep=True))


def test_who_would_keep_and_who_would_not_differ(archive, store):
    ann, ben = invited(store, "Ann", "Ben")
    fill(archive, store, TWO)
    judge(store, ann, "shop.p2", Edit(changes={"name": "Grace"}, keep=True))
    judge(store, ben, "shop.p2", Edit(changes={"name": "Grace"}))
    assert item(store, "shop.p2", "persona").state == "adjudication"


@pytest.fixture
def judged(archive, store):
    """A run of which turns and cases are judged by two; of the third turn, by one."""
    ann, ben = invited(store, "Ann", "Ben")
    fill(archive, store, TWO)
    for who in (ann, ben):
        judge(store, who, f"{D}.t01", Edit(changes={"answer": "there"}))
        judge(store, who, f"{D}.t02", Accept())
        judge(store, who, f"{D}.t02.normal", Reject(reasons=("dull",)))
    judge(store, ann, f"{D}.t03", Accept())
    apply(archive, store, settled_for=0)
    fill(archive, store, TWO)
    return ann, ben


def test_what_is_made_again_with_the_same_content_keeps_its_verdicts(archive, store, judged):
    ann, ben = judged
    before = store.counted("reviewer")
    assert store.judged("judge", "turn") != []
    pairs = sorted(store.judged("judge"), key=str)
    archive.put_judged(person(1, background="sells"))
    for position in (2, 3):  # as the stages make it again
        archive.put_judged(turn(position))
        archive.put_judged(case(position))
    assert fill(archive, store, TWO).retired > 0
    for record, kind, word in ((f"{D}.t01", "turn", "edit"), (f"{D}.t02", "turn", "accept")):
        found = item(store, record, kind)
        assert (found.state, found.decision.kind, found.decided_by) == ("decided", word, "review")
        assert [each.reviewer for each in store.verdicts(found.id, None) if each.standing] == [ann, ben]
    half = item(store, f"{D}.t03", "turn")
    assert half.state == "open" and [each.reviewer for each in store.verdicts(half.id, None)] == [ann]
    assert item(store, f"{D}.t02.normal", "case").decision.kind == "reject"
    assert store.counted("reviewer") == before and sorted(store.judged("judge"), key=str) == pairs
    again = apply(archive, store, settled_for=0)
    assert (again.edited, again.accepted, again.rejected, again.stale) == (1, 1, 1, 0)
    assert status(archive, f"{D}.t02.normal") == ("rejected", "reviewers: dull")
    assert (archive.get(f"{D}.t01").answer, archive.get(f"{D}.t01").status) == ("there", "edited")
    fill(archive, store, TWO)
    judge(store, ben, f"{D}.t03", Accept())
    assert item(store, f"{D}.t03", "turn").state == "decided"


def test_back_as_it_was_it_has_its_verdicts_again(archive, store, judged):
    ids = {record: item(store, record, "turn").id for record in (f"{D}.t02", f"{D}.t03")}
    archive.put_judged(person(1, background="sells"))
    fill(archive, store, TWO)
    archive.put_judged(person(1))
    fill(archive, store, TWO)
    assert {record: item(store, record, "turn").id for record in ids} == ids
    assert item(store, f"{D}.t02", "turn").state == "decided" and item(store, f"{D}.t03", "turn").state == "open"
    assert len([each for each in store.verdicts(ids[f"{D}.t02"], None) if each.standing]) == 2


def test_what_comes_otherwise_is_judged_anew(archive, store, judged):
    archive.put_judged(plan(turns=4))
    archive.put_judged(turn(2, query="another query"))
    archive.put_judged(case(2))
    fill(archive, store, TWO)
    assert item(store, f"{D}.t02", "turn").state == "open"
    assert item(store, f"{D}.t02.normal", "case").state == "open", "a case rests on its turn, too"
    assert store.verdicts(item(store, f"{D}.t02", "turn").id, None) == []


# what a change costs


@pytest.fixture
def desk(archive, store):
    put_settings(archive, TWO)
    for stage, record, usd in (
        ("personas", "shop.p1", 9.0),
        ("scenarios", "shop.p1", 0.5),
        ("cases", f"{D}.t01", 0.25),
    ):
        told = {"role": "admin", "backend": "b", "model": "m", "messages": "", "reply": "", "finish_reason": "stop"}
        tokens = {"prompt_tokens": 1, "completion_tokens": 1}
        archive.put_call(Call(request=stage, stage=stage, record=record, usd=usd, **told, **tokens))
    return Desk(archive.run, store, TWO, Keys.of_run(archive.run))


def test_a_change_up_there_tells_what_it_costs_and_nothing_of_single_verdicts(archive, store, desk, judged):
    cost_of = costing.cost(archive, store, item(store, "shop.p1", "persona"), judged[0])
    assert (cost_of.calls, cost_of.usd) == (2, 0.75), "the call that made the persona itself is not among them"
    assert (cost_of.cases, cost_of.stake.decided) == (0, 2), "the cases went with the turn that was edited before them"
    ann, lead = judged[0], store.reviewer(store.invite("Lea", "admin")).id
    page = Person(desk, "Ann")
    held, _, text = page.open(f"/items/{store.take(ann, item(store, 'shop.p1', 'persona').id).item.id}")
    assert 'name="keep" value="yes" checked' in text and f'hx-get="/items/{held}/cost"' in text
    part = page.get(f"/items/{held}/cost", headers={"HX-Request": "true"}).text
    assert "2 items are decided, by 4 verdicts" in part and "2 model calls to make ($0.75)" in part
    seen = [store.at_stake([("turn", f"{D}.t03"), ("turn", f"{D}.t02")], each).verdicts for each in (judged[1], lead)]
    assert seen == [2, 3], "only who runs the review is told of the verdict on what is open"


def test_the_choice_of_a_client_costs_what_was_made_of_it(archive, store, desk, judged):
    found = costing.cost(archive, store, item(store, "shop.p1", "scenario"), judged[0])
    assert (found.stake.decided, found.calls) == (2, 1)
    assert costing.cost(archive, store, item(store, "shop.p2", "persona"), judged[0]).records == 0
