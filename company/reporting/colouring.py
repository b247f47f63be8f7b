"""Code in colours: as HTML of which every piece is escaped, and as text for a terminal."""

from __future__ import annotations

import functools

import pygments
from markupsafe import Markup
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from rich.syntax import Syntax
from rich.text import Text

PREFIX = "code-"
"""Of the classes of tokens, such as `code-k` for a keyword; the page's stylesheet gives them colours."""


def coloured_html(code: str) -> Markup:
    """Return Python code as HTML spans."""
    lexer, formatter = _html()
    return Markup(pygments.highlight(code, lexer, formatter))  # the formatter escapes all of it


def coloured_text(code: str, dim: bool = False) -> Text:
    """Return Python code for a terminal, with its own background."""
    text = Syntax("", "python", background_color="default", theme="ansi_dark").highlight(code)
    text.rstrip()
    if dim:
        return Text(text.plain, style="dim")
    return text


@functools.cache
def _html() -> tuple[PythonLexer, HtmlFormatter[str]]:
    return PythonLexer(stripnl=False), HtmlFormatter(nowrap=True, classprefix=PREFIX)
