"""How different two colours look: CIEDE2000, from sRGB (Sharma, Wu and Dalal 2005)."""

from __future__ import annotations

import math

import numpy as np

_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_WHITE = _TO_XYZ.sum(axis=1)

Lab = tuple[float, float, float]


def lab(colour: str) -> Lab:
    """Return a colour, #rrggbb, as lightness and two opponents, under D65. Raises ValueError for other texts."""
    if len(colour) != 7 or not colour.startswith("#"):
        raise ValueError(f"{colour!r} is no colour: write #rrggbb")
    shares = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    light = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    ratios = _TO_XYZ @ light / _WHITE
    x, y, z = np.where(ratios > 216 / 24389, np.cbrt(ratios), (24389 / 27 * ratios + 16) / 116)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def difference(one: str, other: str) -> float:
    """Return how different two colours, #rrggbb, look; about 1 is just seen."""
    return ciede2000(lab(one), lab(other))


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the CIEDE2000 difference of two colours, each as L*, a*, b*."""
    (light1, a1, b1), (light2, a2, b2) = one, other
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(mean7 / (mean7 + 25**7))
    chroma1, chroma2 = math.hypot(stretch * a1, b1), math.hypot(stretch * a2, b2)
    hue1, hue2 = (math.degrees(math.atan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    grey = not chroma1 * chroma2
    apart = 0.0 if grey else hue2 - hue1
    far = abs(apart) > 180  # the shorter way leads across red, where hues begin anew
    turn = apart - math.copysign(360, apart) if far else apart
    hue = hue1 + hue2 if grey else ((hue1 + hue2) / 2 + 180 * far) % 360
    light, chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2
    by_light, by_chroma = light2 - light1, chroma2 - chroma1
    by_hue = 2 * math.sqrt(chroma1 * chroma2) * math.sin(math.radians(turn / 2))
    waves = ((0.17, 1, -30), (-0.24, 2, 0), (-0.32, 3, 6), (0.20, 4, -63))
    weight = 1 - sum(size * math.cos(math.radians(times * hue + off)) for size, times, off in waves)
    around_blue = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    bend = -math.sin(math.radians(2 * around_blue)) * 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    scale_light = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    parts = by_light / scale_light, by_chroma / (1 + 0.045 * chroma), by_hue / (1 + 0.015 * chroma * weight)
    return math.sqrt(sum(part**2 for part in parts) + bend * parts[1] * parts[2])
