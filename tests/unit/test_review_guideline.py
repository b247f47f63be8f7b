"""The guideline is written at its page, every version is kept, and each verdict says under which it was given."""

import pytest

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ReviewError
from company.families.dialogues.review.kinds import KINDS
from human_review.store import Guideline, ReviewStore
from human_review.web.desk import Desk
from human_review.web.guiding import as_plain, guide
from human_review.web.rendering import template_text
from human_review.web.signing import Keys
from tests.support.review import invited, proposal
from tests.support.review_pages import Person, hidden, problem

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def store(tmp_path):
    with Archive.create(tmp_path), ReviewStore.of_run(tmp_path) as opened:
        yield opened


@pytest.fixture
def desk(tmp_path, store):
    return Desk(tmp_path, store, ReviewSettings(gold=0.0), Keys.of_run(tmp_path))


def written(lead, text, because="clearer", kind="persona"):
    fields = hidden(lead.get(f"/guideline/{kind}/edit").text)
    return lead.post(f"/guideline/{kind}", {**fields, "text": text, "because": because})


def test_a_lead_writes_a_version_people_judge_by_it_and_their_verdicts_say_so(desk, store):
    store.add([proposal(1), proposal(2)])
    lea, ann, ben = Person(desk, "Lea", "admin"), Person(desk, "Ann"), Person(desk, "Ben")
    before, _ = ann.judge(verdict="accept")
    item, fields, page = ann.next()
    assert "Could it be you" not in page
    answer = written(lea, f"Could it be you?\n\n- Look at the `job`.\n- And {HOSTILE}.")
    assert answer.headers["location"] == "/guideline/persona"
    ann.post(f"/items/{item}/submit", {**fields, "verdict": "accept"})
    _, _, page = ben.next()
    assert "Could it be you?" in page and "<li>Look at the <code>job</code>.</li>" in page and HOSTILE not in page
    assert "version 2" in page
    ben.judge(verdict="accept")
    told = [(each.guideline, each.reviewer) for number in (before, item) for each in store.verdicts(number, None)]
    assert sorted(version for version, _ in told) == [1, 1, 2], (
        "Ann's second verdict was typed beside the first version"
    )
    assert store.judged_under("persona") == {1: 2, 2: 1}
    assert "under <a" in lea.get(f"/items/{before}").text


def test_every_version_can_be_read_and_leads_see_who_wrote_it(desk, store):
    lea, ann = Person(desk, "Lea", "admin"), Person(desk, "Ann")
    written(lea, "second", "why two")
    written(lea, "third", "why three")
    now, old, first = (ann.get(f"/guideline/persona{at}").text for at in ("", "?version=2", "?version=1"))
    assert ">third<" in now and "why two" in now and "Lea" not in now.partition("<main")[2]
    assert ">second<" in old and "People judge by" in old and ">third<" not in old
    assert as_plain(template_text(KINDS, "guidance/persona.html"))[:20] in as_plain(first.partition("<main")[2])
    assert "Lea" in lea.get("/guideline/persona").text.partition("<main")[2]
    assert ">third<" in ann.get("/guideline").text


def test_who_judges_does_not_write_it(desk, store):
    ann = Person(desk, "Ann")
    assert ann.get("/guideline/persona/edit").status_code == 403
    assert ann.post("/guideline/persona", {"version": "2", "text": "mine"}).status_code == 403
    assert "/persona/edit" not in ann.get("/guideline").text


def test_two_who_write_at_once_do_not_overwrite_each_other(desk, store):
    lea = Person(desk, "Lea", "admin")
    assert written(lea, "one").status_code == 303
    late = lea.post("/guideline/persona", {"version": "2", "text": "other", "because": "x"})
    assert late.status_code == 409 and "version 2 of this guideline was written while" in problem(late)
    assert [each.text for each in store.guidelines("persona")] == ["one"]


@pytest.mark.parametrize("text", ["", "  \n", "x" * 20_001])
def test_a_guideline_says_something(store, text):
    (lea,) = invited(store, "Lea", role="admin")
    with pytest.raises(ReviewError, match="from 1 to 20,000 characters"):
        store.leading.write_guideline(Guideline(kind="persona", version=2, text=text, reviewer=lea))
    with pytest.raises(ReviewError, match="nobody is asked about"):
        store.leading.write_guideline(Guideline(kind="nothing", version=2, text="x", reviewer=lea))


@pytest.mark.parametrize("kind", list(KINDS))
def test_what_a_kind_comes_with_is_edited_as_text_that_says_the_same(store, kind):
    shown = guide(store, KINDS[kind])
    text = as_plain(template_text(KINDS, shown.template))
    assert text and "<" not in text and "\n\n\n" not in text
    html = template_text(KINDS, shown.template)
    assert text.count("\n- ") == html.count("<li>")
    assert text.count("`") == 2 * (html.count("<kbd>") + html.count("<code>"))


def test_a_version_is_never_changed(store):
    (lea,) = invited(store, "Lea", role="admin")
    store.leading.write_guideline(Guideline(kind="persona", version=2, text="x", reviewer=lea))
    import sqlalchemy as sql

    with pytest.raises(sql.exc.IntegrityError), store._database.writing() as connection:
        connection.exec_driver_sql("UPDATE guidelines SET text = 'y'")
