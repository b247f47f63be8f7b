"""Serves items of the forms that no kind of record is judged on today: `python forms_server.py RUN PORT`.

`company review` itself would take them out of its queue, since no record of the run is behind them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from company.config import ReviewSettings
from company.families.dialogues.records import Persona, Scenario
from company.reviewing.kinds import FormName
from human_review.store import Proposal, ReviewStore
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.signing import Keys

ALONE: tuple[FormName, ...] = ("rank", "keep", "answer", "score")


def proposals() -> list[Proposal]:
    """One item of each form."""
    told = {"parent": "wine", "stage": "personas", "position": 1, "name": "Ada", "location": "Turin"}
    client = Persona(id="wine.p01", **told, job_title="buyer", background="buys wine for two restaurants")
    ideas = [
        Scenario(
            id=f"wine.p01.s{number}",
            parent="wine.p01",
            stage="scenarios",
            position=number,
            name=name,
            description=f"{name}, by cultivar",
            goal=f"a list of {name}",
        )
        for number, name in enumerate(("strong wines", "light wines", "dear wines"), 1)
    ]
    bodies = {form: client.model_dump(mode="json") for form in ALONE}
    bodies["rank"] = {"options": [each.model_dump(mode="json") for each in ideas]}
    return [
        Proposal(
            record="wine.p01",
            kind="scenario" if form == "rank" else "persona",
            form=form,
            hash=f"hash of {form}",
            why="rest",
            place=str(number),
            overlap=1,
            body=bodies[form],
        )
        for number, form in enumerate(ALONE)
    ]


def main(run: Path, port: int) -> None:
    with ReviewStore.of_run(run) as store:
        store.add(proposals())
        token = store.invite("Eve", "admin")
        sys.stdout.write(f"http://127.0.0.1:{port}/enter#{token}\n")
        sys.stdout.flush()
        desk = Desk(run, store, ReviewSettings(), Keys.of_run(run))
        uvicorn.run(application(desk), host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
