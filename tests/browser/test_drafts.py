"""A reviewer never loses a character: the server may be killed at any moment, and be away for as long as it likes."""

import random
import time
from collections.abc import Callable

import pytest

from human_review.store import Item, ReviewStore
from human_review.verdicts import Reject
from tests.browser.reviewing import Window
from tests.browser.serving import Server

WORDS = "the client would hardly ask for this, since the table says nothing of prices; and the code drops rows. "
SETTLED = 1.0
"""Seconds after the last key when what was typed is on the server."""


def opened(server: Server, window: Callable[..., Window], name: str = "Ann") -> tuple[Window, Item, str]:
    """A person at a client's persona, about to type why it is rejected; the item, and the person's link."""
    link = server.invite(name)
    with ReviewStore.of_run(server.run) as store:
        item = store.items(kind="persona", state="open", most=1)[0]
        store.take(next(each.id for each in store.reviewers() if each.name == name), item.id)
    person = window().sign_in(link).opens(f"{server.origin}/items/{item.id}")
    person.press("r").tab_to("own words")
    return person, item, link


def words(person: Window) -> str:
    return person.page.get_by_label("In your own words").input_value()


@pytest.mark.parametrize("seed", range(3))
def test_words_typed_around_a_kill_are_there_afterwards(window, server, seed):
    chance = random.Random(seed)
    person, item, _ = opened(server, window)
    cut, back = sorted(chance.sample(range(len(WORDS)), 2))
    for number, letter in enumerate(WORDS):
        if number == cut:
            server.kill()
        if number == back:
            server.start()
        person.type(letter)
        if chance.random() < 0.05:
            time.sleep(chance.uniform(0, 0.8))
    person.opens(person.page.url)
    offered = person.page.get_by_role("button", name="Use it")
    if offered.count():
        person.tab_to("use it").goes("Enter")
    assert words(person) == WORDS
    person.press("Escape").goes("Enter")
    with ReviewStore.of_run(server.run) as store:
        (verdict,) = store.verdicts(item.id, None)
    assert isinstance(verdict.content, Reject) and verdict.content.reasons == (WORDS.strip(),)


def test_what_is_older_than_a_second_is_on_the_server(window, server):
    person, item, link = opened(server, window)
    person.type(WORDS)
    time.sleep(SETTLED)
    server.kill()
    server.start()
    elsewhere = window().sign_in(link).opens(f"{server.origin}/items/{item.id}")
    assert words(elsewhere) == WORDS


def test_the_browser_offers_what_the_server_did_not_get(window, server):
    person, _, _ = opened(server, window)
    server.kill()
    person.type(WORDS)
    person.page.wait_for_selector("text=does not answer")
    copy = person.context.new_page()
    address = person.page.url
    person.page.close()
    server.start()
    person.page = copy
    person.opens(address)
    assert words(person) == ""
    person.tab_to("use it").goes("Enter")
    assert words(person) == WORDS


def test_a_verdict_given_while_the_server_is_away_arrives_once(window, server):
    person, item, _ = opened(server, window)
    person.type("dull").press("Escape")
    server.kill()
    person.press("Enter")
    person.page.wait_for_selector("text=not sent yet")
    with person.page.expect_navigation(timeout=60_000):
        server.start()
    with ReviewStore.of_run(server.run) as store:
        (verdict,) = store.verdicts(item.id, None)
    assert verdict.content == Reject(reasons=("dull",))


def test_code_in_the_editor_is_kept_as_well(window, server):
    link = server.invite("Ann")
    with ReviewStore.of_run(server.run) as store:
        item = next(each for each in store.items(kind="turn", state="open", most=100) if store.item(each.id)[1]["code"])
        store.take(next(each.id for each in store.reviewers() if each.name == "Ann"), item.id)
    person = window().sign_in(link).opens(f"{server.origin}/items/{item.id}").press("e").tab_to("^code")
    person.press("Control+End", "Enter").type("# looked at by Ann")
    time.sleep(SETTLED)
    server.kill()
    server.start()
    again = window().sign_in(link).opens(f"{server.origin}/items/{item.id}").press("e").tab_to("^code")
    assert again.focused().rstrip().endswith("# looked at by Ann")
    assert again.page.locator("[name='changes.code']").input_value().endswith("\n# looked at by Ann")
