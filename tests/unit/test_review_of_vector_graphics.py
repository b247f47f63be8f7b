"""Questions on drawings before people: they answer from the picture, then see what is right, and keep or drop."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")

from company.api.publishing import waiting_for_people
from company.archive import Archive
from company.benchmark.publishing.giving import Giving
from company.config import load
from company.drawings.reading import picture_of
from company.errors import ReviewError
from company.families.vector_graphics.body import generation_line
from company.families.vector_graphics.ids import brief_of
from company.replay.rerun import pending, run_again_in
from company.replay.runner import Runner
from company.reviewing import WAITS, Gates, kinds_of, settings_of
from company.run.settling import Settling
from company.sandbox import Sandbox
from human_review.completing import completed
from human_review.published import verdict_lines
from human_review.queueing import apply, fill, told
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Edit
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.graphics_review import SVG, run_of
from tests.support.review import invited
from tests.support.review_pages import Person
from tests.support.review_run import judge

SESSION = pytest.mark.asyncio(loop_scope="session")


def test_people_answer_from_the_picture_before_they_see_what_is_right(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", 2)
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        fill(archive, store, told(archive))
        who = Person(Desk(run, store, None, Keys.of_run(run)), "Ada")
        item, fields, page = who.next()
        assert "Which colour does the circle have?" in page and f"/items/{item}/figures/1.png" in page
        assert "the right one" not in page and "colour()" not in page and "0 0 40 30" not in page
        assert who.get(f"/items/{item}/figures/1.png").content == picture_of(SVG, "svg")
        assert "Try code" not in page
        letter = _letter(page, "red")
        answer = who.post(f"/items/{item}/solve", {**fields, "verdict": f"letter:{letter}"})
        assert answer.status_code == 303, answer.text
        _, fields, page = who.open(answer.headers["location"])
        assert "(the right one)" in page and f"You answered {letter}, as the key does" in page
        assert who.post(f"/items/{item}/submit", {**fields, "verdict": "accept"}).status_code == 303


def _letter(page: str, text: str) -> str:
    found = re.search(rf'value="letter:([A-D])"(?:(?!value="letter:).)*?{text}', page, re.DOTALL)
    assert found, page
    return found[1]


def test_who_drops_a_question_says_why_and_it_is_published(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", 1)
    with Archive.open(run) as archive, closing(ReviewStore.of_run(run)) as store:
        fill(archive, store, told(archive))
        who = Person(Desk(run, store, None, Keys.of_run(run)), "Ada")
        item, fields, page = who.next()
        wrong = _letter(page, "blue")
        place = who.post(f"/items/{item}/solve", {**fields, "verdict": f"letter:{wrong}"}).headers["location"]
        _, fields, _ = who.open(place)
        said = {"verdict": "reject", "reason": "needs no picture"}
        assert who.post(f"/items/{item}/submit", {**fields, **said}).status_code == 303
        apply(archive, store, settled_for=0)
        (line,) = verdict_lines([store])
        assert (line["decision"], line["solved"], line["solved_right"]) == ("reject", "letter", False)
        case = archive.records("case")[0]
        assert case.status == "rejected" and "needs no picture" in str(case.reason)


def test_what_only_people_can_tell_is_released_by_them_alone(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", 1, of=("drawing",), rest="trust")  # nobody is asked about cases, and all is trusted
    with Archive.open(run) as archive, closing(ReviewStore.of_run(run)) as store:
        attested, other = archive.records("case")
        archive.put(attested.model_copy(update={"for_people": True, "status": "proposed"}))
        _settled(tmp_path, archive)
        assert (archive.get(attested.id).reason, archive.status(other.id)) == (WAITS, "accepted")
        assert Gates(archive, settings_of(archive)).waiting() == {"case": 1}
        assert waiting_for_people(run) == 1
        assert attested.id not in {case.id for case in Giving.read(run, archive, include_unreviewed=False).cases}
        fill(archive, store, told(archive))
        (ann,) = invited(store, "Ann")
        judge(store, ann, attested.id, Accept())
        apply(archive, store, settled_for=0)
        _settled(tmp_path, archive)
        assert not Gates(archive, settings_of(archive)).waiting()
        given = Giving.read(run, archive, include_unreviewed=False)
        assert waiting_for_people(run) == 0
        assert {attested.id, other.id} <= {case.id for case in given.cases}


def _settled(folder: Path, archive: Archive) -> None:
    """Settle a run of which one question is wanted, and one drawing."""
    (folder / "simulation.toml").write_text(
        '[vector_graphics]\nsources = ["scenes"]\n\n[targets]\nsvg_color = 1\nsvg_generation = 1\n'
    )
    Settling(load(folder), archive, Gates(archive, settings_of(archive)), least={}).settle()


def said_of(archive: Archive, store: ReviewStore, record: str, said: Edit) -> None:
    """An edit by a reviewer, which is applied."""
    (ann,) = invited(store, "Ann")
    judge(store, ann, record, said)
    apply(archive, store, settled_for=0)


@SESSION
async def test_an_edited_drawing_is_drawn_in_the_jail_and_what_was_asked_of_it_is_asked_anew(
    tmp_path: Path, local_sandbox: Sandbox
) -> None:
    run = run_of(tmp_path / "run", 2, of=("drawing", "caption"))
    with Archive.open(run) as archive, closing(ReviewStore.of_run(run)) as store:
        fill(archive, store, told(archive))
        runner, (first, second, *_) = Runner(local_sandbox), archive.records("drawing")
        code = SVG.replace("#dc143c", "blue").replace("<circle", "<!-- it was red --><circle")
        edit = await completed(runner, archive, first.id, Edit(changes={"code": code, "scene": {"elements": []}}))
        assert "#0000ff" in edit.changes["code"] and "it was red" not in edit.changes["code"]
        # What a browser claims that it shows is not read.
        assert edit.changes["scene"]["elements"][0]["colour"] == "blue"
        said_of(archive, store, first.id, edit)
        kinds = kinds_of(archive)
        await run_again_in(local_sandbox, archive, pending(archive, kinds))
        assert not pending(archive, kinds)
        assert archive.figures(first.id) == [picture_of(edit.changes["code"], "svg")]
        below = [record for kind in ("question", "reading", "case") for record in archive.records(kind)]
        left = {each.id: each.status for each in below}
        assert {status for name, status in left.items() if brief_of(name) == brief_of(first.id)} == {"stale"}
        assert "stale" not in {status for name, status in left.items() if brief_of(name) == brief_of(second.id)}
        with pytest.raises(ReviewError, match=r"blank|nothing"):
            await completed(runner, archive, second.id, Edit(changes={"code": re.sub("<circle.*?/>", "", SVG)}))


def test_a_person_corrects_a_caption_beside_what_has_to_follow_from_it(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", 0, of=("caption",))
    with Archive.open(run) as archive, closing(ReviewStore.of_run(run)) as store:
        fill(archive, store, told(archive))
        who = Person(Desk(run, store, None, Keys.of_run(run)), "Ada")
        item, fields, page = who.next()
        assert "how many red circles there are: 1" in page and page.count("lacks it") == 1
        assert who.get(f"/items/{item}/figures/1.png").content == picture_of(SVG, "svg")
        new = {"verdict": "edit", "changes.text": "A red disc in the upper left corner."}
        assert who.post(f"/items/{item}/submit", {**fields, **new}).status_code == 303
        apply(archive, store, settled_for=0)
        (caption,), (case,) = archive.records("caption"), archive.records("case")
        assert (caption.status, caption.text) == ("edited", "A red disc in the upper left corner.")
        assert len(caption.checklist) == 2 and case.status == "stale"
        line = generation_line("scenes", archive.get(caption.parent or ""), caption)
        assert "redrawn" not in line  # nobody has drawn from the new words
