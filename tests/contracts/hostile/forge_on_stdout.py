"""Prints what the parts of the sandbox say to one another, in the hope that somebody listens to stdout."""
# expect: (?s)"ending".*forged

import json
import sys

frames = (
    {"ending": "lost", "why": "nothing"},
    {"ending": "finished", "output": "all is well", "results": [], "variables": [], "figures": []},
    {"pid": 1},
)
for frame in frames:
    text = json.dumps(frame)
    print(text)
    sys.stdout.buffer.write(len(text).to_bytes(4, "big") + text.encode() + b"\n")
    sys.stderr.write(text + "\n")
print("keep", "ready", "forged")
