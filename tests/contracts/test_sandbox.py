"""What any sandbox must do. A new one joins `SANDBOXES` and the groups below it, and passes, or is not a sandbox."""

import asyncio
import contextlib
import io

import pytest
from PIL import Image

from company.errors import SandboxError
from company.records import Intent
from company.sandbox.parts import VARIABLE, part
from tests.support.sandboxes import COLD, ENDING, FORKED, FURTHEST_APART, KEEPING, LIMITS, REPLAYED, on, prints

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_state_is_kept_from_turn_to_turn(session):
    first = await session.run(
        "import pandas as pd\ndf = pd.read_csv('homes.csv')", [Intent(name="df", type="dataframe")]
    )
    assert first.ok
    assert (first.results[0].name, first.results[0].type) == ("df", "dataframe")
    second = await session.run("mean = float(df['price'].mean())\nprint(mean)", [Intent(name="mean", type="value")])
    assert second.ok
    assert second.output == "20.0\n"
    assert [variable.name for variable in second.variables] == ["df", "mean"]
    assert second.variables[0].shape == (3, 2)
    assert [column.name for column in second.variables[0].columns] == ["city", "price"]


@on(*KEEPING)
async def test_a_failure_leaves_no_trace_in_variables_files_and_random_numbers(session):
    await prints(
        session,
        "import random, os, numpy as np\nx = [1]\nopen('kept.txt', 'w').write('a')\nos.mkdir('f')\n"
        "open('f/g', 'w').close()",
    )
    reference = await prints(session, "state = (random.getstate(), np.random.get_state()[1].tolist())")
    assert reference == ""
    vandal = (
        "x.append(2); y = 3; random.random(); np.random.rand()\n"
        "open('kept.txt', 'a').write('b'); open('new.txt', 'w').write('c')\n"
        "os.remove('f/g'); os.rmdir('f'); os.mkdir('new'); os.rename('homes.csv', 'h.csv')\n"
        "open('homes.csv', 'w').close()\n"
        "try: os.chmod('.', 0o500)\n"
        "except PermissionError: pass\n"
        "1/0"
    )
    failed = await session.run(vandal)
    assert not failed.ok
    assert (failed.error.type, failed.error.line) == ("ZeroDivisionError", 7)
    assert [variable.name for variable in failed.variables] == ["x", "state"]
    found = await prints(
        session,
        "print(x, 'y' in globals(), sorted(os.listdir()), os.listdir('f'), open('kept.txt').read())\n"
        "print(len(open('homes.csv').read()), oct(os.stat('.').st_mode)[-3:])\n"
        "print(random.getstate() == state[0], np.random.get_state()[1].tolist() == state[1])",
    )
    assert found == "[1] False ['f', 'homes.csv', 'kept.txt'] ['g'] a\n35 700\nTrue True\n"


@on(*KEEPING)
async def test_random_numbers_go_on_as_in_one_process_and_are_the_same_in_every_session(sandbox, session):
    turns = ["import random, numpy as np", "print(random.random(), np.random.rand())", "print(random.random())"]
    said = [await prints(session, turn) for turn in turns]
    other = await sandbox.open({})
    whole = await prints(other, "\n".join(turns))
    assert "".join(said) == whole
    await other.close()


@on(*KEEPING)
async def test_a_failure_leaves_no_trace_in_figures(session):
    await prints(session, "import matplotlib.pyplot as plt")
    failed = await session.run("plt.plot([1, 2]); plt.rcParams['lines.linewidth'] = 9\nraise KeyError('x')")
    assert (failed.error.type, failed.error.message, failed.figures) == ("KeyError", "'x'", ())
    assert await prints(session, "print(plt.get_fignums(), plt.rcParams['lines.linewidth'])") == "[] 1.5\n"


@on(*FURTHEST_APART)
async def test_a_plot_is_captured_and_the_next_turn_starts_without_figures(session):
    code = "import matplotlib.pyplot as plt\nplt.bar(['a', 'b'], [1, 2])\nplt.show()"
    done = await session.run(code, [Intent(name="plot", type="plot")])
    assert done.ok
    assert done.results[0].type == "plot"
    assert Image.open(io.BytesIO(done.figures[0])).format == "PNG"
    nothing = await session.run("plt.figure()", [Intent(name="plot", type="plot")])
    assert (nothing.error.type, nothing.error.message) == ("ResultError", "nothing was drawn.")
    nothing = await session.run("", [Intent(name="plot", type="plot")])
    assert nothing.error.message == "nothing was drawn."


