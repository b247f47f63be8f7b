"""A prompt and its caller agree on what is filled in, or it is an error."""

from importlib.resources import files
from string import Template

import pytest

from company.prompts import names, prompt

PACKAGES = ("company.families.dialogues.prompts", "company.families.captions.prompts")


@pytest.mark.parametrize(("package", "name"), [(package, name) for package in PACKAGES for name in names(package)])
def test_every_prompt_is_a_valid_template_and_fills(package: str, name: str) -> None:
    words = Template(files(package).joinpath(f"{name}.md").read_text(encoding="utf-8"))
    assert words.is_valid()
    values = {key: f"<{key}>" for key in words.get_identifiers()}
    filled = prompt(name, **values)
    assert all(value in filled for value in values.values())
    assert filled.endswith("\n") and not filled.endswith("\n\n")


def test_a_missing_and_an_unused_variable_are_errors_that_name_them() -> None:
    with pytest.raises(ValueError, match="request"):
        prompt("benchmark_case", nonsense=1)
    with pytest.raises(ValueError, match="nonsense"):
        prompt("benchmark_case", nonsense=1)


def test_a_dollar_in_a_value_stays_as_it_is() -> None:
    words = files("company.families.dialogues.prompts").joinpath("benchmark_case.md").read_text(encoding="utf-8")
    filled_in = Template(words).get_identifiers()
    assert "$1,200 and $table" in prompt("benchmark_case", **dict.fromkeys(filled_in, "$1,200 and $table"))


def test_an_unknown_prompt_is_an_error() -> None:
    with pytest.raises(LookupError, match="no_such_words"):
        prompt("no_such_words")
