"""Things on a square of 100 by 100, each of a few parts that are large enough to be seen twelve times on a page."""

from __future__ import annotations

import math
import random

from grammar.scenes.canvas import Shape, circle, ellipse, ink, inks, path, polygon, rectangle

Drawn = list[Shape]


def house(chance: random.Random) -> Drawn:
    """A house with a roof, a door and two windows."""
    wall, roof, door, window = inks(chance, 4, but=("white", "blue"))
    return [
        rectangle(20, 46, 60, 50, wall),
        polygon(roof, (12, 47), (50, 10), (88, 47)),
        rectangle(42, 66, 16, 30, door),
        rectangle(25, 54, 14, 14, window),
        rectangle(62, 54, 14, 14, window),
    ]


def tree(chance: random.Random) -> Drawn:
    """A tree with fruit."""
    fruit = ink(chance, "red", "orange", "yellow", "purple")
    shapes = [rectangle(43, 60, 14, 38, ink(chance, "brown")), circle(50, 36, 32, ink(chance, "green"))]
    places = chance.sample([(36, 26), (62, 22), (34, 48), (64, 46), (50, 36)], chance.randint(2, 5))
    return shapes + [circle(x, y, 7.5, fruit) for x, y in places]


def fir(chance: random.Random) -> Drawn:
    """A fir of three layers."""
    greens = [ink(chance, "green")] * 3
    return [
        rectangle(43, 78, 14, 20, ink(chance, "brown")),
        polygon(greens[0], (12, 82), (50, 40), (88, 82)),
        polygon(greens[1], (20, 58), (50, 22), (80, 58)),
        polygon(greens[2], (28, 36), (50, 4), (72, 36)),
    ]


def flower(chance: random.Random) -> Drawn:
    """A flower with petals around its heart, a stem and a leaf."""
    number, turn = chance.choice([5, 6]), chance.random()
    petal, heart = inks(chance, 2, but=("green", "brown", "blue", "black", "grey"))
    green = ink(chance, "green")
    turns = [math.tau * (each / number + turn) for each in range(number)]
    petals = [circle(50 + 19 * math.cos(each), 32 + 19 * math.sin(each), 12, petal) for each in turns]
    return [rectangle(47, 48, 6, 48, green), ellipse(65, 78, 14, 7, green), *petals, circle(50, 32, 10, heart)]


def face(chance: random.Random) -> Drawn:
    """A face that smiles or is sad."""
    skin = ink(chance, "yellow", "orange", "pink")
    eye, mouth = ink(chance, "black", "blue", "green"), ink(chance, "red", "brown", "black")
    bend = chance.choice([1, -1])
    top = 66 if bend > 0 else 80
    low, high = top + 22 * bend, top + 8 * bend
    smile = path(mouth, (28, top), (36, low), (64, low), (72, top), (64, high), (36, high), (28, top))
    return [circle(50, 50, 44, skin), circle(35, 40, 8, eye), circle(65, 40, 8, eye), smile]


def snowman(chance: random.Random) -> Drawn:
    """A snowman with a hat, a nose and buttons."""
    snow, hat, button = (
        ink(chance, "white"),
        ink(chance, "black", "red", "purple"),
        ink(chance, "black", "brown", "green"),
    )
    return [
        circle(50, 70, 27, snow),
        circle(50, 33, 18, snow),
        rectangle(30, 14, 40, 6, hat),
        rectangle(38, 1, 24, 14, hat),
        polygon(ink(chance, "orange"), (47, 28), (47, 40), (76, 36)),
        circle(50, 64, 7.5, button),
        circle(50, 82, 7.5, button),
    ]


def mushroom(chance: random.Random) -> Drawn:
    """A mushroom with dots on its cap."""
    cap, dot = inks(chance, 2, but=("grey", "blue", "green"))
    spots = [circle(30, 40, 7.5, dot), circle(52, 28, 8.5, dot), circle(70, 42, 7.5, dot)]
    stem = ink(chance, "grey")
    top = path(cap, (8, 54), (10, 2), (90, 2), (92, 54), (70, 60), (30, 60), (8, 54))
    return [rectangle(39, 52, 22, 42, stem), top, *spots]


def ice_cream(chance: random.Random) -> Drawn:
    """A cone with three balls of ice."""
    first, second, third = inks(chance, 3, but=("orange", "grey", "black", "blue"))
    return [
        polygon(ink(chance, "orange"), (28, 48), (72, 48), (50, 98)),
        circle(36, 38, 17, first),
        circle(64, 38, 17, second),
        circle(50, 20, 17, third),
    ]


