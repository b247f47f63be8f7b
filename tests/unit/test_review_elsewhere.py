"""In Label Studio and Argilla one can really review: the dialogue, the table, figures and options come along.

What is exported and given back is tried on the tools' own packages, where these are installed.
"""

import base64
import json
from xml.etree import ElementTree

import pytest

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ReviewError
from company.reviewing.elsewhere import Part
from company.showing import Grid, Row
from company.showing.grids import cell
from human_review.interchange import commands
from human_review.interchange.argilla import records, responses
from human_review.interchange.label_studio import annotations, tasks
from human_review.interchange.label_studio.controls import regions
from human_review.interchange.reading import as_html, as_markdown, plain
from human_review.queueing.filling import fill
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Reject
from tests.support.argilla_stand_in import ME, serving
from tests.support.dialogue import make_dialogue
from tests.support.mixed_run import PNG, D, make_mixed_run
from tests.support.review import invited, submission

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_mixed_run(make_dialogue(tmp_path_factory.mktemp("mixed")))


@pytest.fixture(scope="module")
def exported(made, tmp_path_factory):
    """The run's queue in both tools' files."""
    out = tmp_path_factory.mktemp("exported")
    with Archive.open(made) as archive, ReviewStore(out / "queue.sqlite") as store:
        fill(archive, store, ReviewSettings(of=("table", "scenario", "turn", "case", "rewording")))
        tasks.write(store.database, out / "ls", archive)
        records.write(store.database, out / "argilla", {}, archive)
    return out


def task_of(exported, name, record):
    found = json.loads((exported / "ls" / f"{name}.json").read_text())
    return next(each["data"] for each in found if each["data"]["record"] == record)


def record_of(exported, name, record):
    found = json.loads((exported / "argilla" / name / "records.json").read_text())
    return next(each["fields"] for each in found if each["fields"]["record"] == record)


# what there is to read


def test_a_turn_is_read_in_its_dialogue_with_the_table_and_its_figure(exported):
    data = task_of(exported, "turn-judge-figure", f"{D}.t04")
    assert [each["author"] for each in data["talk"]] == ["data scientist", "chatbot"] * 4
    assert data["talk"][2]["text"] == "And the best total among these?"
    assert "best = float(by_city" in data["talk"][3]["text"] and "433.25 crowns" in data["talk"][3]["text"]
    assert data["talk"][6]["text"] == data["now_query"]
    assert "<td>Narvik</td>" in data["sheet"] and "Ada Berg" in data["sheet"] and "8 rows" in data["sheet"]
    assert base64.b64decode(data["figure_1"].partition(",")[2]) == PNG.getvalue()
    view = ElementTree.parse(exported / "ls" / "turn-judge-figure.xml").getroot()
    assert {each.tag: each.get("value") for each in view if each.tag in ("Paragraphs", "Image", "HyperText")} == {
        "Paragraphs": "$talk",
        "Image": "$figure_1",
        "HyperText": "$sheet",
    }
    fields = record_of(exported, "turn-judge", f"{D}.t04")
    assert [each["role"] for each in fields["talk"]] == ["data scientist", "chatbot"] * 4
    assert "```\nbest = float(by_city" in fields["talk"][3]["content"], "code is not escaped"
    assert fields["figure_1"] == data["figure_1"] and "| Narvik |" in fields["sheet"]
    assert "figure_1" not in record_of(exported, "turn-judge", f"{D}.t02")


