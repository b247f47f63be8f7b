"""The gate refuses requests whose steps, conditions or order of rows mean nothing, and says which."""

from __future__ import annotations

import os
from typing import Any

import pytest

from company.benchmark.gate import GateReport
from company.families.dialogues.body.entries import Situation, code_entry
from company.families.dialogues.gate.sense.effects import _MEASURE, IN_VAIN
from company.families.shared.place import Place
from company.records import Intent
from company.sandbox import Sandbox
from tests.support.dialogue import make_turn
from tests.support.gating import gate_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

BIG = ("Keep the shops with sales over 50.", "big = shops[shops['sales'] > 50].copy()", ("big", "dataframe"))


def _case(
    dialogue: Any, query: str, code: str, *wanted: tuple[str, str], before: tuple[Any, ...] = ()
) -> dict[str, Any]:
    history = [make_turn(place, *each) for place, each in enumerate(before, start=1)]
    here = Situation(dialogue.table, dialogue.prelude, "shops", history)
    intents = [Intent(name=name, type=kind) for name, kind in wanted]  # type: ignore[arg-type]
    line: dict[str, Any] = code_entry(here, query, code, intents, "shops.p1.s1.d1.t09").line()
    return line


async def _judged(dialogue: Any, sandbox: Sandbox, query: str, code: str, kind: str, **more: Any) -> GateReport:
    return await gate_of(_case(dialogue, query, code, ("out", kind), **more), dialogue.resource, sandbox)


@pytest.mark.parametrize(
    ("query", "code", "kind", "reason"),
    [
        (
            "Leave out shops with missing staff; what is the mean staff?",
            "known = shops.dropna(subset=['staff'])\nout = float(known['staff'].mean())",
            "value",
            "a step changes nothing that is asked for: `shops.dropna(subset=['staff'])`",
        ),
        (
            "Add a column 'month' with the month of 'opened'; what is the mean staff?",
            "df = shops.copy()\ndf['month'] = df['opened'].str[5:7]\nout = float(df['staff'].mean())",
            "value",
            "a step changes nothing that is asked for: `df['month'] = df['opened'].str[5:7]`",
        ),
        (
            "Sort the shops by sales, then tell the mean staff of each kind.",
            "df = shops.sort_values('sales')\nout = df.groupby('kind')['staff'].mean()",
            "series",
            "a step changes nothing that is asked for: `shops.sort_values('sales')`",
        ),
        (
            "Keep the columns 'kind' and 'staff'; what is the mean staff of each kind?",
            "few = shops[['kind', 'staff']].copy()\nout = few.groupby('kind')['staff'].mean()",
            "series",
            "a step changes nothing that is asked for: `few = shops[['kind', 'staff']].copy()`",
        ),
        (
            "Among the shops whose staff is at most 7, what are the mean sales of each kind?",
            "df = shops[shops['staff'] <= 7]\nout = df.groupby('kind')['sales'].mean()",
            "series",
            "a condition is true of every row: `shops['staff'] <= 7`",
        ),
        (
            "How many tea shops have a staff of at most 7?",
            "out = int(((shops['kind'] == 'tea') & (shops['staff'] <= 7)).sum())",
            "value",
            "a condition is true of every row: `shops['staff'] <= 7`",
        ),
        (
            "What are the sales of shops with a staff of more than 7 in all?",
            "out = float(shops.loc[shops['staff'] > 7, 'sales'].sum())",
            "value",
            "a condition is true of no row, and that none is found cannot be told from not having looked: "
            "`shops['staff'] > 7`",
        ),
        (
            "What are the total sales of shops with staff over 7?",
            "out = float(shops.query('staff > 7')['sales'].sum())",
            "value",
            "a condition is true of no row, and that none is found cannot be told from not having looked: "
            "`.query('staff > 7')`",
        ),
        (
            "Among the shops with sales over 40, which kind has the highest mean staff?",
            "df = shops[shops['sales'] > 40]\nout = df.groupby('kind')['staff'].mean().idxmax()",
            "value",
            "a condition changes nothing that is asked for: `shops['sales'] > 40`",
        ),
        (
            "I need the 2 shops with the lowest staff.",
            "out = shops.nsmallest(3, 'staff')",
            "dataframe",
            "its result depends on the order of the rows, and the query has no rule for ties (`out`)",
        ),
        (
            "Sort the shops by staff.",
            "out = shops.sort_values('staff')",
            "dataframe",
            "its result depends on the order of the rows, and the query has no rule for ties (`out`)",
        ),
        (
            "Show me some shops.",
            "out = shops.head(3)",
            "dataframe",
            "its result depends on the order of the rows, and the query has no rule for ties (`out`)",
        ),
        (
            "Count the shops of each kind, from most to fewest.",
            "out = shops['kind'].value_counts()",
            "series",
            "its result depends on the order of the rows, and the query has no rule for ties (`out`)",
        ),
    ],
)
async def test_a_request_without_sense_is_refused(
    dialogue: Any, sandbox: Sandbox, query: str, code: str, kind: str, reason: str
) -> None:
    report = await _judged(dialogue, sandbox, query, code, kind)
    assert not report.passed
    assert reason in report.reasons, report.reasons


