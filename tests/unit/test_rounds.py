"""A run asks for what is missing until the numbers are met, and no more than its settings allow."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.config import load
from company.errors import ConfigError, OutOfBudget
from company.families.dialogues.body.difficulty import Difficulty, is_deep
from company.families.dialogues.commissions import DialogueCommission as Commission
from company.families.dialogues.evolution import PATTERNS
from company.families.dialogues.making import MAKING, SHALLOW
from company.families.dialogues.records import Case, Category, Persona, category_of
from company.families.dialogues.remedies import WITHOUT_HISTORY
from company.families.dialogues.settings import Settings
from company.run.rounds import ROUNDS, Rounds
from company.run.settling import BEYOND
from company.run.stage import LOST, Stage
from tests.support.dialogue import make_turn

MODES = {"normal": ("normal", None), "plot_qa": ("action", "plot_qa"), "insight_mining": ("action", "insight_mining")}


async def _nothing(office: object, record: object):  # type: ignore[no-untyped-def]
    return
    yield


def _turn(asked: Sequence[Commission], number: int) -> Persona:
    """Something with the id that the turn of this number has."""
    client, left = 1, number
    while left > asked[client - 1].turns:
        left -= asked[client - 1].turns
        client += 1
    record_id = f"t.p{client:02d}.s1.d1.t{left:02d}"
    return Persona(id=record_id, parent="t", stage="", position=1, name="", location="", job_title="", background="")


class Company:
    """A company whose turns yield cases at given rates, whatever was expected of them."""

    def __init__(
        self,
        archive: Archive,
        rounds: Rounds,
        rates: Mapping[Category, float],
        needing: float | None = None,
        deep: float = 0,
    ) -> None:
        self.archive, self.rounds, self.rates, self.deep = archive, rounds, rates, deep
        self.needing = needing
        """The share of cases that need their history; None where nothing is said of it."""
        self.turns: list[int] = []
        self.tried: Counter[Category] = Counter()

    async def work(self, asked: Sequence[Commission]) -> None:
        self.turns.append(sum(one.turns for one in asked))
        self.tried.clear()
        for number in range(1, self.turns[-1] + 1):
            turn = _turn(asked, number)
            for category, rate in self.rates.items():
                if not self.rounds.chooses(Stage(category, "turn", _nothing, serves=(category,)), turn):
                    continue
                self.tried[category] += 1
                if random.Random(f"{category} {turn.id}").random() < rate:
                    self._case(category, turn.id)

    def _case(self, category: Category, turn: str) -> None:
        mode, action = MODES[category]
        assert category_of(mode, action) == category  # type: ignore[arg-type]
        known = {case.id for case in self.archive.records("case")}
        case_id = f"{turn}.{category}"
        if case_id not in known:
            entry: dict[str, object] = {"data_id": case_id, "current_query": case_id, "reference_answer": case_id}
            if self.needing is not None:
                entry["needs_history"] = random.Random(f"needs {case_id}").random() < self.needing
            steps = 3 if random.Random(f"deep {case_id}").random() < self.deep else 1
            entry["difficulty"] = Difficulty(steps, 1, 2, execution=True).as_json()
            self.archive.put(
                Case(
                    id=case_id, parent=turn, stage=category, position=1, status="accepted",
                    mode=mode, action=action, entry=entry,  # type: ignore[arg-type]
                )
            )  # fmt: skip


def opened(tmp_path: Path, targets: str) -> tuple[Archive, Rounds]:
    tmp_path.mkdir(exist_ok=True)
    file = tmp_path / "simulation.toml"
    file.write_text(f'[table]\nbuiltin = "wine"\n[targets]\n{targets}\n')
    archive = Archive.create(tmp_path / "run")
    return archive, Rounds(load(file), archive)


def accepted(archive: Archive) -> Counter[Category]:
    return Counter(case.category for case in archive.records("case", ["accepted"]))


@pytest.mark.parametrize(
    ("targets", "rates"),
    [
        ("normal = 40", {"normal": 0.97}),
        ("normal = 40", {"normal": 0.6}),
        ("normal = 30\nplot_qa = 8", {"normal": 0.97, "plot_qa": 0.1}),
        ("normal = 5\ninsight_mining = 60", {"normal": 0.97, "insight_mining": 0.4}),
        ("insight_mining = 60\nplot_qa = 6", {"insight_mining": 0.9, "plot_qa": 0.07}),
    ],
)
async def test_the_numbers_are_met_and_little_is_made_beyond_them(
    targets: str, rates: dict[Category, float], tmp_path: Path
) -> None:
    archive, rounds = opened(tmp_path, targets)
    company = Company(archive, rounds, rates)
    assert await rounds.hold(company.work) is None
    assert accepted(archive) == rounds.wanted
    assert company.turns == sorted(company.turns)
    for category, wanted in rounds.wanted.items():
        assert company.tried[category] <= 3 * wanted / rates[category] + 10


FEW = "normal = 2\nplot_qa = 2\ninsight_mining = 2"


@pytest.mark.parametrize("rates", [(0.9, 0.4, 0.6), (0.9, 0.15, 0.2), (1.0, 1.0, 1.0)])
async def test_of_few_cases_none_is_made_that_nobody_asked_for(
    rates: tuple[float, float, float], tmp_path: Path
) -> None:
    archive, rounds = opened(tmp_path, FEW)
    company = Company(archive, rounds, dict(zip(rounds.wanted, rates, strict=True)))
    assert await rounds.hold(company.work) is None
    assert accepted(archive) == rounds.wanted
    made = Counter(case.category for case in archive.records("case"))
    assert sum((made - accepted(archive)).values()) <= 1
    assert company.turns[0] == 14, "few units, and further ones only where these are not enough"


@pytest.mark.parametrize(
    ("wanted", "partly", "rewritten"),
    [(1, True, [2]), (9, True, [6, 6]), (11, True, [6, 6, 3]), (1, False, [6]), (9, False, [6, 6])],
)
async def test_of_dialogues_that_are_worked_on_in_order_no_more_is_than_the_wanted_cases_take(
    wanted: int, partly: bool, rewritten: Sequence[int], tmp_path: Path
) -> None:
    """The first dialogues first, and of the last one the first turns; runs of older versions had whole ones."""
    archive, rounds = opened(tmp_path, f"private = {wanted}")
    library = Stage("library", "dialogue", _nothing, serves=("private",), serial=True)
    made = Stage("private", "rewrite", _nothing, serves=("private",))
    rounds.asked, rounds.shares, rounds.partly = [[Commission(6, "colloquial")] * 3], [{"private": 0.1}], partly
    begun: Counter[str] = Counter()
    chosen: set[str] = set()

    async def work(asked: Sequence[Commission]) -> None:
        begun.clear()
        for number in range(1, sum(one.turns for one in asked) + 1):
            turn = _turn(asked, number)
            dialogue = turn.model_copy(update={"id": turn.id.rpartition(".")[0]})
            reach = rounds.reaches(library, dialogue)
            if rounds.chooses(library, dialogue) and (reach is None or int(turn.id[-2:]) <= reach):
                begun[dialogue.id] += 1
                if rounds.chooses(made, turn):
                    chosen.add(turn.id)
                    entry = {"data_id": turn.id, "current_query": turn.id, "reference_answer": turn.id}
                    case = Case(
                        id=f"{turn.id}.private", parent=turn.id, stage="private", position=1, status="accepted",
                        mode="private", entry=entry,
                    )  # fmt: skip
                    archive.put(case)

    assert await rounds.hold(work) is None
    assert (accepted(archive), len(chosen)) == ({"private": wanted}, wanted)
    assert begun == {f"t.p{number:02d}.s1.d1": turns for number, turns in enumerate(rewritten, 1)}
    assert archive.note("partly") is partly
    assert sum(one.turns for part in rounds.asked for one in part) == 18, "those that are there are enough"


async def test_nothing_is_asked_for_that_is_more_than_a_run_may_try(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, "normal = 1\n[dialogues]\ncandidates = 1.5")
    company = Company(archive, rounds, {"normal": 0.0})
    assert await rounds.hold(company.work) is None
    assert rounds.most == 10
    assert [[one.turns for one in part] for part in rounds.asked] == [[6]], "4 turns are no dialogue"


async def test_no_unit_is_asked_for_while_those_that_are_there_are_not_tried(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, "normal = 1\ninsight_mining = 2")
    company = Company(archive, rounds, {"normal": 1.0, "insight_mining": 0.05})
    seen: list[tuple[int, int]] = []

    async def work(asked: Sequence[Commission]) -> None:
        await company.work(asked)
        seen.append((company.turns[-1], company.tried["insight_mining"]))

    await rounds.hold(work)
    for (turns, tried), (later, _) in itertools.pairwise(seen):
        still = 2 - sum(case.category == "insight_mining" for case in archive.records("case"))
        assert later == turns or turns - tried <= max(2, still), "what was left was less than was missing"


async def test_a_run_that_was_stopped_anywhere_chooses_what_it_would_have_chosen(tmp_path: Path) -> None:
    rates: dict[Category, float] = {"normal": 0.8, "plot_qa": 0.2, "insight_mining": 0.3}
    archive, rounds = opened(tmp_path / "whole", FEW)
    whole = Company(archive, rounds, rates)
    assert await rounds.hold(whole.work) is None
    for stop in range(1, len(whole.turns) + 1):
        begun, again = opened(tmp_path / f"stopped_{stop}", FEW)
        company = Company(begun, again, rates)

        async def stopping(asked: Sequence[Commission], company: Company = company, stop: int = stop) -> None:
            if len(company.turns) == stop - 1:
                raise OutOfBudget("the cap is reached")
            await company.work(asked)

        assert await again.hold(stopping) == "the cap is reached"
        company.rounds = Rounds(again.settings, begun)
        assert await company.rounds.hold(company.work) is None
        assert (company.rounds.asked, company.rounds.shares) == (rounds.asked, rounds.shares)
        assert company.rounds.picked == rounds.picked
        assert [case.id for case in begun.records("case")] == [case.id for case in archive.records("case")]


async def test_cases_are_spread_over_the_units_that_are_there(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, FEW)
    company = Company(archive, rounds, {"normal": 1.0, "plot_qa": 1.0, "insight_mining": 1.0})
    assert await rounds.hold(company.work) is None
    picked = [record for records in rounds.picked.values() for record in records]
    assert len(set(picked)) == len(picked) == 6


async def test_what_cannot_be_had_ends_the_asking(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, "normal = 10\nplot_qa = 5")
    company = Company(archive, rounds, {"normal": 1.0, "plot_qa": 0.0})
    assert await rounds.hold(company.work) is None
    assert accepted(archive) == {"normal": 10}
    assert len(company.turns) <= ROUNDS
    assert company.turns[-1] <= rounds.most


async def test_a_later_sitting_goes_on_where_the_first_one_stopped(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, "normal = 10\nplot_qa = 2")
    company = Company(archive, rounds, {"normal": 1.0, "plot_qa": 0.2})

    async def stopping(asked: Sequence[Commission]) -> None:
        raise OutOfBudget("the cap is reached")

    assert await rounds.hold(stopping) == "the cap is reached"
    again = Rounds(rounds.settings, archive)
    assert (again.asked, again.shares) == (rounds.asked, rounds.shares)
    company.rounds = again
    assert await again.hold(company.work) is None
    assert accepted(archive) == again.wanted


async def test_a_later_sitting_asks_for_all_that_was_asked_for_before(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, "normal = 10\nplot_qa = 3")
    company = Company(archive, rounds, {"normal": 1.0, "plot_qa": 0.07})
    assert await rounds.hold(company.work) is None
    assert len(rounds.asked) > 1
    again = Rounds(rounds.settings, archive)
    later = Company(archive, again, company.rates)
    before = accepted(archive)
    assert await again.hold(later.work) is None
    assert later.turns[0] == company.turns[-1]
    assert accepted(archive) == before


async def test_what_goes_beyond_waits_and_doubles_are_rejected(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, "normal = 2")
    company = Company(archive, rounds, {"normal": 1.0})
    for turn in ("t.p1", "t.p2", "t.p3", "t.p4"):
        company._case("normal", turn)
    double = archive.get("t.p2.normal")
    assert isinstance(double, Case)
    first = archive.get("t.p1.normal")
    assert isinstance(first, Case)
    archive.put(double.model_copy(update={"entry": {**first.entry, "data_id": "t.p2.normal"}}))
    assert rounds.settle() == {"normal": 2}
    found = {case.id: (case.status, case.reason) for case in archive.records("case")}
    assert found["t.p2.normal"] == ("rejected", "same query and code as t.p1.normal")
    assert found["t.p4.normal"] == ("proposed", BEYOND)


async def test_a_second_case_that_asks_for_the_same_is_set_aside(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, "insight_mining = 3")
    company = Company(archive, rounds, {})
    for turn, label in (("t.p1", "rye"), ("t.p2", "rye"), ("t.p3", "oat")):
        company._case("insight_mining", turn)
        case = archive.get(f"{turn}.insight_mining")
        assert isinstance(case, Case)
        options = [{"text": turn, "code": f"shares.idxmax() == {label!r}", "slip": ""}]
        choice = {"question": f"Where should {turn} begin, by shares?", "options": options}
        archive.put(case.model_copy(update={"entry": {**case.entry, "choice": choice}}))
    assert rounds.settle() == {"insight_mining": 2}
    found = {case.id: (case.status, case.reason) for case in archive.records("case")}
    assert found["t.p2.insight_mining"] == ("proposed", "asks for the same finding as t.p1.insight_mining")
    assert found["t.p3.insight_mining"][0] == "accepted"


@pytest.mark.parametrize(
    ("targets", "settings", "free"),
    [
        ("normal = 20", "", 8),
        ("normal = 1", "", 1),
        ("normal = 20", "needs_history = 0.9", 2),
        ("normal = 20", "needs_history = 0", 20),
    ],
)
async def test_cases_that_do_not_need_their_history_are_bounded_and_the_numbers_are_met(
    targets: str, settings: str, free: int, tmp_path: Path
) -> None:
    archive, rounds = opened(tmp_path, f"{targets}\n[dialogues]\n{settings}")
    company = Company(archive, rounds, {"normal": 0.9}, needing=0.4)
    assert await rounds.hold(company.work) is None
    assert accepted(archive) == rounds.wanted
    without = [case for case in archive.records("case") if not case.entry["needs_history"]]
    assert sum(case.status == "accepted" for case in without) <= free
    aside = {case.reason for case in without if case.status == "proposed"} - {BEYOND}
    assert aside == (set() if free in (1, 20) else {WITHOUT_HISTORY})


async def test_where_few_cases_need_their_history_a_share_is_told_that_takes_the_others(
    tmp_path: Path,
) -> None:
    archive, rounds = opened(tmp_path, "normal = 10")
    company = Company(archive, rounds, {"normal": 0.9}, needing=0.05)
    await rounds.hold(company.work)
    short = 10 - accepted(archive)["normal"]
    assert short > 0
    (remedy,) = MAKING.remedies(rounds.settings, archive)
    assert f"the same command takes {short} of those that do not need their history" in remedy
    share = re.search(r"needs_history = (\S+) \(now 0\.6\)", remedy)
    assert share is not None
    (tmp_path / "simulation.toml").write_text(
        f'[table]\nbuiltin = "wine"\n[targets]\nnormal = 10\n[dialogues]\nneeds_history = {share[1]}\n'
    )
    again = Rounds(load(tmp_path / "simulation.toml"), archive)
    again.settle()
    assert accepted(archive)["normal"] == 10
    assert not MAKING.remedies(again.settings, archive)


@pytest.mark.thorough
@pytest.mark.parametrize(("share", "enough"), [(0.25, True), (0.0, False)])
async def test_a_run_that_wants_depth_takes_deep_cases_alone_and_asks_for_as_many_turns_as_that_takes(
    share: float, enough: bool, tmp_path: Path
) -> None:
    archive, rounds = opened(tmp_path, 'normal = 12\ndepth = "deep"')
    company = Company(archive, rounds, {"normal": 0.9}, deep=share)
    assert await rounds.hold(company.work) is None
    taken = [case for case in archive.records("case", ["accepted"])]
    assert len(taken) == (12 if enough else 0)
    assert all(is_deep(case.entry) for case in taken)
    shallow = [case for case in archive.records("case") if not is_deep(case.entry)]
    assert {case.status for case in shallow} == {"proposed"}
    assert {case.reason for case in shallow} - {BEYOND} == {SHALLOW}
    assert company.turns[-1] <= rounds.most


@pytest.mark.parametrize(("depth", "chosen"), [("deep", [3]), ("mixed", [1, 2, 3])])
def test_a_turn_that_gives_no_deep_case_is_not_made_into_one_where_deep_ones_are_wanted(
    depth: str, chosen: list[int], dialogue: Any, tmp_path: Path
) -> None:
    archive, rounds = opened(tmp_path, f'normal = 3\nplot_qa = 3\ndepth = "{depth}"')
    codes = ["big = shops[shops['staff'] > 2]", "mean = big['sales'].mean()", "high = big[big['sales'] > mean]"]
    turns = [make_turn(number, "", code, ("x", "value")) for number, code in enumerate(codes, start=1)]
    for turn in turns:
        archive.put(turn)
    rounds.asked, rounds.shares = [[Commission(9, "colloquial")]], [{"normal": 1.0, "plot_qa": 1.0}]
    coded, drawn = (Stage(name, "turn", _nothing, serves=(name,)) for name in ("normal", "plot_qa"))
    assert [turn.position for turn in turns if rounds.chooses(coded, turn)] == chosen
    assert all(rounds.chooses(drawn, turn) for turn in turns)


LEVELS_ASKED = "[targets]\nevolving = {number}\ndifficulty = {{ easy = 0.2, medium = 0.4, hard = 0.4 }}"


@pytest.mark.parametrize(("number", "expected"), [(20, (4, 8, 8)), (7, (1, 3, 3)), (1, (0, 1, 0))])
def test_levels_are_shared_out_to_the_last_case(number: int, expected: tuple[int, ...], tmp_path: Path) -> None:
    file = tmp_path / "simulation.toml"
    file.write_text(f'[table]\nbuiltin = "wine"\n{LEVELS_ASKED.format(number=number)}\n')
    settings = load(file)
    assert isinstance(settings, Settings)
    assert tuple(settings.targets.levels.values()) == expected


@pytest.mark.parametrize(
    ("easy", "wanted", "short"),
    [(0.3, {"easy": 4, "medium": 8, "hard": 8}, {}), (0.0, {"easy": 0, "medium": 8, "hard": 8}, {"medium", "hard"})],
)
async def test_a_run_takes_just_as_many_cases_of_each_level_as_are_asked_for_or_says_which_it_has_too_many_of(
    easy: float, wanted: dict[str, int], short: set[str], tmp_path: Path
) -> None:
    archive, rounds = opened(tmp_path, LEVELS_ASKED.format(number=20).removeprefix("[targets]\n"))

    async def work(asked: Sequence[Commission]) -> None:
        known = {case.id for case in archive.records("case")}
        for number in range(1, sum(one.turns for one in asked) + 1):
            turn = _turn(asked, number).id
            level = random.Random(turn).choices(["easy", "medium", "hard"], [easy, 0.4, 0.6 - easy])[0]
            entry: dict[str, Any] = {"data_id": turn, "current_query": turn, "reference_answer": turn, "level": level}
            entry["pattern"] = [PATTERNS[number % len(PATTERNS)]]
            case = Case(id=f"{turn}.evolving", parent=turn, stage="evolving", position=1, status="accepted",
                        mode="evolving", entry=entry)  # fmt: skip
            if case.id not in known:
                archive.put(case)

    assert await rounds.hold(work) is None
    cases = [case for case in archive.records("case") if isinstance(case, Case)]
    found = Counter(case.entry["level"] for case in cases if case.status == "accepted")
    assert {level: found[level] for level in wanted} == wanted == MAKING.standing(archive)["levels"]
    reasons = {str(case.reason) for case in cases if case.status == "proposed"} - {BEYOND}
    if short:
        assert {reason.split()[3].rstrip(",") for reason in reasons} == short
        assert sum(one.turns for part in rounds.asked for one in part) <= rounds.most


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        ("evolving = 5\ndifficulty = { easy = 0.5, hard = 0.4 }", r"easy = 0.5, hard = 0.4.*does not add up to 1"),
        ("normal = 5\ndifficulty = { hard = 1.0 }", "no evolving cases"),
        ("evolving = 5\ndifficulty = { harsh = 1.0 }", "'easy', 'medium' or 'hard'"),
    ],
)
def test_shares_of_levels_that_cannot_be_met_are_refused_in_a_line(targets: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=said) as raised:
        opened(tmp_path, targets)
    assert "simulation.toml, line 3" in str(raised.value) or "line 5" in str(raised.value)


@pytest.mark.parametrize(
    ("patterns", "number", "least"),
    [
        ('"balanced"', 20, dict.fromkeys(PATTERNS, 1)),
        ('"balanced"', 60, dict.fromkeys(PATTERNS, 3)),
        ('"balanced"', 12, {}),
        ("{ repair = 0.3, compose = 0.0 }", 20, {**dict.fromkeys(PATTERNS, 1), "repair": 6, "compose": 0}),
    ],
)
async def test_a_run_has_enough_cases_of_each_pattern_however_seldom_it_comes(
    patterns: str, number: int, least: dict[str, int], tmp_path: Path
) -> None:
    archive, rounds = opened(tmp_path, f"evolving = {number}\n[evolving]\npatterns = {patterns}")
    seldom = [each for each in PATTERNS if each != "repair"]

    async def work(asked: Sequence[Commission]) -> None:
        known = {case.id for case in archive.records("case")}
        for at in range(1, sum(one.turns for one in asked) + 1):
            turn = _turn(asked, at).id
            pattern = "repair" if at % 12 == 0 else random.Random(turn).choice(seldom)
            entry: dict[str, Any] = {"data_id": turn, "current_query": turn, "reference_answer": turn,
                                     "level": "easy", "pattern": [pattern]}  # fmt: skip
            case = Case(id=f"{turn}.evolving", parent=turn, stage="evolving", position=1, status="accepted",
                        mode="evolving", entry=entry)  # fmt: skip
            if case.id not in known:
                archive.put(case)

    assert await rounds.hold(work) is None
    cases = [case for case in archive.records("case") if isinstance(case, Case) and case.status == "accepted"]
    found = Counter(case.entry["pattern"][0] for case in cases)
    assert len(cases) == number and all(found[pattern] >= count for pattern, count in least.items())


async def test_a_dialogue_that_is_lost_has_tried_nothing_and_another_is_asked_for_in_its_place(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, "evolving = 10\n[dialogues]\ncandidates = 1.0\n[evolving]\nturns = [30, 30]")
    lost = {1, 2}

    async def work(asked: Sequence[Commission]) -> None:
        known = {case.id for case in archive.records("case")}
        for at in range(1, sum(one.turns for one in asked) + 1):
            turn = _turn(asked, at)
            if MAKING.commission_of(turn.id) in lost:
                archive.put_fact(LOST, "terms", f"{turn.id.rpartition('.d1.')[0]}.plan", content="no row counts")
            elif rounds.chooses(Stage("evolving", "turn", _nothing, serves=("evolving",)), turn):
                entry: dict[str, Any] = {"data_id": turn.id, "current_query": turn.id, "reference_answer": turn.id,
                                         "level": "easy", "pattern": ["inherit"]}  # fmt: skip
                case = Case(id=f"{turn.id}.evolving", parent=turn.id, stage="evolving", position=1, status="accepted",
                            mode="evolving", entry=entry)  # fmt: skip
                if case.id not in known:
                    archive.put(case)

    assert await rounds.hold(work) is None
    assert accepted(archive) == {"evolving": 10}
    assert [[one.turns for one in part] for part in rounds.asked] == [[30]] * 3
    again = Rounds(rounds.settings, archive)
    assert await again.hold(work) is None and again.asked == rounds.asked


async def test_a_run_whose_dialogues_are_all_lost_ends(tmp_path: Path) -> None:
    archive, rounds = opened(tmp_path, "evolving = 10\n[dialogues]\ncandidates = 1.0\n[evolving]\nturns = [30, 30]")

    async def work(asked: Sequence[Commission]) -> None:
        for number in range(1, len(asked) + 1):
            archive.put_fact(LOST, "terms", f"t.p{number}.s1.plan", content="no row counts")

    assert await rounds.hold(work) is None
    assert len(rounds.asked) == 4, "three times there is another one"
