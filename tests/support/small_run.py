"""A run of one dialogue over a small table, executed for real: what pages and re-execution are tried on in seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.families.dialogues.records import (
    Attempt,
    Case,
    Dialogue,
    Library,
    LibraryFunction,
    Persona,
    Plan,
    Question,
    Rewrite,
    Scenario,
    Turn,
)
from company.records import Execution, Intent, Record, RunError
from company.results.operations import operations
from company.sandbox import LocalSandbox
from company.tables.record import Table
from tests.support.warm_start import warm_sandboxes

D = "shops.p1.s1.d1"
PRELUDE = 'import numpy as np\nimport pandas as pd\n\nshops_df = pd.read_csv("shops.csv")\n'
CODES: Sequence[tuple[str, Mapping[str, str]]] = (
    ('by_city = shops_df.groupby("city")["sales"].sum().reset_index()\n', {"by_city": "dataframe"}),
    ('best = by_city.loc[by_city["sales"].idxmax(), "city"]\n', {"best": "value"}),
    ('import matplotlib.pyplot as plt\n\nby_city.plot.bar(x="city", y="sales", title="Sales")\n', {"plot": "plot"}),
    ('rows = len(shops_df)\nprint("counted", rows)\n', {"rows": "value"}),
)
"""The second and the third turn need the first, the fourth needs none."""


def _made(kind: type[Any], id: str, parent: str | None, stage: str, position: int = 1, **more: Any) -> Any:
    return kind(id=id, parent=parent, stage=stage, position=position, **{"status": "accepted", **more})


def _above(file: str) -> list[Record]:
    table = {"name": "shops", "file": file, "sha256": "", "rows": 6, "columns": (), "description": "Six shops."}
    person = {"name": "Ada Byrne", "location": "Turin", "job_title": "buyer", "background": "Buys for shops."}
    scenario = {"name": "Where to open", "description": "d", "goal": "Know which city sells most."}
    question = Question(text="Which city sells most?", result_types=("dataframe",), columns=("city", "sales"))
    told = {"table_variable": "shops_df", "prelude": PRELUDE, "turns": len(CODES), "ended": "plan done"}
    return [
        _made(Table, "shops", None, "tables", **table),
        _made(Persona, "shops.p1", "shops", "personas", **person),
        _made(Scenario, "shops.p1.s1", "shops.p1", "scenarios", **scenario),
        _made(Plan, "shops.p1.s1.plan", "shops.p1.s1", "plans", speech="statement", turns=4, questions=(question,)),
        _made(Dialogue, D, "shops.p1.s1.plan", "dialogues", speech="statement", **told),
    ]


async def make_run(run: Path) -> list[str]:
    """Make the run, with a case of each turn; the ids of its turns."""
    ids = []
    with Archive.create(run) as archive:
        (run / "resource").mkdir(exist_ok=True)
        rows = ["city,sales", "Rome,1", "Rome,2", "Turin,7", "Turin,1", "Milan,4", "Milan,1.5"]
        (run / "resource" / "shops.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        for record in _above("shops.csv"):
            archive.put(record)
        with warm_sandboxes():
            async with LocalSandbox() as sandbox:
                session = await sandbox.open({"shops.csv": run / "resource" / "shops.csv"})
                await session.run(PRELUDE)
                for position, (code, asked) in enumerate(CODES, start=1):
                    intents = tuple(Intent.model_validate({"name": name, "type": kind}) for name, kind in asked.items())
                    done = await session.run(code, intents)
                    assert done.ok, done.error
                    ids.append(f"{D}.t{position:02d}")
                    _put_turn(archive, ids[-1], position, code, intents, done)
        archive.mark_done("dialogues", "shops.p1.s1.plan", "key", [*ids, D])
        _put_library(archive, ids[0])
    return ids


def _put_library(archive: Archive, turn: str) -> None:
    """The first turn on a private library of one function."""
    source = (
        'def add_up(frame, by, of):\n    """The sum of a column for each value of another."""\n'
        "    return frame.groupby(by)[of].sum().reset_index()\n"
    )
    function = LibraryFunction(name="add_up", code=source, stands_for=("groupby", "sum", "reset_index"))
    code = 'from decision_company import add_up\n\nby_city = add_up(shops_df, "city", "sales")\n'
    archive.put(_made(Library, f"{D}.lib", D, "private_library", functions=(function,)))
    told = {"turn": turn, "code": code, "functions": ("add_up",)}
    archive.put(_made(Rewrite, f"{turn}.private", f"{D}.lib", "private_library", **told))


def _put_turn(
    archive: Archive, id: str, position: int, code: str, intents: tuple[Intent, ...], done: Execution
) -> None:
    failed = Execution(ok=False, error=RunError(type="KeyError", message="'town'", line=1))
    kept = done.model_copy(update={"variables": (), "figures": ()})
    first = (Attempt(code=code.replace("city", "town"), intents=intents, execution=failed),)
    told = {
        "question": 1,
        "query": f"Query {position}: what of <b>{', '.join(each.name for each in intents)}</b>?",
        "answer": "Here it is.",
        "code": code,
        "intents": intents,
        "attempts": (*(first if position == 1 else ()), Attempt(code=code, intents=intents, execution=kept)),
        "results": done.results,
        "operations": operations(code),
    }
    archive.put(_made(Turn, id, D, "dialogues", position, **told))
    archive.put_figures(id, done.figures)
    archive.put(_made(Case, f"{id}.normal", id, "cases", entry={"data_id": id}))
    archive.mark_done("cases", id, "key", [f"{id}.normal"])
