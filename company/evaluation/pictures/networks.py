"""Networks that make vectors of pictures, from weights in a folder of the user's; nothing is downloaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from company.errors import ConfigError
from company.evaluation.extras import need
from company.evaluation.pictures.pages import read
from company.statistics.distances import Vectors

if TYPE_CHECKING:
    from PIL.Image import Image

CLIP, FEATURES = "clip", "features"
"""Folders of the two, either of which may be missing."""
WHERE = "docs/vector-graphics.md says what belongs there"
_EXTRA = "pictures"
_BATCH = 16
Embed = Callable[[Sequence["Image"]], Any]


@dataclass(frozen=True)
class Features:
    """A network whose vectors are compared as samples: FID's Inception, or any other that looks at pictures."""

    name: str
    _embed: Embed

    def of(self, pngs: Sequence[bytes]) -> Vectors:
        """Return a row for each picture."""
        return _rows(self._embed, pngs)


@dataclass(frozen=True)
class Clip:
    """A network that knows which pictures and which words go together."""

    name: str
    _embed: Embed
    _texts: Callable[[Sequence[str]], Any]
    _tokens: Callable[[str], int]
    most: int
    """Tokens of a text that it reads."""

    def of(self, pngs: Sequence[bytes]) -> Vectors:
        """Return a row of length 1 for each picture."""
        return _of_length_1(_rows(self._embed, pngs))

    def of_texts(self, texts: Sequence[str]) -> Vectors:
        """Return a row of length 1 for each text, of which the beginning counts."""
        parts = [_numbers(self._texts(texts[at : at + _BATCH])) for at in range(0, len(texts), _BATCH)]
        return _of_length_1(np.concatenate(parts))

    def too_long(self, texts: Sequence[str]) -> int:
        """Return how many texts it reads the beginning of alone."""
        return sum(self._tokens(each) > self.most for each in texts)


@dataclass(frozen=True)
class Networks:
    """Those of one folder; None for what is not there."""

    clip: Clip | None
    features: Features | None


def opened(folder: Path) -> Networks:
    """Open the networks of a folder. Raises ConfigError where there is none, or one cannot be used."""
    places = {name: folder / name for name in (CLIP, FEATURES) if (folder / name).is_dir()}
    if not places:
        raise ConfigError(f"--networks {folder}: it has neither a folder {CLIP}/ nor {FEATURES}/; {WHERE}")
    need(_EXTRA, "which tell how pictures look", "torch", "transformers")
    clip = _clip(places[CLIP]) if CLIP in places else None
    return Networks(clip, _features(places[FEATURES]) if FEATURES in places else None)


def _clip(folder: Path) -> Clip:
    import torch
    from transformers import AutoImageProcessor, AutoTokenizer, CLIPModel

    model, looks, words = _loaded(folder, CLIPModel, AutoImageProcessor, AutoTokenizer)
    most = int(model.config.text_config.max_position_embeddings)
    shape: dict[str, Any] = {"padding": True, "return_tensors": "pt"}

    def embed(pictures: Sequence[Image]) -> Any:
        with torch.inference_mode():
            return _pooled(model.get_image_features(**_on(model, looks(images=list(pictures), return_tensors="pt"))))

    def texts(many: Sequence[str]) -> Any:
        told = words(list(many), truncation=True, max_length=most, return_token_type_ids=False, **shape)
        with torch.inference_mode():
            return _pooled(model.get_text_features(**_on(model, told)))

    return Clip(folder.resolve().name, embed, texts, lambda text: len(words(text)["input_ids"]), most)


def _features(folder: Path) -> Features:
    if weights := sorted(folder.glob("*.pth")):
        return Features(weights[0].name, _inception(weights[0]))
    import torch
    from transformers import AutoImageProcessor, AutoModel

    model, looks = _loaded(folder, AutoModel, AutoImageProcessor)
    ask = getattr(model, "get_image_features", model)

    def embed(pictures: Sequence[Image]) -> Any:
        with torch.inference_mode():
            return _pooled(ask(**_on(model, looks(images=list(pictures), return_tensors="pt"))))

    return Features(str(getattr(model.config, "model_type", folder.name)), embed)


def _inception(weights: Path) -> Embed:
    """Return FID's own network, of torch-fidelity's weights, which are numbers alone or are refused."""
    need(_EXTRA, "which has FID's network", "torch_fidelity")
    import torch

    try:
        torch.load(weights, map_location="cpu", weights_only=True)
        from torch_fidelity.feature_extractor_inceptionv3 import FeatureExtractorInceptionV3

        network = FeatureExtractorInceptionV3("fid", ["2048"], feature_extractor_weights_path=str(weights))
    except Exception as error:
        raise ConfigError(f"{weights} is not used ({' '.join(str(error).split())[:200]}); {WHERE}") from error
    network = network.eval().to(_device())

    def embed(pictures: Sequence[Image]) -> Any:
        rows = []
        for _, same in groupby(pictures, lambda picture: picture.size):
            pixels = np.stack([np.asarray(each) for each in same]).transpose(0, 3, 1, 2)
            with torch.inference_mode():
                rows.append(network(torch.from_numpy(pixels.copy()).to(_device()))[0].flatten(1))
        return torch.cat(rows)

    return embed


def _loaded(folder: Path, kind: Any, *beside: Any) -> tuple[Any, ...]:
    """Return a model of transformers with what reads for it. Raises ConfigError."""
    try:
        model, found = kind.from_pretrained(folder, local_files_only=True, output_loading_info=True)
        if lacking := sorted(found["missing_keys"]):
            raise ValueError(f"it has no weights for {lacking[0]}")
        readers = [each.from_pretrained(folder, local_files_only=True) for each in beside]
    except Exception as error:
        raise ConfigError(f"{folder} is not used ({' '.join(str(error).split())[:200]}); {WHERE}") from error
    return (model.eval().to(_device()), *readers)


def _device() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def _on(model: Any, told: Any) -> dict[str, Any]:
    return {name: each.to(model.device) for name, each in told.items()}


def _pooled(found: Any) -> Any:
    """Return a row for each picture or text, however this version and this model call it."""
    if hasattr(found, "last_hidden_state"):
        pooled = getattr(found, "pooler_output", None)
        found = found.last_hidden_state[:, 0] if pooled is None else pooled
    return found.flatten(1)


def _rows(embed: Embed, pngs: Sequence[bytes]) -> Vectors:
    parts = [_numbers(embed([read(each) for each in pngs[at : at + _BATCH]])) for at in range(0, len(pngs), _BATCH)]
    return np.concatenate(parts)


def _numbers(rows: Any) -> Vectors:
    found: Vectors = rows.double().cpu().numpy()
    return found


def _of_length_1(rows: Vectors) -> Vectors:
    found: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return found
