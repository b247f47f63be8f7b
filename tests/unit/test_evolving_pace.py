"""What runs once with the same state and code in an evolving dialogue, and values with which every step matters."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from company.families.dialogues.commissions import evolving_commissions
from company.families.dialogues.evolution import Dependency
from company.families.dialogues.evolving import meaning, patterns, serving, wishing
from company.families.dialogues.evolving.checking import says
from company.families.dialogues.evolving.drawing import drawn
from company.families.dialogues.evolving.searching import search
from company.families.dialogues.evolving.timetable import Wishes, question_at
from company.families.dialogues.gate.sense.effects import _made_anew
from company.families.dialogues.gate.sense.slices import bound, leading_to, sorted_names

DATA = pd.DataFrame({"city": [*"aabb"] * 10, "price": [50.0 + at for at in range(40)]})
LOW = {"variable": "low", "naive": "0", "code": "{value}", "says": "Low is {value}.", "candidates": ["1", "60"]}
OTHER = {"variable": "high", "naive": "999", "code": "{value}", "says": "", "candidates": ["80"], "chosen": [0]}


def _turn(position: int, name: str, ask: str, pieces: Sequence[Any], about: str) -> dict[str, Any]:
    binds = {1: "total", 2: "mean"}
    return {"position": position, "name": name, "type": "value", "ask": ask, "reads": [], "goes_on_from": [],
            "binds": [binds[each["of"]] for each in pieces], "pieces": [*pieces], "controls": [], "about": about,
            "sets": []}  # fmt: skip


def _searched(turns: Sequence[Any], known: dict[str, Any] | None, folder: Path, **more: Any) -> dict[str, Any]:
    order, report = folder / "order.json", folder / "report.json"
    terms = {"s1": {**LOW, "chosen": [0]}, "s2": OTHER}
    order.write_text(json.dumps({"terms": terms, "turns": turns, "known": known, **more}))
    search({"df": DATA, "pd": pd}, order, report)
    return dict(json.loads(report.read_text()))


TOTAL = "total = df[df['price'] > low]['price'].sum() * 1.0"
ABOUT = "the sum of price above low"


def test_values_are_exchanged_until_a_condition_tells_rows_apart(tmp_path: Path) -> None:
    turn = _turn(1, "total", TOTAL, [{"of": 1, "bound": {"s1": ["s1", 0]}}], ABOUT)
    assert _searched([turn], None, tmp_path)["chosen"]["s1"] == [0]
    found = _searched([turn], {}, tmp_path)
    assert found["chosen"]["s1"] == [1] and found["turns"]["1"]["problem"] is None
    kept = _searched([turn], {}, tmp_path, fixed=True)
    assert kept["chosen"]["s1"] == [0] and "true of every row" in kept["turns"]["1"]["problem"]


def test_a_turn_is_judged_once_with_the_same_state_and_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = _turn(1, "total", TOTAL, [{"of": 1, "bound": {"s1": ["s1", 0]}}], ABOUT)
    known = _searched([turn], {}, tmp_path, fixed=True)["known"]
    monkeypatch.setattr(meaning, "senseless", lambda *_: pytest.fail("it is known"))
    again = _searched([turn], known, tmp_path, fixed=True)
    assert again["known"] == known and "true of every row" in again["turns"]["1"]["problem"]


def test_a_step_that_matters_for_a_result_made_anew_alone_changes_what_is_asked_for(tmp_path: Path) -> None:
    first = _turn(1, "total", TOTAL, [{"of": 1, "bound": {"s1": ["s1", 0]}}], ABOUT)
    pieces = [{"of": 1, "bound": {"s1": ["s1", 0]}}, {"of": 2, "bound": {"s2": ["s2", 0]}}]
    ask = "mean = df[df['price'] < high]['price'].mean()"
    second = _turn(2, "mean", ask, pieces, "the total above low anew, and the mean of the price below high")
    found = _searched([first, second], {}, tmp_path)
    assert found["turns"]["2"]["problem"] is None
    code = f"low = 60\n{TOTAL}\nhigh = 80\n{ask}\ndel low, high"
    case: Any = SimpleNamespace(more={"depends_on": []}, solution=code, history=TOTAL, wanted=[("mean", "value")])
    assert _made_anew(case) == ("total",) and bound(code) == ("total", "mean")
    assert _made_anew(SimpleNamespace(**{**vars(case), "more": {}})) == ()  # type: ignore[arg-type]


def test_histories_are_read_turn_by_turn_and_as_a_whole_alike() -> None:
    history = "import pandas as pd\n\n# Turn 1\na = b.sort_values('x')\n\n# Turn 2\nc = a.head(3)\nd = 1\n"
    assert leading_to(history, ["c"]) == "import pandas as pd\na = b.sort_values('x')\nc = a.head(3)"
    assert sorted_names(history, ["c", "d"]) == ("c",)
    assert leading_to('t = """\n# Turn 1\n"""\nu = t\nv = 2\n', ["u"]).count("=") == 2


