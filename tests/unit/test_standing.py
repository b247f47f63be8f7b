"""How a run stands: what came to nothing is counted, and each of it has a line."""

import json
from pathlib import Path

from company.archive import Archive
from company.families.dialogues.records import Dialogue, Plan, Turn
from company.run.status import lost, write_rejected


def test_turns_that_a_dialogue_is_short_of_are_counted_and_have_a_line(tmp_path: Path) -> None:
    told = {"stage": "dialogues", "position": 1, "status": "accepted"}
    with Archive.create(tmp_path) as archive:
        for scenario, done in (("a.p1.s1", 2), ("a.p1.s2", 5)):
            plan = f"{scenario}.plan"
            archive.put(Plan(id=plan, parent=scenario, speech="colloquial", turns=5, questions=(), **told))
            lines = {"prelude": "", "table_variable": "df", "turns": done, "ended": "the plan was worked through"}
            archive.put(Dialogue(id=f"{scenario}.d1", parent=plan, speech="colloquial", **lines, **told))
        failed = {**told, "status": "rejected", "reason": "the code still failed"}
        archive.put(
            Turn(id="a.p1.s2.d1.t01", parent="a.p1.s2.d1", question=1, query="?", answer="", code=None, **failed)
        )
        assert lost(archive) == {
            "dialogues: turns fewer than were asked for: the plan was worked through": 3,
            "dialogues: the code still failed": 1,
        }
        lines = [json.loads(line) for line in write_rejected(archive).read_text().splitlines()]
    assert [(line["id"], line.get("turns")) for line in lines] == [("a.p1.s1.d1", 3), ("a.p1.s2.d1.t01", None)]
