"""A simulation.toml becomes settings, or one message that names the file, the table and the key."""

import pytest
from pydantic import ValidationError

from company.config import (
    LAYERS,
    Overrides,
    bundled_scenarios,
    debugging,
    find,
    layers_named,
    load,
    loading,
)
from company.errors import ConfigError
from company.families.dialogues.settings import Settings

WINE = '[table]\nbuiltin = "wine"\n'


@pytest.fixture
def scenario(tmp_path):
    """Writes a simulation.toml into a folder called `shop` and returns the folder."""

    def written(text: str):
        folder = tmp_path / "shop"
        folder.mkdir(exist_ok=True)
        (folder / "simulation.toml").write_text(text)
        return folder

    return written


def refused(folder, *words: str, overrides: Overrides | None = None) -> None:
    with pytest.raises(ConfigError) as caught:
        load(folder, overrides)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


def test_what_the_file_leaves_out_has_sensible_values(scenario):
    settings = load(scenario(WINE))
    assert settings.name == "shop"
    assert settings.out.parts == ("output", "shop")
    assert (settings.targets.normal, settings.people.clients, settings.budget.usd) == (20, None, None)
    assert (settings.dialogues.history, settings.dialogues.corrections) == (5, 3)
    assert (settings.model.backend, settings.model.seed) == ("procedural", 1)
    assert (settings.sandbox.require, settings.sandbox.sessions, settings.sandbox.disk_mib) == (LAYERS, 64, 1024)
    assert settings.table_file is None


def test_what_the_file_says_counts(scenario):
    text = "[targets]\nnormal = 7\n[dialogues]\nstatement_share = 1\n[people]\nclients = 3\n[sandbox]\nworkers = 2\n"
    settings = load(scenario(WINE + text))
    assert (settings.targets.normal, settings.dialogues.statement_share) == (7, 1.0)
    assert (settings.people.clients, settings.sandbox.workers) == (3, 2)


@pytest.mark.parametrize(("said", "required"), [('["seccomp", "limits"]', ("seccomp", "limits")), ("[]", ())])
def test_fewer_layers_may_be_required(scenario, said, required):
    assert load(scenario(f"{WINE}[sandbox]\nrequire = {said}\n")).sandbox.require == required


@pytest.mark.parametrize(
    ("named", "layers"), [("seccomp, limits", ("limits", "seccomp")), ("", ()), (",".join(LAYERS), LAYERS)]
)
def test_layers_are_named_in_a_list(named, layers):
    assert layers_named(named) == layers


def test_a_layer_that_there_is_not():
    with pytest.raises(ConfigError, match=r"no layer 'landlok' \(did you mean `landlock`\?\); .*limits, namespaces"):
        layers_named("limits,landlok")


def test_a_table_counts_from_the_folder_of_the_file(scenario):
    folder = scenario('[table]\nfile = "table.csv"\n')
    (folder / "table.csv").write_text("a,b\n")
    assert load(folder).table_file == folder / "table.csv"


def test_a_table_that_is_a_folder(scenario):
    folder = scenario('[table]\nfile = "tables"\n')
    (folder / "tables").mkdir()
    refused(folder, "line 2", "[table] file", "is a folder")


def test_flags_override_the_file(scenario, tmp_path):
    over = Overrides(out=tmp_path, backend="other", model="m", budget=1, seed=9, limit=4)
    settings = load(scenario(WINE + "[model]\nseed = 2\n[targets]\nnormal = 7\n"), over)
    assert settings.out == tmp_path
    assert (settings.model.backend, settings.model.name, settings.model.seed) == ("other", "m", 9)
    assert (settings.budget.usd, settings.targets.normal) == (1.0, 4)


def test_settings_are_frozen(scenario):
    settings = load(scenario(WINE))
    with pytest.raises(ValidationError):
        settings.name = "other"
    with pytest.raises(ValidationError):
        settings.model.seed = 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[table]\nfle = "x"\n', ("line 2", "[table]", "`fle`", "did you mean `file`")),
        (WINE + "[targts]\nnormal = 1\n", ("line 3", "`targts`", "did you mean `targets`")),
        (WINE + "[targets]\nnormal = 'many'\n", ("line 4", "[targets] normal", "'many'", "integer")),
        (WINE + "[targets]\nnormal = true\n", ("line 4", "[targets] normal", "integer")),
        (WINE + "[targets]\nnormal = 0\n", ("line 3", "[targets]", "no case at all")),
        (WINE + "[targets]\nplot_qa = -1\n", ("line 4", "[targets] plot_qa", "equal to 0")),
        (WINE + "[budget]\nusd = nan\n", ("line 4", "[budget] usd", "finite")),
        (WINE + "[budget]\nusd = -1\n", ("line 4", "[budget] usd")),
        (WINE + "[dialogues]\nstatement_share = 1.5\n", ("line 4", "statement_share")),
        (WINE + "[model]\nbackend = 3\n", ("line 4", "[model] backend", "string")),
        ('[table]\nbuiltin = "win"\n', ("line 2", "[table] builtin", "'wine'", "did you mean `wine`")),
        (WINE + '[sandbox]\nrequire = ["seccom"]\n', ("line 4", "[sandbox] require = 'seccom'", "`seccomp`")),
        (WINE + '[sandbox]\nrequire = "seccomp"\n', ("line 4", "[sandbox] require", "array")),
        (WINE + "[sandbox]\nsessions = 0\n", ("line 4", "[sandbox] sessions", "equal to 1")),
        (WINE + "[sandbox]\ncpu_seconds = 0.5\n", ("line 4", "[sandbox] cpu_seconds", "integer")),
        ('[table]\nbuiltin = "wine"\nfile = "a.csv"\n', ("line 1", "[table]", "both", "exactly one")),
        ('[table]\nname = "a"\n', ("line 1", "[table]", "none of", "exactly one")),
        (WINE + 'kaggle = "a/b"\n', ("line 1", "[table]", "both `builtin` and `kaggle`", "exactly one")),
        (WINE + 'kaggle_file = "a.csv"\n', ("line 1", "[table]", "`kaggle_file` without `kaggle`")),
        ('[table]\nkaggle = "wine"\n', ("line 2", "[table] kaggle = 'wine'", "`owner/dataset`", "kaggle.com")),
        ('[table]\nkaggle = "a/b/versions/0"\n', ("line 2", "[table] kaggle", "versions/3")),
        (WINE + 'name = "My table"\n', ("line 3", "[table] name", "Python name")),
        (WINE + 'name = "class"\n', ("line 3", "[table] name", "Python name")),
        ("", ("[table] is missing", 'file = "table.csv"')),
        ("table = 3\n", ("line 1", "`table` should be a table")),
        (WINE + "targets = 3\n", ("[table]", "`targets`")),
        ("[table\n", ("not valid TOML", "line 1")),
        ('[table]\nfile = "none.csv"\n', ("line 2", "[table] file", "none.csv", "relative to")),
    ],
)
def test_a_bad_file_is_explained(scenario, text, words):
    folder = scenario(text)
    refused(folder, str(folder / "simulation.toml"), *words)


