"""Has its figures saved as a picture that claims to be a hundred thousand points wide and high."""
# where: session
# intents: plot:plot
# expect: forged|ResultError

import struct
import zlib

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

head = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 6, 0, 0, 0)
chunk = struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
Figure.savefig = lambda self, file, **_: file.write(b"\x89PNG\r\n\x1a\n" + chunk)
plt.plot([1, 2])
print("forged")
