"""Stage: of each script that plots may be curated from, it is told what it draws, and which filter refuses it.

It runs in a warm interpreter, and in a cold one with another hash seed and another state of its sources of random
numbers. What draws the same each time is looked at by the filters; no model is asked here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.families.figures.body import aspect_of
from company.families.figures.chart_types import category_of
from company.families.figures.curation.filters import (
    FAILS,
    JUDGED,
    UNSTABLE,
    Plot,
    Refusal,
    aspect_fault,
    refusal,
)
from company.families.figures.gate.drawing import Drawn, drawn_alone
from company.families.figures.origins.scripts import given_folder
from company.families.figures.records import Measurement, Script
from company.families.figures.settings import settings_of
from company.families.figures.shapes import counted, type_of
from company.families.figures.stages.drawing import same
from company.run.stage import Office, Stage


async def _measure(office: Office, script: Script) -> AsyncIterator[Measurement]:
    record_id, folder = f"{script.id}.measured", given_folder(office.archive.run, script.place)
    found = await _drawn(office, script)
    if isinstance(found, Refusal):
        office.lost(record_id, "measuring", str(found))
        return
    office.archive.put_figures(record_id, [found.picture])
    files = {name: (folder / name).read_bytes() for name in script.files}
    aspects = settings_of(office.settings).curation.aspect
    plot = Plot(script.code, files, found.portrait, aspect_of(found.picture))
    refused = refusal(plot, aspects)
    # A model may see otherwise what code, files and figure are; not how wide a picture is.
    hopeless = refused is not None and (refused.step not in JUDGED or aspect_fault(plot.aspect, aspects) is not None)
    plot_type = type_of(found.portrait)
    yield Measurement(
        id=record_id,
        parent=script.id,
        stage="measuring",
        position=1,
        status="rejected" if hopeless else "accepted",
        reason=str(refused) if hopeless else None,
        plot_type=plot_type,
        category=category_of(plot_type),
        difficulty=counted(found.portrait)["difficulty"],
        aspect=plot.aspect,
        code=script.code,
        portrait=found.portrait,
        script=script.id,
        path=script.path,
        step="" if refused is None else refused.step,
        why="" if refused is None else refused.why,
    )


async def _drawn(office: Office, script: Script) -> Drawn | Refusal:
    """Return what a script draws each time, or why it draws nothing that counts."""
    folder = given_folder(office.archive.run, script.place)
    found = await drawn_alone(script.code, folder, office.sandbox)
    if isinstance(found, str):
        return Refusal(FAILS, found)
    if found.portrait["left_out"]["series"] or found.portrait["left_out"]["axes"]:
        return Refusal(FAILS, "it draws more than can be compared")
    again = await drawn_alone(script.code, folder, office.sandbox, cold=True)
    if not isinstance(again, Drawn) or not same(found.portrait, again.portrait):
        return Refusal(UNSTABLE, "it draws something else the second time")
    return found


STAGE = Stage("measuring", "script", _measure, on=lambda settings: settings_of(settings).curates)
