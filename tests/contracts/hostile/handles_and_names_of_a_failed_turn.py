"""Keeps a log open, as honest code does, and removes, replaces and links it in a turn that fails."""
# where: session
# expect: (?s)RuntimeError.*as before

import os

log = open("log.txt", "a+")
log.write("one\n")
log.flush()
other = open("other.txt", "w+")
os.link("other.txt", "same.txt")
# --- next turn
os.remove("log.txt")
open("log.txt", "w").write("by a failed turn")
os.remove("other.txt")
os.rename("same.txt", "log.txt")
log.write("two\n")
log.flush()
raise RuntimeError("failed on purpose")
# --- next turn
log.write("three\n")
log.flush()
if open("log.txt").read() != "one\nthree\n":
    print("ESCAPED: what is open is no longer what is named:", open("log.txt").read())
other.write("x")
other.flush()
if open("same.txt").read() != "x" or os.stat("other.txt").st_nlink != 2:
    print("ESCAPED: links of a file were not put back")
print("as before")
