"""`company check` tries each model once, whoever else is on its server."""

from __future__ import annotations

from pathlib import Path

from company.backends.checking import check
from company.config import load
from company.terminal import checked_text
from tests.loopback import Loopback
from tests.served import scenario


async def test_two_models_on_one_server_are_both_tried(tmp_path: Path) -> None:
    with Loopback(models="first,second") as server:
        folder = scenario(tmp_path / "orders", server, '[model.chatbot]\nname = "second"\n')
        file = folder / "simulation.toml"
        file.write_text(file.read_text().replace('name = "loopback"', 'name = "first"', 1))
        found = await check(load(folder))
    assert [(each.model, each.problem) for each in found] == [("first", None), ("second", None)]


async def test_a_server_that_is_not_there_is_told_with_what_to_look_at(tmp_path: Path) -> None:
    with Loopback() as server:
        folder = scenario(tmp_path / "orders", server, "retries = 0\n")
    found = await check(load(folder))
    said = checked_text(found)
    assert "cannot be used" in said and "base_url" in said and "whether it runs" in said
