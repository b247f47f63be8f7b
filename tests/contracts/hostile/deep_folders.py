"""Makes folders inside folders, deeper than any path can name and any recursion can go."""
# where: session
# expect: deep|DiskLimit|.*Error

import os

place = os.getcwd()
depth = 0
for _ in range(1_500):
    os.mkdir("deeper")
    os.chdir("deeper")
    depth += 1
open("at-the-bottom", "w").close()
os.chdir(place)
print("deep:", depth)
