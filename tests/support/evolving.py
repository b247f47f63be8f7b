"""An evolving dialogue by hand over a small table, as an exported folder; its forgetful analysts are executed."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from company.benchmark.files import RESOURCE
from company.families.dialogues.body.openness import leeways
from company.families.dialogues.body.private_library import JSON_FILE, SOURCE_FILE
from company.families.dialogues.body.reference import answer_code
from company.families.dialogues.files import DIALOGUES, LINES
from company.records import Intent
from company.results import rules
from company.results.digests import digest
from company.results.exported import check_code

NAMES = {
    "long_stay": "a long stay",
    "counted": "the bookings that count",
    "income": "income",
    "thousand": "the unit of money",
}
PHRASINGS = {
    "long_stay": ("what is a long stay", "how many nights make a long stay", "from how many nights on is a stay long",
                  "the minimum length of a long stay", "when do you call a stay long", "threshold for long stays"),
    "counted": ("which bookings count", "do we leave out cancelled bookings", "which status is excluded",
                "are cancellations in or out", "which rows do you keep", "should I filter bookings by status"),
    "income": ("how is income computed", "what goes into income", "is the fee part of income",
               "the formula for income", "which columns make up income", "income of a booking"),
    "thousand": ("which unit is money in", "in thousands or in full", "what do we divide money by",
                 "the scale of the amounts", "are amounts in thousands", "unit of the money columns"),
}  # fmt: skip


@dataclass(frozen=True)
class Told:
    """A turn by hand."""

    query: str
    ask: str
    wanted: Mapping[str, str]
    uses: Mapping[str, int | None] = field(default_factory=dict)
    sets: Sequence[Mapping[str, Any]] = ()
    words: Sequence[tuple[int, str]] = ()
    """Earlier turns and the terms that it takes from their words."""
    results: Sequence[int] = ()
    pattern: Sequence[str] = ("construct",)
    items: Sequence[str] = ()


def _set(slot: str, act: str, version: int | None, reach: str = "on") -> dict[str, Any]:
    return {"slot": slot, "act": act, "version": version, "reach": reach}


@dataclass(frozen=True)
class Agreed:
    """What the terms of one dialogue mean."""

    first: int = 7
    then: int = 10
    what_if: int = 4

    @property
    def terms(self) -> dict[str, tuple[str, list[tuple[int, str, str]], str]]:
        """Slot → kind, versions (turn, words, code), and what one does who never heard of it."""
        out = "We leave out cancelled bookings from now on."
        return {
            "long_stay": ("line", [
                (2, f"A long stay is one of more than {self.first} nights.", str(self.first)),
                (6, f"From now on a long stay is one of more than {self.then} nights.", str(self.then)),
                (9, f"Suppose that a long stay were one of more than {self.what_if} nights.", str(self.what_if)),
            ], "0"),
            "counted": ("exclusion", [(3, out, 'lambda t: t[t["status"] != "cancelled"]')], "lambda t: t"),
            "income": ("measure", [
                (4, "Income is nights times price.", 'lambda t: t["nights"] * t["price"]'),
                (8, "From now on income is nights times price, plus the fee.",
                 'lambda t: t["nights"] * t["price"] + t["fee"]'),
            ], 'lambda t: t["price"]'),
            "thousand": ("unit", [(5, "Money is told in thousands.", "1000")], "1"),
        }  # fmt: skip

    @property
    def turns(self) -> list[Told]:
        """The turns, in order."""
        terms = self.terms
        says = {slot: [version[1] for version in versions] for slot, (_, versions, _) in terms.items()}
        series = ", a Series by city"
        return [
            Told(f"How many bookings has each city? Give me `sizes`{series}.",
                 'sizes = df.groupby("city").size()', {"sizes": "series"}, pattern=("fresh",)),
            Told(f"{says['long_stay'][0]} What is the mean price of long stays? Give me `long_price`{series}.",
                 'long_price = df[df["nights"] > long_stay].groupby("city")["price"].mean()', {"long_price": "series"},
                 {"long_stay": 0}, [_set("long_stay", "define", 0)]),
            Told(f"{says['counted'][0]} How many nights were booked? Give me `nights`{series}.",
                 'nights = counted(df).groupby("city")["nights"].sum()', {"nights": "series"},
                 {"counted": 0}, [_set("counted", "define", 0)], pattern=("convention",)),
            Told(f"{says['income'][0]} What is the income of each city? Give me `income_by_city`{series}.",
                 'kept = counted(df)\nincome_by_city = income(kept).groupby(kept["city"]).sum()',
                 {"income_by_city": "series"}, {"counted": 0, "income": 0}, [_set("income", "define", 0)],
                 [(3, "counted")]),
            Told(f"{says['thousand'][0]} Put the income of each city so. Give me `income_told`{series}.",
                 "income_told = income_by_city / thousand", {"income_told": "series"}, {"thousand": 0},
                 [_set("thousand", "define", 0)], [], [4], ("convention",)),
            Told(f"{says['long_stay'][1]} What is the income of long stays? Give me `long_income`{series}.",
                 'kept = counted(df)\nkept = kept[kept["nights"] > long_stay]\n'
                 'long_income = income(kept).groupby(kept["city"]).sum()', {"long_income": "series"},
                 {"counted": 0, "long_stay": 1, "income": 0}, [_set("long_stay", "change", 1)],
                 [(3, "counted"), (4, "income")], (), ("update", "inherit")),
            Told(f"What share of the income is that? Give me `share`{series}.",
                 "share = long_income / income_by_city", {"share": "series"}, {}, (), [], [6, 4], ("inherit",)),
            Told(f"{says['income'][1]} What is the income of each month? Give me `monthly`, a Series by month.",
                 'kept = counted(df)\nmonthly = income(kept).groupby(kept["month"]).sum()', {"monthly": "series"},
                 {"counted": 0, "income": 1}, [_set("income", "change", 1)], [(3, "counted")], (), ("update",)),
            Told(f"{says['long_stay'][2]} How many would there be? Give me `what_if`{series}.",
                 'kept = counted(df)\nwhat_if = kept[kept["nights"] > long_stay].groupby("city").size()',
                 {"what_if": "series"}, {"counted": 0, "long_stay": 2}, [_set("long_stay", "suppose", 2, "here")],
                 [(3, "counted")], (), ("counterfactual",)),
            Told(f"Back to our own line: how many are there really? Give me `long_counts`{series}.",
                 'kept = counted(df)\nlong_counts = kept[kept["nights"] > long_stay].groupby("city").size()',
                 {"long_counts": "series"}, {"counted": 0, "long_stay": 1}, (),
                 [(3, "counted"), (6, "long_stay")], (), ("rollback",)),
            Told(f"All bookings count again. What is the income of each city? Give me `all_income`{series}.",
                 'kept = counted(df)\nall_income = income(kept).groupby(kept["city"]).sum()',
                 {"all_income": "series"}, {"counted": None, "income": 1}, [_set("counted", "lift", None)],
                 [(8, "income")], (), ("convention",)),
            Told(f"Take long stays as at first, with the income as it is now. Give me `composed`{series}.",
                 'kept = counted(df)\nkept = kept[kept["nights"] > long_stay]\n'
                 'composed = income(kept).groupby(kept["city"]).sum()', {"composed": "series"},
                 {"counted": None, "long_stay": 0, "income": 1}, (),
                 [(2, "long_stay"), (8, "income"), (11, "counted")], (), ("compose",)),
            Told(f"How far is the income of all bookings above the first income? Give me `gap`{series}.",
                 "gap = all_income - income_by_city", {"gap": "series"}, {}, (), [], [11, 4], ("inherit",)),
            Told("Add up these gaps in thousands, as agreed. Give me `whole`, one value.",
                 "whole = float(gap.sum()) / thousand", {"whole": "value"}, {"thousand": 0}, (),
                 [(5, "thousand")], [13], ("inherit",)),
        ]  # fmt: skip


def table(seed: int, rows: int = 160) -> pd.DataFrame:
    """A table of bookings in which every term matters."""
    chance = random.Random(seed)
    cities, statuses = ("Oslo", "Bergen", "Porto", "Faro"), ("paid", "paid", "open", "cancelled")
    return pd.DataFrame(
        [
            {
                "city": chance.choice(cities),
                "status": chance.choice(statuses),
                "nights": chance.randint(1, 16),
                "price": chance.randint(40, 260),
                "fee": chance.randint(5, 90),
                "month": chance.randint(1, 6),
            }
            for _ in range(rows)
        ]
    )


def bound(agreed: Agreed, uses: Mapping[str, int | None], ask: str) -> str:
    """Return a turn's code: the slots by a view, the ask, and no slot left behind."""
    terms = agreed.terms
    lines = [
        f"{slot} = {terms[slot][2] if version is None else terms[slot][1][version][2]}"
        for slot, version in uses.items()
    ]
    return "\n".join([*lines, ask, *([f"del {', '.join(uses)}"] if uses else [])])


