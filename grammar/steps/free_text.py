"""Columns of free text: which they are, how they begin, and the words that their entries share."""

from __future__ import annotations

import re
from collections import Counter

from company.records import Column


def is_wordy(column: Column) -> bool:
    """Whether a column is free text: most of its known values have several words."""
    dated = column.date_format or column.dtype.startswith(("datetime", "category", "bool"))
    several = sum(len(re.findall(r"[A-Za-z]{2,}", text)) > 1 for text, _ in column.values)
    known = several * 2 > len(column.values) if column.values else column.role == "text"
    return bool(known and column.distinct > 10 and not column.numeric and not dated)


def shared_words(column: Column) -> list[str]:
    """Words that some of the known values share, but not nearly all: the two most common ones."""
    words = Counter(word for text, _ in column.values for word in set(re.findall(r"(?<!\w)[A-Za-z]{4,}(?!\w)", text)))
    most = max(len(column.values) * 3 // 4, 1)
    return [word for word, count in words.most_common(8) if count <= most][:2]
