"""Captions before people who walk off, come late and click twice, over HTTP: no opinion is lost or adjudicated."""

from __future__ import annotations

from pathlib import Path

from tests.support.captions_chaos import judged


def test_in_chaos_every_opinion_stands_and_nobody_meets_both_twins(tmp_path: Path) -> None:
    overlap = {"caption_set": 2, "caption": 2}
    found = judged(tmp_path / "run", 1, {"experts": 3, "readers": 5}, chaos=True, overlap=overlap)
    assert found.problems == [] and found.missing == 0 and set(found.states) == {"decided"}
    assert found.kept == found.submitted >= 1 * 2 + 7 * 2
    assert (found.adjudications, found.pairs) == (0, 0)
