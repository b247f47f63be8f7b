"""Tables from Kaggle: the package's real client, over HTTP, against a stand-in of its API on this machine."""

import contextlib
import hashlib
import importlib.util
import io
import json
import shutil
import subprocess
import sys
import tomllib

import pytest

from company.archive import Archive
from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.provenance import provenance_text, run_provenance
from company.benchmark.publishing.tables import shares, source_of
from company.cli import main
from company.config import Overrides, bundled_scenarios, load, told_to_all
from company.errors import ConfigError
from company.families.dialogues.family import FAMILY
from company.families.dialogues.publishing.card import card_text
from company.rebuilding.fetching import fetch_tables
from company.tables import kaggle_client, unpacking
from company.tables.intake import intake
from company.tables.kaggle import fetch
from tests.support.kaggle_stand_in import KEY, SHOPS, TOKEN, USER, DataSet, standing_in, zipped

FACTS = {
    "title": "Shops of\nNorway",
    "subtitle": "What they sold",
    "ownerName": "Ada L.",
    "licenseName": "CC0: Public Domain",
}
KEYS = ("KAGGLE_API_TOKEN", "KAGGLE_USERNAME", "KAGGLE_KEY", "KAGGLE_API_ENVIRONMENT", "KAGGLE_CONFIG_DIR")
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
needs_client = pytest.mark.skipif(
    importlib.util.find_spec("kaggle") is None,
    reason="the package `kaggle` is not installed: pip install 'decision-company[kaggle]' to test tables from Kaggle",
)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home without credentials, and no way out of this machine."""
    home = tmp_path / "home"
    (home / ".kaggle").mkdir(parents=True)
    for key in (*KEYS, *PROXIES):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return home


@pytest.fixture
def server():
    with standing_in() as server:
        server.data_sets["ada/shops"] = DataSet([{"shops.csv": SHOPS.encode()}], dict(FACTS))
        yield server


@pytest.fixture
def kaggle(server, home, monkeypatch):
    """The stand-in, with the real client pointed at it and signed in."""
    import kagglesdk.kaggle_env as env

    monkeypatch.setitem(env._env_to_endpoint, env.KaggleEnv.PROD, server.url)
    with contextlib.redirect_stdout(io.StringIO()):
        from kaggle.api.kaggle_api_extended import KaggleApi
    monkeypatch.setattr(KaggleApi, "config", str(home / ".kaggle" / "kaggle.json"))
    monkeypatch.setenv("KAGGLE_API_TOKEN", TOKEN)
    server.asked.clear()
    return server


@pytest.fixture
def fetched(tmp_path):
    """Fetches into a cache of this test, and keeps what was said meanwhile."""

    def fetch_here(reference, wanted=None):
        return fetch(reference, wanted, tmp_path / "cache", said.append)

    said = []
    fetch_here.said = said
    return fetch_here


def refused(fetched, reference="ada/shops", wanted=None):
    with pytest.raises(ConfigError) as problem:
        fetched(reference, wanted)
    message = str(problem.value)
    assert "\n" not in message
    assert TOKEN not in message and KEY not in message
    return message


@needs_client
@pytest.mark.parametrize("packed", [True, False])
def test_a_table_is_downloaded_unpacked_and_told_of(kaggle, fetched, packed, capfd):
    kaggle.data_sets["ada/shops"].packed = packed
    found = fetched("ada/shops")
    assert found.file.name == "shops.csv"
    assert found.file.read_text() == SHOPS
    assert found.only
    assert found.data_set.reference == "ada/shops/versions/1"
    assert found.data_set.title == "Shops of Norway"
    assert found.data_set.licence == "CC0: Public Domain"
    assert found.data_set.citation == (
        'Ada L.: "Shops of Norway", version 1, Kaggle, https://www.kaggle.com/datasets/ada/shops/versions/1'
    )
    assert fetched.said == ["downloading shops.csv (612 B) of ada/shops/versions/1 from Kaggle"]
    assert capfd.readouterr() == ("", "")


@needs_client
def test_a_version_is_the_one_that_was_named(kaggle, fetched):
    older = SHOPS.replace("Oslo", "Narvik")
    kaggle.data_sets["ada/shops"].versions.insert(0, {"shops.csv": older.encode()})
    assert fetched("ada/shops/versions/1").file.read_text() == older
    assert fetched("ada/shops").data_set.version == 2
    assert fetched("ada/shops").file.read_text() == SHOPS
    assert "versions/7" in refused(fetched, "ada/shops/versions/7")


@needs_client
def test_what_was_fetched_is_not_fetched_again(kaggle, fetched, monkeypatch):
    first = fetched("ada/shops")
    kaggle.asked.clear()
    assert fetched("ada/shops") == first
    assert kaggle.methods() == ["IntrospectToken", "GetDataset"]
    kaggle.asked.clear()
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    assert fetched("ada/shops/versions/1") == first
    assert fetched("ada/shops/versions/1", "shops.csv") == first
    assert kaggle.asked == []


@needs_client
def test_a_damaged_cache_is_filled_anew(kaggle, fetched):
    first = fetched("ada/shops")
    (first.file.parent / "told.json").write_text("{")
    assert fetched("ada/shops/versions/1") == first
    first.file.unlink()
    assert fetched("ada/shops/versions/1").file.read_text() == SHOPS


@needs_client
def test_one_of_several_tables_is_named(kaggle, fetched):
    files = {f"pictures/{n}.png": b"" for n in range(450)}
    files |= {"more/shops.csv": SHOPS.encode(), "towns.CSV": b"x" * 1_250_000, "read.me": b""}
    kaggle.data_sets["ada/shops"].versions.append(files)
    message = refused(fetched)
    assert "2 tables: more/shops.csv (612 B), towns.CSV (1.2 MB)" in message
    assert "kaggle_file = 'more/shops.csv'" in message
    found = fetched("ada/shops", "more/shops.csv")
    assert found.file.read_text() == SHOPS
    assert not found.only
    # That one of them is here already does not make it the one that is meant.
    assert "2 tables" in refused(fetched, "ada/shops/versions/2")
    assert "no file 'shops.csv'; it holds more/shops.csv" in refused(fetched, "ada/shops", "shops.csv")


@needs_client
def test_a_data_set_without_tables(kaggle, fetched):
    kaggle.data_sets["ada/shops"].versions.append({"a.png": b"12"})
    assert "holds no CSV, only a.png (2 B)" in refused(fetched)
    kaggle.data_sets["ada/shops"].versions.append({})
    assert "holds no files" in refused(fetched)


@needs_client
def test_older_keys_are_taken(kaggle, fetched, home, monkeypatch):
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    (home / ".kaggle" / "kaggle.json").write_text(json.dumps({"username": USER, "key": KEY}))
    assert fetched("ada/shops").file.read_text() == SHOPS


@needs_client
def test_no_credential(kaggle, fetched, monkeypatch, capfd):
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    message = refused(fetched)
    for word in ("there is none", "https://www.kaggle.com/settings", "KAGGLE_API_TOKEN", "~/.kaggle/kaggle.json"):
        assert word in message
    assert capfd.readouterr() == ("", "")
    assert kaggle.asked == []


@needs_client
@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("kaggle.json", "{", "kaggle.json holds no username and key"),
        ("kaggle.json", json.dumps({"username": USER, "key": "no-key"}), "does not accept the credential (401"),
        ("access_token", "KGAT_no-key", "does not accept the token in ~/.kaggle/access_token"),
    ],
)
def test_a_wrong_credential(kaggle, fetched, home, monkeypatch, capfd, file, content, words):
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    (home / ".kaggle" / file).write_text(content)
    message = refused(fetched)
    assert words in message
    assert "https://www.kaggle.com/settings" in message
    assert "no-key" not in message
    assert capfd.readouterr() == ("", "")


@needs_client
def test_a_wrong_token_in_the_environment(kaggle, fetched, monkeypatch):
    monkeypatch.setenv("KAGGLE_API_TOKEN", "KGAT_no-key")
    assert "does not accept the token in KAGGLE_API_TOKEN" in refused(fetched)


@needs_client
@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (
            (403, "Permission 'datasets.get' was denied"),
            ("to this account (403: Permission", "kaggle.com/datasets/ada"),
        ),
        ((403, "You must accept this dataset's rules"), ("accepted its rules", "kaggle.com/datasets/ada/shops")),
        ((404, "Not found"), ("there is no ada/shops on Kaggle", "address")),
        ((429, "Too many requests"), ("too often", "wait")),
        ((500, "x" * 999), ("Kaggle failed (500: xxx", "try again later")),
    ],
)
def test_kaggle_refuses(kaggle, fetched, refusal, words):
    kaggle.data_sets["ada/shops"].refused = refusal
    message = refused(fetched)
    assert all(word in message for word in words)
    assert len(message) < 500


@needs_client
def test_no_such_data_set(kaggle, fetched):
    assert "there is no ada/shop on Kaggle" in refused(fetched, "ada/shop")
    assert "'shops' is not a data set on Kaggle" in refused(fetched, "shops")
    assert "is not a data set" in refused(fetched, "../../etc")


@needs_client
@pytest.mark.parametrize(
    ("failing", "words"),
    [
        ((503, b"<html>"), "Kaggle failed (503)"),
        ((200, b"<html>"), "is not one that the package `kaggle` understands"),
        ((200, b"{}"), "does not say which version of ada/shops is the newest"),
    ],
)
def test_answers_that_make_no_sense(kaggle, fetched, home, monkeypatch, failing, words):
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    (home / ".kaggle" / "kaggle.json").write_text(json.dumps({"username": USER, "key": KEY}))
    kaggle.failing = failing
    assert words in refused(fetched)


@needs_client
def test_no_network(kaggle, fetched, monkeypatch):
    import kagglesdk.kaggle_env as env

    monkeypatch.setitem(env._env_to_endpoint, env.KaggleEnv.PROD, "http://127.0.0.1:1")
    message = refused(fetched)
    assert "cannot be reached" in message
    assert "network" in message


@needs_client
def test_a_download_that_breaks_off(kaggle, fetched, tmp_path):
    kaggle.broken_off = True
    assert "broke off; run again" in refused(fetched)
    kaggle.broken_off = False
    assert fetched("ada/shops").file.read_text() == SHOPS


@needs_client
def test_a_kaggle_that_says_nothing_is_not_waited_for(kaggle, fetched, monkeypatch):
    monkeypatch.setattr(kaggle_client, "_SECONDS_OF_SILENCE", 0.3)
    kaggle.silent_seconds = 1.5
    assert "cannot be reached" in refused(fetched)
    kaggle.silent_seconds = 0.0
    assert fetched("ada/shops").file.read_text() == SHOPS


@needs_client
def test_an_interrupted_download_leaves_nothing_half_done(kaggle, fetched, tmp_path, monkeypatch):
    stream = kaggle_client._stream

    def interrupted(response, target, name, say):
        stream(response, target, name, say)
        raise KeyboardInterrupt

    monkeypatch.setattr(kaggle_client, "_stream", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fetched("ada/shops")
    assert [path for path in (tmp_path / "cache").rglob("*") if not path.is_dir() or path.name.startswith(".")] == []


def damaged(content: bytes, behind: bytes, by: int) -> bytes:
    """The same bytes but for one, so many behind the first place of a passage."""
    at = content.index(behind) + len(behind) + by
    return content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :]


@needs_client
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (zipped({"shops.csv": SHOPS.encode()})[:-30], "a broken zip"),
        (damaged(zipped({"shops.csv": SHOPS.encode()}), b"shops.csv", 0), "a broken zip"),
        (damaged(zipped({"shops.csv": SHOPS.encode()}), b"shops.csv", 20), "a broken zip"),
        (damaged(zipped({"shops.csv": SHOPS.encode()}), b"PK\x01\x02", 16 - 4), "a broken zip"),
        (zipped({"shops.csv": SHOPS.encode(), "../../evil.csv": b"a"}), "'../../evil.csv', a path out of its folder"),
        (zipped({"shops.csv": SHOPS.encode(), "C:\\evil.csv": b"a"}), "a path out of its folder"),
        (zipped({"other.csv": SHOPS.encode()}), "holds 0 files called shops.csv"),
    ],
)
def test_a_zip_that_is_not_to_be_used(kaggle, fetched, tmp_path, sent, words):
    kaggle.sent["shops.csv"] = sent
    assert words in refused(fetched)
    assert not [path for path in tmp_path.rglob("*.csv")]
    kaggle.sent.clear()
    assert fetched("ada/shops").file.read_text() == SHOPS


@needs_client
@pytest.mark.parametrize("packed", [True, False])
def test_a_table_of_an_absurd_size(kaggle, fetched, monkeypatch, packed):
    monkeypatch.setattr(unpacking, "LARGEST", 2 << 20)
    kaggle.data_sets["ada/shops"].versions.append({"shops.csv": bytes(3 << 20)})
    kaggle.data_sets["ada/shops"].packed = packed
    assert "more than 2 MiB" in refused(fetched) if packed else "larger than 2 MiB" in refused(fetched)


@needs_client
def test_a_cache_that_cannot_be_written(kaggle, tmp_path):
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(ConfigError, match="XDG_CACHE_HOME"):
        fetch("ada/shops", None, tmp_path / "cache", lambda _: None)


def scenario(tmp_path, keys="", reference="ada/shops"):
    folder = tmp_path / "scenario"
    folder.mkdir(exist_ok=True)
    (folder / "simulation.toml").write_text(f'[table]\nkaggle = "{reference}"\n{keys}')
    return load(folder, Overrides(out=tmp_path / "run"))


@needs_client
def test_licence_citation_and_version_are_on_the_table_and_on_the_card(kaggle, tmp_path):
    with Archive.create(tmp_path / "run") as archive:
        told = scenario(tmp_path)
        table = intake(told.tables_said, archive, lambda _: None)
    url = "https://www.kaggle.com/datasets/ada/shops/versions/1"
    assert (table.name, table.rows, table.version) == ("shops", 28, "1")
    assert (table.licence, table.source) == ("CC0: Public Domain", url)
    entry = {"data_id": "shops.p1.s1.d1.t1", "current_query": "a b", "result_type": "value", "reference_answer": "x=1"}
    card = card_text([(table, Origin("procedural"))], {"normal": [entry]})
    assert f"- source: {url}\n- version: 1\n- cite as: {table.citation}\n- licence: CC0: Public Domain\n" in card


@needs_client
def test_the_scenarios_own_words_win(kaggle, tmp_path):
    settings = scenario(tmp_path, 'licence = "mine"\nsource = "there"\nname = "trade"\n')
    with Archive.create(tmp_path / "run") as archive:
        table = intake(settings.tables_said, archive, lambda _: None)
    assert (table.name, table.licence, table.source, table.version) == ("trade", "mine", "there", "1")


@needs_client
def test_a_licence_that_kaggle_does_not_know_is_unknown(kaggle, fetched):
    kaggle.data_sets["ada/shops"].facts = {"licenseName": "Unknown"}
    assert fetched("ada/shops").data_set.licence == ""
    assert fetched("ada/shops").data_set.citation.startswith('ada: "shops", version 1')


@needs_client
def test_a_run_that_has_its_table_goes_on_without_kaggle(kaggle, tmp_path, monkeypatch):
    settings = scenario(tmp_path)
    with Archive.create(tmp_path / "run") as archive:
        table = intake(settings.tables_said, archive, lambda _: None)
    kaggle.asked.clear()
    monkeypatch.delenv("KAGGLE_API_TOKEN")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    kaggle.data_sets.clear()
    with Archive.open(tmp_path / "run") as archive:
        assert intake(settings.tables_said, archive, lambda _: None) == table
    assert kaggle.asked == []


@needs_client
def test_new_writes_a_scenario_about_one_version(kaggle, tmp_path, capsys):
    folder = tmp_path / "my shops"
    assert main(["new", str(folder), "--kaggle", "ada/shops"]) == 0
    shown = capsys.readouterr()
    assert "table: 28 rows, 3 columns, called `shops`" in shown.out
    assert shown.err == "downloading shops.csv (612 B) of ada/shops/versions/1 from Kaggle\n"
    assert [path.name for path in folder.iterdir()] == ["simulation.toml"]
    assert tomllib.loads((folder / "simulation.toml").read_text())["table"] == {
        "description": "",
        "row": "",
        "kaggle": "ada/shops/versions/1",
        "name": "shops",
        "licence": "CC0: Public Domain",
        "source": "Shops of Norway, Ada L., https://www.kaggle.com/datasets/ada/shops/versions/1",
    }
    assert load(folder).table_file is None
    assert main(["new", str(folder), "--kaggle", "ada/shops"]) == 2
    assert "is there already" in capsys.readouterr().err


@needs_client
def test_new_about_one_of_several_tables(kaggle, tmp_path, capsys):
    kaggle.data_sets["ada/shops"].versions.append({"a.csv": SHOPS.encode(), "b.csv": SHOPS.encode()})
    assert main(["new", str(tmp_path / "n"), "--kaggle", "ada/shops"]) == 2
    assert "--kaggle-file" in capsys.readouterr().err
    assert not (tmp_path / "n").exists()
    assert main(["new", str(tmp_path / "n"), "--kaggle", "ada/shops", "--kaggle-file", "b.csv"]) == 0
    assert load(tmp_path / "n").table.kaggle_file == "b.csv"


def test_new_wants_one_table(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["new", str(tmp_path / "n"), "--kaggle", "a/b", "--table", "t.csv"])
    assert main(["new", str(tmp_path / "n"), "--table", "t.csv", "--kaggle-file", "b.csv"]) == 2
    assert "--kaggle-file" in capsys.readouterr().err


def test_without_the_package_one_line_says_how_to_get_it(home, fetched, monkeypatch):
    for name in ("kaggle", "kaggle.api", "kaggle.api.kaggle_api_extended"):
        monkeypatch.setitem(sys.modules, name, None)
    message = refused(fetched)
    assert "`kaggle` is not installed" in message
    assert "pip install 'decision-company[kaggle]'" in message


@pytest.mark.slow
def test_kaggle_is_imported_by_nobody_who_does_not_need_it():
    code = (
        "import sys, company.cli, company.run.simulation\n"
        "import company.tables.starting, company.tables.kaggle_client\n"
        "try: company.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('kaggle', 'kagglesdk') if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == "[]"


def test_the_papers_five_tables_are_scenarios():
    for name in ("atp_tennis", "credit_customers", "fastfood", "laptops_price", "melb_data"):
        settings = load(name)
        assert settings.table.name == name
        assert settings.table.kaggle
        assert f"https://www.kaggle.com/datasets/{settings.table.kaggle}" in settings.table.source
    assert "wine" in bundled_scenarios()


@needs_client
def test_a_benchmark_without_its_table_gets_it_from_kaggle_in_the_version_it_was_made_of(kaggle, tmp_path):
    settings = scenario(tmp_path)
    kaggle.data_sets["ada/shops"].facts["licenseName"] = "Data files © Original Authors"
    with Archive.create(tmp_path / "run") as archive:
        table = intake(settings.tables_said, archive, lambda _: None)
        assert not shares(archive, table)
        archive.put_note("told", {"scenario": "s", "settings": told_to_all(settings)})
        told = run_provenance(
            archive, "shops", FAMILY, [source_of(archive, tmp_path / "run", table, Origin("procedural"))], []
        )
    assert told["tables"][0]["original"] == {
        "kaggle": "ada/shops/versions/1",
        "file": "shops.csv",
        "sha256": hashlib.sha256(SHOPS.encode()).hexdigest(),
    }
    out = tmp_path / "published"
    out.mkdir()
    nobody = {"exported_with": {}, "export": {}, "review": {}, "files": {}, "provenance": 1}
    (out / "provenance.json").write_text(provenance_text({**nobody, "runs": [told]}))
    kaggle.data_sets["ada/shops"].versions.append({"shops.csv": SHOPS.replace("Oslo", "Narvik").encode()})
    shutil.rmtree(tmp_path / "cache", ignore_errors=True)
    (placed,) = fetch_tables(out, [], lambda _: None)
    assert placed.came_from == "shops.csv of ada/shops/versions/1 on Kaggle"
    assert (out / "data/resource/shops.csv").read_text() == SHOPS
    told["tables"][0]["sha256"] = "0" * 64
    (out / "provenance.json").write_text(provenance_text({**nobody, "runs": [told]}))
    with pytest.raises(ConfigError, match="on Kaggle is the very file that shops was made of"):
        fetch_tables(out, [], lambda _: None)
