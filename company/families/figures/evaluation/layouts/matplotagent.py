"""What MatPlotAgent leaves behind, read as responses: a folder `example_<n>/` for each case, with code and pictures.

The picture after visual feedback is its answer, else the draft: so its own evaluator rolls back. The code that has
drawn it is read beside it, so that it can be run again where what is drawn is compared, and not only looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from company.errors import ConfigError
from company.families.figures.pictures import as_url, opened

PICTURES = ("novice_final.png", "novice_debug.png", "novice.png")
"""What its programs call a picture, the last one first."""
_CODE = re.compile(r"code_action_.*?_(initial|novice|vis_refined)_(\d+)\.py")
_CASE = re.compile(r"example_\d+")
_REFINED = "vis_refined"


def is_matplotagent(folder: Path) -> bool:
    """Return whether a folder holds answers of MatPlotAgent."""
    return folder.is_dir() and any(each.is_dir() and _CASE.fullmatch(each.name) for each in folder.iterdir())


def read_answers(folder: Path, numbered: Mapping[int, str]) -> dict[str, str]:
    """Return the response to each case that has a folder, by data_id; "" where nothing was drawn.

    `numbered` has the data_id of each number.

    Raises ConfigError for a folder of a case that the benchmark has not.
    """
    known = {f"example_{number}": data_id for number, data_id in numbered.items()}
    found = {}
    for own in sorted(each for each in folder.iterdir() if each.is_dir() and _CASE.fullmatch(each.name)):
        if own.name not in known:
            raise ConfigError(f"{own}: the benchmark has {len(known)} cases, and none of this number; leave it out")
        found[known[own.name]] = _response(own)
    return found


def _response(own: Path) -> str:
    picture = next((own / name for name in PICTURES if (own / name).is_file()), None)
    content = picture.read_bytes() if picture else b""
    if picture is None or opened(content) is None:
        return ""
    code = _code(own, refined=picture.name == PICTURES[0])
    url = as_url(content)
    return json.dumps({"code": f"```python\n{code}\n```", "picture": url}) if code else url


def _code(own: Path, *, refined: bool) -> str:
    """Return the last code of the step that has drawn the picture; "" where it was not kept."""
    of_step = [
        (int(named[2]), each)
        for each in own.iterdir()
        if (named := _CODE.fullmatch(each.name)) and (named[1] == _REFINED) == refined
    ]
    if not of_step:
        return ""
    return max(of_step)[1].read_text(encoding="utf-8", errors="replace").strip()