def _views(agreed: Agreed, turn: Told) -> Iterator[tuple[str, str, Mapping[str, int | None]]]:
    """Yield how one term that a turn uses may be forgotten there: a label, the term, and the view."""
    for slot, version in turn.uses.items():
        versions = agreed.terms[slot][1]
        for other in [None, *range(len(versions))]:
            supposed = slot == "long_stay" and other == 2
            if other == version:
                continue
            label = "never agreed" if other is None else "what-if kept" if supposed else f"version {other + 1}"
            if version is None and other is not None:
                label = "convention kept"
            yield f"{label}: {slot}", slot, {**turn.uses, slot: other}


def _ran(data: pd.DataFrame, codes: Sequence[str], name: str) -> Any:
    state: dict[str, Any] = {"df": data.copy(), "pd": pd}
    with redirect_stdout(io.StringIO()):
        for code in codes:
            exec(code, state)
    return state[name]


def forgetful(data: pd.DataFrame, agreed: Agreed, number: int) -> dict[str, Any]:
    """Return the forgetful analysts of a turn that are told from a careful one, each outcome once."""
    turns = agreed.turns
    turn = turns[number - 1]
    careful = [bound(agreed, each.uses, each.ask) for each in turns]
    (name, kind), found, seen = next(iter(turn.wanted.items())), {}, set[str]()
    right = _ran(data, careful[:number], name)
    ways = [(label, slot, "here", bound(agreed, view, turn.ask)) for label, slot, view in _views(agreed, turn)]
    for before in turn.results:
        path = [before, *[each for each in range(before + 1, number) if before in turns[each - 1].results]]
        for label, slot, view in _views(agreed, turns[before - 1]):
            again = [bound(agreed, view, turns[before - 1].ask), *[careful[each - 1] for each in path[1:]]]
            ways.append((f"{label}, since turn {before}", slot, "since", "\n".join([*again, careful[number - 1]])))
    for label, slot, how, code in ways:
        wrong = _ran(data, [*careful[: number - 1], code], name)
        outcome = str(digest(wrong))
        if outcome in seen or rules.same(kind, right, wrong, name):
            continue
        seen.add(outcome)
        script = answer_code(prelude("t.csv"), code, _intents(turn))
        found[label] = {"term": slot, "how": how, "script": script, "outcome": outcome}
    return found


