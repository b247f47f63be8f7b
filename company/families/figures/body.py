"""The line of a figure case: what a model is shown, and the gold."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.benchmark.files import RESOURCE
from company.families.figures.files import FIGURES, FOLDER, FORMER, candidate_of, folder_of
from company.families.figures.gate.drawing import ANSWER, REFERENCE, script
from company.families.figures.gate.judging import check_of
from company.families.figures.records import Alignment, DataFile, Drawing, Extract, Measurement, Sight
from company.families.figures.shapes import counted
from company.families.figures.types import KNOWN, Half
from company.prompts import prompt
from company.results.likeness.elements import elements
from company.tables.record import Table

TABLE = "table"
"""What the file with the table of a statistical plot is called."""
LEAST_QUOTED = 2
"""Characters of a text from which on words that hold it ask for it."""


@dataclass(frozen=True)
class Data:
    """What a case is drawn from."""

    domain: str
    told: str
    """As a prompt tells it."""
    files: tuple[str, ...]
    origin: Mapping[str, Any]
    folder: str = ""
    """Of a case with files of its own: their folder among the resources."""
    replaced: bool = False
    """Whether the values are others than the original's."""


def data_of_table(table: Table) -> Data:
    """Return what is drawn over the run's table."""
    columns = ", ".join(f"`{column.name}`" for column in table.columns)
    told = f"`{table.file}` has {table.rows:,} rows with the columns {columns}."
    origin = {
        "from": "tables",
        "sha256": table.sha256,
        "licence": table.licence,
        "source": table.source,
        "replaced": False,
    }
    return Data(table.name, told, (table.file,), origin)


def data_of_files(domain: str, files: Sequence[DataFile], origin: Mapping[str, Any], folder: str) -> Data:
    """Return what is drawn from files of its own."""
    told = [
        f"`{each.name}` has {each.rows:,} rows with the columns {', '.join(f'`{name}`' for name in each.columns)}."
        if each.columns
        else f"`{each.name}`."
        for each in files
    ]
    text = " ".join(told) or "there is none but what the request says."
    names = tuple(each.name for each in files)
    return Data(domain, text, names, origin, folder, replaced=bool(origin["replaced"]))


def _asked(data_id: str, domain: str, query: str, text: str) -> dict[str, Any]:
    """Return the fields that say which case it is, and what is asked for; `text` is the prompt."""
    return {
        "data_id": data_id,
        "domain_name": domain,
        "result_type": "figure",
        "current_query": query,
        "prompt_with_hist_txt": text,
        "prompt_with_hist_json": [{"role": "user", "content": text}],
    }


def _answered(code: str, requirements: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return the fields of what draws the figure, and of its check."""
    return {
        "reference_answer": script(code, ANSWER),
        "ref_code_hist": "",
        "ref_code_all": script(code, REFERENCE),
        "eval_metrics": check_of(requirements),
    }


def line_of(data: Data, figure: Drawing, alignment: Alignment, picture: bytes) -> dict[str, Any]:
    """Return a case as it is exported."""
    data_id = folder_of(candidate_of(figure.id))
    requirements = [each.model_dump(mode="json") for each in alignment.requirements]
    place = FIGURES / data_id
    query = alignment.words.simple
    text = prompt("benchmark_figure", query=query, data=data.told)
    return {
        **_asked(data_id, data.domain, query, text),
        **_answered(figure.code, requirements),
        "expert_query": alignment.words.expert,
        "data_files": list(data.files),
        **({FOLDER: (RESOURCE / data.folder).as_posix()} if data.folder else {}),
        "ground_truth": f"{place.as_posix()}.png",
        "portrait": f"{place.as_posix()}.json",
        **({FORMER: f"{place.as_posix()}.original.json"} if data.replaced else {}),
        "requirements": requirements,
        "plot_type": figure.plot_type,
        "category": KNOWN[figure.plot_type].category,
        **counted(figure.portrait),
        "aspect": aspect_of(picture),
        "origin": dict(data.origin),
        "blind": {"original": figure.as_original, "simple": figure.as_simple},
    }


def line_of_picture(data: Data, sight: Sight, alignment: Alignment, picture: bytes) -> dict[str, Any]:
    """Return the case of a picture: nobody has the code that drew it, so that nothing but pictures can be compared."""
    data_id, query = folder_of(candidate_of(sight.id)), alignment.words.simple
    text = prompt("benchmark_figure", query=query, data=data.told)
    return {
        **_asked(data_id, data.domain, query, text),
        **dict.fromkeys(("reference_answer", "ref_code_hist", "ref_code_all", "eval_metrics"), ""),
        "expert_query": alignment.words.expert,
        "data_files": list(data.files),
        **({FOLDER: (RESOURCE / data.folder).as_posix()} if data.folder else {}),
        "ground_truth": f"{(FIGURES / data_id).as_posix()}.png",
        "portrait": "",
        "requirements": [each.model_dump(mode="json") for each in alignment.requirements],
        "plot_type": sight.plot_type,
        "category": KNOWN[sight.plot_type].category,
        "difficulty": sight.difficulty,
        "panels": sight.panels,
        "points": sight.values,
        "aspect": aspect_of(picture),
        "origin": dict(data.origin),
    }


def plot_data(table: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the data files of a statistical plot: its table, and those that its script reads."""
    number, name = 1, f"{TABLE}.csv"
    while name in files:
        number, name = number + 1, f"{TABLE}_{number + 1}.csv"
    return {name: table.encode(), **files}


def plot_line(  # noqa: PLR0913 - a plot, and where it goes
    data_id: str,
    domain: str,
    half: Half,
    measured: Measurement,
    extract: Extract,
    files: tuple[str, ...],
    origin: Mapping[str, Any],
    picture: bytes,
) -> dict[str, Any]:
    """Return the case of a statistical plot as it is exported; its table is the first of its files."""
    requirements = requirements_in(extract.description, measured.portrait)
    place = FIGURES / data_id
    text = prompt("benchmark_plot", query=extract.description, table=extract.table.strip(), file=files[0])
    return {
        **_asked(data_id, domain, extract.description, text),
        **_answered(measured.code, requirements),
        "expert_query": "",
        "data_files": list(files),
        FOLDER: (RESOURCE / data_id).as_posix(),
        "ground_truth": f"{place.as_posix()}.png",
        "portrait": f"{place.as_posix()}.json",
        "requirements": requirements,
        "plot_type": measured.plot_type,
        "category": measured.category,
        **counted(measured.portrait),
        "aspect": aspect_of(picture),
        "origin": dict(origin),
        "description": extract.description,
        "table": extract.table,
        "half": half,
    }


def requirements_in(description: str, portrait: Any) -> list[dict[str, str]]:
    """Return the texts on a figure that stand literally in a description of it: these are asked for."""
    return [
        {**each, "quote": each["value"]}
        for each in elements(portrait)
        if each["aspect"] == "text" and len(each["value"]) >= LEAST_QUOTED and each["value"] in description
    ]


def aspect_of(picture: bytes) -> float:
    """Return how many times as wide as high a picture is."""
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        return round(image.width / image.height, 3)
