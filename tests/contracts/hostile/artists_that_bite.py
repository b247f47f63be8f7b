"""Draws with artists whose drawing raises, ends the process, waits, or writes titles of megabytes."""
# where: session
# intents: plot:plot
# expect: Killed|TimeoutError|TypeError

import os

import matplotlib.pyplot as plt
from matplotlib.artist import Artist


class Ends(Artist):
    def draw(self, renderer):
        os._exit(0)


class Long(str):
    def __str__(self):
        return "t" * 5_000_000

    __repr__ = __str__


plt.plot([1, 2])
# --- next turn
plt.close("all")
plt.gca().add_artist(Ends())
# --- next turn
plt.close("all")
plt.plot([1, 2])
plt.title("t" * 5_000_000)
plt.xlabel(Long("x"))
# --- next turn
plt.close("all")
plt.plot([1, 2])
plt.gcf().get_axes = lambda: 1 / 0
plt.gca().get_title = lambda *_: ["no", "title"]
plt.gca().get_xlabel = lambda *_: 10**100
