"""Stages: a question that was read, and a caption that was drawn from, become cases; the gate judges them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from company.benchmark.gate import GateReport
from company.config import BUILT_IN
from company.drawings.scenes import scene_of
from company.drawings.trials import Trial
from company.families.vector_graphics.body import Line, generation_line, options_of_line, question_line
from company.families.vector_graphics.categories import CATEGORIES, GENERATION
from company.families.vector_graphics.gate.drawn import generation_judged
from company.families.vector_graphics.gate.judging import Shown, question_judged
from company.families.vector_graphics.ids import brief_of
from company.families.vector_graphics.records import Brief, Caption, Drawing, GraphicsCase, Question, Reading
from company.run.stage import Office, Stage


async def _pose(office: Office, reading: Reading) -> AsyncIterator[GraphicsCase]:
    question = office.archive.get(reading.parent or "")
    assert isinstance(question, Question), "a reading is of a question"
    drawing = office.archive.get(question.parent or "")
    assert isinstance(drawing, Drawing), "a question is about a drawing"
    line = question_line(source_name(office, drawing), drawing, question, reading)
    picture = office.archive.figures(drawing.id)[-1]
    shown = Shown(drawing.code, picture, scene_of(drawing.scene), _trial(question, line))
    report = await question_judged(line, shown, office.sandbox)
    case = _case(line, reading.id, "questions_posed", report)
    yield case.model_copy(update={"for_people": question.proof == "attested" and not _composed(office, drawing)})


def _composed(office: Office, drawing: Drawing) -> bool:
    """Return whether the built-in company composed a drawing and says what it is."""
    brief = office.archive.get(drawing.parent or "")
    assert isinstance(brief, Brief), "a drawing is of a brief"
    makers = (office.ledger.backends[role].name for role in ("admin", "chatbot", "data_scientist"))
    return not brief.file and all(each == BUILT_IN for each in makers)


def _trial(question: Question, line: Line) -> Trial | None:
    """Return what the options of a question came to when it was asked, in the order of their letters."""
    if question.proof == "attested":
        return None
    known = {each.text: value for each, value in zip(question.choice.options, question.values, strict=True)}
    values = ({"value": known[each["text"]]} for each in options_of_line(line))
    return Trial(({"value": question.values[0]}, *values), question.changed, question.same)


def source_name(office: Office, drawing: Drawing) -> str:
    """Return what the source of a drawing is called."""
    return str(office.archive.get(brief_of(drawing.id).split(".")[0]).name)  # type: ignore[attr-defined]


async def _have_drawn(office: Office, caption: Caption) -> AsyncIterator[GraphicsCase]:
    drawing = office.archive.get(caption.parent or "")
    assert isinstance(drawing, Drawing), "a caption is of a drawing"
    line = generation_line(source_name(office, drawing), drawing, caption)
    picture = office.archive.figures(drawing.id)[-1]
    report = await generation_judged(line, drawing.code, picture, office.sandbox, cold=False)
    yield _case(line, caption.id, "drawings_asked", report)


def _case(line: dict[str, Any], parent: str, stage: str, report: GateReport) -> GraphicsCase:
    return GraphicsCase(
        id=line["data_id"],
        parent=parent,
        stage=stage,
        position=1,
        status="proposed" if report.passed else "rejected",
        reason=None if report.passed else report.reasons[0],
        target=f"{line['format']}_{line['question_type']}",
        entry=line,
        gate=report.measured,
    )


DRAWINGS = Stage(
    "drawings_asked",
    "caption",
    _have_drawn,
    prompts=("benchmark_generation",),
    serves=tuple(name for name in CATEGORIES if name.endswith(GENERATION)),
)
QUESTIONS = Stage(
    "questions_posed",
    "reading",
    _pose,
    prompts=("benchmark_graphic",),
    serves=tuple(name for name in CATEGORIES if not name.endswith(GENERATION)),
)
