"""Every word of the glossary is one that the documentation uses, and is explained in plain words."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import ROOT, pages

TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^## (.+)\n\n((?:.+\n)+)", TEXT, re.MULTILINE))
WANTED = (
    "Action",
    "Adjudication",
    "Agreement",
    "Backend",
    "Canary",
    "Case",
    "Check",
    "Commission",
    "Dialogue",
    "Family",
    "Gate",
    "Intent",
    "Kind",
    "Ledger",
    "Mode",
    "Part",
    "Persona",
    "Plan",
    "Recording",
    "Register",
    "Run",
    "Scenario",
    "Slip",
    "Turn",
    "Unit",
    "Verdict",
    "Held back",
    "Private library",
    "Reference code",
)


def test_the_words_of_the_house_are_there_in_order() -> None:
    assert set(WANTED) <= ENTRIES.keys()
    assert list(ENTRIES) == sorted(ENTRIES, key=str.lower)
    assert len(ENTRIES) == TEXT.count("\n## ")


@pytest.mark.parametrize("word", ENTRIES)
def test_a_word_is_used_by_another_page(word: str) -> None:
    others = " ".join(" ".join(page.prose.split()) for page in pages() if page.name != "docs/glossary.md")
    assert re.search(rf"\b{word}(s|es|ed)?\b", others, re.IGNORECASE), f"no page speaks of {word}"


@pytest.mark.parametrize("word", ENTRIES)
def test_an_entry_is_short_and_leads_on_to_entries(word: str) -> None:
    assert 1 <= len(re.findall(r"[.](?:\s|$)", ENTRIES[word])) <= 4
    for bold in re.findall(r"\*\*([^*]+)\*\*", ENTRIES[word]):
        assert bold.capitalize() in {*ENTRIES, *(f"{entry}s" for entry in ENTRIES)}, bold


@pytest.mark.parametrize("name", ["README.md", "docs/index.md", "CONTRIBUTING.md"])
def test_it_is_found(name: str) -> None:
    assert "glossary" in (ROOT / name).read_text(encoding="utf-8")
