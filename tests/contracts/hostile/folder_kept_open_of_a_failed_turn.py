"""Has folders open, and puts others in their places in a turn that fails: what is open must be what is named."""
# where: session
# expect: (?s)RuntimeError.*as before

import os
import shutil

os.makedirs("kept/inner")
open("kept/inner/file", "w").write("state")
outer, inner = os.open("kept", os.O_RDONLY), os.open("kept/inner", os.O_PATH)
# --- next turn
os.rename("kept/inner/file", "file")
os.rename("kept", "away")
os.makedirs("kept/inner")
open("kept/inner/file", "w").write("by a failed turn")
shutil.rmtree("away")
raise RuntimeError("failed on purpose")
# --- next turn
seen = open(os.open("file", os.O_RDONLY, dir_fd=inner)).read()
if seen != "state" or os.listdir(outer) != ["inner"] or open("kept/inner/file").read() != "state":
    print("ESCAPED: a failed turn has changed a folder:", seen, os.listdir(outer))
open(os.open("later", os.O_WRONLY | os.O_CREAT, dir_fd=inner), "w").write("later")
if open("kept/inner/later").read() != "later":
    print("ESCAPED: what is open is no longer what is named")
print("as before")
