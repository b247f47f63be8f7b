"""Questions on drawings before people: they answer from the picture, then see what is right, and keep or drop."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")

from company.archive import Archive
from company.config import ReviewSettings
from company.drawings.reading import picture_of
from company.families.shared.choices.records import Choice, Option
from company.families.vector_graphics.body import question_line
from company.families.vector_graphics.records import Drawing, GraphicsCase, Question, Reading
from company.reviewing import put_settings
from human_review.published import verdict_lines
from human_review.queueing import apply, fill, told
from human_review.store import ReviewStore
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review_pages import Person

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><circle cx="9" cy="9" r="7" fill="#dc143c"/></svg>\n'


def run_of(folder: Path, questions: int) -> Path:
    """A run with so many questions, whose gate has judged them."""
    with Archive.create(folder, "vector_graphics") as archive:
        for number in range(1, questions + 1):
            brief = f"scenes.r01.{number:03d}"
            known = {"stage": "s", "position": number, "target": "svg_color", "status": "accepted"}
            drawn = {"theme": "disc", "code": SVG, "scene": {"elements": []}}
            drawing = Drawing(id=f"{brief}.drawing", parent=brief, **drawn, **known)  # type: ignore[arg-type]
            texts = ("red", "blue", "green", "pink")
            options = tuple(Option(text=each, code="colour()", slip="" if each == "red" else "no") for each in texts)
            choice = Choice(question="Which colour does the circle have?", options=options, answer="colour()")
            question = Question(id=f"{brief}.question", parent=drawing.id, proof="executed", choice=choice, **known)  # type: ignore[arg-type]
            reading = Reading(id=f"{brief}.reading", parent=question.id, blind=(), **known)  # type: ignore[arg-type]
            line = question_line("scenes", drawing, question, reading)
            case = GraphicsCase(id=line["data_id"], parent=reading.id, entry=line, **known)  # type: ignore[arg-type]
            for record in (drawing, question, reading, case):
                archive.put(record)
            archive.put_figures(drawing.id, [picture_of(SVG, "svg")])
        put_settings(archive, ReviewSettings.model_validate({"overlap": 1, "of": ("case",)}))
    return folder


def test_people_answer_from_the_picture_before_they_see_what_is_right(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", 2)
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        fill(archive, store, told(archive))
        who = Person(Desk(run, store, None, Keys.of_run(run)), "Ada")
        item, fields, page = who.next()
        assert "Which colour does the circle have?" in page and f"/items/{item}/figures/1.png" in page
        assert "the right one" not in page and "colour()" not in page and "0 0 40 30" not in page
        assert who.get(f"/items/{item}/figures/1.png").content == picture_of(SVG, "svg")
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
        (case,) = archive.records("case")
        assert case.status == "rejected" and "needs no picture" in str(case.reason)
