"""What an SVG shows: read by svgelements, and each thing again from its own pixels."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from company.drawings.margins import APART, SAME_BOX, SEEN, colour_name, same_box, same_colour
from company.drawings.painting import Undrawable, pixels_of
from company.drawings.scenes import Box, Element, Scene
from company.drawings.trees import MARK, MOST_SEEN, Tree, local, sized, tree_of, written

COARSE = 0.5
"""Zoom at which it is seen whether leaving something out changes the picture: shares are the same, and it is faster."""
FINE = 3.0
"""Zoom at which the ink of a line is told that is thinner than a pixel."""
_OPAQUE = 128
"""Of 255: from where on a pixel belongs to what is painted on it."""
_FAINT = 25
_SOLID = 245
_FULL = 0.96
"""Share of its box that a rectangle fills at the least."""
_ROUGH = 0.02
"""Share of its box in which an ellipse's pixels may differ from the ideal one, beside those on its edge."""
_ROUND = 0.04
"""By how much a circle's box may be longer than wide."""
_PLAIN_ENOUGH = 30
"""Pixels across from where on a form is told at the coarse zoom."""
_LEAST_PIXELS = 60
"""Of a form that its pixels can tell."""


@dataclass(frozen=True)
class Reading:
    """What one reading says of a part."""

    kind: str
    box: Box | None
    fill: str | None
    stroke: str | None
    """#rrggbb on white."""
    text: str = ""
    corners: tuple[tuple[float, float], ...] = ()
    """Of a triangle or a polygon, in shares of the canvas."""


@dataclass(frozen=True)
class Painted:
    """A part as its own pixels show it."""

    box: Box
    colour: str | None
    """#rrggbb on white of most of its pixels; None where fewer than half have one colour."""
    colours: tuple[str, ...]
    """All that a tenth of its pixels or more have."""
    form: str | None
    """"circle", "ellipse" or "rectangle" where its pixels, holes filled, are one."""
    mask: Any = None
    """Which pixels of the canvas are its own, holes filled."""


def scene_of_svg(code: str) -> Scene:
    """Return what an SVG shows. Raises Undrawable."""
    tree = tree_of(code)
    if len(tree.parts) > MOST_SEEN:
        raise Undrawable(f"{len(tree.parts):,} things are painted; {MOST_SEEN:,} are the most whose facts are read")
    doubts = []
    if not np.array_equal(pixels_of(tree.text()), pixels_of(written(sized(code)))):
        doubts.append("elements: `use` or a style cannot be unfolded so that the picture stays the same")
    told = readings(tree)
    looked = [painted_alone(tree, place) for place in range(len(tree.parts))]
    painted: list[Element] = []
    for place, part in enumerate(tree.parts):
        if share := share_of(tree, place, looked):
            seen = looked[place]
            if share >= SEEN and is_thinly_inked(told.get(place), seen):
                seen = finely_inked(seen, tree, place)
            element = agreed(told.get(place), seen, local(part), share)
            painted.append(replace(as_told(element, told.get(place)), name=str(place)))
    elements, faint = seen_of(painted)
    doubts += [f"kind of element {each.name}" for each in elements if each.kind is None]
    texts = tuple(each.text for each in elements if each.text)
    return Scene("svg", tree.width, tree.height, elements, texts, doubts=tuple(doubts), faint=faint)


def share_of(tree: Tree, place: int, looked: Sequence[Painted | None]) -> float:
    """Return the share of the canvas's pixels that change where a part is left out.

    `looked` is each part as it is painted alone: what has no pixel near this one's is not drawn for that.
    """
    own = looked[place]
    if own is None:
        return 0.0
    near = [at for at, each in enumerate(looked) if each is not None and each.box.meets(around(own.box))]
    others = [at for at in near if at != place]
    return changed(*(pixels_of(tree.alone(*places), zoom=COARSE) for places in (near, others)))


def around(box: Box) -> Box:
    """Return a box with a margin on each side."""
    return Box(box.left - SAME_BOX, box.top - SAME_BOX, box.right + SAME_BOX, box.bottom + SAME_BOX)


