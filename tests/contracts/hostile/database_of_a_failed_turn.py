"""Keeps a database open, as honest code does, and commits to it in a turn that fails."""
# where: session
# expect: RuntimeError

import sqlite3

database = sqlite3.connect("notes.sqlite")
database.execute("create table notes (word)")
database.execute("insert into notes values ('before')")
database.commit()
# --- next turn
database.execute("insert into notes values ('after')")
database.commit()
raise RuntimeError("failed on purpose")
# --- next turn
if "database" in globals():
    kept_words = database.execute("select word from notes").fetchall()
    fresh = sqlite3.connect("notes.sqlite").execute("select word from notes").fetchall()
    for found in (kept_words, fresh):
        print("kept" if found == [("before",)] else f"ESCAPED: a failed turn left {found} in a database")
    database.execute("insert into notes values ('later')")
    database.commit()
    again = sqlite3.connect("notes.sqlite").execute("select word from notes").fetchall()
    print(
        "one file" if len(again) == 2 else f"ESCAPED: the open database is another file than that of its name: {again}"
    )