def lamp(chance: random.Random) -> Drawn:
    """A lamp on a table."""
    shade, foot = inks(chance, 2, but=("white", "blue"))
    return [
        rectangle(46, 44, 8, 46, foot),
        rectangle(28, 88, 44, 8, foot),
        polygon(shade, (34, 10), (66, 10), (84, 48), (16, 48)),
    ]


def fish(chance: random.Random) -> Drawn:
    """A fish with a fin and an eye."""
    body, fin, eye = inks(chance, 3, but=("blue",))
    return [
        polygon(fin, (70, 50), (97, 28), (97, 72)),
        ellipse(44, 50, 36, 22, body),
        polygon(fin, (42, 46), (62, 46), (50, 66)),
        circle(25, 44, 7.5, eye),
    ]


def robot(chance: random.Random) -> Drawn:
    """A robot with arms and legs."""
    trunk, limb, eye, button = inks(chance, 4, but=("blue",))
    return [
        rectangle(28, 6, 44, 30, trunk),
        circle(40, 21, 7.5, eye),
        circle(60, 21, 7.5, eye),
        rectangle(24, 40, 52, 36, trunk),
        circle(50, 58, 10, button),
        rectangle(6, 42, 14, 30, limb),
        rectangle(80, 42, 14, 30, limb),
        rectangle(30, 79, 14, 20, limb),
        rectangle(56, 79, 14, 20, limb),
    ]


def cat(chance: random.Random) -> Drawn:
    """The head of a cat."""
    fur, eye, nose = inks(chance, 3, but=("blue",))
    return [
        polygon(fur, (18, 44), (22, 6), (52, 28)),
        polygon(fur, (82, 44), (78, 6), (48, 28)),
        circle(50, 58, 36, fur),
        ellipse(36, 50, 6, 10, eye),
        ellipse(64, 50, 6, 10, eye),
        polygon(nose, (40, 64), (60, 64), (50, 82)),
    ]


def umbrella(chance: random.Random) -> Drawn:
    """An umbrella in the rain."""
    cover, stick, drop = (
        ink(chance, "red", "yellow", "purple", "green"),
        ink(chance, "brown", "black"),
        ink(chance, "blue"),
    )
    canopy = path(cover, (6, 54), (8, -2), (92, -2), (94, 54), (70, 42), (30, 42), (6, 54))
    return [rectangle(47, 44, 6, 50, stick), canopy, ellipse(22, 76, 6, 10, drop), ellipse(78, 80, 6, 10, drop)]


def present(chance: random.Random) -> Drawn:
    """A present with a ribbon."""
    paper, ribbon = inks(chance, 2, but=("blue",))
    return [
        ellipse(35, 17, 16, 9, ribbon),
        ellipse(65, 17, 16, 9, ribbon),
        rectangle(14, 42, 72, 54, paper),
        rectangle(8, 26, 84, 18, paper),
        rectangle(43, 26, 14, 70, ribbon),
    ]


def castle(chance: random.Random) -> Drawn:
    """A castle with two towers and a gate."""
    stone, roof, gate = (
        ink(chance, "grey", "orange"),
        ink(chance, "red", "purple", "green"),
        ink(chance, "brown", "black"),
    )
    return [
        rectangle(8, 36, 22, 60, stone),
        rectangle(70, 36, 22, 60, stone),
        rectangle(30, 54, 40, 42, stone),
        polygon(roof, (4, 36), (19, 6), (34, 36)),
        polygon(roof, (66, 36), (81, 6), (96, 36)),
        rectangle(42, 68, 16, 28, gate),
        rectangle(34, 39, 11, 15, stone),
        rectangle(55, 39, 11, 15, stone),
    ]


def butterfly(chance: random.Random) -> Drawn:
    """A butterfly with four wings."""
    upper, lower, body = inks(chance, 3, but=("blue",))
    return [
        ellipse(27, 32, 22, 16, upper),
        ellipse(73, 32, 22, 16, upper),
        ellipse(31, 66, 18, 13, lower),
        ellipse(69, 66, 18, 13, lower),
        ellipse(50, 50, 6, 34, body),
    ]


PICTOGRAMS = {
    "house": house,
    "tree": tree,
    "fir": fir,
    "flower": flower,
    "face": face,
    "snowman": snowman,
    "mushroom": mushroom,
    "ice cream": ice_cream,
    "lamp": lamp,
    "fish": fish,
    "robot": robot,
    "cat": cat,
    "umbrella": umbrella,
    "present": present,
    "castle": castle,
    "butterfly": butterfly,
}
