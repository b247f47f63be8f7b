"""Embeddings of code by CodeT5+ (S1 of the paper's appendix H.5), on this machine.

The model is published with modelling code of its own, which is not run. What it does is little: the encoder of a T5,
of whose states the first is projected and brought to length 1. So its weights are read into the T5 of `transformers`,
as numbers alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from company.console.progress import Progress
from company.errors import ConfigError
from company.evaluation.downloads import model_folder
from company.evaluation.embedding import Vectors
from company.evaluation.extras import need

PUBLISHED = "Salesforce/codet5p-110m-embedding"
KIND = "codet5p_embedding"
BATCH = 16
_SHAPE = ("vocab_size", "d_model", "d_kv", "d_ff", "num_layers", "num_heads")
_MANNER = (
    "relative_attention_num_buckets",
    "relative_attention_max_distance",
    "layer_norm_epsilon",
    "feed_forward_proj",
    "pad_token_id",
)
_POSITIONS = 512
_FILES, _WEIGHTS = ("config.json", "tokenizer.json"), ("model.safetensors", "pytorch_model.bin")
_SHARED, _OWN = "shared.weight", "encoder.embed_tokens.weight"
"""Two names of one matrix; a file may have either or both."""


class CodeEmbedder:
    """CodeT5+, from a folder or from the Hugging Face hub."""

    def __init__(self, model: str) -> None:
        """Read the model. Raises ConfigError for what is none, or where torch or transformers are missing, and
        BackendError where it cannot be downloaded.
        """
        need("similarity", "which embed code", "torch", "transformers")
        import torch
        from tokenizers import Tokenizer
        from transformers import T5Config, T5EncoderModel

        self.name = model
        folder = model_folder(model, _FILES, _WEIGHTS)
        told = _config(folder, model)
        self._tokenizer = Tokenizer.from_file(str(_there(folder / "tokenizer.json", model)))
        self._tokenizer.enable_truncation(told.get("n_positions", _POSITIONS))
        self._tokenizer.enable_padding(pad_id=told.get("pad_token_id", 0))
        weights = _weights(folder, model)
        named = {name: told[name] for name in (*_SHAPE, *_MANNER) if name in told}
        encoder, projection = _built(T5Config(**named, dropout_rate=0.0), told["embed_dim"], T5EncoderModel)
        inner = {name: each for name, each in weights.items() if not name.startswith("proj.")}
        table = inner.get(_SHARED, inner.get(_OWN))
        try:
            encoder.load_state_dict({**inner, _SHARED: table, _OWN: table})
            projection.load_state_dict({name: weights[f"proj.{name}"] for name in ("weight", "bias")})
        except (RuntimeError, KeyError, AttributeError, TypeError) as error:
            raise ConfigError(
                f"{model}: its weights are not laid out as CodeT5+'s are ({str(error)[:200]}); give {PUBLISHED}, or a "
                "folder that holds it"
            ) from None
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._encoder, self._projection = encoder.eval().to(self._device), projection.eval().to(self._device)

    def embed(self, texts: Sequence[str], progress: Progress) -> Vectors:
        """Return a vector of length 1 for each text, in their order; of a long one, what the model can read counts."""
        import torch

        found = np.zeros((len(texts), self._projection.out_features), dtype=np.float32)
        # Texts of a length share a batch: shorter ones are filled up to the longest.
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        progress.stage("code embeddings", started=len(texts))
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            batch = self._tokenizer.encode_batch([texts[place] for place in places])
            ids, mask = (
                torch.tensor([getattr(each, name) for each in batch], device=self._device)
                for name in ("ids", "attention_mask")
            )
            with torch.inference_mode():
                states = self._encoder(input_ids=ids, attention_mask=mask).last_hidden_state[:, 0]
                vectors = torch.nn.functional.normalize(self._projection(states), dim=-1)
            found[places] = vectors.float().cpu().numpy()
            progress.stage("code embeddings", done=len(places))
        return found


def _built(config: Any, size: int, encoder: Any) -> tuple[Any, Any]:
    """Return an encoder and a projection without weights yet."""
    import torch

    return encoder(config), torch.nn.Linear(config.d_model, size)


def _config(folder: Path, model: str) -> Mapping[str, Any]:
    try:
        told = json.loads(_there(folder / "config.json", model).read_text(encoding="utf-8"))
        kind = told.get("model_type")
    except (ValueError, AttributeError) as error:
        raise ConfigError(f"{model}: its config.json cannot be read ({error}); download it anew") from None
    if kind != KIND:
        raise ConfigError(f"{model} is a model of the type {kind}, and not {KIND}; give {PUBLISHED}, or its folder")
    if missing := [name for name in (*_SHAPE, "embed_dim") if not isinstance(told.get(name), int)]:
        raise ConfigError(f"{model}: its config.json does not tell {', '.join(missing)}; download it anew")
    return dict(told)


def _weights(folder: Path, model: str) -> dict[str, Any]:
    """Return the numbers of the model by name; nothing else is read from its files."""
    if (file := folder / "model.safetensors").is_file():
        from safetensors.torch import load_file

        return dict(load_file(file))
    import torch

    file = _there(folder / "pytorch_model.bin", model)
    try:
        return dict(torch.load(file, map_location="cpu", weights_only=True))
    except Exception as error:  # noqa: BLE001 - damaged, or holding more than numbers, a file fails in many ways
        raise ConfigError(f"{model}: {file.name} does not hold weights alone ({str(error)[:200]})") from None


def _there(file: Path, model: str) -> Path:
    if not file.is_file():
        raise ConfigError(f"{model} has no {file.name}; give {PUBLISHED}, or a folder that holds it whole")
    return file
