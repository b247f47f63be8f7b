"""Which letter an answer chooses, however it says so; and that prose chooses none."""

import json
import time
from pathlib import Path

import pytest

from company.families.shared.choices.lettered import CHECK, letter_of_reference
from company.families.shared.choices.letters import letter_in
from company.results.printed import printed

CHOSEN = [
    ("Answer: C", "C"),
    ("The mean is 4.\nAnswer: C", "C"),
    ("The mean is 4.\n\n**Answer: C**", "C"),
    ("**Answer:** C", "C"),
    ("Answer: **C**.", "C"),
    ("Answer: (C)", "C"),
    ("Answer: C. The test shows a difference.", "C"),
    ("Answer: option C", "C"),
    ("Answer: A", "A"),
    ("Answer: A because B and C are smaller", "A"),
    ("Answer: I", "I"),
    ("final answer: J", "J"),
    (r"The right choice is \boxed{C}.", "C"),
    (r"$\boxed{\text{C}}$", "C"),
    (r"\boxed{C. The test shows a difference}", "C"),
    ("C", "C"),
    ("C.", "C"),
    ("(C)", "C"),
    ("**C**", "C"),
    ("Both are equal, as computed.\n\n**C**\n", "C"),
    ("C. The test shows that the means differ.", "C"),
    ("C) The test shows that the means differ.", "C"),
    ("**C.** The test shows that the means differ.", "C"),
    ("(C) The test shows that the means differ.", "C"),
    ("C: the means differ", "C"),
    ("C, because the means differ", "C"),
    ("C - the means differ", "C"),
    ("A. The test shows nothing.", "A"),
    ("I computed both means.\n\nC. The test shows a difference.", "C"),
    ("I choose option C", "C"),
    ("I choose C.", "C"),
    ("I would go with option C, as the others are smaller.", "C"),
    ("So we pick (C).", "C"),
    ("Option C is right.", "C"),
    ("Option C is the correct one, not A.", "C"),
    ("The others are too small, so C is correct.", "C"),
    ("The answer is C because A and B leave the gaps in.", "C"),
    ("The correct answer is therefore **C**", "C"),
    ("The correct option is C.", "C"),
    ("The answer would be option (C).", "C"),
    ("A test shows that the answer is C.", "C"),
    ("I think the answer is C.", "C"),
    ("I'd say the best choice is D", "D"),
    ('{"answer": "C"}', "C"),
    ('```json\n{"correct_answer": "C"}\n```', "C"),
    ('{"reason": "A test shows it", "answer": "C"}', "C"),
    ('{"choice": "C", "confidence": 0.9}', "C"),
    ("<choice>C</choice>", "C"),
    ("the first is wrong ... C.</choice>", "C"),
    ("First I thought the answer is B. But the gap is larger.\nAnswer: D", "D"),
    ("Option A is wrong, as it leaves the gaps in. Option D is right.", "D"),
    ("answer: c", "C"),
    ("(c)", "C"),
    ("Option: D", "D"),
    ("A. is too small\nB. is too large\nAnswer: C", "C"),
]
NOT_CHOSEN = [
    "",
    "A test shows that both are equal.",
    "I think that more has to be known.",
    "I computed the mean. A difference is there.",
    "The answer is a matter of taste.",
    "The answer is I think not known.",
    "Answer: I think it is one of the first two",
    "The answer is A difference of means",
    "A is smaller than B, and B is smaller than C.",
    "Option A is not right.",
    "Answer: B or C",
    "Answer: A, B and C",
    "The answer is C/D.",
    "A. the mean\nB. the median\nC. the mode",
    "Vitamin C is good for you",
    "see Appendix B",
    "Answer: CC",
    "Answer: K",
]


@pytest.mark.parametrize(("answer", "letter"), CHOSEN)
def test_a_letter_is_found_however_it_is_said(answer: str, letter: str) -> None:
    assert letter_in(answer) == letter


@pytest.mark.parametrize("answer", NOT_CHOSEN)
def test_no_letter_is_found_in_prose_or_where_several_are_chosen(answer: str) -> None:
    assert letter_in(answer) is None


@pytest.mark.parametrize("piece", ["A, B and C or D / ", "option ", "\n", " ", "((((", "\\boxed{", "the answer is "])
def test_a_long_response_takes_no_long_time(piece: str) -> None:
    began = time.process_time()
    assert letter_in(piece * (400_000 // len(piece)) + "\nAnswer: C") == "C"
    assert time.process_time() - began < 5


@pytest.mark.parametrize("letter", ["C", "D"])
def test_the_exported_check_says_what_the_letter_says(
    letter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = json.dumps({"correct_answer": "C"})
    for folder, content in (("ref_result", reference), ("pred_result", json.dumps({"correct_answer": letter}))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "choice.json").write_text(content)
    monkeypatch.chdir(tmp_path)
    assert printed(CHECK) == [str(letter_in(f"Option {letter} is right") == letter_of_reference(reference))]
