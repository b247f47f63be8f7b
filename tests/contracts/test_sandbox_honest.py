"""What ordinary analysis code does must go on working in the jail, or fail in words that its author understands."""

import pytest

from company.sandbox import Limits
from tests.support.sandboxes import FURTHEST_APART, sandboxes

LIMITS = Limits(wall_seconds=60, cpu_seconds=60)
sandbox = sandboxes(*FURTHEST_APART)
pytestmark = pytest.mark.asyncio(loop_scope="module")

TURNS = {
    "text, json and pickle files": (
        "import json, pickle\n"
        "json.dump([1], open('a.json', 'w'))\n"
        "pickle.dump({1}, open('a.pkl', 'wb'))\n"
        "assert json.load(open('a.json')) == [1] and pickle.load(open('a.pkl', 'rb')) == {1}"
    ),
    "csv there and back": (
        "import pandas as pd\n"
        "df = pd.read_csv('homes.csv')\n"
        "df.to_csv('out.csv', index=False)\n"
        "assert pd.read_csv('out.csv').equals(df)"
    ),
    "gzip and zip": (
        "import gzip, zipfile\n"
        "gzip.open('a.gz', 'wt').write('x')\n"
        "with zipfile.ZipFile('a.zip', 'w') as z: z.writestr('a', 'b')\n"
        "assert zipfile.ZipFile('a.zip').read('a') == b'b'"
    ),
    "Excel there and back": (
        "import pandas as pd\n"
        "df = pd.read_csv('homes.csv')\n"
        "df.to_excel('out.xlsx', index=False)\n"
        "assert pd.read_excel('out.xlsx').equals(df)"
    ),
    "who and where": (
        "import getpass, os, pathlib\n"
        "assert getpass.getuser() == 'analyst' and pathlib.Path.home().is_dir()\n"
        "assert os.path.expanduser('~') == str(pathlib.Path.home())"
    ),
    "sqlite": (
        "import sqlite3, pandas as pd\n"
        "c = sqlite3.connect('a.db')\n"
        "pd.DataFrame({'a': [1]}).to_sql('t', c)\n"
        "assert pd.read_sql('select a from t', c).a[0] == 1\n"
        "c.close()"
    ),
    "temporary files": (
        "import tempfile\n"
        "with tempfile.NamedTemporaryFile('w+') as f: f.write('x')\n"
        "tempfile.TemporaryDirectory().cleanup()\n"
        "assert tempfile.mkdtemp()"
    ),
    "copies and moves": (
        "import shutil\n"
        "open('b', 'w').close()\n"
        "shutil.copyfile('b', 'c')\n"
        "shutil.move('c', 'd')\n"
        "import os, pathlib\n"
        "os.rename('d', 'e')\n"
        "pathlib.Path('sub').mkdir()\n"
        "os.replace('e', 'sub/e')\n"
        "os.symlink('b', 'l')\n"
        "os.listdir()"
    ),
    "threads": (
        "import threading\n"
        "t = threading.Thread(target=print)\n"
        "t.start()\n"
        "t.join()\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(4) as p: assert sum(p.map(int, '123')) == 6"
    ),
    "asyncio": (
        "import asyncio\n"
        "async def f():\n"
        "    await asyncio.sleep(0)\n"
        "    return await asyncio.to_thread(int, '5')\n"
        "assert asyncio.run(f()) == 5"
    ),
    "dates and zones": (
        "import datetime, zoneinfo\n"
        "import pandas as pd\n"
        "assert datetime.datetime(2024, 7, 1, tzinfo=zoneinfo.ZoneInfo('Europe/Paris')).utcoffset().seconds == 7200\n"
        "pd.Timestamp('2024-01-01', tz='US/Eastern').tz_convert('Asia/Tokyo')\n"
        "pd.date_range('2024', periods=3, freq='ME')"
    ),
    "random numbers": (
        "import random, secrets, uuid\n"
        "import numpy as np\n"
        "random.random(); np.random.default_rng().normal(); secrets.token_hex(); uuid.uuid4()"
    ),
    "numpy memory maps": (
        "import numpy as np\n"
        "m = np.memmap('m', dtype='f8', mode='w+', shape=(10,))\n"
        "m[:] = 1\n"
        "m.flush()\n"
        "assert np.memmap('m', dtype='f8').sum() == 10"
    ),
    "linear algebra": (
        "import numpy as np, scipy.linalg\na = np.random.rand(200, 200)\nnp.linalg.svd(a)\nscipy.linalg.eigh(a @ a.T)"
    ),
    "statistics": (
        "from scipy import stats, optimize\n"
        "stats.ttest_ind([1, 2, 3], [2, 3, 5])\n"
        "stats.linregress([1, 2, 3], [2, 3, 5])\n"
        "optimize.minimize(lambda x: x[0] ** 2, [1.0])"
    ),
    "k-means": ("from sklearn.cluster import KMeans\nKMeans(2, n_init=2).fit([[0.0], [1.0], [5.0], [6.0]])"),
    "forests in jobs": (
        "from sklearn.ensemble import RandomForestClassifier\n"
        "RandomForestClassifier(5, n_jobs=2).fit([[0.0], [1.0]], [0, 1]).predict([[0.2]])"
    ),
    "cross validation": (
        "from sklearn.model_selection import GridSearchCV\n"
        "from sklearn.linear_model import Ridge\n"
        "import numpy as np\n"
        "GridSearchCV(Ridge(), {'alpha': [1, 2]}, cv=2, n_jobs=-1).fit(np.arange(8.0).reshape(-1, 1), np.arange(8.0))"
    ),
    "pipelines": (
        "from sklearn.pipeline import make_pipeline\n"
        "from sklearn.preprocessing import StandardScaler\n"
        "from sklearn.decomposition import PCA\n"
        "make_pipeline(StandardScaler(), PCA(1)).fit_transform([[1.0, 2.0], [2.0, 1.0], [0.0, 5.0]])"
    ),
    "figures to files": (
        "import matplotlib.pyplot as plt\n"
        "plt.plot([1, 2])\n"
        "for kind in ('png', 'pdf', 'svg', 'jpg'): plt.savefig(f'f.{kind}')\n"
        "plt.close()"
    ),
    "seaborn": (
        "import seaborn as sns, pandas as pd\n"
        "sns.pairplot(pd.DataFrame({'a': [1, 2, 3], 'b': [2, 1, 3]}))\n"
        "sns.heatmap([[1, 2], [3, 4]])"
    ),
    "fonts and mathematics in figures": (
        "import matplotlib.pyplot as plt\nplt.title(r'$\\alpha^2$ é中', family='serif')\nplt.savefig('g.png')"
    ),
    "warnings, logging and tracebacks": (
        "import warnings, logging, traceback\n"
        "warnings.warn('x')\n"
        "logging.warning('x')\n"
        "try: 1/0\n"
        "except ZeroDivisionError: traceback.format_exc()"
    ),
    "source of functions": ("import inspect\ndef f(x):\n    return x\nassert 'return x' in inspect.getsource(f)"),
    "system facts": (
        "import os, platform, sys, resource, getpass, locale\n"
        "os.cpu_count(); os.getloadavg(); platform.platform(); resource.getrusage(0); os.getcwd()\n"
        "os.getpid(); resource.getrlimit(resource.RLIMIT_AS)"
    ),
    "callbacks from C": (
        "import ctypes\ncmp = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda x: x + 1)\nassert cmp(1) == 2"
    ),
    "regular expressions and decimals": (
        "import re, decimal, fractions, statistics\n"
        "re.sub('a', 'b', 'a'); decimal.Decimal('0.1') + 1; fractions.Fraction(1, 3)\n"
        "statistics.median([1, 2])"
    ),
    "excel-like text": (
        "import io, csv\n"
        "import pandas as pd\n"
        "pd.DataFrame({'a': [1]}).to_html()\n"
        "pd.read_json(io.StringIO('[{\"a\": 1}]'))\n"
        "list(csv.reader(['a,b']))"
    ),
    "mapped memory": (
        "import mmap\nm = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\nm[:3] = b'abc'\nm.close()"
    ),
    "timers": (
        "import time, signal\n"
        "time.sleep(0.01); time.time(); time.perf_counter(); time.localtime(); signal.alarm(0)\n"
        "signal.signal(signal.SIGALRM, signal.SIG_DFL)"
    ),
    "modules that were not loaded": (
        "import sqlite3, xml.etree.ElementTree, email, http.client, html, unittest, decimal, scipy.signal\n"
        "import scipy.cluster.hierarchy, sklearn.naive_bayes, sklearn.svm"
    ),
}
REFUSED = {
    "the network": ("import urllib.request\nurllib.request.urlopen('http://example.org')", "URLError|PermissionError"),
    "tables from the network": (
        "import pandas as pd\npd.read_csv('http://example.org/t.csv')",
        "URLError|PermissionError",
    ),
    "programs": ("import subprocess\nsubprocess.run(['ls'])", "PermissionError"),
    "processes": ("import multiprocessing\nmultiprocessing.Pool(2)", "PermissionError|OSError"),
    "questions": ("input('name? ')", "EOFError"),
    "files of others": ("open('/etc/passwd').read()", "PermissionError"),
    "a file elsewhere": ("open('/tmp/x.csv', 'w')", "PermissionError|OSError"),
}


async def test_ordinary_code_works(sandbox, table):
    session = await sandbox.open({"homes.csv": table})
    failed = {}
    for name, code in TURNS.items():
        done = await session.run(code)
        if not done.ok:
            failed[name] = (done.error, done.output)
    await session.close()
    assert failed == {}


@pytest.mark.jail
@pytest.mark.parametrize("name", REFUSED)
async def test_what_is_refused_is_refused_in_plain_words(session, name):
    code, kind = REFUSED[name]
    done = await session.run(code)
    assert done.error.type in kind.split("|"), done.error
    assert done.error.message


async def test_ordinary_scripts_work_cold_too(sandbox, tmp_path, table):
    names = (
        "k-means",
        "figures to files",
        "sqlite",
        "Excel there and back",
        "who and where",
        "seaborn",
        "dates and zones",
        "forests in jobs",
    )
    (tmp_path / "homes.csv").write_text(table.read_text())
    script = tmp_path / "script.py"
    script.write_text("\n".join(TURNS[name] for name in names) + "\nprint('done')")
    run = await sandbox.script(script, cold=True)
    assert (run.exit_code, run.stdout) == (0, "done\n"), run.stderr
    assert "font cache" not in run.stderr
