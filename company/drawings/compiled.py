"""What a compiled PDF shows: its paths and texts by pdfium, and each again from its own pixels.

Of a drawing in TikZ, macros, styles and loops are resolved there: whatever its code says, this is what it draws.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from company.drawings.margins import SAME_BOX, same_box
from company.drawings.painting import Undrawable, fitted, is_blank
from company.drawings.scenes import Box, Element, Scene
from company.drawings.shapes import COARSE, Reading, agreed, as_told, changed, is_upright, painted_on, seen_of
from company.drawings.trees import MOST_SEEN

_CURVE_STEPS = 8
"""Points of a curve at which it is compared with an ellipse."""
_ELLIPTIC = 0.02
"""How far from an ellipse such a point may be, in radii."""
_SAME_LINE = 0.6
"""Of letters' size: how far two pieces of one line of text are apart at the most, across and up."""
_NEXT_LINE = 1.6
"""Of letters' size: how far the next line of a text is below at the most."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Part:
    """Some objects of a page that are one thing, and what they say of it."""

    objects: tuple[Any, ...]
    told: Reading | None
    """None of what only its pixels tell: shadings, pictures, groups that are transparent as a whole."""


@dataclass(frozen=True)
class _Piece:
    """An object that writes."""

    object: Any
    text: str
    start: Point
    """Where its line begins, in points from the left lower corner."""
    end: float
    size: float
    fill: str | None


@contextlib.contextmanager
def opened(pdf: bytes) -> Iterator[Any]:
    """Open the one page of a PDF. Raises Undrawable."""
    try:
        import pypdfium2 as pdfium
    except ImportError as error:
        raise Undrawable("drawings in TikZ need pypdfium2; pip install 'decision-company[graphics]'") from error
    try:
        document = pdfium.PdfDocument(pdf)
    except pdfium.PdfiumError as error:
        raise Undrawable("what was compiled is no PDF: write it simpler") from error
    try:
        if len(document) != 1:
            raise Undrawable(f"{len(document):,} pictures are drawn; put all into one tikzpicture")
        yield document[0]
    finally:
        document.close()


def page_pixels(page: Any, *, white: bool = True, zoom: float = 1.0) -> Any:
    """Return a page as an array of rows, columns and red, green, blue and opacity. Raises Undrawable."""
    import pypdfium2 as pdfium
    from pypdfium2 import raw

    wide, high = (max(1, round(side * zoom)) for side in fitted(*page.get_size()))
    bitmap = pdfium.PdfBitmap.new_native(wide, high, raw.FPDFBitmap_BGRA)
    bitmap.fill_rect((255, 255, 255, 255) if white else (0, 0, 0, 0), 0, 0, wide, high)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, wide, high, 0, 0)
    pixels = bitmap.to_numpy()[..., [2, 1, 0, 3]].copy()
    bitmap.close()
    return pixels


def png_of_pdf(pdf: bytes) -> bytes:
    """Return the page of a PDF as PNG, on white. Raises Undrawable, also for a blank page."""
    from PIL import Image

    with opened(pdf) as page:
        pixels = page_pixels(page)
    if is_blank(pixels):
        raise Undrawable("nothing is to be seen: the page is blank")
    kept = io.BytesIO()
    Image.fromarray(pixels[..., :3]).save(kept, "PNG")
    return kept.getvalue()


def scene_of_pdf(pdf: bytes) -> Scene:
    """Return what a compiled drawing in TikZ shows. Raises Undrawable."""
    with opened(pdf) as page:
        parts = parts_of(page)
        if len(parts) > MOST_SEEN:
            raise Undrawable(f"{len(parts):,} things are painted; {MOST_SEEN:,} are the most whose facts are read")
        whole = page_pixels(page, zoom=COARSE)
        high, wide = page_pixels(page).shape[:2]
        painted: list[Element] = []
        for part in parts:
            with _shown(part.objects, on=False):
                share = changed(whole, page_pixels(page, zoom=COARSE))
            if share:
                element = agreed(part.told, _alone(page, parts, part), "", share)
                painted.append(as_told(element, part.told))
    elements, faint = seen_of([replace(each, name=str(place)) for place, each in enumerate(painted)])
    doubts = tuple(f"kind of element {each.name}" for each in elements if each.kind is None)
    texts = tuple(each.text for each in elements if each.text)
    return Scene("tikz", wide, high, elements, texts, nodes_of(elements), doubts=doubts, faint=faint)


def changed_pdf(pdf: bytes, element: Element, what: str, how: str) -> bytes:
    """Return a compiled drawing in which one element is changed, and nothing else.

    What: "remove"; "recolour" to #rrggbb; "move" by shares of the canvas, as "right down". Raises Undrawable where no
    object is the element's own.
    """
    from pypdfium2 import raw

    kept = io.BytesIO()
    with opened(pdf) as page:
        wide, high = page.get_size()
        found = [part for part in parts_of(page) if part.told is not None and _is_of(part.told, element)]
        if len(found) != 1:
            raise Undrawable("which object of the page an element is cannot be told")
        for each in found[0].objects:
            if what == "remove":
                raw.FPDFPage_RemoveObject(page, each)
            elif what == "recolour":
                ink = [int(how[place : place + 2], 16) for place in (1, 3, 5)]
                setter = raw.FPDFPageObj_SetFillColor if element.fill else raw.FPDFPageObj_SetStrokeColor
                setter(each, *ink, 255)
            else:
                right, down = (float(share) for share in how.split())
                raw.FPDFPageObj_Transform(each, 1, 0, 0, 1, right * wide, -down * high)
        _ink_plainly(page)
        raw.FPDFPage_GenerateContent(page)
        page.pdf.save(kept)
    return kept.getvalue()


def _ink_plainly(page: Any) -> None:
    """Ink everything in red, green and blue as it is seen: pdfium writes no other inks, and TikZ's yellow is one."""
    from pypdfium2 import raw

    for each in page.get_objects(max_depth=1):
        if each.type not in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_TEXT):
            continue
        for getter, setter in (
            (raw.FPDFPageObj_GetFillColor, raw.FPDFPageObj_SetFillColor),
            (raw.FPDFPageObj_GetStrokeColor, raw.FPDFPageObj_SetStrokeColor),
        ):
            inks = [ctypes.c_uint() for _ in range(4)]
            if getter(each, *inks):
                setter(each, *(ink.value for ink in inks))


