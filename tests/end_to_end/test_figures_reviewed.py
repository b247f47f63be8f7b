"""What people say of originals, queries and figures of a run: shown, edited blindly, settled, and drawn anew."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from company.archive import Archive
from company.benchmark.reading import read_benchmark
from company.families.figures.records import Alignment, Drawing, Query
from company.families.figures.review.kinds import KINDS
from company.reviewing import settings_of
from human_review.queueing import apply, fill, tend
from human_review.store import ReviewStore
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.commands import company_command
from tests.support.figures_review import disputed_plots_run, figures_run

HERE = "http://localhost"
TITLED = re.compile(r"“[^”]*”")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return figures_run(tmp_path)


@pytest.fixture
def desk(run: Path) -> Iterator[Desk]:
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        told = settings_of(archive)
        fill(archive, store, told)
        yield Desk(run, store, told, Keys.of_run(run))


class Person:
    """Somebody at the pages."""

    def __init__(self, desk: Desk, name: str, role: str = "reviewer") -> None:
        self.client = TestClient(application(desk), base_url=HERE, follow_redirects=False, headers={"Origin": HERE})
        token = desk.store.invite(name, role)  # type: ignore[arg-type]
        self.id = desk.store.reviewer(token).id
        assert self.client.post("/enter", data={"token": token}).status_code == 303
        self.desk, self.csrf = desk, desk.keys.csrf(self.client.cookies[desk.keys.cookie])

    def judge(self, item: str, refused: str = "", **said: str) -> str:
        """Submit a verdict, and give back the page that it was judged at."""
        held = self.desk.store.take(self.id, item)
        page = self.client.get(f"/items/{item}").text
        form = {"slot": held.slot, "token": held.token, "version": str(held.version), "hash": held.item.hash}
        told = {"csrf": self.csrf, "key": f"{item} {self.id} {len(refused)}", **form, **said}
        answer = self.client.post(f"/items/{item}/submit", data=told)
        if refused:
            assert answer.status_code != 303 and refused in html.unescape(answer.text), answer.text
        else:
            assert answer.status_code == 303, answer.text
        return html.unescape(page)

    def run(self, item: str, code: str) -> str:
        """What the page says of code that is run."""
        answer = self.client.post(f"/items/{item}/run", data={"csrf": self.csrf, "changes.code": code})
        return html.unescape(answer.text)


def _item(desk: Desk, record: str) -> str:
    return next(item.id for item in desk.store.items(most=100) if item.record == record)


def _accepted(archive: Archive) -> str:
    """The candidate of a case that counts."""
    return str(archive.records("case", ("accepted",))[0].id).removesuffix(".figure")


def _settled(run: Path, desk: Desk) -> None:
    with Archive.open(run) as archive:
        apply(archive, desk.store, settled_for=0)


def _titled(words: dict[str, str], title: str) -> dict[str, str]:
    """The words of a form in which the title of the figure is another one."""
    old = next(each for each in TITLED.findall(words["simple"]) if f"{each}." in words["simple"])
    return {f"changes.words.{level}": text.replace(old, f"“{title}”") for level, text in words.items()}


def test_there_is_an_item_for_each_original_query_and_figure(desk: Desk) -> None:
    items = desk.store.items(most=100)
    overlaps = {item.kind: item.overlap for item in items}
    assert overlaps == {"original": 1, "query": 2, "drawing": 1, "alignment": 3}
    counts = Counter(item.kind for item in items)
    assert (
        len(set(counts.values())) == 1
        and counts["query"] >= 2
        and set(KINDS) == {"original", "curation", "query", "drawing", "alignment", "rating"}
    )


def test_two_edit_a_query_blindly_a_third_decides_and_the_figure_is_drawn_anew(run: Path, desk: Desk) -> None:
    with Archive.open(run) as archive:
        query = archive.get(f"{_accepted(archive)}.query")
        assert isinstance(query, Query)
    words, item = query.words.model_dump(), _item(desk, query.id)
    ann, ben = Person(desk, "Ann"), Person(desk, "Ben")
    code = {"changes.words.simple": "```python\nplt.bar()\n```", "changes.words.expert": words["expert"]}
    ann.judge(item, refused="A query holds no code", verdict="edit", **code)
    page = ann.judge(item, verdict="edit", **_titled(words, "Grapes"))
    assert "Would you draw this figure" in page and words["simple"] in page and "Step by step" in page
    assert ann.client.get(f"/items/{item}/figures/1.png").headers["content-type"] == "image/png"
    seen = ben.judge(item, verdict="edit", **_titled(words, "Vines"))
    assert "Grapes" not in seen
    decider = Person(desk, "Cleo", "adjudicator")
    decider.judge(item, verdict="edit", **_titled(words, "Grapes"))
    _settled(run, desk)
    with Archive.open(run) as archive:
        assert archive.status(query.id) == "edited"
        assert archive.status(f"{query.id.rpartition('.')[0]}.alignment") == "stale"
    assert company_command("simulate", run.parent, "--out", run).returncode == 0
    assert company_command("export", run).returncode == 0
    (line,) = (each for each in read_benchmark(run / "benchmark").entries if "“Grapes”" in each["current_query"])
    assert '"title":"Grapes"' in (run / "benchmark" / line["portrait"]).read_text().replace('": "', '":"')
    assert company_command("verify", run / "benchmark").returncode == 0


def test_the_code_of_a_figure_is_edited_run_beside_the_old_one_and_reaches_the_benchmark(run: Path, desk: Desk) -> None:
    with Archive.open(run) as archive:
        drawing = archive.get(f"{_accepted(archive)}.drawn")
        assert isinstance(drawing, Drawing)
        before = archive.figures(drawing.id)[-1]
    item = _item(desk, drawing.id)
    code = f'{drawing.code.rstrip()}\nplt.gcf().axes[0].set_title("Grapes and more")\n'
    ann = Person(desk, "Ann")
    with ann.client:  # the sandbox lives in one loop
        ann.judge(item, refused="NameError", verdict="edit", **{"changes.code": f"{drawing.code}\nnothing()\n"})
        chance = f"import random\nrandom.random()\n{code}"
        ann.judge(item, refused="random numbers", verdict="edit", **{"changes.code": chance})
        shown = ann.run(item, code)
        assert "another figure" in shown and "Grapes and more" in shown and f"/items/{item}/figures/1.png" in shown
        (new,) = set(re.findall(rf"/items/{item}/runs/\w+/1\.png", shown))
        assert ann.client.get(new).content not in (b"", before)
        assert "draws the same" in ann.run(item, drawing.code)
        ann.judge(item, verdict="edit", **{"changes.code": code})
    tend(run, desk.store, desk.settings, settled_for=0)
    with Archive.open(run) as archive:
        assert archive.status(drawing.id) == "edited" and archive.figures(drawing.id)[-1] != before
    assert company_command("simulate", run.parent, "--out", run).returncode == 0
    assert company_command("export", run).returncode == 0
    lines = read_benchmark(run / "benchmark").entries
    (line,) = (each for each in lines if "Grapes and more" in each["reference_answer"])
    assert "Grapes and more" in (run / "benchmark" / line["portrait"]).read_text()
    assert company_command("verify", run / "benchmark").returncode == 0


def test_a_dropped_original_goes_with_its_case_and_another_takes_its_place(run: Path, desk: Desk) -> None:
    with Archive.open(run) as archive:
        original = f"{_accepted(archive)}.original"
    page = Person(desk, "Ann").judge(_item(desk, original), verdict="reject", reasons="it says nothing")
    assert "Is this a chart" in page and "import matplotlib" in page
    _settled(run, desk)
    assert company_command("simulate", run.parent, "--out", run).returncode == 0
    with Archive.open(run) as archive:
        cases = archive.records("case", ("proposed", "accepted"))
        assert not any(case.id.startswith(f"{original.rpartition('.')[0]}.") for case in cases) and len(cases) == 2


def test_sentences_and_elements_lead_to_each_other_and_quoted_words_stay(run: Path, desk: Desk) -> None:
    with Archive.open(run) as archive:
        alignment = archive.get(f"{_accepted(archive)}.alignment")
        assert isinstance(alignment, Alignment)
    item, ann = _item(desk, alignment.id), Person(desk, "Ann")
    gone = {"changes.words.simple": "Draw it.", "changes.words.expert": alignment.words.expert}
    page = ann.judge(item, refused="is to stay in the simple query", verdict="edit", **gone)
    elements = {int(number) for number in re.findall(r'id="element-(\d+)"', page)}
    sentences = {int(number) for number in re.findall(r'id="sentence-(\d+)"', page)}
    assert {int(number) for number in re.findall(r'href="#element-(\d+)"', page)} <= elements
    assert {int(number) for number in re.findall(r'href="#sentence-(\d+)"', page)} <= sentences
    assert len(sentences) >= 4 and len(elements) >= len(alignment.requirements)
    assert page.count('class="tag good" href="#sentence-') >= len(alignment.requirements)
    for person in (ann, Person(desk, "Ben"), Person(desk, "Cleo")):
        person.judge(item, verdict="accept")
    _settled(run, desk)
    assert company_command("export", run).returncode == 0
    lines = read_benchmark(run / "benchmark").entries  # where people have begun to judge, the others stay out
    assert [line["current_query"] for line in lines] == [alignment.words.simple]
    verdicts = [json.loads(line) for line in (run / "benchmark" / "data" / "verdicts.jsonl").read_text().splitlines()]
    assert [each["verdict"] for each in verdicts if each["kind"] == "alignment"] == ["accept"] * 3


def test_plots_that_people_keep_come_into_the_next_run_and_those_that_they_drop_do_not(tmp_path: Path) -> None:
    run = disputed_plots_run(tmp_path)
    assert len(_short(run)) == 6

    def cases() -> set[str]:
        with Archive.open(run) as archive:
            return {str(each.id).split(".")[2] for each in archive.records("case", ("proposed", "accepted"))}

    assert cases() == {"bar_1", "bar_2"}
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        told = settings_of(archive)
        fill(archive, store, told)
        desk = Desk(run, store, told, Keys.of_run(run))
        asked = {item.record.split(".")[1]: item.id for item in store.items(most=10) if item.kind == "curation"}
        assert {*asked} == {"shapes_1", "shapes_2", "shapes_3"}
        ann = Person(desk, "Ann")
        for name, item in asked.items():
            page = ann.judge(item, verdict="drop" if name == "shapes_3" else "keep")
            assert "By its code: geometry" in page and "it will do" in page and "Polygon" in page
        _settled(run, desk)
    company_command("simulate", tmp_path, "--out", run)
    assert cases() == {"bar_1", "bar_2", "shapes_1", "shapes_2"}
    with Archive.open(run) as archive:
        said = {str(each.id).split(".")[1]: each.status for each in archive.records("extract")}
    assert said["shapes_1"] == said["shapes_2"] == "accepted" and said["shapes_3"] == "rejected"
    assert len(_short(run)) == 5 and not any("miscellaneous" in reason for reason in _short(run))


def _short(run: Path) -> list[str]:
    """What `rejected.jsonl` says of categories that have too few plots."""
    lines = map(json.loads, (run / "rejected.jsonl").read_text().splitlines())
    return [line["reason"] for line in lines if line["stage"] == "sampling"]
