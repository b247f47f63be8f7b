"""Captions before people: experts rank, readers answer; opinions all stand, and nobody meets both of a pair."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from company import cli
from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ReviewError
from company.families.captions.records import WRITERS
from company.families.captions.review.kinds import KINDS
from company.reviewing import REVIEWED, settings_of
from human_review import measures as reckoned
from human_review.interchange import restoring, writing
from human_review.interchange.label_studio import annotations, tasks
from human_review.measures_text import left_lines, measures_text
from human_review.published import verdict_lines
from human_review.queueing.reopening import reopen
from human_review.queueing.tending import tend
from human_review.store import Assignment, KindShare, ReviewStore, Search, Standing
from human_review.store.claiming import LEASE_SECONDS
from human_review.togo import to_go
from human_review.verdicts import Answer, Rank, Said
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.captions_review import GROUPS, Judge, captions_run
from tests.support.review import Clock, submission


def queue(folder: Path, sets: int, clock: Any = None, **review: Any) -> ReviewStore:
    """The queue of a run with so many sets, filled."""
    run = captions_run(folder, sets, **review)
    more = {} if clock is None else {"clock": clock}
    store = ReviewStore(run / "review.sqlite", kinds=KINDS, **more)
    fill(store, run)
    return store


def fill(store: ReviewStore, run: Path) -> None:
    with Archive.open(run) as archive:
        told = settings_of(archive)
    tend(run, store, told, settled_for=0.0)


def person(store: ReviewStore, name: str, *groups: str) -> int:
    return store.reviewer(store.invite(name, groups=groups)).id


def said_of(given: Assignment, reply: str = "yes", flags: tuple[str, ...] = ()) -> Said:
    if given.item.form == "rank":
        return Rank(order=tuple(each["id"] for each in given.body["options"]))
    return Answer(reply=reply, flags=flags)  # type: ignore[arg-type]


def judge_all(store: ReviewStore, reviewer: int) -> list[Assignment]:
    """All that somebody is given, judged one after the other."""
    found: list[Assignment] = []
    while isinstance(given := store.next(reviewer), Assignment):
        store.submit(reviewer, submission(given, said_of(given)))
        found.append(given)
    return found


def item_of(store: ReviewStore, record: str, kind: str = "caption") -> str:
    return next(each.id for each in store.of_record(record) if each.kind == kind)


@pytest.mark.thorough
def test_three_experts_and_four_readers_at_once_lose_nothing_differ_freely_and_meet_no_pair(tmp_path):
    run = captions_run(tmp_path / "run", 6, overlap={"caption_set": 3, "caption": 1}, doubled=0.2)
    with closing(ReviewStore.of_run(run)) as store:
        fill(store, run)
        desk = Desk(run, store, None, Keys.of_run(run))
        people = [Judge(desk, f"expert {each}", "experts") for each in range(3)]
        people += [Judge(desk, f"reader {each}", "readers") for each in range(4)]
        given: dict[int, list[str]] = {each.id: [] for each in people}
        expected = Counter({item.id: item.overlap for item in store.live().values()})

        def judge(who: Judge) -> None:
            who.begin()
            while who.item or "is done: a good moment for a pause" in who.page:
                if not who.item:
                    who.begin()
                    continue
                given[who.id].append(who.item)
                number = len(given[who.id]) + who.id
                places = {f"place.{at}": str((at + number) % 6 + 1) for at in range(6)}
                reply = {"verdict": ("yes", "no", "unsure")[number % 3], "flags": "not shown"}
                who.submit(**({"verdict": "rank", **places} if "data-ranking" in who.page else reply))

        threads = [threading.Thread(target=judge, args=(each,)) for each in people]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        records = {item.id: item for item in store.live().values()}
        assert Counter(item for items in given.values() for item in items) == Counter(
            {
                item: min(needed, 3) if records[item].kind == "caption_set" else needed
                for item, needed in expected.items()
            }
        )
        for items in given.values():
            assert len({records[each].kind for each in items}) == 1
            captions = {records[each].record for each in items}
            assert not any({f"{each[:-2]}c5", f"{each[:-2]}c7"} <= captions for each in captions)
        assert "adjudication" not in {item.state for item in store.live().values()}
        assert not any(event.what in ("disputed", "late", "refused") for event in store.events())
        lines = list(verdict_lines([store]))
        assert len(lines) == sum(map(len, given.values()))
        assert {(each["kind"], each["group"]) for each in lines} == {("caption_set", "experts"), ("caption", "readers")}
        ranked = [each for each in lines if each["kind"] == "caption_set"]
        assert all(sorted(json.loads(each["said"])) == [f"c{at}" for at in range(1, 7)] for each in ranked)
        assert {tuple(each["flags"]) for each in lines if each["kind"] == "caption"} == {("not shown",)}
        fill(store, run)
        with Archive.open(run) as archive:
            noted = archive.facts(REVIEWED)
            assert {each.status for each in archive.records("case")} == {"accepted"}
        assert len(noted) == sum(item.state == "decided" for item in store.live().values()) > 40


def test_no_page_and_no_file_tells_a_writer_an_error_or_a_twin(tmp_path):
    run = captions_run(tmp_path / "run", 4)
    with closing(ReviewStore.of_run(run)) as store, Archive.open(run) as archive:
        fill(store, run)
        desk = Desk(run, store, None, Keys.of_run(run))
        tasks.write(store.database, tmp_path / "tasks", archive)
        told = [each.read_text() for each in (tmp_path / "tasks").glob("*.json")]
        for group in GROUPS:
            who = Judge(desk, group, group)
            told += [who.begin(), who.client.get("/search").text, who.client.get(f"/items/{who.item}").text]
            figure = who.client.get(f"/items/{who.item}/figures/1.png")
            assert figure.headers["content-type"] == "image/png"
    named = [*(writer for writer in WRITERS if writer not in ("paragraphs", "picture", "texts")), "twin", "untruth"]
    assert len(told) == 8 and not [(name, text) for text in told for name in named if name in text]
    data = [task["data"] for text in told[:2] for task in json.loads(text)]
    assert {each["kind"] for each in data} == set(KINDS)
    assert all(each["figure_1"].startswith("data:image/png;base64,") for each in data)


def test_who_ranked_a_set_is_not_given_the_twin_of_one_of_its_captions(tmp_path):
    with closing(queue(tmp_path / "run", 2)) as store:
        both = person(store, "Ann", "experts", "readers")
        records = [each.item.record for each in judge_all(store, both)]
        assert sum(each.endswith(".ranking") for each in records) == 2
        assert len(records) == 14 and not [each for each in records if each.endswith("c7")]
        standing = store.standing(both)
        assert (standing.open, standing.done) == (0, 14)
        with pytest.raises(ReviewError, match="for others to judge"):
            store.take(both, item_of(store, "wine.p01.f1.ranking.c7"))


def test_a_search_shows_of_a_pair_what_was_given_and_all_to_an_admin(tmp_path):
    with closing(queue(tmp_path / "run", 1)) as store:
        ann, lead = person(store, "Ann", "readers"), store.reviewer(store.invite("Lead", "admin")).id

        def found(reader: int) -> set[str]:
            items = store.search(Search(kind="caption"), reader)
            return {item.record.rpartition(".")[2] for item in items}

        assert found(ann) == {"c1", "c2", "c3", "c4", "c6"} and found(lead) == found(ann) | {"c5", "c7"}
        store.take(ann, item_of(store, "wine.p01.f1.ranking.c7"))
        assert found(ann) == {"c1", "c2", "c3", "c4", "c6", "c7"}


def test_who_is_invited_to_a_group_has_to_find_it_in_the_settings(tmp_path, capsys):
    run = captions_run(tmp_path / "run", 1)
    assert cli.main(["review", str(run), "invite", "Ann", "--group", "experts"]) == 0
    assert "signs in Ann as reviewer of experts" in capsys.readouterr().out
    assert cli.main(["review", str(run), "invite", "Ann", "--role", "adjudicator"]) == 0
    assert "signs in Ann as adjudicator of experts" in capsys.readouterr().out
    assert cli.main(["review", str(run), "invite", "Bob", "--group", "expert"]) == 2
    assert "the groups there are experts, readers" in capsys.readouterr().err
    assert cli.main(["review", str(run), "people"]) == 0
    assert capsys.readouterr().out == "Ann: adjudicator of experts\n"


def test_who_let_a_caption_go_is_not_given_its_twin_either(tmp_path):
    with closing(queue(tmp_path / "run", 1)) as store:
        ann = person(store, "Ann", "readers")
        held = store.take(ann, item_of(store, "wine.p01.f1.ranking.c7"))
        store.release(ann, held.token)
        records = {each.item.record for each in judge_all(store, ann)}
        assert "wine.p01.f1.ranking.c7" in records and "wine.p01.f1.ranking.c5" not in records


def test_kinds_are_given_to_their_groups_alone_and_to_admins_of_none(tmp_path):
    with closing(queue(tmp_path / "run", 1)) as store:
        nobody, expert = person(store, "Nobody"), person(store, "Expert", "experts")
        lead = store.reviewer(store.invite("Lead", "admin")).id
        found = store.next(nobody)
        assert isinstance(found, Standing) and (found.open, found.total) == (0, 8)
        caption = item_of(store, "wine.p01.f1.ranking.c1")
        with pytest.raises(ReviewError, match="another group of people"):
            store.take(expert, caption)
        assert store.standing(expert).open == 1 and store.standing(lead).open == 8
        assert store.take(lead, caption).item.kind == "caption"
        store.leading.group(nobody, ["readers"])
        assert {each.item.kind for each in judge_all(store, nobody)} == {"caption"}


def test_an_opinion_that_comes_late_stands_beside_the_one_that_took_its_place(tmp_path):
    clock = Clock()
    with closing(queue(tmp_path / "run", 1, clock)) as store:
        slow, quick = person(store, "Slow", "readers"), person(store, "Quick", "readers")
        held = store.take(slow, item_of(store, "wine.p01.f1.ranking.c1"))
        clock.now += LEASE_SECONDS + 1
        taken = store.take(quick, held.item.id)
        store.submit(quick, submission(taken, Answer(reply="yes")))
        fill(store, tmp_path / "run")
        receipt = store.submit(slow, submission(held, Answer(reply="no", flags=("text",))))
        item, _ = store.item(held.item.id)
        assert (receipt.outcome, item.state, item.overlap) == ("taken", "decided", 2)
        assert item.decision == Answer(reply="unsure") and item.applied is None
        assert [(each["said"], each["standing"], each["late"]) for each in verdict_lines([store])] == [
            ("yes", True, False),
            ("no", True, False),
        ]
        fill(store, tmp_path / "run")
        with Archive.open(tmp_path / "run") as archive:
            assert archive.fact(REVIEWED, "caption", item.record)["decision"]["reply"] == "unsure"
            with pytest.raises(ReviewError, match="opinions"):
                reopen(archive, store, [item], "again", None)


def test_a_tutorial_comes_first_tells_what_was_right_and_does_not_count(tmp_path):
    run = captions_run(tmp_path / "run", 6, tutorial=3)
    with closing(ReviewStore.of_run(run)) as store:
        fill(store, run)
        lessons = [each for each in store.gold() if each.tutorial]
        # Set 4 has a cut picture, sets 3 and 6 a cut text: of their captions without a twin, three are learnt by.
        assert len(lessons) == 3
        assert {each.expected.flags for each in lessons if isinstance(each.expected, Answer)} == {("image",), ("text",)}
        desk = Desk(run, store, None, Keys.of_run(run))
        ann = Judge(desk, "Ann", "readers")
        right = {each.item: each.expected for each in lessons}
        page, seen = ann.begin(), []
        for number in (1, 2, 3):
            assert f"Tutorial, {number} of 3" in page
            seen.append(ann.item)
            flags = right[ann.item].flags if number < 3 else ["chart"]  # type: ignore[union-attr]
            page = ann.submit(verdict="yes", flags=[*flags, "ocr"])
            assert ("You found just that" in page) is (number < 3) and "does not count" in page
            with pytest.raises(ReviewError, match="tutorial"):
                store.undo(ann.id, seen[-1])
        assert set(seen) == set(right) and "Tutorial, " not in page
        assert list(verdict_lines([store])) == [] and store.counted("reviewer") == []
        ann.submit(verdict="no")
        assert [each["said"] for each in verdict_lines([store])] == ["no"]
        told = reckoned.quality(store).people[ann.id]
        assert (told.tutorial.part, told.tutorial.whole, told.gold.whole) == (2, 3, 0)
        assert "tutorial: 2 of 3 right" in measures_text(reckoned.measures(store))
        assert store.done_of(ann.id, "caption") == 1
        lead = store.reviewer(store.invite("Lead", "admin")).id
        assert not {each.item.id for each in judge_all(store, lead)} & set(right)


def test_what_is_left_is_reckoned_for_those_alone_who_are_given_it(tmp_path):
    with closing(queue(tmp_path / "run", 3)) as store:
        expert, _ = person(store, "Eve", "experts"), person(store, "Nobody's")
        found = to_go(store, store.judgements())
        assert {each.name: each.verdicts for each in found.people} == {"Eve": 3.0}
        assert found.ungrouped == {"caption": 21} and found.nobody == {}
        assert "nobody is in a group for caption: 21 reviews wait" in "\n".join(left_lines(found))
        reader = person(store, "Ben", "readers")
        told = {each.reviewer: each.verdicts for each in to_go(store, store.judgements()).people}
        assert told == {expert: 3.0, reader: 21.0} and not to_go(store, store.judgements()).ungrouped


def test_only_what_was_planted_can_be_gold(tmp_path):
    with closing(queue(tmp_path / "run", 3)) as store:
        clean, planted = (item_of(store, f"wine.p01.f3.ranking.c{at}") for at in (1, 2))
        ranked = item_of(store, "wine.p01.f3.ranking", "caption_set")
        for item in (clean, ranked):
            with pytest.raises(ReviewError, match="opinion"):
                store.mark_gold(item, None)
        store.mark_gold(planted, Answer(reply="no"))
        assert store.gold()[0].expected == Answer(reply="unsure", flags=("text",))
        ann, bea = person(store, "Ann", "readers"), person(store, "Bea", "readers")
        for who, flags in ((ann, ("text", "visual")), (bea, ("text", "image"))):
            given = store.take(who, planted)
            assert (given.duty, given.item.state) == ("review", "open")
            store.submit(who, submission(given, Answer(reply="no", flags=flags)))
            assert store.item(planted, who)[0].state == "decided"
        assert list(store.gold_answers().values()) == [True, False]
        assert list(verdict_lines([store])) == []


def test_gold_is_drawn_of_what_was_planted_by_command(tmp_path, capsys):
    run = captions_run(tmp_path / "run", 6)
    with closing(ReviewStore.of_run(run)) as store:
        fill(store, run)
        assert cli.main(["review", str(run), "gold", "add", "--planted", "3"]) == 0
        assert capsys.readouterr().out.count("(caption), right is answer") == 3
        assert [each.expected.flags != () for each in store.gold() if isinstance(each.expected, Answer)] == [True] * 3
        assert cli.main(["review", str(run), "gold", "add", "--planted", "99"]) == 0
        assert cli.main(["review", str(run), "gold", "add", "--planted", "1"]) == 1
        assert cli.main(["review", str(run), "gold", "add"]) == 2
    assert "no item is left" in (told := capsys.readouterr().err) and "--planted N" in told


def test_what_is_not_among_the_ticks_of_a_kind_is_refused(tmp_path):
    with closing(queue(tmp_path / "run", 1)) as store:
        ann = person(store, "Ann", "readers")
        given = store.next(ann)
        assert isinstance(given, Assignment)
        with pytest.raises(ReviewError, match="'political' is not among"):
            store.submit(ann, submission(given, Answer(reply="no", flags=("political",))))


def test_a_batch_ends_with_a_pause(tmp_path):
    run = captions_run(tmp_path / "run", 11)
    with closing(ReviewStore.of_run(run)) as store:
        fill(store, run)
        eve = person(store, "Eve", "experts")
        for _ in range(9):
            given = store.next(eve)
            assert isinstance(given, Assignment)
            store.submit(eve, submission(given, said_of(given)))
        ann = Judge(Desk(run, store, None, Keys.of_run(run)), "Eve", "experts")
        assert "10 of 10 in batch 1" in ann.begin()
        page = ann.submit(verdict="rank", **{f"place.{at}": str(at + 1) for at in range(6)})
        assert "Batch 1 of 10 is done" in page and not ann.item
        assert "1 of 10 in batch 2" in ann.begin()


def test_a_caption_that_was_made_otherwise_is_asked_about_anew_and_the_others_keep_their_opinions(tmp_path):
    with closing(queue(tmp_path / "run", 1)) as store:
        ann = person(store, "Ann", "readers")
        judge_all(store, ann)
        with Archive.open(tmp_path / "run") as archive:
            case = archive.get("wine.p01.f1.ranking")
            line = json.loads(json.dumps(case.entry))  # type: ignore[attr-defined]
            line["captions"][0]["text"] = "Another text."
            archive.put(case.model_copy(update={"entry": line}))
        fill(store, tmp_path / "run")
        states = Counter(item.state for each in range(1, 8) for item in store.of_record(f"wine.p01.f1.ranking.c{each}"))
        assert states == {"decided": 5, "open": 2, "stale": 1}
        assert item_of(store, "wine.p01.f1.ranking", "caption_set")


def test_a_queue_with_groups_pairs_and_a_tutorial_comes_back_from_its_file_and_an_older_file_without(tmp_path):
    with closing(queue(tmp_path / "run", 6, tutorial=3)) as store:
        ann = person(store, "Ann", "readers")
        for _ in range(6):
            given = store.next(ann)
            assert isinstance(given, Assignment)
            store.submit(ann, submission(given, said_of(given)))
        writing.write(store.database, tmp_path / "queue.jsonl")
    with closing(ReviewStore(tmp_path / "back.sqlite", kinds=KINDS)) as back:
        restoring.restore(back.database, tmp_path / "queue.jsonl")
        writing.write(back.database, tmp_path / "again.jsonl")
        assert (tmp_path / "again.jsonl").read_text() == (tmp_path / "queue.jsonl").read_text()
        assert back.lessons(ann, "caption") == (3, 3) and back.reviewers()[0].groups == ("readers",)
        records = [given.item.record for given in judge_all(back, ann)]
        assert records and not any({f"{each[:-2]}c5", f"{each[:-2]}c7"} <= set(records) for each in records)
    new = {"audiences", "groups", "met", "apart", "planted", "tutorial", "shares", "kept"}
    lines = [json.loads(each) for each in (tmp_path / "queue.jsonl").read_text().splitlines()]
    older = [{name: value for name, value in each.items() if name not in new} for each in lines]
    older[0]["version"] = 4
    kept = [each for each in older if each.get("duty") != "tutorial" and each["line"] != "gold"]
    kept[0]["verdicts"] = sum(each["line"] == "verdict" for each in kept)
    (tmp_path / "older.jsonl").write_text("\n".join(map(json.dumps, kept)))
    with closing(ReviewStore(tmp_path / "older.sqlite", kinds=KINDS)) as old:
        assert restoring.restore(old.database, tmp_path / "older.jsonl").items == 48
        assert old.audiences() == {} and old.reviewers()[0].groups == ()


def test_a_queue_of_the_version_before_opens_and_has_groups_and_pairs_from_then_on(tmp_path):
    run = captions_run(tmp_path / "run", 1)
    ReviewStore(run / "review.sqlite", kinds=KINDS).close()
    with closing(sqlite3.connect(run / "review.sqlite")) as older:
        for table in ("audiences", "apart", "met", "planted", "shares"):
            older.execute(f"DROP TABLE {table}")
        for index in ("slots_kept", "slots_kept_lying"):
            older.execute(f"DROP INDEX {index}")
        older.execute("ALTER TABLE slots DROP COLUMN kept")
        for table, column in (("reviewers", "groups"), ("reviewers", "ahead"), ("gold", "tutorial")):
            older.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        older.execute("INSERT INTO reviewers VALUES (1, 'Ann', 'reviewer', 'hash', 1, 1.0, '', NULL)")
        older.commit()
    with closing(ReviewStore(run / "review.sqlite", kinds=KINDS)) as store:
        fill(store, run)
        (ann,) = store.reviewers()
        assert ann.groups == () and store.standing(ann.id).open == 0
        store.leading.group(ann.id, ["readers"])
        store.leading.give_share(KindShare(kind="caption", whose=f"person:{ann.id}", share=1.0))
        assert store.leading.shares()[0].waiting > 0, "places can be kept from then on"
        assert len(judge_all(store, ann.id)) == 6


def reply_of(reply: str) -> dict[str, Any]:
    """An answer as Label Studio has it."""
    return {"from_name": "verdict", "to_name": "record", "type": "choices", "value": {"choices": [reply]}}


def test_opinions_from_label_studio_all_stand_with_their_ticks_and_people_are_in_the_kinds_group(tmp_path):
    with closing(queue(tmp_path / "run", 1)) as store:
        item = store.item(item_of(store, "wine.p01.f1.ranking.c1"))[0]
        told = {"data": {"item": item.id, "hash": item.hash}}
        ticks = {"from_name": "flags", "to_name": "record", "type": "choices", "value": {"choices": ["text", "ocr"]}}
        told["annotations"] = [
            {"id": number, "completed_by": {"email": f"{name}@example.org"}, "result": [reply_of(reply), ticks]}
            for number, (name, reply) in enumerate((("ann", "yes"), ("bob", "yes"), ("cid", "no")), 1)
        ]
        (tmp_path / "done.json").write_text(json.dumps([told]))
        done = annotations.read(store.database, tmp_path / "done.json", {})
        assert (done.taken, done.late, done.refused) == (3, 0, [])
        lines = [(each["said"], each["flags"], each["group"], each["standing"]) for each in verdict_lines([store])]
        assert lines == [(reply, ["text", "ocr"], "readers", True) for reply in ("yes", "yes", "no")]
        assert store.item(item.id)[0].decision == Answer(reply="yes", flags=("text", "ocr"))


def test_doubled_items_are_drawn_by_the_seed_and_need_two_more(tmp_path):
    with closing(queue(tmp_path / "run", 20, doubled=0.25, overlap={"caption": 1, "caption_set": 2})) as store:
        needed = Counter((item.kind, item.overlap) for item in store.live().values())
    assert set(needed) == {("caption", 1), ("caption", 3), ("caption_set", 2), ("caption_set", 4)}
    assert 20 <= needed["caption", 3] <= 50


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"overlap": {"caption": 0}}, "greater than or equal to 1"),
        ({"groups": {"": ("caption",)}}, "at least 1"),
        ({"groups": {"a, b": ("caption",)}}, "pattern"),
        ({"groups": {"readers": ()}}, "at least 1"),
        ({"doubled": 1.5}, "less than or equal to 1"),
    ],
)
def test_settings_that_cannot_be_are_refused(told, wrong):
    with pytest.raises(ValueError, match=wrong):
        ReviewSettings.model_validate(told)
