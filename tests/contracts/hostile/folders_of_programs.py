"""Leaves, in an accepted turn, settings where programs that run in its folder would look for them."""
# where: session
# expect: left

import os

for name in (
    "sitecustomize.py",
    "usercustomize.py",
    "matplotlibrc",
    "pyvenv.cfg",
    "python._pth",
    "json.py",
    "struct.py",
):
    with open(name, "w") as file:
        file.write("raise SystemExit('ESCAPED: was looked at')\n")
os.makedirs("company", exist_ok=True)
os.makedirs("numpy", exist_ok=True)
for folder in ("company", "numpy"):
    with open(f"{folder}/__init__.py", "w") as file:
        file.write("raise SystemExit('ESCAPED: was imported')\n")
print("left")
# --- next turn
raise RuntimeError("failed on purpose")
# --- next turn
print("left", sorted(os.listdir())[:3])
