"""Goes to another folder, forbids itself every mode, and leaves it so for the next turn."""
# where: session
# expect: moved

import os

below = os.path.abspath("below")
os.mkdir(below)
for place in ("/", "/proc", below):
    try:
        os.chdir(place)
    except OSError as refused:
        print(place, type(refused).__name__)
os.umask(0o777)
open("unreadable", "w").close()
print("moved")
# --- next turn
print(os.listdir("."))
raise ValueError("and back")
