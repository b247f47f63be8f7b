"""A bakery's week in two panels: what it sells, and what is left over."""

import matplotlib.pyplot as plt

week = {
    "day": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
    "sold": [318, 342, 377, 361, 455, 520],
    "left": [41, 33, 27, 38, 19, 12],
}

fig, (left, right) = plt.subplots(1, 2, figsize=(11, 5))
left.bar(week["day"], week["sold"], color="goldenrod")
left.set_title("Sold")
left.set_ylabel("Loaves")
right.plot(week["day"], week["left"], color="indianred")
right.set_title("Left over")
fig.suptitle("A week at the bakery")