@pytest.mark.parametrize(("value", "is_said"), [("2", False), ("2.5", True), ("5", False)])
def test_what_is_said_of_a_value_is_not_said_of_a_longer_one(value: str, is_said: bool) -> None:
    assert says("By our step, percentages go to the  nearest multiple of 2.5. Go.", f"multiple of {value}.") is is_said


def test_no_dialogue_is_begun_for_the_sake_of_a_few_turns() -> None:
    lengths = [[each.turns for each in evolving_commissions(turns, (30, 40), random.Random(1))] for turns in (41, 50)]
    assert lengths == [[40], [30, 30]]


def test_turns_that_depend_on_something_far_are_taken_before_most_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def turn(position: int) -> Any:
        distance = 12 if position % 2 else 3
        needed = Dependency(turn=position, term=None, version=None, via="result", distance=distance)
        told = SimpleNamespace(patterns=("inherit",), unproved="", depends_on=(needed,))
        return SimpleNamespace(position=position, evolution=told)

    terms = SimpleNamespace(turns=[turn(position) for position in range(1, 41)])
    monkeypatch.setattr(patterns, "Terms", SimpleNamespace)
    archive: Any = SimpleNamespace(records=lambda *_, **__: [terms])
    found = patterns.places(archive, "shop.p01.s1.d1.t01")
    first = sorted(found, key=lambda one: found[one])[:20]
    far = sum(int(one[-2:]) % 2 for one in first)
    assert 12 <= far < 20 and len(found) == 40


def test_asks_for_which_no_rule_is_wished_are_about_each_column_of_their_question_in_turn() -> None:
    turns = tuple(SimpleNamespace(position=at, uses=()) for at in range(1, 41))
    table: Any = SimpleNamespace(turns=turns, slots={})
    first = serving.About(1, ["city", "shop", "day"], ["price", "weight"])
    about = {at: first if at <= 20 else serving.About(2, ["kind"], [], decides=at == 40) for at in range(1, 41)}
    wishes = wishing.wished(table, {}, "seed", about=about)
    by = [wishes[at].told_by for at in range(1, 21) if wishes[at].told]
    assert 13 <= len(by) <= 20 and max(map(by.count, {*by})) - min(map(by.count, {*by})) <= 1
    assert {*by} == {"city", "shop", "day"} and {wishes[at].told_by for at in range(21, 41)} == {"", "kind"}
    assert wishes[40] == wishing.Wished("kind") and not any(wishes[at].measured for at in range(21, 41))
    assert not any(each.told for each in wishing.wished(table, {}, "seed").values())


def test_what_decides_a_question_is_about_the_columns_that_it_names_first() -> None:
    turns = tuple(SimpleNamespace(position=at, uses=()) for at in range(1, 31))
    table: Any = SimpleNamespace(turns=turns, slots={})
    about = {at: serving.About(1, ["city", "shop"], ["price", "weight"], decides=True) for at in range(1, 31)}
    assert {*wishing.wished(table, {}, "seed", about=about).values()} == {wishing.Wished("city", "price")}


def test_turns_serve_the_questions_in_order_each_for_about_as_many() -> None:
    served = [question_at(at, 31, 3) for at in range(1, 32)]
    assert served == sorted(served) and [served.count(each) for each in (1, 2, 3)] == [11, 10, 10]
    assert [question_at(at, 2, 3) for at in (1, 2)] == [1, 2]


def test_a_question_is_decided_by_what_holds_and_turns_do_not_pile_up_what_they_name() -> None:
    for seed in ("1", "2", "3"):
        wishes = Wishes(36, ("line", "filter", "exclusion", "measure", "unit", "rounding", "rates"), questions=3)
        turns = drawn(wishes, seed).turns
        last = [turn for turn in turns if wishes.decides(turn.position)]
        assert [turn.position for turn in last] == [12, 24, 36]
        assert all(turn.patterns[0] not in ("counterfactual", "compose") for turn in last)
        named = [{use.slot for use in turn.uses} for turn in turns]
        new = [len(own - one - other) for other, one, own in zip(named, named[1:], named[2:], strict=False)]
        assert sum(each > 2 for each in new) <= 1
        assert max(len(turn.uses) + len(turn.of_results) for turn in turns) <= 4
