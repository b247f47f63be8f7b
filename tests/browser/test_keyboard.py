"""Whole reviews with the keyboard alone, from the invitation to what stands in the queue's store afterwards."""

import re
from collections.abc import Callable, Iterator

import pytest

from company.archive import Archive
from human_review.store import Item, ReviewStore, Submission
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Said, Score
from tests.browser.reviewing import Window
from tests.browser.serving import Server


@pytest.fixture
def store(server: Server) -> Iterator[ReviewStore]:
    """The queue that the server works on, seen from beside it."""
    with ReviewStore.of_run(server.run) as opened:
        yield opened


@pytest.fixture
def reviewer(window: Callable[..., Window], server: Server) -> Iterator[Window]:
    """Ann, a reviewer, signed in; nothing went wrong on her pages."""
    opened = window().sign_in(server.invite("Ann"))
    yield opened
    assert opened.complaints == opened.violations() == []


def first(store: ReviewStore, kind: str, **wanted: object) -> Item:
    """The first open item of a kind, whose body has these values."""
    for item in store.items(kind=kind, state="open", most=1000):
        body = store.item(item.id)[1]
        if all(body.get(name) == value for name, value in wanted.items()):
            return item
    raise AssertionError(f"no {kind} is in the queue")


def opened(person: Window, server: Server, item: Item) -> Window:
    """An item that was looked for, taken with the keyboard."""
    person.opens(f"{server.origin}/items/{item.id}")
    return person.tab_to("^take it").goes("Enter")


def said_by(store: ReviewStore, item: Item, name: str = "Ann") -> list[Said]:
    """Every verdict of a person on an item that counts."""
    (number,) = [each.id for each in store.reviewers() if each.name == name]
    return [each.content for each in store.verdicts(item.id, None) if each.reviewer == number and each.standing]


def held_by(person: Window, store: ReviewStore) -> Item:
    """The item on the page."""
    return store.item(re.search(r"/items/([^/?#]+)", person.page.url)[1])[0]  # type: ignore[index]


def test_an_item_is_accepted_with_two_keys_and_taken_back_with_one(reviewer, store):
    reviewer.goes("Enter")
    item = held_by(reviewer, store)
    assert item.record in reviewer.text()
    reviewer.press("a").goes("Enter")
    assert said_by(store, item) == [Accept()]
    following = held_by(reviewer, store)
    assert following.id != item.id
    assert f"{item.record} accepted as it is" in reviewer.text()
    reviewer.goes("u")
    assert held_by(reviewer, store).id == item.id
    assert said_by(store, item) == []
    reviewer.press("a").goes("Enter")
    assert said_by(store, item) == [Accept()]


def test_a_rejection_says_why(reviewer, server, store):
    item = first(store, "persona")
    opened(reviewer, server, item).press("r", "Enter")
    reviewer.page.wait_for_selector("#problem:visible")
    assert "reason" in reviewer.page.inner_text("#problem")
    reviewer.press("2", "1", "2").tab_to("own words").type("a second a, r and 1 are text here")
    reviewer.press("Escape").goes("Enter")
    (said,) = said_by(store, item)
    assert isinstance(said, Reject)
    assert said.reasons[-1] == "a second a, r and 1 are text here" and len(said.reasons) == 2


def test_a_client_is_given_one_of_its_scenarios(reviewer, server, store):
    item = first(store, "scenario")
    options = store.item(item.id)[1]["options"]
    assert len(options) > 1
    opened(reviewer, server, item).press("2").goes("Enter")
    assert said_by(store, item) == [Choose(option=options[1]["id"])]


def test_none_of_the_scenarios_will_do(reviewer, server, store):
    item = first(store, "scenario")
    reviewer.opens(f"{server.origin}/items/{item.id}").press("r", "1")
    assert reviewer.page.locator("#submit").count() == 0, "nothing is judged that one only looks at"
    reviewer.goes("t")
    assert held_by(reviewer, store).id == item.id
    reviewer.press("r", "1").goes("Enter")
    assert [each.kind for each in said_by(store, item)] == ["reject"]


def test_words_are_edited_and_nothing_else_is_changed(reviewer, server, store):
    item = first(store, "persona")
    before = store.item(item.id)[1]
    opened(reviewer, server, item).press("e").tab_to("^place").press("Control+a").type("Trieste (a, s, u: text)")
    reviewer.press("Escape").goes("Enter")
    assert said_by(store, item) == [Edit(changes={"location": "Trieste (a, s, u: text)"}, keep=True)]
    assert before["location"] != "Trieste (a, s, u: text)"


def test_code_is_edited_run_compared_and_accepted(reviewer, server, store):
    with Archive.open(server.run) as archive:
        turns = [each for each in archive.records("turn", ["accepted"]) if each.results]
    turn = next(each for each in turns if each.results[0].type == "dataframe")
    item = first(store, "turn", id=turn.id)
    opened(reviewer, server, item).press("e").tab_to("^code").press("Control+End")
    name = turn.intents[0].name
    wide = widths(reviewer)
    assert wide["code"] > 0.4 * wide["page"], "code has room beside what it is held against"
    reviewer.press("Enter", "Home").type(f"{name} = {name}.head(1)  # {'as long as no line should be ' * 12}")
    assert widths(reviewer) == wide, "a long line makes neither the column nor the page wider"
    reviewer.press("Control+Enter")
    ran = reviewer.page.wait_for_selector("[data-outcome]", timeout=60_000)
    outcome = ran.get_attribute("data-outcome")
    assert re.search(r"gives something else.*before.*now", ran.inner_text(), re.IGNORECASE | re.DOTALL)
    assert reviewer.page.evaluate("document.querySelector('#ran').getBoundingClientRect().top < 0.6 * innerHeight")
    reviewer.screenshot("turn-edited-and-run-light")
    reviewer.press("Escape").goes("Enter")
    (said,) = said_by(store, item)
    assert isinstance(said, Edit) and said.outcome == outcome
    assert f"\n{name} = {name}.head(1)  # as long as" in said.changes["code"]
    assert said.changes["results"][0]["digest"] != turn.results[0].digest


