"""Leaves figures that would be pictures of a hundred thousand points a side, and one that never ends being saved."""
# where: session
# intents: plot:plot
# expect: .

import matplotlib.pyplot as plt

plt.plot([1, 2])
# --- next turn
plt.close("all")
plt.figure(figsize=(1_000, 1_000), dpi=1_000)
plt.plot([1, 2])
# --- next turn
plt.close("all")
plt.rcParams["savefig.dpi"] = 100_000
plt.plot([1, 2])
# --- next turn
plt.close("all")
plt.rcParams["savefig.dpi"] = 100


def waiting(*_, **__):
    while True:
        pass


plt.figure().savefig = waiting
plt.plot([1, 2])
# --- next turn
plt.close("all")
plt.plot([1, 2])
plt.title("$" + r"\frac{1}{" * 150 + "1" + "}" * 150 + "$")
# --- next turn
plt.close("all")
fig, axes = plt.subplots(30, 40)
