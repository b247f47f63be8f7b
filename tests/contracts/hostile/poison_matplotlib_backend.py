"""Has matplotlib draw with a backend of its own, and leaves figures that cannot be drawn."""
# where: session
# kept: maybe
# expect: .

import matplotlib
import matplotlib.pyplot as plt
from matplotlib.artist import Artist

with open("evil.py", "w") as module:
    module.write("from matplotlib.backends.backend_agg import *\n")
try:
    plt.switch_backend("module://evil")
except Exception as refused:
    print(type(refused).__name__, refused)


class Endless(Artist):
    def draw(self, renderer):
        raise SystemExit("not drawn")


matplotlib.use("agg")
plt.figure().add_artist(Endless())
plt.plot([1, 2])
print("drawn")
