"""Which libraries a script loads before anything else."""

import pytest

from company.sandbox.libraries import loaded_first

BEFORE = "import warnings\nwarnings.filterwarnings('ignore')\nimport matplotlib\nmatplotlib.use('Agg')\n"


@pytest.mark.parametrize(
    ("script", "libraries"),
    [
        ("", ()),
        ("import pandas as pd", ("pandas",)),
        ("import seaborn, numpy", ("numpy", "seaborn")),
        (
            BEFORE + "import pandas as pd\nimport matplotlib.pyplot as plt",
            ("pandas", "matplotlib", "matplotlib.pyplot"),
        ),
        ("from matplotlib import pyplot as plt", ("matplotlib", "matplotlib.pyplot")),
        ("from sklearn.cluster import KMeans", ("sklearn.cluster",)),
        ('"""Says what it does."""\nimport os, json\nfrom scipy import stats', ("scipy.stats",)),
        ("from sklearn import svm\nimport numpy", ("numpy",)),
        ("import numpy\nnumpy.seterr('raise')\nimport pandas", ("numpy",)),
        ("import warnings\nwarnings.filterwarnings('error')\nimport pandas", ()),
        ("import helpers\nimport pandas", ()),
        ("from . import helpers\nimport pandas", ()),
        ("if True:\n    import pandas", ()),
        ("import pandas as\n", ()),
        ("import pandas\0", ()),
        ("(" * 5000, ()),
    ],
)
def test_libraries_are_those_of_the_first_lines(tmp_path, script, libraries):
    path = tmp_path / "pred.py"
    path.write_text(script)
    assert loaded_first(path) == libraries


@pytest.mark.parametrize(
    "name", ["numpy.py", "random.py", "pandas/", "json.so", "_socket.cpython-311-x86_64-linux-gnu.so"]
)
def test_nothing_is_loaded_first_where_something_else_would_be_imported(tmp_path, name):
    path = tmp_path / "pred.py"
    path.write_text("import pandas")
    (tmp_path / "ref_result").mkdir()
    (tmp_path / "sales.csv").touch()
    (tmp_path / "helpers.py").touch()
    assert loaded_first(path) == ("pandas",)
    (tmp_path / name).mkdir() if name.endswith("/") else (tmp_path / name).touch()
    assert not loaded_first(path)
