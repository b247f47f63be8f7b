"""The two categories: captions that are ranked and rated, and captions of which one is untrue."""

from __future__ import annotations

from collections.abc import Mapping

from company.family.category import Category

CATEGORIES: Mapping[str, Category] = {
    "ranking": Category("ranking", "ranking.jsonl", 0.9, "ranking"),
    "detection": Category("detection", "detection.jsonl", 0.85, "detection", chosen=True),
}
"""In the order in which files, tables and reports name them."""
