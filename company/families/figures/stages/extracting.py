"""Stage: the data scientist extracts a table and a description from a plot, and says how hard it is, and what is wrong.

A table counts where it has nearly all values that the figure shows; else it is read off the figure. How hard a plot is
is counted; what was said of it is kept, to be told beside. Code decides what will do; where whoever extracted sees it
otherwise, people are asked.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from company.errors import ReplyError
from company.families.asking import marked, reply_to
from company.families.figures.curation.tables import counts, plain, read_off
from company.families.figures.gate.complaints import words_fault
from company.families.figures.origins.scripts import given_folder
from company.families.figures.records import Extract, Measurement, Script
from company.families.figures.replies import Extraction
from company.families.figures.settings import settings_of
from company.records import Status
from company.results.likeness.content import panels_of
from company.reviewing import UNDECIDED
from company.run.casting import sees
from company.run.stage import Office, Stage

_SEEN = " You see the plot as well."
_SHOWN = 20_000
"""Characters of a data file that a prompt shows."""


async def _extract(office: Office, measured: Measurement) -> AsyncIterator[Extract]:
    record_id, portrait = f"{measured.parent}.extract", measured.portrait
    picture = office.archive.figures(measured.id)[-1:]
    seen = picture if await sees("data_scientist", office.ledger) else []
    try:
        reply, talk = await reply_to(
            office,
            "data_scientist",
            ("extracting", record_id),
            "data_scientist_extract",
            Extraction,
            _brief(office, measured),
            pictures=seen,
            check=_unfit,
            seen=_SEEN if seen else "",
        )
    except ReplyError as problem:
        office.lost(record_id, "extracting", f"extraction: {problem}")
        return
    is_whole = counts(portrait, reply.table)
    table = plain(reply.table) if is_whole else read_off(portrait)
    if table is None:
        office.lost(
            record_id, "extracting", "extraction: its table lacks values, and the figure does not tell them all"
        )
        return
    status = _status(measured.step, reply.unfit)
    extract = Extract(
        id=record_id,
        parent=measured.id,
        stage="extracting",
        position=1,
        status=status,
        reason=_reason(measured, status),
        conversation=talk,
        description=reply.description.strip(),
        table=table,
        table_from="words" if is_whole else "figure",
        difficulty=measured.difficulty,
        said_difficulty=reply.difficulty,
        step=measured.step,
        why=measured.why,
        said_step=reply.unfit,
    )
    office.archive.put_figures(record_id, picture)
    yield marked(office, extract, [("description", extract.description)])


def _brief(office: Office, measured: Measurement) -> dict[str, Any]:
    return {
        "task": "extract_plot",
        "script": measured.path,
        "type": measured.plot_type,
        "code": measured.code,
        "files": _files(office, measured),
        "drawn": drawn_told(measured.portrait),
    }


def _status(step: str, said: str) -> Status:
    """Return what becomes of a plot: code decides, but what it alone refuses is kept for people to look at."""
    if not step:
        return "accepted"
    return "rejected" if said else "proposed"


def _reason(measured: Measurement, status: Status) -> str | None:
    """Return why a plot does not count, or not yet."""
    if not measured.step:
        return None
    return f"{UNDECIDED if status == 'proposed' else ''}{measured.step}: {measured.why}"


def _files(office: Office, measured: Measurement) -> list[dict[str, str]]:
    script = office.archive.get(measured.script)
    assert isinstance(script, Script), "what is measured is a script"
    folder = given_folder(office.archive.run, script.place)
    shown = {name: (folder / name).read_bytes()[:_SHOWN].decode("utf-8", "replace") for name in script.files}
    return [{"file": name, "content": content} for name, content in shown.items()]


def drawn_told(portrait: Any) -> list[dict[str, Any]]:
    """Return what is on each axes of a figure, without its values: words, and kinds of marks with their names."""
    found = []
    for panel in panels_of(portrait):
        words = {name: panel.page[name] for name in ("title", "xlabel", "ylabel", "zlabel") if panel.page.get(name)}
        names = [mark.name for mark in panel.marks if mark.name]
        kinds = list(dict.fromkeys(mark.kind for mark in panel.marks if mark.kind not in ("guide", "band")))
        found.append({**words, "marks": kinds, **({"names": names[:30]} if names else {})})
    return [{"title": portrait["title"]}, *found] if portrait["title"] else found


def _unfit(reply: Extraction) -> str | None:
    return words_fault(reply.description)


STAGE = Stage(
    "extracting",
    "measurement",
    _extract,
    prompts=("data_scientist_figures_role", "data_scientist_extract"),
    on=lambda settings: settings_of(settings).curates,
)
