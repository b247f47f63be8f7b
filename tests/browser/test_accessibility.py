"""Every page, in light and dark: nothing that axe-core finds, and no sideways scrolling at 200 % zoom."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from company.archive import Archive
from company.families.dialogues.review.kinds import KINDS
from human_review.store import ReviewStore, Submission
from human_review.verdicts import Edit, Reject
from tests.browser.reviewing import Window
from tests.browser.serving import Server
from tests.support.written_rule import put_rule

ZOOMED = {"width": 640, "height": 512}
"""What a window of 1280 × 1024 has room for at 200 %."""
VIOLATIONS = {"resultTypes": ["violations"]}
"""What is in order is not described element by element, which takes longer than to look at it."""
OF_COLOUR = {**VIOLATIONS, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What another scheme can change; all else is the same page."""
LOOKED_AT = {"exclude": [[".cm-gutters"]]}
"""All but the line numbers of editors: those under the bar at the bottom are taken to stand on its button."""
SCHEME = "() => matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until two frames are drawn: editors take on the colours of a page in the one after its scheme has changed."""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def prepared(every_category: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose queue holds an item of every kind and of every form, one in adjudication, and some people."""
    run = Path(shutil.copytree(every_category, tmp_path_factory.mktemp("pages") / "run"))
    with Archive.open(run) as archive:
        put_rule(archive)
    with Server(run) as serving:
        yield serving


@pytest.fixture(scope="module")
def looking(browser: Any, prepared: Server) -> Iterator[Window]:
    """Who started that server, at one page after another."""
    opened = Window.open(browser).sign_in(prepared.link)
    yield opened
    opened.context.close()


def check(window: Window, name: str) -> None:
    """A page in the window, in light and dark, as it is and at twice its size; written down for a person to look at."""
    size = window.page.viewport_size
    for scheme, options in (("light", VIOLATIONS), ("dark", OF_COLOUR)):
        # Without motion: colours that fade into those of another scheme are neither of the two for a while.
        window.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert window.page.evaluate(SCHEME) == scheme
        window.page.evaluate(FRAMES)
        window.screenshot(f"{name}-{scheme}")
        found = Axe().run(window.page, context=LOOKED_AT, options=options).response["violations"]
        wrong = [(each["id"], node["html"][:200], node["failureSummary"]) for each in found for node in each["nodes"]]
        assert wrong == [], f"{name}, {scheme}"
        window.page.set_viewport_size(ZOOMED)
        wider = window.page.evaluate(WIDER)
        window.screenshot(f"{name}-{scheme}-at-200-percent")
        window.page.set_viewport_size(size)
        assert wider <= 0, f"{name}, {scheme}, is {wider} pixels wider than its window at 200 %"
    complaints = [window.complaints.pop() for _ in list(window.complaints)]
    assert complaints == window.violations() == [], name


PAGES = ["", "run", "search", "search?text=wine", "people", "events", "nowhere"]
GUIDELINES = ["guideline", "guideline/case", "guideline/case/edit"]


@pytest.mark.parametrize("place", [*PAGES, *GUIDELINES])
def test_pages(looking, prepared, place):
    looking.opens(f"{prepared.origin}/{place}")
    check(looking, re.sub(r"\W+", "-", place) or "home")


def test_a_share_is_given_by_keys_and_taken_back_by_mouse(looking, prepared):
    with ReviewStore.of_run(prepared.run) as store:
        store.invite("Cleo", "reviewer")
        turns = len(store.items(kind="turn", state="open", most=1000))
    looking.opens(f"{prepared.origin}/people").tab_to("^who").type("Cleo")
    looking.tab_to("^kind").type("Turn").tab_to("^share of its items").type("30").goes("Enter")
    assert looking.page.url.endswith("#shares") and f"of {turns}; 0 judged" in looking.text()
    check(looking, "people-shares")
    with ReviewStore.of_run(prepared.run) as store:
        (told,) = store.leading.shares()
    assert told.share.share == 0.3 and told.waiting == told.share.given > 0
    with looking.page.expect_navigation():
        looking.page.click("[aria-label='Keep no Turn items for Cleo']")
    with ReviewStore.of_run(prepared.run) as store:
        assert store.leading.shares() == []


def test_the_way_in(window, prepared):
    opened = window()
    opened.opens(f"{prepared.origin}/enter")
    check(opened, "enter")
    opened.tab_to("token").type("not a token").goes("Enter")
    assert "not valid" in opened.text()
    check(opened, "enter-refused")


@pytest.mark.parametrize("kind", list(KINDS))
def test_forms_of_kinds(looking, prepared, kind: str):
    with ReviewStore.of_run(prepared.run) as store:
        item = store.items(kind=kind, state="open", most=1000)[-1]
        looking.opens(f"{prepared.origin}/items/{item.id}")
        check(looking, f"{kind}-read")
        store.take(admin(store), item.id)
    looking.opens(f"{prepared.origin}/items/{item.id}")
    check(looking, f"{kind}-held")
    if KINDS[kind].editable:
        looking.press("e", "Escape")
        check(looking, f"{kind}-edit")
    looking.press("r")
    check(looking, f"{kind}-reject")
    if kind == "turn":
        looking.press("?")
        check(looking, "keys")


def test_options_stand_in_one_order_while_they_are_edited(looking, prepared):
    with ReviewStore.of_run(prepared.run) as store:
        cases = store.items(kind="case", state="open", most=1000)
        item = next(each for each in cases if each.category == "best_guess")
        options = store.item(item.id)[1]["choice"]["options"]
        store.take(admin(store), item.id)
    looking.opens(f"{prepared.origin}/items/{item.id}")
    if looking.page.locator("form[action$='/solve']").count():
        looking.press("1").goes("Enter")
    texts = {each["text"] for each in options}
    shown = looking.page.locator(".shown ul.choice .prose")
    told = [each for each in shown.all_inner_texts() if each in texts]
    assert len(told) == len(options) > 2
    looking.press("e").tab_to("^Option B").press("Control+a").type("what nobody would say")
    fields = looking.page.locator("textarea[name^='changes.choice.options.']")
    assert [each.input_value() for each in fields.all()] == [told[0], "what nobody would say", *told[2:]]
    assert [each for each in shown.all_inner_texts() if each in texts] == told
    looking.press("Escape")
    check(looking, "case-options-edited")


def test_forms_alone(window, forms_server):
    opened = window().sign_in(forms_server.link)
    with ReviewStore.of_run(forms_server.run) as store:
        for item in store.items():
            store.take(admin(store), item.id)
            opened.opens(f"{forms_server.origin}/items/{item.id}")
            check(opened, item.form)


def test_adjudication(looking, prepared):
    with ReviewStore.of_run(prepared.run) as store:
        item = store.items(kind="persona", state="open", most=1)[0]
        for name, said in (("Ann", Edit(changes={"location": "Trieste"})), ("Bea", Reject(reasons=("dull",)))):
            who = store.reviewer(store.invite(name, "reviewer")).id
            held = store.take(who, item.id)
            told = {"slot": held.slot, "token": held.token, "version": held.version, "hash": item.hash}
            store.submit(who, Submission(item=item.id, key=f"{name} {item.id}", content=said, **told))
        store.take(admin(store), item.id)
    looking.opens(f"{prepared.origin}/items/{item.id}")
    check(looking, "adjudication")


def admin(store: ReviewStore) -> int:
    return next(each.id for each in store.reviewers() if each.role == "admin")
