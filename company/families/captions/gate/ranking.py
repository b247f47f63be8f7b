"""The release gate of a caption set, by its line: what it says of figure, claims, twins and errors is so.

The figure is drawn once in a warm interpreter and, with `cold`, once in a cold one; every claim is executed in both.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.benchmark.gate import GateReport
from company.families.captions.aspects import aspects_of
from company.families.captions.gate.contradicting import told_of
from company.families.captions.gate.drawing import Held, Look, Question, chart_of, looked, same_drawn
from company.families.captions.records import UNTRUTHS, WRITERS
from company.families.captions.spoiling import box_of
from company.families.captions.twins import LENGTH
from company.sandbox import Sandbox

_SAID = {True: "true", False: "false"}
_OF_FIGURE = {"bar": "chart", "panels": "compound"}
_CONTRADICTED, _WHO = ("contradicted", "contradicted_by_captions"), ("the paragraphs", "the other captions")
BLANK, RENAMED = "a blank page", "a figure with other texts"
"""The figures on which no caption may hold."""
Line = Mapping[str, Any]


async def judged(
    line: Line, picture: bytes | None, resource: Path, sandbox: Sandbox, *, cold: bool = True
) -> GateReport:
    """Judge a caption set; `picture` is the one that is published, where there is one yet.

    Raises SandboxError when the sandbox itself fails.
    """
    reasons = _form_faults(line)
    if reasons:
        return GateReport(False, tuple(reasons), {})
    if not line["figure_code"]:
        return _of_a_picture(line, picture)
    parts = _parts(line)
    codes = [claim["code"] for _, claims in parts for claim in claims]
    asked = Question(codes, _beside_twins(line), picture is not None)
    look = await looked(line["figure_code"], asked, resource, sandbox)
    if isinstance(look, str):
        return GateReport(False, (f"its figure cannot be drawn: {look}",), {})
    if cold:
        again = await looked(line["figure_code"], Question(codes), resource, sandbox, cold=True)
        if isinstance(again, str) or not same_drawn(again.drawn, look.drawn) or again.claims != look.claims:
            return GateReport(False, ("its figure or what is claimed of it comes out differently in a cold run",), {})
    reasons = [
        *_figure_faults(line, look),
        *_truth_faults(parts, look.claims),
        *_aspect_faults(line),
        *_twin_faults(line),
        *_contradiction_faults(line, look.together),
        *_error_faults(line, look, picture),
    ]
    controls = _controls(line, parts, look.claims)
    reasons += [
        f"a caption holds on what it does not speak of ({label})"
        for label, said in controls.items()
        if said == ["True"]
    ]
    counted = {
        truth: sum(c["truth"] == truth for name, cs in parts if name.startswith("c") for c in cs)
        for truth in ("true", "false")
    }
    return GateReport(not reasons, tuple(reasons), {"claims": counted, "controls": controls})


def _of_a_picture(line: Line, picture: bytes | None) -> GateReport:
    """Judge a caption set of a picture without code: nothing in it is said to be true or false."""
    claims = [claim for _, claims in _parts(line) for claim in claims]
    reasons = [*_aspect_faults(line), *_cut_faults(line)]
    if line["twins"] or line["drawn"] or any(claim["truth"] != "unproved" or claim["code"] for claim in claims):
        reasons.append("it tells what is true of a picture without code, and nothing there can be executed")
    if line["cut"] is not None or any(set(each["errors"]) - {"text"} for each in line["captions"]):
        reasons.append("it tells errors of a picture that was published as it was given")
    if picture is not None and not _is_picture(picture):
        reasons.append("its picture is none")
    return GateReport(not reasons, tuple(reasons), {"claims": {"unproved": len(claims)}, "controls": {}})


def _is_picture(content: bytes) -> bool:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(content)) as image:
            image.verify()
    except (UnidentifiedImageError, OSError, SyntaxError):
        return False
    return True


def _parts(line: Line) -> list[tuple[str, Sequence[Line]]]:
    """Return whatever claims something, by its name: captions, twins, paragraphs."""
    captions = [(each["id"], each["claims"]) for each in line["captions"]]
    twins = [(f"the twin of {each['of']}", each["claims"]) for each in line["twins"]]
    return [*captions, *twins, *((f"paragraph {at}", each["claims"]) for at, each in enumerate(line["paragraphs"], 1))]


def _form_faults(line: Line) -> list[str]:
    captions = line["captions"]
    texts = [" ".join(each["text"].split()).casefold() for each in captions]
    faults = []
    if sorted(each["writer"] for each in captions) != sorted(WRITERS):
        faults.append(f"its captions are not by the six writers: {', '.join(each['writer'] for each in captions)}")
    if len(set(texts)) < len(texts) or not all(texts):
        faults.append("two of its captions read the same, or one is empty")
    names = {each["id"] for each in captions}
    ids = sorted(each["id"] for each in (*captions, *line["twins"]))
    if ids != sorted(f"c{at}" for at in range(1, len(ids) + 1)):
        faults.append("the ids of its captions and twins are not c1, c2 and so on, each once")
    faults += [
        f"it has a twin of {each['of']}, which is none of its captions"
        for each in line["twins"]
        if each["of"] not in names
    ]
    if any(line["figure_name"] not in each["mentions"] for each in line["paragraphs"]):
        faults.append("a paragraph does not mention the figure")
    for each in (*captions, *line["twins"], *line["paragraphs"]):
        for claim in each["claims"]:
            start, end = claim["span"]
            if not 0 <= start < end <= len(each["text"]):
                faults.append(f"a claim stands outside of its text: {each['text'][:60]!r}")
    return faults


def _figure_faults(line: Line, look: Look) -> list[str]:
    faults = []
    if not same_drawn(list(look.drawn), line["drawn"]):
        faults.append("its code draws another figure than its line says")
    if list(look.texts) != list(line["texts"]):
        faults.append("its texts are not those of the figure")
    return faults


def _truth_faults(parts: Sequence[tuple[str, Sequence[Line]]], held: Sequence[Held]) -> list[str]:
    faults, rest = [], iter(held)
    for name, claims in parts:
        for claim in claims:
            found = next(rest).drawn
            if isinstance(found, str):
                faults.append(f"a claim of {name} cannot be executed: {found}")
            elif _SAID[found] != claim["truth"]:
                faults.append(
                    f"a claim of {name} is {_SAID[found]}, and its line says {claim['truth']}: {claim['code']}"
                )
            elif name.startswith("paragraph") and not found:
                faults.append(f"{name} claims something untrue: {claim['code']}")
    return faults


def _aspect_faults(line: Line) -> list[str]:
    """Return claims whose aspects OCR and Stats are not what texts and numbers give."""
    faults = []
    for each in (*line["captions"], *line["twins"]):
        for claim in each["claims"]:
            words = each["text"][slice(*claim["span"])]
            texts = line["texts"]
            if each not in line["twins"] and list(aspects_of(words, texts, claim["aspects"])) != list(claim["aspects"]):
                faults.append(f"a claim has other aspects than its words: {words!r}")
    return faults


def _twin_faults(line: Line) -> list[str]:
    faults = []
    captions = {each["id"]: each for each in line["captions"]}
    for twin in line["twins"]:
        own, name = captions[twin["of"]], f"the twin of {twin['of']}"
        pairs = list(zip(own["claims"], twin["claims"], strict=False))
        changed = [at for at, (one, other) in enumerate(pairs) if one["code"] != other["code"]]
        if len(own["claims"]) != len(twin["claims"]) or len(changed) != 1:
            faults.append(f"{name} differs in {len(changed)} claims; one is wanted")
            continue
        before, after = pairs[changed[0]]
        if (before["truth"], after["truth"]) != ("true", "false") or list(after["span"]) != list(twin["span"]):
            faults.append(f"{name} does not make a true claim untrue where it says so")
        if any(one["truth"] != other["truth"] for at, (one, other) in enumerate(pairs) if at != changed[0]):
            faults.append(f"{name} changes what else is true")
        if twin["untruth"] not in UNTRUTHS or abs(len(twin["text"]) - len(own["text"])) > LENGTH * len(own["text"]):
            faults.append(f"{name} is much longer or shorter, or untrue in no known way")
        start, end = twin["span"]
        if own["text"][:start] != twin["text"][:start] or own["text"][before["span"][1] :] != twin["text"][end:]:
            faults.append(f"{name} differs in more words than those of its claim")
    return faults


def _untruth(line: Line, twin: Line) -> tuple[str, str]:
    """Return the code of the claim that was made untrue, before and after."""
    own = next(each for each in line["captions"] if each["id"] == twin["of"])
    pairs = [(one["code"], other["code"]) for one, other in zip(own["claims"], twin["claims"], strict=False)]
    return next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))


def _beside_twins(line: Line) -> list[tuple[str, ...]]:
    """Return of each twin the claims of paragraphs, and those of other captions, with what is untrue."""
    return [told.beside(_untruth(line, twin)[1]) for twin in line["twins"] for told in told_of(line, twin["of"])]


def _contradiction_faults(line: Line, together: Sequence[bool]) -> list[str]:
    faults, may = [], iter(together)
    for twin in line["twins"]:
        for told, field, who in zip(told_of(line, twin["of"]), _CONTRADICTED, _WHO, strict=True):
            if twin[field] != (not next(may) or told.names(twin["untruth"], *_untruth(line, twin))):
                faults.append(f"the twin of {twin['of']} says wrongly whether {who} contradict it")
    return faults


def _error_faults(line: Line, look: Look, picture: bytes | None) -> list[str]:
    chart = chart_of(look.drawn)
    of_figure = {_OF_FIGURE[chart]} if chart in _OF_FIGURE and chart not in line.get("charts", ("line",)) else set()
    of_figure |= {"image"} if line["cut"] is not None else set()
    faults = [] if chart else ["its figure is no kind of chart that captions are written for"]
    for each in line["captions"]:
        text = {"text"} if each.get("extracted_from") is not None else set()
        if set(each["errors"]) != of_figure | text:
            faults.append(f"{each['id']} has other errors than its line says")
    faults += _cut_faults(line)
    return [*faults, *([] if picture is None else _picture_faults(line, look.picture, picture))]


def _cut_faults(line: Line) -> list[str]:
    """Return the captions that are said to be extracted wrongly, and are neither cut nor run on."""
    faults = []
    for each in line["captions"]:
        whole = each.get("extracted_from")
        if (whole is not None) != ("text" in each["errors"]):
            faults.append(f"{each['id']} has other errors than its line says")
        if whole is not None and (
            whole == each["text"] or not (whole.startswith(each["text"]) or each["text"].startswith(whole))
        ):
            faults.append(f"{each['id']} is neither cut nor run on")
    return faults


def _picture_faults(line: Line, drawn: bytes, published: bytes) -> list[str]:
    """Return what is wrong with the picture: it has the size of what is drawn, or of what was left when it was cut."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(drawn)) as whole, Image.open(io.BytesIO(published)) as shown:
            left, top, right, bottom = box_of(tuple(line["cut"]) if line["cut"] else (0, 0, 1, 1), whole.size)
            wanted, found = (right - left, bottom - top), shown.size
    except UnidentifiedImageError:
        return ["its picture is none"]
    if max(abs(one - other) for one, other in zip(wanted, found, strict=True)) > 2:
        return [f"its picture has {found[0]} by {found[1]} pixels, and {wanted[0]} by {wanted[1]} are drawn"]
    return []


def _controls(line: Line, parts: Sequence[tuple[str, Sequence[Line]]], held: Sequence[Held]) -> dict[str, list[str]]:
    """Return whether all claims of each caption hold on figures of which they do not speak."""
    controls, rest = {}, list(held)
    for (name, claims), _ in zip(parts, line["captions"], strict=False):
        own, rest = rest[: len(claims)], rest[len(claims) :]
        if own:
            controls[f"{name}: {BLANK}"] = [str(all(each.blank is True for each in own))]
        if any("'" in claim["code"] or '"' in claim["code"] for claim in claims):
            controls[f"{name}: {RENAMED}"] = [str(all(each.renamed is True for each in own))]
    return controls
