"""Not all packages lie in the folder of the environment that runs us."""

import subprocess
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from company.sandbox import ForkSandbox

async def main():
    async with ForkSandbox() as sandbox:
        session = await sandbox.open({})
        # What is only imported when it is needed: the zygote has not loaded it before.
        turn = await session.run("import pandas as pd\\nprint(pd.DataFrame({'a': [1]}).to_string(index=False))")
        await session.close()
        print(turn.output or turn.error)
        script = Path(sys.argv[2])
        for cold in (True, False):
            run = await sandbox.script(script, cold=cold)
            print(run.stdout or run.stderr)

asyncio.run(main())
"""
FOUND = " a\n 1\n\n3\n\n3\n\n"


def test_code_finds_packages_of_an_environment_below_its_own(tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    (purelib,) = (tmp_path / "bare" / "lib").glob("python*/site-packages")
    (purelib / "below.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    script = tmp_path / "script.py"
    script.write_text("import scipy.special, pandas as pd\nprint(pd.Series([1, 2]).sum())\n")
    words = [tmp_path / "bare" / "bin" / "python", "-c", PROGRAM, ROOT, script]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (FOUND, "")
