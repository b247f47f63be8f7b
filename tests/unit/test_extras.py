"""What a command needs beyond the base install is said in one line, before anything is done."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import company
from company.cli import main
from company.cli.entry import parser_for
from company.console import extras
from company.console.extras import MODULES, NEEDED, need_extras
from company.errors import ConfigError

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
BASE = {"verify", "score", "fetch", "calibrate", "evaluate"}
"""Commands that a base install does; `evaluate` and, of logs, `calibrate` say by themselves that they want Inspect."""


def without(*missing):
    found = extras.find_spec
    return lambda name: None if name in missing else found(name)


@pytest.mark.parametrize("extra", sorted(MODULES))
def test_what_is_looked_for_is_what_the_extra_installs(extra):
    packages = packages_distributions()
    looked_for = {canonicalize_name(packages[module][0]) for module in MODULES[extra]}
    assert looked_for == {canonicalize_name(Requirement(line).name) for line in PROJECT["optional-dependencies"][extra]}


def test_all_holds_the_extras_of_every_command():
    (line,) = PROJECT["optional-dependencies"]["all"]
    assert Requirement(line).extras == MODULES.keys() == {extra for each in NEEDED.values() for extra in each}


def test_every_command_is_known_to_need_extras_or_none():
    actions = [action for action in parser_for([])._actions if action.dest == "command"]
    (commands,) = [set(action.choices) for action in actions]
    assert commands == BASE | NEEDED.keys() and not BASE & NEEDED.keys()


def test_nothing_of_an_extra_is_a_dependency_too():
    base = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    packages = packages_distributions()
    assert not base & {canonicalize_name(packages[module][0]) for names in MODULES.values() for module in names}


@pytest.mark.parametrize("command", sorted(NEEDED))
def test_a_command_without_its_packages_says_what_to_install(command, monkeypatch, capsys):
    monkeypatch.setattr(extras, "find_spec", without("sqlalchemy"))
    more = {"new": ["--table", "x.csv"], "copy": ["another"]}.get(command, [])
    assert main([command, "nothing-of-that-name", *more]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"company: company {command} needs sqlalchemy, which is not installed: "
        "pip install 'decision-company[simulate]'\n"
    )


def test_several_are_named_at_once(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", without("jinja2", "fastapi", "openai"))
    with pytest.raises(ConfigError) as raised:
        need_extras("review")
    assert str(raised.value) == (
        "company review needs fastapi, jinja2, openai, which are not installed: "
        "pip install 'decision-company[simulate,report,review]'"
    )


@pytest.mark.parametrize("call", [company.simulate, company.export, company.rebuild])
def test_functions_say_it_as_commands_do(call, monkeypatch):
    monkeypatch.setattr(extras, "find_spec", without("sqlalchemy"))
    with pytest.raises(ConfigError, match=re.escape("pip install 'decision-company[simulate]'")):
        call("nothing-of-that-name")


def test_what_needs_no_extra_does_not_ask(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    for command in (*BASE, None):
        need_extras(command)


def test_asking_in_a_notebook_names_what_is_missing_there(monkeypatch):
    from company.evaluation import extras as evaluation

    found = evaluation.find_spec
    monkeypatch.setattr(evaluation, "find_spec", lambda name: None if name == "ipywidgets" else found(name))
    evaluation.need_inspect()
    monkeypatch.setitem(sys.modules, "ipykernel", evaluation)
    with pytest.raises(ConfigError, match=r"ipywidgets.* pip install 'decision-company\[notebook\]'"):
        evaluation.need_inspect()
