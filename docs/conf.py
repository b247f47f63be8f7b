"""How the documentation site is built: `make docs`. Nothing is fetched while it is built or read."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

project = "Decision Company"
author = "Decision Company contributors"
project_copyright = "2026 Decision Company contributors"
release = version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

source_suffix = {".md": "markdown", ".ipynb": "markdown"}
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_*"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = "Decision Company"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
html_static_path = ["_static"]
html_extra_path = [
    path.as_posix() for path in (ROOT / "output" / "examples" / "site",) if path.is_dir()
]  # docs/samples.py
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]


def setup(app: Any) -> None:
    """Let the parser itself say what commands there are, and the folder what pages."""
    app.connect("source-read", _completed)
    app.connect("env-get-outdated", lambda *_: ["index", "commands"])  # what they are made of has no date here


def _completed(app: Any, page: str, source: list[str]) -> None:
    if Path(app.env.doc2path(page)).suffix == ".ipynb":
        from docs.notebooks import told

        source[0] = told(source[0], tables=True)
    if page == "commands":
        from company.cli.entry import parser_for

        source[0] += "\n".join(_told(parser_for(["review"]), "company"))
    elif page == "index":
        named = set(source[0].split())
        others = sorted(path.stem for path in (ROOT / "docs").glob("*.md") if path.stem not in named | {"index"})
        source[0] = source[0].replace("(others)\n", "".join(f"{name}\n" for name in others))


def _told(parser: argparse.ArgumentParser, name: str) -> Iterator[str]:
    """Return a section for each command: its purpose, its usage and its options."""
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            continue
        about = {choice.dest: choice.help for choice in action._choices_actions}
        for word, command in action.choices.items():
            whole = f"{name} {word}" if name != "company review" else f"company review RUN {word}"
            yield f"\n## {whole}\n\n{_sentence(about.get(word) or '')}\n"
            usage = command.format_usage().removeprefix("usage: ")
            yield f"```text\n{usage.strip()}\n```\n"
            yield from (
                f"- `{_called(each)}`: {_plain(each.help)}" for each in command._actions if each.help and _own(each)
            )
            yield from _told(command, whole)


def _own(action: argparse.Action) -> bool:
    return not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)


def _called(action: argparse.Action) -> str:
    value = str(action.metavar or "|".join(action.choices or ()))
    return " ".join(filter(None, [", ".join(action.option_strings), value if action.nargs != 0 else ""]))


def _plain(text: str) -> str:
    """Return words of the parser as Markdown that shows them as they are."""
    return text.replace("<", "\\<").replace("*", "\\*").replace("_", "\\_")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
