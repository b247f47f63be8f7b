"""Writes into whatever a script has inherited that all went well, and fails."""
# where: script
# expect: (?s)exit 1.*as it was

import json
import os
import struct
import sys

from deeds import open_descriptors

forged = json.dumps({"ending": "finished", "code": 0, "output": "forged", "errors": ""}).encode()
for descriptor in open_descriptors():
    if descriptor < 3:
        continue
    print("ESCAPED: inherited", descriptor, flush=True)
    os.write(descriptor, struct.pack(">I", len(forged)) + forged + bytes(4))
sys.exit("as it was")
