"""`company review RUN progress` and `gold`, as they are typed."""

import argparse
import json

import pytest

from company.archive import Archive
from company.errors import ArchiveError, ConfigError, ReviewError
from human_review.measures_commands import add
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Choose, Reject
from tests.support.review import given, invited, options, persona, proposal, submission


@pytest.fixture
def run(tmp_path):
    with Archive.create(tmp_path) as archive:
        archive.put(persona(1))
    with ReviewStore.of_run(tmp_path) as store:
        ann, bob = invited(store, "Ann", "Bob")
        store.add([proposal(1), proposal(2), options(3)])
        for reviewer in (ann, bob):
            store.submit(reviewer, submission(given(store, reviewer)))
    return tmp_path


def company_review(run, *words):
    parser = argparse.ArgumentParser()
    parser.add_argument("run")
    add(parser.add_subparsers(required=True))
    chosen = parser.parse_args([str(run), *words])
    chosen.run = run
    return chosen.call(chosen)


def test_progress_in_words_and_in_json(run, capsys):
    assert company_review(run, "progress") == 0
    words = capsys.readouterr().out
    assert words.startswith("decided: 1 of 3 items (33%)\n\npersona: 1 of 2 decided (50%)\n")
    assert words.index("\npersona:") < words.index(
        "all kinds together\n  usable unedited: 100.0%, 1 of 1 judged (95 %: 21%"
    )
    assert "  Ann (reviewer): 1 reviews: accept 1" in words
    company_review(run, "progress", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["kinds"]["persona"]["verdicts"] == {"accept": 2}
    assert told["personas"] == [{"id": "shop.p1", "name": "Ada 1", "verdicts": {"accept": 2}}]


def test_gold_is_marked_by_record_or_item_and_listed(run, capsys):
    assert company_review(run, "gold", "list") == 0
    assert "nothing is marked" in capsys.readouterr().out
    company_review(run, "gold", "add", "shop.p1")
    assert capsys.readouterr().out == "gold: shop.p1 (persona), right is accept\n"
    company_review(run, "gold", "add", "shop.p2", "--verdict", "reject")
    company_review(run, "gold", "add", "shop.p3", "--verdict", '{"kind": "choose", "option": "shop.p3.s2"}')
    with ReviewStore.of_run(run) as store:
        gold = store.gold()
        assert [each.expected for each in gold[::2]] == [Accept(), Choose(option="shop.p3.s2")]
        assert isinstance(gold[1].expected, Reject) and store.item(gold[1].item)[0].decided_by == "gold"
    capsys.readouterr()
    company_review(run, "gold", "list", "--json")
    assert [each["given"] for each in json.loads(capsys.readouterr().out)] == [False, True, True]
    company_review(run, "gold", "remove", gold[0].item)
    company_review(run, "gold", "list")
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_what_cannot_be_marked_is_told_in_words(run):
    with pytest.raises(ReviewError, match="nobody has decided on"):
        company_review(run, "gold", "add", "shop.p2")
    with pytest.raises(ReviewError, match="there is no item nothing"):
        company_review(run, "gold", "add", "nothing")
    for wrong in ("maybe", '{"kind": "withdrawn"}'):
        with pytest.raises(ConfigError, match="--verdict"):
            company_review(run, "gold", "add", "shop.p2", "--verdict", wrong)


def test_a_folder_that_is_no_run_gets_no_queue(tmp_path):
    with pytest.raises(ArchiveError):
        company_review(tmp_path, "progress")
    assert list(tmp_path.iterdir()) == []
