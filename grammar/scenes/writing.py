"""Pages as code: SVG in three manners, and TikZ."""

from __future__ import annotations

import random
from xml.sax.saxutils import escape

from grammar.scenes.canvas import Page, Point, Shape

_MANNERS = ("attributes", "styles", "classes")


def number(value: float) -> str:
    """Return a number as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def svg(page: Page, chance: random.Random) -> str:
    """Return a page as SVG; whether its colours stand in attributes, styles or a style sheet is left to chance."""
    manner = chance.choice(_MANNERS)
    size = f"{number(page.width)} {number(page.height)}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">']
    paints = list(dict.fromkeys(_paint(each) for each in page.shapes))
    if manner == "classes":
        rules = [f"    .c{place} {{ {_declared(paint)} }}" for place, paint in enumerate(paints, 1)]
        lines += ["  <style>", *rules, "  </style>"]
    for shape in page.shapes:
        paint = _paint(shape)
        if manner == "classes":
            look = f'class="c{paints.index(paint) + 1}"'
        elif manner == "styles":
            look = f'style="{_declared(paint)}"'
        else:
            look = " ".join(f'{key}="{value}"' for key, value in paint)
        lines.append(f"  {_svg_shape(shape, look)}")
    return "\n".join([*lines, "</svg>"]) + "\n"


def _paint(shape: Shape) -> tuple[tuple[str, str], ...]:
    if shape.kind == "text":
        letters = (("font-family", "sans-serif"), ("font-size", f"{number(shape.size)}px"), ("text-anchor", "middle"))
        return (("fill", shape.colour), *letters)
    if not shape.width:
        return (("fill", shape.colour),)
    return (("fill", "none"), ("stroke", shape.colour), ("stroke-width", number(shape.width)))


def _declared(paint: tuple[tuple[str, str], ...]) -> str:
    return "; ".join(f"{key}: {value}" for key, value in paint)


def _svg_shape(shape: Shape, look: str) -> str:
    points = [(number(x), number(y)) for x, y in shape.points]
    (x, y), (a, b) = points[0], points[1] if len(points) > 1 else ("", "")
    match shape.kind:
        case "rectangle":
            (left, top), (right, bottom) = shape.points
            return f'<rect x="{x}" y="{y}" width="{number(right - left)}" height="{number(bottom - top)}" {look}/>'
        case "circle":
            return f'<circle cx="{x}" cy="{y}" r="{a}" {look}/>'
        case "ellipse":
            return f'<ellipse cx="{x}" cy="{y}" rx="{a}" ry="{b}" {look}/>'
        case "line":
            return f'<line x1="{x}" y1="{y}" x2="{a}" y2="{b}" {look}/>'
        case "text":
            return f'<text x="{x}" y="{y}" {look}>{escape(shape.text)}</text>'
        case "path":
            curves = " ".join(f"{x},{y}" for x, y in points[1:])
            return f'<path d="M{x},{y} C{curves} Z" {look}/>'
    corners = " ".join(f"{x},{y}" for x, y in points)
    if shape.kind == "polyline":
        return f'<polyline points="{corners}" {look}/>'
    return f'<polygon points="{corners}" {look}/>'


def tikz(page: Page) -> str:
    """Return a page as a document with a picture in TikZ, as large as the page."""
    colours = {each: f"tone{place}" for place, each in enumerate(dict.fromkeys(each.colour for each in page.shapes), 1)}
    lines = [
        r"\documentclass{article}",
        r"\usepackage{tikz}",
        r"\usepackage[active,tightpage]{preview}",
        r"\PreviewEnvironment{tikzpicture}",
        *(rf"\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}" for colour, name in colours.items()),
        r"\begin{document}",
        r"\begin{tikzpicture}[x=1pt, y=-1pt]",
        rf"  \useasboundingbox (0,0) rectangle ({number(page.width)},{number(page.height)});",
        *(f"  {_tikz_shape(each, colours[each.colour])}" for each in page.shapes),
        r"\end{tikzpicture}",
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _at(point: Point) -> str:
    return f"({number(point[0])},{number(point[1])})"


def _tikz_shape(shape: Shape, colour: str) -> str:
    first, *rest = shape.points
    draw = rf"\draw[{colour}, line width={number(shape.width)}pt]" if shape.width else rf"\fill[{colour}]"
    match shape.kind:
        case "rectangle":
            return f"{draw} {_at(first)} rectangle {_at(rest[0])};"
        case "circle":
            return f"{draw} {_at(first)} circle [radius={number(rest[0][0])}pt];"
        case "ellipse":
            return f"{draw} {_at(first)} ellipse [x radius={number(rest[0][0])}pt, y radius={number(rest[0][1])}pt];"
        case "line":
            return f"{draw} {_at(first)} -- {_at(rest[0])};"
        case "text":
            look = f"{colour}, anchor=base, inner sep=0pt, scale={shape.size / 10:.1f}, font=\\sffamily"
            return rf"\node[{look}] at {_at(first)} {{{shape.text}}};"
        case "path":
            curves = [
                f" .. controls {_at(rest[place])} and {_at(rest[place + 1])} .. {_at(rest[place + 2])}"
                for place in range(0, len(rest), 3)
            ]
            return f"{draw} {_at(first)}{''.join(curves)} -- cycle;"
    end = "" if shape.kind == "polyline" else " -- cycle"
    return f"{draw} {' -- '.join(map(_at, shape.points))}{end};"
