"""What is told newcomers of the house and of its tests is so."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest

from tests.docs.pages import ROOT

RENEW = "python docs/house.py writes it anew"


@pytest.fixture(scope="module")
def house() -> ModuleType:
    spec = importlib.util.spec_from_file_location("house", ROOT / "docs" / "house.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_shows_the_floors_that_imports_run_down(house: ModuleType) -> None:
    assert house.PICTURE.read_text(encoding="utf-8") == house.picture(), RENEW
    shown = re.findall(r"<text [^>]*>([^<]+)</text>", house.picture())
    assert shown == [room.removeprefix("company.") for floor in house.floors() for room in floor]


def test_every_room_is_listed_with_what_it_says_of_itself(house: ModuleType) -> None:
    text = house.PAGE.read_text(encoding="utf-8")
    assert text == house.page(text), RENEW
    rooms = [path.parent for path in (ROOT / "company").glob("*/__init__.py")]
    rooms += [ROOT / name for name in ("grammar", "human_review")]
    unlisted = [room.name for room in rooms if f"`{room.relative_to(ROOT).as_posix()}/`" not in text]
    assert not unlisted, f"{unlisted} are on no floor of the import contracts"


def test_a_changed_floor_shows(house: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    floors = house.floors()
    monkeypatch.setattr(house, "floors", lambda: [*floors[1:], floors[0]])
    assert house.PICTURE.read_text(encoding="utf-8") != house.picture()
    assert house.PAGE.read_text(encoding="utf-8") != house.page(house.PAGE.read_text(encoding="utf-8"))


def test_every_fixture_and_helper_of_the_tests_is_on_their_map() -> None:
    told = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    helpers = [path.stem for path in (ROOT / "tests" / "support").iterdir() if not path.name.startswith("__")]
    conftests = [ROOT / "tests" / "conftest.py", *(ROOT / "tests").glob("*/conftest.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in conftests)
    fixtures = re.findall(r"@pytest(?:_asyncio)?\.fixture[^\n]*\n(?:async )?def (\w+)", text)
    assert len(fixtures) > 20
    assert not [name for name in (*helpers, *fixtures) if f"`{name}`" not in told]
