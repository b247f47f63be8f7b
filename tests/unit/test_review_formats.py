"""The queue in other tools' formats: what is told, what is not, and what comes back."""

import argparse
import json
from xml.etree import ElementTree

import pytest

from company.errors import ReviewError
from company.families.dialogues.records import Turn
from company.families.dialogues.review.kinds import KINDS
from human_review.interchange import commands, huggingface
from human_review.interchange.accounts import words
from human_review.interchange.argilla import records as argilla
from human_review.interchange.label_studio import annotations, tasks
from human_review.interchange.label_studio.controls import Layout, interface, regions, said, shown_in
from human_review.store import FILE, ReviewStore
from human_review.store.database import Database
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Score
from tests.support.review import Clock, given, invited, options, persona, proposal, submission

HOSTILE = "<img src=x onerror=alert(1)> \"&'<=>\n=1+1 $record ]]>"
TAG_OF = {"choices": "Choices", "textarea": "TextArea", "number": "Number", "ranker": "Ranker"}
OPTIONS = {"options": [{"id": f"s{each}", "kind": "scenario", "goal": HOSTILE} for each in (1, 2, 3)]}
SAID = [
    ("judge", Accept()),
    ("judge", Edit(changes={"background": f"buys\n\n{HOSTILE}"})),
    ("judge", Reject(reasons=("dull", HOSTILE))),
    ("choose", Choose(option="s2")),
    ("choose", Reject(reasons=("none fits",))),
    ("keep", Keep(keep=True)),
    ("keep", Keep(keep=False)),
    ("rank", Rank(order=("s3", "s1", "s2"))),
    ("answer", Answer(reply="unsure", flags=("biased", "hard to understand"))),
    ("answer", Answer(reply="no")),
    ("score", Score(score=62.5)),
]


@pytest.fixture
def store(tmp_path):
    with ReviewStore(tmp_path / FILE, clock=Clock()) as opened:
        yield opened


@pytest.fixture
def database(store, tmp_path):
    opened = Database(tmp_path / FILE)
    yield opened
    opened.close()


def judged(store):
    """Three items: decided after an adjudication, in review with one verdict, and untouched; and a choice, decided."""
    ann, bob = invited(store, "ann@x.org", "Bob")
    (cy,) = invited(store, "Cy", role="adjudicator")
    store.add([proposal(1), proposal(2), proposal(3), options(4, overlap=1)])
    first = given(store, ann)
    store.submit(ann, submission(first, seconds=12.5))
    store.submit(bob, submission(given(store, bob), Reject(reasons=("dull", "grey"))))
    store.submit(cy, submission(store.take(cy, first.item.id), Edit(changes={"name": "Zoë"})))
    store.submit(ann, submission(given(store, ann), Reject(reasons=("a secret until Bob has judged",))))
    choice = store.items(kind="scenario")[0].id
    store.submit(bob, submission(store.take(bob, choice), Choose(option="shop.p4.s2")))
    return ann, bob, cy


def body_of(form):
    return OPTIONS if form in ("choose", "rank") else persona(1, background=HOSTILE).model_dump(mode="json")


# Label Studio


@pytest.mark.parametrize(("form", "verdict"), SAID)
def test_a_verdict_is_an_annotation_and_the_other_way_round(form, verdict):
    kind = KINDS["scenario" if form == "choose" else "persona"]
    assert said(regions(verdict, kind, form, body_of(form), "m"), kind, form, body_of(form)) == verdict


