"""What the paper publishes (VGBench, arXiv 2407.10972), over its own questions and drawings: per cent, CLIP times 100.

Its accuracies leave out questions that a model did not answer. Its CLIP leaves out what could not be drawn, and is no
measure against the truth: one model's graphs are above it. Its FID is of fewer drawings than features.
"""

from __future__ import annotations

from typing import Any

_TYPES = {
    "svg": ("category", "color", "usage"),
    "tikz": ("concept", "counting", "relation"),
    "graphviz": ("domain", "layout", "relation"),
}
"""In the paper's order; its mean follows the three."""
_IN_CONTEXT, _CHAIN = "in-context", "chain-of-thought"
_ACCURACIES: tuple[tuple[str, str, tuple[float, ...]], ...] = (
    ("GPT-4", "zero-shot", (41.2, 72.8, 50.6, 54.9, 89.4, 77.5, 76.0, 81.0, 84.6, 82.3, 86.6, 84.5)),
    ("GPT-4", _IN_CONTEXT, (49.4, 74.1, 61.4, 61.6, 89.4, 75.0, 77.0, 80.5, 86.0, 82.3, 87.8, 85.4)),
    ("GPT-4", _CHAIN, (49.2, 77.5, 53.4, 60.0, 89.3, 77.3, 78.4, 81.7, 86.3, 82.9, 86.0, 85.1)),
    ("GPT-3.5-Turbo", "zero-shot", (33.4, 50.5, 47.1, 43.7, 76.7, 56.8, 54.4, 62.6, 83.6, 62.5, 63.5, 69.9)),
    ("Llama-3-70B", "zero-shot", (46.3, 58.7, 55.3, 53.4, 78.5, 68.2, 66.7, 71.1, 72.8, 61.4, 74.4, 69.5)),
    ("Llama-3-8B", "zero-shot", (32.3, 39.8, 48.0, 40.0, 64.6, 53.0, 45.9, 54.5, 68.0, 52.5, 55.8, 58.8)),
)
"""Tables 3 and 7."""
_LENGTHS: dict[str, tuple[float, ...]] = {
    "svg": (65.7, 61.0, 57.9, 56.6, 57.2),
    "tikz": (77.6, 83.8, 77.4, 76.3, 77.3),
    "graphviz": (84.3, 85.3, 84.7, 82.6, 80.6),
}
"""Table 8, GPT-4's means of types by our classes of lengths."""
_CLIP = {
    "ground truth": (25.61, 24.63, 23.67),
    "GPT-4": (23.97, 24.42, 24.50),
    "GPT-3.5-Turbo": (22.88, 24.21, 23.88),
}
"""Table 5, by Long-CLIP."""
_FID = {"GPT-4": (44.81, 39.38, 77.03), "GPT-3.5-Turbo": (60.67, 17.49, 88.20)}
"""Table 6."""
_KEPT = {
    "svg_category": (869, 86.9),
    "svg_color": (671, 67.1),
    "svg_usage": (688, 68.8),
    "tikz_concept": (580, 58.0),
    "tikz_counting": (239, 47.8),
    "tikz_relation": (320, 32.0),
    "graphviz_layout": (319, 58.0),
    "graphviz_domain": (418, 83.6),
    "graphviz_relation": (175, 31.8),
}
"""Tables 1 and 2: questions, and which share of those that were written people kept."""
_PAIRS = {"svg_generation": 2000, "tikz_generation": 2000, "graphviz_generation": 1845}
"""Table 4: drawings with their captions."""


def size_of(category: str) -> dict[str, Any]:
    """Return how many cases of a category the paper has, and of questions the share that people kept, in per cent."""
    if category in _PAIRS:
        return {"cases": _PAIRS[category], "kept": None}
    cases, kept = _KEPT[category]
    return {"cases": cases, "kept": kept}


def published() -> dict[str, Any]:
    """Return all of it, as plain JSON values."""
    return {
        "types": [row for model, mode, shares in _ACCURACIES for row in _by_format(model, mode, shares)],
        "lengths": [{"name": "GPT-4 · zero-shot", "format": form, "shares": [*row]} for form, row in _LENGTHS.items()],
        "pictures": [
            {"name": name, "format": form, "clip": shares[place], "fid": _FID[name][place] if name in _FID else None}
            for place, form in enumerate(_TYPES)
            for name, shares in _CLIP.items()
        ],
    }


def _by_format(model: str, mode: str, shares: tuple[float, ...]) -> list[dict[str, Any]]:
    """Return a row of tables 3 and 7 as one row for each format."""
    found = []
    for place, (form, names) in enumerate(_TYPES.items()):
        *of_types, mean = shares[4 * place : 4 * place + 4]
        row = {"name": f"{model} · {mode}", "format": form, "types": dict(zip(names, of_types, strict=True))}
        found.append({**row, "macro": mean, "beyond": round((mean - 25) / 0.75, 1)})
    return found