def _is_of(told: Reading, element: Element) -> bool:
    if told.kind == "text":  # of which its code tells where it begins, and no more
        box = element.box
        return told.text == element.text and told.box is not None and box is not None and _begins(told.box, box)
    if told.box is None or element.box is None or told.kind != (element.kind or told.kind):
        return False
    return same_box(told.box, element.box) and told.fill == element.fill


def _begins(start: Box, box: Box) -> bool:
    return abs(start.left - box.left) <= SAME_BOX and box.top - SAME_BOX <= start.top <= box.bottom + SAME_BOX


def nodes_of(elements: Sequence[Element]) -> tuple[Element, ...]:
    """Return each shape that a text is written in right after it, as a node of that name; the same names are none."""
    found: list[Element] = []
    for shape, text in itertools.pairwise(elements):
        if text.kind == "text" and shape.kind not in (None, "text", "line", "polyline") and _is_in(text.box, shape.box):
            found.append(replace(shape, text=text.text, name=text.text))
    names = [each.name for each in found]
    return tuple(each for each in found if names.count(each.name) == 1)


def _is_in(one: Box | None, other: Box | None) -> bool:
    if one is None or other is None:
        return False
    across = other.left <= one.left and one.right <= other.right
    return across and other.top <= one.top and one.bottom <= other.bottom


@contextlib.contextmanager
def _shown(objects: Sequence[Any], *, on: bool) -> Iterator[None]:
    """Have objects painted, or not, and then as before."""
    from pypdfium2 import raw

    for each in objects:
        raw.FPDFPageObj_SetIsActive(each, on)
    try:
        yield
    finally:
        for each in objects:
            raw.FPDFPageObj_SetIsActive(each, not on)


def _alone(page: Any, parts: Sequence[Part], part: Part) -> Any:
    others = [each for other in parts if other is not part for each in other.objects]
    with _shown(others, on=False):
        return painted_on(lambda zoom: page_pixels(page, white=False, zoom=zoom))


def parts_of(page: Any) -> list[Part]:
    """Return the things on a page, from back to front; pieces of one text are one."""
    from pypdfium2 import raw

    wide, high = page.get_size()
    found: list[Part] = []
    pieces: list[_Piece] = []
    texts = page.get_textpage()
    for each in page.get_objects(max_depth=1):
        piece = _piece(each, texts) if each.type == raw.FPDF_PAGEOBJ_TEXT else None
        if pieces and (piece is None or not _goes_on(pieces[-1], piece, pieces[0])):
            found.append(_written(pieces, wide, high))
            pieces = []
        if piece is not None:
            pieces.append(piece)
        elif each.type == raw.FPDF_PAGEOBJ_PATH:
            told = path_reading(each, wide, high)
            found += [Part((each,), told)] if told else []
        elif each.type == raw.FPDF_PAGEOBJ_IMAGE:
            found.append(Part((each,), Reading("image", None, None, None)))
        elif each.type != raw.FPDF_PAGEOBJ_TEXT:
            found.append(Part((each,), None))
    return [*found, _written(pieces, wide, high)] if pieces else found


