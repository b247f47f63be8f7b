"""Prints what is no text, what moves a terminal's cursor, and half characters."""
# expect: printed

import os
import sys

os.write(1, bytes(range(256)) * 4)
os.write(1, b"\x1b]0;title\x07\x1b[2J\x1b[1;1H\x9b31m\r\r\r\x00\n")
print("\u202e \ufeff \uffff")
sys.stderr.write("\\udfff\n")
sys.stdout.buffer.write("\ud800".encode("utf-8", "surrogatepass") + b"\n")
print("printed")
