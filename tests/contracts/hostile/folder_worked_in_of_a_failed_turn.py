"""Removes, in a turn that fails, the folder that the state works in; in another one, it gives it another name."""
# where: session
# expect: (?s)RuntimeError.*RuntimeError.*as before

import os
import shutil

top = os.getcwd()
os.mkdir("below")
os.chdir("below")
with open("file", "w") as file:
    file.write("before")
# --- next turn
os.chdir(top)
shutil.rmtree("below")
raise RuntimeError("failed on purpose")
# --- next turn
os.chdir(top)
os.rename("below", "beside")
os.mkdir("below")
raise RuntimeError("failed on purpose")
# --- next turn
try:
    found = os.path.relpath(os.getcwd(), top), open("file").read(), os.listdir(top).count("beside")
except OSError as lost:
    found = lost
print("as before" if found == ("below", "before", 0) else f"ESCAPED: a failed turn left the state in {found}")
