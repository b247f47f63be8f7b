"""Whatever models and people write is shown as the text that it is: nothing of it runs, loads, leads away or hides."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from company.archive import Archive
from company.errors import ReviewError
from company.families.dialogues.records import Turn
from company.families.dialogues.review.kinds import KINDS as REVIEWED
from human_review.store import ReviewStore, Submission
from human_review.verdicts import Edit, Reject
from tests.browser.hostile_corpus import ELEMENT, LARGE, MARK, PAYLOADS, everything, hostile
from tests.browser.reviewing import Window
from tests.browser.serving import Server
from tests.support.written_rule import put_rule

KINDS = ("table", "rule", "persona", "scenario", "plan", "dialogue", "turn", "library", "rewrite", "rewording", "case")
NAME = "<img src=x onerror=window.__ran=1>"
"""As short as a person's name has to be."""
MOST_OF_A_SORT = 2
"""Items of a sort that are looked at: every text of each holds every payload, in an order of its own."""
MOST_BYTES = 24 * 2**20
"""Of a page with a cell of 10 MB: such a cell is not sent several times over."""
ALIVE = f"""
() => {{
    const found = [];
    if (window.__ran) found.push(`${{window.__ran}} scripts ran`);
    for (const each of document.querySelectorAll("*")) {{
        const name = each.localName;
        const told = `<${{name}} ${{[...each.attributes].map((one) => one.name).join(" ")}}>`;
        if (["{ELEMENT}", "iframe", "object", "embed", "base", "frame", "applet", "marquee"].includes(name))
            found.push(told);
        if (name === "script" && !(each.src && new URL(each.src).pathname.startsWith("/static/"))) found.push(told);
        if (name === "meta" && each.httpEquiv) found.push(told);
        if (name === "style" && !each.nonce) found.push(told);
        for (const {{ name: attribute, value }} of each.attributes) {{
            if (/^(on|hx-on)/.test(attribute)) found.push(told);
            if (/^(href|src|action|formaction|hx-get|hx-post|xlink:href)$/.test(attribute))
                if (new URL(value, location.href).origin !== location.origin) found.push(`${{told}} ${{value}}`);
        }}
    }}
    return found;
}}
"""
SHOWN = """
() => {
    const fields = [...document.querySelectorAll("textarea, input")].map((each) => each.value);
    return [document.body.innerText, ...fields].join("\\n");
}
"""
READ = """
() => {
    const copy = document.body.cloneNode(true);
    for (const each of copy.querySelectorAll("textarea, input, .cm-editor")) each.remove();
    return copy.textContent;
}
"""
UNSEEN = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad\x00-\x08\x0b-\x1f\x7f]")
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def check_inert(window: Window, where: str) -> None:
    alive = window.page.evaluate(ALIVE)
    assert alive == [], f"{where}: {alive[:5]}"
    assert window.violations() == [], where
    assert window.complaints == [], where