@pytest.mark.parametrize(("form", "verdict"), SAID)
def test_what_annotations_and_tasks_name_is_in_the_interface(form, verdict):
    kind, body = KINDS["scenario" if form == "choose" else "persona"], body_of(form)
    fields = {"background": HOSTILE}
    view = ElementTree.fromstring(interface(kind, form, Layout(tuple(fields))))
    named = {each.get("name"): each for each in view.iter() if each.get("name")}
    assert len(named) == len([each for each in view.iter() if each.get("name")])
    for each in view.iter():
        assert each.get("toName") is None or named[each.get("toName")].tag in ("Text", "List")
        assert each.get("whenTagName") is None or named[each.get("whenTagName")].tag == "Choices"
    data = {"record": "r", **shown_in(fields, body, kind, form)}
    asked = {each.get("value")[1:] for each in view.iter() if (each.get("value") or "").startswith("$")}
    assert asked <= set(data)
    for region in regions(verdict, kind, form, body, "m"):
        tag = named[region["from_name"]]
        assert (tag.tag, tag.get("toName")) == (TAG_OF[region["type"]], region["to_name"])
        if region["type"] == "choices":
            offered = [each.get("value") for each in tag] or [each["value"] for each in data["choices"]]
            assert set(region["value"]["choices"]) <= set(offered)
    assert HOSTILE not in interface(kind, form, Layout(tuple(fields)))


def test_rankings_of_older_versions_are_read():
    region = {"from_name": "order", "to_name": "options", "type": "ranker", "value": {"ranker": ["s3", "s1", "s2"]}}
    assert said([region], KINDS["scenario"], "rank", OPTIONS) == Rank(order=("s3", "s1", "s2"))


def test_code_is_not_edited_where_nothing_runs_it():
    assert words(KINDS["turn"], "judge") == ("query", "answer")
    assert words(KINDS["library"], "judge") == words(KINDS["rewrite"], "judge") == words(KINDS["case"], "judge") == ()
    assert set(words(KINDS["turn"], "judge")) < set(Turn.model_fields)


def test_fields_that_are_no_text_are_edited_as_json():
    body = {"meanings": {"a": "b"}, "description": "x"}
    changed = regions(Edit(changes={"meanings": {"a": "c"}}), KINDS["table"], "judge", body, "m")
    assert said(changed, KINDS["table"], "judge", body) == Edit(changes={"meanings": {"a": "c"}})
    next(each for each in changed if each["from_name"] == "new_meanings")["value"]["text"] = ["{a: c}"]
    with pytest.raises(ReviewError, match="new meanings is not JSON"):
        said(changed, KINDS["table"], "judge", body)


def exported(database, folder, name="persona-judge"):
    tasks.write(database, folder)
    return json.loads((folder / f"{name}.json").read_text())


def test_what_is_said_of_items_in_review_is_in_no_file_of_other_tools(store, database, tmp_path):
    judged(store)
    tasks.write(database, tmp_path / "ls")
    argilla.write(database, tmp_path / "argilla", {})
    huggingface.write(database, tmp_path / "rows.jsonl")
    files = [each for each in tmp_path.rglob("*") if each.is_file() and each.name.partition(".sqlite")[1] == ""]
    assert len(files) == 2 * 2 + 2 * 3 + 1
    for file in files:
        assert "a secret" not in file.read_text(), file
    assert any("grey" in each.read_text() for each in files), "what may be told is"


def test_tasks_hold_the_verdicts_of_what_is_reviewed(store, database, tmp_path):
    judged(store)
    found = exported(database, tmp_path / "ls")
    assert [len(each["annotations"]) for each in found] == [3, 0, 0]
    assert [each["completed_by"]["email"] for each in found[0]["annotations"]] == ["ann@x.org", "Bob", "Cy"]
    assert [each["ground_truth"] for each in found[0]["annotations"]] == [False, False, True]
    assert found[0]["annotations"][0]["lead_time"] == 12.5
    assert found[0]["data"]["shown_name"] == "Ada 1"


