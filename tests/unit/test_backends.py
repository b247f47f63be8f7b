"""Backends by name: those of this package, those that installed packages bring along, and those that are missing."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from company.config import ROLES, Settings, load
from company.console.progress import Silent
from company.errors import BackendError, ConfigError
from company.families.dialogues.making import STAGES
from company.models import registry
from company.models.protocol import ChatMessage, Request
from company.models.registry import Backends, names
from company.run.estimate import estimate
from company.run.simulation import simulate

SCENARIO = '[table]\nbuiltin = "wine"\n[targets]\nnormal = 1\n[model]\n{model}\n'
MODULE = """
from company.models.protocol import Backend, Client, Reply, free

class Parrot(Client):
    async def reply(self, request):
        return Reply(request.messages[-1].text)

def backend(role, told):
    return Backend("parrot", f"for the {role}, seed {told.seed}", Parrot(), free, "a parrot")
"""


def settings(folder: Path, model: str) -> Settings:
    (folder / "simulation.toml").write_text(SCENARIO.format(model=model))
    return load(folder).model_copy(update={"out": folder / "run"})


@pytest.fixture
def parrot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a backend in a package that is installed for the length of a test."""
    told = tmp_path / "site" / "parrot-1.0.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: parrot\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(
        "[company.backends]\nparrot = parrot_backend:backend\nbroken = parrot_backend:no_such_thing\n"
    )
    (tmp_path / "site" / "parrot_backend.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    yield "parrot"
    sys.modules.pop("parrot_backend", None)


@pytest.fixture
def nobody_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_entry_points", dict)


async def test_an_installed_package_brings_a_backend_by_its_entry_point(parrot: str, tmp_path: Path) -> None:
    assert names() == ("broken", "openai", "parrot", "procedural", "replay")
    backends = Backends(settings(tmp_path, f'backend = "{parrot}"\nseed = 7\nvision = true')).all()
    assert {role: each.model for role, each in backends.items()} == {role: f"for the {role}, seed 7" for role in ROLES}
    assert all(each.vision is True for each in backends.values())
    reply = await backends["client"].client.reply(Request((ChatMessage("user", "Polly"),)))
    assert (reply.text, reply.finish_reason) == ("Polly", "stop")


def test_what_cannot_be_loaded_is_told(parrot: str, tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"'broken' cannot be loaded from parrot_backend:no_such_thing .*mend the pack"
    ):
        Backends(settings(tmp_path, 'backend = "broken"')).all()


def test_an_unknown_name_is_told_with_those_that_are_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no backend 'parrot'; choose one of openai, procedural, replay"):
        Backends(settings(tmp_path, 'backend = "parrot"')).all()


def test_the_built_in_company_is_one_that_may_be_missing(nobody_installed: None, tmp_path: Path) -> None:
    assert names() == ("openai", "replay")
    with pytest.raises(ConfigError, match="is the built-in company, and it is not installed: install"):
        Backends(settings(tmp_path, "")).all()


async def test_who_is_not_asked_may_be_missing(nobody_installed: None, tmp_path: Path) -> None:
    more = '[model.client]\nbackend = "openai"\nname = "m"\nbase_url = "http://127.0.0.1:9/v1"'
    backends = Backends(settings(tmp_path, more)).all(["client"])
    assert (backends["client"].model, backends["admin"].model) == ("m", "")
    with pytest.raises(BackendError, match="is not installed"):
        await backends["admin"].client.reply(Request((ChatMessage("user", "?"),)))


async def test_stages_that_language_models_alone_answer_are_refused_to_the_built_in_company(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = settings(tmp_path, "")
    stages = (replace(STAGES[0], language_models_only=True), *STAGES[1:])
    monkeypatch.setattr("company.families.dialogues.making.STAGES", stages)
    wanted = 'only a language model can answer for the admin in stage "tables", .* set backend = "openai" and a name'
    with pytest.raises(ConfigError, match=wanted):
        await simulate(told, Silent())
    assert not told.out.exists()
    with pytest.raises(ConfigError, match='rehearses with the built-in company, which cannot answer in stage "tables"'):
        await estimate(told, Silent())
