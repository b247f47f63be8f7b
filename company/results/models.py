"""What of a fitted scikit-learn estimator counts: the attributes its predictions follow from.

Written without imports of the package, so that the exported check can carry its source.
"""

from __future__ import annotations

from typing import Any

import numpy as np

JUDGED = (
    "best_params_", "best_score_", "bin_edges_", "categories_", "center_", "classes_", "cluster_centers_", "coef_",
    "components_", "core_sample_indices_", "data_max_", "data_min_", "dual_coef_", "explained_variance_",
    "feature_importances_", "intercept_", "labels_", "lambdas_", "mean_", "means_", "n_features_in_", "quantiles_",
    "scale_", "statistics_", "support_vectors_", "theta_", "var_", "_fit_X",
)  # fmt: skip
"""Fitted attributes that are compared; run lengths and timings are not."""
DECIDING = ("n_neighbors", "radius", "weights", "kernel", "strategy", "feature_range")
"""Parameters that predictions follow from although no fitted attribute shows them."""


def fitted(model: Any) -> dict[str, Any]:
    """The judged attributes of an estimator by name; of a pipeline or a search, those of the estimators inside."""
    found: dict[str, Any] = {}
    for name in JUDGED:
        try:
            found[name] = getattr(model, name)
        except Exception:  # noqa: BLE001 - properties of unfitted estimators raise many things
            continue
    for name, step in getattr(model, "steps", None) or ():
        found[f"step {name}"] = step
    tree = getattr(model, "tree_", None)
    if tree is not None:
        found["tree"] = [tree.feature, tree.threshold]
    parameters = model.get_params(deep=False)
    wanted = DECIDING if found else sorted(parameters)
    found["parameters"] = {name: repr(parameters[name]) for name in wanted if name in parameters}
    return found


def same_model(reference: Any, answer: Any) -> bool:
    """Whether two estimators do the same job and have learned the same.

    Clusters may be numbered in another order, and components may point the other way.
    """
    if not hasattr(reference, "get_params") or not hasattr(answer, "get_params"):
        return False
    if type(reference).__name__ != type(answer).__name__ and jobs(reference) != jobs(answer):
        return False
    one, other = fitted(reference), fitted(answer)
    return one.keys() == other.keys() and all(same_part(name, one[name], other[name]) for name in one)


def jobs(model: Any) -> set[str]:
    """What an estimator is for: the names of its scikit-learn mixins, such as RegressorMixin."""
    return {kind.__name__ for kind in type(model).__mro__ if kind.__name__.endswith("Mixin")}


def same_part(name: str, one: Any, other: Any) -> bool:
    """Whether one judged attribute is the same in both."""
    if hasattr(one, "get_params"):
        return same_model(one, other)
    if name == "labels_":
        pairs = set(zip(np.ravel(one).tolist(), np.ravel(other).tolist(), strict=True))
        return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
    if name == "components_" and np.shape(one) == np.shape(other):
        return all(near(a, b) or near(a, -b) for a, b in zip(np.asarray(one), np.asarray(other), strict=True))
    if name in ("cluster_centers_", "means_") and np.shape(one) == np.shape(other):
        free = list(np.asarray(other))
        for row in np.asarray(one):
            found = [place for place, each in enumerate(free) if near(row, each)]
            if not found:
                return False
            del free[found[0]]
        return True
    return near(one, other)


def near(one: Any, other: Any) -> bool:
    """Whether two nested values are equal, numbers by `numpy.allclose`."""
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(near(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return isinstance(other, (list, tuple)) and len(one) == len(other) and all(map(near, one, other))
    if hasattr(one, "toarray"):
        one, other = one.toarray(), other.toarray()
    first, second = np.asarray(one), np.asarray(other)
    if first.shape != second.shape:
        return False
    if first.dtype.kind in "iufc" and second.dtype.kind in "iufc":
        return bool(np.allclose(second, first, equal_nan=True))
    return bool(first.tolist() == second.tolist())
