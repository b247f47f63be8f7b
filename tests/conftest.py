"""What tests share: where the paper's five tables are, if they are there."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def tables_folder() -> Path:
    """The folder of the five tables; tests that need it are skipped, loudly, where it is missing."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "tables"
    if not folder.is_dir():
        pytest.skip(f"the five tables are not at {folder}: tests over them did not run")
    return folder
