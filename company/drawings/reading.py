"""The door: from code in SVG or Graphviz, and from compiled TikZ, to the picture and to the facts."""

from __future__ import annotations

import json
from pathlib import Path

from company.drawings.compiled import png_of_pdf, scene_of_pdf
from company.drawings.graphs import scene_of_graph
from company.drawings.layout import svg_of_graph
from company.drawings.painting import Undrawable, is_blank, pixels_of, png_of
from company.drawings.scenes import Scene, as_json
from company.drawings.shapes import scene_of_svg
from company.drawings.trees import sized, tree_of, written

READ = ("svg", "graphviz")
"""Formats that are drawn and read in one process."""


def svg_of(code: str, form: str) -> str:
    """Return a drawing as SVG in the size of its picture. Raises Undrawable, also for a blank page."""
    if form not in READ:
        raise Undrawable(f"{form} is not drawn here; {' and '.join(READ)} are")
    if form == "svg":
        tree_of(code)  # refuses what would unfold to too much
    svg = written(sized(code if form == "svg" else svg_of_graph(code)))
    if is_blank(pixels_of(svg)):
        raise Undrawable("nothing is to be seen: the page is blank")
    return svg


def picture_of(code: str, form: str) -> bytes:
    """Return a drawing as PNG. Raises Undrawable, also for a blank page."""
    return png_of(svg_of(code, form))


def read(code: str, form: str) -> Scene:
    """Return what a drawing shows. Raises Undrawable, also for a blank page."""
    svg_of(code, form)
    return scene_of_svg(code) if form == "svg" else scene_of_graph(code)


def scene_in(content: bytes, form: str) -> Scene:
    """Return what the content of a file shows: code, or of TikZ what it was compiled to. Raises Undrawable."""
    return scene_of_pdf(content) if form == "tikz" else read(content.decode("utf-8"), form)


def read_file(source: str | Path, form: str, picture: str | Path, facts: str | Path) -> None:
    """Draw a file's code: write the picture, and the facts as JSON; or why it is not drawn, as {"problem": …}.

    Of TikZ, the file is the PDF that it was compiled to.
    """
    content = Path(source).read_bytes()
    try:
        if form == "tikz":
            shown, scene = png_of_pdf(content), scene_of_pdf(content)
        else:
            code = content.decode("utf-8")
            shown, scene = picture_of(code, form), read(code, form)
        Path(picture).write_bytes(shown)
        told = as_json(scene)
    except Undrawable as problem:
        told = {"problem": str(problem)}
    Path(facts).write_text(json.dumps(told, allow_nan=False), encoding="utf-8")
