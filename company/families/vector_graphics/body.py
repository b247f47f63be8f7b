"""The lines of cases: what a model is shown, and the gold."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from typing import Any

from company.families.shared.choices.lettered import CHECK, CHOSEN, Lettered, choice_field
from company.families.vector_graphics.categories import ATTESTED, GENERATION, category_of
from company.families.vector_graphics.files import ENDINGS, FIGURES, GRAPHICS, REFERENCES
from company.families.vector_graphics.ids import brief_of, number_in
from company.families.vector_graphics.records import Caption, Drawing, Question, Reading
from company.prompts import prompt

LANGUAGES = {"svg": "SVG", "tikz": "TikZ", "graphviz": "Graphviz"}
"""As prompts call the formats."""
_FENCES = {"svg": "svg", "tikz": "latex", "graphviz": "dot"}
Line = Mapping[str, Any]


def data_id_of(record_id: str, category: str) -> str:
    """Return the id of the case that is made of a record; of a further question about a drawing, with its number."""
    return f"{brief_of(record_id)}.{category}{number_in(record_id)}"


def asked_text(line: Line, code: str) -> str:
    """Return the prompt of a question: the code, the question and its options."""
    form = str(line["format"])
    return prompt(
        "benchmark_graphic",
        language=LANGUAGES[form],
        code=f"```{_FENCES[form]}\n{code.rstrip()}\n```",
        query=str(line["current_query"]),
    )


def drawn_text(line: Line) -> str:
    """Return the prompt for a drawing that is to be made from a caption."""
    return prompt("benchmark_generation", language=LANGUAGES[str(line["format"])], caption=str(line["current_query"]))


def _prompted(line: dict[str, Any], text: str) -> dict[str, Any]:
    return {
        **line,
        "prompt_with_hist_txt": text,
        "prompt_with_hist_json": [{"role": "user", "content": text}],
    }


def question_line(source: str, drawing: Drawing, question: Question, reading: Reading) -> dict[str, Any]:
    """Return a question as it is exported."""
    data_id = data_id_of(question.id, question.target)
    lettered = Lettered.by_hash(question.choice, data_id)
    line = {
        **_known(source, drawing, data_id),
        "result_type": CHOSEN,
        "current_query": f"{question.choice.question}\n\n{lettered.text}",
        "reference_answer": json.dumps({"correct_answer": lettered.right}),
        "ref_code_hist": "",
        "ref_code_all": "",
        "eval_metrics": CHECK,
        "graphic": f"{(GRAPHICS / data_id).as_posix()}.{ENDINGS[drawing.form]}",
        "picture": f"{(FIGURES / data_id).as_posix()}.png",
        "proof": question.proof,
        "elements": len(drawing.scene["elements"]),
        **({"steps": steps_of(question.choice.options[0].code)} if question.proof == "executed" else {}),
        "blind": {"readings": len(reading.blind), "right": sum(reading.blind)},
        "choice": choice_field(question.choice, lettered),
    }
    if reading.sighted is not None:
        line["sighted"] = reading.sighted
    return _prompted(line, asked_text(line, drawing.code))


def generation_line(source: str, drawing: Drawing, caption: Caption) -> dict[str, Any]:
    """Return a drawing that is to be made from a caption, as it is exported."""
    data_id = data_id_of(drawing.id, caption.target)
    line = {
        **_known(source, drawing, data_id),
        "result_type": "graphic",
        "current_query": caption.text,
        "reference_answer": drawing.code,
        "ref_code_hist": "",
        "ref_code_all": drawing.code,
        "eval_metrics": "",
        "reference_graphic": f"{(REFERENCES / data_id).as_posix()}.{ENDINGS[drawing.form]}",
        "reference_picture": f"{(REFERENCES / data_id).as_posix()}.png",
        "proof": "executed",
        "checklist": [each.model_dump(mode="json") for each in caption.checklist],
    }
    if caption.status != "edited":  # else nobody has drawn from it as people left it
        line["redrawn"] = {"items": len(caption.met), "met": sum(caption.met)}
    return _prompted(line, drawn_text(line))


def _known(source: str, drawing: Drawing, data_id: str) -> dict[str, Any]:
    return {
        "data_id": data_id,
        "domain_name": source,
        "format": drawing.form,
        "question_type": drawing.question_type,
        "length": len(drawing.code),
        "theme": drawing.theme,
    }


def steps_of(code: str) -> int:
    """Return how many facts an answer is put together from: the functions that its expression calls."""
    return sum(isinstance(each, ast.Call) for each in ast.walk(ast.parse(code.strip(), mode="eval")))


def is_drawn(line: Line) -> bool:
    """Return whether a case is answered by a drawing, and not by a letter."""
    return bool(line["question_type"] == GENERATION)


def proof_of(question_type: str) -> str:
    """Return how right answers to questions of a type are known."""
    return "attested" if question_type in ATTESTED else "executed"


def category_of_line(line: Line) -> str:
    """Return the category of a case."""
    return category_of(str(line["format"]), str(line["question_type"]))


def options_of_line(line: Line) -> Sequence[Mapping[str, Any]]:
    """Return the options of a question, each with its letter."""
    options: Sequence[Mapping[str, Any]] = line["choice"]["options"]
    return options
