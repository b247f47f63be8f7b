"""The category of figures: a query and data, one picture."""

from __future__ import annotations

from collections.abc import Mapping

from company.family.category import Category

CATEGORIES: Mapping[str, Category] = {"figure": Category("figure", "figure.jsonl", 1.0, "figure")}
"""In the order in which files, tables and reports name them."""
