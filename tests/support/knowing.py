"""A model that knows the answers to a share of questions on drawings, in whatever words and order it is asked."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

from company.families.shared.choices.lettered import CHOSEN, LETTERS, options_text
from company.families.vector_graphics.body import asked_text, options_of_line
from company.families.vector_graphics.categories import TYPES, category_of
from tests.support.listening import completed, listening

Line = dict[str, Any]
_ASKED = re.compile(r"(?:answer|the question is) (.+?)\. Options are|^(.+\?)$", re.MULTILINE)
"""A question in VGBench's words, or on a line of its own, as in ours."""
_OPTION = re.compile(r"\b([A-D])[.:] (.+?)(?=, [A-D]: |\n|\.? ?Do not answer|$)")
PLAIN, SENTENCE = "{}", "Answer: {}"


class Knowing:
    """Chooses the right option of some questions, and of the others always the same wrong one."""

    def __init__(self, lines: Sequence[Mapping[str, Any]], share: float = 0.6, words: str = PLAIN) -> None:
        self.share, self.words = share, words
        self.calls = 0
        self._by_question: dict[str, list[Mapping[str, Any]]] = {}
        for line in lines:
            self._by_question.setdefault(line["choice"]["question"], []).append(line)

    def knows(self, line: Mapping[str, Any]) -> bool:
        """Whether it knows a case's answer: by chance, and always the same."""
        drawn = int(hashlib.sha256(line["data_id"].encode()).hexdigest(), 16) % 1_000
        return drawn < 1_000 * self.share

    def answer(self, messages: Sequence[Mapping[str, Any]]) -> str:
        """Answer a conversation: the question that was asked last."""
        self.calls += 1
        said = "\n".join(str(each["content"]) for each in messages)
        asked = [one or other for one, other in _ASKED.findall(said)]
        question = next(each for each in reversed(asked) if each in self._by_question)
        code = [(said.rfind(self._code(line)), number) for number, line in enumerate(self._by_question[question])]
        line = self._by_question[question][max(code)[1]]
        letters = {text: letter for letter, text in _OPTION.findall(said[said.rfind(question) :])}
        wanted = next(each["text"] for each in options_of_line(line) if bool(each["slip"]) != self.knows(line))
        return self.words.format(letters[wanted])

    @staticmethod
    def _code(line: Mapping[str, Any]) -> str:
        text = str(line["prompt_with_hist_txt"])
        return text[text.index("\n", text.index("```")) + 1 : text.rindex("\n```")]


def lines_of_all_types(of_each: int) -> list[Line]:
    """Made-up questions of all nine types, as they are exported, with code of all classes of lengths."""
    return [
        _line(form, question_type, number)
        for form, question_types in TYPES.items()
        for question_type in question_types
        for number in range(of_each)
    ]


def code_of(line: Line) -> str:
    """The code of a made-up question."""
    return f"{line['format']} {line['data_id']} {'x' * (1_000 * (line['number'] % 5) + 500)}\n"


def _line(form: str, question_type: str, number: int) -> Line:
    right = LETTERS[number % 4]
    options = [
        {"letter": letter, "text": f"thing {number + place}", "code": "", "slip": "" if letter == right else "another"}
        for place, letter in enumerate("ABCD")
    ]
    question = f"What is the {question_type} of number {number % 7}?"
    line: Line = {
        "data_id": f"d{number:03d}.{category_of(form, question_type)}",
        "format": form,
        "question_type": question_type,
        "number": number,
        "result_type": CHOSEN,
        "reference_answer": json.dumps({"correct_answer": right}),
        "choice": {"question": question, "options": options},
        "example": number < 3,
    }
    texts = options_text([str(each["text"]) for each in options])
    code = code_of(line)
    line |= {"current_query": f"{question}\n\n{texts}", "length": len(code)}
    return {**line, "prompt_with_hist_txt": asked_text(line, code)}


@contextmanager
def served(model: Knowing) -> Iterator[str]:
    """Answer as the model does on loopback until the block ends; where."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            completed(self, body, model.answer(body["messages"]))

        def log_message(self, *args: object) -> None:
            pass

    with listening(Handler) as url:
        yield f"{url}/v1"
