"""Families are found by name; one that is wrong says so, and does no harm to the others."""

from __future__ import annotations

import contextlib
import importlib
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from company.config import load
from company.errors import ConfigError
from company.family import registry
from company.reviewing.kinds import ReviewKind
from company.run.simulation import _refuse_unknown
from company.run.stage import Stage
from tests.support import sentences
from tests.support.sentences import RatedSentence


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module in which a test may put what an entry point names; `there` of it is registered."""
    module = ModuleType("other_families")
    monkeypatch.setitem(sys.modules, "other_families", module)
    monkeypatch.setitem(registry.FAMILIES, "other", "other_families:there")
    registry._loaded.cache_clear()
    return module


def named(**changes: Any) -> Any:
    """The family of rated sentences with other values of its class."""
    kind = type("Other", (sentences.Sentences,), {"name": "other", **changes})
    return kind()


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (None, r"cannot be loaded from other_families:there \(AttributeError: .*correct it, or uninstall the package"),
        (SimpleNamespace(name="other"), "other_families:there is no Family, but a SimpleNamespace"),
        (named(name="another"), "is called 'another', and its entry point 'other'; give both one name"),
        (
            named(records={"rating": RatedSentence}),
            "calls a kind of record and a category 'rating'",
        ),
    ],
)
def test_a_family_that_is_wrong_says_what_and_the_others_are_there(others: ModuleType, there: Any, said: str) -> None:
    if there is not None:
        others.there = there  # type: ignore[attr-defined]
    with pytest.raises(ConfigError, match=said):
        registry.family("other")
    assert "other" not in registry.usable() and "dialogues" in registry.usable()


def test_a_scenario_of_another_family_goes_on_and_one_that_nobody_knows_is_told_of_the_broken_one(
    others: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "simulation.toml").write_text('[table]\nbuiltin = "wine"\n')
    assert load(tmp_path).family == "dialogues"
    (tmp_path / "simulation.toml").write_text('[headlines]\nfile = "h.txt"\n')
    with pytest.raises(ConfigError, match="the family 'other' cannot be loaded"):
        load(tmp_path)


def test_a_stage_that_serves_no_category_of_its_family_is_refused() -> None:
    with pytest.raises(ConfigError, match="the stage 'cases' of the family 'dialogues' serves 'normall'"):
        _refuse_unknown("dialogues", [Stage("cases", "turn", None, serves=("normall",))])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("form", "said"), [("pick", "there is no form 'pick'; give one of judge, choose"), ("rank", "set together=True")]
)
def test_a_review_kind_says_at_once_what_does_not_go_together(form: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ReviewKind(name="sentence", form=form, question="?", record=RatedSentence)


@pytest.mark.parametrize(
    ("records", "error", "said"),
    [
        ("RECORDS = {}", None, ""),
        ("", ConfigError, "the family 'parcels' has no RECORDS in parcels.records; write it there"),
        (None, ConfigError, "the family 'parcels' has no RECORDS in parcels.records; write it there"),
        ("import nothing_of_this_name", ModuleNotFoundError, "nothing_of_this_name"),
    ],
)
def test_a_packaged_family_has_what_its_package_states_and_says_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, records: str | None, error: type[Exception] | None, said: str
) -> None:
    package = tmp_path / "parcels"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "family.py").write_text(
        "from company.family.packaged import PackagedFamily\n"
        "class Parcels(PackagedFamily):\n"
        "    name = 'parcels'\n"
        "    scoring = release = None\n"
        "FAMILY = Parcels()\n"
    )
    if records is not None:
        (package / "records.py").write_text(records)
    monkeypatch.syspath_prepend(tmp_path)
    family = importlib.import_module("parcels.family").FAMILY
    try:
        assert (family.package, family.prompts) == ("parcels", "parcels.prompts")
        with pytest.raises(error, match=re.escape(said)) if error else contextlib.nullcontext():
            assert family.records == {}
    finally:
        for name in [each for each in sys.modules if each.partition(".")[0] == "parcels"]:
            del sys.modules[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_answers_are_scored_and_a_benchmark_is_told_without_what_asks_models(name: str) -> None:
    code = (
        "import sys\n"
        "class Absent:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] == 'inspect_ai':\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Absent())\n"
        "from company.family.registry import family\n"
        f"family({name!r}).scoring\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-500:]
