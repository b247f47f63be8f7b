"""CLIP, FID and KID of drawings, by tiny random networks: as torchmetrics has them, and bounded."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from PIL import Image, ImageDraw

from company.errors import ConfigError
from company.evaluation.pictures.networks import CLIP, FEATURES, Networks, opened
from company.evaluation.pictures.pages import SIDE, blank, read, typed
from company.families.vector_graphics.evaluation.looks import BLANK, HALVES, SHUFFLED, TRUTH, TYPED, Looks, looks_of
from company.families.vector_graphics.evaluation.redrawing import Beside
from company.statistics.distances import frechet, kernel
from tests.support.tiny_models import clip_model, picture_model

# Imported where a test needs them, as they take seconds, which all who only collect tests would wait for.
if missing := [name for name in ("torch", "transformers") if find_spec(name) is None]:
    pytest.skip(f"{' and '.join(missing)} not found: how drawings look was not computed", allow_module_level=True)

pytestmark = pytest.mark.thorough
WORDS = ("a", "circle", "square", "red", "blue", "above", "of", "the")
CASES = 30


def png(number: int, size: tuple[int, int] = (60, 40)) -> bytes:
    chance = np.random.default_rng(number)
    page = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(page)
    for _ in range(4):
        x, y, side = (int(each) for each in chance.integers(0, 30, 3))
        pen.ellipse((x, y, x + side + 4, y + side + 4), fill=tuple(int(each) for each in chance.integers(0, 255, 3)))
    written = io.BytesIO()
    page.save(written, "PNG")
    return written.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("networks")
    clip_model(made / CLIP, WORDS)
    picture_model(made / FEATURES)
    return made


@pytest.fixture(scope="module")
def networks(folder: Path) -> Networks:
    return opened(folder)


@pytest.fixture(scope="module")
def cases() -> list[Beside]:
    found = []
    for number in range(CASES):
        drawn = {"half": None if number % 2 else png(number), "able": png(number), "unable": None}
        caption = " ".join(WORDS[(number + step) % len(WORDS)] for step in range(4))
        found.append(Beside(f"d{number}", "svg", caption, png(number), drawn))
    return found


def tensor(picture: bytes) -> Any:
    import torch

    return torch.from_numpy(np.asarray(read(picture)).transpose(2, 0, 1).copy())


def pooled(ask: Any) -> Any:
    def asked(*args: Any, **told: Any) -> Any:
        found = ask(*args, **told)
        return getattr(found, "pooler_output", found)

    return asked


def row_of(rows: Sequence[Any], name: str) -> Any:
    return next(row for row in rows if row["name"] == name)


def test_clip_is_what_torchmetrics_says_of_each_pair(folder: Path, cases: list[Beside], networks: Networks) -> None:
    functional = pytest.importorskip(
        "torchmetrics.functional.multimodal",
        reason="torchmetrics is missing: CLIP was not compared",
        exc_type=ImportError,
    )
    from transformers import AutoImageProcessor, AutoTokenizer, CLIPModel, CLIPProcessor

    processor = CLIPProcessor(
        AutoImageProcessor.from_pretrained(folder / CLIP), AutoTokenizer.from_pretrained(folder / CLIP)
    )
    model = CLIPModel.from_pretrained(folder / CLIP)
    for name in ("get_image_features", "get_text_features"):  # which torchmetrics takes as transformers 4 gives them
        setattr(model, name, pooled(getattr(model, name)))
    looks = Looks(cases, networks)
    for each in cases[:6]:
        theirs = functional.clip_score(tensor(each.reference), each.caption, lambda: (model, processor))
        assert looks.clip([each.reference], [each.caption]) == pytest.approx(float(theirs), abs=1e-3)
    assert any(looks.clip([each.reference], [each.caption]) for each in cases)


@pytest.mark.parametrize("rows", [9, 40])
def test_fid_and_kid_are_torchmetrics_own(networks: Networks, rows: int) -> None:
    fid = pytest.importorskip("torchmetrics.image.fid", reason="torchmetrics is missing: FID was not compared")
    kid = pytest.importorskip("torchmetrics.image.kid", reason="torchmetrics is missing: KID was not compared")
    assert networks.features is not None
    import torch

    class Network(torch.nn.Module):
        num_features = 12

        def forward(self, pictures: Any) -> Any:
            pngs = []
            for each in pictures:
                written = io.BytesIO()
                Image.fromarray(each.numpy().transpose(1, 2, 0)).save(written, "PNG")
                pngs.append(written.getvalue())
            return torch.from_numpy(networks.features.of(pngs))

    real, made = [png(number) for number in range(rows)], [png(number + 500) for number in range(rows)]
    theirs = fid.FrechetInceptionDistance(feature=Network()).set_dtype(torch.float64)
    subsets = kid.KernelInceptionDistance(feature=Network(), subsets=1, subset_size=rows)
    for metric in (theirs, subsets):
        for pictures, are_real in ((real, True), (made, False)):
            metric.update(torch.stack([tensor(each) for each in pictures]), real=are_real)
    own, others = networks.features.of(real), networks.features.of(made)
    assert frechet(own, others) == pytest.approx(float(theirs.compute()), rel=1e-5)
    assert kernel(own, others).value == pytest.approx(float(subsets.compute()[0]), rel=1e-4)


def test_the_mean_over_many_subsets_is_kid_of_all() -> None:
    chance = np.random.default_rng(1)
    one, other = chance.normal(0, 1, (40, 6)), chance.normal(0.3, 1, (40, 6))
    subsets = []
    for _ in range(4000):
        here, there = (chance.choice(40, 15, replace=False) for _ in "ab")
        subsets.append(kernel(one[here], other[there]).value)
    error = 5 * float(np.std(subsets)) / np.sqrt(len(subsets))
    assert float(np.mean(subsets)) == pytest.approx(kernel(one, other).value, abs=error)


def test_the_interval_of_kid_holds_the_truth_as_often_as_it_says() -> None:
    chance = np.random.default_rng(2)
    far = [kernel(chance.normal(0, 1, (4000, 3)), chance.normal(0.5, 1, (4000, 3))).value for _ in range(3)]
    held = 0
    for _ in range(300):
        found = kernel(chance.normal(0, 1, (40, 3)), chance.normal(0.5, 1, (40, 3)))
        assert found.low is not None and found.high is not None
        held += found.low <= float(np.mean(far)) <= found.high
    assert 0.9 <= held / 300 <= 0.995


def test_what_cannot_be_drawn_is_a_blank_page_and_beside_it_left_out(networks: Networks, cases: list[Beside]) -> None:
    rows = looks_of(cases, networks)["rows"]
    half, able, unable = (row_of(rows, name) for name in ("half", "able", "unable"))
    assert able["fid"] == pytest.approx(0, abs=1e-9) and able["survivors"]["fid"] == able["fid"]
    assert half["fid"] > able["fid"] and half["survivors"]["fid"] == pytest.approx(0, abs=1e-9)
    assert half["survivors"]["cases"] == CASES // 2 and half["kid"]["value"] > half["survivors"]["kid"]["value"]
    assert unable["clip"] == 0 and unable["survivors"]["clip"] is None and unable["survivors"]["fid"] is None
    assert unable["fid"] == pytest.approx(row_of(rows, BLANK)["fid"])
    assert half["clip"] < half["survivors"]["clip"]


def test_bounds_stand_beside_in_each_format(networks: Networks, cases: list[Beside]) -> None:
    told = looks_of([*cases, Beside("g0", "graphviz", "a circle", png(7), {"able": png(8)})], networks)
    own = [row for row in told["rows"] if row["format"] == "svg"]
    assert [row["name"] for row in own[-5:]] == [TRUTH, HALVES, SHUFFLED, BLANK, TYPED]
    assert row_of(own, TRUTH)["clip"] == row_of(own, "able")["clip"]
    assert row_of(own, SHUFFLED)["clip"] != row_of(own, TRUTH)["clip"]
    assert row_of(own, HALVES)["cases"] == CASES // 2 and row_of(own, HALVES)["fid"] > 0
    alone = [row for row in told["rows"] if row["format"] == "graphviz"]
    assert row_of(alone, "able")["fid"] is None and row_of(alone, SHUFFLED)["clip"] is None


def test_captions_that_are_too_long_are_counted(networks: Networks) -> None:
    case = Beside("d0", "svg", "red circle " * 30, png(1), {"m": png(1)})
    told = looks_of([case, Beside("d1", "svg", "red", png(2), {"m": None})], networks)
    assert told["too_long"] == 1 and told["reads"] == 16


def test_one_network_alone_gives_its_scores(folder: Path, cases: list[Beside], tmp_path: Path) -> None:
    (tmp_path / FEATURES).symlink_to(folder / FEATURES)
    told = looks_of(cases, opened(tmp_path))
    assert told["clip"] is None and all(row["clip"] is None for row in told["rows"])
    assert row_of(told["rows"], "half")["fid"] > 0


def test_folders_that_hold_no_network_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="neither a folder clip/ nor features/"):
        opened(tmp_path)
    (tmp_path / CLIP).mkdir()
    with pytest.raises(ConfigError, match="is not used"):
        opened(tmp_path)


@pytest.fixture
def inception(monkeypatch: pytest.MonkeyPatch) -> Any:
    """torch-fidelity's module of FID's network; torchvision, which others of its networks use, need not be there."""
    if find_spec("torch_fidelity") is None:
        pytest.skip("torch-fidelity is missing: FID's own network was not tried")
    if find_spec("torchvision") is None:
        for each in ("", ".datasets", ".transforms", ".transforms.functional"):
            monkeypatch.setitem(sys.modules, f"torchvision{each}", MagicMock())
    return import_module("torch_fidelity.feature_extractor_inceptionv3")


def test_fid_has_its_own_network_by_the_weights_that_all_use(
    inception: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import torch

    class Random(inception.FeatureExtractorInceptionV3):  # type: ignore[misc]
        def load_state_dict(self, told: Any) -> None:
            pass

    monkeypatch.setattr(inception, "load_state_dict_from_url", lambda *_, **__: {})
    torch.manual_seed(1)
    random = Random("random", ["2048"]).eval()
    for each in random.modules():
        if isinstance(each, torch.nn.Conv2d):  # so that something is left after so many layers
            torch.nn.init.kaiming_normal_(each.weight)
    (tmp_path / FEATURES).mkdir()
    torch.save(random.state_dict(), tmp_path / FEATURES / "inception.pth")
    found = opened(tmp_path)
    assert found.clip is None and found.features is not None and found.features.name == "inception.pth"
    pictures = [png(1), png(2), png(3, (32, 64))]
    theirs = [random(tensor(each)[None])[0].numpy()[0] for each in pictures]
    assert np.std(theirs, axis=0).mean() > 1e-3
    assert np.allclose(found.features.of(pictures), theirs, rtol=1e-3, atol=1e-5)


def test_weights_that_are_more_than_numbers_are_not_opened(inception: Any, tmp_path: Path) -> None:
    import torch

    (tmp_path / FEATURES).mkdir()
    torch.save({"fc.bias": Path("/")}, tmp_path / FEATURES / "inception.pth")
    with pytest.raises(ConfigError, match=r"is not used \(Weights only load failed"):
        opened(tmp_path)


def test_a_caption_is_typed_on_a_page_that_it_fits_on() -> None:
    page = np.asarray(read(typed("A red circle above a blue square. " * 40)))
    assert page.shape == (SIDE, SIDE, 3) and (page < 128).any()
    assert (page[:, -8:] == 255).all() and (page[-8:] == 255).all()
    assert (np.asarray(read(blank())) == 255).all()
