"""What the pages show is labelled, little of it is untried, and what they name is there."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.commands import Command, commands, named, spoken
from tests.docs.pages import LANGUAGES, Page, pages, read

MOST_UNTRIED = 8
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", pages(), ids=[page.name for page in pages()])
def test_every_block_says_what_it_is(page: Page) -> None:
    where = [f"{page.name}:{line}" for line in page.unlabelled]
    assert not where, f"label the fences at {', '.join(where)} with one of {', '.join(LANGUAGES)}; indent no code"
    other = [block.where for block in page.blocks if block.language not in LANGUAGES and block.not_run is None]
    assert not other, f"nobody knows how to try {', '.join(other)}: label it otherwise, or say why it is not run"
    shown = [
        block.where
        for block in page.blocks
        if block.language == "text" and not block.marks.keys() & {"output", "usage", "file", "file+", "not run"}
    ]
    assert not shown, f"say in a comment what {', '.join(shown)} is: output, usage, a file, or not run and why"


def test_few_blocks_are_not_tried_and_each_says_why() -> None:
    untried = [block for page in pages() for block in page.blocks if block.not_run is not None]
    told = "\n".join(f"{block.where}: {block.not_run or 'no reason is given'}" for block in untried)
    assert all(block.not_run for block in untried), told
    assert len(untried) <= MOST_UNTRIED, f"too many blocks are not tried:\n{told}"
    warnings.warn(f"{len(untried)} blocks of the docs are not tried:\n{told}", stacklevel=1)


def test_shown_json_is_json() -> None:
    for page in pages():
        for block in page.blocks:
            if block.language == "json" and block.not_run is None and "output" not in block.marks:
                for line in [block.text] if block.text.count("\n{") == 0 else block.text.splitlines():
                    json.loads(line)


def test_what_pages_say_of_commands_is_so() -> None:
    wrong = [f"{page.name}: {fault}" for page in pages() for fault in spoken(page.prose, commands())]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("command", commands(), ids=[command.name for command in commands()])
def test_every_command_and_flag_is_documented(command: Command) -> None:
    told = [page.prose for page in pages() if named(command, page.prose)]
    assert told, f"`company {command.name}` is in neither README nor docs"
    missing = [
        flag for flag in command.flags if not any(re.search(rf"(?<![\w-]){flag}(?![\w-])", text) for text in told)
    ]
    assert not missing, f"no page that speaks of `company {command.name}` speaks of {', '.join(missing)}"


def test_every_link_leads_to_something() -> None:
    broken = [f"{page.name}: {link}" for page in pages() for link in _broken(page)]
    assert not broken, "\n".join(broken)


def _broken(page: Page) -> Iterator[str]:
    for link in _LINK.findall(page.prose):
        if "://" not in link and not link.startswith("mailto:") and not (page.path.parent / link).exists():
            yield link


# the tests themselves


def test_a_page_is_read_with_its_marks(tmp_path: Path) -> None:
    file = tmp_path / "example.md"
    text = (
        "<!-- page: server table=a.csv -->\n# Title\n\n<!-- not run: needs a key -->\n```bash\ncompany x\n```\n\n"
        "Words.\n\n```\nnothing\n```\n\n    indented\n"
    )
    file.write_text(text, encoding="utf-8")
    page = read(file)
    assert page.needs == {"server": "", "table": "a.csv"}
    assert [(block.language, block.line, block.not_run) for block in page.blocks] == [("bash", 5, "needs a key")]
    assert len(page.unlabelled) == 2


def test_a_flag_that_is_not_there_is_found() -> None:
    known = commands()
    assert list(spoken("`company verify BENCHMARK --require landlock`", known)) == []
    assert len(list(spoken("`company verify BENCHMARK --harder`", known))) == 1
    assert len(list(spoken("`company frobnicate`", known))) == 1
    assert len(list(spoken("say `--no-such-flag`", known))) == 1
