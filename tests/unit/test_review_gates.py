"""Gates: work waits for people's verdicts on just what it builds on, and for nothing that is trusted."""

import fcntl

import pytest

from company.archive import Archive
from company.config import ReviewSettings, load
from company.errors import SandboxError
from company.families.dialogues.records import Rewording
from company.families.dialogues.review.kinds import KINDS
from company.records import Flag
from company.reviewing import (
    WAITS,
    Gates,
    as_judged,
    in_words,
    put_settings,
    settings_of,
    subjects,
    waiting_text,
)
from company.run.rounds import Rounds
from company.run.settling import BEYOND
from company.run.stage import Commission, Stage
from human_review.queueing import apply, fill, tend, told
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Reject
from tests.support.review import invited, submission
from tests.support.review_run import (
    D,
    case,
    dialogue,
    judge,
    library,
    person,
    plan,
    rewrite,
    scenario,
    small_run,
    status,
    table,
    turn,
)

FLAG = Flag(kind="political", field="query", start=0, end=1, passage="q", why="says so")


@pytest.fixture
def archive(tmp_path):
    reworded = Rewording(
        id=f"{D}.t01.register", parent=f"{D}.t01", stage="registers", position=1, status="accepted",
        speech="colloquial", query="well?",
    )  # fmt: skip
    with small_run(tmp_path / "run", table(), library(), rewrite(1), rewrite(2), reworded) as opened:
        yield opened


@pytest.fixture
def store(tmp_path):
    (tmp_path / "run").mkdir(exist_ok=True)
    with ReviewStore(tmp_path / "run" / "review.sqlite") as opened:
        yield opened


@pytest.fixture
def ann(store):
    return invited(store, "Ann")[0]


def asking(*gates, **more):
    return ReviewSettings(overlap=1, of=gates, gates=gates, **more)


def say(archive, store, ann, record, said, settings):
    fill(archive, store, settings)
    judge(store, ann, record, said)
    assert apply(archive, store, settled_for=0).stale == 0


@pytest.mark.parametrize(
    ("kind", "record", "asked", "said"),
    [
        ("table", table(), "shop", Accept()),
        ("persona", person(1), "shop.p1", Accept()),
        ("persona", person(1), "shop.p1", Edit(changes={"name": "Grace"})),
        ("scenario", scenario(1, "accepted"), "shop.p1", Choose(option="shop.p1.s1")),
        ("plan", plan(), "shop.p1.s1.plan", Accept()),
        ("turn", turn(1), f"{D}.t01", Accept()),
        ("rewrite", rewrite(1), f"{D}.t01.private", Accept()),
    ],
)
def test_work_on_what_is_a_gate_waits_for_the_verdict(archive, store, ann, kind, record, asked, said):
    settings = asking(kind)
    assert Gates(archive, settings).hold(kind, record)
    assert not Gates(archive, asking(*({"turn", "plan"} - {kind}))).hold(kind, record) or kind in ("turn",)
    before = Gates(archive, settings).waiting()[kind]
    say(archive, store, ann, asked, said, settings)
    opened = Gates(archive, settings)
    assert not opened.hold(kind, archive.get(record.id))
    assert opened.waiting()[kind] == before - 1


def test_the_table_as_it_came_in_waits_for_nobody(archive):
    assert not Gates(archive, asking("table")).hold("intake", table())


def test_a_verdict_is_on_what_was_there_and_another_version_waits_again(archive, store, ann):
    settings = asking("scenario")
    say(archive, store, ann, "shop.p1", Choose(option="shop.p1.s1"), settings)
    assert not Gates(archive, settings).hold("scenario", scenario(1, "accepted"))
    archive.put(person(1, background="sells"))
    assert Gates(archive, settings).hold("scenario", scenario(1, "accepted"))
    archive.put(person(1))
    archive.put(scenario(2, "proposed", goal="another goal"))
    assert Gates(archive, settings).hold("scenario", scenario(1, "accepted")), "the options are another set"


def test_a_turn_waits_for_those_before_it_too_since_cases_carry_their_code(archive, store, ann):
    settings = asking("turn")
    say(archive, store, ann, f"{D}.t02", Accept(), settings)
    assert [Gates(archive, settings).hold("turn", turn(n)) for n in (1, 2, 3)] == [True, True, True]
    say(archive, store, ann, f"{D}.t01", Accept(), settings)
    assert [Gates(archive, settings).hold("turn", turn(n)) for n in (1, 2, 3)] == [False, False, True]


def test_cases_on_the_library_wait_for_its_functions(archive, store, ann):
    settings = asking("library")
    assert Gates(archive, settings).hold("rewrite", rewrite(1))
    assert not Gates(archive, settings).hold("dialogue", dialogue(), serial=True), "it is grown meanwhile"
    say(archive, store, ann, f"{D}.lib", Accept(), settings)
    assert not Gates(archive, settings).hold("rewrite", rewrite(1))


