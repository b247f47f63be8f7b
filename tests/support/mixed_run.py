"""A run whose cases are of many categories, made by hand over the hand-made dialogue of the unit tests."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from PIL import Image

from company.archive import Archive
from company.families.dialogues.body.entries import Situation, choice_entry
from company.families.dialogues.body.histories import noisy, unseen
from company.families.dialogues.records import Case, Dialogue, Library, LibraryFunction, Persona, Rewording, Scenario
from company.families.shared.choices.records import Choice, Option
from company.records import Result

D = "shops.p1.s1.d1"
PNG = io.BytesIO()
Image.new("RGB", (12, 8), "teal").save(PNG, "PNG")
SOURCE = 'def top_of(frame, column):\n    """The highest value of a column."""\n    return float(frame[column].max())\n'


def make_mixed_run(dialogue: Any) -> Path:
    """A run with ten cases in seven categories; its folder."""
    run: Path = dialogue.resource.parent
    with Archive.create(run) as archive:
        archive.put(dialogue.table)
        archive.put_note("settings", {"model": {"seed": 7}, "table": {"licence": "CC BY 4.0", "source": "a stall"}})
        archive.put_note("backends", {"admin": {"name": "procedural", "model": "grammar, seed 7", "note": ""}})
        person = {"name": "Ada Berg", "location": "Oslo", "job_title": "baker", "background": "Runs a bakery."}
        archive.put(_record(Persona, "shops.p1", "shops", **person))
        archive.put(_record(Scenario, "shops.p1.s1", "shops.p1", name="Rent", description="Rents.", goal="Where?"))
        talk = {"table_variable": "shops", "prelude": dialogue.prelude, "turns": 5, "ended": "plan done"}
        archive.put(_record(Dialogue, D, "shops.p1.s1", speech="colloquial", **talk))
        for turn in dialogue.turns:
            shown = {"best": "433.25 crowns", "kinds": "['tea', 'bakery', 'books']"}
            results = tuple(
                Result(name=each.name, type=each.type, shown=shown.get(each.name, each.name), digest="0")
                for each in turn.intents
            )
            archive.put(turn.model_copy(update={"results": results}))
        archive.put_figures(f"{D}.t04", [PNG.getvalue()])
        function = LibraryFunction(name="top_of", code=SOURCE, stands_for=("max",))
        archive.put(_record(Library, f"{D}.lib", D, functions=(function,)))
        words = "State the best of these totals."
        archive.put(_record(Rewording, f"{D}.t02.r", f"{D}.t02", speech="statement", query=words))
        for entry, how in _entries(dialogue):
            archive.put(_record(Case, f"{entry['data_id']}.c", f"{D}.t01", entry=entry, **how))
    return run


def _record(kind: Any, record_id: str, parent: str, **more: Any) -> Any:
    return kind(id=record_id, parent=parent, stage=kind.__name__, position=1, status="accepted", **more)


def _entries(dialogue: Any) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    found: list[tuple[dict[str, Any], dict[str, Any]]] = [(dialogue.entry(n), {}) for n in (1, 2, 4, 5)]
    private = dialogue.entry(2)
    called = 'from decision_company import top_of\n\nbest = top_of(by_city, "sum")'
    prototype = dialogue.turns[1].code
    private |= {name: private[name].replace(prototype, called) for name in ("reference_answer", "ref_code_all")}
    private |= {"data_id": f"{D}.t02.private", "prototype_code": prototype}
    found.append((private, {"mode": "private"}))
    corrected = {**dialogue.entry(5), "data_id": f"{D}.t05.update_code", "current_query": "You forgot the tea."}
    corrected |= {
        "wrong": {"kind": "raises", "error": "KeyError", "slip": "other error"},
        "wrong_answers": {"the wrong version": "kinds = []"},
    }
    found.append((corrected, {"mode": "action", "action": "update_code"}))
    asked = {**dialogue.entry(1), "data_id": f"{D}.t01.clarification", "current_query": "The mean, please."}
    asked |= {"clarifications": [{"question": "Mean or median?", "answer": "The mean, please."}]}
    asked |= {
        "readings": [{"text": "the mean"}, {"text": "the median"}],
        "wrong_answers": {"the median": "by_city = 0"},
    }
    found.append((asked, {"mode": "action", "action": "clarification"}))
    figure = f"data/figures/{D}.t04.plot_qa.png"
    found.append((_chosen(dialogue, 4, "plot_qa", figure=figure), {"mode": "action", "action": "plot_qa"}))
    found.append((_chosen(dialogue, 1, "fast_fail"), {"mode": "action", "action": "fast_fail"}))
    found.append((_chosen(dialogue, 2, "insight_mining"), {"mode": "action", "action": "insight_mining"}))
    return found


def _chosen(dialogue: Any, position: int, action: str, **more: Any) -> dict[str, Any]:
    through = position - (action == "fast_fail")
    before = [turn for turn in dialogue.turns[:through] if turn.code is not None]
    names = ("Oslo", "Bergen", "Narvik", "Bodø")
    options = tuple(
        Option(text=f"{name}, as {action} has it", code=repr(name), slip="" if number == 0 else "another town")
        for number, name in enumerate(names)
    )
    choice = Choice(question=f"Which town sells most ({action})?", options=options, answer="'Oslo'")
    here = Situation(dialogue.table, dialogue.prelude, "shops", before, noisy(before, 5), unseen(before, 5))
    return choice_entry(here, choice, f"{D}.t{position:02d}.{action}", **more).line()
