"""Real tables that come with scikit-learn, for a first run without a table of one's own."""

from __future__ import annotations

from pathlib import Path

from company.tables.settings import Builtin

LABELS: dict[Builtin, str] = {
    "wine": "cultivar",
    "iris": "species",
    "breast_cancer": "diagnosis",
    "diabetes": "progression",
}
"""What the column is called that scikit-learn calls `target`."""


def builtin_csv(name: Builtin, folder: Path) -> Path:
    """Write a bundled table as a CSV into the folder, its classes by name, and return where it is."""
    from sklearn import datasets  # type: ignore[import-untyped]  # slow to import, and seldom needed

    loaders = {
        "wine": datasets.load_wine,
        "iris": datasets.load_iris,
        "breast_cancer": datasets.load_breast_cancer,
        "diabetes": datasets.load_diabetes,
    }
    options = {"scaled": False} if name == "diabetes" else {}
    bunch = loaders[name](as_frame=True, **options)
    frame = bunch.frame.rename(columns={"target": LABELS[name]})
    if "target_names" in bunch:
        frame[LABELS[name]] = [str(bunch.target_names[place]) for place in frame[LABELS[name]]]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f".{name}.builtin"
    frame.to_csv(path, index=False, lineterminator="\n")
    return path
