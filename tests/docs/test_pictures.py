"""The pictures that pages show are there, small, for either theme; and say what their programs say that they say."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageStat

from docs import gallery
from docs.chat import chat_html, turn_of_trial
from docs.pictures import CHAT, PICTURES, SIZES, THEMES, TRIAL, company_svg
from tests.docs.pages import ROOT, pages

SHOWN = re.compile(r'!\[[^\]]*\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"')
LARGEST = 150_000
"""Bytes of one picture."""
COUNTS = {"admin": 3, "client": 5, "data_scientist": 1_234, "chatbot": 7, "turns": 77, "cases": 88, "categories": 9}


def shown() -> dict[str, list[str]]:
    """Pictures by page, as the page names them."""
    return {
        page.name: [first or second for first, second in SHOWN.findall(page.prose)]
        for page in pages()
        if page.path.suffix == ".md"
    }


def test_every_picture_that_a_page_shows_is_there_and_small() -> None:
    files = [(ROOT / name).parent / each for name, found in shown().items() for each in found]
    assert len(files) > 20
    assert not [str(file) for file in files if not file.is_file() or file.stat().st_size > LARGEST]


def test_every_picture_that_is_kept_is_shown_by_a_page() -> None:
    files = {((ROOT / name).parent / each).resolve() for name, found in shown().items() for each in found}
    kept = {file for folder in (PICTURES, gallery.FIGURES) for file in folder.iterdir()}
    assert not [file.name for file in kept - files]


def test_the_readme_shows_the_company_the_review_a_report_and_a_chat() -> None:
    named = {each.removeprefix("docs/_static/pictures/") for each in shown()["README.md"]}
    wanted = {f"{name}-{theme}.webp" for name in ("chat", "review", "report") for theme in THEMES}
    assert named == wanted | {"company.svg"}
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 200


@pytest.mark.parametrize("name", SIZES)
def test_either_theme_has_its_picture_of_the_same_thing(name: str) -> None:
    light, dark = (Image.open(PICTURES / f"{name}-{theme}.webp").convert("L") for theme in ("light", "dark"))
    assert light.size == dark.size
    assert ImageStat.Stat(light).mean[0] > 160 > 100 > ImageStat.Stat(dark).mean[0]
    assert min(ImageStat.Stat(each).stddev[0] for each in (light, dark)) > 10, "there is next to nothing on it"


def test_the_company_is_drawn_with_what_a_run_counted() -> None:
    drawn = ElementTree.fromstring(company_svg(COUNTS))
    words = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"3 replies", "5 replies", "1,234 replies", "7 replies", "88 cases, JSONL", "drafts in 9 categories"} <= {
        *words
    }
    assert any(each.startswith("77 turns") for each in words)


def test_a_turn_is_read_as_it_was_said() -> None:
    said = turn_of_trial(TRIAL.read_text(encoding="utf-8"), *CHAT)
    assert [each.speaker for each in said] == ["client", "data scientist", "chatbot", "result", "result", "chatbot"]
    assert said[2].code.startswith("import matplotlib") and said[2].code.rstrip().endswith("plt.show()")
    assert said[3].words == "ebike_complaints (dataframe)" and "no own risk" in said[3].code
    assert said[5].words.startswith("In no step that can be judged")


def test_a_turn_that_is_not_there_is_told() -> None:
    with pytest.raises(ValueError, match="no turn 99"):
        turn_of_trial(TRIAL.read_text(encoding="utf-8"), CHAT[0], 99)


def test_words_of_a_chat_are_words_on_its_page() -> None:
    said = turn_of_trial("d.1 · x\n── turn 1 ──\nclient\n  <b>5 & 6</b>\n", "d.1", 1)
    assert "&lt;b&gt;5 &amp; 6&lt;/b&gt;" in chat_html(said) and "<b>" not in chat_html(said)


# the gallery


def test_a_case_is_told_from_its_last_request_on() -> None:
    text = (
        "case a of output/x/benchmark: value\n\ndata scientist\n  first\n\ndata scientist\n  last\n\n\n\nreference\n  5"
    )
    assert gallery.told(text, 20) == "case a: value\n\ndata scientist\n  last\n\nreference\n  5"
    assert gallery.told(text, 3).endswith("data scientist\n… 4 more lines")


def test_of_a_trial_the_turn_is_shown_that_most_cases_were_made_of() -> None:
    turns = [
        f"── turn {number} · question 1 ───\nclient\n  number {number} {'long ' * 60}\n    code = '{'x' * 200}'\n\n"
        "cases made of it\n" + "".join(f"  normal  accepted  d.t{number}.{each}\n" for each in range(cases))
        for number, cases in ((1, 1), (2, 3), (3, 2))
    ]
    shown = gallery.by_hand("d.p01.s1.d1 · statement\n" + "\n".join(turns))
    assert "written by hand" in shown and "### Turn 2 · question 1" in shown
    assert "number 2" in shown and "number 1" not in shown and "number 3" not in shown
    assert shown.count("accepted") == 3
    assert max(map(len, shown.splitlines())) <= 120
    assert gallery.by_hand(gallery.TRIAL.read_text(encoding="utf-8")) in gallery.PAGE.read_text(encoding="utf-8")


def test_cases_are_ordered_by_what_is_in_them() -> None:
    easy = {"data_id": "b", "difficulty": {"steps": 0, "variables": 0, "operations": 1, "execution": True}}
    hard = {"data_id": "a", "difficulty": {"steps": 2, "variables": 1, "operations": 6, "execution": True}}
    few, many = ({"data_id": "c", "difficulty": "easy", "panels": 1, "points": number} for number in (4, 9))
    assert sorted([hard, easy], key=gallery.weight) == [easy, hard]
    assert sorted([many, few], key=gallery.weight) == [few, many]


def test_the_page_is_of_all_families_and_says_what_was_refused() -> None:
    text = gallery.PAGE.read_text(encoding="utf-8")
    for title, _, _ in gallery.FAMILIES.values():
        part = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
        assert "### The most in one" in part and "### The least" in part
    assert text.count("### Refused") >= 3
