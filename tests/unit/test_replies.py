"""A chatbot's reply says which variables hold what it made; one that does not goes back."""

import pytest
from pydantic import ValidationError

from company.families.dialogues.replies import CodeReply

GOOD = {"message": "m", "code": "top = [1]", "results": [{"name": "top", "type": "list"}]}


def test_code_with_its_results_and_a_question_without_are_taken() -> None:
    assert CodeReply.model_validate(GOOD).results[0].name == "top"
    assert CodeReply.model_validate({"message": "Which column?"}).code is None


@pytest.mark.parametrize(
    ("results", "complaint"),
    [
        ([], "lists no variable"),
        ([{"name": "top 5", "type": "list"}], "not the name of a variable"),
        ([{"name": "class", "type": "list"}], "not the name of a variable"),
        ([{"name": "f", "type": "function"}], "cannot be compared"),
        ([{"name": "fig", "type": "plot"}], "under the name"),
        ([{"name": "plot", "type": "list"}], "under the name"),
        ([{"name": "top", "type": "list"}, {"name": "top", "type": "dict"}], "two of them have one name"),
        ([{"name": "top", "type": "Liste"}], "results.0.type"),
    ],
)
def test_code_that_does_not_say_what_it_made_is_refused(results: list[dict[str, str]], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        CodeReply.model_validate({**GOOD, "results": results})


@pytest.mark.parametrize(
    "written",
    [
        "top = [1]\n",
        "```python\ntop = [1]\n```",
        "Here it is:\n\n```py\ntop = [1]\n```\n\nIt takes the {first} one.",
        "```\ntop = [1]\n```\n```\n\n```",
    ],
)
def test_one_program_is_taken_out_of_what_stands_around_it(written: str) -> None:
    assert CodeReply.model_validate({**GOOD, "code": written}).code == "top = [1]\n"


def test_which_of_two_programs_is_meant_is_asked_back() -> None:
    two = "```python\ntop = [1]\n```\nor\n```python\ntop = [2]\n```"
    with pytest.raises(ValidationError, match="2 fenced blocks"):
        CodeReply.model_validate({**GOOD, "code": two})


@pytest.mark.parametrize("code", ['top = ["""\n```python\nx = 1\n```\n"""]\n', "```python\ntop = [1]", "top = ``` ["])
def test_code_that_only_mentions_fences_or_is_cut_off_stays_as_it_is(code: str) -> None:
    assert CodeReply.model_validate({**GOOD, "code": code}).code == code


def test_a_function_that_was_asked_for_is_left_out_beside_what_it_returns() -> None:
    listed = [{"name": "adjusted_diff", "type": "function"}, {"name": "grass_clay", "type": "tuple"}]
    assert [each.name for each in CodeReply.model_validate({**GOOD, "results": listed}).results] == ["grass_clay"]