def as_told(element: Element, told: Reading | None) -> Element:
    """Return an element; where it is too small to be seen for certain, with what its code alone says of it."""
    if told is None or element.share >= SEEN:
        return element
    ink = told.fill or told.stroke
    box = element.box or (told.box if told.kind != "text" else None)
    return replace(
        element, kind=element.kind or told.kind, colour=element.colour or (ink and colour_name(ink)), box=box
    )


def seen_of(painted: Sequence[Element]) -> tuple[tuple[Element, ...], tuple[Element, ...]]:
    """Return what is seen of all that changes a pixel, and what is too small to be seen for certain."""
    found = [tuple(each for each in painted if (each.share >= SEEN) is is_seen) for is_seen in (True, False)]
    return found[0], found[1]


def changed(one: Any, other: Any) -> float:
    """Return the share of pixels in which two pictures of one size differ."""
    return float((one != other).any(axis=2).mean())


def agreed(told: Reading | None, seen: Painted | None, name: str, share: float) -> Element:
    """Return an element with what both readings say of it."""
    if told is None or seen is None:
        return Element(None, share=share)
    box = told.box if told.kind != "text" and told.box else None
    same = box is not None and same_box(box, seen.box)
    if told.kind == "text":  # a text's box is what its letters paint: no reading of code knows its letters
        box, same = seen.box, told.box is None or anchored(told.box, seen.box)
    element = Element(kind_of(told, seen, name), box=box if same else None, text=told.text, share=share)
    main = told.fill or told.stroke
    fill, stroke = (each if each and found(each, seen) else None for each in (told.fill, told.stroke))
    if main and seen.colour and same_colour(main, seen.colour):
        element = replace(element, colour=colour_name(main))
    return replace(element, fill=fill, stroke=stroke)


def found(colour: str, seen: Painted) -> bool:
    """Return whether pixels of a part have a colour."""
    return any(same_colour(colour, each) for each in seen.colours)


def anchored(point: Box, box: Box) -> bool:
    """Return whether a text is painted at the point at which its code puts it."""
    slack = APART
    across = box.left - slack <= point.left <= box.right + slack
    return across and box.top - slack <= point.top <= box.bottom + slack


def kind_of(told: Reading, seen: Painted, name: str) -> str | None:
    """Return what a part is; None where its pixels are another form, or a form that its code does not say."""
    forms = ("circle", "ellipse", "rectangle")
    if told.kind in forms:
        return told.kind if told.kind == seen.form else None
    if told.corners and told.kind in ("triangle", "polygon"):
        return told.kind if fits(told.corners, seen) else None
    if told.kind in ("polygon", "path", "polyline"):
        return told.kind if seen.form not in forms else None
    return told.kind


def fits(corners: tuple[tuple[float, float], ...], seen: Painted) -> bool:
    """Return whether pixels fill what is between corners, and do so better than a plain form would."""
    from PIL import Image, ImageDraw

    high, wide = seen.mask.shape
    page = Image.new("1", (wide, high))
    ImageDraw.Draw(page).polygon([(x * wide - 0.5, y * high - 0.5) for x, y in corners], fill=1, outline=1)
    wrong = (np.asarray(page) != seen.mask).sum() / max(seen.mask.sum(), 1)
    rows, columns = np.flatnonzero(seen.mask.any(axis=1)), np.flatnonzero(seen.mask.any(axis=0))
    cut = seen.mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    around = (2 * cut.shape[0] + 2 * cut.shape[1]) / cut.sum()
    plain = min((round_one(cut) != cut).sum(), (~cut).sum()) / cut.sum()
    return bool(wrong <= 0.03 + 1.5 * around and wrong < plain)


def round_one(mask: Any) -> Any:
    """Return the ellipse that fills a mask's box."""
    high, wide = mask.shape
    y, x = np.mgrid[0:high, 0:wide]
    return ((x + 0.5) / wide - 0.5) ** 2 + ((y + 0.5) / high - 0.5) ** 2 <= 0.25


def painted_alone(tree: Tree, *places: int) -> Painted | None:
    """Return parts as their pixels show them when nothing else is painted; None where they have none.

    What is large is looked at coarsely, which is as telling, and much faster.
    """
    svg = tree.alone(*places)
    return painted_on(lambda zoom: pixels_of(svg, white=False, zoom=zoom))


def is_thinly_inked(told: Reading | None, seen: Painted | None) -> bool:
    """Return whether a part has one colour by its code, and another one by its pixels, as where none is full."""
    main = told and (told.fill or told.stroke)
    return bool(main and seen and not (seen.colour and same_colour(main, seen.colour)))


