"""Programs that staff wrote: what is named in them, and that nothing is found in what is no Python."""

from __future__ import annotations

import pytest

from company.families.dialogues.programs import names, nodes, program


def test_names_are_those_read_and_set() -> None:
    assert names("tall = df[df['height'] > low]") == {"tall", "df", "low"}


@pytest.mark.parametrize("code", ["tall = (", "x = '\0'", "(" * 10_000, "  tall = 1\nlow = 2"])
def test_nothing_is_found_in_what_is_no_python(code: str) -> None:
    assert program(code) is None
    assert nodes(code) == []
    assert names(code) == set()
