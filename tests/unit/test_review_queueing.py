"""From a run's archive to the queue and back: order, staleness, and what verdicts do to records."""

import pytest

from company.config import ReviewSettings, load
from company.errors import ConfigError
from company.families.dialogues.history import history
from company.families.dialogues.records import Attempt, Case, Plan
from company.records import Execution, Flag, Message
from company.reviewing import REVIEWED
from human_review.queueing import Applied, apply, fill
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Reject
from tests.support.review import Clock, given, invited, submission
from tests.support.review_run import D, judge, library, made, person, plan, rewrite, scenario, small_run, status, turn

ONE = ReviewSettings(overlap=1)


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


def test_a_queue_is_filled_once_and_filling_it_again_changes_nothing(archive, store):
    assert fill(archive, store, ONE).added == 10
    again = fill(archive, store, ONE)
    assert (again.added, again.retired) == (0, 0)
    kinds = {item.kind: item for item in store.items()}
    assert (kinds["scenario"].record, kinds["scenario"].form) == ("shop.p1", "choose")
    assert [option["id"] for option in store.item(kinds["scenario"].id)[1]["options"]] == ["shop.p1.s1", "shop.p1.s2"]


def test_gates_come_first_then_what_much_hangs_on_then_the_flagged_the_disputed_and_the_uncertain(archive, store):
    flag = Flag(kind="political", field="query", start=0, end=1, passage="q", why="says so")
    failed = Attempt(code="y", execution=Execution(ok=False))
    archive.put(turn(3, flags=(flag,)))
    archive.put(turn(2, attempts=(failed, Attempt(code="x", execution=Execution(ok=True)))))
    objection = Message(speaker="client", text="no", content={"agreed": False})
    archive.put(
        made(
            Plan,
            "shop.p1.s1.plan",
            "shop.p1.s1",
            "plans",
            speech="statement",
            turns=3,
            questions=(),
            conversation=(objection,),
        )
    )
    fill(archive, store, ReviewSettings(gates=("scenario",), audit=0))
    order = [(item.record, item.why) for item in store.items()]
    assert order[:6] == [
        ("shop.p1", "rest"),
        ("shop.p1", "rest"),
        ("shop.p2", "rest"),
        ("shop.p1.s1.plan", "disputed"),
        (f"{D}.t03", "flagged"),
        (f"{D}.t02", "uncertain"),
    ]
    doubted = [f"{D}.t02.normal", f"{D}.t03.normal"]
    assert [record for record, _ in order[6:10]] == [*doubted, f"{D}.t01", f"{D}.t01.normal"], "what is made of doubted"


def test_the_audit_is_drawn_by_seed_and_the_rest_may_be_trusted(archive, store):
    for number in range(3, 203):
        archive.put(person(number))
    told = ReviewSettings(of=("persona",), audit=0.3, rest="trust", seed=5)
    first = fill(archive, store, told)
    assert 35 <= first.added <= 85 and first.added + first.trusted == 202
    drawn = {item.record for item in store.items(most=500)}
    assert fill(archive, store, told).added == 0
    other = fill(archive, store, ReviewSettings(of=("persona",), audit=0.3, rest="trust", seed=6))
    assert other.retired > 0
    assert {item.record for item in store.items(state="open", most=500)} != drawn


def test_an_accepted_record_stays_and_is_not_asked_about_again(archive, store):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ONE)
    judge(store, ann, "shop.p2", Accept())
    assert apply(archive, store, settled_for=0).accepted == 1
    assert status(archive, "shop.p2") == ("accepted", None)
    assert archive.fact(REVIEWED, "persona", "shop.p2")["by"] == "review"
    again = fill(archive, store, ONE)
    assert (again.added, again.retired) == (0, 0)
    assert apply(archive, store, settled_for=0).accepted == 0


def test_a_decision_waits_while_it_can_be_taken_back(archive, store, clock):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ONE)
    judge(store, ann, "shop.p2", Reject(reasons=("dull",)))
    assert apply(archive, store).rejected == 0
    clock.now += 61
    assert apply(archive, store).rejected == 1
    assert status(archive, "shop.p2") == ("rejected", "reviewers: dull")


