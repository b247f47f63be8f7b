"""A command ends though a thread of it never does, with its code and what it registered for its end."""

from __future__ import annotations

import atexit
import os

import pytest

import company.console.leaving as leaving


def test_a_command_ends_at_once_where_something_of_it_would_never(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[object] = []
    monkeypatch.setattr(leaving, "_STUCK", [])
    monkeypatch.setattr(atexit, "_run_exitfuncs", lambda: done.append("removed"))
    monkeypatch.setattr(os, "_exit", done.append)
    leaving.leave(9)
    assert done == []
    leaving.end_without("it")
    leaving.leave(3)
    assert done == ["removed", 3]
