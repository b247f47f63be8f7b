"""A review in Label Studio itself: its own server takes our tasks, somebody annotates, and what they said comes back.

`make label-studio` installs it apart, starts it on this machine alone, and runs this; nothing else starts it.
"""

import json
import os
import time

import httpx
import pytest

from company.archive import Archive
from company.config import ReviewSettings
from human_review.interchange.label_studio import annotations, tasks
from human_review.queueing.filling import fill
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Reject
from tests.support.dialogue import make_dialogue
from tests.support.mixed_run import make_mixed_run

ADDRESS, TOKEN = os.environ.get("LABEL_STUDIO_URL", ""), os.environ.get("LABEL_STUDIO_TOKEN", "")
PATIENCE_SECONDS = 60
pytestmark = [
    pytest.mark.skipif(not ADDRESS, reason="nothing was tried on Label Studio's own server: run `make label-studio`"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def studio():
    with httpx.Client(base_url=ADDRESS, headers={"Authorization": f"Token {TOKEN}"}, timeout=120) as client:
        yield client


@pytest.fixture(scope="module")
def queue(tmp_path_factory):
    run = make_mixed_run(make_dialogue(tmp_path_factory.mktemp("mixed")))
    with Archive.open(run) as archive, ReviewStore(run / "queue.sqlite") as store:
        fill(archive, store, ReviewSettings(of=("table", "scenario", "turn", "case", "rewording"), overlap=1))
        tasks.write(store.database, run / "ls", archive)
        yield run / "ls", store


def asked(studio, method, place, wanted, **more):
    """What its REST API answers."""
    answer = studio.request(method, place, **more)
    assert answer.status_code == wanted, f"{method} {place}: {answer.status_code} {answer.text[:2_000]}"
    return answer.json()


def in_a_project(studio, folder, name):
    """A project for one of the exported pairs; its number, and its tasks as it has taken them in."""
    made = asked(studio, "POST", "/api/projects", 201, json={"title": f"{name} {time.time():.0f}"[:50]})
    interface = {"label_config": (folder / f"{name}.xml").read_text()}
    asked(studio, "POST", f"/api/projects/{made['id']}/validate", 200, json=interface)
    asked(studio, "PATCH", f"/api/projects/{made['id']}", 200, json=interface)
    given = json.loads((folder / f"{name}.json").read_text())
    asked(studio, "POST", f"/api/projects/{made['id']}/import", 201, json=given)
    there: list[dict] = []
    deadline = time.monotonic() + PATIENCE_SECONDS
    while len(there) < len(given) and time.monotonic() < deadline:
        time.sleep(0.2)
        listed = studio.get("/api/tasks", params={"project": made["id"], "page_size": 100, "fields": "all"})
        there = listed.json().get("tasks", []) if listed.status_code == 200 else []
    assert [each["data"]["item"] for each in there] == [each["data"]["item"] for each in given]
    return made["id"], there


def exported(studio, project, file):
    """The project as it exports itself."""
    answer = studio.get(f"/api/projects/{project}/export", params={"exportType": "JSON"})
    assert answer.status_code == 200, answer.text
    file.write_bytes(answer.content)
    return file


def region(name, kind, **value):
    """A part of an annotation, as Label Studio's editor writes it."""
    return {"from_name": name, "to_name": "record", "type": kind, "value": value}


def answer_to(task, number):
    """An annotation of a task, of each sort in turn, and the verdict that it is."""
    data = task["data"]
    if data["form"] == "choose":
        return [region("verdict", "choices", choices=[data["choices"][0]["value"]])], Choose
    now = {name.removeprefix("now_"): value for name, value in data.items() if name.startswith("now_")}
    if number % 3 == 1:
        why = region("reasons", "textarea", text=["it says nothing", "nobody would ask this"])
        return [region("verdict", "choices", choices=["reject"]), why], Reject
    if number % 3 == 2 and now:
        changed = next(iter(now))
        new = {**now, changed: f"{now[changed]} (as said there)"}
        texts = [region(f"new_{name}", "textarea", text=[value]) for name, value in new.items()]
        return [region("verdict", "choices", choices=["edit"]), *texts], Edit
    return [region("verdict", "choices", choices=["accept"])], Accept


def test_interfaces_tasks_and_annotations_go_there_and_verdicts_come_back(studio, queue, tmp_path):
    folder, store = queue
    names = sorted(file.stem for file in folder.glob("*.xml"))
    assert len(names) >= 5
    wanted: dict[str, type] = {}
    for name in names:
        project, there = in_a_project(studio, folder, name)
        for number, task in enumerate(there):
            result, kind = answer_to(task, number)
            asked(studio, "POST", f"/api/tasks/{task['id']}/annotations/", 201, json={"result": result})
            wanted[task["data"]["item"]] = kind
        done = annotations.read(store.database, exported(studio, project, tmp_path / f"{name}.json"), {})
        assert (done.taken, done.refused) == (len(there), []), name
    decided = {item: store.item(item)[0].decision for item in wanted}
    assert {item: type(each) for item, each in decided.items()} == wanted
    assert {Accept, Edit, Reject, Choose} == set(wanted.values()), "each way to answer was tried"


def test_what_was_said_goes_there_too_and_is_known_when_it_comes_back(studio, queue, tmp_path):
    _, store = queue
    with Archive.open(queue[0].parent) as archive:
        tasks.write(store.database, tmp_path / "ls", archive)
    project, there = in_a_project(studio, tmp_path / "ls", "turn-judge")
    done = annotations.read(store.database, exported(studio, project, tmp_path / "again.json"), {})
    assert (done.taken, done.known, done.refused) == (0, len(there), [])
