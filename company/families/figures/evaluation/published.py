"""What the paper publishes (MatPlotAgent, arXiv 2402.11453): mean scores of GPT-4V over its 100 cases, from 0 to 100.

Its table 3 is of another benchmark (Qwen-Agent's code interpreter), which is not imitated here; the page says so.
"""

from __future__ import annotations

from typing import Any

TABLE_1: tuple[dict[str, Any], ...] = tuple(
    {"model": model, "base": direct, "cot": thinking, "agent": agent}
    for model, direct, thinking, agent in (
        ("GPT-4", 48.86, 45.42, 61.16),
        ("GPT-3.5", 38.03, 37.14, 47.51),
        ("Magicoder-S-DS-6.7B", 38.49, 37.95, 51.70),
        ("Deepseek-coder-6.7B-instruct", 31.53, 29.16, 39.45),
        ("CodeLlama-34B-Instruct", 16.54, 12.40, 14.18),
        ("Deepseek-coder-33B-instruct", 30.88, 36.10, 32.18),
        ("WizardCoder-Python-33B-V1.1", 36.94, 35.81, 45.96),
    )
)
EYES: tuple[dict[str, Any], ...] = (
    {"model": "GPT-4", "eyes": "GPT-4V", "agent": 61.16},
    {"model": "GPT-4", "eyes": "Gemini Pro Vision", "agent": 56.73},
    {"model": "GPT-3.5", "eyes": "GPT-4V", "agent": 47.51},
    {"model": "GPT-3.5", "eyes": "Gemini Pro Vision", "agent": 43.48},
)
"""Table 2: whose eyes look at the draft."""
BLIND: tuple[dict[str, Any], ...] = (
    {"model": "GPT-4", "agent": 61.16, "agent-blind": 53.44},
    {"model": "GPT-3.5", "agent": 47.51, "agent-blind": 41.57},
)
"""Table 4: with and without feedback."""
PEOPLE: tuple[dict[str, Any], ...] = (
    {"model": "GPT-4", "r": 0.876, "p": 7.41e-33},
    {"model": "GPT-3.5", "r": 0.836, "p": 2.67e-27},
)
"""Figure 2: the judge beside people, over 100 subsets of 25 figures."""


def published() -> dict[str, Any]:
    """Return all of it, as plain JSON values."""
    return {
        "modes": list(map(dict, TABLE_1)),
        "eyes": list(map(dict, EYES)),
        "blind": list(map(dict, BLIND)),
        "people": list(map(dict, PEOPLE)),
    }
