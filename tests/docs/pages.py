"""The pages of the documentation and the code in them, read as Markdown is read.

A comment before a block of code says how the block is tried, a comment `page:` what its whole page needs:

    <!-- page: table=sales.csv server -->     there is this table, and a server of models (tests/support/loopback)
    <!-- page: run=output/my_sales -->        there is a run over it, too
    <!-- page: wine -->                       there is a run over the bundled table, output/wine
    <!-- page: source -->                     the company's code is copied, and changed as the page says
    <!-- test: exit=3 -->                     the last command ends with this exit code
    <!-- test: needs=datasets -->             tried where this module is installed
    <!-- test: serves -->                     `company review RUN` is started, asked for its page, ended
    <!-- file: my_sales/simulation.toml -->   the reader writes this to a file, or adds it where it says `file+`
    <!-- output -->                           what the block before it printed, loosely
    <!-- usage -->                            the form of commands, with names to fill in
    <!-- not run: why -->                     not tried at all, and why
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

from docs.notebooks import notebooks, told

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("bash", "python", "toml", "json", "text", "diff")
"""What a block may be labelled as; a block that is labelled otherwise is never run, and says why."""
_MARK = re.compile(r"<!--\s*(page|test|file\+?|output|usage|not run)\s*(?::\s*(.*?))?\s*-->", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code in a page."""

    page: Path
    line: int
    """1-based, of its fence."""
    language: str
    text: str
    marks: Mapping[str, str] = field(default_factory=dict)
    """What the comments before it say: kind → words."""

    @property
    def where(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def not_run(self) -> str | None:
        """Why it is not tried; None where it is."""
        return self.marks.get("not run")

    @property
    def told(self) -> Mapping[str, str]:
        """How it is tried: the words of `test`, each `word` or `word=value`."""
        return words(self.marks.get("test", ""))


@dataclass(frozen=True)
class Page:
    """A page with its blocks in order."""

    path: Path
    blocks: tuple[Block, ...]
    needs: Mapping[str, str]
    unlabelled: tuple[int, ...]
    """Lines of blocks that do not say what they are."""
    prose: str
    """The text as it is written."""

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()


def words(text: str) -> dict[str, str]:
    """`a b=c` as {"a": "", "b": "c"}."""
    return {name: value for name, _, value in (word.partition("=") for word in text.split())}


@cache
def pages() -> tuple[Page, ...]:
    """README, CONTRIBUTING and all of docs/, notebooks included."""
    docs = [*sorted(path for path in (ROOT / "docs").rglob("*.md") if not path.name.startswith("_")), *notebooks()]
    return tuple(read(path) for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *docs))


def read(path: Path) -> Page:
    """A page from its file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = told(text)
    blocks, unlabelled, marks = [], [], dict[str, str]()
    needs: dict[str, str] = {}
    for token in MarkdownIt("commonmark").parse(text):
        line = (token.map or [0])[0] + 1
        if token.type == "html_block":
            found = dict(_marks(token.content))
            needs |= words(found.pop("page", ""))
            marks |= found
        elif token.type == "code_block":
            unlabelled.append(line)
        elif token.type == "fence":
            language = token.info.strip()
            if not language:
                unlabelled.append(line)
            elif not language.startswith("{"):
                blocks.append(Block(path, line, language, token.content, marks))
            marks = {}
        elif token.type in ("paragraph_open", "heading_open", "table_open"):
            marks = {}
    return Page(path, tuple(blocks), needs, tuple(unlabelled), text)


def _marks(html: str) -> Iterator[tuple[str, str]]:
    for kind, said in _MARK.findall(html):
        yield kind, " ".join(said.split())
