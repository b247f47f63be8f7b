"""Writes to a temporary file of an earlier turn, as honest code does, in a turn that fails."""
# where: session
# expect: RuntimeError

import tempfile

notes = tempfile.TemporaryFile()
spooled = tempfile.SpooledTemporaryFile(max_size=1)
for each in (notes, spooled):
    each.write(b"before")
    each.flush()
# --- next turn
for each in (notes, spooled):
    each.seek(0)
    each.write(b"after and more")
    each.flush()
raise RuntimeError("failed on purpose")
# --- next turn
for each in (globals().get("notes"), globals().get("spooled")):
    if each is not None:
        each.seek(0)
        held = each.read()
        print("kept" if held == b"before" else f"ESCAPED: a failed turn left {held!r} in a temporary file")