def test_serial_work_waits_while_anything_above_it_does(archive, store, ann):
    settings = asking("persona")
    say(archive, store, ann, "shop.p1", Accept(), settings)
    assert Gates(archive, settings).hold("dialogue", dialogue(), serial=True), "client 2 waits"
    assert not Gates(archive, settings).hold("dialogue", dialogue())
    say(archive, store, ann, "shop.p2", Reject(reasons=("dull",)), settings)
    assert not Gates(archive, settings).hold("dialogue", dialogue(), serial=True)


def test_what_is_trusted_is_not_waited_for(archive, store, ann):
    archive.put(turn(2, flags=(FLAG,)))
    settings = asking("turn", rest="trust", audit=0.0)
    assert [Gates(archive, settings).hold("turn", turn(n)) for n in (1, 2, 3)] == [False, True, True]
    assert Gates(archive, settings).waiting() == {"turn": 1}
    filled = fill(archive, store, settings)
    assert (filled.added, filled.trusted) == (1, 2), "people are asked about just what is waited for"
    judge(store, ann, f"{D}.t02", Accept())
    apply(archive, store, settled_for=0)
    assert not Gates(archive, settings).waiting()


def test_what_is_judged_together_is_what_forms_choose_from():
    assert {name for name, kind in KINDS.items() if kind.form == "choose"} == {
        name for name, kind in KINDS.items() if kind.together
    }


def test_made_again_a_record_stays_as_people_left_it(archive, store, ann):
    settings = asking("persona", "scenario")
    say(archive, store, ann, "shop.p2", Reject(reasons=("dull",)), settings)
    assert as_judged(archive, person(2)).status == "rejected"
    assert as_judged(archive, person(2, background="sells")).status == "accepted", "it is another persona"
    assert as_judged(archive, person(3)) == person(3)
    fill(archive, store, settings)
    item = next(each for each in store.items(kind="scenario"))
    store.submit(ann, submission(store.take(ann, item.id), Choose(option="shop.p1.s2")))
    apply(archive, store, settled_for=0)
    assert as_judged(archive, scenario(1, "accepted")).status == "proposed"
    assert as_judged(archive, scenario(2, "proposed")).status == "accepted"


# rounds


def rounds_of(tmp_path, archive, review, targets="normal = 2"):
    file = tmp_path / "simulation.toml"
    file.write_text(f'[table]\nbuiltin = "wine"\n[targets]\n{targets}\n[review]\noverlap = 1\n{review}\n')
    return Rounds(load(file), archive)


def cases(archive):
    return [status(archive, case(position).id) for position in (1, 2, 3)]


def test_cases_that_wait_are_counted_and_are_not_accepted(archive, store, ann, tmp_path):
    rounds = rounds_of(tmp_path, archive, 'gates = ["case"]')
    settings = rounds.settings.review
    assert rounds.settle() == {"normal": 2}
    assert cases(archive) == [("proposed", WAITS), ("proposed", WAITS), ("proposed", BEYOND)]
    assert Gates(archive, settings).waiting() == {"case": 2}
    fill(archive, store, settings)
    assert {item.record for item in store.items(kind="case")} == {case(1).id, case(2).id}
    judge(store, ann, case(1).id, Reject(reasons=("dull",)))
    judge(store, ann, case(2).id, Accept())
    apply(archive, store, settled_for=0)
    assert rounds.settle() == {"normal": 2}
    assert cases(archive) == [("rejected", "reviewers: dull"), ("accepted", None), ("proposed", WAITS)]
    say(archive, store, ann, case(3).id, Accept(), settings)
    assert rounds.settle() == {"normal": 2}
    assert cases(archive)[1:] == [("accepted", None)] * 2
    assert not Gates(archive, settings).waiting()


def test_without_its_gate_what_waited_is_accepted(archive, tmp_path):
    rounds_of(tmp_path, archive, 'gates = ["case", "rewording"]').settle()
    assert status(archive, f"{D}.t01.register") == ("proposed", WAITS)
    rounds_of(tmp_path, archive, "").settle()
    assert cases(archive)[:2] == [("accepted", None)] * 2
    assert status(archive, f"{D}.t01.register") == ("accepted", None)


def test_what_people_accepted_comes_before_what_nobody_judged(archive, store, ann, tmp_path):
    rounds = rounds_of(tmp_path, archive, 'gates = ["case"]', "normal = 3")
    rounds.settle()
    say(archive, store, ann, case(3).id, Accept(), rounds.settings.review)
    fewer = rounds_of(tmp_path, archive, 'gates = ["case"]', "normal = 1")
    assert fewer.settle() == {"normal": 1}
    assert cases(archive) == [("proposed", BEYOND), ("proposed", BEYOND), ("accepted", None)]