@pytest.mark.parametrize(
    ("query", "code", "kind"),
    [
        (
            "What are the mean sales of shops that tell theirs?",
            "out = float(shops['sales'].dropna().sum() / 7)",
            "value",
        ),
        ("The 2 shops with the highest sales.", "out = shops.nlargest(2, 'sales')", "dataframe"),
        ("The 3 shops with the lowest staff, ties as they stand.", "out = shops.nsmallest(3, 'staff')", "dataframe"),
        (
            "Keep only the first of the shops of each kind.",
            "out = shops.drop_duplicates(subset=['kind'])",
            "dataframe",
        ),
        (
            "Shops whose staff lies outside the 1.5 IQR bounds.",
            "q1, q3 = shops['staff'].quantile(0.25), shops['staff'].quantile(0.75)\nlow, high = q1 - 1.5 * (q3 - q1), "
            "q3 + 1.5 * (q3 - q1)\nout = shops[(shops['staff'] < low) | (shops['staff'] > high)]",
            "dataframe",
        ),
        ("The first 3 rows of the table.", "out = shops.head(3)", "dataframe"),
        ("All shops with staff over 2.", "out = shops[shops['staff'] > 2]", "dataframe"),
        ("A list of the staff of bakeries.", "out = shops.loc[shops['kind'] == 'bakery', 'staff'].tolist()", "list"),
        ("Sort the shops by sales.", "out = shops.dropna(subset=['sales']).sort_values('sales')", "dataframe"),
        ("Sort kinds by their sales.", "out = shops.groupby('kind')['sales'].sum().sort_values()", "series"),
        ("The row label of the highest sales.", "out = int(shops['sales'].idxmax())", "value"),
        (
            "Scale the staff to mean 0 and variance 1.",
            "import numpy as np\nout = ((shops['staff'] - shops['staff'].mean()) / shops['staff'].std()).to_numpy()",
            "array",
        ),
    ],
)
async def test_a_request_with_sense_passes(dialogue: Any, sandbox: Sandbox, query: str, code: str, kind: str) -> None:
    report = await _judged(dialogue, sandbox, query, code, kind)
    assert report.reasons == ()
    assert report.measured["sense"]["untried"] == []


async def test_what_a_careful_coder_adds_is_noted_and_not_refused(dialogue: Any, sandbox: Sandbox) -> None:
    code = "out = float(shops['staff'].dropna().mean())"
    report = await _judged(dialogue, sandbox, "What is the mean staff?", code, "value")
    assert report.passed
    assert report.measured["sense"]["idle"] == ["shops['staff'].dropna()"]


async def test_an_order_that_is_asked_for_and_there_already_is_a_step(dialogue: Any, sandbox: Sandbox) -> None:
    file = dialogue.resource / "shops.csv"
    head, *rows = file.read_text().splitlines()
    known = sorted((row for row in rows if row.split(",")[3]), key=lambda row: float(row.split(",")[3]))
    file.write_text("\n".join([head, *known]) + "\n")
    sort = "df = shops.copy()\ndf.sort_values('sales', inplace=True)\n"
    query = "City and sales of all shops, sorted by sales from lowest to highest."
    report = await _judged(dialogue, sandbox, query, f"{sort}out = df[['city', 'sales']]", "dataframe")
    assert report.reasons == ()
    query = "Sort the shops by sales, and tell the mean staff of each kind."
    report = await _judged(dialogue, sandbox, query, f"{sort}out = df.groupby('kind')['staff'].mean()", "series")
    assert report.reasons == ("a step changes nothing that is asked for: `df.sort_values('sales', inplace=True)`",)


