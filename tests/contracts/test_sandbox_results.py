"""What comes out: a typed result or a reason, for any value; and the same on every run and in every order."""

import io

import pytest
from PIL import Image

from company.records import Intent
from company.results.cells import ROWS, read_cells
from company.sandbox import Limits
from tests.support.sandboxes import FURTHEST_APART, prints, sandboxes

LIMITS = Limits(wall_seconds=60, cpu_seconds=60, memory_mib=3000)
sandbox = sandboxes(*FURTHEST_APART)
pytestmark = pytest.mark.asyncio(loop_scope="module")

CAPTURED = {
    "a frame of a million rows": (
        "import pandas as pd, numpy as np\n"
        "x = pd.DataFrame({'a': np.arange(10**6), 'b': np.arange(10**6) % 7, 'c': 0.5})",
        "dataframe",
    ),
    "a nested dictionary": ("x = {'a': {'b': [1, {'c': (2, 3)}]}, 5: {1.5: None}}", "dict"),
    "a sparse frame": (
        "import pandas as pd\nx = pd.DataFrame({'a': pd.arrays.SparseArray([0, 0, 1]), 'b': [1, 2, 3]})",
        "dataframe",
    ),
    "a categorical series": (
        "import pandas as pd\nx = pd.Series(list('aab'), dtype='category').cat.as_ordered()",
        "series",
    ),
    "a period index": ("import pandas as pd\nx = pd.period_range('2024-01', periods=3, freq='M')", "index"),
    "an interval index": ("import pandas as pd\nx = pd.interval_range(0, 3)", "index"),
    "a frame over intervals": (
        "import pandas as pd\nx = pd.Series([1, 5, 9]).groupby(pd.cut([1, 5, 9], 2)).agg(['sum', 'size'])",
        "dataframe",
    ),
    "a fitted model": (
        "from sklearn.ensemble import RandomForestRegressor\n"
        "x = RandomForestRegressor(3, random_state=0).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 4.0])",
        "model",
    ),
    "a fitted pipeline": (
        "from sklearn.pipeline import make_pipeline\nfrom sklearn.preprocessing import StandardScaler\n"
        "from sklearn.linear_model import Ridge\n"
        "x = make_pipeline(StandardScaler(), Ridge()).fit([[0.0], [1.0]], [0, 1])",
        "model",
    ),
}
REFUSED = {
    "an object whose repr raises": ("class X:\n    def __repr__(self): raise ValueError('no')\nx = X()", "value"),
    "a list of such": ("class X:\n    def __repr__(self): 1/0\nx = [X()]", "list"),
    "a frame of such": (
        "import pandas as pd\nclass X:\n    def __repr__(self): raise SystemExit\n    __str__ = __hash__ = __repr__\n"
        "x = pd.DataFrame({'a': [X()]})",
        "dataframe",
    ),
    "a list in itself": ("x = []\nx.append(x)", "list"),
    "a generator": ("x = (n for n in range(3))", "list"),
    "an open file": ("x = open('f', 'w')", "value"),
    "too many cells": ("import numpy as np\nx = np.broadcast_to(0.0, (10**5, 10**4))", "array"),
}


async def test_values_are_captured_with_their_types_and_the_same_each_time(sandbox):
    found = []
    for _ in range(2):
        session = await sandbox.open({})
        seen = {}
        for name, (code, kind) in CAPTURED.items():
            done = await session.run(code, [Intent(name="x", type=kind)])
            assert done.error is None, name
            [seen[name]] = done.results
            assert seen[name].type == kind, name
        found.append(seen)
        await session.close()
    assert found[0] == found[1]


async def test_values_are_refused_with_a_reason_and_undone(session):
    await prints(session, "kept = 5")
    for name, (code, kind) in REFUSED.items():
        done = await session.run(code, [Intent(name="x", type=kind)])
        assert done.error.type == "ResultError", name
        assert len(done.error.message) > 10, name
        assert [variable.name for variable in (await session.run("")).variables] == ["kept"], name


async def test_several_figures_come_out_and_the_last_is_the_result(session):
    code = (
        "import matplotlib.pyplot as plt\n"
        "for n in range(3):\n    plt.figure(figsize=(2 + n, 2))\n    plt.bar(['a', 'b'], [n, 1])\n"
        "    plt.title(f'no {n}')"
    )
    done = await session.run(code, [Intent(name="plot", type="plot")])
    assert done.error is None
    assert [Image.open(io.BytesIO(figure)).width for figure in done.figures] == [160, 240, 320]
    assert done.results[0].facts["axes"][0]["title"] == "no 2"


async def test_of_a_million_rows_the_first_come_out(session):
    await prints(session, "import pandas as pd, numpy as np\nx = pd.DataFrame({'a': np.arange(10**6), 'b': 'text'})")
    table = read_cells(await session.table("x"))
    assert (table.rows, table.width, len(table.labels)) == (10**6, 2, ROWS)
    assert table.columns[0] == tuple(range(ROWS)) and set(table.columns[1]) == {"text"}


SNIPPETS = {
    "chance": {
        "random": "import random\nx = random.random()",
        "numpy": "import numpy as np\nx = float(np.random.rand())",
        "sampling": "import pandas as pd\nx = pd.DataFrame({'a': range(100)}).sample(5)",
    },
    "computing": {
        "threads": "import numpy as np\nx = float((np.random.rand(300, 300) @ np.random.rand(300, 300)).sum())",
        "clusters": "from sklearn.cluster import KMeans\nimport numpy as np\nx = KMeans(3, n_init=3).fit(np.eye(9))",
    },
    "surroundings": {
        "hashes": "x = hash('a')",
        "sets": "x = list({'a', 'b', 'c', 'd', 'e'})",
        "zone": "import time, datetime\nx = (time.tzname, datetime.datetime.fromtimestamp(0).hour)",
        "locale": "import locale, sys\nx = (str(locale.getlocale()), sys.getdefaultencoding(), f'{1234.5:n}')",
        "environment": "import os\nx = sorted(k for k in os.environ if k not in ('HOME', 'TMPDIR', 'MPLCONFIGDIR'))",
        "files": "import os\nopen('b', 'w').close()\nopen('a', 'w').close()\nx = sorted(os.listdir())",
    },
}
"""Dialogues, each with its turns."""
KINDS = {
    "sampling": "dataframe",
    "clusters": "model",
    "sets": "list",
    "zone": "tuple",
    "locale": "tuple",
    "environment": "list",
    "files": "list",
}


async def test_the_same_dialogues_give_the_same_in_every_order(sandbox):
    found = []
    for order in (sorted(SNIPPETS), sorted(SNIPPETS, reverse=True)):
        seen = {}
        for dialogue in order:
            session = await sandbox.open({})
            for name, code in SNIPPETS[dialogue].items():
                done = await session.run(code, [Intent(name="x", type=KINDS.get(name, "value"))])
                assert done.error is None, name
                seen[name] = done.results[0].digest
            await session.close()
        found.append(seen)
    assert found[0] == found[1]


async def test_code_whose_runs_differ_is_seen_by_two_runs(sandbox):
    codes = ("import time\nx = time.perf_counter()", "import os\nx = os.urandom(4).hex()")
    found = []
    for _ in range(2):
        session = await sandbox.open({})
        found.append([(await session.run(code, [Intent(name="x", type="value")])).results[0].digest for code in codes])
        await session.close()
    for first, second in zip(*found, strict=True):
        assert first != second
