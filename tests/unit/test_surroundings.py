"""What code finds on its path: libraries, and our package only where it was installed among them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from company.sandbox.surroundings import leave


def test_a_checkout_leaves_the_path_every_time_that_it_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), "", "/libraries", str(tmp_path)])
    leave(str(tmp_path))
    assert sys.path == ["/libraries"]


def test_libraries_stay_where_the_package_was_installed_among_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "numpy").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path), "", "/libraries"])
    leave(str(tmp_path))
    assert sys.path == [str(tmp_path), "/libraries"]
