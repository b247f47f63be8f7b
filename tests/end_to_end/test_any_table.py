"""Any table either works or is refused in one line; never a traceback, never half a benchmark."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.commands import Run

ROWS = 60


def plain(separator: str = ",", header: str = "day,price,kind,item name") -> str:
    chance = random.Random(5)
    lines = [separator.join(header.split(","))]
    for number in range(ROWS):
        price = f"{chance.lognormvariate(3, 0.4):.2f}"
        cells = [f"2023-{1 + number % 12:02d}-11", price, chance.choice(["hat", "coat", "shoe"]), f"item {number}"]
        lines.append(separator.join(cells))
    return "\n".join(lines) + "\n"


def without_some(text: str) -> str:
    """With missing values in two columns."""
    return text.replace("hat", "").replace("2023-02-11", "")


def wide() -> str:
    chance = random.Random(6)
    header = ",".join(f"c{number}" for number in range(1000))
    return "\n".join([header, *(",".join(f"{chance.gauss(0, 1):.3f}" for _ in range(1000)) for _ in range(30))]) + "\n"


def one_column() -> str:
    chance = random.Random(7)
    return "\n".join(["amount", *(f"{chance.lognormvariate(3, 1):.2f}" for _ in range(80))]) + "\n"


USABLE: dict[str, Callable[[], bytes]] = {
    "semicolons, quotes and spaces in names, missing values": lambda: without_some(
        plain(";", "the day,customer's price,kind of `thing`, item ")
    ).encode(),
    "tabs in windows-1252": lambda: plain("\t", "Tag,Größe,Müller,Straße").encode("cp1252"),
    "two columns of one name and one without": lambda: plain(",", "day,price,price,").encode(),
    "one column": lambda: one_column().encode(),
    "a thousand columns": lambda: wide().encode(),
}

REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty"),
    "one row": (b"a,b\n1,2\n", "1 row"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(200), ""),
    "one value only": (b"a\n" + b"5\n" * 30, "two different values"),
}


def scenario(folder: Path, content: bytes) -> Path:
    (folder / "table.csv").write_bytes(content)
    (folder / "simulation.toml").write_text('[table]\nfile = "table.csv"\n')
    return folder


@pytest.mark.parametrize("case", sorted(USABLE))
def test_a_table_that_can_be_used_ends_in_the_wanted_number_of_cases(company: Run, tmp_path: Path, case: str) -> None:
    run = tmp_path / "run"
    done = company("simulate", scenario(tmp_path, USABLE[case]()), "--out", run, "--limit", "2", "--json")
    assert "Traceback" not in done.stderr
    outcome = json.loads(done.stdout)
    assert (outcome["accepted"], done.returncode) == (2, 0), done.stdout + done.stderr


@pytest.mark.parametrize("case", sorted(REFUSED))
def test_a_table_that_cannot_be_used_is_refused_in_one_line(company: Run, tmp_path: Path, case: str) -> None:
    content, words = REFUSED[case]
    done = company("simulate", scenario(tmp_path, content), "--out", tmp_path / "run", "--limit", "3")
    assert done.returncode == 2
    assert done.stdout == ""
    complaint = done.stderr.strip().splitlines()[-1]
    assert complaint.startswith("company: ")
    assert "table.csv" in complaint
    assert words in complaint
    assert "Traceback" not in done.stderr
    assert not list((tmp_path / "run" / "resource").glob("*.csv"))


@pytest.mark.parametrize("name", ["atp_tennis", "credit_customers", "fastfood", "laptops_price", "melb_data"])
def test_the_papers_tables(company: Run, tables_folder: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "simulation.toml").write_text(f'[table]\nfile = "{tables_folder / name}.csv"\n')
    run, benchmark = tmp_path / "run", tmp_path / "benchmark"
    done = company("simulate", tmp_path, "--out", run, "--limit", "2", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["accepted"] == 2
    assert company("export", run, "--out", benchmark).returncode == 0
    verified = company("verify", benchmark, "--json")
    assert verified.returncode == 0, verified.stdout
