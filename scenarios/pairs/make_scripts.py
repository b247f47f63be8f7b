"""Make a pool of scripts that each draw one plot, out of which statistical plots are curated. Nothing in it is real.

    python make_scripts.py                      # 914 scripts, into the folder `scripts` beside this file
    python make_scripts.py --count 60 --out my_folder

The same seed gives the same scripts. Some of them are to be refused: they draw by chance, compute what they draw, draw
free shapes, are too wide or too high, fail, or draw something else each time.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

COUNT, SEED = 914, 7
HEAD = "import matplotlib.pyplot as plt\n"
COLOURS = ("tomato", "steelblue", "seagreen", "goldenrod", "orchid", "slategray", "teal", "coral", "navy", "olive")
MAPS = ("viridis", "Blues", "YlGnBu", "magma", "Greens", "Oranges")
SUBJECTS = (
    ("Harvest", "Tonnes", ("Rye", "Oats", "Spelt", "Millet", "Barley", "Wheat", "Flax", "Hops")),
    ("Visitors", "People", ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Fair")),
    ("Sales", "Thousand euros", ("North", "South", "East", "West", "Centre", "Coast", "Hills", "Islands")),
    ("Rain", "Millimetres", ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug")),
    ("Repairs", "Hours", ("Pumps", "Motors", "Belts", "Valves", "Fans", "Gears", "Cranes", "Lifts")),
    ("Loans", "Books", ("Novels", "Travel", "Poetry", "History", "Science", "Art", "Music", "Law")),
)
SERIES = ("2019", "2020", "2021", "2022", "2023")


class Script:
    """A script that is being written: what was drawn by lot for it."""

    def __init__(self, chance: random.Random, *, hard: bool, tag: int) -> None:
        """Draw by lot what it is about."""
        self.chance, self.hard = chance, hard
        self.subject, self.unit, self.names = chance.choice(SUBJECTS)
        self.title = f"{self.subject} of {chance.choice(('the valley', 'the town', 'the coast', 'the district'))} {tag}"
        self.count = chance.randint(4, 8)
        self.colours = chance.sample(COLOURS, 5)
        self.size = (round(chance.uniform(6, 9), 1), round(chance.uniform(4, 5), 1))

    def values(self, count: int, low: float = 3, high: float = 99) -> list[float]:
        """Return values with one decimal."""
        return [round(self.chance.uniform(low, high), 1) for _ in range(count)]

    def page(self, body: str, *, axes: str = "fig, ax = plt.subplots(figsize={size})", words: bool = True) -> str:
        """Return the whole script around what it draws."""
        lines = [HEAD, axes.format(size=self.size), body.strip()]
        if words:
            lines += [f"ax.set_ylabel({self.unit!r})"]
        if self.chance.random() < 0.4:
            lines += [f"ax.grid(alpha={round(self.chance.uniform(0.2, 0.8), 1)})"]
        lines += [f"ax.set_title({self.title!r})", "plt.savefig('plot.png')"]
        return "\n".join(lines) + "\n"


def bars(script: Script) -> str:
    """Bars, in groups, stacked or lying; hard ones have many of them."""
    count = 8 if script.hard else script.count
    groups = 7 if script.hard else script.chance.choice((1, 1, 2))
    names = list(script.names[:count])
    form = script.chance.choice(("grouped", "stacked", "lying"))
    lines = [f"names = {names!r}"]
    for place in range(groups):
        colour = script.chance.choice(COLOURS)
        values, name = script.values(count), f"Year {2015 + place}"
        if form == "lying" and groups == 1:
            lines += [f"ax.barh(names, {values!r}, color={colour!r}, height={0.5 + place / 10})"]
        elif form == "stacked" and groups > 1:
            before = "[0] * len(names)" if place == 0 else "below"
            lines += [f"held = {values!r}", f"ax.bar(names, held, bottom={before}, label={name!r}, color={colour!r})"]
            lines += [f"below = [one + other for one, other in zip({before}, held)]"]
        else:
            wide = round(0.8 / groups, 3)
            places = f"[at + {round(place * wide, 3)} for at in range({count})]"
            lines += [f"ax.bar({places}, {values!r}, width={wide}, label={name!r}, color={colour!r})"]
    if form == "grouped" or (form == "lying" and groups > 1):
        lines += [f"ax.set_xticks(range({count}), names)"]
    return script.page("\n".join([*lines, "ax.legend()"] if groups > 1 else lines), words=form != "lying")


def lines(script: Script) -> str:
    """Lines, steps or areas."""
    count, form = (14 if script.hard else script.count), script.chance.choice(("plot", "step", "fill", "plot"))
    many = 4 if script.hard else script.chance.choice((1, 2, 3))
    style = script.chance.choice(("-", "--", ":", "-."))
    body = [f"days = {list(range(1, count + 1))!r}"]
    for place in range(many):
        values, colour = script.values(count), script.chance.choice(COLOURS)
        draw = "fill_between" if form == "fill" and many == 1 else "step" if form == "step" else "plot"
        looks = f"color={colour!r}" if draw == "fill_between" else f"color={colour!r}, linestyle={style!r}"
        body += [f"ax.{draw}(days, {values!r}, {looks}, label={SERIES[place]!r})"]
    return script.page("\n".join([*body, "ax.legend()"]))


def points(script: Script) -> str:
    """Points, of different sizes or with errors; hard ones are many."""
    count, form = (script.chance.randint(60, 75) if script.hard else script.count + 4), script.chance.choice("abc")
    across, along, colour = script.values(count), script.values(count), script.chance.choice(COLOURS)
    marker = script.chance.choice("osD^v*")
    looks = f"color={colour!r}, marker={marker!r}, alpha={round(script.chance.uniform(0.4, 1), 2)}"
    if form == "b":
        body = f"ax.scatter({across!r}, {along!r}, s={script.values(count, 20, 200)!r}, {looks})"
    elif form == "c":
        errors = script.values(count, 1, 5)
        body = f"ax.errorbar({across!r}, {along!r}, yerr={errors!r}, fmt={marker!r}, color={colour!r})"
    else:
        body = f"ax.scatter({across!r}, {along!r}, {looks})"
    return script.page(f"{body}\nax.set_xlabel('Price {script.chance.randint(1, 99)}')")


def fields(script: Script) -> str:
    """Heat maps."""
    rows, columns = (8, script.chance.randint(7, 8)) if script.hard else (script.chance.randint(3, 5), 6)
    held = [script.values(columns) for _ in range(rows)]
    body = f"image = ax.imshow({held!r}, cmap={script.chance.choice(MAPS)!r}, aspect='auto')\n"
    body += f"ax.set_xticks(range({columns}), {list(script.names[:columns])!r})\nfig.colorbar(image, ax=ax)"
    return script.page(body, words=script.chance.random() < 0.5)


def pies(script: Script) -> str:
    """Pies and rings; hard ones are two."""
    count, ring = script.count, script.chance.choice(("", ", wedgeprops={'width': 0.4}"))
    looks = f"startangle={script.chance.randrange(0, 360, 10)}{ring}"
    if not script.hard:
        shares = script.values(count)
        body = f"ax.pie({shares!r}, labels={list(script.names[:count])!r}, colors={COLOURS[:count]!r}, {looks})"
        return script.page(body, words=False)
    body = "\n".join(
        f"page.pie({script.values(count)!r}, labels={list(script.names[:count])!r}, {looks})\npage.set_title({name!r})"
        if place == 0
        else f"ax.pie({script.values(count)!r}, labels={list(script.names[:count])!r}, {looks})"
        for place, name in enumerate(script.chance.sample(SERIES, 2))
    )
    return script.page(body, axes="fig, (page, ax) = plt.subplots(1, 2, figsize={size})", words=False)


def radars(script: Script) -> str:
    """Radar charts; hard ones have several rings."""
    count, many = (8, 7) if script.hard else (script.count, script.chance.choice((1, 2)))
    turns = [round(6.283185307 * place / count, 4) for place in range(count)]
    body = [f"turns = {turns!r}"]
    for place in range(many):
        values, colour = script.values(count), script.chance.choice(COLOURS)
        body += [f"ax.plot(turns + turns[:1], {[*values, values[0]]!r}, color={colour!r}, label='Team {place + 1}')"]
    body += [f"ax.set_xticks(turns, {list(script.names[:count])!r})", "ax.legend()"]
    axes = "fig, ax = plt.subplots(figsize={size}, subplot_kw={{'projection': 'polar'}})"
    return script.page("\n".join(body), axes=axes, words=False)


def others(script: Script) -> str:
    """Boxes, arrows, and, of hard ones, four panels."""
    if script.hard:
        body = "\n".join(
            f"pages[{row}, {column}].plot({script.values(6)!r}, color={script.chance.choice(COLOURS)!r})\n"
            f"pages[{row}, {column}].set_title({f'{name} {script.chance.randint(1, 99)}'!r})"
            for (row, column), name in zip([(0, 0), (0, 1), (1, 0), (1, 1)], script.names, strict=False)
        )
        return script.page(f"{body}\nax = pages[1, 1]", axes="fig, pages = plt.subplots(2, 2, figsize={size})")
    held = [script.values(11) for _ in range(script.count)]
    colour, other = script.chance.sample(COLOURS, 2)
    if script.chance.random() < 0.5:
        looks = f"boxprops={{'color': {colour!r}}}, medianprops={{'color': {other!r}}}"
        return script.page(f"ax.boxplot({held!r}, {looks})\nax.set_xticklabels({list(script.names[: len(held)])!r})")
    body = f"ax.bar({list(script.names[:5])!r}, {script.values(5)!r}, color={colour!r})\nother = ax.twinx()\n"
    return script.page(f"{body}other.plot({list(script.names[:5])!r}, {script.values(5)!r}, color={other!r})")


def by_chance(script: Script) -> str:
    """Draw from a seeded source of random numbers."""
    body = f"import numpy as np\nnp.random.seed({script.chance.randint(1, 99)})\nax.plot(np.random.rand(12))"
    return script.page(body)


def by_hash(script: Script) -> str:
    """Draw in the order of a set, which is another one under another hash seed."""
    return script.page(f"names = list({set(script.names)!r})\nax.bar(names, {script.values(8)!r})")


def computed(script: Script) -> str:
    """Draw what is computed."""
    turns = script.chance.randint(2, 9)
    return script.page(f"import numpy as np\nx = np.linspace(0, {turns}, 40)\nax.plot(x, np.sin({turns} * x) * x)")


def geometry(script: Script) -> str:
    """Draw triangles without axes."""
    tops = script.values(6)
    body = "from matplotlib.patches import Polygon\n" + "\n".join(
        f"ax.add_patch(Polygon([[{at}, 0], [{at + 1}, {top}], [{at + 2}, 0]], fill=False))"
        for at, top in enumerate(tops)
    )
    return script.page(f"{body}\nax.autoscale()\nax.axis('off')", words=False)


def too_high(script: Script) -> str:
    """Draw on a page that is higher than wide, or very wide."""
    script.size = script.chance.choice(((4.0, 7.0), (12.0, 3.5)))
    return bars(script)


def fails(script: Script) -> str:
    """Ask for a column that is not there."""
    return script.page(f"held = {{'a': {script.values(4)!r}}}\nax.plot(held['b'])")


Maker = Callable[[Script], str]
GOOD: Sequence[tuple[str, Maker, int]] = (
    ("bar", bars, 17),
    ("line", lines, 17),
    ("pie", pies, 17),
    ("scatter", points, 17),
    ("heatmap", fields, 9),
    ("radar", radars, 9),
    ("other", others, 17),
)
"""How a file is called, what makes it, and how many of a hundred good ones are so."""
BAD: Sequence[tuple[str, Maker]] = (
    ("line", by_chance),
    ("bar", by_hash),
    ("line", computed),
    ("tree", geometry),
    ("bar", too_high),
    ("line", fails),
)
BAD_SHARE, HARD = 0.12, 0.62


def scripts(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield the names of scripts with their code."""
    bad = round(count * BAD_SHARE)
    shares = [one for one in GOOD for _ in range(one[2])]
    random.Random(f"{seed} shares").shuffle(shares)
    for tag in range(1, count + 1):
        chance = random.Random(f"{seed} {tag}")
        is_bad = tag % max(1, count // max(1, bad)) == 0
        name, make = BAD[(tag // max(1, count // max(1, bad))) % len(BAD)] if is_bad else shares[tag % len(shares)][:2]
        yield f"{name}_{tag:04d}.py", make(Script(chance, hard=chance.random() < HARD, tag=tag))


def main() -> None:
    """Write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "scripts")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SEED)
    told = parser.parse_args()
    told.out.mkdir(parents=True, exist_ok=True)
    for name, code in scripts(told.count, told.seed):
        (told.out / name).write_text(code, encoding="utf-8")
    sys.stdout.write(f"{told.count:,} scripts in {told.out}\n")


if __name__ == "__main__":
    main()