@on(*FURTHEST_APART)
async def test_a_missing_or_wrong_result_is_a_failure_and_undone(session):
    await prints(session, "import pandas as pd")
    wrong = await session.run("top = pd.Series([1])", [Intent(name="top", type="list")])
    assert (wrong.ok, wrong.error.type) == (False, "ResultError")
    assert wrong.error.message == "`top` is a series, a list was asked for."
    missing = await session.run("pass", [Intent(name="top", type="index")])
    assert missing.error.message == "no variable `top` was made."
    wrong = await session.run("top = [1]", [Intent(name="top", type="index")])
    assert wrong.error.message == "`top` is a list, an index was asked for."


FAILING = [
    ("x = 1\nif x\n    pass", "SyntaxError", 2),
    ("x = 1\n  y = 2", "IndentationError", 2),
    ("import sys\nsys.exit(0)", "SystemExit", 2),
    ("def f():\n    raise ValueError('no')\n\nf()", "ValueError", 2),
    ("import pandas as pd\npd.DataFrame({'a': [1]})['b']", "KeyError", 2),
    ("input()", "EOFError", 1),
    ("raise KeyboardInterrupt", "KeyboardInterrupt", 1),
    ("class E(Exception):\n    def __str__(self): 1/0\nraise E", "E", 3),
    ("x = '\\0'\0", "SyntaxError", None),
    ("open('big', 'wb').write(bytes(3 * 2**20))", "OSError", 1),
    ("x = '\\ud800'\nraise ValueError(x)", "ValueError", 2),
]
"""Code, the type of its error, and the line that is to blame."""


@on(*FURTHEST_APART)
async def test_code_that_fails_says_why_and_where(session):
    for code, kind, line in FAILING:
        done = await session.run(code)
        assert not done.ok, code
        assert (done.error.type, done.error.line) == (kind, line), code
        assert (await session.run("")).ok, code


@on(*FURTHEST_APART)
async def test_the_line_is_one_of_this_turn_when_an_earlier_turn_defined_the_function(session):
    await prints(session, "def half(x):\n\n\n\n    return x / 0")
    done = await session.run("a = 1\nhalf(a)")
    assert done.error.line == 2
    assert await prints(session, "import inspect\nprint(inspect.getsource(half))") == (
        "def half(x):\n\n\n\n    return x / 0\n"
    )


BEYOND = [
    ("while True: pass", "TimeoutError"),
    ("import time\ntime.sleep(60)", "TimeoutError"),
    ("x = bytearray(2 * 2**30)", "MemoryError"),
    ("import numpy as np\nx = np.ones((40_000, 40_000))", "MemoryError"),
    ("while True: print('x' * 100)", "OutputLimit"),
    ("import os\nos._exit(0)", "Killed"),
    ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", "Killed"),
    (
        "import numpy as np, matplotlib.pyplot as plt\n"
        "plt.figure(figsize=(16, 16)); plt.imshow(np.random.rand(1200, 1200))",
        "OutputLimit",
    ),
]
"""Code, and the type of the error that it ends with."""


@on(*ENDING)
async def test_code_beyond_a_limit_is_stopped_and_the_state_lives_on(session):
    await prints(session, "kept = 5")
    for code, kind in BEYOND:
        done = await session.run(code)
        assert (done.ok, done.error.type) == (False, kind), code
        assert len(done.output) <= LIMITS.output_bytes, code
        assert [variable.name for variable in done.variables] == ["kept"], code
        assert await prints(session, "print(kept)") == "5\n", code


@on(FORKED, REPLAYED, COLD)
@pytest.mark.jail
async def test_a_turn_starts_no_process_and_its_threads_do_no_harm(session):
    for code in (
        "import os\nos.fork()",
        "import subprocess\nsubprocess.run(['/bin/true'])",
        "import multiprocessing\nmultiprocessing.Process(target=print).start()",
    ):
        assert (await session.run(code)).error.type == "PermissionError"
    idle = "import threading, time\nthreading.Thread(target=lambda: [time.sleep(0.01) for _ in range(10**6)]).start()"
    assert (await session.run(idle)).ok
    assert await prints(session, "print(1)") == "1\n"


@on(*ENDING)
async def test_sessions_do_not_see_each_other(sandbox, table):
    sessions = [await sandbox.open({"t.csv": table}) for _ in range(3)]
    makes = (s.run(f"import os\nx = {n}\nopen('f{n}', 'w').close()") for n, s in enumerate(sessions))
    assert all(done.ok for done in await asyncio.gather(*makes))
    said = await asyncio.gather(*(prints(s, "print(x, sorted(os.listdir()))") for s in sessions))
    assert said == [f"{n} ['f{n}', 't.csv']\n" for n in range(3)]
    await asyncio.gather(*(s.close() for s in sessions))


@on(*FURTHEST_APART)
async def test_turns_of_one_session_come_one_after_the_other(session):
    await prints(session, "seen = []")
    await asyncio.gather(*(session.run(f"seen.append({n})") for n in range(4)))
    assert await prints(session, "print(seen)") == "[0, 1, 2, 3]\n"


