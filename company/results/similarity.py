"""The official rule for plots, as a figure to print: it judges pictures, and passes nearly any two of them."""

from __future__ import annotations

from typing import Any

import numpy as np


def picture_similarity(reference: Any, answer: Any) -> float:
    """Mean SSIM of two picture files, both at 800 x 600, LANCZOS, grey, in windows of 7 x 7."""
    from PIL import Image
    from scipy.ndimage import uniform_filter

    pictures = []
    for path in (reference, answer):
        with Image.open(path) as picture:
            grey = picture.convert("L").resize((800, 600), Image.Resampling.LANCZOS)
        pictures.append(np.asarray(grey, dtype=float))
    x, y = pictures
    mean_x, mean_y = uniform_filter(x, 7), uniform_filter(y, 7)
    var_x, var_y, cov = (
        49 / 48 * (uniform_filter(a * b, 7) - mean)
        for a, b, mean in ((x, x, mean_x**2), (y, y, mean_y**2), (x, y, mean_x * mean_y))
    )
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    above = (2 * mean_x * mean_y + c1) * (2 * cov + c2)
    below = (mean_x**2 + mean_y**2 + c1) * (var_x + var_y + c2)
    return float((above / below)[3:-3, 3:-3].mean())
