"""Raises errors of syntax, of text and of groups, each part of which is megabytes long, or without end."""
# where: session
# expect: (?s)SyntaxError.*NameError.*goes on

book = "x" * 20_000_000
raise SyntaxError(book, (book, 10**30, -(10**30), book, 10**30, 10**30))
# --- next turn
raise UnicodeEncodeError("u" * 1_000_000, "\ud800" * 5_000_000, 0, 5_000_000, "r" * 5_000_000)
# --- next turn
group = ExceptionGroup("deepest", [ValueError("v")])
for _ in range(20_000):
    group = ExceptionGroup("g", [group])
raise group
# --- next turn
raise ExceptionGroup("w" * 1_000_000, [ValueError("v" * 1_000) for _ in range(50_000)])
# --- next turn
error = NameError("n" * 100)
error.name = "n" * 5_000_000
raise error
# --- next turn
error = OSError(5, "s" * 5_000_000, "f" * 5_000_000, None, "g" * 5_000_000)
raise error
# --- next turn
print("goes on")