def finely_inked(seen: Painted | None, tree: Tree, place: int) -> Painted | None:
    """Return a part with the colours that it has where it is looked at from near, if it can be seen there."""
    pixels = pixels_of(tree.alone(place), white=False, zoom=FINE)
    if not (mask := pixels[..., 3] >= _OPAQUE).any():
        return seen
    colours, colour = inks_of(pixels, mask)
    return seen and replace(seen, colours=colours, colour=colour)


def painted_on(pixels_at: Callable[[float], Any]) -> Painted | None:
    """Return all that is on a transparent page, which is seen at a zoom, as one thing; None where nothing is."""
    for zoom in (COARSE, 1.0):
        pixels = pixels_at(zoom)
        touched = pixels[..., 3] > 0
        thin = (pixels[..., 3] >= _OPAQUE).sum() < 0.6 * touched.sum()
        mask = pixels[..., 3] >= (_FAINT if thin else _OPAQUE)  # of a thin line, many pixels are covered in part
        mask = mask if mask.any() else touched
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        wide = len(rows) and min(rows[-1] - rows[0], columns[-1] - columns[0]) >= _PLAIN_ENOUGH
        if wide and not thin:
            break
    return _painted(pixels, mask, rows, columns) if len(rows) else None


def _painted(pixels: Any, mask: Any, rows: Any, columns: Any) -> Painted:
    high, wide = mask.shape
    sides = (columns[0] / wide, rows[0] / high, (columns[-1] + 1) / wide, (rows[-1] + 1) / high)
    whole = without_holes(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    touches = rows[0] == 0 or columns[0] == 0 or rows[-1] == high - 1 or columns[-1] == wide - 1
    many, colour = inks_of(pixels, mask)
    form = None if touches and whole.mean() < 0.9 else form_of(whole)
    full = np.zeros_like(mask)
    full[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = whole
    return Painted(Box(*map(float, sides)), colour, many, form, full)


def inks_of(pixels: Any, mask: Any) -> tuple[tuple[str, ...], str | None]:
    """Return the colours that a tenth of some pixels or more have on white, and the one that most of them have."""
    solid = pixels[..., 3] >= _SOLID  # edges that are smoothed are no colour of their own
    coloured = solid if solid.any() else mask
    opacity = pixels[..., 3:][coloured] / 255
    inks = np.rint(pixels[..., :3][coloured] * opacity + 255 * (1 - opacity)).astype(np.int64)
    values, counts = np.unique(inks @ np.array([65536, 256, 1]), return_counts=True)
    order = np.argsort(-counts, kind="stable")
    names = [f"#{values[each]:06x}" for each in order]
    many = [name for name, each in zip(names, order, strict=True) if counts[each] >= 0.1 * len(inks)]
    return tuple(many or names[:1]), names[0] if counts[order[0]] >= 0.5 * len(inks) else None


def without_holes(mask: Any) -> Any:
    """Return a mask with all filled that it encloses."""
    from scipy import ndimage

    return ndimage.binary_fill_holes(mask)


def form_of(mask: Any) -> str | None:
    """Return which plain form fills its box as this mask does; None where none does, or where it is too small."""
    high, wide = mask.shape
    if mask.sum() < _LEAST_PIXELS or min(high, wide) < 6:
        return "rectangle" if mask.mean() > 0.95 else None
    if mask.mean() >= _FULL:
        return "rectangle"
    if (round_one(mask) != mask).mean() > _ROUGH + 1.5 / min(high, wide):
        return None
    return "circle" if abs(wide - high) <= max(_ROUND * max(wide, high), 1.5) else "ellipse"


def readings(tree: Tree) -> dict[int, Reading]:
    """Return what svgelements says of each part, by its place."""
    from svgelements import SVG as Document
    from svgelements import Shape, SVGText

    document = Document.parse(io.StringIO(tree.text()), reify=True, width=tree.width, height=tree.height)
    told = {}
    for each in document.elements():
        place = getattr(each, "values", {}).get(MARK) if isinstance(each, Shape | SVGText) else None
        if place is not None:
            told[int(place)] = (
                text_reading(each, tree, int(place)) if isinstance(each, SVGText) else reading(each, tree)
            )
    return told


def reading(shape: Any, tree: Tree) -> Reading:
    """Return what svgelements says of a shape."""
    kind, corners = geometry(shape)
    bounds = shape.bbox(with_stroke=stroke_of(shape) is not None)
    box = None
    if bounds is not None:
        left, top, right, bottom = bounds
        sizes = (tree.width, tree.height, tree.width, tree.height)
        box = Box(*(min(max(a / b, 0.0), 1.0) for a, b in zip((left, top, right, bottom), sizes, strict=True)))
    shares = tuple((x / tree.width, y / tree.height) for x, y in corners)
    return Reading(kind, box, None if kind == "line" else on_white(shape.fill), stroke_of(shape), corners=shares)


def text_reading(text: Any, tree: Tree, place: int) -> Reading:
    """Return what svgelements says of a text: where its anchor is, and how it is coloured."""
    said = " ".join("".join(tree.parts[place].itertext()).split())
    point = text.transform.point_in_matrix_space((text.x, text.y)) if text.x is not None else None
    box = None
    if point is not None and not list(tree.parts[place]):
        x, y = point.x / tree.width, point.y / tree.height
        box = Box(x, y, x, y)
    return Reading("text", box, on_white(text.fill), stroke_of(text), said)


def stroke_of(shape: Any) -> str | None:
    """Return the colour of an outline on white; None where it has none."""
    return on_white(shape.stroke) if shape.stroke_width else None


def on_white(paint: Any) -> str | None:
    """Return a paint as it looks on white; None of none, and of gradients."""
    if paint is None or paint.value is None or not paint.alpha:
        return None
    share = paint.alpha / 255
    inks = (paint.red, paint.green, paint.blue)
    return "#{:02x}{:02x}{:02x}".format(*(round(each * share + 255 * (1 - share)) for each in inks))


def geometry(shape: Any) -> tuple[str, list[tuple[float, float]]]:
    """Return what a shape is, and of a triangle or a polygon its corners."""
    from svgelements import Circle, Ellipse, Path, Polygon, Polyline, Rect, SimpleLine

    if isinstance(shape, Circle | Ellipse):
        around = abs(shape.rx), abs(shape.ry)
        return ("circle" if abs(around[0] - around[1]) <= 0.02 * max(around) else "ellipse"), []
    if isinstance(shape, SimpleLine):
        return "line", []
    corners = corners_of(Path(shape))
    if corners is None:
        return ("rectangle" if isinstance(shape, Rect) else "path"), []
    filled = shape.fill is not None and shape.fill.value is not None
    closed = isinstance(shape, Polygon | Rect) or (isinstance(shape, Path) and (filled or is_closed(shape)))
    if isinstance(shape, Polyline) and not isinstance(shape, Polygon):
        closed = filled
    if not closed or len(corners) < 3:
        return ("line" if len(corners) == 2 else "polyline"), []
    if is_upright(corners):
        return "rectangle", []
    return ("triangle" if len(corners) == 3 else "polygon"), corners


def is_closed(path: Any) -> bool:
    """Return whether a path comes back to where it began."""
    if any(type(each).__name__ == "Close" for each in path):
        return True
    ends = [(each.end.x, each.end.y) for each in path if each.end is not None]
    return math.dist(ends[0], ends[-1]) < 1e-6


def corners_of(path: Any) -> list[tuple[float, float]] | None:
    """Return the corners of a path of straight lines in one piece; None of any other."""
    corners: list[tuple[float, float]] = []
    moves = 0
    for segment in path:
        name = type(segment).__name__
        if name not in ("Move", "Line", "Close"):
            return None
        moves += name == "Move"
        if name != "Close" and segment.end is not None:
            corners.append((float(segment.end.x), float(segment.end.y)))
    if moves > 1:
        return None
    if len(corners) > 1 and math.dist(corners[0], corners[-1]) < 1e-6:
        corners.pop()
    return corners


def is_upright(corners: list[tuple[float, float]]) -> bool:
    """Return whether four corners are those of a rectangle that is not turned."""
    places = [{round(corner[axis], 3) for corner in corners} for axis in (0, 1)]
    return len(corners) == 4 and len(places[0]) == len(places[1]) == 2 and len(set(corners)) == 4
