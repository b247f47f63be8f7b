"""A case is solved before it is judged: code is tried on its state, and the answer is taken, once."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import ValidationError

from company.errors import CompanyError, ReviewError
from company.replay.runner import Ran
from company.reviewing import ByCode, ByLetter, GaveUp, Given, InWords, Task
from company.showing import result_view, shown
from human_review.web.access import Form, Signed, desk_of
from human_review.web.code_pages import OUTPUT
from human_review.web.moving import place, seconds_of, sent_on
from human_review.web.posted import Posted
from human_review.web.rendering import page
from human_review.web.solving import answered, asked, ran

router = APIRouter()


@router.post("/items/{item}/scratch")
async def scratch(request: Request, item: str, who: Signed, form: Form) -> Response:
    """Run what is in the cell on the state before the case, for who holds it; nothing of it is kept in that state."""
    part = "code/scratch.html" if "hx-request" in request.headers else "code/scratch_page.html"
    try:
        about = asked(desk_of(request), item, who.id)
        code = form.text("code")
        named = _assigned(code)
        wanted = [each for each in about.task.wanted if each.name in named]
        done = await ran(request, who.id, about, echoed(code), wanted)
    except CompanyError as problem:
        return page(request, part, problem=str(problem), item_id=item, ran=None)
    return page(request, part, problem="", item_id=item, **_told(done))


@router.post("/items/{item}/solve")
async def solve(request: Request, item: str, who: Signed, form: Form) -> Response:
    """Take an answer and go on to the key. Code is run; where it fails, it is no answer yet."""
    desk = desk_of(request)
    kinds = [kind for kind in form.all("kinds") if kind in desk.kinds]
    if desk.store.solution(who.id, item) is not None:  # sent twice: the first one counts
        return sent_on(request, place(item, kinds))
    about = asked(desk, item, who.id)
    given = _given(form, about.task)
    await answered(request, who.id, about, given, hash=form.text("hash"), seconds=seconds_of(form))
    return sent_on(request, place(item, kinds))


def _given(form: Posted, task: Task) -> Given:
    """Return the answer in a form. Raises ReviewError where there is none."""
    word = form.text("verdict")
    letter = word.removeprefix("letter:")
    try:
        if word == "gave up":
            return GaveUp()
        if word == "words":
            return InWords(text=form.text("words").strip())
        if word == "code" and not task.options:
            return ByCode(code=form.text("code").strip("\n"))
        if word != letter and letter in {each for each, _ in task.options}:
            return ByLetter(letter=letter)
    except ValidationError as error:
        where = "words" if word == "words" else "code"
        raise ReviewError(f"there is no answer in your {where} yet ({error.errors()[0]['msg']}); write it") from None
    raise ReviewError("nothing is chosen yet; choose an answer, or “I cannot tell”, then go on")


# the cell


def echoed(code: str) -> str:
    """Return code that prints the value of its last line, as a notebook's cell does; what is no Python as it is."""
    try:
        body = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code
    if not body or not isinstance(body[-1], ast.Expr):
        return code
    last = body[-1]
    lines = code.split("\n")
    head = "\n".join([*lines[: last.lineno - 1], lines[last.lineno - 1].encode()[: last.col_offset].decode()])
    value = ast.get_source_segment(code, last.value) or ""
    return f"{head}_shown = ({value})\nif _shown is not None:\n    print(_shown)\n"


def _assigned(code: str) -> set[str]:
    try:
        names = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {node.id for node in names if isinstance(node.ctx, ast.Store)}


def _told(ran: Ran) -> Mapping[str, Any]:
    done = ran.execution
    error = done.error
    lines = ran.code.split("\n")
    at = error.line if error else None
    return {
        "ran": ran,
        "error": shown(f"{error.type}: {error.message}", OUTPUT) if error else None,
        "line": shown(lines[at - 1].strip(), 300) if at and at <= len(lines) else None,
        "output": shown(done.output.strip("\n"), OUTPUT),
        "results": [result_view(each, len(done.figures) or None) for each in done.results],
        "figures": len(done.figures),
    }
