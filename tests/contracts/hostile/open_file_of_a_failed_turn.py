"""Uses open files in a turn that fails: their places, and files that were replaced under them, must come back."""
# where: session
# expect: (?s)opened.*ValueError

import os

with open("notes", "w") as file:
    file.write("0123456789")
reader = open("notes", "rb", buffering=0)
writer = open("log", "ab", buffering=0)
writer.write(b"one")
print("opened", reader.read(2))
# --- next turn
reader.read(5)
writer.write(b"two")
os.link("log", "second")
os.remove("log")
os.rename("second", "log")
os.remove("notes")
open("notes", "w").write("zzzzzzzzzz")
raise ValueError("take it back")
# --- next turn
found = reader.read()
print("ESCAPED: its place changed" if found != b"23456789" else "as before", found)
writer.write(b"three")
found = open("log", "rb").read()
print("ESCAPED: the log changed" if found != b"onethree" else "as before", found)
