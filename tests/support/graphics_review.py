"""Runs of vector graphics whose records are written by hand, for the review queue."""

from __future__ import annotations

from pathlib import Path

from company.archive import Archive
from company.config import ReviewSettings
from company.drawings.reading import picture_of, read
from company.drawings.scenes import as_json
from company.families.shared.choices.records import Choice, Option
from company.families.vector_graphics.body import generation_line, question_line
from company.families.vector_graphics.records import Caption, Drawing, GraphicsCase, Item, Question, Reading
from company.reviewing import put_settings

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><circle cx="9" cy="9" r="7" fill="#dc143c"/></svg>\n'


def run_of(folder: Path, questions: int, of: tuple[str, ...] = ("case",), rest: str = "review") -> Path:
    """A run with so many questions, whose gate has judged them, and a caption."""
    with Archive.create(folder, "vector_graphics") as archive:
        for number in range(1, questions + 1):
            brief = f"scenes.r01.{number:03d}"
            known = {"stage": "s", "position": number, "target": "svg_color", "status": "accepted"}
            drawn = {"theme": "disc", "code": SVG, "scene": as_json(read(SVG, "svg"))}
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
        _captioned(archive)
        put_settings(archive, ReviewSettings.model_validate({"overlap": 1, "of": of, "rest": rest, "audit": 0.0}))
    return folder


def _captioned(archive: Archive) -> None:
    brief = "scenes.r02.001"
    known = {"stage": "s", "position": 1, "target": "svg_generation", "status": "accepted"}
    scene = as_json(read(SVG, "svg"))
    drawing = Drawing(id=f"{brief}.drawing", parent=brief, theme="disc", code=SVG, scene=scene, **known)  # type: ignore[arg-type]
    items = tuple(
        Item(fact=fact, code=code, value=value)
        for fact, code, value in (
            ("how many red circles there are", "count(scene, 'circle', 'red')", 1),
            ("the colour of the circle", "colour(only(scene, 'circle'))", "red"),
        )
    )
    told = {"text": "A red disc.", "checklist": items, "met": (True, False)}
    caption = Caption(id=f"{brief}.caption", parent=drawing.id, **told, **known)  # type: ignore[arg-type]
    line = generation_line("scenes", drawing, caption)
    case = GraphicsCase(id=line["data_id"], parent=caption.id, entry=line, **known)  # type: ignore[arg-type]
    for record in (drawing, caption, case):
        archive.put(record)
    archive.put_figures(drawing.id, [picture_of(SVG, "svg")])
