"""Leaves a folder that nobody likes to walk through: closed folders, loops of links, names that are hardly names."""
# where: session
# expect: (?s)vandalised.*again

import os


def mode(path, bits):
    try:
        os.chmod(path, bits)
    except PermissionError as refused:
        print("mode refused:", refused)


os.mkdir("closed")
open("closed/inside", "w").write("x")
mode("closed/inside", 0)
mode("closed", 0)
os.umask(0o777)
os.mkdir("born-closed")
os.close(os.open("born-unreadable", os.O_CREAT | os.O_WRONLY, 0))
os.umask(0o022)
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
mode("closed", 0o700)
mode(".", 0)
print("again")
# --- next turn
mode(".", 0o700)
open(b"folder-\xff/\xfe", "w").write("y")
os.rename("n" * 250, b"folder-\xff/elsewhere")
mode(".", 0)
raise ValueError("put it back")
