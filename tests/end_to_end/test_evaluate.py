"""Models asked through Inspect, by a mock model: every mode, every step, and what it comes to."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import inspect_ai
import pytest
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from PIL import Image

from company.benchmark.files import RESOURCE
from company.evaluation.logs import sitting, sittings
from company.families.dialogues.body.private_library import JSON_FILE, SOURCE_FILE
from company.families.dialogues.body.reference import answer_code
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.evaluation.tapilot import tapilot
from company.families.dialogues.files import LINES
from company.families.shared.choices.lettered import CHECK
from company.records import Intent
from company.results.exported import check_code

PRELUDE = "import pandas as pd\ndf = pd.read_csv('wines.csv')"
TURN = "high = df[df['points'] > 90]"
HISTORY = f"{PRELUDE}\n\n# Turn 1\n{TURN}\n"
LIBRARY = {"count_of": 'def count_of(values):\n    """How many there are."""\n    return len(values)'}
SNAPSHOT = Path(__file__).with_name("air.txt")
Say = Callable[[list[Any], list[Any]], str | dict[str, str]]


def coded(data_id: str, code: str, *said: str, **more: Any) -> dict[str, Any]:
    intents = [Intent(name="n", type="value")]
    return line(data_id, answer_code(PRELUDE, code, intents), "value", check_code(intents), *said, **more)


def line(data_id: str, answer: str, kind: str, check: str, *said: str, **more: Any) -> dict[str, Any]:
    talk = ("You answer questions on wines.", "Which are the high ones?", f"These.\n\n```python\n{TURN}\n```", *said)
    roles = ["system", *["user", "assistant"] * len(talk)]
    return {
        "data_id": data_id,
        "domain_name": "wines",
        "result_type": kind,
        "current_query": talk[-1],
        "prompt_with_hist_txt": "\n".join(talk),
        "prompt_with_hist_json": [{"role": role, "content": text} for role, text in zip(roles, talk, strict=False)],
        "reference_answer": answer,
        "ref_code_hist": HISTORY,
        "ref_code_all": f"{HISTORY}\n{answer}",
        "eval_metrics": check,
        **more,
    }


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("benchmark")
    (folder / RESOURCE).mkdir(parents=True)
    (folder / LINES).mkdir(parents=True)
    (folder / RESOURCE / "wines.csv").write_text("name,points\na,88\nb,91\nc,95\n")
    (folder / RESOURCE / SOURCE_FILE).write_text(LIBRARY["count_of"] + "\n")
    (folder / RESOURCE / JSON_FILE).write_text(json.dumps(LIBRARY))
    (folder / "data" / "figures").mkdir()
    Image.new("RGB", (4, 4)).save(folder / "data/figures/f.png")
    option = {"text": "x", "code": "x", "template": "", "slip": ""}
    choice = {"question": "?", "setup": "", "answer": "1", "options": [{"letter": each, **option} for each in "ABCD"]}
    chosen = (json.dumps({"correct_answer": "B"}), "multi_choice", CHECK)
    private = "from decision_company import count_of\nn = count_of(high)"
    asked_back = [{"question": "Above 90 or above 94?", "answer": "Above 90."}]
    cases = {
        "normal": [coded("wines.p1.s1.d1.t02", "n = len(high)", "How many?")],
        "private": [coded("wines.p1.s1.d1.t02.private", private, "How many?")],
        "clarification": [
            coded("wines.p1.s1.d1.t03.clarification", "n = len(high)", "How many are good?", "Above 90 or above 94?",
                  "Above 90.\n\nReturn the script.", clarifications=asked_back)
        ],
        "plot_qa": [
            line("wines.p1.s1.d1.t01.plot_qa", *chosen, "Which bar?", choice=choice, figure="data/figures/f.png")
        ],
        "insight_mining": [line("wines.p1.s1.d1.t01.insight_mining", *chosen, "What follows?", choice=choice)],
    }  # fmt: skip
    for category, lines in cases.items():
        head = [{"private_lib": "", "private_lib_json": {}}] if category == "private" else []
        text = "\n".join(json.dumps(each) for each in [*head, *lines])
        (folder / LINES / CATEGORIES[category].file).write_text(text)
    return folder


class Talk:
    """A model that says what it is told to, and remembers what it was asked."""

    def __init__(self, say: Say) -> None:
        self._say, self.asked = say, list[tuple[list[Any], list[Any]]]()

    def __call__(self, messages: list[Any], tools: list[Any], *_: object) -> ModelOutput:
        self.asked.append((list(messages), list(tools)))
        said = self._say(messages, tools)
        output = (
            ModelOutput.from_content("mockllm/model", said)
            if isinstance(said, str)
            else ModelOutput.for_tool_call("mockllm/model", "python", said)
        )
        output.usage = ModelUsage(input_tokens=7, output_tokens=3, total_tokens=10)
        return output


def run(benchmark: Path, logs: Path, talk: Talk, **settings: Any) -> EvalLog:
    model = get_model("mockllm/model", custom_outputs=talk, memoize=False)
    (log,) = inspect_ai.eval(tapilot(str(benchmark), **settings), model=model, log_dir=str(logs), display="none")
    assert log.status == "success", log.error
    return log


def fenced(code: str) -> str:
    return f"```python\n{answer_code(PRELUDE, code, [Intent(name='n', type='value')])}\n```"


def right(messages: list[Any], tools: list[Any]) -> str:
    last = messages[-1].text
    if "their names alone" in last:
        return "count_of, another"
    if "decision_company" in last:
        return fenced("from decision_company import count_of\nn = count_of(high)")
    return "Answer: B" if "Which bar" in last or "What follows" in last else fenced("n = len(high)")


def test_a_model_is_asked_as_it_is(benchmark: Path, tmp_path: Path) -> None:
    talk = Talk(right)
    found = sitting(run(benchmark, tmp_path, talk))
    assert {each.scored.category: each.scored.right for each in found.answers} == dict.fromkeys(
        ("normal", "private", "clarification", "plot_qa", "insight_mining"), True
    )
    assert (found.mode, found.model, found.failed) == ("base", "mockllm/model", ())
    private = next(each for each in found.answers if each.scored.category == "private")
    assert private.scored.recall == 1.0
    assert (private.input_tokens, private.output_tokens) == (14, 6)
    # Of the functions that were named, those that there are come back with their code.
    told = [messages[-1].text for messages, _ in talk.asked if "as they are in `decision_company`" in messages[-1].text]
    assert len(told) == 1 and LIBRARY["count_of"] in told[0]
    seen = [messages[-1].content for messages, _ in talk.asked if "Which bar" in messages[-1].text]
    assert [type(part).__name__ for part in seen[0]] == ["ContentText", "ContentImage"]
    assert [each.answers for each in sittings([tmp_path])] == [found.answers]


def test_a_model_that_asks_back_is_answered_by_what_is_on_record(benchmark: Path, tmp_path: Path) -> None:
    def asks(messages: list[Any], tools: list[Any]) -> str:
        return fenced("n = len(high)") if messages[-1].text == "Above 90." else "Above 90 or above 94?"

    talk = Talk(asks)
    found = sitting(run(benchmark, tmp_path, talk, categories="clarification"))
    assert [each.scored.right for each in found.answers] == [True]
    first = talk.asked[0][0][-1].text
    assert first == "How many are good?\n\nReturn the script."


def test_an_agent_thinks_before_code_and_looks_before_it_chooses(benchmark: Path, tmp_path: Path) -> None:
    def looks(messages: list[Any], tools: list[Any]) -> str | dict[str, str]:
        if not tools and "What follows" not in str(messages):
            return fenced("n = len(high)")
        if messages[-1].role == "tool":
            return "Two of them.\nAnswer: B"
        return {"code": "print(len(high), 'of', len(df))"}

    talk = Talk(looks)
    found = sitting(run(benchmark, tmp_path, talk, mode="agent", categories="normal, insight_mining"))
    assert [each.scored.right for each in found.answers] == [True, True]
    assert any("think step by step" in messages[-1].text for messages, tools in talk.asked if not tools)
    assert [messages[-1].text for messages, _ in talk.asked if messages[-1].role == "tool"] == ["2 of 3"]


def test_an_agent_looks_five_times_at_the_most(benchmark: Path, tmp_path: Path) -> None:
    def never_stops(messages: list[Any], tools: list[Any]) -> str | dict[str, str]:
        return {"code": "1 / 0"} if tools else "Answer: B"

    talk = Talk(never_stops)
    found = sitting(run(benchmark, tmp_path, talk, mode="agent", categories="insight_mining"))
    assert [each.scored.right for each in found.answers] == [True]
    assert len(talk.asked) == 6
    assert "ZeroDivisionError" in talk.asked[1][0][-1].text


def test_reflection_shows_the_logic_of_what_went_well(benchmark: Path, tmp_path: Path) -> None:
    def reflects(messages: list[Any], tools: list[Any]) -> str:
        last = messages[-1].text
        if "Now answer the question by that logic" in last:
            return fenced("n = len(high)")
        return "1. take the wines above 90" if len(messages) == 1 else "1. count `high`"

    talk = Talk(reflects)
    found = sitting(run(benchmark, tmp_path, talk, mode="inter-agent", categories="normal"))
    assert [each.scored.right for each in found.answers] == [True]
    said = [f"## {message.role}\n\n{message.text.strip()}" for asked, _ in talk.asked for message in asked]
    text = "\n\n".join(said) + "\n"
    if not SNAPSHOT.is_file():
        SNAPSHOT.write_text(text)
        pytest.fail(f"{SNAPSHOT} was missing and is written; read it, and run the test again")
    assert text == SNAPSHOT.read_text()


@pytest.mark.parametrize(
    ("settings", "said"), [({"mode": "best"}, "no mode 'best'"), ({"categories": "plots"}, "no category 'plots'")]
)
def test_what_there_is_not_is_refused_before_any_work(benchmark: Path, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(Exception, match=said):
        tapilot(str(benchmark), **settings)
