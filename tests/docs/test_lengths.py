"""Pages are read in one go: none is long but what is looked up in, and one tutorial that is followed as a whole."""

from __future__ import annotations

import re

from tests.docs.pages import pages

LONGEST = 1_500
"""Words, code and tables included; comments, which nobody sees, are not."""
LOOKED_UP = (
    "docs/commands.md",
    "docs/extending/family.md",  # one package, written step by step
    "docs/format.md",
    "docs/gallery.md",  # one case below the other, to look through
    "docs/glossary.md",
    "docs/review-formats.md",
    "docs/settings.md",
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def test_a_page_is_read_in_one_go() -> None:
    words = {
        page.name: len(_COMMENT.sub("", page.prose).split())
        for page in pages()
        if page.name.startswith("docs/") and page.path.suffix == ".md"
    }
    assert {*LOOKED_UP} <= words.keys()
    long = {name: number for name, number in words.items() if number > LONGEST and name not in LOOKED_UP}
    assert not long, f"split by what readers come for: {long}"
