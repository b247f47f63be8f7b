"""Figures of others in the built-in company's words: told by what they show of files, read back, and drawn again."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from company.families.figures.gate.complaints import words_fault
from company.families.figures.stages.aligning import elements_of
from company.families.figures.stages.drawing import same
from company.families.figures.stages.shown import shown_of
from company.results.portraits.reading import portrait
from grammar.drawing.tasks import align_query, draw_figure, write_queries
from grammar.retelling.telling import CannotTell, read, told

_CHANCE = np.random.default_rng(5)
TABLES = {
    "t.csv": pd.DataFrame(
        {
            "kind": ["rye", "oat", "spelt", "millet", "wheat"],
            "a": [31.5, 52.25, 44.0, 12.75, 27.5],
            "b": [12, 33, 27, 8, 19],
            "e": [1.25, 2.5, 0.75, 1.5, 2.25],
            "x": [1.5, 2.25, 4.0, 7.5, 9.25],
        }
    ),
    "many.csv": pd.DataFrame({name: _CHANCE.normal(5, 2, 60).round(3) for name in ("u", "v", "w")}),
    "grid.csv": pd.DataFrame({f"z_{n}": _CHANCE.uniform(1, 9, 6).round(2) for n in range(1, 8)}),
}
_HEAD = "t, many, grid = (tables[name] for name in ('t.csv', 'many.csv', 'grid.csv'))\n"
FIGURES = {
    "bars": "plt.bar(t.kind, t.a, color='teal'); plt.title('Grain (2024)'); plt.ylabel('Tonnes')",
    "lying bars": "plt.barh(t.kind, t.a, xerr=t.e)",
    "bars with errors": "plt.bar(t.kind, t.a, yerr=t.e)",
    "bars that count": "plt.bar(range(5), t.a)",
    "bars side by side": (
        "p = np.arange(5); plt.bar(p - .2, t.a, .4, label='A'); plt.bar(p + .2, t.b, .4, label='B')\n"
        "plt.xticks(p, t.kind); plt.legend(title='Which')"
    ),
    "stacked bars": "plt.bar(t.kind, t.a, label='A'); plt.bar(t.kind, t.b, bottom=t.a, label='B'); plt.legend()",
    "bars with their values": (
        "held = plt.bar(t.kind, t.b)\nfor n, each in enumerate(t.b): plt.text(n, each, f'{each}%')"
    ),
    "lines": "plt.plot(t.x, t.a, label='A', color='red'); plt.plot(t.x, t.b, label='B'); plt.legend(); plt.grid()",
    "line over names": "plt.plot(t.kind, t.a)",
    "steps": "plt.step(t.x, t.a, where='mid')",
    "area": "plt.fill_between(t.x, t.a)",
    "area between two": "plt.fill_between(t.x, t.b, t.a, color='gold')",
    "stacked areas": "plt.stackplot(t.x, t.a, t.b, labels=['A', 'B']); plt.legend()",
    "points": "plt.scatter(t.x, t.a); plt.xscale('log')",
    "bubbles": "plt.scatter(t.x, t.a, s=t.b * 10)",
    "shaded points": "plt.scatter(t.x, t.a, c=t.b); plt.colorbar(label='How many')",
    "points with errors": "plt.errorbar(t.x, t.a, yerr=t.e, fmt='o', color='slateblue')",
    "line with errors": "plt.errorbar(t.x, t.a, yerr=t.e)",
    "stems": "plt.stem(t.x, t.a)",
    "histogram": "plt.hist(many.u, bins=9)",
    "boxes": "plt.boxplot([many.u, many.v]); plt.xticks([1, 2], ['Left', 'Right'])",
    "boxes without outliers": "plt.boxplot([many.u, many.v, many.w], showfliers=False)",
    "violins": "plt.violinplot([many.u, many.v], showmedians=True)",
    "pie": "plt.pie(t.b, labels=t.kind, autopct='%1.1f%%')",
    "ring": "plt.pie(t.b, labels=t.kind, wedgeprops={'width': .4})",
    "heat map": "plt.imshow(grid); plt.yticks(range(6), list('abcdef')); plt.colorbar()",
    "filled contours": "plt.contourf(grid.to_numpy(), levels=6); plt.colorbar()",
    "contours": "plt.contour(grid.to_numpy(), levels=[2, 4, 6])",
    "hexagons": "plt.hexbin(many.u, many.v, gridsize=7)",
    "radar": (
        "ax = plt.subplot(projection='polar'); w = np.linspace(0, 2 * np.pi, 5, endpoint=False)\n"
        "ax.plot([*w, w[0]], [*t.a, t.a[0]]); ax.set_xticks(w, t.kind)"
    ),
    "polar bars": (
        "ax = plt.subplot(projection='polar'); w = np.linspace(0, 2 * np.pi, 5, endpoint=False)\n"
        "ax.bar(w, t.a, width=.5); ax.set_xticks(w, t.kind)"
    ),
    "points in space": "plt.subplot(projection='3d').scatter(t.x, t.a, t.b)",
    "line in space": "plt.subplot(projection='3d').plot(t.x, t.a, t.b)",
    "panels": (
        "f, ax = plt.subplots(2, 2, figsize=(9, 7)); ax[0, 0].bar(t.kind, t.a); ax[0, 1].plot(t.x, t.b)\n"
        "ax[1, 0].scatter(t.x, t.b); ax[1, 1].hist(many.w, bins=8); ax[1, 1].set_title('Last'); f.suptitle('All')"
    ),
    "panels of other widths": (
        "f = plt.figure(); g = f.add_gridspec(2, 2); f.add_subplot(g[0, :]).plot(t.x, t.a)\n"
        "f.add_subplot(g[1, 0]).plot(t.x, t.b); f.add_subplot(g[1, 1]).bar(t.kind, t.b)"
    ),
    "twin axes": "plt.bar(t.x, t.a); ax = plt.gca().twinx(); ax.plot(t.x, t.b, color='black'); ax.set_ylabel('B')",
    "inset": "plt.scatter(t.x, t.a); plt.gca().inset_axes([.6, .6, .3, .3]).plot(t.x, t.b)",
    "guides, bands and words": (
        "plt.plot(t.x, t.a); plt.axhline(20, color='red'); plt.axvspan(2, 4, color='gold', alpha=.3)\n"
        "plt.text(3, 20, 'here'); plt.annotate('there', (2, 2)); plt.ylim(0, 40)"
    ),
}


def _run(code: str, names: dict[str, Any]) -> Any:
    plt.close("all")
    exec(code, names)
    plt.gcf().savefig(io.BytesIO(), format="png")
    found = portrait(plt.gcf())
    plt.close("all")
    return found


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    for name, table in TABLES.items():
        table.to_csv(tmp_path / name, index=False)
    monkeypatch.chdir(tmp_path)
    return [{"file": name, "rows": len(table), "columns": {}} for name, table in TABLES.items()]


@pytest.mark.thorough
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_drawn_again_from_either_query(name: str, files: list[dict[str, Any]], clean_pages: None) -> None:
    original = _run(_HEAD + FIGURES[name], {"plt": plt, "np": np, "tables": TABLES})
    brief = {"task": "write_queries", "drawn": shown_of(original, TABLES), "files": files, "code": ""}
    queries = write_queries(brief, random.Random(1))
    for query in queries.values():
        assert words_fault(query) is None, query
        made = draw_figure({"query": query, "files": files}, random.Random(1))["code"]
        again = _run(made, {})
        assert same(original, again), f"{query}\n\n{made}"
    wanted = elements_of(original)
    quotes = align_query({"query": queries["simple"], "elements": wanted}, random.Random(1))["quotes"]
    quoted = {each["element"]: each["quote"] for each in quotes}
    for each in wanted:
        quote = quoted[each["element"]]
        assert quote in queries["simple"] and (quote or each["aspect"] in ("text", "order", "colour")), each
        if each["aspect"] == "text":
            at_marks = ("written at its mark", "its percentage", "Slices")
            assert f"“{each['value']}”" in quote or any(words in quote for words in at_marks), each


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("plt.plot(t.x, t.a ** 2)", "what its line shows (y) stands in no column"),
        ("plt.quiver([1, 2], [3, 4], [1, 5], [2, 7])", "arrows"),
        ("plt.title('Grain “2024”'); plt.bar(t.kind, t.a)", "its texts have quotes"),
        ("plt.subplot(projection='hammer').plot(t.x, t.a)", "of the projection hammer"),
    ],
)
def test_what_there_are_no_words_for_is_refused_with_a_reason(
    code: str, said: str, files: list[dict[str, Any]], clean_pages: None
) -> None:
    drawn = shown_of(_run(_HEAD + code, {"plt": plt, "np": np, "tables": TABLES}), TABLES)
    with pytest.raises(CannotTell, match=said.replace("(", r"\(").replace(")", r"\)")):
        told(drawn, "simple")
    query = write_queries({"drawn": drawn, "files": files, "code": ""}, random.Random(1))["expert"]
    assert said in draw_figure({"query": query, "files": files}, random.Random(1))["code"]


def test_other_words_ask_for_no_figure_that_is_known() -> None:
    assert read("Draw a figure of 8 by 5 inches with one panel. Make it nice.") is None
    assert read("Draw a bar chart.") is None and read("") is None
