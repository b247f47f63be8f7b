"""Searches its own memory, which was forked from a process of ours, for a key."""
# expect: searched \d+ regions

import re

secret = re.compile(b"hostile" + b"-[0-9a-f]{32}-[a-z]+")
regions = 0
try:
    maps, memory = open("/proc/self/maps").readlines(), open("/proc/self/mem", "rb", buffering=0)
except OSError as refused:
    print("searched 0 regions:", refused)
else:
    for line in maps:
        place, rights, *_ = line.split()
        start, end = (int(each, 16) for each in place.split("-"))
        if not rights.startswith("rw") or end - start > 1 << 28 or "[v" in line:
            continue
        regions += 1
        try:
            memory.seek(start)
            for found in secret.findall(memory.read(end - start)):
                print("ESCAPED: a key in memory", found)
        except OSError:
            continue
print("searched", regions, "regions")
