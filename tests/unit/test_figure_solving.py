"""Agents that draw: what goes back to them, who sees what, and which code is handed in."""

from __future__ import annotations

import json
from collections.abc import Sequence

from inspect_ai.model import ChatMessage

from company.evaluation.kept import Reply
from company.families.figures.evaluation.responses import Response, response_in
from company.families.figures.evaluation.solving.solving import (
    CORRECTIONS,
    NO_PICTURE,
    NOTHING,
    Agent,
    Drawn,
    Solved,
    approves,
    asked_once,
    wish_in,
)
from company.prompts import prompt
from tests.support.judges_by_hand import picture, shown_in

DRAFT, BETTER = picture([10, 20]), picture([10, 20, 30])
WISH = "Draw two bars from bars.csv."
REQUEST = f"{WISH}\n\nWrite one script in a ```python block."


class Bench:
    """A model that replies from a list, eyes that say one thing, and a sandbox that draws by the code's name."""

    def __init__(self, *replies: str, eyes: str = "A third bar is missing.") -> None:
        self.seen = eyes
        self.replies = iter(replies)
        self.asked: list[list[ChatMessage]] = []
        self.looked: list[list[ChatMessage]] = []
        self.drawn: list[str] = []
        self.agent = Agent(REQUEST, self.ask, self.draw, str.strip, self.look if eyes else None)

    async def ask(self, messages: Sequence[ChatMessage]) -> Reply:
        self.asked.append(list(messages))
        return Reply(next(self.replies), 10, 5, 0.1)

    async def look(self, messages: Sequence[ChatMessage]) -> Reply:
        self.looked.append(list(messages))
        return Reply(self.seen, 10, 5, 0.1)

    async def draw(self, code: str) -> Drawn:
        self.drawn.append(code)
        known = {"draft": Drawn(DRAFT), "better": Drawn(BETTER), "nothing": Drawn(None)}
        return known.get(code, Drawn(None, f"NameError: name {code!r} is not defined"))


async def test_an_agent_plans_draws_looks_and_draws_again() -> None:
    bench = Bench("1. Two bars.", "draft", "better")
    found = await bench.agent.solved()
    assert (found.code, found.course, found.rolled_back, len(found.calls)) == ("better", "at once", False, 4)
    plan, first, second = (each[0].text for each in bench.asked)
    assert WISH in plan and "Write one script" not in plan
    assert REQUEST in first and "1. Two bars." in first and REQUEST in second
    assert "draft" in second and "A third bar is missing." in second
    (seen,) = bench.looked
    assert WISH in seen[0].text and NOTHING in seen[0].text and "Write one script" not in seen[0].text
    assert shown_in(seen[0]) == [DRAFT]
    assert not any(shown_in(message) for messages in bench.asked for message in messages)


async def test_errors_and_missing_pictures_go_back_until_something_is_drawn() -> None:
    bench = Bench("plan", "oops", "nothing", "", "draft", "better")
    found = await bench.agent.solved()
    assert (found.code, found.course, len(found.calls)) == ("better", "after debugging", 7)
    last = bench.asked[4]
    assert [each.role for each in last] == ["user", "assistant"] * 3 + ["user"]
    assert "NameError: name 'oops' is not defined" in last[2].text
    assert NO_PICTURE in last[4].text and "no Python code" in last[6].text
    assert bench.drawn == ["oops", "nothing", "draft", "better"]


async def test_who_never_draws_is_asked_no_more_and_nobody_looks() -> None:
    bench = Bench("plan", *["oops"] * 4)
    found = await bench.agent.solved()
    assert (found.code, found.course, len(found.calls)) == ("oops", "never", 2 + CORRECTIONS)
    assert bench.looked == []


async def test_the_draft_stands_where_drawing_again_fails() -> None:
    bench = Bench("plan", "draft", *["oops"] * 4)
    found = await bench.agent.solved()
    assert (found.code, found.course, found.rolled_back, len(found.calls)) == ("draft", "at once", True, 7)


async def test_the_draft_stands_without_a_call_where_eyes_find_nothing_to_change() -> None:
    bench = Bench("plan", "oops", "draft", eyes=f"All three bars are there.\n\n**{NOTHING}.**")
    found = await bench.agent.solved()
    assert (found.code, found.course, found.approved, found.rolled_back) == ("draft", "after debugging", True, False)
    assert len(found.calls) == 4 and bench.drawn == ["oops", "draft"]
    assert response_in(found.as_response()).approved


def test_only_the_last_line_of_a_review_says_that_nothing_has_to_change() -> None:
    for review in (NOTHING, f"Fine.\n{NOTHING}\n", f"`{NOTHING.lower()}`", f"> - {NOTHING}!"):
        assert approves(review)
    for review in ("", f"{NOTHING}\n1. But the title.", f"There is {NOTHING}", "Nothing is to be changed."):
        assert not approves(review)


def test_a_wish_is_a_request_without_how_to_reply() -> None:
    assert wish_in(REQUEST) == WISH
    assert wish_in(f"{WISH}\n\nThe bars are red.") == f"{WISH}\n\nThe bars are red."
    alone = "Write one script in a ```python block."
    assert wish_in(alone) == alone
    for name in ("benchmark_figure", "benchmark_figure_elsewhere"):
        asked = prompt(name, query="Draw bars.", data="`bars.csv`.")
        assert "```" in asked and "Draw bars." in wish_in(asked) and "```" not in wish_in(asked)


async def test_the_longest_way_takes_ten_calls() -> None:
    bench = Bench("plan", "oops", "oops", "oops", "draft", "oops", "oops", "oops", "better")
    found = await bench.agent.solved()
    assert (found.code, len(found.calls)) == ("better", 10) and not found.rolled_back


async def test_a_blind_agent_hands_in_its_draft() -> None:
    bench = Bench("plan", "draft", eyes="")
    found = await bench.agent.solved()
    assert (found.code, len(found.calls), found.feedback, bench.looked) == ("draft", 2, "", [])


async def test_of_a_long_error_the_end_is_told() -> None:
    bench = Bench("plan", "x" * 5_000, "draft", "better")
    await bench.agent.solved()
    assert len(bench.asked[2][-1].text) < 2_200 and "is not defined" in bench.asked[2][-1].text


def test_asked_once_a_model_gets_the_request_alone_or_thinks_first() -> None:
    assert asked_once(REQUEST, "base") == REQUEST
    thinking = asked_once(REQUEST, "cot")
    assert thinking.startswith(REQUEST) and "step by step" in thinking


def test_a_response_is_read_back_whoever_wrote_it() -> None:
    told = Solved("plt.bar()", "after debugging", rolled_back=True, calls=(Reply("", 1, 1, 0.0),) * 6).as_response()
    assert response_in(told) == Response("plt.bar()", "after debugging", True, 6)
    assert response_in("```python\nplot()\n```") == Response("```python\nplot()\n```")
    assert response_in("data:image/png;base64,AA").picture == "data:image/png;base64,AA"
    odd = json.dumps({"code": "a", "course": "by luck", "calls": True, "picture": 3, "rolled_back": "yes"})
    assert response_in(odd) == Response("a")
    for text in ("[1]", '{"code": 3}', "3", ""):
        assert response_in(text) == Response(text)
