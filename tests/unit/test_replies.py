"""A chatbot's reply says which variables hold what it made; one that does not goes back."""

import pytest
from pydantic import ValidationError

from company.interactive.replies import CodeReply

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
