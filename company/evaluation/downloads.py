"""Models that are run on this machine: from a folder, or by their name on the Hugging Face hub, kept for later runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from company.errors import BackendError


def model_folder(model: str, files: Sequence[str], weights: Sequence[str]) -> Path:
    """Return the folder of a model's files; of a model of the hub, these files and the first of `weights` that it has.

    Raises BackendError where the hub does not give them, or has not such a model.
    """
    if (folder := Path(model)).is_dir():
        return folder
    from huggingface_hub import snapshot_download

    try:
        for each in weights:
            folder = Path(snapshot_download(model, allow_patterns=[*files, each]))
            if (folder / each).is_file():
                break
        return folder
    except Exception as error:  # the hub's client has no one error of its own: the network's come through, too
        said = " ".join(str(error).split())[:200]
        raise BackendError(
            f"{model} is no folder here, and cannot be had from the Hugging Face hub ({said}); see to the name and the "
            "network, or give the folder of a copy"
        ) from error
