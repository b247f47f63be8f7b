"""A family of rated sentences, made here, is reviewed without a page, a form or a line of code of its own for it."""

from __future__ import annotations

from typing import Any, Literal, cast

import pytest
from fastapi.testclient import TestClient

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ReviewError
from company.family.family import Family
from company.family.registry import FAMILIES
from company.records import Record
from company.reviewing import Gates, put_settings
from company.reviewing.kinds import ReviewKind
from human_review.measures import quality
from human_review.queueing import apply, fill
from human_review.store import ReviewStore
from human_review.verdicts import Score
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.signing import Keys

HERE = "http://localhost"
HOSTILE = "<script>alert(1)</script>\u202e"


class Sentence(Record):
    kind: Literal["sentence"] = "sentence"
    text: str
    words: int


class Rating(Record):
    kind: Literal["rating"] = "rating"
    text: str


RECORDS: dict[str, type[Record]] = {"sentence": Sentence, "rating": Rating}
KINDS = {
    "sentence": ReviewKind(
        "sentence", "judge", "Would somebody say this?", Sentence, ("nobody talks like this",), editable=("text",)
    ),
    "rating": ReviewKind("rating", "score", "How natural is it?", Rating, built_on=False),
}


class Sentences(Family):
    """As much of a family as review asks for."""

    name = "sentences"
    records = RECORDS
    review = KINDS
    categories: Any = {}  # noqa: RUF012 - a property of the class that it derives from
    scoring = release = settings = making = cast(Any, None)


FAMILY = Sentences()


def made(number: int, **more: Any) -> list[Record]:
    told = {"status": "accepted", "position": number, **more}
    text = f"sentence {number} {HOSTILE}"
    sentence = Sentence(id=f"s{number}", parent=None, stage="writing", text=text, words=3, **told)
    rating = Rating(id=f"s{number}.r", parent=sentence.id, stage="rating", text=text, **told)
    return [sentence, rating]


@pytest.fixture
def archive(tmp_path, monkeypatch):
    monkeypatch.setitem(FAMILIES, "sentences", f"{__name__}:FAMILY")
    monkeypatch.setattr("company.family.registry.import_module", _imported)
    with Archive.create(tmp_path / "run", "sentences") as opened:
        for number in (1, 2):
            for record in made(number):
                opened.put(record)
        yield opened


def _imported(module: str) -> Any:
    """This module, which pytest does not import under its name, or another."""
    import importlib
    import sys

    return sys.modules[__name__] if module == __name__ else importlib.import_module(module)


@pytest.fixture
def store(archive):
    with ReviewStore.of_run(archive.run) as opened:
        yield opened


class Person:
    def __init__(self, desk: Desk, name: str) -> None:
        self.client = TestClient(application(desk), base_url=HERE, follow_redirects=False, headers={"Origin": HERE})
        token = desk.store.invite(name, "reviewer")
        self.id = desk.store.reviewer(token).id
        assert self.client.post("/enter", data={"token": token}).status_code == 303
        self.desk, self.csrf = desk, desk.keys.csrf(self.client.cookies[desk.keys.cookie])

    def judge(self, item: str, **said: str) -> str:
        """Take an item, submit a verdict, and give back the page that it was judged at."""
        held = self.desk.store.take(self.id, item)
        page = self.client.get(f"/items/{item}").text
        form = {"slot": held.slot, "token": held.token, "version": str(held.version), "hash": held.item.hash}
        answer = self.client.post(
            f"/items/{item}/submit", data={"csrf": self.csrf, "key": f"{item} {self.id}", **form, **said}
        )
        assert answer.status_code == 303, answer.text
        return page


def test_its_records_are_queued_shown_judged_counted_and_written_back(archive, store):
    told = ReviewSettings(gates=("sentence", "rating"))
    put_settings(archive, told)
    assert fill(archive, store, told).added == 4
    assert Gates(archive, told).waiting() == {"sentence": 2}
    items = {item.record: item.id for item in store.items()}
    desk = Desk(archive.run, store, told, Keys.of_run(archive.run))
    ann, ben = Person(desk, "Ann"), Person(desk, "Ben")
    page = ann.judge(items["s1"], **{"verdict": "edit", "changes.text": "A better sentence."})
    assert "Would somebody say this?" in page and "sentence 1" in page and "⟨U+202E⟩" in page
    assert "<script>alert" not in page and 'name="changes.text"' in page
    ben.judge(items["s1"], **{"verdict": "edit", "changes.text": "A better sentence."})
    for person in (ann, ben):
        person.judge(items["s2"], verdict="accept")
    page = ann.judge(items["s2.r"], verdict="score", score="70")
    assert "How natural is it?" in page and 'name="score"' in page
    ben.judge(items["s2.r"], verdict="score", score="74")
    measured = quality(store)
    assert measured.agreements["sentence"].measures["raw"].value == 1
    # Ben is given the rating first: his word decided the sentence that it hangs on.
    assert measured.agreements["rating"].measures["mean difference"].value == 4
    applied = apply(archive, store, settled_for=0)
    assert (applied.accepted, applied.edited, applied.noted) == (1, 1, 1)
    edited = archive.get("s1")
    assert isinstance(edited, Sentence) and (edited.text, edited.status) == ("A better sentence.", "edited")
    assert archive.status("s1.r") == "stale" and archive.status("s2") == "accepted"
    assert store.item(items["s2.r"])[0].decision == Score(score=72)
    assert not Gates(archive, told).waiting()


def test_its_other_pages_name_its_kinds_alone(archive, store):
    told = ReviewSettings()
    fill(archive, store, told)
    desk = Desk(archive.run, store, told, Keys.of_run(archive.run))
    ann = Person(desk, "Ann")
    for place in ("/", "/guideline", "/search", "/run"):
        page = ann.client.get(place)
        assert page.status_code == 200 and "Turn" not in page.text and "Persona" not in page.text, place
    assert "How natural is it?" in ann.client.get("/guideline").text


def test_what_its_kinds_do_not_allow_is_refused(archive, store):
    from human_review.forms import edited
    from human_review.verdicts import Edit

    body = archive.get("s1").model_dump(mode="json")
    with pytest.raises(ReviewError, match="words of a sentence cannot be edited; what can be is text"):
        edited(KINDS["sentence"], body, Edit(changes={"words": 4}))
    with pytest.raises(ReviewError, match="the edited sentence is not complete: text"):
        edited(KINDS["sentence"], body, Edit(changes={"text": 4}))