def widths(person: Window) -> dict[str, float]:
    """Of the editor and of the page, in pixels."""
    return dict(
        person.page.evaluate("""() => ({
            code: document.querySelector(".deciding .cm-editor").getBoundingClientRect().width,
            page: document.documentElement.scrollWidth,
        })""")
    )


def test_options_are_ranked_and_items_kept_answered_and_scored(window, forms_server):
    with ReviewStore.of_run(forms_server.run) as store:
        items = {item.form: item for item in store.items()}
        person = window().sign_in(forms_server.link).goes("Enter")
        ids = [each["id"] for each in store.item(items["rank"].id)[1]["options"]]
        person.press("j", "j", "Shift+K", "Shift+K").goes("Enter")
        assert said_by(store, items["rank"], "Eve") == [Rank(order=(ids[2], ids[0], ids[1]))]
        person.press("n").goes("Enter")
        assert said_by(store, items["keep"], "Eve") == [Keep(keep=False)]
        person.press("0", "2").goes("Enter")
        assert said_by(store, items["answer"], "Eve") == [Answer(reply="unsure", flags=("political",))]
        person.press("7", "j", "j", "k").goes("Enter")
        (said,) = said_by(store, items["score"], "Eve")
        assert isinstance(said, Score) and abs(said.score - 70) == 1
        assert "4 done by you" in person.text()
        assert person.complaints == person.violations() == []


def test_what_is_skipped_comes_last(reviewer, store):
    reviewer.goes("Enter")
    skipped = held_by(reviewer, store)
    reviewer.goes("s")
    assert held_by(reviewer, store).id != skipped.id
    assert said_by(store, skipped) == []


def test_only_some_kinds_are_asked_for(reviewer, store):
    reviewer.tab_to("only some kinds").press("Enter").tab_to("^library").press("Space")
    reviewer.tab_to("^(begin|go on)").goes("Enter")
    assert held_by(reviewer, store).kind == "library"


def test_keys_are_text_where_text_is_typed_and_are_told_on_a_sheet(reviewer, server, store):
    item = first(store, "persona")
    opened(reviewer, server, item).press("?")
    assert reviewer.page.locator("dialog[open]").count() == 1
    assert "Ctrl" in reviewer.page.locator("dialog[open]").inner_text()
    reviewer.press("Escape")
    assert reviewer.page.locator("dialog[open]").count() == 0
    reviewer.press("r").tab_to("own words").type("as usual?")
    assert reviewer.page.locator("dialog[open]").count() == 0
    assert held_by(reviewer, store).id == item.id and said_by(store, item) == []


def test_two_who_differ_do_not_see_each_other_and_a_third_decides(window, server, store):
    item = first(store, "persona")
    ann, bea, eve = (
        window().sign_in(server.invite(name, role))
        for name, role in (("Ann", "reviewer"), ("Bea", "reviewer"), ("Eve", "adjudicator"))
    )
    opened(ann, server, item).press("e").tab_to("^job").press("Control+a").type("a most unlikely job")
    ann.press("Escape").goes("Enter")
    opened(bea, server, item)
    assert "a most unlikely job" not in bea.page.content()
    bea.press("r", "1").goes("Enter")
    assert store.item(item.id)[0].state == "adjudication"
    opened(eve, server, item)
    assert "a most unlikely" in " ".join(eve.page.locator("ins").all_inner_texts())
    assert not re.search(r"\b(Ann|Bea)\b", eve.page.inner_text("main"))
    eve.screenshot("adjudication-light")
    eve.press("1").goes("Enter")
    found = store.item(item.id)[0]
    assert found.state == "decided" and found.decided_by == "adjudication"
    assert found.decision == Edit(changes={"job_title": "a most unlikely job"}, keep=True)
    for each in (ann, bea, eve):
        assert each.complaints == each.violations() == []


def test_an_empty_page_says_why(reviewer, server, store):
    bea = store.reviewer(store.invite("Bea", "reviewer")).id
    ann = next(each.id for each in store.reviewers() if each.name == "Ann")
    items = store.items(state="open", most=1000)
    for number, item in enumerate(items):
        if number == 0:
            store.take(bea, item.id)
        for who in (bea, ann):
            if number > 0 or who == ann:
                judge(store, who, item)
    reviewer.opens(server.origin)
    assert re.search(rf"0 open for you: {len(items)} done by you", reviewer.text())
    reviewer.screenshot("empty-light")


def judge(store: ReviewStore, who: int, item: Item) -> None:
    held = store.take(who, item.id)
    said = Choose(option=held.body["options"][0]["id"]) if item.form == "choose" else Accept()
    told = {"slot": held.slot, "token": held.token, "version": held.version, "hash": item.hash}
    store.submit(who, Submission(item=item.id, key=f"{who} {item.id}", content=said, **told))
