"""Leaves links to things outside where its files were, and fails, so that the one who tidies up follows them."""
# where: session
# expect: ValueError

import os

os.makedirs("deep/er")
open("deep/er/note.txt", "w").write("mine")
open("note.txt", "w").write("mine")
# --- next turn
import shutil

from deeds import TARGETS

shutil.rmtree("deep")
os.symlink(TARGETS["folder"], "deep")
os.remove("note.txt")
os.symlink(TARGETS["open"], "note.txt")
os.remove("table.csv")
os.symlink(TARGETS["table"], "table.csv")
print("laid")
raise ValueError("now tidy up")
