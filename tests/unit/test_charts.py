"""Figures as tables: what a model that reads figures writes is what a model that sees none is asked with."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from company.benchmark.files import RESOURCE
from company.errors import BackendError, ConfigError
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.evaluation.charts import HEADER, ChartReader, as_lines, under_header
from company.families.dialogues.files import FIGURES, LINES
from company.families.shared.choices.lettered import CHECK
from tests.support.tiny_models import chart_model

QUESTION = "Which bar is the highest?\n\nA. a\nB. b\nC. c\nD. d"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch = pytest.importorskip("torch", reason="torch is missing: figures as tables were not tested")
    torch.set_num_threads(1)  # of so small a model, threads would wait for one another most of the time
    folder = tmp_path_factory.mktemp("deplot")
    chart_model(folder)
    return folder


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not know when to end."""
    monkeypatch.setattr("company.families.dialogues.evaluation.charts.TOKENS", 24)


def figure(path: Path, colour: str) -> Path:
    picture = Image.new("RGB", (120, 80), "white")
    picture.paste(Image.new("RGB", (30, 60), colour), (20, 20))
    picture.save(path)
    return path


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    """Three questions about two figures, and one about none."""
    for folder in (RESOURCE, LINES, FIGURES):
        (tmp_path / folder).mkdir(parents=True)
    red, blue = figure(tmp_path / FIGURES / "red.png", "red"), figure(tmp_path / FIGURES / "blue.png", "blue")
    again = tmp_path / FIGURES / "again.png"
    again.write_bytes(red.read_bytes())
    option = {"text": "x", "code": "x", "template": "", "slip": ""}
    choice = {"question": "?", "setup": "", "answer": "1", "options": [{"letter": each, **option} for each in "ABCD"]}
    lines = [
        {
            "data_id": f"w.p1.s1.d1.t0{number}.plot_qa",
            "domain_name": "w",
            "result_type": "multi_choice",
            "current_query": QUESTION,
            "prompt_with_hist_txt": QUESTION,
            "prompt_with_hist_json": [{"role": "user", "content": QUESTION}],
            "reference_answer": json.dumps({"correct_answer": "B"}),
            "ref_code_hist": "x = 1\n",
            "ref_code_all": "x = 1\n",
            "eval_metrics": CHECK,
            "choice": choice,
            "figure": str(FIGURES / file.name),
        }
        for number, file in enumerate((red, blue, again), start=1)
    ]
    (tmp_path / LINES / CATEGORIES["plot_qa"].file).write_text("\n".join(map(json.dumps, lines)))
    return tmp_path


def test_lines_end_where_the_model_says_so() -> None:
    written = "TITLE | Sales <0x0A> town | sales <0x0A>Oslo | 3 <0x0A>"
    assert as_lines(written) == "TITLE | Sales\ntown | sales\nOslo | 3"


@pytest.mark.thorough
@pytest.mark.slow  # it takes seconds to import what it compares with
def test_the_header_is_drawn_as_the_published_processor_draws_it() -> None:
    transformers = pytest.importorskip("transformers", reason="transformers is missing: the header was not compared")
    matplotlib = pytest.importorskip("matplotlib")
    np = pytest.importorskip("numpy")
    if not hasattr(transformers, "Pix2StructImageProcessorPil"):
        pytest.skip("this release of transformers draws the header elsewhere: it was not compared")
    font = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    noise = np.random.default_rng(0)
    for width, height in ((200, 100), (1600, 900)):
        pixels = noise.integers(0, 255, (height, width, 3), dtype=np.uint8)
        ours = np.asarray(under_header(Image.fromarray(pixels), font))
        drawing = transformers.Pix2StructImageProcessorPil(is_vqa=True)
        theirs = np.asarray(drawing.render_header(pixels.transpose(2, 0, 1), HEADER, font_path=str(font)))
        assert (ours == (theirs.transpose(1, 2, 0) if theirs.shape[0] == 3 else theirs)).all()


@pytest.mark.thorough
def test_a_figure_is_read_once_and_what_was_written_is_kept(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = figure(tmp_path / "red.png", "red"), figure(tmp_path / "blue.png", "blue")
    reader = ChartReader(str(model))
    written: list[str] = []
    generate = reader._model.generate

    def noted(**asked: Any) -> Any:
        found = generate(**asked)
        written.append(reader._processor.tokenizer.decode(found[0], skip_special_tokens=True))
        return found

    monkeypatch.setattr(reader._model, "generate", noted)

    async def read() -> list[str]:
        return await asyncio.gather(*(reader.table(file) for file in (red, blue, red, red)))

    tables = asyncio.run(read())
    assert len(written) == 2
    assert tables == [as_lines(written[0]), as_lines(written[1]), tables[0], tables[0]]
    assert "<0x0A>" in written[0] and "<0x0A>" not in tables[0] and tables[0].count("\n") > 0


@pytest.mark.slow
def test_a_model_is_asked_with_tables_instead_of_pictures(model: Path, benchmark: Path, tmp_path: Path) -> None:
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from company.families.dialogues.evaluation.tapilot import tapilot

    asked: list[Any] = []

    def says(messages: list[Any], *_: object) -> Any:
        asked.append(messages[-1].content)
        said = ModelOutput.from_content("mockllm/model", "Answer: B")
        said.usage = ModelUsage(input_tokens=7, output_tokens=3, total_tokens=10)
        return said

    def run(**settings: Any) -> Any:
        asked.clear()
        mock = get_model("mockllm/model", custom_outputs=says, memoize=False)
        logs = str(tmp_path / "logs")
        (log,) = inspect_ai.eval(tapilot(str(benchmark), **settings), model=mock, log_dir=logs, display="none")
        assert log.status == "success", log.error
        return log

    log = run(charts="table", charts_model=str(model))
    assert log.eval.metadata["charts"] == "table"
    reader = ChartReader(str(model))
    tables = {asyncio.run(reader.table(benchmark / FIGURES / name)) for name in ("red.png", "blue.png")}
    assert len(asked) == 3 and all(isinstance(each, str) and each.startswith(QUESTION) for each in asked)
    assert {each.partition("```\n")[2].rpartition("\n```")[0] for each in asked} == tables
    assert run().eval.metadata["charts"] == "picture"
    assert [[type(part).__name__ for part in each] for each in asked] == [["ContentText", "ContentImage"]] * 3


@pytest.mark.thorough
def test_what_cannot_be_used_is_refused_before_any_work(
    benchmark: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("inspect_ai")
    pytest.importorskip("torch", reason="torch is missing: figures as tables were not tested")
    from company.families.dialogues.evaluation.tapilot import tapilot

    with pytest.raises(ConfigError, match="charts cannot be shown as 'words', but as picture or table"):
        tapilot(str(benchmark), charts="words")  # type: ignore[arg-type]
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match="is no model that reads figures"):
        tapilot(str(benchmark), charts="table", charts_model=str(tmp_path / "empty"))

    def offline(*_: object, **__: object) -> str:
        raise OSError("no route to the hub")

    monkeypatch.setattr("huggingface_hub.snapshot_download", offline)
    with pytest.raises(BackendError, match="is no folder here"):
        ChartReader("nobody/nothing-of-this-name")
    monkeypatch.setattr("company.evaluation.extras.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"pip install 'decision-company\[charts\]'"):
        ChartReader()