async def test_nothing_of_ours_is_visible(sandbox, session):
    other = await sandbox.open({})  # one more, so that there would be pipes of another one to inherit
    code = (
        "import os, sys\nprint('OPENAI_API_KEY' in os.environ, any('secret' in each for each in os.environ.values()))\n"
        "print([m for m in ('pydantic', 'autogen_core', 'sqlalchemy', 'openai') if m in sys.modules])\n"
        "import stat\nkinds = []\n"
        "for number in range(256):\n"
        "    try: kinds.append({stat.S_IFCHR: 'device', stat.S_IFIFO: 'pipe', stat.S_IFSOCK: 'socket'}[\n"
        "        stat.S_IFMT(os.fstat(number).st_mode)])\n"
        "    except OSError: pass\n"
        "print(sorted(kinds))"
    )
    # Empty stdin and stderr, the output of the turn, its reply, and the one socket that brings turns.
    assert await prints(other, code) == "False False\n[]\n['device', 'device', 'pipe', 'pipe', 'socket']\n"
    await other.close()


@on(*FURTHEST_APART)
async def test_a_module_that_is_given_as_a_file_can_be_imported(sandbox, tmp_path):
    library = tmp_path / "x.py"
    library.write_text("def f():\n    return 4\n")
    session = await sandbox.open({"decision_library.py": library})
    said = await prints(session, "import decision_library, os\nprint(decision_library.f(), os.listdir())")
    assert said == "4 ['decision_library.py']\n"
    await session.close()


@on(*FURTHEST_APART)
async def test_a_hostile_value_is_refused_and_not_believed(session):
    code = "class L(list):\n    def __len__(self): raise RuntimeError('no')\n    __iter__ = __len__\nx = L()"
    done = await session.run(code, [Intent(name="x", type="value")])
    assert (done.ok, done.error.type) == (False, "ResultError")
    assert not (await session.run(code, [Intent(name="x", type="dict")])).ok


_FORGING = """
import sys
y = 2
open('new.txt', 'w').close()
frame = sys._getframe()
while frame:
    if '_reply' in frame.f_globals:
        frame.f_globals['_reply'] = lambda *_: {reply!r}
    frame = frame.f_back
"""


@on(*FURTHEST_APART)
@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("reply", [b"no parts", part(VARIABLE, b'{"ok": false}')])
async def test_a_turn_whose_reply_cannot_be_read_has_failed_and_is_undone(session, reply, in_place):
    await prints(session, "x = [1]")
    failed = await session.run(_FORGING.format(reply=reply), in_place=in_place)
    assert (failed.ok, failed.error.type) == (False, "ResultError")
    assert [variable.name for variable in failed.variables] == ["x"]
    assert await prints(session, "import os\nprint(x, 'y' in globals(), sorted(os.listdir()))") == (
        "[1] False ['homes.csv']\n"
    )
    branch = await session.fork()
    assert await prints(branch, "x.append(3)\nprint(x)") == "[1, 3]\n"
    await branch.close()


@on(*FURTHEST_APART)
async def test_the_same_code_gives_the_same_execution(sandbox, table):
    code = (
        "import pandas as pd, warnings\ndf = pd.read_csv('t.csv')\ndf.plot()\nwarnings.warn('careful')\n"
        "print(object(), {'a', 'b', 'c'}, __import__('os').getcwd())\ns = df.groupby('city')['price'].mean()\n"
        "def twice(x):\n    return 2 * x\n_hidden = 1\nthings = [object()]"
    )
    intents = [Intent(name="s", type="series"), Intent(name="plot", type="plot"), Intent(name="df", type="dataframe")]
    runs = []
    for _ in range(2):
        session = await sandbox.open({"t.csv": table})
        runs.append(await session.run(code, intents))
        await session.close()
    assert runs[0].ok
    assert runs[0] == runs[1]
    assert runs[0].figures == runs[1].figures
    assert "careful" not in runs[0].output
    assert [variable.name for variable in runs[0].variables] == ["df", "s", "twice", "things"]


@on(*FURTHEST_APART)
async def test_a_variable_changed_in_place_is_described_anew(session):
    await prints(session, "import pandas as pd\ndf = pd.read_csv('homes.csv')")
    done = await session.run("df.loc[0, 'price'] = 99; df.loc[1, 'city'] = None")
    city, price = done.variables[0].columns
    assert (price.maximum, city.missing) == (99.0, 1)


@on(*KEEPING)
async def test_a_cancelled_turn_is_undone_and_everything_goes_on(sandbox, session):
    await prints(session, "x = 1")
    other = await session.fork()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(session.run("import time\nx = 2\ntime.sleep(60)"), 0.3)
    assert await prints(session, "print(x)") == "1\n"
    assert await prints(other, "print(x)") == "1\n"
    await other.close()


