"""What is said of the project in several places is the same in all of them."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import yaml
from packaging.requirements import Requirement
from packaging.version import Version

from company.families.dialogues.publishing.card import STRONG_SOLVER
from tests.docs.pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_citation_is_of_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == PROJECT["version"]
    assert cited["license"] == PROJECT["license"]
    assert cited["authors"] == [{"name": "Decision Company contributors"}]
    assert {"cff-version", "message", "title"} <= cited.keys()


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(r"^## (\S+) – (unreleased|\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    assert found and found[1] == PROJECT["version"]


def test_the_readme_tells_the_score_of_a_strong_solver_as_the_card_does() -> None:
    words = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"A strong language model, shown the prompts alone, {STRONG_SOLVER}." in words


def test_every_target_is_explained() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    explained = set(re.findall(r"^([a-z-]+):.*## \S", text, re.MULTILINE))
    assert set(phony.split()) == explained


def test_hooks_fetch_nothing() -> None:
    told = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in told["repos"]] == ["local"]
    hooks = [hook for repo in told["repos"] for hook in repo["hooks"]]
    assert all(hook["language"] == "system" for hook in hooks)
    entries = " ".join(hook["entry"] for hook in hooks)
    assert all(tool in entries for tool in ("ruff check", "ruff format", "mypy", "lint-imports"))


def test_what_the_lowest_versions_are_is_read_from_the_project() -> None:
    done = subprocess.run(
        [sys.executable, ".ci/lowest.py", "kaggle"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lowest = dict(line.split("==") for line in done.stdout.split())
    for requirement in map(Requirement, PROJECT["dependencies"]):
        if requirement.marker is None or requirement.marker.evaluate():
            assert requirement.specifier.contains(Version(lowest[requirement.name]))
    assert "kaggle" in lowest and "inspect-ai" not in lowest