async def test_a_step_that_another_result_would_show_is_refused(dialogue: Any, sandbox: Sandbox) -> None:
    """The largest of all is among the large ones: who leaves the filter out is as right. With a mean beside it, not."""
    start = "Among the shops with sales over 50, what are the highest"
    code = "big = shops[shops['sales'] > 50]\nout = "
    refused = await _judged(dialogue, sandbox, f"{start} sales?", f"{code}float(big['sales'].max())", "value")
    assert refused.reasons == ("a condition changes nothing that is asked for: `shops['sales'] > 50`",)
    both = f"{code}[float(big['sales'].max()), float(big['sales'].mean())]"
    assert (await _judged(dialogue, sandbox, f"{start} and the mean sales?", both, "list")).passed


async def test_how_gaps_are_counted_is_no_step(dialogue: Any, sandbox: Sandbox) -> None:
    query, code = "How many kinds are there, missing ones aside?", "out = len(shops['kind'].dropna().unique())"
    assert (await _judged(dialogue, sandbox, query, code, "value")).passed


async def test_a_plot_of_points_may_come_in_another_order_and_a_line_may_not(dialogue: Any, sandbox: Sandbox) -> None:
    start = "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\n"
    points = _case(
        dialogue, "Sales against staff.", f"{start}ax.scatter(shops['staff'], shops['sales'])", ("plot", "plot")
    )
    assert (await gate_of(points, dialogue.resource, sandbox)).passed
    line = _case(dialogue, "The staff as a line.", f"{start}ax.plot(shops['staff'].to_list())", ("plot", "plot"))
    assert "its result depends on the order of the rows" in (await gate_of(line, dialogue.resource, sandbox)).reasons[0]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (
            "out = shops[(shops['sales'] > 40) | (shops['sales'] > 40.5)]",
            "either side of a condition can be left out, and nothing that is asked for changes: "
            "`(shops['sales'] > 40) | (shops['sales'] > 40.5)`",
        ),
        (
            "first = shops['sales'] > 40\nsecond = ~(shops['sales'] > 40)\nout = shops[first | second]",
            "a condition changes nothing that is asked for: `(shops['sales'] > 40) | ~(shops['sales'] > 40)`",
        ),
    ],
)
async def test_of_two_idle_halves_the_whole_is_named_once(
    dialogue: Any, sandbox: Sandbox, code: str, reason: str
) -> None:
    query = "The shops with sales over 40, or over or below 40.5."
    report = await _judged(dialogue, sandbox, query, code, "dataframe")
    assert report.reasons == (reason,)


async def test_the_same_filter_once_more_is_refused(dialogue: Any, sandbox: Sandbox) -> None:
    report = await _judged(
        dialogue, sandbox, "What share of big shops has sales over 50?", "out = float((big['sales'] > 50).mean())",
        "value", before=(BIG,),
    )  # fmt: skip
    assert report.reasons == ("a condition is true of every row: `big['sales'] > 50`",)


async def test_whether_a_case_needs_its_history_is_measured(dialogue: Any, sandbox: Sandbox) -> None:
    async def needs(code: str, *, before: tuple[Any, ...] = (BIG,)) -> bool:
        report = await _judged(dialogue, sandbox, "What comes out of it?", code, "value", before=before)
        assert report.passed, report.reasons
        return bool(report.measured["needs_history"])

    assert await needs("out = float(big['sales'].mean())")
    assert not await needs("out = float(big['sales'].max())")  # the largest of all is among the large ones
    assert not await needs("out = float(shops['sales'].mean())")
    assert not await needs("big = 3\nout = float(shops['sales'].mean()) + big")
    mean = ("The mean sales.", "mean = float(shops['sales'].mean())", ("mean", "value"))
    assert await needs("out = int((shops['sales'] > mean).sum())", before=(mean,))


async def test_an_earlier_turn_answers_for_its_own_ties(dialogue: Any, sandbox: Sandbox) -> None:
    low = (
        "The 3 shops with the lowest staff, ties as they stand.",
        "low = shops.nsmallest(3, 'staff')",
        ("low", "dataframe"),
    )
    report = await _judged(
        dialogue, sandbox, "Their total sales.", "out = float(low['sales'].sum())", "value", before=(low,)
    )
    assert report.passed, report.reasons


