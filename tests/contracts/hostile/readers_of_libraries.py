"""Has every library that reads files read the secret: maps, fonts, pictures, styles, pickles, times of zones."""
# expect: .*Error

import ctypes
import linecache
import mmap
import os
import runpy
import tokenize
import zoneinfo

import matplotlib.font_manager
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from deeds import TARGETS

SECRET = TARGETS["secret"]
READERS = {
    "map": lambda: mmap.mmap(os.open(SECRET, os.O_RDONLY), 0, prot=mmap.PROT_READ).read(),
    "numpy map": lambda: bytes(np.memmap(SECRET, mode="r")),
    "numpy file": lambda: bytes(np.fromfile(SECRET, dtype="u1")),
    "numpy text": lambda: np.genfromtxt(SECRET, dtype=str),
    "table": lambda: pd.read_csv(SECRET, engine="python", header=None),
    "fixed": lambda: pd.read_fwf(SECRET, header=None),
    "pickle": lambda: pd.read_pickle(SECRET),
    "font": lambda: matplotlib.font_manager.fontManager.addfont(SECRET),
    "picture": lambda: plt.imread(SECRET),
    "style": lambda: plt.style.use(SECRET),
    "library": lambda: ctypes.CDLL(SECRET),
    "lines": lambda: linecache.getlines(SECRET) or (_ for _ in ()).throw(OSError("no lines: Error")),
    "source": lambda: tokenize.open(SECRET).read(),
    "module": lambda: runpy.run_path(SECRET),
    "zone": lambda: zoneinfo.ZoneInfo.from_file(open(SECRET, "rb")),
    "descriptor": lambda: os.read(os.open(SECRET, os.O_PATH), 100),
    "folder of a descriptor": lambda: os.open(".", os.O_RDONLY, dir_fd=os.open(SECRET, os.O_PATH)),
}
for what, deed in READERS.items():
    try:
        print(what, deed())
    except BaseException as refused:
        print(what, type(refused).__name__, str(refused)[:100])
