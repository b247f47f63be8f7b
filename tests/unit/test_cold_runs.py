"""What answers come to in a cold interpreter is kept, and no code is run there twice."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from company.families.dialogues.body.bodies import body_of
from company.families.dialogues.gate import cold
from company.families.dialogues.gate.code import gate
from company.families.dialogues.gate.cold import ColdRuns, Foreseen, foreseen, key
from company.sandbox import Sandbox, ScriptRun

pytestmark = pytest.mark.asyncio(loop_scope="session")
RUN = Path("run")


class InPlace:
    """Runs scripts where they lie, and counts them."""

    def __init__(self) -> None:
        self.ran = 0

    async def script(self, path: Path, *, cold: bool, readable: Sequence[Path] = ()) -> ScriptRun:
        """Run a script in this process."""
        self.ran += 1
        assert cold
        return ScriptRun(_exit_code(path), "", "", timed_out=False)


def _exit_code(path: Path) -> int:
    with contextlib.chdir(path.parent):
        try:
            exec(compile(path.read_text(), path.name, "exec"), {"__name__": "__main__"})
        except ZeroDivisionError:
            return 1
    return 0


def _case(history: str, code: str) -> Any:
    answer = f"{code}\nfrom pathlib import Path\nPath('pred_result/x.pkl').write_text(str(x))"
    return SimpleNamespace(history=history, answer=answer, files=("x.pkl",))


async def test_a_dialogue_runs_once_and_each_answer_has_the_state_of_its_turn(tmp_path: Path) -> None:
    first, second = _case("x = 1\n", "x = x + 1"), _case("x = 1\nx = x + 1\n", "x = x * 5")
    broken, sandbox, runs = _case("x = 1\n#\n", "x = 1 / 0"), InPlace(), ColdRuns()
    cases = [first]
    told: Any = ("d", first, lambda: cases, tmp_path, sandbox)
    assert (await runs.of(*told))[key(first)] == {"x.pkl": b"2"}
    cases += [second, broken]
    for case in (second, broken, first, second):
        saved = await runs.of("d", case, lambda: cases, tmp_path, sandbox)  # type: ignore[arg-type]
    assert sandbox.ran == 2
    assert saved[key(second)] == {"x.pkl": b"10"} and not saved[key(broken)]


async def test_what_an_answer_links_to_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("mine")
    case = SimpleNamespace(
        history="import os\n", answer=f"os.symlink({os.fspath(secret)!r}, 'pred_result/x.pkl')", files=("x.pkl",)
    )
    resource = tmp_path / "resource"
    resource.mkdir()
    saved = await ColdRuns().of("d", case, lambda: [case], resource, InPlace())  # type: ignore[arg-type, list-item]
    assert saved == {key(case): {}}  # type: ignore[arg-type]


def _kept(held: Foreseen, folder: Path, case: Any, content: str = "2") -> None:
    folder.mkdir(exist_ok=True)
    (folder / "x.pkl").write_text(content)
    held.keep(RUN, case, folder)


def _foreseen_case(code: str, data_id: str = "d.t1", types: Sequence[str] = ("value",)) -> Any:
    return SimpleNamespace(**vars(_case("x = 1\n", code)), data_id=data_id, types=tuple(types))


async def test_what_was_foreseen_is_taken_once_and_only_for_the_code_that_ran(tmp_path: Path) -> None:
    held, case = Foreseen(), _foreseen_case("x = 2")
    _kept(held, tmp_path / "a", case)
    assert held.take(RUN, case) == {key(case): {"x.pkl": b"2"}} and held.take(RUN, case) == {}
    _kept(held, tmp_path / "a", case)
    assert held.take(RUN, _foreseen_case("x = 3")) == {}, "the message was written anew"
    _kept(held, tmp_path / "a", case)
    assert held.take(Path("another"), case) == {}
    _kept(held, tmp_path / "b", drawing := _foreseen_case("x = 2", types=("value", "plot")))
    assert held.take(RUN, drawing) == {}, "its drawing is judged by more than its files"


async def test_what_waits_for_the_longest_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cold, "MOST_FORESEEN", 25)
    held, cases = Foreseen(), [_foreseen_case("x = 2", f"d.t{number}") for number in range(3)]
    for case in (cases[0], *cases):
        _kept(held, tmp_path / "a", case, "0123456789")
    assert [bool(held.take(RUN, case)) for case in cases] == [False, True, True]
    assert held._bytes == 0


async def test_a_case_whose_code_has_run_is_judged_alike_without_a_cold_interpreter(
    dialogue: Any, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [body_of(dialogue.entry(position)) for position in (1, 2)]
    for case in entries:
        first = await gate(
            case, dialogue.resource, sandbox, entries, cold_check=False,
            keep=lambda case, folder: foreseen(sandbox).keep(RUN, case, folder),
        )  # fmt: skip
        with monkeypatch.context() as patched:
            run = sandbox.script

            async def warm(path: Path, *, cold: bool, readable: Sequence[Path] = (), run: Any = run) -> ScriptRun:
                assert not cold
                ran: ScriptRun = await run(path, cold=cold, readable=readable)
                return ran

            patched.setattr(sandbox, "script", warm)
            saved = foreseen(sandbox).take(RUN, case)  # type: ignore[arg-type]
            again = await gate(case, dialogue.resource, sandbox, entries, cold_check=False, saved=saved)
        assert first.passed and first == again