@on(*FURTHEST_APART)
async def test_turns_are_taken_in_the_order_of_asking(sandbox):
    sessions = [await sandbox.open({}) for _ in range(3)]
    done = []

    async def turns(session, name):
        for _ in range(3):
            assert (await session.run("")).ok
            done.append(name)

    async with contextlib.AsyncExitStack() as others:
        for _ in range(sandbox._workers - 1):  # one turn at a time: of several, any may be the first to end
            await others.enter_async_context(sandbox._errands.turnstile)
        await asyncio.gather(*(turns(session, name) for name, session in enumerate(sessions)))
    assert done == [0, 1, 2] * 3
    await asyncio.gather(*(session.close() for session in sessions))


@on(*ENDING)
async def test_closing_in_the_middle_of_a_turn_ends_it(sandbox):
    session = await sandbox.open({})
    turn = asyncio.create_task(session.run("import time\ntime.sleep(60)"))
    await asyncio.sleep(0.3)
    await session.close()
    with pytest.raises(SandboxError):
        await turn


@on(*FURTHEST_APART)
async def test_what_a_session_does_to_a_file_stays_there(session, table):
    before = table.read_text()
    await session.run("import os\nos.remove('homes.csv')\nopen('homes.csv', 'w').write('gone')")
    assert await prints(session, "print(open('homes.csv').read())") == "gone\n"
    assert table.read_text() == before


@on(*FURTHEST_APART)
async def test_a_file_that_is_not_there_is_named(sandbox, tmp_path):
    with pytest.raises(SandboxError, match=r"nothing\.csv"):
        await sandbox.open({"t.csv": tmp_path / "nothing.csv"})
    with pytest.raises(SandboxError, match=r"nothing\.py"):
        await sandbox.script(tmp_path / "nothing.py", cold=True)
    (tmp_path / "there.csv").touch()
    with pytest.raises(SandboxError, match=r"\.\./t.csv"):
        await sandbox.open({"../t.csv": tmp_path / "there.csv"})


@on(*FURTHEST_APART)
@pytest.mark.parametrize(
    ("code", "exit_code"),
    [
        (
            "import sys, os, pickle, beside, numpy as np\nclass A: pass\n"
            "pickle.dump(A(), open('a.pkl', 'wb'))\nprint(pickle.load(open('a.pkl', 'rb')).__class__, __name__)\n"
            "print(beside.x, __file__, sys.argv, os.getcwd())\n"
            "np.random.seed(1); print(np.random.rand())",
            0,
        ),
        ("print('before')\n\ndef f():\n    return 1 / 0\n\nf()", 1),
        ("import sys\nsys.exit('it is over')", 1),
        ("import sys\nsys.exit(7)", 7),
        ("x = = 1", 1),
        ("import atexit\natexit.register(print, 'last words')\nprint('first words')", 0),
        ("import os\nos.kill(os.getpid(), 9)", -9),
    ],
)
async def test_a_script_gives_the_same_cold_and_warm(sandbox, tmp_path, code, exit_code):
    (tmp_path / "beside.py").write_text("x = 1\n")
    script = tmp_path / "script.py"
    script.write_text(code)
    cold = await sandbox.script(script, cold=True)
    warm = await sandbox.script(script, cold=False)
    assert cold.exit_code == exit_code
    assert (cold.stdout, cold.stderr, cold.timed_out) == (warm.stdout, warm.stderr, warm.timed_out)
    assert warm.exit_code == exit_code
    assert cold.ok == (exit_code == 0)


@on(*FURTHEST_APART)
@pytest.mark.parametrize("cold", [True, False])
async def test_a_script_is_stopped_at_its_limits(sandbox, tmp_path, cold):
    script = tmp_path / "script.py"
    script.write_text("while True: pass")
    run = await sandbox.script(script, cold=cold)
    assert (run.exit_code, run.timed_out, run.ok) == (None, True, False)
    # Which of the two clocks runs out first depends on how busy the machine is.
    assert "2 seconds of processor time" in run.stderr or "longer than 4 seconds" in run.stderr
    script.write_text("while True: print('x' * 99)")
    run = await sandbox.script(script, cold=cold)
    assert (run.exit_code, run.timed_out, len(run.stdout)) == (None, False, LIMITS.output_bytes)
    assert "5,000 bytes" in run.stderr
    script.write_text("x = bytearray(3 * 2**30)")
    run = await sandbox.script(script, cold=cold)
    assert run.exit_code == 1
    assert "MemoryError" in run.stderr


@on(*FURTHEST_APART)
async def test_warm_scripts_start_clean_and_seeded(sandbox, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import random, numpy as np\nprint(random.random(), np.random.rand(), 'leak' in globals())\nleak = 1"
    )
    first, second = [await sandbox.script(script, cold=False) for _ in range(2)]
    assert first.ok
    assert first.stdout == second.stdout
    assert first.stdout.endswith("False\n")
