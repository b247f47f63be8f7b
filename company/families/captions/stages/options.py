"""Captions that a choice is made of: a data scientist writes them, and is told which will not do, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from company.families.asking import reply_to
from company.families.captions.briefed import drawn_of
from company.families.captions.gate.apart import bears, entangled, unreadable
from company.families.captions.gate.drawing import Held
from company.families.captions.records import Caption, Claim, Figure, Paper
from company.families.captions.replies import CaptionTexts
from company.families.captions.stages.claiming import claims_with
from company.run.stage import Office

OPTIONS = 4
"""Captions of a choice."""
_MOST = 10
"""Captions that are asked for at the most; some may turn out to say the same, or something else than was meant."""
Refused = Mapping[str, str]
"""By the text of a caption, why it will not do, in words for its writer."""


async def options_of(
    office: Office, figure: Figure, record_id: str, kept: Sequence[Caption], refused: Refused
) -> tuple[list[Caption], Refused]:
    """Return captions whose claims are true and can be read off the figure, and why others will not do.

    `kept` are earlier ones that will do, and `refused` those that will not: others are asked for in their place.
    """
    paper = office.archive.get(figure.parent or "")
    assert isinstance(paper, Paper), "a figure is of a paper"
    brief: dict[str, Any] = {
        "task": "captions_apart",
        "goal": paper.goal,
        "question": figure.question,
        "captions": max(min(bears(figure.drawn), _MOST) - len(kept), OPTIONS),
        "drawn": drawn_of(figure),
    }
    if kept or refused:
        brief["kept"] = [each.text for each in kept]
        brief["wrong"] = [{"caption": text, "why": why} for text, why in refused.items()]
    at = ("detections", record_id)
    words, who = "data_scientist_captions", "data_scientist_captions_role"
    reply, _ = await reply_to(office, "data_scientist", at, words, CaptionTexts, brief, who=who)
    known = {each.text for each in kept} | refused.keys()
    new = dict.fromkeys(text for each in reply.captions if (text := " ".join(each.split())) not in known)
    texts = {f"t{place}": text for place, text in enumerate(new, start=1)}
    found = await claims_with(office, at, figure, texts)
    faults = {texts[name]: _fault(texts[name], each, figure) for name, each in found.items()}
    captions = [
        Caption(writer="author", text=texts[name], claims=tuple(claim for claim, _ in each))
        for name, each in found.items()
        if not faults[texts[name]]
    ]
    return captions, {text: fault for text, fault in faults.items() if fault}


def _fault(text: str, found: Sequence[tuple[Claim, Held]], figure: Figure) -> str:
    """Return why a caption cannot be one of a choice, whatever the others say; empty where it can."""
    if not found:
        return "Nothing in it was understood as something that the figure shows to be so or not."
    for claim, held in found:
        words = text[slice(*claim.span)]
        if held.drawn is not True:
            return f"This is not so: {words!r}, read as {claim.code}"
        if not held.clear:
            return f"This is too close to be read off: {words!r}"
    faults = unreadable([claim.code for claim, _ in found], figure.drawn)
    return f"Nobody can read it off: {'; '.join(faults)}." if faults else ""


def in_the_way(captions: Mapping[str, Caption], untrue: Collection[str]) -> dict[str, str]:
    """Return by name why captions cannot stand together in a choice, in words for their writer.

    `untrue` are the names of those of which something untrue can be made.
    """
    counts = Counter(len(each.claims) for each in captions.values())
    usual = max(counts, key=lambda count: (counts[count], -count), default=0)
    found: dict[str, str] = {}
    kept: list[Caption] = []
    for name, caption in captions.items():
        own = [claim.code for claim in caption.claims]
        codes = [[claim.code for claim in each.claims] for each in kept]
        beside = next((each for each, theirs in zip(kept, codes, strict=True) if entangled([theirs, own])), None)
        if name not in untrue:
            found[name] = "Nothing in it can be said otherwise so that it is clearly untrue: name a value or an order."
        elif len(own) != usual:
            found[name] = f"It claims {len(own)} things, and most captions {usual}: claim as many as they do."
        elif beside is not None:
            found[name] = f"It is about the same as {beside.text!r}, or one follows from the other."
        elif entangled([*codes, own]):
            found[name] = "Of one line, both its course and several values are told: tell either."
        else:
            kept.append(caption)
    return found
