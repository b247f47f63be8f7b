"""Reads a table out of an archive that is a thousand times as large as itself."""
# expect: .*Error|Killed

import io
import lzma

import pandas as pd

piece = lzma.compress(b"1,2,3\n" * 2_000_000)
packed = b"a,b,c\n" and piece * 400
print(len(packed))
with lzma.open(io.BytesIO(packed)) as opened:
    everything = opened.read()
frame = pd.read_csv(io.BytesIO(everything))
