"""The exported scripts, run as plain scripts in a folder of their own."""

import importlib
import json
import pickle
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from company.families.shared.place import LINES_BEFORE
from company.results import exported
from company.results.drawing import drawn
from company.results.exported import SOURCES, check_code, drawn_code, save_code
from company.results.perturb import perturbed
from company.results.rules import same
from tests.support.warm_python import interpreter

pytestmark = pytest.mark.slow

VALUES = {
    "top": ("dataframe", pd.DataFrame({"a": [1, 2.5, None], "b": ["x", "y", None]})),
    "means": ("series", pd.Series([1.5, 2.5], index=["u", "v"])),
    "count": ("value", 3),
    "names": ("list", ["x", ["y", 2.0]]),
    "ages": ("dict", {"x": 1, "y": [2, 3]}),
    "pair": ("tuple", (1, "b")),
    "known": ("set", {1, 2}),
    "grid": ("array", np.arange(6).reshape(2, 3)),
    "labels": ("index", pd.Index(["p", "q"])),
}
INTENTS = [SimpleNamespace(name=name, type=kind) for name, (kind, _) in VALUES.items()]
DRAW = """
import pickle
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.bar(["a", "b"], {heights}, color="{colour}")
"""


def run(code, folder, python=None):
    command = [python or interpreter(), "-I", "-c", LINES_BEFORE + code]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.split(), done.stderr


def folders(tmp_path):
    for name in ("ref_result", "pred_result"):
        (tmp_path / name).mkdir(exist_ok=True)
    return tmp_path


def write(folder, values):
    for name, value in values.items():
        (folder / f"{name}.pkl").write_bytes(pickle.dumps(value))


def test_saved_references_pass_their_own_check(tmp_path):
    folder = folders(tmp_path)
    for part in ("ref_result", "pred_result"):
        write(folder / part, {name: value for name, (_, value) in VALUES.items()})
    assert run(check_code(INTENTS), folder, sys.executable) == (["True"] * len(VALUES), "")


def test_the_check_says_what_the_rules_say(tmp_path):
    folder = folders(tmp_path)
    write(folder / "ref_result", {name: value for name, (_, value) in VALUES.items()})
    wrong = {name: perturbed(kind, value)[:6] for name, (kind, value) in VALUES.items()}
    for turn in range(2):
        answers = {name: versions[turn][1] for name, versions in wrong.items()}
        answers["count"] = 3.0 + 1e-12  # a right one among them
        write(folder / "pred_result", answers)
        expected = [str(same(kind, value, answers[name])) for name, (kind, value) in VALUES.items()]
        assert run(check_code(INTENTS), folder) == (expected, "")
        assert expected.count("True") == 1


def test_missing_and_unreadable_answers_are_false(tmp_path):
    folder = folders(tmp_path)
    write(folder / "ref_result", {name: value for name, (_, value) in VALUES.items()})
    write(folder / "pred_result", {"count": 3})
    (folder / "pred_result" / "top.pkl").write_bytes(b"no pickle")
    found, _ = run(check_code(INTENTS), folder)
    assert found == ["True" if name == "count" else "False" for name in VALUES]


def test_values_are_saved_by_the_template(tmp_path):
    folder = folders(tmp_path)
    code = "import pickle\ntop = [1, 2]\n" + save_code([SimpleNamespace(name="top", type="list")])
    assert run(code, folder) == ([], "")
    assert pickle.loads((folder / "pred_result" / "top.pkl").read_bytes()) == [1, 2]


def test_a_plot_is_saved_and_checked(tmp_path):
    plot = [SimpleNamespace(name="plot", type="plot")]
    folder = folders(tmp_path)
    saving = save_code(plot)
    run(DRAW.format(heights="[1, 2]", colour="red") + saving.replace("pred_result", "ref_result"), folder)
    for heights, verdict in (("[1, 2]", "True"), ("[2, 1]", "False")):
        run(DRAW.format(heights=heights, colour="blue") + saving, folder)
        found, told = run(check_code(plot), folder, sys.executable)
        assert found == [verdict]
        assert told.startswith("official SSIM of plot: 0.")
    (folder / "pred_result" / "plot.json").unlink()
    assert run(check_code(plot), folder)[0] == ["False"]


def test_the_template_draws_up_what_the_house_does(tmp_path):
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt
    import seaborn as sns

    plt.close("all")
    sns.histplot(x=[1, 2, 2, 3, 4, 4, 4], bins=3, kde=True)
    scope = {"np": np}
    exec(drawn_code(), scope)
    assert json.dumps(scope["drawn"](plt.gcf())) == json.dumps(drawn(plt.gcf()))
    plt.close("all")


def test_what_is_shown_of_it_in_a_prompt_is_short():
    lines = drawn_code().splitlines()
    assert len(lines) <= 55
    assert max(map(len, lines)) <= 120
    assert '"""' not in drawn_code()
    assert "Any" not in drawn_code()


def test_a_check_carries_no_more_than_it_needs():
    code = check_code([SimpleNamespace(name="top", type="list")])
    assert "same_drawing" not in code.split("def same_kind")[1].split("def ")[0]
    assert "picture_similarity" not in code
    assert "company" not in code
    compile(code, "check", "exec")


def test_a_model_is_checked(tmp_path):
    from sklearn.linear_model import LinearRegression

    folder = folders(tmp_path)
    model = LinearRegression().fit([[1], [2], [4]], [1, 2, 3])
    other = LinearRegression().fit([[1], [2], [4]], [1, 2, 5])
    wanted = [SimpleNamespace(name="model", type="model")]
    write(folder / "ref_result", {"model": model})
    for answer, verdict in ((model, "True"), (other, "False")):
        write(folder / "pred_result", {"model": answer})
        assert run(check_code(wanted), folder)[0] == [verdict]


@pytest.mark.parametrize("name", ["same_kind", "judged", "np", "similarity"])
def test_a_name_with_two_meanings_is_refused_when_a_check_is_composed(name, tmp_path, monkeypatch):
    (tmp_path / "another_rule.py").write_text(f"def {name}(one, other):\n    return True\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "another_rule", raising=False)
    monkeypatch.setattr(exported, "SOURCES", (*SOURCES, importlib.import_module("another_rule")))
    exported.needed_code.cache_clear()
    with pytest.raises(ValueError, match=f"another_rule: {name} has another meaning in a check"):
        check_code([SimpleNamespace(name="top", type="list")])


def test_what_no_script_can_judge_is_refused():
    for name, kind in (("f", "function"), ("no name", "list")):
        with pytest.raises(ValueError, match="ask for"):
            save_code([SimpleNamespace(name=name, type=kind)])
        with pytest.raises(ValueError, match="ask for"):
            check_code([SimpleNamespace(name=name, type=kind)])