def prelude(file: str) -> str:
    return f'import numpy as np\nimport pandas as pd\n\ndf = pd.read_csv("{file}")\n'


def _intents(turn: Told) -> list[Intent]:
    return [Intent.model_validate({"name": name, "type": kind}) for name, kind in turn.wanted.items()]


def write_evolving(folder: Path, *, dialogues: int = 1, open_terms: bool = False) -> Path:
    """Write the folder of a benchmark of evolving dialogues by hand, each over a table of its own."""
    (folder / RESOURCE).mkdir(parents=True)
    (folder / LINES).mkdir(parents=True)
    (folder / RESOURCE / SOURCE_FILE).write_text('"""None."""\n')
    (folder / RESOURCE / JSON_FILE).write_text("{}")
    lines, cases = [], []
    for number in range(1, dialogues + 1):
        data, agreed = table(number), Agreed(first=6 + number % 3, then=9 + number % 3, what_if=2 + number % 3)
        file = f"bookings_{number}.csv"
        data.to_csv(folder / RESOURCE / file, index=False)
        line, own = _dialogue(f"bookings_{number}.p1.s1.d1", file, data, agreed, open_terms)
        lines.append(line)
        cases += own
    (folder / LINES / "evolving.jsonl").write_text("".join(json.dumps(each) + "\n" for each in cases))
    (folder / DIALOGUES).write_text("".join(json.dumps(each) + "\n" for each in lines))
    return folder


