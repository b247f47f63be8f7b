"""Stage: the admin draws a figure of the wanted type over the table; it runs, and can be told in words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from company.families.asking import reply_to, table_of
from company.families.dialogues.table_briefs import table_brief
from company.families.figures.gate.complaints import drawing_fault
from company.families.figures.gate.drawing import Drawn, drawn
from company.families.figures.records import Candidate, Original
from company.families.figures.replies import Script
from company.families.figures.settings import settings_of
from company.families.shared.chances import chance_of
from company.run.stage import Office, Stage
from company.tables.record import Table

_FIRST = 3
"""Columns that are named to be shown rather than others, so that figures differ."""
_SHOWN = ("measure", "category", "ordered_category", "flag", "date")


async def _draw(office: Office, candidate: Candidate) -> AsyncIterator[Original]:
    assert candidate.difficulty is not None, "what is drawn over a table is wanted of a difficulty"
    table, record_id = table_of(office), f"{candidate.id}.original"
    failures: list[dict[str, str]] = []
    brief = {
        "task": "draw_original",
        "type": candidate.plot_type,
        "difficulty": candidate.difficulty,
        "first": _columns(table, candidate.id),
        "table": table_brief(table),
        "failures": failures,
    }
    for _ in range(settings_of(office.settings).figures.corrections + 1):
        reply, talk = await reply_to(office, "admin", ("originals", record_id), "admin_original", Script, brief)
        found = await drawn(reply.code, office.resource, office.sandbox)
        wrong = (
            drawing_fault(reply.code, found.portrait, candidate.plot_type, candidate.difficulty)
            if isinstance(found, Drawn)
            else found
        )
        if wrong is None and isinstance(found, Drawn):
            office.archive.put_figures(record_id, [found.picture])
            yield Original(
                id=record_id,
                parent=candidate.id,
                stage="originals",
                position=1,
                status="accepted",
                conversation=talk,
                plot_type=candidate.plot_type,
                difficulty=candidate.difficulty,
                code=reply.code,
                portrait=found.portrait,
            )
            return
        failures.append({"code": reply.code, "wrong": str(wrong)})
        if len(failures) > 1 and failures[-1] == failures[-2]:
            break  # it would say the same again
    office.lost(record_id, "originals", f"{candidate.plot_type}, {candidate.difficulty}: {failures[-1]['wrong']}")


def _columns(table: Table, record_id: str) -> Sequence[str]:
    """Return columns in an order of chance, so that each figure shows others."""
    names = [each.name for each in table.columns if each.role in _SHOWN and each.meant not in ("id", "text")]
    return chance_of(record_id, "columns").sample(names, min(_FIRST, len(names)))


STAGE = Stage(
    "originals",
    "candidate",
    _draw,
    prompts=("admin_figures_role", "admin_original"),
    wants=lambda candidate: not candidate.original,
    on=lambda settings: not settings_of(settings).originals.given,
)
