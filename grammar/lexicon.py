"""The themes that the company's people know their way around in."""

from __future__ import annotations

from grammar.lexicon_commerce import COMMERCE
from grammar.lexicon_life import LIFE
from grammar.themes import Theme

THEMES: tuple[Theme, ...] = (*COMMERCE, *LIFE)
"""In no order of preference; the one whose words occur most is taken."""

GENERIC = Theme(
    "general",
    (),
    (((), "record"),),
    "collected observations",
    ("see what is typical and what stands out", "compare groups of records", "prepare decisions with figures"),
    (
        "operations analyst", "quality manager", "project coordinator", "independent consultant", "planning officer",
        "statistics teacher", "process engineer", "business analyst", "research assistant", "internal auditor",
        "data journalist", "programme evaluator",
    ),
    (
        "{She} has to explain to a sceptical board which differences are real and which are noise",
        "{She} prepares a decision that several departments will have to live with",
        "{She} took over a project full of opinions and wants to put figures in their place",
        "{Her} team argues about the same few numbers every month, and {she} would like to settle it",
        "{She} writes a short report each quarter and refuses to print a figure {she} cannot defend",
    ),
    ("interviews with the people involved", "the costs behind every record", "the same figures of our competitors"),
)  # fmt: skip
"""For a table that says nothing of its theme."""
