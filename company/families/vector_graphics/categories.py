"""The categories of vector graphics: of each format three types of questions, and drawings from captions."""

from __future__ import annotations

from collections.abc import Mapping

from company.drawings.scenes import FORMATS, Format
from company.family.category import Category

TYPES: Mapping[Format, tuple[str, ...]] = {
    "svg": ("category", "color", "usage"),
    "tikz": ("concept", "counting", "relation"),
    "graphviz": ("domain", "layout", "relation"),
}
"""Format → types of questions, as VGBench calls them (the seed, table 1)."""
GENERATION = "generation"
ATTESTED = ("category", "usage", "concept", "domain")
"""Types whose answer is what a drawing was commissioned as; all others are executed."""
_EXPECTED = {"color": 0.8, "counting": 0.7, "relation": 0.8, "layout": 0.8, GENERATION: 0.9}
"""Cases that a drawing gives; of attested types 0.9."""


def category_of(form: str, question_type: str) -> str:
    """Return the name of a category."""
    return f"{form}_{question_type}"


def parts_of_category(category: str) -> tuple[Format, str]:
    """Return the format and the type of question of a category."""
    form, _, question_type = category.partition("_")
    return next(each for each in FORMATS if each == form), question_type


def _category(form: str, question_type: str) -> Category:
    name = category_of(form, question_type)
    is_drawn = question_type == GENERATION
    return Category(
        name,
        f"{name}.jsonl",
        expected=_EXPECTED.get(question_type, 0.9),
        mode="generation" if is_drawn else "understanding",
        chosen=not is_drawn,
        apart=name,
    )


CATEGORIES: Mapping[str, Category] = {
    category_of(form, each): _category(form, each) for form in FORMATS for each in (*TYPES[form], GENERATION)
}
"""In the order in which they are listed everywhere."""
EXECUTED = tuple(
    name for name, each in CATEGORIES.items() if each.chosen and parts_of_category(name)[1] not in ATTESTED
)
"""Those whose questions have answers that are executed."""