async def test_nobody_further_is_asked_while_work_waits(tmp_path):
    with Archive.create(tmp_path / "run") as archive:
        rounds = rounds_of(tmp_path, archive, 'gates = ["persona"]', "normal = 40")
        asked = []

        async def work(commissions: list[Commission]) -> None:
            asked.append(len(commissions))
            for number in range(1, len(commissions) + 1):
                archive.put(person(number))
                assert not rounds.chooses(Stage("scenarios", "persona", lambda *_: None), person(number))

        assert await rounds.hold(work) is None
        assert len(asked) == 1 and archive.note("commissions") is not None
        assert await rounds_of(tmp_path, archive, 'gates = ["persona"]', "normal = 40").hold(work) is None
        assert len(set(asked)) == 1 and len(archive.note("commissions")) == 1


# the run's settings, and tending it


def test_the_settings_of_a_run_are_told_by_its_archive(archive):
    assert told(archive) == ReviewSettings()
    put_settings(archive, asking("turn", "case", rest="trust"))
    assert told(archive) == settings_of(archive) == asking("turn", "case", rest="trust")


def test_tending_writes_decisions_and_fills_the_queue(archive, store, ann):
    settings = asking("persona")
    run = archive.run
    assert tend(run, store, settings).filled.added == 2
    judge(store, ann, "shop.p2", Accept())
    early = tend(run, store, settings)
    assert early.applied.accepted == 0, "it can still be taken back"
    done = tend(run, store, settings, settled_for=0)
    assert (done.applied.accepted, done.filled.added, done.taken) == (1, 0, "")
    assert done.sentence() == "decisions written: 1 accepted\nqueue: 0 new, 0 gone"


def test_tending_costs_nothing_while_nothing_happens(store, ann, tmp_path, monkeypatch):
    settings, run = asking("persona"), tmp_path / "quiet"
    with small_run(run):
        pass
    last = tend(run, store, settings)
    while (again := tend(run, store, settings, since=last.seen)).seen != last.seen:
        last = again
    with monkeypatch.context() as patch:
        patch.setattr("human_review.queueing.tending.fill", lambda *_: pytest.fail("it looked through the run again"))
        assert tend(run, store, settings, since=last.seen).filled.added == 0
        with Archive.open(run) as archive:
            assert len(archive.records("persona")) == 2
        assert tend(run, store, settings, since=last.seen).filled.added == 0, "reading changes nothing"
    with Archive.open(run) as archive:
        archive.put(person(3))
    after = tend(run, store, settings, since=last.seen)
    assert after.filled.added == 1
    judge(store, ann, "shop.p3", Accept())
    assert tend(run, store, settings, since=after.seen, settled_for=0).applied.accepted == 1
    assert tend(run, store, asking("plan"), since=after.seen).filled.added == 1


def test_while_another_process_writes_the_run_the_queue_alone_is_filled(archive, store, ann):
    settings = asking("persona")
    fill(archive, store, settings)
    judge(store, ann, "shop.p2", Reject(reasons=("dull",)))
    archive.put(person(3))
    with (archive.run / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = tend(archive.run, store, settings, settled_for=0)
    assert "is being written by another" in done.taken and done.filled.added == 1
    assert status(archive, "shop.p2") == ("accepted", None)
    assert tend(archive.run, store, settings, settled_for=0).applied.rejected == 1


def test_where_turns_cannot_be_run_again_all_else_is_done(archive, store, ann, monkeypatch):
    settings = asking("persona")
    fill(archive, store, settings)
    judge(store, ann, "shop.p2", Reject(reasons=("dull",)))
    archive.put(person(3))

    def failing(archive):
        raise SandboxError("no layers here")

    monkeypatch.setattr("human_review.queueing.tending._run_again", failing)
    with pytest.raises(SandboxError, match="no layers"):
        tend(archive.run, store, settings, settled_for=0)
    assert status(archive, "shop.p2")[0] == "rejected"
    assert "shop.p3" in {item.record for item in store.items(state="open")}


def test_what_waits_is_said_in_words(tmp_path):
    assert in_words({"scenario": 3, "case": 1200}, KINDS) == "the scenarios of 3 clients and 1,200 cases"
    assert in_words({"turn": 1, "rewrite": 2, "case": 1}, KINDS) == "1 turn, 2 rewrites and 1 case"
    sentence = waiting_text({"case": 1}, KINDS, tmp_path / "a run")
    assert sentence == f"1 case waits for review; `company review '{tmp_path}/a run'`, then simulate again"
    assert all(in_words({kind: 1}, KINDS) and in_words({kind: 2}, KINDS) for kind in KINDS)


def test_subjects_come_by_kind_and_id_and_know_when_they_are_worth_asking_about(archive):
    found = list(subjects(archive, ["persona", "scenario"]))
    assert [each.record for each in found] == ["shop.p1", "shop.p2", "shop.p1"]
    archive.settle("shop.p2", "rejected", "dull")
    assert [each.asked for each in subjects(archive, ["persona"])] == [True, False]