def test_nothing_tells_reviewers_which_items_are_gold(store, database, tmp_path):
    judged(store)
    store.mark_gold(store.items(text="shop.p1")[0].id)
    first, *others = exported(database, tmp_path / "ls")
    assert first["annotations"] == [] and set(first["data"]) == set(others[0]["data"])
    argilla.write(database, tmp_path / "a", {})
    records = json.loads((tmp_path / "a" / "persona-judge" / "records.json").read_text())
    assert records[0]["responses"] == {} and set(records[0]["suggestions"]) == set(records[1]["suggestions"])
    settings = json.loads((tmp_path / "a" / "persona-judge" / ".argilla" / "settings.json").read_text())
    assert [each["name"] for each in settings["metadata"] if each["visible_for_annotators"]] == ["item"]


def annotated(database, tmp_path, made):
    """A project's export: our tasks, with annotations that were made there. `made`: record → [(by, form's verdict)]."""
    found = exported(database, tmp_path / "ls")
    for task in found:
        for by, verdict in made.get(task["data"]["record"], []):
            body = {name[4:]: text for name, text in task["data"].items() if name.startswith("now_")}
            result = regions(verdict, KINDS["persona"], "judge", body, "x7")
            task["annotations"].append({"id": 5, "result": result, "completed_by": by, "lead_time": 3.5})
    file = tmp_path / "project.json"
    file.write_text(json.dumps(found))
    return file


def test_annotations_become_verdicts_of_named_reviewers(store, database, tmp_path):
    _, bob, _ = judged(store)
    made = {
        "shop.p2": [({"id": 3, "email": "dee@x.org"}, Reject(reasons=("dull",)))],
        "shop.p3": [(7, Edit(changes={"name": "Zoë"})), ({"email": "dee@x.org"}, Edit(changes={"name": "Zoë"}))],
    }
    file = annotated(database, tmp_path, made)
    done = annotations.read(database, file, {"7": "Bob"}, Clock())
    assert (done.taken, done.late, done.known, done.refused) == (3, 0, 3, [])
    assert done.invited == ["dee@x.org"]
    people = {each.name: each.id for each in store.reviewers()}
    second, third = store.items(text="shop.p2")[0], store.items(text="shop.p3")[0]
    assert [(each.reviewer, each.content.kind) for each in store.verdicts(second.id, None)][1:] == [
        (people["dee@x.org"], "reject")
    ]
    assert second.state == "decided" and third.decision == Edit(changes={"name": "Zoë"})
    assert [each.reviewer for each in store.verdicts(third.id, None)] == [bob, people["dee@x.org"]]
    assert store.verdicts(third.id, None)[0].seconds == 3.5
    again = annotations.read(database, file, {"7": "Bob"}, Clock())
    assert (again.taken, again.late, again.known, again.refused, again.invited) == (0, 0, 6, [], [])


def test_who_comes_too_late_is_kept_for_the_adjudicator(store, database, tmp_path):
    judged(store)
    file = annotated(database, tmp_path, {"shop.p1": [({"email": "dee@x.org"}, Accept())]})
    done = annotations.read(database, file, {}, Clock())
    assert (done.taken, done.late) == (0, 1)
    item = store.items(text="shop.p1")[0]
    assert [each.late for each in store.verdicts(item.id, None)] == [False, False, False, True]
    assert annotations.read(database, file, {}, Clock()).known == 4


def changed_hash(task):
    task["data"]["hash"] = "of another version"


def changed_item(task):
    task["data"]["item"] = "0123456789abcdef"


def two_verdicts(task):
    task["annotations"][0]["result"][0]["value"]["choices"] = ["accept", "reject"]


def accepted_and_changed(task):
    region = {"from_name": "new_name", "to_name": "record", "type": "textarea", "value": {"text": ["Zoë"]}}
    task["annotations"][0]["result"].append(region)


def no_real_edit(task):
    task["annotations"][0]["result"][0]["value"]["choices"] = ["edit"]


