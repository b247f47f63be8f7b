"""Makes as many empty folders, and links, as it can."""
# expect: DiskLimit|more than .* files|take more|TimeoutError

import os

for number in range(15_000):
    os.mkdir(f"folder-{number}")
    os.symlink("x" * 100, f"link-{number}")
print("ESCAPED: made 30,000 entries")
