"""How a model is asked (paper, 5 and 6.1): as it is, as an agent that thinks or looks first, or with reflection on what
went well before (AIR). Private cases are answered in two steps, and a model that asks back is answered.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ContentImage, ContentText, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool, tool

from company.benchmark.reading import Benchmark
from company.families.dialogues.content import library_of
from company.families.dialogues.evaluation.charts import ChartReader
from company.families.dialogues.evaluation.desk import Desk
from company.families.dialogues.evaluation.samples import Posed
from company.prompts import prompt

Mode = Literal["base", "agent", "inter-agent"]
MODES: tuple[Mode, ...] = get_args(Mode)
STEPS = 5
"""Runs of code before a choice, at the most (paper, F)."""
_NAME = re.compile(r"[A-Za-z_]\w*")


@solver
def solved(
    mode: Mode, cases: Mapping[str, Posed], content: Benchmark, desk: Desk, charts: ChartReader | None = None
) -> Solver:
    """Ask a model by one of the modes; figures are shown as pictures, or as the tables that `charts` makes of them."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        case = cases[str(state.sample_id)]
        if case.figure is not None and charts is None:
            _show(state, Path(case.figure))
        elif case.figure is not None and charts is not None:
            _say(state, prompt("solver_chart", table=await charts.table(Path(case.figure))))
        if case.private:
            await _retrieve(state, generate, library_of(content))
        if mode == "inter-agent" and case.example is not None:
            await _reflect(state, generate, case)
        elif mode != "base" and case.by_code:
            _say(state, prompt("solver_think"))
        if mode != "base" and not case.by_code:
            _say(state, prompt("solver_react", steps=STEPS))
            return await _look(state, generate, desk, case)
        state = await generate(state)
        return await _clarify(state, generate, case)

    return solve


def _say(state: TaskState, text: str) -> None:
    """Add a message of the user; the request of the last message remains."""
    last = state.messages[-1]
    if isinstance(last, ChatMessageUser) and isinstance(last.content, str):
        state.messages[-1] = last.model_copy(update={"content": f"{last.content.rstrip()}\n\n{text}"})
    else:
        state.messages.append(ChatMessageUser(content=text))


def _show(state: TaskState, figure: Path) -> None:
    """Show the figure beside the question, as a picture."""
    last = state.messages[-1]
    picture = base64.b64encode(figure.read_bytes()).decode()
    content: list[Any] = [ContentText(text=last.text), ContentImage(image=f"data:image/png;base64,{picture}")]
    state.messages[-1] = ChatMessageUser(content=content)


async def _retrieve(state: TaskState, generate: Generate, library: Mapping[str, str]) -> None:
    """Ask for the functions first, then for the code with them (paper, 6.1)."""
    _say(state, prompt("solver_retrieve"))
    await generate(state)
    named = [name for name in dict.fromkeys(_NAME.findall(state.output.completion)) if name in library]
    code = "\n\n".join(library[name] for name in named) or "# none of its functions was named"
    state.messages.append(ChatMessageUser(content=prompt("solver_with_functions", code=code)))


async def _reflect(state: TaskState, generate: Generate, case: Posed) -> None:
    """Ask for the logic of the last exchange that went well, as the example for this one (AIR; paper, 5.3 and D)."""
    assert case.example is not None
    asked = prompt("solver_logic_of_last", query=case.example.query, answer=case.example.answer)
    logic = (await get_model().generate(asked)).completion.strip()
    told = prompt("solver_example", query=case.example.query, logic=logic, answer=case.example.answer)
    _say(state, told)
    await generate(state)
    state.messages.append(ChatMessageUser(content=prompt("solver_after_logic")))


async def _look(state: TaskState, generate: Generate, desk: Desk, case: Posed) -> TaskState:
    """Run the model's code on the state of the case until it answers or has run enough (ReAct)."""
    async with desk.state_of(case.data_id) as session:
        state.tools = [python(session)]
        for _ in range(STEPS):
            state = await generate(state, tool_calls="single")
            if not _called(state):
                return state
        state.tools = []
        state.messages.append(ChatMessageUser(content=prompt("solver_last_look")))
        return await generate(state)


def _called(state: TaskState) -> bool:
    """Return whether the model's last word was a call of the tool, which has been answered by now."""
    return any(isinstance(each, ChatMessageAssistant) and each.tool_calls for each in state.messages[-2:])


async def _clarify(state: TaskState, generate: Generate, case: Posed) -> TaskState:
    """Ask back, and a client answers with what is on record, each answer once."""
    for answer in case.clarifications:
        if "```" in state.output.completion:
            break
        state.messages.append(ChatMessageUser(content=answer))
        state = await generate(state)
    return state


@tool
def python(session: Any) -> Tool:
    """Return the sandbox as a tool."""

    async def execute(code: str) -> str:
        """Run Python code in the state of the conversation; what it prints comes back.

        Args:
            code: The code. Print what you want to see.

        Returns:
            What it printed, and the error that ended it, if any.
        """
        done = await session.run(code, bare=True)
        problem = f"\n{done.error.type}: {done.error.message}" if done.error else ""
        return f"{done.output}{problem}".strip() or "(it printed nothing)"

    return execute
