"""Drawings are drawn in the jail, and what it leaves is not believed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")

from company.drawings.cleaning import cleaned
from company.drawings.jailed import cleaned_in, drawn_in
from company.drawings.painting import Undrawable
from company.drawings.reading import picture_of, read
from company.drawings.running import MOST_BYTES, NotRun
from company.drawings.scenes import as_json
from company.drawings.trials import Asked, tried_in
from company.errors import ScriptLost
from company.sandbox import Sandbox, ScriptRun

pytestmark = pytest.mark.asyncio(loop_scope="session")  # the sandbox lives there

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><circle cx="9" cy="9" r="5" fill="red"/></svg>'
DOT = "digraph { a -> b }"


@pytest.mark.parametrize(("code", "form"), [(SVG, "svg"), (DOT, "graphviz")])
@pytest.mark.parametrize("cold", [False, True])
async def test_the_jail_draws_and_reads_as_we_do(
    local_sandbox: Sandbox, tmp_path: Path, code: str, form: str, cold: bool
) -> None:
    found = await drawn_in(local_sandbox, tmp_path, code, form, cold=cold)
    assert found.picture == picture_of(code, form)
    assert found.scene == read(code, form)


async def test_its_refusals_say_what_to_do(local_sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(Undrawable, match="syntax error in line 2"):
        await drawn_in(local_sandbox, tmp_path, "digraph {\n a ->- b }", "graphviz")


@pytest.mark.parametrize(("code", "form"), [(SVG, "svg"), (DOT, "graphviz")])
async def test_the_jail_cleans_as_we_do(local_sandbox: Sandbox, tmp_path: Path, code: str, form: str) -> None:
    assert await cleaned_in(local_sandbox, tmp_path, code, form) == cleaned(code, form)


class Leaving:
    """A jail whose script leaves what it is told to."""

    def __init__(self, picture: bytes | None, facts: str, code: int | None = 0) -> None:
        self._picture, self._facts, self._code = picture, facts, code

    async def script(self, path: Path, *, cold: bool, readable: Sequence[Path] = ()) -> ScriptRun:
        if self._picture is not None:
            (path.parent / "picture.png").write_bytes(self._picture)
        (path.parent / "facts.json").write_text(self._facts)
        return ScriptRun(self._code, "", "boom", timed_out=self._code is None)


PICTURE, FACTS = picture_of(SVG, "svg"), json.dumps(as_json(read(SVG, "svg")))


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (Leaving(PICTURE, FACTS, None), "took too long"),
        (Leaving(PICTURE, FACTS, 1), "boom"),
        (Leaving(None, FACTS), "nothing was left"),
        (Leaving(b"GIF89a" + b"x" * 40, FACTS), "no picture"),
        (Leaving(PICTURE[:16] + b"\x00\x01\x00\x00" * 2 + PICTURE[24:], FACTS), "65536 by 65536"),
        (Leaving(PICTURE, "{"), "could not be read"),
        (Leaving(PICTURE, "[]"), "could not be read"),
        (Leaving(PICTURE, '{"format": "svg"}'), "no scene"),
        (Leaving(PICTURE, '{"problem": "it is blank"}'), "it is blank"),
        (Leaving(PICTURE + b"x" * MOST_BYTES, FACTS), "more than"),
    ],
)
async def test_what_is_left_is_not_believed(left: Leaving, said: str, tmp_path: Path) -> None:
    with pytest.raises(Undrawable, match=said):
        await drawn_in(left, tmp_path, SVG, "svg")


class Losing:
    """A jail whose processes are gone in the runs of these numbers, from 1 on."""

    def __init__(self, sandbox: Sandbox, *lost: int) -> None:
        self._sandbox, self._lost, self.runs = sandbox, lost, 0

    async def script(self, path: Path, *, cold: bool, readable: Sequence[Path] = ()) -> ScriptRun:
        self.runs += 1
        if self.runs in self._lost:
            (path.parent / "facts.json").write_text('{"half": ')
            raise ScriptLost("the process that ran draw.py is gone")
        return await self._sandbox.script(path, cold=cold, readable=readable)


async def test_a_drawing_whose_process_is_gone_is_drawn_once_more(local_sandbox: Sandbox, tmp_path: Path) -> None:
    losing = Losing(local_sandbox, 1)
    assert (await drawn_in(losing, tmp_path, SVG, "svg")).picture == PICTURE
    assert losing.runs == 2


async def test_a_drawing_whose_process_is_gone_twice_is_refused_with_the_reason(
    local_sandbox: Sandbox, tmp_path: Path
) -> None:
    with pytest.raises(NotRun, match=r"after two trials: the process that ran draw\.py is gone"):
        await drawn_in(Losing(local_sandbox, 1, 2), tmp_path, SVG, "svg")


async def test_what_could_not_be_run_is_not_taken_for_what_cannot_be_drawn(
    local_sandbox: Sandbox, tmp_path: Path
) -> None:
    asked = Asked(["colour(only(scene, 'circle'))"])
    with pytest.raises(NotRun):  # the second run is that of a drawing that was changed
        await tried_in(Losing(local_sandbox, 2, 3), tmp_path, SVG, "svg", asked)


async def test_a_drawing_is_drawn_once_in_a_jail_and_once_in_a_cold_one(local_sandbox: Sandbox, tmp_path: Path) -> None:
    counting = Losing(local_sandbox)
    found = []
    for number, (code, cold) in enumerate(
        ((SVG, False), (SVG, False), (SVG, True), (SVG.replace("red", "lime"), False))
    ):
        (place := tmp_path / str(number)).mkdir()
        found.append(await drawn_in(counting, place, code, "svg", cold=cold))
    assert counting.runs == 3
    assert found[0] == found[1] == found[2] != found[3]
