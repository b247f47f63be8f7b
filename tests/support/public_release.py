"""A few cases laid out just as the public release lays out its own, written by hand: a benchmark that is not ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TABLE = "town,kind,sales\nOslo,tea,3\nOslo,books,8\nBergen,tea,5\nBergen,books,1\nNarvik,tea,2\n"
LIBRARY = {
    "read_csv_file": "def read_csv_file(file_path):\n    '''Reads a CSV file.'''\n    return pd.read_csv(file_path)",
    "bind_dataframe": "def bind_dataframe(dataframe, column):\n    '''Groups.'''\n    return dataframe.groupby(column)",
    "show_plots": "def show_plots():\n    '''Shows what was drawn.'''\n    plt.show()",
}
IMPORTS = "import pandas as pd\nimport pickle\nimport matplotlib.pyplot as plt"
LOAD = f'{IMPORTS}\n\n# Load the dataset\nshops = pd.read_csv("shops.csv")'
FAR_LOAD = LOAD.replace("shops.csv", "./data/resource/shops.csv")
PRIVATE_IMPORTS = "import pickle\nfrom decision_company import read_csv_file, bind_dataframe"
PRIVATE_LOAD = f"{PRIVATE_IMPORTS}\n\nshops = read_csv_file('../../shops.csv')"
DERIVED = "shops['large'] = shops['sales'] > 2"
SAVE = "pickle.dump({0}, open('./pred_result/{0}.pkl', 'wb'))"
SAME = """import pickle
import pandas as pd

reference = pickle.load(open("./ref_result/{0}.pkl", "rb"))
answer = pickle.load(open("./pred_result/{0}.pkl", "rb"))
shops = pd.read_csv("../resource/shops.csv")
print(len(shops) == 5 and {1})
"""
LOOKS = """import numpy as np
from PIL import Image

one, other = (np.asarray(Image.open(f"./{where}_result/plot.png").convert("L"), float) for where in ("ref", "pred"))
print(1 - abs(one - other).mean() / 25)
"""
FRAME, VALUE = SAME.format("totals", "reference.equals(answer)"), SAME.format("count", "reference == answer")
TOTALS = "totals = shops.groupby('town', as_index=False)['sales'].sum()"
BARS = "plt.figure()\nplt.bar(shops['kind'], shops['sales'])\nplt.savefig('./pred_result/plot.png')\nplt.show()"


def write(folder: Path) -> dict[str, str]:
    """Write the release into a folder; the right response to each case, by its data_id."""
    resource, lines = folder / "data" / "resource", folder / "data" / "dialogue_data"
    resource.mkdir(parents=True)
    lines.mkdir()
    (resource / "shops.csv").write_text(TABLE)
    (resource / "decision_company.json").write_text(json.dumps(LIBRARY, indent=4))
    source = "import pandas as pd\nimport matplotlib.pyplot as plt\n\n" + "\n\n".join(LIBRARY.values()) + "\n"
    (resource / "decision_company.py").write_text(source)
    (lines / "README.md").write_text("# Not a case\n")
    (folder / "evaluate.py").write_text("raise SystemExit('not ours to run')\n")
    cases = _cases()
    for name, entries in cases.items():
        text = "\n".join(json.dumps(each, ensure_ascii=False) for each in entries)
        (lines / name).write_text(f"{text}\n\n" if name == "normal.jsonl" else text, encoding="utf-8")
    entries = [each for several in cases.values() for each in several if "data_id" in each]
    return {str(each["data_id"]): _right(each) for each in entries}


def _cases() -> dict[str, list[dict[str, Any]]]:
    first = f"{LOAD}\n{TOTALS}\n{SAVE.format('totals')}"
    # Loads its table once more, and so loses the column that the turn before has made.
    later = f"{FAR_LOAD}\ncount = int(shops['large'].sum())\n{SAVE.format('count')}"
    both = f"{LOAD}\n{TOTALS}\n{SAVE.format('totals')}\n{BARS}"
    private = (
        f"{PRIVATE_LOAD}\ntotals = bind_dataframe(shops, 'town')['sales'].sum().reset_index()\n{SAVE.format('totals')}"
    )
    history = f"{LOAD}\n{DERIVED}"
    header = {"private_lib": "bind_dataframe(dataframe, column)", "private_lib_json": LIBRARY}
    asked = '"text": What can be told of rents?\n"options":\nA. Unanswerable\nB. Answerable\n"correct_answer": "A"'
    return {
        "normal.jsonl": [
            _line(17, "dataframe", "Totals by town?", first, "", FRAME),
            _line(18, "value", "How many large ones?", later, history, VALUE),
            _line(20, ["dataframe", "plot"], "Totals, and draw the kinds.", both, history, f"{FRAME}\n{LOOKS}"),
        ],
        "private.jsonl": [header, _line(321, ["dataframe"], "Totals by town?", private, PRIVATE_LOAD, FRAME)],
        "action_correction.jsonl": [_line("short_correction_5", "dataframe", "", first, history, FRAME)],
        "action_una.jsonl": [_choice(543, ["unanswerable"], asked)],
        "action_analysis.jsonl": [
            _choice(600, "multi_choice", json.dumps({"correct_answer": "C", "text": "?"}), ref_code_hist=history)
        ],
    }


def _line(data_id: int | str, kind: Any, query: str, answer: str, history: str, check: str) -> dict[str, Any]:
    talk = [{"role": "system", "content": "There is the data: shops."}, {"role": "user", "content": query or "Again."}]
    return {
        "data_id": data_id,
        "domain_name": "shops",
        "result_type": kind,
        "current_query": query,
        "prompt_with_hist_txt": f"There is the data: shops.\n[USER (data scientist)]: {query or 'Again.'}",
        "prompt_with_hist_json": talk,
        "reference_answer": answer,
        "ref_code_hist": history,
        "ref_code_all": f"{history}\n{answer}",
        "eval_metrics": check,
    }


def _choice(data_id: int, kind: Any, answer: str, **more: str) -> dict[str, Any]:
    """A question with options, without what only code needs."""
    whole = _line(data_id, kind, "Which?", answer, "", "")
    code = ("ref_code_hist", "ref_code_all", "eval_metrics")
    return {key: value for key, value in whole.items() if key not in code} | more


def _right(entry: dict[str, Any]) -> str:
    if "eval_metrics" in entry:
        return f"Sure.\n\n```python\n{entry['reference_answer']}\n```"
    return f"<choice>{'A' if entry['data_id'] == 543 else 'C'}</choice>"