def no_reasons(task):
    task["annotations"][0]["result"][0]["value"]["choices"] = ["reject"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (changed_hash, "the task's hash is not that of shop.p3"),
        (changed_item, "there is no item 0123456789abcdef in this queue"),
        (two_verdicts, "no verdict is chosen, or several"),
        (accepted_and_changed, "accepted, and yet name was changed"),
        (no_real_edit, "an edit that changes nothing"),
        (no_reasons, "reasons: Tuple should have at least 1 item"),
    ],
)
def test_what_cannot_be_taken_is_told_and_kept_and_the_others_come_in(store, database, tmp_path, change, words):
    judged(store)
    made = {each: [({"email": "dee@x.org"}, Accept())] for each in ("shop.p2", "shop.p3")}
    file = annotated(database, tmp_path, made)
    found = json.loads(file.read_text())
    change(found[2])
    file.write_text(json.dumps(found))
    done = annotations.read(database, file, {}, Clock())
    assert done.taken == 1 and len(done.refused) == 1
    assert done.refused[0].startswith("task 3, annotation 1 by dee@x.org: ") and words in done.refused[0]
    kept = [each for each in store.events() if each.what == "refused"]
    assert kept[0].content["result"] == found[2]["annotations"][0]["result"]
    assert store.verdicts(store.items(text="shop.p3")[0].id, None) == []


def test_our_own_verdict_that_was_changed_there_is_refused(store, database, tmp_path):
    judged(store)
    file = annotated(database, tmp_path, {})
    found = json.loads(file.read_text())
    found[0]["annotations"][1]["result"][1]["value"]["text"] = ["not so dull"]
    file.write_text(json.dumps(found))
    done = annotations.read(database, file, {}, Clock())
    assert done.known == 2 and "our verdict was changed there" in done.refused[0]


def test_what_went_stale_meanwhile_and_who_was_dismissed_is_refused(store, database, tmp_path):
    judged(store)
    made = {"shop.p2": [({"email": "dee@x.org"}, Accept())], "shop.p3": [({"email": "Bob"}, Accept())]}
    file = annotated(database, tmp_path, made)
    store.retire([store.items(text="shop.p2")[0].id], "its table was edited")
    store.dismiss("Bob")
    done = annotations.read(database, file, {}, Clock())
    assert done.taken == 0
    assert "has changed since it was exported (its table was edited)" in done.refused[0]
    assert "may not judge" in done.refused[1]
    assert done.invited == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[{", "is not JSON"),
        ('{"a": 1}', "no list of tasks"),
        ('[{"data": {"text": "x"}}]', "task 1: no item and hash"),
    ],
)
def test_what_is_no_export_of_our_tasks_is_refused_whole(database, tmp_path, text, words):
    (tmp_path / "f.json").write_text(text)
    with pytest.raises(ReviewError, match=words):
        annotations.read(database, tmp_path / "f.json", {}, Clock())


# Argilla and Hugging Face


def test_argilla_has_each_field_question_and_value_that_its_records_use(store, database, tmp_path):
    judged(store)
    user = "6f1b3b1e-0000-4000-8000-000000000000"
    counts, unknown = argilla.write(database, tmp_path / "a", {"Bob": user})
    assert (counts, unknown) == ({"persona-judge": 3, "scenario-choose": 1}, ["Cy", "ann@x.org"])
    for name in counts:
        settings = json.loads((tmp_path / "a" / name / ".argilla" / "settings.json").read_text())
        fields = {each["name"] for each in settings["fields"]}
        questions = {each["name"]: each["settings"] for each in settings["questions"]}
        names = [each["name"] for part in ("fields", "questions", "metadata") for each in settings[part]]
        assert len(names) == len(set(names)), "Argilla wants each name once"
        for record in json.loads((tmp_path / "a" / name / "records.json").read_text()):
            assert set(record["fields"]) <= fields
            assert {each["name"] for each in settings["metadata"]} == set(record["metadata"])
            values = [(q, each["value"]) for q, found in record["responses"].items() for each in found]
            values += [(q, each["value"]) for q, each in record["suggestions"].items()]
            for question, value in values:
                offered = questions[question].get("options")
                assert offered is None or value in [each["value"] for each in offered]
    records = json.loads((tmp_path / "a" / "persona-judge" / "records.json").read_text())
    assert [each["value"] for each in records[0]["responses"]["verdict"]] == ["accept", "reject", "edit"]
    assert records[0]["responses"]["verdict"][1]["user_id"] == user
    assert records[0]["suggestions"]["new_name"] == {"value": "Zoë", "score": None, "agent": "decision of the review"}
    assert records[1]["responses"] == {}
    assert records[1]["suggestions"]["new_name"] == {"value": "Ada 2", "score": None, "agent": "as it is now"}