async def test_what_was_measured_is_not_measured_again_until_the_table_is_another(
    dialogue: Any, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    report = Place.report

    async def counted(self: Place, tool: str, *told: Any, **more: Any) -> Any:
        made.append(tool)
        return await report(self, tool, *told, **more)

    monkeypatch.setattr(Place, "report", counted)

    async def judged(query: str) -> tuple[GateReport, int]:
        before = len(made)
        found = await _judged(dialogue, sandbox, query, "out = int((shops['sales'] > 31.5).sum())", "value")
        return found, sum(tool == _MEASURE for tool in made[before:])

    (first, once), (again, twice) = [await judged("How many shops have sales over 31.5?") for _ in range(2)]
    assert first == again and (once, twice) == (1, 0)
    table = next(dialogue.resource.glob("*.csv"))
    os.utime(table, ns=(table.stat().st_atime_ns, table.stat().st_mtime_ns + 1))
    assert (await judged("How many shops have sales over 31.5?"))[1] == 1


async def test_a_version_that_runs_on_and_on_is_given_up(dialogue: Any, sandbox: Sandbox) -> None:
    code = "df = shops[shops['staff'] > 2]\nwhile len(df) > 5:\n    pass\nout = len(df)"
    report = await _judged(dialogue, sandbox, "How many shops have a staff over 2?", code, "value")
    assert report.passed, report.reasons
    assert report.measured["sense"]["untried"] == ["shops['staff'] > 2"]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("out = shops.groupby('kind')['staff'].agg(['mean', 'size'])\nout['enough'] = out['size'] >= 1", ""),
        ("out = shops.groupby('kind')['staff'].agg(['mean', 'size'])\nout['enough'] = out['size'] >= 1\n"
         "out['sure'] = out['enough'] & (out['mean'] > 0)", ""),
        ("out = shops.groupby('kind')['staff'].agg(['mean', 'size'])\nout['enough'] = out['size'] >= 1\n"
         "out = out[out['enough']]", "a condition is true of every row: `out['size'] >= 1`"),
        ("out = shops.groupby('kind')['staff'].agg(['mean', 'size'])\n"
         "out['enough'] = np.select([out['size'] < 1, out['mean'] > 0], ['none', 'some'], default='few')\n"
         "out = out[['size', 'mean', 'enough']]", ""),
        ("out = shops.groupby('kind')['staff'].agg(['mean', 'size'])\n"
         "out = out.assign(enough=lambda d: np.where(d['size'] >= 1, np.where(d['mean'] > 0, 'a', 'b'), 'c'))", ""),
        ("out = shops.groupby('kind')['staff'].agg(['mean', 'size'])\n"
         "out['enough'] = np.where(out['size'] >= 1, out['mean'], 0)",
         "a condition is true of every row: `out['size'] >= 1`"),
        ("out = shops.groupby('kind')['staff'].agg(['mean', 'size'])\n"
         "out['enough'] = np.where(out['size'] >= 1, 'yes', 'no')\nout = out[out['enough'] == 'yes']",
         "a condition is true of every row: `out['size'] >= 1`"),
        ("out = shops.groupby('kind')['staff'].agg(['mean', 'size'])\nout['enough'] = out['size'] >= 1\n"
         "print(out.loc[out['mean'] > 9, 'enough'].sum())", ""),
        ("out = shops.groupby('kind')['staff'].agg(['mean', 'size'])\n"
         "out = pd.DataFrame({'mean': out['mean'], 'enough': np.where(out['size'] >= 1, 'yes', 'no')})", ""),
    ],
)  # fmt: skip
async def test_a_mark_may_be_the_same_in_every_row_but_no_filter(
    dialogue: Any, sandbox: Sandbox, code: str, reason: str
) -> None:
    query = "The mean staff and the number of shops by kind, and whether there is at least 1, with a mean over 0."
    report = await _judged(dialogue, sandbox, query, f"import numpy as np\n\n{code}", "dataframe")
    assert report.reasons == ((reason,) if reason else ())


@pytest.mark.parametrize(
    ("query", "code", "kind", "in_vain"),
    [
        ("The mean sales of each kind, of shops with a staff of at most 7.",
         "df = shops[shops['staff'] <= 7]\nout = df.groupby('kind')['sales'].mean()", "series", True),
        ("The mean sales of each kind but tea, of shops with a staff of at most 7.",
         "df = shops[(shops['staff'] <= 7) & (shops['kind'] != 'tea')]\nout = df.groupby('kind')['sales'].mean()",
         "series", False),
        ("How many shops have a staff of more than 7, and how many are there?",
         "out = (len(shops[shops['staff'] > 7]), len(shops))", "tuple", False),
    ],
    ids=["all shops", "all but tea", "none is a finding"],
)  # fmt: skip
async def test_whether_all_that_is_asked_for_is_in_vain_is_measured(
    dialogue: Any, sandbox: Sandbox, query: str, code: str, kind: str, in_vain: bool
) -> None:
    report = await _judged(dialogue, sandbox, query, code, kind)
    assert not report.passed and report.measured[IN_VAIN] is in_vain
