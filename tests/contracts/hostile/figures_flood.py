"""Leaves more figures open than anybody wants to see."""
# where: session
# expect: figures

import matplotlib.pyplot as plt

plt.rcParams["figure.max_open_warning"] = 0
for number in range(60):
    plt.figure(figsize=(1, 1)).add_subplot().plot([number])
print("figures:", len(plt.get_fignums()))
