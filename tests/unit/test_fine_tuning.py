"""A transformer learns from captions that help which others do, by the seed's settings; what is none is refused."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from company.benchmark.reading import read_benchmark
from company.errors import ConfigError
from company.families.captions.evaluation.learned import learned
from tests.support.caption_study import WORDS, written
from tests.support.tiny_models import text_model

if missing := [name for name in ("torch", "transformers") if find_spec(name) is None]:  # not imported: it takes seconds
    pytest.skip(f"fine-tuning takes {' and '.join(missing)} (extra: similarity)", allow_module_level=True)

pytestmark = pytest.mark.thorough


def test_a_model_from_a_folder_is_fine_tuned_and_rates_a_tenth_of_the_figures(tmp_path: Path) -> None:
    content = read_benchmark(written(tmp_path / "b", 20))
    text_model(tmp_path / "model", tuple(dict.fromkeys(" ".join(WORDS.values()).split())))
    ratings = learned(content, "none", tmp_path / "model")
    assert len(ratings) == 2 and all(len(each) == 7 for each in ratings.values())
    assert all(1 <= rating <= 6 for each in ratings.values() for rating in each.values())
    assert learned(content, "none", tmp_path / "model") == ratings
    for data_id, rated in ratings.items():
        line = next(line for line in content.cases["ranking"] if line["data_id"] == data_id)
        by_writer = {each["writer"]: rated[each["id"]] for each in line["captions"]}
        assert by_writer["author"] > by_writer["template"]


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    content = read_benchmark(written(tmp_path / "b", 12))
    (tmp_path / "model").mkdir()
    with pytest.raises(ConfigError, match="holds no model of texts that can be fine-tuned"):
        learned(content, "none", tmp_path / "model")
