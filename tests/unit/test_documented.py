"""The gate runs the examples of a private library, and says where one who has not read it gets another result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from company.families.dialogues.body.entries import Situation, code_entry
from company.sandbox import Sandbox
from tests.support.gating import gate_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

LIBRARY = '''"""The company's own functions for data analysis."""


def tell_peak(entries, ties="all"):
    """The highest entry.

    Args:
        entries: A sequence of numbers.
        ties: "all" or "once".

    Returns:
        A number.

    House rule:
        ties: Entries that are equal to the highest are added up, unless "once" takes it once.

    Example:
        >>> int(tell_peak(pd.Series([2, 3, 3])))
        6
        >>> int(tell_peak(pd.Series([2, 3, 3]), ties="once"))
        3
    """
    return entries.max() if ties == "once" else entries[entries == entries.max()].sum()
'''
PROTOTYPE = "best = float({}.max())"
REFERENCE = 'from decision_company import tell_peak\n\nbest = float(tell_peak({}, ties="once"))'
TIED = 'pd.concat([by_city["sum"], by_city["sum"]])'
UNTIED = 'by_city["sum"]'


@pytest.fixture
def library(dialogue: Any) -> Iterator[Any]:
    file = dialogue.resource / "decision_company.py"
    file.write_text(LIBRARY, encoding="utf-8")
    yield file
    file.unlink()


def entry(dialogue: Any, source: str, **more: Any) -> dict[str, Any]:
    turn = dialogue.turns[1]
    here = Situation(dialogue.table, dialogue.prelude, "shops", [dialogue.turns[0]])
    code, prototype = REFERENCE.format(source), PROTOTYPE.format(source)
    made = code_entry(here, turn.query, code, turn.intents, "x.t02.private", prototype_code=prototype, **more)
    return made.line()


@pytest.mark.parametrize(("source", "differs"), [(TIED, True), (UNTIED, False)])
async def test_whether_reading_pays_is_found_by_executing_what_one_writes_who_has_not_read(
    dialogue: Any, sandbox: Sandbox, library: Any, source: str, differs: bool
) -> None:
    report = await gate_of(entry(dialogue, source), dialogue.resource, sandbox)
    assert report.measured["differs"] is differs
    assert not any("documentation" in reason for reason in report.reasons)


async def test_a_line_that_says_otherwise_is_refused(dialogue: Any, sandbox: Sandbox, library: Any) -> None:
    for source, told, why in ((TIED, False, "does not pay, and without"), (UNTIED, True, "pays, and without")):
        report = await gate_of(entry(dialogue, source, differs=told), dialogue.resource, sandbox)
        assert any(why in reason for reason in report.reasons), report.reasons


async def test_an_example_that_does_not_hold_is_refused(dialogue: Any, sandbox: Sandbox, library: Any) -> None:
    library.write_text(LIBRARY.replace("        6\n", "        7\n"), encoding="utf-8")
    report = await gate_of(entry(dialogue, UNTIED), dialogue.resource, sandbox)
    assert any("an example in the library's documentation does not hold" in reason for reason in report.reasons)


async def test_a_library_of_an_older_folder_has_no_examples_to_hold(
    dialogue: Any, sandbox: Sandbox, library: Any
) -> None:
    start, end = LIBRARY.index("    Args:"), LIBRARY.index("    return")
    library.write_text(LIBRARY[:start] + '    """\n' + LIBRARY[end:], encoding="utf-8")
    report = await gate_of(entry(dialogue, UNTIED), dialogue.resource, sandbox)
    assert report.measured["differs"] is False
    assert not any("documentation" in reason for reason in report.reasons)
