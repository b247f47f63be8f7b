"""A transformer from a folder, fine-tuned on captions that help and others by the seed's settings (its appendix C)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from company.errors import ConfigError
from company.evaluation.extras import need

EPOCHS, BATCH, RATE, WARM_UP, DECAY, LOOK = 100, 32, 5e-5, 500, 0.01, 100
"""LOOK: steps after which the state is tried on captions apart; the one with the highest F1 is kept."""
_LONGEST = 512
Labelled = tuple[Sequence[str], Sequence[bool]]


def fine_tuned(weights: Path, learn: Labelled, choose: Labelled, rated: Sequence[str], seed: int = 1) -> list[float]:
    """Return how probably each text in `rated` helps, by a model of the folder that has learned from texts with labels.

    Nothing of the folder is run but its numbers. Raises ConfigError for a folder that holds no model of texts, or where
    torch or transformers are missing.
    """
    need("similarity", "which fine-tune a model", "torch", "transformers")
    import torch
    from transformers import get_linear_schedule_with_warmup

    torch.manual_seed(seed)
    tokens, model = _read(weights)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model.to(device)
    texts, helps = learn
    steps = EPOCHS * -(-len(texts) // BATCH)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = get_linear_schedule_with_warmup(optimizer, WARM_UP, steps)
    best, most = None, -1.0
    for step, places in enumerate(_batches(len(texts), seed), start=1):
        model.train()
        inputs = _inputs(tokens, [texts[place] for place in places], device)
        labels = torch.tensor([int(helps[place]) for place in places], device=device)
        model(**inputs, labels=labels).loss.backward()
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        if step % LOOK == 0 or step == steps:
            score = _f1(choose[1], [share > 0.5 for share in _shares(tokens, model, choose[0], device)])
            if score > most:
                best, most = {name: each.detach().clone() for name, each in model.state_dict().items()}, score
    if best is not None:
        model.load_state_dict(best)
    return _shares(tokens, model, rated, device)


def _read(weights: Path) -> tuple[Any, Any]:
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    try:
        tokens = AutoTokenizer.from_pretrained(weights, local_files_only=True, trust_remote_code=False)
        model = AutoModelForSequenceClassification.from_pretrained(
            weights, num_labels=2, local_files_only=True, trust_remote_code=False
        )
    except Exception as error:
        raise ConfigError(
            f"--model {weights}: it holds no model of texts that can be fine-tuned ({str(error)[:200]}); give a folder "
            "with config.json, weights and tokenizer, such as a copy of allenai/scibert_scivocab_uncased"
        ) from error
    return tokens, model


def _batches(texts: int, seed: int) -> Iterator[Sequence[int]]:
    """Yield the places of each batch, every text once an epoch, in another order each time."""
    chance = np.random.default_rng(seed)
    for _ in range(EPOCHS):
        order = [int(place) for place in chance.permutation(texts)]
        yield from (order[start : start + BATCH] for start in range(0, texts, BATCH))


def _inputs(tokens: Any, texts: Sequence[str], device: Any) -> Any:
    longest = min(_LONGEST, tokens.model_max_length)
    return tokens(list(texts), padding=True, truncation=True, max_length=longest, return_tensors="pt").to(device)


def _shares(tokens: Any, model: Any, texts: Sequence[str], device: Any) -> list[float]:
    import torch

    model.eval()
    found: list[float] = []
    with torch.inference_mode():
        for start in range(0, len(texts), BATCH):
            logits = model(**_inputs(tokens, texts[start : start + BATCH], device)).logits
            found += torch.softmax(logits.float(), dim=-1)[:, 1].tolist()
    return found


def _f1(labels: Sequence[bool], said: Sequence[bool]) -> float:
    right = sum(label and each for label, each in zip(labels, said, strict=True))
    wrong = sum(label != each for label, each in zip(labels, said, strict=True))
    return 2 * right / (2 * right + wrong) if right + wrong else 0.0
