"""Raises errors with messages, notes and causes of thirty megabytes and of a hundred thousand links."""
# where: session
# expect: (Value|Runtime)Error

raise ValueError("x" * 30_000_000)
# --- next turn
noted = ValueError("short")
for _ in range(30):
    noted.add_note("n" * 1_000_000)
raise noted
# --- next turn
last = None
for number in range(100_000):
    new = RuntimeError(f"link {number}")
    new.__cause__ = last
    last = new
raise last
# --- next turn
group = RuntimeError("inside")
for _ in range(20_000):
    group = ExceptionGroup("g", [group])
raise group
# --- next turn
raise RuntimeError(*["argument" * 1_000] * 2_000)
