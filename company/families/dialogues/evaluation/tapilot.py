"""The benchmark as a task of Inspect: `inspect eval company/tapilot -T benchmark=DIR`, with its models and viewer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset

from company.benchmark.publishing.origin import need_tables
from company.benchmark.reading import Benchmark, read_benchmark
from company.config import layers_named
from company.errors import ConfigError
from company.evaluation.asking import SECONDS
from company.evaluation.task import as_benchmark, need_mode, opened, sample
from company.families.dialogues.evaluation.charts import CHARTS, PUBLISHED, ChartReader, Charts
from company.families.dialogues.evaluation.desk import Desk
from company.families.dialogues.evaluation.samples import Arm, Posed, posed
from company.families.dialogues.evaluation.solvers import MODES, Mode, solved
from company.families.dialogues.ids import dialogue_of


@task
def tapilot(  # noqa: PLR0913 - a task's parameters are its options
    benchmark: str,
    mode: Mode = "base",
    categories: str | list[str] = "",
    seconds: float = SECONDS,
    require: str | None = None,
    charts: Charts = "picture",
    charts_model: str = PUBLISHED,
    without_execution: bool = False,
    arm: Arm = "full",
) -> Task:
    """Ask a benchmark's cases, of some categories (names with commas between) or all, asked in one of the modes.

    `mode` is "base", "agent" or "inter-agent" (paper, 6.1); code may take `seconds`, behind the layers of the sandbox
    in `require` (all). Figures are shown as a "picture", or as the "table" that `charts_model` makes of it: a model of
    the Hugging Face hub, or a folder. With `without_execution`, choices that cannot be read off are left out. `arm` is
    which words of cases that evolve are shown; by another than "full", they alone are asked. Raises ArchiveError for a
    folder that is no benchmark, ConfigError for a mode, arm or category that there is not, and BackendError where
    `charts_model` cannot be had.
    """
    need_mode(mode, MODES)
    if charts not in CHARTS:
        raise ConfigError(f"charts cannot be shown as {charts!r}, but as {' or '.join(CHARTS)}")
    content = read_benchmark(Path(benchmark))
    need_tables(content.folder)
    named = categories.split(",") if isinstance(categories, str) else categories
    cases = _asked(content, [name.strip() for name in named if name.strip()], arm, without_execution)
    figures = any(case.figure for case in cases.values())
    reader = ChartReader(charts_model) if charts == "table" and figures else None
    desk = opened(Desk(content, seconds=seconds, require=layers_named(require)))
    answers = {entry["data_id"]: entry["reference_answer"] for entry in content.entries}
    samples = [
        sample(data_id, case.messages, answers[data_id], {"category": case.category, **_clusters(data_id)})
        for data_id, case in cases.items()
    ]
    return Task(
        dataset=MemoryDataset(samples, name=Path(benchmark).name),
        solver=solved(mode, cases, content, desk, reader),
        scorer=as_benchmark(desk),
        metadata={
            "benchmark": str(Path(benchmark).resolve()),
            "mode": mode,
            "charts": charts,
            "arm": arm,
            **({"manner": f"arm {arm}"} if arm != "full" else {}),
        },
    )


def _asked(content: Benchmark, categories: Sequence[str], arm: Arm, without_execution: bool) -> dict[str, Posed]:
    """Return the cases that are asked, each by its data_id. Raises ConfigError where there is none."""
    asked = list(posed(content, categories, arm))
    if arm != "full" and not asked:
        raise ConfigError(f"no case of {content.folder} has the arm {arm}: it is of cases that evolve; leave --arm out")
    cases = {case.data_id: case for case in asked if not (without_execution and case.needs == "execution")}
    if not cases:
        raise ConfigError("every case needs execution; ask for more --categories, or without --without-execution")
    return cases


def _clusters(data_id: str) -> dict[str, str]:
    dialogue = dialogue_of(data_id)
    return {"dialogue": dialogue, "cluster": dialogue}