def test_a_case_is_read_as_a_model_sees_it_with_options_and_what_they_come_to(exported, made):
    with Archive.open(made) as archive:
        case = archive.get(f"{D}.t01.fast_fail.c")
    data = task_of(exported, "case-judge", case.id)
    choice = case.entry["choice"]
    assert data["talk"][-1]["author"] == "data scientist, now" and data["talk"][-1]["text"] == choice["question"]
    plain_text = record_of(exported, "case-judge", case.id)["sheet"].replace("\\", "")
    for option in choice["options"]:
        assert f"<h4>Option {option['letter']}</h4>" in data["sheet"]
        for sheet in (data["sheet"], plain_text):
            assert (f"wrong: {option['slip']}" if option["slip"] else "right") in sheet
    coded = task_of(exported, "case-judge", f"{D}.t02.c")
    assert "<h4>Reference</h4>" in coded["sheet"] and "best = float(" in coded["sheet"]
    other = task_of(exported, "rewording-judge", f"{D}.t02.r")
    assert other["talk"][-1] == {
        "author": "data scientist, in other words",
        "text": "State the best of these totals.",
    }


def test_scenarios_and_tables_are_read_beside_the_client_and_the_first_rows(exported):
    scenarios = json.loads((exported / "ls" / "scenario-choose.json").read_text())[0]["data"]
    assert "Ada Berg" in scenarios["sheet"] and "<td>Bergen</td>" in scenarios["sheet"] and scenarios["options"]
    table = json.loads((exported / "ls" / "table-judge.json").read_text())[0]["data"]
    assert "<td>Bergen</td>" in table["sheet"] and "shown_description" in table


def test_what_models_wrote_is_text_in_every_form():
    row = Row(HOSTILE, (cell(f"a | {HOSTILE}\n`b`"),))
    part = Part(HOSTILE, f"{HOSTILE}\n\n# no heading\n[no](http://link)", Grid((HOSTILE,), (row,), HOSTILE))
    html, markdown = as_html([part, Part("c", HOSTILE, code=True)]), as_markdown([part])
    assert "<img" not in html and html.count("&lt;img") == 7
    assert "<img" not in markdown and "\\# no heading" in markdown and "\\[no\\]\\(http" in markdown
    (line,) = [each for each in markdown.splitlines() if "\\`b" in each]
    assert line.count("|") - line.count("\\|") == 3, "a cell stays a cell"
    code = "x = '''\n````\n" + HOSTILE
    assert as_markdown([Part("c", code, code=True)]).endswith(f"`````\n{code}\n`````")
    assert plain(f"{HOSTILE} ```\n{HOSTILE}\n```").count("&lt;") == 1, "what is fenced is text already"


# Argilla's responses


@pytest.fixture
def queue(made, tmp_path):
    """A queue of turns and scenarios, and how its records come back with these answers: record → user → answers."""
    with Archive.open(made) as archive, ReviewStore(tmp_path / "queue.sqlite") as store:
        fill(archive, store, ReviewSettings(of=("scenario", "turn"), overlap=2))

        def answered(name, said, status="submitted"):
            records.write(store.database, tmp_path / name, {}, archive)
            found = json.loads((tmp_path / name / "turn-judge" / "records.json").read_text())
            for record in found:
                for user, told in said.get(record["fields"]["record"], {}).items():
                    for question, value in told.items():
                        one = {"value": value, "user_id": user, "status": status}
                        record["responses"].setdefault(question, []).append(one)
            (file := tmp_path / f"{name}.json").write_text(json.dumps(found))
            return file

        yield store, answered


ANN = ME["id"]
PREFILLED = {"new_query": "And the best total among these?", "new_answer": "Here is what the table says."}


