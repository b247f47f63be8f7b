"""Figures of real dialogues of this kind, counted from the public prompts of Tapilot-Crossing 1.0.

`colloquial` are its fine steps, `statement` its coarse ones. Labels are those of `stats`.
"""

from __future__ import annotations

from typing import Final

FIGURES: Final[dict[str, dict[str, tuple[float, ...]]]] = {
    "colloquial": {
        "turns per dialogue: fewest, median, most": (19, 27, 51),
        "sub-goals per dialogue: fewest, median, most": (3, 5, 9),
        "turns per sub-goal: fewest, median, most": (1, 5, 10),
        "answers with code, %": (90,),
        "words in a query: median, p90": (36, 56),
        "sentences in a query: median": (3,),
        "lines of code: median, p90": (6, 12),
        "kinds of operation per turn: mean": (2.2,),
        "turns with several intents, %": (9,),
        "turns that use a variable of an earlier turn, %": (65,),
        "distance to that turn: median, p75, most": (1, 3, 31),
        "such links within 5 turns, %": (85,),
        "queries with a question mark, %": (55,),
        "queries that point back, %": (56,),
        "queries that quote a name, %": (67,),
        "queries with a number, %": (24,),
    },
    "statement": {
        "turns per dialogue: fewest, median, most": (3, 5, 8),
        "sub-goals per dialogue: fewest, median, most": (3, 5, 8),
        "turns per sub-goal: fewest, median, most": (1, 1, 1),
        "answers with code, %": (100,),
        "words in a query: median, p90": (48, 81),
        "sentences in a query: median": (3,),
        "lines of code: median, p90": (13, 36),
        "kinds of operation per turn: mean": (6.2,),
        "turns with several intents, %": (19,),
    },
}
OPERATIONS: Final[dict[str, dict[str, float]]] = {
    "colloquial": {
        "select_columns": 56, "assign": 20, "aggregate": 16, "filter": 15, "plot": 11, "loop": 9, "value_counts": 9,
        "encode": 8, "groupby": 7, "missing_values": 6, "concat": 5, "test or correlate": 5, "isin": 4, "scale": 4,
        "sklearn_other": 4, "kmeans": 3, "merge": 3, "define_function": 3, "pivot": 3, "apply": 2,
        "datetime": 1, "bin": 1,
    },
    "statement": {
        "select_columns": 92, "assign": 58, "aggregate": 39, "filter": 58, "plot": 23, "loop": 31, "value_counts": 15,
        "encode": 23, "groupby": 12, "missing_values": 19, "concat": 15, "test or correlate": 12, "isin": 27,
        "scale": 19, "sklearn_other": 4, "kmeans": 15, "merge": 12, "define_function": 8, "pivot": 4, "apply": 12,
        "datetime": 1, "bin": 1,
    },
}  # fmt: skip
"""Share of turns, in %, whose code holds each kind of operation."""
RESULT_TYPES: Final[dict[str, dict[str, float]]] = {
    "colloquial": {
        "dataframe": 40, "series": 15, "value": 12, "plot": 10, "list": 8, "array": 5, "tuple": 3, "index": 3,
        "dict": 1, "model": 1,
    },
    "statement": {},
}  # fmt: skip
"""Share of results, in %, that are of each type."""
EITHER: Final = {"test or correlate": ("test", "correlate")}
"""Kinds that the published count takes together."""