def test_a_file_that_is_no_text(scenario):
    folder = scenario("")
    (folder / "simulation.toml").write_bytes(b"\xff\xfe[table]")
    refused(folder, "UTF-8")


def test_who_names_a_category_wants_no_other(scenario):
    assert load(scenario(WINE)).targets.wanted == {"normal": 20}
    assert load(scenario(WINE + "[targets]\nplot_qa = 3\n")).targets.wanted == {"plot_qa": 3}
    assert load(scenario(WINE + '[targets]\nregisters = "both"\n')).targets.wanted == {"normal": 20}


def test_a_limit_keeps_the_mixture(scenario):
    mixed = scenario(WINE + "[targets]\nnormal = 6\nprivate = 3\nplot_qa = 1\nregisters = 'both'\n")
    assert load(mixed, Overrides(limit=25)).targets.wanted == {"normal": 15, "private": 8, "plot_qa": 2}
    assert load(mixed, Overrides(limit=1)).targets.wanted == {"normal": 1}
    assert load(mixed, Overrides(limit=1)).targets.registers == "both"
    for total in (2, 3, 7, 11, 1000):
        assert load(mixed, Overrides(limit=total)).targets.all == total


def test_a_bad_flag_is_named_as_a_flag(scenario):
    folder = scenario(WINE)
    refused(folder, "--limit 0", overrides=Overrides(limit=0))
    refused(folder, "--budget -1", overrides=Overrides(budget=-1.0))
    refused(folder, "--seed -1", overrides=Overrides(seed=-1))


def test_a_flag_does_not_hide_a_bad_table(scenario):
    refused(scenario(WINE.replace("[", "targets = 3\n[")), "`targets` should be a table", overrides=Overrides(limit=3))


def test_a_scenario_is_a_folder_a_file_or_a_bundled_name(scenario, tmp_path, monkeypatch):
    folder = scenario(WINE)
    assert find(folder) == find(folder / "simulation.toml") == folder / "simulation.toml"
    named = folder / "other.toml"
    named.write_text(WINE)
    assert load(named).name == "other"
    monkeypatch.chdir(folder)
    assert load(".").name == "shop"
    assert load("wine").name == "wine"


def test_ones_own_folder_comes_before_a_bundled_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wine").mkdir()
    assert find("wine") == bundled_scenarios()["wine"]
    (tmp_path / "wine" / "simulation.toml").write_text(WINE)
    assert find("wine") == tmp_path / "wine" / "simulation.toml"


@pytest.mark.parametrize("name", ["winee", "x" * 300, "a\0b", ""])
def test_an_unknown_scenario_says_what_there_is(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"wine|company new"):
        load(name)


def test_a_table_given_as_a_scenario_is_told_from_one(tmp_path):
    table = tmp_path / "shop.csv"
    table.write_text("a\n")
    with pytest.raises(ConfigError, match="company new"):
        load(table)


def test_a_folder_without_a_file(tmp_path):
    with pytest.raises(ConfigError, match="company new"):
        load(tmp_path)


def test_every_bundled_scenario_loads():
    assert "wine" in bundled_scenarios()
    for name in bundled_scenarios():
        assert load(name).name == name


def test_an_installed_package_brings_its_scenarios(tmp_path, monkeypatch):
    home = tmp_path / "company"
    (home / "_scenarios" / "beer").mkdir(parents=True)
    (home / "_scenarios" / "beer" / "simulation.toml").write_text(WINE)
    monkeypatch.setattr(loading, "__file__", str(home / "config" / "loading.py"))
    assert load("beer").name == "beer"


@pytest.mark.parametrize(("value", "wanted"), [("1", True), ("0", False), ("", False)])
def test_tracebacks_are_asked_for(monkeypatch, value, wanted):
    monkeypatch.setenv("COMPANY_DEBUG", value)
    assert debugging() is wanted


def test_the_default_of_a_key_is_what_a_file_without_it_means() -> None:
    assert Settings.default_of("screening", "names") == "auto"
    assert Settings.default_of("dialogues", "history") == 5
    assert Settings.default_of("sandbox", "require") == list(LAYERS)