def test_responses_become_verdicts_of_named_reviewers(queue):
    store, answered = queue
    said = {
        f"{D}.t01": {ANN: {"verdict": "reject", "reasons": "dull\n\ngrey"}},
        f"{D}.t02": {
            ANN: {"verdict": "accept", **PREFILLED},
            "other": {"verdict": "edit", **PREFILLED, "new_query": "The best?"},
        },
    }
    done = responses.read(store.database, answered("a", said), {ANN: "Ann"})
    assert (done.taken, done.refused, done.invited) == (3, [], ["Ann", "Argilla user other"])
    (first,), (second,) = store.of_record(f"{D}.t01"), store.of_record(f"{D}.t02")
    assert [each.content for each in store.verdicts(first.id, None)] == [Reject(reasons=("dull", "grey"))]
    assert [each.content for each in store.verdicts(second.id, None)] == [
        Accept(),
        Edit(changes={"query": "The best?"}),
    ]
    assert second.state == "adjudication"
    again = responses.read(store.database, answered("b", said), {ANN: "Ann"})
    assert (again.taken, again.known, again.refused) == (0, 5, []), "ours that were exported, and theirs"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"verdict": "accept", **PREFILLED, "new_query": "x"}, "accepted, and yet query was changed"),
        ({"verdict": "edit", **PREFILLED}, "an edit that changes nothing"),
        ({"verdict": "reject"}, "reasons"),
        ({"reasons": "dull"}, "no verdict is chosen"),
        ({"verdict": "fine"}, "'fine' is no verdict"),
    ],
)
def test_responses_that_are_no_verdict_are_told_and_kept(queue, told, words):
    store, answered = queue
    said = {f"{D}.t02": {ANN: told}, f"{D}.t01": {ANN: {"verdict": "accept"}}}
    done = responses.read(store.database, answered("a", said), {ANN: "Ann"})
    assert done.taken == 1 and len(done.refused) == 1 and words in done.refused[0]
    (kept,) = [each for each in store.events() if each.what == "refused"]
    assert kept.content["from"] == "Argilla" and kept.content["result"] == told


def test_drafts_are_no_responses_and_other_files_are_refused(queue, tmp_path):
    store, answered = queue
    said = {f"{D}.t01": {ANN: {"verdict": "accept"}}}
    done = responses.read(store.database, answered("a", said, "draft"), {})
    assert (done.taken, done.skipped) == (0, 1)
    for text, words in (("{", "is not JSON"), ("{}", "no list of records"), ('[{"fields": {}}]', "no item and hash")):
        (tmp_path / "f.json").write_text(text)
        with pytest.raises(ReviewError, match=words):
            responses.read(store.database, tmp_path / "f.json", {})


def test_choices_come_back_by_their_place(queue, made, tmp_path):
    store, _ = queue
    with Archive.open(made) as archive:
        records.write(store.database, tmp_path / "c", {}, archive)
    file = tmp_path / "c" / "scenario-choose" / "records.json"
    found = json.loads(file.read_text())
    found[0]["responses"] = {"verdict": [{"value": "1", "user_id": ANN}]}
    file.write_text(json.dumps(found))
    assert responses.read(store.database, file, {}).taken == 1
    (item,) = store.items(kind="scenario")
    assert store.verdicts(item.id, None)[0].content == Choose(option="shops.p1.s1")


def test_the_command_takes_either_tools_files_and_a_folder(queue, made, tmp_path, capsys):
    import argparse

    store, answered = queue
    file = answered("a", {f"{D}.t01": {ANN: {"verdict": "accept"}}})
    (tmp_path / "run").mkdir()
    store.database.close()
    (tmp_path / "queue.sqlite").rename(tmp_path / "run" / "review.sqlite")
    folder = tmp_path / "a" / "turn-judge"
    file.rename(folder / "records.json")
    parser = argparse.ArgumentParser()
    commands.add(parser.add_subparsers())
    chosen = parser.parse_args(["import", str(folder), "--person", f"{ANN}=Ann"])
    chosen.run, chosen.database = tmp_path / "run", None
    assert chosen.call(chosen) == 0
    assert "1 taken" in capsys.readouterr().out
    chosen.file = tmp_path / "a" / ".." / "nothing"
    with pytest.raises(ReviewError, match="is not there"):
        chosen.call(chosen)


# on the tools' own packages


