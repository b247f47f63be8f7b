"""Removes its own working folder, or moves it away and puts a link in its place."""
# where: session
# expect: (?s)gone|Error

import os
import shutil

from deeds import TARGETS, attempt

place = os.getcwd()
attempt("move", os.rename, place, place + "-elsewhere")
attempt("move far", os.rename, place, os.path.join(TARGETS["folder"], TARGETS["mark"]))
attempt("remove", os.rmdir, place)
for name in os.listdir("."):
    shutil.rmtree(name) if os.path.isdir(name) else os.remove(name)
print("gone:", os.listdir("."))
