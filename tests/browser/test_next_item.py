"""What was meant for one item never lands on the next one, however impatient its reviewer is."""

import re

from human_review.store import ReviewStore


def judged(server):
    """Every item that has a verdict, with how many."""
    with ReviewStore.of_run(server.run) as store:
        found = {item.id: len(store.verdicts(item.id, None)) for item in store.items(state="open", most=1000)}
    return {item: count for item, count in found.items() if count}


def here(person):
    return re.search(r"/items/([^/?#]+)", person.page.url)[1]


def signed_in(window, server):
    person = window().sign_in(server.invite("Ann")).goes("Enter")
    person.page.wait_for_selector("body[data-ready]")
    return person


def test_keys_that_come_too_often_count_once(window, server):
    person = signed_in(window, server)
    item = here(person)
    person.press("a", "Enter", "Enter", "a", "Enter")
    person.page.wait_for_url(re.compile(f"done={item}"))
    person.press("a", "Enter", "s", "r", "1", "Enter")
    person.page.wait_for_selector("body[data-ready]")
    assert judged(server) == {item: 1}
    following = here(person)
    assert following != item and person.page.locator("[name=verdict]:checked").count() == 0
    person.press("a").goes("Enter")
    assert judged(server) == {item: 1, following: 1}
    assert person.complaints == person.violations() == []


def test_a_double_click_counts_once(window, server):
    person = signed_in(window, server)
    item = here(person)
    person.page.check("[name=verdict][value=accept]")
    person.page.dblclick("#submit", delay=5)
    person.page.wait_for_url(re.compile(f"done={item}"))
    place = person.page.locator("#submit").bounding_box()
    person.page.mouse.dblclick(place["x"] + 5, place["y"] + 5)
    person.page.wait_for_selector("body[data-ready]")
    assert judged(server) == {item: 1} and here(person) != item


def test_a_key_that_is_held_down_does_one_thing(window, server):
    person = signed_in(window, server)
    item = here(person)
    person.page.keyboard.down("s")
    for _ in range(5):
        person.page.keyboard.down("s")  # as a keyboard repeats it
    person.page.keyboard.up("s")
    person.page.wait_for_selector("body[data-ready]")
    following = here(person)
    assert following != item
    person.page.wait_for_timeout(500)
    assert here(person) == following and judged(server) == {}
