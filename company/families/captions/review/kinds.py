"""The two kinds of questions about captions; both ask for opinions, beside flags of which some can be proved."""

from __future__ import annotations

from pathlib import Path

from company.families.captions.records import ASPECTS, MISTAKES, CaptionCase
from company.families.captions.review.asking import OfCaption, OfSet, caption_elsewhere, pictures, set_elsewhere
from company.reviewing.kinds import Kinds, Page, ReviewKind, Ticks

_FOLDER = Path(__file__).parent / "templates"
NOT_SHOWN = "not shown"
"""The flag of a caption that says something which the figure does not show."""
_TICKS = (
    Ticks(
        "Is something wrong with the figure or the text?",
        {
            "image": "the picture is cut off or broken",
            "text": "the caption is cut off, or runs on into other text",
            "chart": "it is not a line chart",
            "compound": "there are several panels in one figure",
        },
    ),
    Ticks(
        "What does the caption do?",
        {
            "ocr": "names words or numbers that stand in the figure",
            "visual": "speaks of colours, shapes or positions",
            "stats": "gives a value, a highest or a lowest one",
            "relation": "tells how things go together, such as a trend",
            "takeaway": "says what to conclude",
        },
    ),
    Ticks("Does it fit the figure?", {NOT_SHOWN: "says something the figure does not show"}),
)
_SET = ReviewKind(
    "caption_set",
    "rank",
    "Which helps most to understand the figure?",
    CaptionCase,
    asks=OfSet(),
    opinion=True,
    batch=10,
    not_shown=("figure",),
    built_on=False,
    page=Page(
        folder=_FOLDER,
        option="kinds/caption_option.html",
        context="kinds/caption_figure.html",
        guidance="guidance/caption_set.html",
        excerpt=lambda body: "; ".join(str(each["text"]) for each in body.get("options", [])),
        figures=pictures,
        elsewhere=set_elsewhere,
    ),
)
_CAPTION = ReviewKind(
    "caption",
    "answer",
    "Does it help you understand the figure?",
    CaptionCase,
    asks=OfCaption(),
    opinion=True,
    batch=30,
    shuffled=True,
    ticks=_TICKS,
    provable=MISTAKES,
    not_shown=("figure",),
    built_on=False,
    page=Page(
        folder=_FOLDER,
        template="kinds/caption.html",
        guidance="guidance/caption.html",
        excerpt=lambda body: str(body.get("text", "")),
        figures=pictures,
        elsewhere=caption_elsewhere,
    ),
)
assert _CAPTION.flags == (*MISTAKES, *ASPECTS, NOT_SHOWN), "verdicts call errors and aspects what captions call them"
KINDS: Kinds = {kind.name: kind for kind in (_SET, _CAPTION)}
"""For experts, and for readers."""
