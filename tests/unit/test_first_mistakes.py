"""What people get wrong in their first hour is told with the file as they named it, what is wrong, and what to do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from company.config import Overrides, Settings, load
from company.errors import ConfigError
from company.evaluation.responses import read_responses
from company.models.registry import Backends

SCENARIO = '[table]\nbuiltin = "wine"\n[targets]\nnormal = 2\n'


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The scenario `mine` in the folder that the user is in."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "simulation.toml").write_text(SCENARIO)
    monkeypatch.chdir(tmp_path)
    return Path("mine")


def said(mine: Path, more: str, of: str = SCENARIO) -> str:
    """Return what somebody is told who wrote this."""
    (mine / "simulation.toml").write_text(of + more)
    with pytest.raises(ConfigError) as problem:
        load(mine)
    return str(problem.value)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("[targts]\nnormal = 1\n", "mine/simulation.toml, line 5: unknown table or key `targts` (did you mean"),
        ("normall = 1\n", "mine/simulation.toml, line 5: unknown key `normall` in [targets] (did you mean `normal`?)"),
        ("normal = = 6\n", "mine/simulation.toml is not valid TOML: Invalid value (at line 5, column 10); mend "),
        ("[sandbox]\nrequire = 1\n", "mine/simulation.toml, line 6: [sandbox] require"),
    ],
)
def test_a_scenario_is_called_as_its_user_calls_it(mine: Path, more: str, told: str) -> None:
    assert said(mine, more).startswith(told)


def test_a_table_that_is_there_twice_is_told_so(mine: Path) -> None:
    told = said(mine, '[model]\nseed = 1\n[model.admin]\nname = "a"\n[model.admin]\nname = "b"\n')
    assert told.endswith(
        " TOML: the table [model.admin] is there twice, again in line 9: put both into one; mend it there"
    )


def test_a_scenario_elsewhere_is_called_by_its_whole_path(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = mine.resolve()
    (mine / "other").mkdir()
    monkeypatch.chdir(mine / "other")
    assert said(elsewhere, "normal = = 6\n").startswith(f"{elsewhere}/simulation.toml is not valid TOML")


def test_a_mistyped_backend_is_told_the_nearest(mine: Path) -> None:
    settings: Settings = load(mine, Overrides(backend="opnai"))
    with pytest.raises(
        ConfigError, match=r"there is no backend 'opnai' \(did you mean `openai`\?\); choose one of "
    ) as told:
        Backends(settings, lambda _: None).all(("admin",))
    assert "[model] backend or with --backend" in str(told.value)


def test_text_in_the_place_of_responses_is_told_what_a_line_looks_like(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The answer is 5.\n")
    with pytest.raises(
        ConfigError, match=r'a\.txt:1: not a JSON object .* A line is {"data_id": "…", "response": "…"}'
    ):
        read_responses(tmp_path / "a.txt", ("a",))


def test_a_missing_key_is_told_without_another_library_s_banner(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("inspect_ai", reason="asking a model needs the extra evaluate")
    from inspect_ai._util.error import PrerequisiteError

    from company.evaluation import evaluating

    def refuse(*_: object, **__: object) -> None:
        sys.stdout.write("inspect_ai v0\n- hooks enabled: 1")
        raise PrerequisiteError("[bold]ERROR[/bold]: Unable to initialise OpenAI client\n\nNo OPENAI_API_KEY defined")

    monkeypatch.setattr(evaluating, "get_model", refuse)
    with pytest.raises(ConfigError) as told:
        evaluating.model_named("--model", "openai/x", None)
    assert str(told.value).startswith(
        "--model openai/x: Unable to initialise OpenAI client: No OPENAI_API_KEY defined; "
    )
    assert "hooks" not in "".join(capsys.readouterr())