def _piece(text: Any, texts: Any) -> _Piece | None:
    from pypdfium2 import raw

    count = raw.FPDFTextObj_GetText(text, texts, None, 0)
    room = (ctypes.c_ushort * (count // 2 + 1))()
    raw.FPDFTextObj_GetText(text, texts, room, count)
    said = bytes(room)[: max(0, count - 2)].decode("utf-16-le", "replace").replace("\0", "")
    if not said.strip():
        return None
    size = ctypes.c_float()
    raw.FPDFTextObj_GetFontSize(text, size)
    __, _, c, d, e, f = text.get_matrix().get()
    return _Piece(text, said, (e, f), text.get_bounds()[2], size.value * (math.hypot(c, d) or 1.0), _ink(text, "Fill"))


def _goes_on(last: _Piece, piece: _Piece, first: _Piece) -> bool:
    """Return whether a piece is of the same text: on the same line, or on the next one below."""
    size = max(last.size, piece.size)
    up, gap = piece.start[1] - last.start[1], piece.start[0] - last.end
    if abs(up) <= _SAME_LINE * size and abs(gap) <= _SAME_LINE * size:
        return True
    below = 0 < -up <= _NEXT_LINE * size and abs(last.size - piece.size) < 0.1 * size
    return below and piece.fill == last.fill and first.start[0] - 4 * size <= piece.start[0] <= last.end


def _written(pieces: Sequence[_Piece], wide: float, high: float) -> Part:
    said = pieces[0].text
    for last, piece in itertools.pairwise(pieces):
        near = abs(piece.start[1] - last.start[1]) <= _SAME_LINE * last.size
        close = near and piece.start[0] - last.end < 0.15 * last.size
        said += piece.text if close else f" {piece.text}"
    x, y = pieces[0].start[0] / wide, 1 - pieces[0].start[1] / high
    told = Reading("text", Box(x, y, x, y), pieces[0].fill, None, " ".join(said.split()))
    return Part(tuple(each.object for each in pieces), told)


def path_reading(path: Any, wide: float, high: float) -> Reading | None:
    """Return what a path says of itself; None of one that paints nothing, such as a clip."""
    from pypdfium2 import raw

    mode, stroked = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, mode, stroked)
    fill = _ink(path, "Fill") if mode.value else None
    stroke = _ink(path, "Stroke") if stroked.value else None
    kind, corners = _geometry(*_outline(path), filled=bool(mode.value))
    if not kind or not (mode.value or stroked.value):
        return None
    left, bottom, right, top = path.get_bounds()
    sides = (left / wide, 1 - top / high, right / wide, 1 - bottom / high)
    box = Box(*(min(max(each, 0.0), 1.0) for each in sides))
    shares = tuple((x / wide, 1 - y / high) for x, y in corners)
    return Reading(kind, box, None if kind == "line" else fill, stroke, corners=shares)


def _ink(painted: Any, which: str) -> str | None:
    """Return the colour of a fill or a stroke on white; None where there is none to be told."""
    from pypdfium2 import raw

    parts = [ctypes.c_uint() for _ in range(4)]
    if not getattr(raw, f"FPDFPageObj_Get{which}Color")(painted, *parts) or not parts[3].value:
        return None
    share = parts[3].value / 255
    return "#{:02x}{:02x}{:02x}".format(*(round(each.value * share + 255 * (1 - share)) for each in parts[:3]))


def _outline(path: Any) -> tuple[list[Point], list[Point], int]:
    """Return the corners of a path, points along its curves, and of how many pieces it is; in points of the page."""
    from pypdfium2 import raw

    matrix = path.get_matrix()
    corners: list[Point] = []
    along: list[Point] = []
    controls: list[Point] = []
    moves: list[int] = []
    for number in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, number)
        x, y = ctypes.c_float(), ctypes.c_float()
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = matrix.on_point(x.value, y.value)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_BEZIERTO:
            controls.append(point)
            if len(controls) < 3:
                continue
            along += _curve(corners[-1], *controls)
            controls = []
        if kind == raw.FPDF_SEGMENT_MOVETO:
            if moves and moves[-1] == len(corners) - 1:  # it was moved from where nothing was drawn
                corners.pop()
                moves.pop()
            moves.append(len(corners))
        corners.append(point)
    if moves and moves[-1] == len(corners) - 1:
        corners.pop()
        moves.pop()
    return corners, along, len(moves)


def _curve(start: Point, one: Point, other: Point, end: Point) -> list[Point]:
    found = []
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points = (start, one, other, end)
        x, y = (sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))
        found.append((x, y))
    return found


def _geometry(corners: list[Point], along: list[Point], pieces: int, *, filled: bool) -> tuple[str, list[Point]]:
    """Return what a path is, "" of none, and of a triangle or a polygon its corners."""
    if len(corners) < 2:
        return "", []
    if pieces > 1:
        return "path", []
    closed = math.dist(corners[0], corners[-1]) < 1e-3
    if along:
        return (_round(along) if closed else "path"), []
    if closed:
        corners = corners[:-1]
    if len(corners) < 3:
        return "line", []
    if not closed and not filled:
        return "polyline", []
    if is_upright(corners):
        return "rectangle", []
    return ("triangle" if len(corners) == 3 else "polygon"), corners


def _round(along: list[Point]) -> str:
    """Return "circle" or "ellipse" where all points are on one that is not turned, else "path"."""
    points = np.asarray(along)
    low, high = points.min(axis=0), points.max(axis=0)
    radii = (high - low) / 2
    if min(radii) <= 0:
        return "path"
    away = np.hypot(*((points - (low + high) / 2) / radii).T)
    if abs(away - 1).max() > _ELLIPTIC:
        return "path"
    return "circle" if abs(radii[0] - radii[1]) <= _ELLIPTIC * max(radii) else "ellipse"
