"""Keeps a pipe full of packets of a byte or three, whose ends are to be kept, and takes some in a turn that fails."""
# where: session
# expect: (?s)RuntimeError.*as before

import os

out, into = os.pipe2(os.O_DIRECT | os.O_NONBLOCK)
sent = []
try:
    for each in range(1_000):
        os.write(into, bytes([each % 251]) * (each % 3 + 1))
        sent.append(bytes([each % 251]) * (each % 3 + 1))
except BlockingIOError:
    print("full after", len(sent))
# --- next turn
for _ in range(5):
    os.read(out, 100)
os.write(into, b"by a failed turn")
raise RuntimeError("failed on purpose")
# --- next turn
got = []
try:
    while True:
        got.append(os.read(out, 100))
except BlockingIOError:
    pass
if got != sent:
    print(f"ESCAPED: packets have changed: {len(sent)} were sent, {got[:8]} came, {len(got)} in all")
print("as before")
