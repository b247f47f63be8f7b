"""Leaves a folder that nobody likes to walk through: closed folders, loops of links, names that are hardly names."""
# where: session
# expect: (?s)vandalised.*again

import os

os.mkdir("closed")
open("closed/inside", "w").write("x")
os.chmod("closed/inside", 0)
os.chmod("closed", 0)
os.symlink("loop", "loop")
os.symlink(".", "here")
os.symlink("/", "root")
os.symlink("x" * 4000, "long")
for name in ("n" * 250, "two\nlines", "\ttab", " ", "-rf", "*", "'\"$(id)", b"\xff\xfe", "\u202egnp", "."):
    try:
        open(name, "w").close()
    except OSError as refused:
        print("name refused:", refused)
os.mkdir(b"folder-\xff")
open(b"folder-\xff/\xfe", "w").close()
print("vandalised")
# --- next turn
os.chmod("closed", 0o700)
os.chmod(".", 0)
print("again")
# --- next turn
os.chmod(".", 0o700)
open(b"folder-\xff/\xfe", "w").write("y")
os.rename("n" * 250, "closed/elsewhere")
os.chmod(".", 0)
raise ValueError("put it back")