def test_rows_have_every_column_of_one_type_and_nothing_is_null(store, database, tmp_path):
    judged(store)
    store.retire([store.items(text="shop.p1")[0].id], "its table was edited")
    assert huggingface.write(database, tmp_path / "rows.jsonl") == 4
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    for row in rows:
        assert {name: type(value) for name, value in row.items()} == huggingface.COLUMNS
        assert list(row) == list(huggingface.COLUMNS)
    assert [(each["reviewer"], each["verdict"], each["remarks"]) for each in rows[:3]] == [
        ("ann@x.org", "accept", ""),
        ("Bob", "reject", "dull\ngrey"),
        ("Cy", "edit", ""),
    ]
    assert {each["state"] for each in rows} == {"stale", "decided"}
    assert json.loads(rows[0]["proposal"])["name"] == "Ada 1"


# commands


def run(*arguments, run):
    parser = argparse.ArgumentParser()
    commands.add(parser.add_subparsers())
    chosen = parser.parse_args([str(each) for each in arguments])
    chosen.run, chosen.database = run, None
    return chosen.call(chosen)


def test_the_commands_write_and_read_and_say_so(store, tmp_path, capsys):
    judged(store)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run("export", run=tmp_path) == 0
    assert "3 reviewers, 4 items, 5 verdicts, 0 drafts" in capsys.readouterr().out
    assert run("import", tmp_path / "review-jsonl.jsonl", run=elsewhere) == 0
    assert "restored: 4 items, 5 verdicts, 3 reviewers" in capsys.readouterr().out
    for name in ("labelstudio", "argilla", "huggingface"):
        assert run("export", "--format", name, "--out", elsewhere / name, run=elsewhere) == 0
    assert run("import", elsewhere / "labelstudio" / "persona-judge.json", run=elsewhere) == 0
    out = capsys.readouterr().out
    assert "Without a user in Argilla: Bob, Cy, ann@x.org" in out
    assert "annotations: 0 taken, 0 kept for the adjudicator, 3 known" in out


def test_refused_annotations_are_told_and_the_command_fails(store, database, tmp_path, capsys):
    judged(store)
    file = annotated(database, tmp_path, {"shop.p1": [({"email": "Bob"}, Accept())]})
    assert run("import", file, run=tmp_path) == 1
    assert "refused: task 1, annotation 4 by Bob: Bob said something else" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["export", "--out", "there.jsonl"], "there.jsonl is there already"),
        (["export", "--person", "a=b"], "--person tells Argilla's users"),
        (["export", "--format", "argilla", "--person", "a=b"], "no id of a user"),
        (["import", "none.json"], "is not there"),
        (["import", "there.jsonl"], "line 1: Invalid JSON"),
        (["import", "bytes"], "no text in UTF-8"),
    ],
)
def test_what_commands_cannot_do_is_said(store, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.jsonl").write_text("words")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReviewError, match=words):
        run(*arguments, run=tmp_path)


def test_a_run_without_a_queue_gets_none_by_exporting(tmp_path):
    with pytest.raises(ReviewError, match="has no review queue yet"):
        run("export", run=tmp_path)
    assert list(tmp_path.iterdir()) == []
