"""Cuts and ties names of its own files in a turn that fails: hard links, symbolic links and empty folders."""
# where: session
# expect: RuntimeError

import os

with open("one.txt", "w") as file:
    file.write("before")
os.link("one.txt", "two.txt")
os.symlink("one.txt", "way.txt")
os.symlink("nowhere", "broken.txt")
os.makedirs("empty/below")
# --- next turn
os.unlink("two.txt")
os.symlink("table.csv", "two.txt")
os.unlink("way.txt")
os.link("table.csv", "way.txt")
os.unlink("broken.txt")
os.removedirs("empty/below")
os.mkdir("made")
with open("one.txt", "a") as file:
    file.write(" and after")
raise RuntimeError("failed on purpose")
# --- next turn
with open("one.txt", "a") as file:
    file.write("!")
for what, right in (
    ("a changed file", open("one.txt").read() == "before!"),
    ("a cut link", os.path.samefile("one.txt", "two.txt") and open("two.txt").read() == "before!"),
    ("a symbolic link", os.path.islink("way.txt") and os.readlink("way.txt") == "one.txt"),
    ("a broken link", os.path.islink("broken.txt")),
    ("a removed folder", os.path.isdir("empty/below")),
    ("a made folder", not os.path.exists("made")),
):
    print("kept" if right else f"ESCAPED: a failed turn left {what}")
