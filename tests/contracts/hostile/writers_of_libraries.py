"""Has every library that writes files write outside: tables, pictures, archives, logs, settings, shelves."""
# expect: .*Error

import dbm.dumb
import logging.handlers
import tarfile
import tempfile
import zipfile

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from deeds import TARGETS

PLACE, OPEN = f"{TARGETS['folder']}/{TARGETS['mark']}", TARGETS["open"]
table = pd.DataFrame({"a": [1, 2]})
WRITERS = {
    "csv": lambda: table.to_csv(PLACE),
    "append": lambda: table.to_csv(OPEN, mode="a"),
    "pickle": lambda: table.to_pickle(OPEN),
    "json": lambda: table.to_json(OPEN),
    "array": lambda: np.save(PLACE, np.zeros(3)),
    "map": lambda: np.memmap(OPEN, mode="r+", shape=(4,)),
    "picture": lambda: plt.figure().savefig(f"{PLACE}.png"),
    "archive": lambda: zipfile.ZipFile(OPEN, "w").writestr("a", "b"),
    "tape": lambda: tarfile.open(OPEN, "w").close(),
    "log": lambda: logging.handlers.RotatingFileHandler(PLACE, maxBytes=1),
    "shelf": lambda: dbm.dumb.open(PLACE, "n").close(),
    "temporary": lambda: tempfile.NamedTemporaryFile(dir=TARGETS["folder"], delete=False),
    "home": lambda: open("/root/" + TARGETS["mark"], "w"),
}
for what, deed in WRITERS.items():
    try:
        print("ESCAPED:", what, deed())
    except BaseException as refused:
        print(what, type(refused).__name__, str(refused)[:100])
