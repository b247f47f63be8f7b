"""TikZ code without what tells and is not drawn: comments, and the names of nodes, colours and styles."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*(\n[ \t]*)?")
_TITLE = re.compile(r"\\(?:title|author|date|hypersetup)\s*\{[^{}]*\}|\\(?:label|pdfinfo)\s*\{[^{}]*\}")
_NODE_NAME = r"[A-Za-z_][\w '-]*"
_NODES = (
    re.compile(rf"(?<![A-Za-z])(?:node|coordinate)\s*(?:\[[^\]]*\]\s*)?\(({_NODE_NAME})\)"),
    re.compile(rf"(?<![A-Za-z])(?:node|coordinate)\s*\[(?:[^\]]*,)?\s*name\s*=\s*({_NODE_NAME})[\],]"),
)
"""Where a node or a coordinate is given a name: behind its options, or among them."""
_COLOURS = re.compile(r"\\(?:definecolor|colorlet)\s*\{([^{}]+)\}")
_STYLES = re.compile(r"(?<=[\[,{])\s*([A-Za-z_][\w ]*?)\s*/\.style(?=\s*(?:args\s*)?=|\s*n\s*args)")
_OWN = re.compile(r"every\s|(?:level|row|column)\s+\d|(?:level|edge from parent|nodes|concept)$")
"""Styles that TikZ applies by their names, without being asked to: renamed, they would be lost."""
_EVERY = r"\bevery\s[\w \t]*?/\.[a-z ]+"
_BRACES = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_RECOLOURING = re.compile(
    rf"\\(?:definecolor|colorlet|color|textcolor|tikzset|tikzstyle|pagecolor)\s*{_BRACES}(?:{_BRACES})?"
)


def cleaned_tikz(code: str) -> str:
    """Return TikZ code without comments and titles, with nodes n1, n2 …, colours c1, c2 … and styles s1, s2 ….

    Styles that TikZ applies by itself (`every node`) keep their names. Whoever calls it draws both, and keeps the code
    that has the same pixels alone.
    """
    code = _TITLE.sub("", _COMMENT.sub(lambda found: found[1] + ("" if found[2] is None else "\n"), code))
    for letter, names, replaced in (
        ("n", [name for each in _NODES for name in each.findall(code)], _renamed_nodes),
        ("c", _COLOURS.findall(code), _renamed_words),
        ("s", [name for name in _STYLES.findall(code) if not _OWN.match(name)], _renamed_words),
    ):
        new = {name.strip(): f"{letter}{place}" for place, name in enumerate(dict.fromkeys(names), 1)}
        code = replaced(code, new)
    return re.sub(r"\n[ \t]*(?:\n[ \t]*)+\n", "\n\n", code)


def _renamed_nodes(code: str, names: dict[str, str]) -> str:
    """Return code in which nodes have other names: in parentheses, behind `of`, and where they are given."""
    if not names:
        return code
    one_of = "|".join(re.escape(each) for each in sorted(names, key=len, reverse=True))
    places = (
        rf"(?<=\()(\s*)({one_of})(?=\s*(?:[).]|-\||\|-))",
        rf"((?:-\||\|-)\s*)({one_of})(?=\s*[).])",
        rf"(\bof\s*=?\s*)({one_of})(?=\s*[\],.)])",
        rf"(\bname\s*=\s*)({one_of})(?=\s*[\],])",
    )
    for place in places:
        code = re.sub(place, lambda found: found[1] + names[found[2]], code)
    return code


def _renamed_words(code: str, names: dict[str, str]) -> str:
    """Return code in which colours, or styles, have other names: whole words in options, and in what sets them."""
    if not names:
        return code
    one_of = "|".join(re.escape(each) for each in sorted(names, key=len, reverse=True))
    word = rf"{_EVERY}|(?<![\w\\])({one_of})(?!\w)"  # `every box node` keeps its name where a style is called box

    def within(found: re.Match[str]) -> str:
        return re.sub(word, lambda each: names[each[1]] if each[1] else each[0], found[0])

    code = re.sub(r"\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]", within, code)
    return _RECOLOURING.sub(within, code)