def _dialogue(
    name: str, file: str, data: pd.DataFrame, agreed: Agreed, open_terms: bool
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    before, said, turns, cases = prelude(file), [], [], []
    setting = f"You analyse `{file}`: bookings with city, status, nights, price, fee and month."
    for number, turn in enumerate(agreed.turns, start=1):
        code = bound(agreed, turn.uses, turn.ask)
        said.append({"role": "user", "content": turn.query})
        depends = [
            {"turn": each, "term": slot, "version": turn.uses[slot], "via": "words", "distance": number - each}
            for each, slot in turn.words
        ] + [
            {"turn": each, "term": None, "version": None, "via": "result", "distance": number - each}
            for each in turn.results
        ]
        history = before.strip() + "\n"
        messages = [{"role": "system", "content": setting}, *said]
        arm = {"prompt_with_hist_txt": f"spelled out: {turn.query}", "prompt_with_hist_json": messages[-1:]}
        reference = answer_code(prelude(file), code, _intents(turn))
        types = list(turn.wanted.values())
        cases.append({
            "data_id": f"{name}.t{number:02d}",
            "domain_name": file.removesuffix(".csv"),
            "result_type": types[0],
            "current_query": turn.query,
            "prompt_with_hist_txt": "\n".join(each["content"] for each in messages),
            "prompt_with_hist_json": messages,
            "reference_answer": reference,
            "ref_code_hist": history,
            "ref_code_all": f"{history}\n{reference}",
            "eval_metrics": "",
            "pattern": list(turn.pattern),
            "turn": number,
            "depends_on": depends,
            "distance": max((each["distance"] for each in depends), default=0),
            "breadth": len({each["turn"] for each in depends}),
            "chain": 1 + bool(turn.results),
            "versions": max((len(agreed.terms[slot][1]) for slot in turn.uses), default=1),
            "forgetful": forgetful(data, agreed, number),
            "readings": [],
            "explicit": arm,
            "evidence": arm,
            "features": {},
            "level": "easy",
            "subset": None,
        })  # fmt: skip
        wanted = [(each.name, str(each.type)) for each in _intents(turn)]
        cases[-1]["eval_metrics"] = check_code(_intents(turn), leeways(cases[-1], wanted))
        items = ["thousand"] if open_terms and number == len(agreed.turns) else []
        turns.append({
            "turn": number, "question": 1, "instead": None, "client": None, "query": turn.query,
            "answer": f"`{next(iter(turn.wanted))}` is there.", "code": code,
            "intents": [{"name": each, "type": kind} for each, kind in turn.wanted.items()],
            "operations": [], "results": [], "failed_attempts": [], "cases": [cases[-1]["data_id"]],
            "sets": list(turn.sets), "uses": [{"slot": s, "version": v} for s, v in turn.uses.items()],
            "items": items, "ask": turn.ask,
        })  # fmt: skip
        before = f"{before.strip()}\n\n# Turn {number}\n{code}\n"
    terms = [
        {"slot": slot, "name": NAMES[slot], "kind": kind, "naive": naive, "phrasings": list(PHRASINGS[slot]),
         "versions": [{"turn": t, "says": says, "code": code, "void": False} for t, says, code in versions]}
        for slot, (kind, versions, naive) in agreed.terms.items()
    ]  # fmt: skip
    line = {
        "dialogue": name, "register": "statement", "ended": "done", "persona": {}, "scenario": {},
        "prelude": prelude(file), "questions": [], "turns": turns, "closing": None, "terms": terms,
    }  # fmt: skip
    return line, cases
