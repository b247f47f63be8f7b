"""Raises errors whose texts are halves of characters, zeros, and turns of the direction of reading."""
# where: session
# expect: SyntaxError

raise ValueError("\ud800 half \udfff, zero \0, turn \u202e, bell \x07, line\r\n" * 50)
# --- next turn
raise type("Name\ud800\nwith\x1b[31m lines", (Exception,), {})("\udcff")
# --- next turn
compile("\ud800 =", "f\0" * 10 + "x" * 1_000_000, "exec")
# --- next turn
exec(compile("def f():\n    raise ValueError('inside')\nf()", "n" * 20_000_000, "exec"))
# --- next turn
exec(compile("(" * 150_000, "deep", "exec"))
