"""From a data set on Kaggle to a benchmark: the commands, the package's real client, a stand-in of the API."""

import importlib.util
import json
from pathlib import Path

import pytest

from tests.support.commands import Run
from tests.support.kaggle_stand_in import SHOPS, TOKEN, DataSet, standing_in

FACTS = {"title": "Shops of Norway", "ownerName": "Ada L.", "licenseName": "CC0: Public Domain"}


@pytest.mark.skipif(
    importlib.util.find_spec("kaggle") is None,
    reason="the package `kaggle` is not installed: pip install 'decision-company[kaggle]' to test tables from Kaggle",
)
def test_a_run_over_a_table_from_kaggle(company: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("no_proxy", "NO_PROXY", "HTTP_PROXY", "KAGGLE_USERNAME", "KAGGLE_KEY", "KAGGLE_CONFIG_DIR"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("KAGGLE_API_ENVIRONMENT", "LOCALHOST")
    folder, run = tmp_path / "shops", tmp_path / "run"
    with standing_in() as server:
        server.data_sets["ada/shops"] = DataSet([{"shops.csv": SHOPS.encode()}], FACTS)
        monkeypatch.setenv("http_proxy", server.url)
        refused = company("new", folder, "--kaggle", "ada/shops")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.startswith("company: ada/shops needs a Kaggle credential")
        assert refused.stderr.count("\n") == 1
        monkeypatch.setenv("KAGGLE_API_TOKEN", TOKEN)
        # The version that is named here is not in the cache yet, so that `simulate` is the one that downloads it.
        folder.mkdir()
        (folder / "simulation.toml").write_text('[table]\nkaggle = "ada/shop"\n')
        mistaken = company("simulate", folder, "--out", run, "--json")
        assert (mistaken.returncode, mistaken.stdout) == (2, "")
        assert mistaken.stderr.splitlines()[-1].startswith("company: there is no ada/shop on Kaggle (404")
        (folder / "simulation.toml").write_text('[table]\nkaggle = "ada/shops/versions/1"\n')
        begun = company("simulate", folder, "--out", run, "--limit", "1", "--json")
        assert begun.returncode == 0, begun.stderr
        assert json.loads(begun.stdout)["accepted"] == 1
        assert "downloading shops.csv" in begun.stderr
        assert server.methods().count("download") == 1
        assert company("new", tmp_path / "other", "--kaggle", "ada/shops").returncode == 0
        assert server.methods().count("download") == 1
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    gone_on = company("simulate", folder, "--out", run, "--limit", "2", "--json")
    assert gone_on.returncode == 0, gone_on.stderr
    exported = company("export", run, "--out", tmp_path / "benchmark")
    assert exported.returncode == 0, exported.stderr
    card = (tmp_path / "benchmark" / "README.md").read_text(encoding="utf-8")
    assert '- cite as: Ada L.: "Shops of Norway", version 1, Kaggle' in card
    assert "- licence: CC0: Public Domain" in card
