"""A run made by hand with a bit of everything to show: a plot, a correction, a question back, cases of some kinds."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from company.archive import Archive, Call
from company.families.dialogues.records import (
    Attempt,
    Case,
    Dialogue,
    Library,
    LibraryFunction,
    Persona,
    Plan,
    Question,
    Scenario,
    Turn,
)
from company.records import Execution, Intent, Message, Record, Result, RunError
from company.run.stage import LOST
from company.tables.record import Table
from tests.support.review_run import made

D = "shop.p1.s1.d1"
OTHER = "shop.p2.s1.d1"
CODE = "by_city = df.groupby('city')['sales'].sum()  # <by city>"
FACTS: dict[str, dict[str, Any]] = {
    "dataframe": {
        "rows": 7,
        "width": 3,
        "columns": ["city", "sales", "share"],
        "index": [0, 1],
        "head": [["Rome", 3, 0.25], ["Turin", 8.5, None]],
    },
    "series": {"length": 2, "name": "sales", "index_name": "city", "head": [["Rome", 3], ["Turin", 8]]},
    "plot": {"axes": [{"title": "Sales", "xlabel": "city", "ylabel": "", "artists": {"bars": 2}}]},
    "value": {"value": 11},
}


def png(width: int = 32, height: int = 20) -> bytes:
    drawn = io.BytesIO()
    Image.new("RGB", (width, height), "steelblue").save(drawn, "png")
    return drawn.getvalue()


def _result(name: str, kind: str) -> Result:
    return Result(name=name, type=kind, shown=f"{name} as text", digest="0", facts=FACTS[kind])


def _ran(code: str, *results: Result) -> Attempt:
    return Attempt(code=code, execution=Execution(ok=True, output="printed", results=results))


def _failed(code: str) -> Attempt:
    error = RunError(type="KeyError", message="'town'", line=1)
    return Attempt(code=code, execution=Execution(ok=False, error=error))


def _talk(*words: tuple[str, str]) -> tuple[Message, ...]:
    return tuple(Message(speaker=speaker, text=text) for speaker, text in words)


def turn(position: int, kinds: tuple[str, ...], dialogue: str = D, **more: Any) -> Turn:
    results = tuple(_result("plot" if kind == "plot" else f"r_{kind}", kind) for kind in kinds)
    told = {
        "question": 1,
        "query": f"query {position}",
        "answer": f"answer {position}",
        "code": CODE,
        "intents": tuple(Intent(name=each.name, type=each.type) for each in results),
        "attempts": (_ran(CODE, *results),),
        "results": results,
        "operations": ("groupby", "aggregate"),
        "conversation": _talk(("data_scientist", f"query {position}"), ("chatbot", "first words"), ("chatbot", "done")),
    }
    return made(Turn, f"{dialogue}.t{position:02d}", dialogue, "dialogues", position, **{**told, **more})


def entry(data_id: str, **more: Any) -> dict[str, Any]:
    said = [("system", "setting"), ("user", "vague"), ("assistant", "wrong:\n\n```python\nx = 0\n```"), ("user", "q")]
    return {
        "data_id": data_id,
        "domain_name": "shop",
        "result_type": "dataframe",
        "current_query": "query 1",
        "prompt_with_hist_txt": "prompt",
        "prompt_with_hist_json": [{"role": role, "content": content} for role, content in said],
        "reference_answer": CODE,
        "ref_code_hist": "import pandas as pd\n",
        "ref_code_all": CODE,
        "eval_metrics": "print(True)",
        **more,
    }


def choice(data_id: str) -> dict[str, Any]:
    options = [
        {"letter": letter, "text": text, "code": "1", "template": "", "slip": slip}
        for letter, text, slip in (("A", "Rome", "another city"), ("B", "Turin", ""), ("C", "Bari", "no city of ours"))
    ]
    field = {"question": "Which city?", "setup": "", "answer": "True", "options": options}
    listed = "A. Rome\nB. Turin\nC. Bari"
    return entry(
        data_id,
        choice=field,
        result_type="multi_choice",
        current_query=f"Which city?\n\n{listed}",
        reference_answer='{"correct_answer": "B"}',
    )


def case(turn_id: str, action: str | None = None, made_by: str = "cases", **more: Any) -> Case:
    data_id = f"{turn_id}.{action}" if action else turn_id
    line = choice(data_id) if action in ("insight_mining", "plot_qa") else entry(data_id)
    if action == "update_code":
        line |= {"current_query": "No, that is wrong.", "wrong": {"kind": "raises", "error": "KeyError"}}
    told = {"entry": line, "mode": "action" if action else "normal", "action": action}
    name = f"{turn_id}.{action or 'normal'}"
    return made(Case, name, turn_id, action or made_by, **{**told, **more})


def _people(number: int) -> list[Record]:
    above = f"shop.p{number}"
    person = {"name": f"Ada {number}", "location": "Turin", "job_title": "buyer", "background": "Buys for shops."}
    asked = Question(text="Which city sells most?", result_types=("dataframe",), columns=("city", "sales"))
    agreeing = _talk(("data_scientist", "a draft"), ("client", "Make it shorter."))
    told = {"table_variable": "df", "prelude": "import pandas as pd\n", "turns": 3, "ended": "plan done"}
    speech = "statement" if number == 1 else "colloquial"
    plan = {"speech": speech, "turns": 3, "questions": (asked,), "conversation": agreeing}
    return [
        made(Persona, above, "shop", "personas", number, **person),
        made(Scenario, f"{above}.s1", above, "scenarios", name="Where to open", description="d", goal="Know a city."),
        made(Plan, f"{above}.s1.plan", f"{above}.s1", "plans", **plan),
        made(Dialogue, f"{above}.s1.d1", f"{above}.s1.plan", "dialogues", speech=speech, **told),
    ]


def records() -> list[Record]:
    """Every record of the run."""
    first = (_failed(CODE.replace("city", "town")), *turn(1, ("dataframe",)).attempts)
    words = _talk(
        ("data_scientist", "query 1"), ("chatbot", "too quick"), ("chatbot", "now it is right"), ("chatbot", "answer 1")
    )
    table = {"name": "shop", "file": "shop.csv", "sha256": "", "rows": 7, "columns": (), "description": "Shops."}
    function = LibraryFunction(name="add_up", code="def add_up(): ...", stands_for=("sum",))
    ids = [f"{D}.t{number:02d}" for number in (1, 2, 3, 4)]
    return [
        made(Table, "shop", None, "tables", **table),
        *_people(1),
        *_people(2),
        turn(1, ("dataframe",), attempts=first, conversation=words),
        turn(2, ("plot", "value")),
        turn(3, (), code=None, attempts=(), answer="Which measure do you mean?"),
        turn(4, ("series",)),
        turn(1, ("value",), OTHER),
        turn(2, (), OTHER, status="rejected", reason="the code still failed", code=None, answer="", attempts=first[:1]),
        made(Library, f"{D}.lib", D, "private_library", functions=(function,)),
        case(ids[0]),
        case(ids[0], "update_code"),
        case(ids[1], "plot_qa"),
        case(
            ids[3], "insight_mining", status="proposed", reason="passed the gate, beyond the number that was asked for"
        ),
        case(f"{OTHER}.t01", status="rejected", reason=f"same query and code as {ids[0]}"),
    ]


def reported_run(folder: Path, change: Callable[[Record], Record] = lambda record: record) -> Path:
    """The run in a folder; `change` is done to every record before it is written."""
    with Archive.create(folder) as archive:
        for record in records():
            archive.put(change(record))
        for number in (1, 2):
            archive.put_figures(f"{D}.t{number:02d}", [png()] if number == 2 else [])
        archive.put_note("targets", {"normal": 2, "update_code": 1, "plot_qa": 1, "insight_mining": 0})
        archive.put_note("backends", {"chatbot": {"name": "openai", "model": "some-model", "note": ""}})
        archive.put_note("sandbox", {"forks": True, "layers": {"limits": "on", "seccomp": "no such call"}})
        archive.put_fact(LOST, "update_code", "shop.p1.s1.d1.t02", content="it gives the same results")
        for place, usd in enumerate((0.25, None)):
            told = {"role": "chatbot", "stage": "dialogues" if place else "cases", "record": D, "backend": "openai"}
            tokens = {"prompt_tokens": 1200, "completion_tokens": 30 if usd else None}
            sent = {"model": "some-model", "messages": "[]", "reply": "{}", "finish_reason": "stop"}
            archive.put_call(Call(request=str(place), usd=usd, **told, **tokens, **sent))
    return folder
