"""Replaces, for good, the functions by which its turns are answered."""
# where: session
# kept: maybe
# expect: replaced|ResultError|Killed|TimeoutError

import base64
import json
import os
import signal
import struct

json.dumps = lambda *_, **__: '{"results": [], "variables": [], "figures": []}'
json.loads = lambda *_, **__: {"code": "print('ESCAPED: other code was run')", "intents": []}
base64.b64encode = lambda _: b"!!!!"
os.getpid = lambda: 1
os.fork = os.waitpid = os.setsid = lambda *_: 0
signal.pause = lambda: None
struct.Struct = None
print("replaced")
# --- next turn
print("replaced, a turn later")
