"""The line of a figure case: what a model is shown, and the gold."""

from __future__ import annotations

import io
from typing import Any

from company.families.figures.files import FIGURES
from company.families.figures.gate.drawing import ANSWER, REFERENCE, script
from company.families.figures.gate.judging import check_of
from company.families.figures.records import Alignment, Drawing
from company.families.figures.shapes import counted
from company.families.figures.types import TYPES
from company.prompts import prompt
from company.tables.record import Table


def line_of(table: Table, figure: Drawing, alignment: Alignment, picture: bytes) -> dict[str, Any]:
    """Return a case as it is exported."""
    data_id = f"{figure.id.rpartition('.')[0]}.figure"
    requirements = [each.model_dump(mode="json") for each in alignment.requirements]
    place = FIGURES / data_id
    query = alignment.words.simple
    text = prompt("benchmark_figure", query=query, data=data_told(table))
    return {
        "data_id": data_id,
        "domain_name": table.name,
        "result_type": "figure",
        "current_query": query,
        "prompt_with_hist_txt": text,
        "prompt_with_hist_json": [{"role": "user", "content": text}],
        "reference_answer": script(figure.code, ANSWER),
        "ref_code_hist": "",
        "ref_code_all": script(figure.code, REFERENCE),
        "eval_metrics": check_of(requirements),
        "expert_query": alignment.words.expert,
        "data_files": [table.file],
        "ground_truth": f"{place.as_posix()}.png",
        "portrait": f"{place.as_posix()}.json",
        "requirements": requirements,
        "plot_type": figure.plot_type,
        "category": TYPES[figure.plot_type].category,
        **counted(figure.portrait),
        "aspect": aspect_of(picture),
        "origin": {
            "from": "tables",
            "sha256": table.sha256,
            "licence": table.licence,
            "source": table.source,
            "replaced": False,
        },
        "blind": {"original": figure.as_original, "simple": figure.as_simple},
    }


def data_told(table: Table) -> str:
    """Return what a prompt tells of the data: the file, and the columns in it."""
    columns = ", ".join(f"`{column.name}`" for column in table.columns)
    return f"`{table.file}` has {table.rows:,} rows with the columns {columns}."


def aspect_of(picture: bytes) -> float:
    """Return how many times as wide as high a picture is."""
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        return round(image.width / image.height, 3)