def test_label_studios_own_package_takes_interfaces_tasks_and_annotations(exported, made, tmp_path):
    sdk = pytest.importorskip("label_studio_sdk.label_interface", reason="not tried on Label Studio's SDK")
    with Archive.open(made) as archive, ReviewStore(tmp_path / "queue.sqlite") as store:
        fill(archive, store, ReviewSettings(of=("scenario", "turn", "case"), overlap=1))
        for name in ("turn-judge", "turn-judge-figure", "case-judge", "scenario-choose"):
            interface = sdk.LabelInterface((exported / "ls" / f"{name}.xml").read_text())
            interface.validate()
            found = json.loads((exported / "ls" / f"{name}.json").read_text())
            for task in found:
                assert interface.validate_task({"data": task["data"]}), name
                kind = store.kinds[task["data"]["kind"]]
                _, body = store.item(task["data"]["item"])
                reject = Reject(reasons=("dull",))
                said = [reject, Choose(option=body["options"][0]["id"])] if "options" in body else [Accept(), reject]
                if kind.name == "turn":
                    said.append(Edit(changes={"query": "x"}))
                for each in said:
                    made_there = {"result": regions(each, kind, task["data"]["form"], body, "x7")}
                    assert interface.validate_annotation(made_there), (name, each)
                task["annotations"] = [{"id": 1, "completed_by": {"id": 1, "email": "ann@x.org"}, **made_there}]
            (tmp_path / "project.json").write_text(json.dumps(found))
            done = annotations.read(store.database, tmp_path / "project.json", {})
            assert (done.taken, done.refused) == (len(found), [])


def test_argillas_own_package_takes_settings_and_records_and_what_it_writes_comes_back(exported, made, tmp_path):
    rg = pytest.importorskip("argilla", reason="not tried on Argilla's package")
    from argilla.records._io import JsonIO

    with serving() as address:
        rg.Argilla(api_url=address, api_key="key", retries=0)
        for folder in sorted((exported / "argilla").iterdir()):
            settings = rg.Settings.from_json(folder / ".argilla" / "settings.json")
            settings.validate()
            questions = {each.name for each in settings.questions}
            fields = {each.name: each for each in settings.fields}
            found = JsonIO._records_from_json(folder / "records.json")
            for record in found:
                assert set(record.fields) <= fields.keys() and record.api_model().fields["record"]
                assert {each.question_name for each in record.suggestions} <= questions
                assert all(name in record.fields for name, each in fields.items() if each.required)
        assert type(fields["talk"]).__name__ == "ChatField" and type(fields["figure_1"]).__name__ == "ImageField"
        assert folder.name == "turn-judge"
        for record in found:
            record.responses.add(rg.Response("verdict", "reject", user_id=ME["id"], status="submitted"))
            record.responses.add(rg.Response("reasons", "dull", user_id=ME["id"], status="submitted"))
        JsonIO.to_json(found, tmp_path / "records.json")
    with Archive.open(made) as archive, ReviewStore(tmp_path / "queue.sqlite") as store:
        fill(archive, store, ReviewSettings(of=("turn",), overlap=1))
        done = responses.read(store.database, tmp_path / "records.json", {ME["id"]: "Ann"})
        assert (done.taken, done.refused, done.invited) == (len(found), [], ["Ann"])
        assert {each.state for each in store.items()} == {"decided"}


def test_nothing_that_is_said_of_open_items_comes_along_with_an_archive(made, tmp_path):
    with Archive.open(made) as archive, ReviewStore(tmp_path / "queue.sqlite") as store:
        fill(archive, store, ReviewSettings(of=("turn",), overlap=2))
        (ann,) = invited(store, "Ann")
        (item,) = store.of_record(f"{D}.t02")
        store.submit(ann, submission(store.take(ann, item.id), Reject(reasons=("a secret until all have judged",))))
        tasks.write(store.database, tmp_path / "ls", archive)
        records.write(store.database, tmp_path / "argilla", {}, archive)
    files = [each for each in tmp_path.rglob("*.json")]
    assert len(files) == 2 + 3 and not any("a secret" in each.read_text() for each in files)
