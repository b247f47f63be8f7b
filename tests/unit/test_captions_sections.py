"""Sections of papers that are written again: what is shown of the first version, and what is not looked at twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from company.families.captions.gate.figure_claims import names
from company.families.captions.records import Claim, Figure
from company.families.captions.stages import passages
from company.run.stage import Office

FIGURE = cast(Figure, type("Told", (), {"id": "f1", "name": "Figure 1"})())


def test_an_axis_is_called_by_its_name_with_or_without_brackets() -> None:
    drawn = [{"xlabel": "World ranking (bands of ten places)", "ylabel": "Median odds", "lines": [], "bars": []}]
    assert names(drawn, "world ranking", "median odds")
    assert names(drawn, "World ranking (bands of ten places)")
    assert not names(drawn, "ranking")
    assert not names(drawn, "bands of ten places")


async def test_paragraphs_that_stay_as_they_are_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Mapping[str, str]] = []

    async def found(office: Any, at: Any, figure: Any, texts: Mapping[str, str], name: str) -> dict[str, list[Claim]]:
        asked.append(texts)
        return {
            of: [Claim(span=(0, 8), aspects=(), code="False", truth="false" if "wrong" in text else "true")]
            for of, text in texts.items()
        }

    monkeypatch.setattr(passages, "claims_in", found)
    known: dict[tuple[str, str], Any] = {}
    at, office = ("passages", "s1"), cast(Office, None)
    first = ["Figure 1 shows prices.", "Figure 1 is wrong here.", "Nothing of it."]
    claims = {"f1": await passages._claims_of(office, at, FIGURE, first, known)}
    assert passages._wrong(first, claims) == [{"words": "Figure 1", "read_as": "False"}]
    again = ["A lead.", "Figure 1 shows prices.", "Figure 1 is mended here."]
    claims = {"f1": await passages._claims_of(office, at, FIGURE, again, known)}
    assert asked == [{"0": first[0], "1": first[1]}, {"2": again[2]}]
    assert sorted(claims["f1"]) == [1, 2] and passages._wrong(again, claims) == []
