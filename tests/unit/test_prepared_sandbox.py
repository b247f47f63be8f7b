"""Forks in the place of cold interpreters: a script finds there what it finds in a new one."""

import json

import pytest

from company.sandbox import ForkSandbox
from company.sandbox.prepared import WORTH

pytestmark = pytest.mark.slow
COLD = True  # nothing but a new interpreter is to be compared with

BEGINNING = "import warnings\nwarnings.filterwarnings('ignore')\nimport pandas as pd\nimport numpy as np\n"
LOOK = """
import json, os, random, sys
print(json.dumps({
    "modules": sorted(sys.modules), "names": sorted(globals()), "hash": hash("a"),
    "fonts": os.listdir(os.environ["MPLCONFIGDIR"]),
    "chance": [random.random(), float(np.random.rand())], "floats": pd.get_option("display.precision"),
}))
pd.set_option("display.precision", 2)
from sklearn import cluster
"""


@pytest.fixture
async def prepared(tmp_path):
    """A sandbox that has run enough scripts with this beginning, and what the first of them has found."""
    (tmp_path / "pred.py").write_text(BEGINNING + LOOK)
    async with ForkSandbox() as sandbox:
        for _ in range(WORTH + 1):
            run = await sandbox.script(tmp_path / "pred.py", cold=True)
            assert run.ok, run.stderr
        for coming in sandbox._prepared._coming.values():
            await coming
        assert list(sandbox._prepared._ready) == [("numpy", "pandas")]
        yield sandbox, json.loads(run.stdout)


async def test_a_script_finds_in_a_fork_what_it_finds_in_a_new_interpreter(prepared, tmp_path):
    sandbox, new = prepared
    forks = []
    for _ in range(2):
        taken = sandbox._prepared._ready["numpy", "pandas"]
        before = len(taken._idle)
        run = await sandbox.script(tmp_path / "pred.py", cold=True)
        assert run.ok, run.stderr
        forks.append(json.loads(run.stdout))
        assert before or taken.zygote is not None
    chances = [each.pop("chance") for each in (new, *forks)]
    assert len({number for pair in chances for number in pair}) == 6  # nobody has seeded anything
    ours = set(forks[0].pop("modules")) ^ set(new.pop("modules"))
    forks[1].pop("modules")
    assert not {
        name for name in ours if name.partition(".")[0] in ("numpy", "pandas", "matplotlib", "sklearn", "company")
    }
    assert forks == [new, new]  # what one has set, the next does not find


async def test_what_lies_beside_a_script_is_imported_first_all_the_same(prepared, tmp_path):
    sandbox, _ = prepared
    (tmp_path / "random.py").write_text("raise SystemExit(7)")
    assert (await sandbox.script(tmp_path / "pred.py", cold=True)).exit_code == 7


async def test_a_python_that_was_prepared_and_is_killed_is_made_good(prepared, tmp_path):
    sandbox, _ = prepared
    zygote = sandbox._prepared._ready["numpy", "pandas"].zygote
    zygote._process.kill()
    zygote._process.wait()
    for _ in range(3):
        assert (await sandbox.script(tmp_path / "pred.py", cold=True)).ok
