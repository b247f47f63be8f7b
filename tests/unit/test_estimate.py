"""What a run would cost: a rehearsal, counted and multiplied."""

from pathlib import Path

import pytest

from company.archive import Archive
from company.config import ROLES, ModelSettings, Settings, load
from company.console.progress import Silent
from company.console.tally import dollars
from company.families.dialogues.settings import TargetSettings
from company.reporting.terminal import estimate_text
from company.run import estimate as reckoning
from company.run.estimate import Estimate, Share, estimate
from company.run.simulation import simulate

pytestmark = pytest.mark.slow  # servers and sandboxes

SCENARIO = """
[table]
builtin = "wine"
[targets]
normal = {wanted}
[model]
backend = "openai"
name = "m"
base_url = "http://127.0.0.1:9/v1"
key = "NOT_SET_ANYWHERE"
usd_per_million = [1.0, 10.0, 0.25]
seed = 3
[model.admin]
backend = "procedural"
"""


def told(folder: Path, wanted: int, more: str = "") -> Settings:
    folder.mkdir()
    (folder / "simulation.toml").write_text(SCENARIO.format(wanted=wanted) + more)
    return load(folder)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "REHEARSED", 2)


@pytest.mark.slow
async def test_it_is_what_the_built_in_company_needs_times_the_cases_with_the_table_read_once(tmp_path: Path) -> None:
    settings = told(tmp_path / "wine", 20)
    found = await estimate(settings, Silent())
    assert not settings.out.exists()
    few = {"out": tmp_path / "run", "model": ModelSettings(seed=3), "targets": TargetSettings(normal=2)}
    outcome = await simulate(settings.for_rehearsal().model_copy(update=few), Silent())
    with Archive.open(tmp_path / "run") as archive:
        calls = list(archive.calls())
    assert (found.cases, found.rehearsed, outcome.accepted) == (20, 2, 2)
    assert [share.role for share in found.shares] == list(ROLES)
    assert sum(call.stage == "tables" for call in calls) > 0
    for share in found.shares:
        mine = [(call, 1 if call.stage == "tables" else 10) for call in calls if call.role == share.role]
        assert share.calls == sum(times for _, times in mine)
        assert share.read == round(sum(times * len(call.messages) for call, times in mine) / 4)
        assert share.written == round(sum(times * len(call.reply) for call, times in mine) / 4)
        built_in = share.role == "admin"
        assert share.model == ("procedural" if built_in else "m")
        assert share.usd == pytest.approx(0 if built_in else (share.read + 10 * share.written) / 1e6)
        assert 0 <= share.cached < share.read
        assert share.usd_cached == pytest.approx((share.usd or 0) - (0 if built_in else 0.75 * share.cached / 1e6))
    assert found.usd == pytest.approx(sum(share.usd or 0 for share in found.shares))
    assert found.usd_cached is not None
    assert found.usd_cached < found.usd
    shown = estimate_text(found)
    assert "% cached)" in shown
    assert f"as low as {dollars(found.usd_cached)} where" in shown


async def test_paraphrases_are_counted_where_a_model_is_to_write_them(tmp_path: Path) -> None:
    without = await estimate(told(tmp_path / "without", 2), Silent())
    asked = await estimate(told(tmp_path / "asked", 2, "[gate]\nparaphrases = 3\n"), Silent())
    calls = [next(share.calls for share in each.shares if share.role == "chatbot") for each in (without, asked)]
    assert calls[1] >= calls[0] + 2


def test_one_unknown_price_makes_the_whole_unknown() -> None:
    known, unknown = Share("client", "m", 1, 10, 10, 0.5), Share("admin", "n", 1, 10, 10, None)
    assert Estimate(1, 1, (known, known)).usd == 1.0
    assert Estimate(1, 1, (known, unknown)).usd is None


def test_what_begins_alike_counts_as_cached_from_a_thousand_tokens_on_and_in_steps() -> None:
    long, known = "".join(f"{number:04d}" for number in range(2_000)), set[bytes]()
    assert reckoning._known_before(long, known) == 0
    assert reckoning._known_before(long + "!", known) == 1_920  # 15 pieces of 128 tokens, of 2,000
    assert reckoning._known_before(long[:4_200] + "another end" * 100, known) == 1_024
    assert reckoning._known_before(long[:4_000] + "another end" * 100, known) == 0  # fewer are not kept
    assert reckoning._known_before(f"!{long}", known) == 0