def test_an_edited_record_keeps_its_id_and_what_was_made_from_it_goes_stale(archive, store):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ONE)
    held = store.take(ann, next(item.id for item in store.items(kind="turn")))
    persona = next(item for item in store.items(kind="persona") if item.record == "shop.p1")
    store.submit(ann, submission(store.take(ann, persona.id), Edit(changes={"name": "Grace"})))
    assert apply(archive, store, settled_for=0).edited == 1
    assert (archive.get("shop.p1").name, archive.get("shop.p1").status) == ("Grace", "edited")
    assert status(archive, f"{D}.t01") == ("stale", "shop.p1 was edited by reviewers")
    done = fill(archive, store, ONE)
    assert done.added == 0 and done.retired == 8
    assert store.item(held.item.id)[0].state == "stale"
    assert {item.record for item in store.items() if item.state != "stale"} == {"shop.p1", "shop.p2"}


def test_a_child_is_proposed_again_when_its_parent_was_edited_by_other_means(archive, store):
    fill(archive, store, ONE)
    before = {item.record: item.id for item in store.items(kind="turn")}
    archive.put(scenario(1, "accepted", goal="another goal"))
    done = fill(archive, store, ONE)
    assert (done.added, done.retired) == (8, 8)
    reasons = {item.reason for item in store.items(kind="turn", state="stale")}
    assert reasons == {"it, or what it was made from, has changed"}
    archive.put(scenario(1, "accepted"))
    fill(archive, store, ONE)
    assert {item.record: item.id for item in store.items(kind="turn", state="open")} == before


def test_the_cases_of_turns_after_an_edited_one_are_made_again(archive, store):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ONE)
    judge(store, ann, f"{D}.t02", Edit(changes={"code": "x = 20"}, outcome="d"))
    done = apply(archive, store, settled_for=0)
    assert done.before == [f"{D}.t02"]
    assert history(archive, D, before=3)[-1].code == "x = 20"
    assert [status(archive, f"{D}.t0{n}.normal")[0] for n in (1, 2, 3)] == ["accepted", "stale", "stale"]
    assert [archive.done("cases", f"{D}.t0{n}", "key") is None for n in (1, 2, 3)] == [False, True, True]
    assert [status(archive, f"{D}.t0{n}")[0] for n in (1, 2, 3)] == ["accepted", "edited", "accepted"]


def test_choosing_another_scenario_takes_the_first_ones_work_back(archive, store):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ReviewSettings(overlap=1, of=("scenario",)))
    store.submit(ann, submission(given(store, ann), Choose(option="shop.p1.s2")))
    apply(archive, store, settled_for=0)
    assert status(archive, "shop.p1.s2") == ("accepted", None)
    assert status(archive, "shop.p1.s1") == ("proposed", "reviewers chose shop.p1.s2")
    assert status(archive, f"{D}.t01")[0] == "stale"
    again = fill(archive, store, ReviewSettings(overlap=1, of=("scenario",)))
    assert (again.added, again.retired) == (0, 0)


def test_none_of_the_scenarios_leaves_the_client_without_one(archive, store):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ReviewSettings(overlap=1, of=("scenario",)))
    store.submit(ann, submission(given(store, ann), Reject(reasons=("none is about the table",))))
    apply(archive, store, settled_for=0)
    assert {status(archive, f"shop.p1.s{n}") for n in (1, 2)} == {("rejected", "reviewers: none is about the table")}


def test_a_decision_on_what_changed_meanwhile_is_not_written(archive, store):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ONE)
    judge(store, ann, "shop.p2", Reject(reasons=("dull",)))
    archive.put(person(2, background="sells"))
    assert apply(archive, store, settled_for=0).stale == 1
    assert status(archive, "shop.p2") == ("accepted", None)
    assert fill(archive, store, ONE).added == 1


@pytest.mark.parametrize("said", [Edit(changes={"questions": []}), Reject(reasons=("dull",))])
def test_what_was_made_by_a_plan_that_changed_or_is_gone_is_made_again(archive, store, said):
    """Dialogues are not called after their plan, as all else is called after what it was made of."""
    archive.put(plan(questions=({"text": "What sells?", "result_types": [], "columns": []},)))
    (ann,) = invited(store, "Ann")
    fill(archive, store, ReviewSettings(overlap=1, of=("plan", "case")))
    judge(store, ann, "shop.p1.s1.plan", said)
    apply(archive, store, settled_for=0)
    assert {status(archive, f"{D}.t0{n}{of}")[0] for n in (1, 2, 3) for of in ("", ".normal")} == {"stale"}


def test_a_decision_on_what_went_with_its_parent_is_not_written(archive, store):
    (ann,) = invited(store, "Ann")
    fill(archive, store, ReviewSettings(overlap=1, of=("persona", "case")))
    judge(store, ann, "shop.p1", Reject(reasons=("dull",)))
    judge(store, ann, f"{D}.t01.normal", Accept())
    done = apply(archive, store, settled_for=0)
    assert (done.rejected, done.accepted, done.stale) == (1, 0, 1)
    assert status(archive, f"{D}.t01.normal")[0] == "stale"


