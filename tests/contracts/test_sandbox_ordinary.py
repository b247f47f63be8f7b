"""What forks have in common, and room on the disk, once more for a user without any rights."""

import os
from pathlib import Path

import pytest

from tests.contracts.test_hostile_ordinary import pass_for_ordinary_user

SUITES = [Path(__file__).with_name(f"test_sandbox_{name}.py") for name in ("shared", "room")]
CASES = "not subprocesses and not limits and not warm"
"""Those that depend on what the kernel lets a user see and make: the ones with forks."""


@pytest.mark.skipif(os.getuid() != 0, reason="this is an ordinary user already")
def test_states_of_an_ordinary_user_have_nothing_in_common_either() -> None:
    pass_for_ordinary_user(CASES, *SUITES)
