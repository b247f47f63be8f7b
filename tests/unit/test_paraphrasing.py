"""What the built-in company writes in other idioms comes to the same, for every kind of step."""

import ast
import random
from typing import Any

import pytest

from company.results.plot_rules import same_drawing
from company.results.rules import same
from grammar.coding import code_of
from grammar.moves import Move, resolve
from grammar.paraphrasing.ways import HANDS, known_in, otherwise, paraphrase
from grammar.steps.catalogue import KINDS
from tests.support.offered_steps import offered, start
from tests.unit.test_steps import outcome

pytestmark = pytest.mark.slow  # every kind of step in four hands takes longer than all of `make quick` may


def _alike(move: Move, one: object, other: object) -> bool:
    if move.step.result == "plot":
        return bool(same_drawing(one, other))
    return bool(same(move.step.result, one, other))


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.filterwarnings("ignore")
def test_every_hand_comes_to_what_the_step_means(kind: str) -> None:
    known = known_in(start())
    for step in offered(kind, 2)[:3]:
        move, _ = resolve(step, start(), wanted=True)
        code = code_of([move], random.Random(1))
        right = outcome(code, step.result, move.out)
        for hand in HANDS:
            other = otherwise(code_of([move], random.Random(2)), hand, known, {move.out})
            assert _alike(move, right, outcome(other, step.result, move.out)), f"{code}\n-----\n{other}"


CODE = """mask = df['price'] >= 30
high = df[mask].copy()
mean_units = high.groupby('region')['units'].mean()
top = high.sort_values('units', ascending=False, kind='stable').head(5)
high['value'] = high['price'] * 2
few = high[['price', 'units']]
count = mask.sum()
sizes = df['region'].value_counts().sort_index()
level = df.groupby('region')['price'].transform('mean')
middle = df['price'].median()"""


@pytest.mark.parametrize(
    ("hand", "written"),
    [
        (0, ["df.query('`price` >= 30')", "high['units'].groupby(high['region'])", "df['region'].map(", ".mul(2)"]),
        (
            1,
            [
                "df.loc[mask]",
                "pivot_table(index='region'",
                ".nlargest(5, 'units')",
                "lambda value: value * 2",
                ".size()",
            ],
        ),
        (2, ["df[df['price'].ge(30)]", "for label, group in high.groupby('region')", ".quantile(0.5)"]),
        (3, ["df.loc[mask]", ".agg('mean')"]),
    ],
)
def test_each_hand_has_idioms_of_its_own(hand: int, written: list[str]) -> None:
    code = CODE.replace("count = mask.sum()\n", "") if hand in (0, 2) else CODE
    made = otherwise(code, HANDS[hand], known_in(start()), set())
    assert [each for each in written if each not in made] == [], made


def test_columns_with_gaps_are_left_to_idioms_that_do_not_drop_groups() -> None:
    code = "mean_age = df.groupby('channel')['price'].mean()\nlevel = df.groupby('channel')['price'].transform('mean')"
    for hand in HANDS:
        made = otherwise(code, hand, known_in(start()), {"mean_age", "level"})
        assert "pivot_table" not in made and ".map(" not in made and "pd.Series" not in made


def _brief(query: str, names: list[str], number: int = 3) -> dict[str, Any]:
    here = start()
    columns = [column.model_dump(mode="json") for column in here.table.columns]
    return {
        "table": {"variable": "df", "rows": here.table.rows, "columns": columns},
        "variables": [],
        "history": [],
        "query": query,
        "results": [{"name": name, "type": "series"} for name in names],
        "number": number,
    }


def test_ways_are_different_programs_under_the_names_that_are_asked_for() -> None:
    query = "Please compute the average 'price' per 'region' in `df` and return a pandas Series."
    ways = paraphrase(_brief(query, ["figures"]), random.Random(3))["ways"]
    assert len(ways) == 4 and len({ast.dump(ast.parse(way)) for way in ways}) == 4
    assert all(way.endswith("\nfigures = mean_price_by_region") for way in ways)


def test_what_is_not_understood_is_written_in_no_way() -> None:
    assert paraphrase(_brief("Tell me something nice.", ["figures"]), random.Random(3)) == {"ways": []}
