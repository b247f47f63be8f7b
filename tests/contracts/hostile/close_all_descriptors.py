"""Closes every descriptor, and puts its own files in their places."""
# kept: maybe
# expect: .

import os

print("before", flush=True)
os.closerange(0, 4_096)
for _ in range(20):
    os.open("table.csv", os.O_RDWR | os.O_CREAT)
