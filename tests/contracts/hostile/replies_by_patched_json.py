"""Has the libraries that write an answer write other things: deep, long, not a number, not text, not at all."""
# where: session
# kept: maybe
# intents: value:value
# expect: .

import json
import json.encoder
import struct

value = 1
honest_dumps, honest_pack = json.dumps, struct.pack
json.dumps = lambda *_, **__: "[" * 900_000
json.encoder.JSONEncoder.encode = lambda *_, **__: "[" * 900_000
# --- next turn
import json

json.dumps = lambda *_, **__: '{"name": NaN, "type": 1e999, "shown": {"a": [' + "1," * 200_000 + "1]}}"
value = 2
# --- next turn
import json

json.dumps = lambda *_, **__: 5
value = 3
# --- next turn
import json
import struct

struct.pack = lambda *_: b"\xff" * 8
value = 4
