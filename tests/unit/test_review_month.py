"""Five reviewers who err, a lead, and edits at every level: nothing decided is lost that did not depend on an edit."""

import random

import pytest

from company.archive import Archive
from human_review.store import ReviewStore
from human_review.verdicts import Edit
from tests.support.review import Clock, invited
from tests.support.review_figures import compared
from tests.support.review_month import Month, records


@pytest.fixture
def size():
    return {"clients": 3, "turns": 4}


@pytest.fixture
def month(tmp_path, size):
    with Archive.create(tmp_path / "run") as archive, ReviewStore.of_run(tmp_path / "run") as store:
        store._clock = Clock()
        for each in records(**size):
            archive.put(each)
        people = invited(store, "Ann", "Ben", "Cy", "Di", "Ed")
        lead = store.reviewer(store.invite("Lea", "admin")).id
        errors = dict(zip(people, (0.0, 0.02, 0.05, 0.1, 0.2), strict=True))
        yield Month(archive, store, errors, lead, random.Random(7))


def kept(month, before, gone=()):
    """Assert that all that was judged stands as it did, but for what depended on the edit."""
    after = month.judged()
    lost = {
        key: (said, after.get(key)) for key, said in before.items() if key[1] not in gone and after.get(key) != said
    }
    assert lost == {}


@pytest.mark.thorough
def test_nothing_decided_is_lost_that_did_not_depend_on_an_edit(month):
    assert month.begin() == 1 + 3 * (1 + 1 + 1 + 4 + 4)
    month.work(50)
    month.write()
    first, second = "shop.p1.s1.d1", "shop.p2.s1.d1"
    upstream = [each for each in month.store.live().values() if each.kind in ("table", "persona", "scenario", "plan")]
    assert all(each.state == "decided" for each in upstream), "they come before all else"
    before = month.judged()
    assert before
    month.edit(("table", "shop"), Edit(changes={"description": "A shop."}, keep=True))
    kept(month, before)
    month.edit(("persona", "shop.p3"), Edit(changes={"background": "buys wine"}, keep=True))
    kept(month, before)
    month.work(20)
    month.write()
    before = month.judged()
    month.edit(("persona", "shop.p1"), Edit(changes={"background": "sells"}))
    assert not any(record.startswith("shop.p1.") for _, record in month.judged()), "it is to be made again"
    month.make_again(otherwise=[f"{first}.t03"])
    kept(month, before, gone={f"{first}.t03", f"{first}.t03.normal"})
    assert not {f"{first}.t03", f"{first}.t03.normal"} & {record for _, record in month.judged()}
    before = month.judged()
    month.edit(("turn", f"{second}.t02"), Edit(changes={"answer": "there"}))
    month.make_again()
    kept(month, before, gone={f"{second}.t02", f"{second}.t02.normal"})
    month.finish()
    assert all(each.state == "decided" for each in month.store.live().values()), "no queue starves"
    usable = month.archive.records("turn", ["accepted", "edited"])
    assert {("turn", turn.id) for turn in usable} <= month.judged().keys()


@pytest.mark.thorough
@pytest.mark.parametrize("size", [{"clients": 12, "turns": 6}])
def test_agreement_is_what_other_programs_say_and_what_the_error_rates_come_to(month):
    month.begin()
    month.work()
    month.write()
    figures = [each for kind in ("turn", "case") for each in compared(month, kind, 5)]
    assert {each.name for each in figures} >= {"raw", "alpha", "AC1"} and len(figures) > 6
    assert [str(each) for each in figures if not each.equal] == []
    whole = [each for each in figures if not each.name.startswith("kappa")]
    assert [str(each) for each in whole if not each.holds] == []
