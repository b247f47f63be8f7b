"""Leaves modules in its folder with the names of those that are imported later."""
# expect: shadows

import os

names = ("json", "struct", "pickle", "random", "base64", "sitecustomize", "usercustomize", "_strptime", "PIL")
for name in names:
    with open(f"{name}.py", "w") as module:
        module.write("import os\nprint('shadow of', __name__)\nraise SystemExit('shadowed')\n")
with open("hostile.pth", "w") as start:
    start.write("import os; print('shadow at start')\n")
print("shadows:", sorted(name for name in os.listdir(".") if name.endswith(".py")))
