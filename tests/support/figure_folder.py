"""A benchmark of figures written by hand: cases of bars, lines and points over one small table, drawn in a sandbox."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from company.families.figures.body import aspect_of
from company.families.figures.files import READER, tools
from company.families.figures.gate.drawing import ANSWER, REFERENCE, drawn, script
from company.families.figures.gate.judging import check_of
from company.families.figures.shapes import counted
from company.sandbox import Sandbox

TABLE = "kind,tonnes,price\nrye,3,8.5\noat,5,7.25\nspelt,4,11.0\nmillet,9,6.5\n"
HEAD = """import pandas as pd
import matplotlib.pyplot as plt

t = pd.read_csv("grain.csv")
"""
BARS = HEAD + 'plt.bar(t["kind"], t["tonnes"])\nplt.title("Grain by kind")\nplt.ylabel("Tonnes")\n'
LINE = HEAD + 'plt.plot(t["kind"], t["price"])\nplt.title("Price by kind")\n'
POINTS = HEAD + 'plt.scatter(t["tonnes"], t["price"])\nplt.title("Price and tonnes")\n'
CODES: Mapping[str, tuple[str, str, str]] = {
    "bars": (BARS, "bar", "bar"),
    "line": (LINE, "line", "line"),
    "points": (POINTS, "scatter", "scatter"),
}
"""By data_id: code, type of plot, category."""
REQUIRED: Mapping[str, list[dict[str, str]]] = {
    "bars": [
        {"aspect": "text", "element": "axes[0].title", "value": "Grain by kind", "quote": "the title Grain by kind"},
        {"aspect": "text", "element": "axes[0].ylabel", "value": "Tonnes", "quote": "the axis Tonnes"},
    ],
}


async def figure_folder(folder: Path, sandbox: Sandbox) -> Path:
    """Write the folder."""
    resource = folder / "data" / "resource"
    figures = folder / "data" / "figures"
    for place in (resource, figures, folder / "data" / "figure_data"):
        place.mkdir(parents=True)
    (resource / "grain.csv").write_text(TABLE)
    (resource / READER).write_bytes(tools()[READER])
    lines = [await _line(name, figures, resource, sandbox) for name in CODES]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "data" / "figure_data" / "figure.jsonl").write_text(text)
    return folder


async def _line(name: str, figures: Path, resource: Path, sandbox: Sandbox) -> dict[str, Any]:
    code, plot_type, category = CODES[name]
    found = await drawn(code, resource, sandbox)
    assert not isinstance(found, str), found
    (figures / f"{name}.png").write_bytes(found.picture)
    (figures / f"{name}.json").write_text(json.dumps(found.portrait))
    required = REQUIRED.get(name, [])
    query = f"Draw {name} of grain.csv with {' and '.join(each['quote'] for each in required) or 'whatever you like'}."
    text = f"The data is in `grain.csv`.\n\n{query}"
    return {
        "data_id": name,
        "domain_name": "grain",
        "result_type": "figure",
        "current_query": query,
        "prompt_with_hist_txt": text,
        "prompt_with_hist_json": [{"role": "user", "content": text}],
        "reference_answer": script(code, ANSWER),
        "ref_code_hist": "",
        "ref_code_all": script(code, REFERENCE),
        "eval_metrics": check_of(required),
        "expert_query": f"1. Read grain.csv. 2. Draw {name}.",
        "data_files": ["grain.csv"],
        "ground_truth": f"data/figures/{name}.png",
        "portrait": f"data/figures/{name}.json",
        "requirements": required,
        "plot_type": plot_type,
        "category": category,
        **counted(found.portrait),
        "aspect": aspect_of(found.picture),
        "origin": {"from": "tables", "sha256": "", "licence": "", "source": "", "replaced": False},
    }
