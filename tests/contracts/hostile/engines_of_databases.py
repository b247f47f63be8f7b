"""Has databases and readers of clouds, which have file systems and networks of their own, do what it may not."""
# expect: .*Error|Exception|no engine

import sqlite3

from deeds import TARGETS

SECRET, FOLDER, MARK = TARGETS["secret"], TARGETS["folder"], TARGETS["mark"]
ADDRESS = f"http://127.0.0.1:{TARGETS['tcp']}/x.csv"


def tried(what, deed):
    """Say what came of it; what it gains is seen in what is printed."""
    try:
        print(what, deed())
    except Exception as refused:
        print(what, type(refused).__name__, str(refused)[:200])


own = sqlite3.connect(":memory:")
tried(
    "attach", lambda: own.execute(f"attach '{SECRET}' as other").execute("select * from other.sqlite_master").fetchall()
)
tried("attach for writing", lambda: own.execute(f"attach '{FOLDER}/{MARK}' as made").execute("create table made.x (y)"))
tried("vacuum", lambda: own.execute(f"vacuum into '{FOLDER}/{MARK}'"))
tried("extension", lambda: own.execute(f"select load_extension('{SECRET}')").fetchall())
try:
    import duckdb
except Exception as missing:
    print("no engine", missing)
else:
    for statement in (
        f"select * from read_text('{SECRET}')",
        f"select * from read_csv('{SECRET}')",
        f"copy (select 1) to '{FOLDER}/{MARK}'",
        f"attach '{FOLDER}/{MARK}.db'",
        f"select * from read_csv('{ADDRESS}')",
        "install httpfs",
        "select * from glob('/etc/*')",
        "select * from duckdb_secrets(), getenv('OPENAI_API_KEY')",
    ):
        tried(statement, lambda statement=statement: duckdb.sql(statement).fetchall())
import pandas as pd

for place in (ADDRESS, "s3://bucket/x.csv", "gs://bucket/x.csv", f"file://{SECRET}", f"simplecache::{ADDRESS}"):
    tried(place, lambda place=place: pd.read_csv(place))
