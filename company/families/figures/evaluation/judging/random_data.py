"""Pictures of random data under the right words: the reference's code over tables whose values are drawn by chance."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark.reading import Benchmark
from company.evaluation.contract import Line
from company.families.figures.gate.drawing import ANSWER, code_in, drawn
from company.families.shared.chances import chance_of
from company.sandbox import Sandbox
from company.sandbox.roots import scratch

if TYPE_CHECKING:
    import pandas as pd


async def pictures_of_random_data(lines: Sequence[Line], content: Benchmark, sandbox: Sandbox) -> dict[str, bytes]:
    """Return such a picture for each case whose reference is told, by data_id; a case that then draws nothing has none.

    Raises SandboxError when the sandbox itself fails.
    """
    found = {}
    for line in lines:
        code = code_in(line["reference_answer"], ANSWER)
        if not code.strip():
            continue
        with scratch("random") as folder:
            if not _fill(folder, line, content.resource):
                continue
            picture = await drawn(code, folder, sandbox)
        if not isinstance(picture, str):
            found[str(line["data_id"])] = picture.picture
    return found


def _fill(folder: Path, line: Line, resource: Path) -> bool:
    """Copy the resources, with random values in the case's own tables; return whether there are any."""
    import pandas as pd

    changed = False
    for file in sorted(resource.iterdir()):
        if file.name in line["data_files"] and file.suffix == ".csv":
            seed = chance_of(str(line["data_id"]), "random data").randrange(2**32)
            shuffled(pd.read_csv(file), seed).to_csv(folder / file.name, index=False)
            changed = True
        elif file.is_file():
            shutil.copyfile(file, folder / file.name)
    return changed


def shuffled(table: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return a table of the same columns with random values: numbers of the same range, all else in another order."""
    import numpy as np
    import pandas as pd

    chance = np.random.default_rng(seed)
    found: dict[Any, Any] = {}
    for name in table.columns:
        column = table[name]
        known = column.dropna()
        if pd.api.types.is_bool_dtype(column) or not pd.api.types.is_numeric_dtype(column) or known.empty:
            found[name] = column.to_numpy()[chance.permutation(len(column))]
            continue
        low, high = float(known.min()), float(known.max())
        values = chance.uniform(low, high, len(column))
        found[name] = values.round().astype(int) if pd.api.types.is_integer_dtype(column) else values
    return pd.DataFrame(found)
