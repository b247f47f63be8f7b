"""What of a fitted scikit-learn estimator counts: the attributes its predictions follow from.

Written without imports of the package, so that the exported check can carry its source.
"""

from __future__ import annotations

from typing import Any

JUDGED = (
    "classes_", "coef_", "intercept_", "feature_importances_", "cluster_centers_", "components_",
    "explained_variance_", "means_", "covariances_", "weights_", "theta_", "var_", "mean_", "scale_", "center_",
    "data_min_", "data_max_", "categories_", "support_vectors_", "dual_coef_", "best_params_", "best_score_",
    "n_features_in_", "core_sample_indices_", "_fit_X", "statistics_", "quantiles_", "bin_edges_", "lambdas_",
)  # fmt: skip
"""Fitted attributes that are compared; run lengths, timings and arbitrary cluster numbers are not."""


def fitted(model: Any) -> dict[str, Any]:
    """The judged attributes of an estimator by name; of a pipeline or a search, those of the estimators inside."""
    found: dict[str, Any] = {}
    for name in JUDGED:
        try:
            value = getattr(model, name)
        except Exception:  # noqa: BLE001, S112 - properties of unfitted estimators raise many things
            continue
        found[name] = value
    if hasattr(model, "steps"):
        for name, step in model.steps:
            found[f"step {name}"] = step
    if not found:
        found["parameters"] = {name: repr(value) for name, value in sorted(model.get_params().items())}
    return found
