"""The categories of Tapilot-Crossing: a mode with its action (paper, 2.2), and the public format's file for each."""

from __future__ import annotations

from collections.abc import Mapping

from company.family.category import Category

_ALL = (
    Category("normal", "normal.jsonl", 1.0, "normal"),
    Category("private", "private.jsonl", 0.85, "private", in_order=True),
    Category("update_code", "action_correction.jsonl", 0.8, "action"),
    Category("private_update_code", "private_action_correction.jsonl", 0.6, "private_action", in_order=True),
    # The public format has no file for clarifications.
    Category("clarification", "action_clarification.jsonl", 0.4, "action"),
    Category("private_clarification", "private_action_clarification.jsonl", 0.3, "private_action", in_order=True),
    Category("fast_fail", "action_una.jsonl", 0.45, "action", chosen=True),
    Category("best_guess", "action_bg.jsonl", 0.6, "action", chosen=True),
    Category("plot_qa", "action_plotqa.jsonl", 0.2, "action", chosen=True),
    Category("insight_mining", "action_analysis.jsonl", 0.5, "action", chosen=True),
    # Nor has it one for analyses that evolve.
    Category("evolving", "evolving.jsonl", 0.85, "evolving", apart="evolving"),
)
CATEGORIES: Mapping[str, Category] = {category.name: category for category in _ALL}
"""In the order in which files, tables and reports name them."""
OF_MEANING = ("measure", "group", "time")
"""What people really leave open in a query: not how a figure is reckoned, but of what it is, of whom, and when."""
LEAST_OF_MEANING = 1 / 3
"""Share of the clarifications that leave one of these open, at the least."""
