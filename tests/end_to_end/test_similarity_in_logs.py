"""How close an answer's code is goes into the log of its evaluation, and from there onto the models' page."""

import asyncio
from pathlib import Path
from typing import Any

import inspect_ai
import numpy as np
import pytest
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from company.benchmark.reading import read_benchmark
from company.console.progress import Silent
from company.errors import ConfigError
from company.evaluation.embedding import Embedders
from company.evaluation.logs import sitting, sittings
from company.evaluation.reporting import as_markdown, as_page, report_of
from company.evaluation.responses import read_responses
from company.evaluation.scoring import score
from company.evaluation.similarity import sitting_with_similarity
from company.families.dialogues.evaluation.tapilot import tapilot
from tests.support import public_release


class Letters:
    """Embeds by the letters that a text has."""

    name, tokens, usd = "letters", 3, 0.0

    def embed(self, texts: Any, progress: Any) -> Any:
        return np.array([[text.count(each) for each in "abcdefghijklmnopqrstuvwxyz=()"] for text in texts], dtype=float)


def says(messages: list[Any], *_: object) -> Any:
    code = public_release.TOTALS.replace("sum", "max")
    said = f"```python\n{public_release.LOAD}\n{code}\n{public_release.SAVE.format('totals')}\n```"
    output = ModelOutput.from_content("mockllm/model", said)
    output.usage = ModelUsage(input_tokens=7, output_tokens=3, total_tokens=10)
    return output


def test_similarity_is_kept_in_the_log_and_shown_on_the_page(tmp_path: Path) -> None:
    folder = tmp_path / "release"
    public_release.write(folder)
    model = get_model("mockllm/model", custom_outputs=says, memoize=False)
    task = tapilot(str(folder), categories="update_code")
    (log,) = inspect_ai.eval(task, model=model, log_dir=str(tmp_path / "logs"), display="none")
    assert log.status == "success", log.error
    before = sitting(log)
    assert [each.scored.code_similarity for each in before.answers] == [None]
    content = read_benchmark(folder)
    assert "AccSE" not in as_markdown(report_of(content, [before]), content.family.scoring)

    cases = sitting_with_similarity(folder, before, Embedders(Letters(), Letters()), Silent())
    (after,) = sittings([Path(before.file)])
    assert [each.scored for each in after.answers] == cases
    assert cases[0].code_similarity is not None and 0.9 < cases[0].code_similarity < 1 and not cases[0].right
    report = report_of(content, [after])
    assert report["models"][0]["accuracy_with_similarity"]["value"] == 0.5
    assert "AccSE" in as_page(report, content.family.scoring) and "50.0 %" in as_markdown(
        report, content.family.scoring
    )

    # Once more from the log, as of answers that were made elsewhere: everything but the similarities stays.
    told = read_eval_log(before.file).samples or []
    again = asyncio.run(
        score(folder, Path(before.file), Silent(), embedders=Embedders(Letters(), Letters()), seconds=20.0)
    )
    assert [case for case in again if case.data_id == cases[0].data_id] == cases
    assert [each.messages for each in read_eval_log(before.file).samples or []] == [each.messages for each in told]
    with pytest.raises(ConfigError, match="the benchmark has no case"):
        read_responses(Path(before.file), {"another"})
