"""The page of a turn: edited code is run for who holds the item, and old and new results are shown, all of it inert."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from company.archive import Archive
from company.config import ReviewSettings
from human_review.queueing import fill
from human_review.store import ReviewStore
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review import invited
from tests.support.small_run import D
from tests.support.warm_start import warm_sandboxes

HOST = "http://localhost"


@pytest.fixture(scope="module")
def run(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(made, tmp_path_factory.mktemp("small") / "run"))


@pytest.fixture(scope="module")
def store(run: Path) -> Iterator[ReviewStore]:
    with ReviewStore.of_run(run) as opened, Archive.open(run) as archive:
        fill(archive, opened, ReviewSettings(overlap=1, of=("turn", "rewrite")))
        yield opened


@pytest.fixture(scope="module")
def client(run: Path, store: ReviewStore) -> Iterator[TestClient]:
    """Signed in as Ann."""
    keys = Keys.of_run(run)
    app = application(Desk(run, store, ReviewSettings(overlap=1), keys))
    with warm_sandboxes(), TestClient(app, base_url=HOST) as opened:
        session = store.sessions.begin(store.invite("Ann", "reviewer"))
        opened.cookies.set(keys.cookie, session)
        opened.headers.update({"Origin": HOST, "X-CSRF-Token": keys.csrf(session), "HX-Request": "true"})
        yield opened


def item_of(store: ReviewStore, turn: int) -> str:
    return next(item.id for item in store.items(most=100) if item.record == f"{D}.t{turn:02d}")


def held(store: ReviewStore, turn: int) -> str:
    (ann,) = [each.id for each in store.reviewers() if each.name == "Ann"]
    return store.take(ann, item_of(store, turn)).item.id


def ran(client: TestClient, item: str, code: str, **fields: str) -> str:
    answer = client.post(f"/items/{item}/run", data={"changes.code": code, **fields})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_the_same_code_gives_the_same(client: TestClient, store: ReviewStore) -> None:
    item = held(store, 2)
    text = ran(client, item, 'best = by_city.sort_values("sales")["city"].iloc[-1]')
    assert "gives the same" in text and "Turin" in text and 'data-ok="yes"' in text
    again = ran(client, item, 'best = "Tu" + "rin"')
    outcomes = [re.search('data-outcome="([0-9a-f]{64})"', each) for each in (text, again)]
    assert outcomes[0] and outcomes[1] and outcomes[0][1] == outcomes[1][1]


def test_cells_that_changed_are_shown_old_and_new(client: TestClient, store: ReviewStore) -> None:
    text = ran(client, held(store, 1), 'by_city = shops_df.groupby("city")["sales"].max().reset_index()')
    assert "<del>8</del> <ins>7</ins>" in text and "3 cells changed in 3 rows" in text
    assert "Milan" in text and "Before" in text and "Now" in text


def test_an_error_tells_its_line_and_what_was_printed(client: TestClient, store: ReviewStore) -> None:
    text = ran(client, held(store, 2), 'print("until <i>here</i>")\nbest = by_city["town"]')
    assert "KeyError" in text and "best = by_city[&#34;town&#34;]" in text
    assert "until &lt;i&gt;here&lt;/i&gt;" in text


def test_later_variables_are_not_there_yet(client: TestClient, store: ReviewStore) -> None:
    assert "NameError" in ran(client, held(store, 1), "by_city = best")


def test_other_results_can_be_asked_for(client: TestClient, store: ReviewStore) -> None:
    fields = {"changes.intents.0.name": "top", "changes.intents.0.type": "value"}
    text = ran(client, held(store, 2), 'top = "<script>alert(1)</script>\u202e"', **fields)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;⟨U+202E⟩" in text and "<script" not in text
    assert "gone" in text and "new" in text
    wrong = ran(client, held(store, 2), "top = 1", **{**fields, "changes.intents.0.type": "picture"})
    assert "has a name and a type" in wrong


def test_figures_before_and_now_are_pictures_that_may_do_nothing(client: TestClient, store: ReviewStore) -> None:
    item = held(store, 3)
    text = ran(client, item, 'by_city.plot.bar(x="city", y="sales", title="Sum of sales")')
    assert "gives the same" in text  # words of a figure are free
    text = ran(client, item, 'by_city.head(2).plot.bar(x="city", y="sales", title="Sum")')
    sources = re.findall('src="([^"]+)"', text)
    assert [source.split("/")[3] for source in sources] == ["figures", "runs"]
    pictures = [client.get(source) for source in sources]
    for picture in pictures:
        assert picture.content.startswith(b"\x89PNG") and picture.headers["content-type"] == "image/png"
        assert "sandbox" in picture.headers["content-security-policy"]
        assert picture.headers["x-content-type-options"] == "nosniff"
    assert pictures[0].content != pictures[1].content
    assert "<del>3 bars</del>" in text and "<ins>2 bars</ins>" in text
    assert client.get(f"/items/{item}/figures/2.png").status_code == 404
    assert client.get(f"/items/{item}/runs/{'0' * 64}/1.png").status_code == 404
    later = held(store, 4)
    assert client.get(f"/items/{later}/earlier/3/1.png").content.startswith(b"\x89PNG")
    assert client.get(f"/items/{item}/earlier/4/1.png").status_code == 404


def test_code_that_does_not_end_or_prints_without_end_is_told(client: TestClient, store: ReviewStore) -> None:
    assert "OutputLimit" in ran(client, held(store, 4), "while True: print('x' * 10_000)")
    assert "Killed" in ran(client, held(store, 4), "import os\nos._exit(0)")


def test_only_who_holds_the_item_runs_it(client: TestClient, store: ReviewStore) -> None:
    (ben,) = invited(store, "Ben")
    (ann,) = [each.id for each in store.reviewers() if each.name == "Ann"]
    item = held(store, 4)
    assert "gives the same" in ran(client, item, "rows = 6")
    mine = store.held(ann, item)
    assert mine is not None
    store.release(ann, mine.token)
    assert "not in your hands" in ran(client, item, "rows = 6")
    store.take(ben, item)
    assert "not in your hands" in ran(client, item, "rows = 6")
    theirs = store.held(ben, item)
    assert theirs is not None
    store.release(ben, theirs.token)


@pytest.mark.parametrize("header", ["Origin", "X-CSRF-Token"])
def test_a_run_comes_from_our_own_page(client: TestClient, store: ReviewStore, header: str) -> None:
    item = held(store, 2)
    answer = client.post(f"/items/{item}/run", data={"changes.code": "best = 1"}, headers={header: "http://elsewhere"})
    assert answer.status_code == 403


def test_a_rewrite_is_run_on_the_library(client: TestClient, store: ReviewStore) -> None:
    (item,) = [each.id for each in store.items(kind="rewrite")]
    (ann,) = [each.id for each in store.reviewers() if each.name == "Ann"]
    store.take(ann, item)
    assert f'hx-post="/items/{item}/run"' in client.get(f"/items/{item}").text
    code = "from decision_company import add_up\nby_city = add_up(shops_df, 'city', 'sales')"
    assert "gives the same as the turn" in ran(client, item, code)
    assert "cannot be submitted" in ran(client, item, f"{code}.head(2)")


def test_the_page_shows_the_dialogue_and_the_turn_inert(client: TestClient, store: ReviewStore) -> None:
    text = client.get(f"/items/{held(store, 3)}").text
    assert "Query 3: what of &lt;b&gt;plot&lt;/b&gt;?" in text and "<b>plot</b>" not in text
    assert "Turn 2" in text and "The dialogue so far: turn 1" in text
    assert "Which city sells most?" in text and "Ada Byrne, buyer, Turin" in text
    assert 'src="/items/' in text and "<style" not in text and "onclick" not in text
    assert re.search(r"<button[^>]*id=\"run\"|id=\"run\"", text)
    first = client.get(f"/items/{held(store, 1)}").text
    assert "One attempt that failed before" in first and "KeyError" in first
    assert "Turin" in first and "3 rows × 2 columns" in first


def test_without_scripts_a_run_is_a_page_of_its_own(client: TestClient, store: ReviewStore) -> None:
    item = held(store, 2)
    client.headers.pop("HX-Request")
    answer = client.post(f"/items/{item}/run", data={"changes.code": "best = 'Rome'"})
    client.headers["HX-Request"] = "true"
    assert "Back to the item" in answer.text and 'data-ok="yes"' in answer.text and "another value" in answer.text