def test_the_cases_that_carry_an_edited_rewrite_or_library_are_made_again(archive, store):
    (ann,) = invited(store, "Ann")
    archive.put(library())
    for position in (1, 2):
        archive.put(rewrite(position))
        told = {"mode": "private", "entry": {"n": position}}
        archive.put(made(Case, f"{rewrite(position).id}.case", rewrite(position).id, "private_cases", **told))
    fill(archive, store, ONE)
    judge(store, ann, rewrite(2).id, Edit(changes={"code": "x = f(20)"}, outcome="d"))
    apply(archive, store, settled_for=0)
    assert [status(archive, f"{rewrite(n).id}.case")[0] for n in (1, 2)] == ["accepted", "stale"]
    new = {"name": "f", "code": "def f(x): return x", "stands_for": []}
    judge(store, ann, library().id, Edit(changes={"functions": [new]}))
    apply(archive, store, settled_for=0)
    assert [status(archive, f"{rewrite(n).id}.case")[0] for n in (1, 2)] == ["stale", "stale"]
    assert [status(archive, rewrite(n).id)[0] for n in (1, 2)] == ["accepted", "edited"]


@pytest.mark.parametrize("said", [Accept(), Edit(changes={"background": "sells"})])
def test_what_a_run_has_forgotten_is_written_again(archive, store, tmp_path, said):
    (ann,) = invited(store, "Ann")
    told = ReviewSettings(overlap=1, of=("persona",))
    fill(archive, store, told)
    judge(store, ann, "shop.p2", said)
    apply(archive, store, settled_for=0)
    with small_run(tmp_path / "restored") as restored:
        done = apply(restored, store, settled_for=0)
        assert done.accepted + done.edited == 1
        assert restored.get("shop.p2") == archive.get("shop.p2")
        assert restored.facts(REVIEWED) == archive.facts(REVIEWED)
        assert apply(restored, store, settled_for=0) == Applied()
        assert fill(restored, store, told).added == 0


STEPS = {"edit": ["outdate_below", "put_judged"], "reject": ["outdate_below", "put_judged"], "accept": []}
SAID = (Edit(changes={"background": "sells"}), Reject(reasons=("dull",)), Accept())


@pytest.mark.parametrize(
    ("said", "at"), [(said, at) for said in SAID for at in (*STEPS[said.kind], "put_note", "applied")]
)
def test_stopped_before_it_could_say_so_it_writes_the_same_again(archive, store, monkeypatch, said, at):
    (ann,) = invited(store, "Ann")
    told = ReviewSettings(overlap=1, of=("persona",))
    fill(archive, store, told)
    judge(store, ann, "shop.p1", said)

    def killed(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr({"applied": store}.get(at, archive), at, killed)
        with pytest.raises(KeyboardInterrupt):
            apply(archive, store, settled_for=0)
    done = apply(archive, store, settled_for=0)
    assert done.accepted + done.edited + done.rejected == 1
    assert status(archive, "shop.p1")[0] == {"edit": "edited", "reject": "rejected", "accept": "accepted"}[said.kind]
    below = [f"{D}.t01", f"{D}.t03.normal", "shop.p1.s1.plan"]
    assert {status(archive, each)[0] for each in below} == {"accepted" if said.kind == "accept" else "stale"}
    assert archive.fact(REVIEWED, "persona", "shop.p1")["decision"]["kind"] == said.kind
    assert fill(archive, store, told).added == 0
    assert apply(archive, store, settled_for=0) == Applied()


def test_the_settings_are_read_and_a_gate_that_nobody_sees_is_refused(tmp_path):
    file = tmp_path / "simulation.toml"
    file.write_text('[table]\nbuiltin = "wine"\n[review]\ngates = ["scenario"]\nrest = "trust"\noverlap = 3\n')
    told = load(file).review
    assert (told.gates, told.rest, told.overlap, told.audit) == (("scenario",), "trust", 3, 0.1)
    file.write_text('[table]\nbuiltin = "wine"\n[review]\nof = ["turn"]\ngates = ["scenario"]\n')
    with pytest.raises(ConfigError, match=r"\[review\] has the gate 'scenario', which `of` leaves out"):
        load(file)
    file.write_text('[table]\nbuiltin = "wine"\n[review]\ngates = ["scenaro"]\n')
    with pytest.raises(ConfigError, match="scenaro"):
        load(file)
