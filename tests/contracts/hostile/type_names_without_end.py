"""Has types with names of thirty megabytes: of variables, of results, of errors."""
# where: session
# intents: value:value
# expect: .

value = 1
# --- next turn
value = type("V" * 30_000_000, (), {})()
several = [type("S" * 1_000_000, (), {})() for _ in range(20)]
for number, each in enumerate(several):
    globals()[f"variable_{number}"] = each
module = type("M", (), {"__module__": "m" * 30_000_000, "__qualname__": "q" * 30_000_000})()
# --- next turn
raise type("E" * 30_000_000, (Exception,), {"__module__": "m" * 5_000_000})("e" * 1_000)
