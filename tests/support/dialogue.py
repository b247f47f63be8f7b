"""A small hand-made dialogue over a small table, for tests of what is exported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.families.dialogues.records import Attempt, Turn
from company.records import Column, Execution, Intent, Variable
from company.tables.record import Table

PRELUDE = 'import pandas as pd\n\nshops = pd.read_csv("shops.csv")'
ROWS = """city,kind,opened,sales,staff
Oslo,bakery,2019-03-01,120.5,4
Oslo,books,2020-07-15,80.25,2
Bergen,bakery,2018-01-20,99.0,3
Bergen,books,2021-11-05,,1
Narvik,bakery,2017-05-30,45.75,2
Narvik,tea,2022-02-14,30.0,1
Oslo,tea,2016-09-09,210.0,7
Bergen,tea,2015-12-24,77.5,3
"""


@dataclass(frozen=True)
class Dialogue:
    """A table, the code that loads it, and turns over it."""

    table: Table
    turns: tuple[Turn, ...]
    resource: Path
    prelude: str = PRELUDE
    variable: str = "shops"

    def entry(self, position: int, shown: int = 5) -> dict[str, Any]:
        from company.families.dialogues.body.entries import Situation, code_entry
        from company.families.dialogues.body.histories import noisy, unseen

        turn, before = self.turns[position - 1], self.turns[: position - 1]
        coded = [each for each in before if each.code is not None]
        here = Situation(self.table, self.prelude, self.variable, coded, noisy(before, shown), unseen(before, shown))
        return code_entry(here, turn.query, turn.code or "", turn.intents, turn.id).line()


def make_turn(position: int, query: str, code: str | None, *intents: tuple[str, str], **more: Any) -> Turn:
    wanted = tuple(Intent(name=name, type=kind) for name, kind in intents)  # type: ignore[arg-type]
    return Turn(
        id=f"shops.p1.s1.d1.t{position:02d}",
        parent="shops.p1.s1.d1",
        stage="turns",
        position=position,
        status="accepted",
        question=1 + position // 3,
        query=query,
        answer="Here is what the table says." if code else "Do you mean all shops, or those that are open today?",
        code=code,
        intents=wanted,
        attempts=(Attempt(code=code, intents=wanted, execution=Execution(ok=True, **more)),) if code else (),
    )


def _column(position: int, name: str, dtype: str, role: str, **more: Any) -> Column:
    return Column(name=name, position=position, dtype=dtype, role=role, **{"missing": 0, "distinct": 3, **more})  # type: ignore[arg-type]


def _table() -> Table:
    columns = (
        _column(0, "city", "str", "category", values=(("Oslo", 3), ("Bergen", 3), ("Narvik", 2))),
        _column(1, "kind", "str", "category", values=(("bakery", 3), ("tea", 3), ("books", 2))),
        _column(2, "opened", "str", "date", distinct=8, minimum="2015-12-24", maximum="2022-02-14"),
        _column(3, "sales", "float64", "measure", distinct=7, missing=1, minimum=30.0, maximum=210.0, numeric=True),
        _column(4, "staff", "int64", "measure", distinct=5, minimum=1.0, maximum=7.0, numeric=True),
    )
    return Table(
        id="shops",
        parent=None,
        stage="tables",
        position=1,
        status="accepted",
        name="shops",
        file="shops.csv",
        sha256="0" * 64,
        rows=8,
        columns=columns,
        repairs=("fields were separated by ';'",),
        description="Shops in three towns.",
        row_meaning="shop",
        meanings={"city": "The town the shop is in", "staff": "How many people work there, from 1 to 7."},
    )


def make_dialogue(folder: Path) -> Dialogue:
    """The same dialogue, over a table in a folder."""
    resource = folder / "run" / "resource"
    resource.mkdir(parents=True)
    (resource / "shops.csv").write_text(ROWS)
    frame = Variable(
        name="by_city", type="dataframe", shape=(3, 2), columns=(_column(0, "sales", "float64", "measure"),)
    )
    turns = (
        make_turn(
            1,
            "What do the towns sell? Please generate a DataFrame of mean and total sales by city.",
            'by_city = shops.groupby("city")["sales"].agg(["mean", "sum"])\nprint(by_city)',
            ("by_city", "dataframe"),
            variables=(Variable(name="shops", type="dataframe", shape=(8, 5)), frame),
        ),
        make_turn(2, "And the best total among these?", 'best = float(by_city["sum"].max())', ("best", "value")),
        make_turn(3, "Hmm, which shops do you mean?", None),
        make_turn(
            4,
            "Could you draw the total sales of each city as bars?",
            "import matplotlib.pyplot as plt\n\n"
            'plt.bar(by_city.index, by_city["sum"])\nplt.title("Sales by city")\nplt.show()',
            ("plot", "plot"),
        ),
        make_turn(
            5,
            "Which kinds sell most, and how many people work in each?",
            'kinds = shops.groupby("kind")["sales"].sum().sort_values(ascending=False).index.tolist()\n'
            'people = shops.groupby("kind")["staff"].sum()',
            ("kinds", "list"),
            ("people", "series"),
        ),
    )
    return Dialogue(_table(), turns, resource)