@pytest.fixture(scope="module")
def hostile_server(every_category: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The review of a run in which every text of every record holds every payload; the run is called by one, too."""
    run = Path(shutil.copytree(every_category, tmp_path_factory.mktemp("hostile") / NAME))
    with Archive.open(run) as archive:
        put_rule(archive)
        number = 0
        for kind in KINDS:
            for record in archive.records(kind, ["proposed", "accepted"]):
                archive.put_judged(hostile(record, number))
                number += 7
        turn = with_large_cell(archive)
        large = turn.results[0].model_copy(update={"shown": LARGE, "facts": {"columns": ["a"], "rows": [[LARGE]]}})
        archive.put_judged(turn.model_copy(update={"results": (large,)}))
    with Server(run) as serving:
        yield serving


def with_large_cell(archive: Archive) -> Turn:
    """The turn that has it, or is to have it."""
    return next(each for each in archive.records("turn", ["accepted"]) if each.results)


@pytest.fixture
def looking(window: Callable[..., Window], hostile_server: Server) -> Window:
    """Who started that server, with requests to anywhere else cut off."""
    opened = window()
    opened.page.route(lambda url: not url.startswith(hostile_server.origin), lambda route: route.abort())
    return opened.sign_in(hostile_server.link)


def test_the_corpus_says_of_itself_that_it_would_run(window):
    opened = window()
    opened.page.route("**/*", lambda route: route.abort())
    ran = {}
    for name in ("script", "image that fails", "svg", "out of a textarea", "focus by itself"):
        opened.page.set_content(
            f"<title>x</title><textarea>{'' if 'out of' in name else '</textarea>'}{PAYLOADS[name]}"
        )
        opened.page.wait_for_timeout(200)
        ran[name] = opened.page.evaluate("window.__ran")
    assert all(ran.values()), ran
    assert opened.page.evaluate(ALIVE)


def test_every_kind_of_item_is_shown_as_text(looking, hostile_server):
    with ReviewStore.of_run(hostile_server.run) as store:
        items = store.items(most=10_000)
    with Archive.open(hostile_server.run) as archive:
        large = with_large_cell(archive).id
        cases = {each.id: each.category for each in archive.records("case")}
    assert {item.kind for item in items} >= set(REVIEWED)
    assert large in {item.record for item in items}
    of_sort: Counter[str] = Counter()
    for item in items:
        sort = cases.get(item.record, item.kind)
        of_sort[sort] += 1
        if of_sort[sort] > MOST_OF_A_SORT and item.record != large:
            continue
        answer = looking.page.goto(f"{hostile_server.origin}/items/{item.id}")
        assert answer.status == 200, f"{item.record}: {looking.text()[:300]}"
        assert int(answer.headers["content-length"]) < MOST_BYTES, item.record
        check_inert(looking, item.record)
        assert MARK in looking.page.evaluate(SHOWN), item.record
        unseen = UNSEEN.findall(looking.page.evaluate(READ))
        assert not unseen, f"{item.record} shows {unseen[:5]!r}"
        assert looking.page.evaluate(WIDER) <= 0, f"{item.record} is wider than the window"


def test_forms_hold_it_unchanged(looking, hostile_server):
    with ReviewStore.of_run(hostile_server.run) as store:
        kinds = {item.kind: item for item in store.items(state="open", most=10_000)}
        me = looking_number(store)
        for kind, item in kinds.items():
            body = store.take(me, item.id).body
            looking.opens(f"{hostile_server.origin}/items/{item.id}")
            if REVIEWED[kind].editable:
                looking.press("e", "Escape")
                looking.screenshot(f"hostile-{kind}", whole=False)
            looking.press("r")
            check_inert(looking, f"the form of {item.record}")
            if kind == "persona":
                field = looking.page.locator("textarea[name='changes.background']")
                assert field.input_value() == as_browsers_keep(body["background"])


def test_what_is_not_edited_stays_as_it_was(looking, hostile_server):
    with ReviewStore.of_run(hostile_server.run) as store:
        items = [each for each in store.items(kind="persona", state="open", most=10)]
        item = next(each for each in items if not store.verdicts(each.id, None))
        store.take(looking_number(store), item.id)
        looking.opens(f"{hostile_server.origin}/items/{item.id}").press("e").tab_to("^place")
        looking.press("Control+a").type("Trieste").press("Escape").goes("Enter")
        (verdict,) = store.verdicts(item.id, None)
    assert verdict.content == Edit(changes={"location": "Trieste"}, keep=True)


def test_pages_around_the_queue_show_it_as_text(looking, hostile_server):
    with ReviewStore.of_run(hostile_server.run) as store:
        store.invite(NAME, "reviewer")
        record = store.items(kind="persona", most=1)[0].record
    for place in ("", "run", "search", f"search?text={record}", "people", "events", "guideline", f"search?text={MARK}"):
        answer = looking.page.goto(f"{hostile_server.origin}/{place}")
        assert answer.status == 200, place
        check_inert(looking, place)
        assert looking.page.evaluate(WIDER) <= 0, f"{place} is wider than the window"
    looking.opens(f"{hostile_server.origin}/no<script>such</script>page")
    check_inert(looking, "the page that is not there")
    looking.opens(f"{hostile_server.origin}/enter?next=javascript:window.__ran=1")
    check_inert(looking, "the way in")


def taken_by(store, reviewers):
    """The first client or rewording at which there is a place for each of them, and the places."""
    for kind in ("persona", "rewording"):
        for item in store.items(kind=kind, state="open", most=10):
            try:
                return item, [store.take(who, item.id) for who in reviewers]
            except ReviewError:
                continue  # somebody holds a place
    raise AssertionError("no client and no rewording has places for both")


def test_what_reviewers_say_is_text_to_the_adjudicator(looking, hostile_server):
    with ReviewStore.of_run(hostile_server.run) as store:
        both = [store.reviewer(store.invite(name, "reviewer")).id for name in ("Ann", "Bea")]
        item, held = taken_by(store, both)
        body = store.item(item.id)[1]
        changes = {name: everything(number) + body[name] for number, name in enumerate(REVIEWED[item.kind].editable)}
        verdicts = (Edit(changes=changes), Reject(reasons=(everything(3), everything(9))))
        for who, own, said in zip(both, held, verdicts, strict=True):
            told = {"slot": own.slot, "token": own.token, "version": own.version, "hash": item.hash}
            store.submit(who, Submission(item=item.id, key=f"{who} {item.id}", content=said, **told))
        assert store.item(item.id)[0].state == "adjudication"
        store.take(looking_number(store), item.id)
    looking.opens(f"{hostile_server.origin}/items/{item.id}")
    check_inert(looking, "adjudication")
    looking.screenshot("hostile-adjudication", whole=False)
    assert looking.page.evaluate(WIDER) <= 0
    looking.press("2").goes("Enter")
    check_inert(looking, "what was decided")
    looking.opens(f"{hostile_server.origin}/events")
    check_inert(looking, "events")


def test_what_code_makes_is_text(window, server):
    with Archive.open(server.run) as archive:
        turn = next(each for each in archive.records("turn", ["accepted"]) if each.code)
    with ReviewStore.of_run(server.run) as store:
        (item,) = [each for each in store.items(kind="turn", most=1000) if each.record == turn.id]
    person = window().sign_in(server.link)
    payload, name = json.dumps(everything(5)), turn.intents[0].name
    for code in (
        f"import pandas as pd\nprint({payload})\n{name} = pd.DataFrame({{{payload}: [{payload}, {payload}]}}, "
        f"index=[{payload}, 2])",
        f"raise ValueError({payload})",
        f"{name} = {payload}",
    ):
        person.opens(f"{server.origin}/items/{item.id}")
        if person.page.get_by_role("button", name="Take it").count():
            person.tab_to("^take it").goes("Enter")
        person.press("e")
        person.page.evaluate(
            "(code) => { const area = document.querySelector(\"textarea[name='changes.code']\"); area.value = code;"
            " area.dispatchEvent(new Event('input', { bubbles: true })) }",
            code,
        )
        person.page.get_by_role("textbox", name="Code", exact=True).focus()
        with person.page.expect_response(lambda answer: answer.url.endswith("/run"), timeout=60_000):
            person.press("Control+Enter")
        person.page.wait_for_timeout(300)
        check_inert(person, code[:20])
        assert MARK in person.page.evaluate(SHOWN)


def looking_number(store: ReviewStore) -> int:
    """The number of who started the server."""
    return next(each.id for each in store.reviewers() if each.role == "admin")


def as_browsers_keep(text: str) -> str:
    """A text as a textarea holds it: with one kind of line end, and another sign for the null character."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
