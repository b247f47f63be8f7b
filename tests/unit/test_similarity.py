"""AccSE and AccSER: what is compared, by which embeddings, and what it counts."""

import json
import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from company.benchmark.reading import Benchmark
from company.cli.entry import parser_for
from company.cli.models import embeddings_of
from company.console.progress import Silent
from company.errors import BackendError, ConfigError
from company.evaluation.embedders import embedders_of
from company.evaluation.embedding import Embedders
from company.evaluation.printing import embeddings_text, score_text
from company.evaluation.similarity import similarities, with_similarities
from company.evaluation.text_embeddings import AT_ONCE, PUBLISHED, Place, TextEmbedder
from company.families.dialogues.body.reference import BEGIN, END
from company.families.dialogues.evaluation.accuracies import remarks, rows, summary
from company.families.dialogues.evaluation.replies import own_part
from company.families.dialogues.evaluation.scored import ScoredTurn as Scored
from tests.support.loopback import Loopback
from tests.support.loopback.embeddings import vector
from tests.support.tiny_models import CODE_CONFIG, code_model

SAVED = "import pickle\npickle.dump(n, open('./pred_result/n.pkl', 'wb'))"
TEMPLATE = f"import pandas as pd\n\n{BEGIN}\n{{}}\n{END}\n\n{SAVED}\n"


def scored(data_id: str, right: bool, near: tuple[float, float] | None = None, **more: Any) -> Scored:
    close = {} if near is None else {"code_similarity": near[0], "text_similarity": near[1]}
    told = {"category": "normal", "domain": "wine", "register": "", **more}
    return Scored(data_id=data_id, dialogue=data_id.rpartition(".t")[0], right=right, intents=(right,), **told, **close)


# what it counts


def test_close_code_counts_in_part_and_right_code_whole() -> None:
    cases = [
        scored("d1.t1", True, (0.1, 0.1)),
        scored("d2.t1", False, (0.86, 0.91)),
        scored("d3.t1", False, (0.86, 0.90)),
        scored("d4.t1", False, (0.85, 0.91)),
        scored("d5.t1", False, (0.85, 0.90)),
    ]
    told = summary(cases)
    assert told["accuracy"]["value"] == 0.2
    assert told["accuracy_with_similarity"]["value"] == pytest.approx((1 + 0.5 + 0.25 + 0.25 + 0) / 5)
    assert told["accuracy_with_similarity"]["low"] < 0.4 < told["accuracy_with_similarity"]["high"]
    assert told["accuracy_with_similarity_and_recall"] is None


def test_a_choice_is_right_or_wrong_and_recall_multiplies_what_is_private() -> None:
    cases = [
        scored("d1.t1", True, category="plot_qa"),
        scored("d1.t2", False, category="plot_qa"),
        scored("d2.t1", False, (0.9, 0.95), category="private", recall=0.5),
        scored("d2.t2", True, (1.0, 1.0), category="private", recall=0.25),
    ]
    told = summary(cases)
    assert told["accuracy_with_similarity"]["value"] == pytest.approx((1 + 0 + 0.5 + 1) / 4)
    assert told["accuracy_with_similarity_on_code"]["value"] == pytest.approx(0.75)
    assert told["accuracy_with_similarity_and_recall"]["value"] == pytest.approx((0.25 + 0.25) / 2)
    assert told["accuracy_with_recall"]["value"] == pytest.approx(0.125)
    assert "AccSER, on the private library" in score_text(told, rows(told), remarks(told))


def test_without_embeddings_nothing_is_made_up() -> None:
    told = summary([scored("d1.t1", True), scored("d1.t2", False)])
    assert told["accuracy_with_similarity"] is None
    assert "not computed" in score_text(told, rows(told), remarks(told))
    some = summary([scored("d1.t1", True, (1.0, 1.0)), scored("d1.t2", False)])
    assert some["accuracy_with_similarity"] is None


# what is compared


@pytest.mark.parametrize(
    "answer",
    [
        TEMPLATE.format("n = df.x.sum()\nprint(n)"),
        "n = df.x.sum()\nprint(n)",
        f"import pandas as pd\nn = df.x.sum()\nprint(n)\n{SAVED}",
        f"import pandas as pd\n{BEGIN}\nn = df.x.sum()\nprint(n)\nimport pickle",
    ],
    ids=["template", "gap alone", "template without marks", "marks half gone"],
)
def test_the_part_that_was_asked_for_is_compared_however_the_answer_is_wrapped(answer: str) -> None:
    assert own_part(answer, TEMPLATE.format("n = len(df)")) == "n = df.x.sum()\nprint(n)"


def test_a_strangers_answer_without_a_template_is_compared_whole() -> None:
    assert own_part("n = 1\nprint(n)", "m = 2\nprint(m)") == "n = 1\nprint(n)"


class Counting:
    """Embeds by the letters that a text has, and remembers what it was given."""

    def __init__(self, name: str) -> None:
        self.name, self.given, self.tokens, self.usd = name, list[str](), 5, None

    def embed(self, texts: Any, progress: Any) -> Any:
        self.given += texts
        return np.array([[text.count(letter) for letter in "abcdefghijklmnop=()"] for text in texts], dtype=np.float32)


def line(data_id: str, code: str) -> dict[str, Any]:
    return {"data_id": data_id, "reference_answer": TEMPLATE.format(code)}


def test_each_code_is_embedded_once_and_choices_not_at_all(tmp_path: Path) -> None:
    content = Benchmark(
        tmp_path,
        {
            "normal": (line("a", "n = df"), line("b", "n = df"), line("c", "n = len(df)"), line("d", "n = 3")),
            "plot_qa": ({"data_id": "e", "reference_answer": '{"correct_answer": "A"}'},),
        },
    )
    embedders = Embedders(Counting("one"), Counting("two"))
    given = {"a": "```python\nn = df\n```", "b": "```python\nn = df.head()\n```", "c": "I cannot do that.", "e": "A"}
    found = similarities(content, given, embedders, Silent())
    assert embedders.code.given == embedders.text.given == ["n = df", "n = df.head()"]  # type: ignore[attr-defined]
    assert found["a"] == (1.0, 1.0) and found["c"] == (0.0, 0.0)
    assert 0 < found["b"].code < 1 and set(found) == {"a", "b", "c"}
    cases = with_similarities([scored("a", True), scored("d", False), scored("e", True, category="plot_qa")], found)
    assert [case.code_similarity for case in cases] == [1.0, 0.0, None]
    assert embedders.told() == {"code": "one", "text": "two", "codes": 2, "tokens": 5, "usd": None}
    assert "5 tokens sent, cost unknown" in embeddings_text(embedders.told())


# text, over a server


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


TEXTS = [f"x = df.column_{number}.sum()  # {'long ' * (number % 7)}" for number in range(2 * AT_ONCE + 5)]


@pytest.mark.slow
def test_texts_are_sent_in_parts_and_come_back_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", "k")
    with Loopback(models=PUBLISHED, key="k") as server:
        text = TextEmbedder(Place(url=server.base_url, key="SOME_KEY"))
        found = text.embed(TEXTS, Silent())
        log = server.log()
    assert np.allclose(found, [vector(each) for each in TEXTS], atol=1e-6)
    assert [entry.status for entry in log] == [200] * 3
    assert text.tokens == sum(math.ceil(len(each) / 4) for each in TEXTS) == sum(entry.prompt_tokens for entry in log)
    assert text.usd is None  # nobody knows what this server takes


@pytest.mark.slow
def test_calls_that_fail_are_made_again() -> None:
    with Loopback(models=PUBLISHED, faults={"429": 0.4}, retry_after=0.05, seed=4) as server:
        found = TextEmbedder(Place(url=server.base_url)).embed(TEXTS, Silent())
        outcomes = [entry.outcome for entry in server.log()]
    assert np.allclose(found, [vector(each) for each in TEXTS], atol=1e-6)
    assert outcomes.count("ok") == 3 and len(outcomes) > 3


@pytest.mark.slow
def test_a_code_that_is_too_long_is_cut_and_the_others_are_not() -> None:
    progress = Silent()
    long = "y = 1\n" * 8_000
    with Loopback(models=PUBLISHED) as server:
        found = TextEmbedder(Place(url=server.base_url)).embed(["x = 1", long, "x = 2"], progress)
    assert np.allclose(found, [vector("x = 1"), vector(long[: len(long) // 2]), vector("x = 2")], atol=1e-6)
    assert progress.notes == [f"a code of 48,000 characters is too long for {PUBLISHED}: half of it counts"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"models": PUBLISHED, "key": "another"}, "refuses a call without a key"),
        ({"models": "gpt"}, f"has no model '{PUBLISHED}' of embeddings"),
    ],
)
def test_what_a_server_refuses_is_said_with_what_to_do(told: dict[str, Any], said: str) -> None:
    with Loopback(**told) as server, pytest.raises(BackendError, match=said):
        TextEmbedder(Place(url=server.base_url)).embed(["x"], Silent())


@pytest.mark.slow
def test_what_a_server_does_not_count_is_unknown() -> None:
    with Loopback(models=PUBLISHED, faults={"no_usage": 1.0}) as server:
        text = TextEmbedder(Place(url=server.base_url))
        text.embed(["x"], Silent())
    assert (text.tokens, text.usd) == (None, None)


@pytest.mark.slow  # where it is the first to make a client of `openai`, that asks the system for its name
def test_a_server_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("company.evaluation.text_embeddings.TRIES", 0)
    with pytest.raises(BackendError, match=r"127\.0\.0\.1:9/v1 gives no embeddings"):
        TextEmbedder(Place(url="http://127.0.0.1:9/v1")).embed(["x"], Silent())


def test_a_published_price_is_told(paid: None) -> None:
    text = TextEmbedder(Place())
    assert text.usd == 0.0
    text.tokens = 1_000_000
    assert text.usd == pytest.approx(0.1)


# options


def named(*words: str) -> dict[str, str]:
    """What options of the command line name."""
    command = ["score", "benchmark", "responses", *words]
    return embeddings_of(parser_for(command).parse_args(command))


def test_without_the_code_embedding_the_other_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert embedders_of(named()) is None
    with pytest.raises(ConfigError, match="--text-embeddings is for AccSE, which needs an embedding of code"):
        embedders_of(named("--text-embeddings", PUBLISHED))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ConfigError, match="OPENAI_API_KEY is not set"):
        embedders_of(named("--code-embeddings", "anything"))


def test_what_is_missing_is_told_with_how_to_get_it(paid: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("company.evaluation.extras.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"pip install 'decision-company\[similarity\]'"):
        embedders_of(named("--code-embeddings", "anything"))


# code, by CodeT5+ in small


@pytest.fixture
def torch() -> Any:
    return pytest.importorskip("torch", reason="torch is missing: embeddings of code were not tested")


CODES = ["x = df . sum ( )", "y", "print ( x [ 1 ] )", "df " * 50, "x = df . mean ( ) " * 3]


@pytest.mark.thorough
@pytest.mark.parametrize("safetensors", [True, False], ids=["safetensors", "bin"])
def test_code_is_embedded_as_its_publishers_do(torch: Any, tmp_path: Path, safetensors: bool) -> None:
    from tokenizers import Tokenizer

    from company.evaluation.code_embeddings import CodeEmbedder

    published = code_model(tmp_path / "model", safetensors=safetensors)
    progress = Silent()
    found = CodeEmbedder(str(tmp_path / "model")).embed(CODES, progress)
    tokenizer = Tokenizer.from_file(str(tmp_path / "model" / "tokenizer.json"))
    tokenizer.enable_truncation(CODE_CONFIG["n_positions"])
    for code, ours in zip(CODES, found, strict=True):
        alone = tokenizer.encode(code)
        assert alone.tokens[0] == "<s>" and alone.tokens[-1] == "</s>" and len(alone.ids) <= 32
        with torch.no_grad():
            theirs = published(torch.tensor([alone.ids]), torch.tensor([alone.attention_mask]))[0]
        assert np.allclose(ours, theirs.numpy(), atol=1e-5)
    assert np.allclose(np.linalg.norm(found, axis=1), 1.0, atol=1e-5)
    assert progress.tally.stages["code embeddings"].done == len(CODES)


@pytest.mark.thorough
def test_weights_that_are_more_than_numbers_are_not_read(torch: Any, tmp_path: Path) -> None:
    from company.evaluation.code_embeddings import CodeEmbedder

    code_model(tmp_path, safetensors=False)

    class Runs:
        def __reduce__(self) -> Any:
            return Path.touch, (tmp_path / "was run",)

    torch.save({"proj.weight": Runs()}, tmp_path / "pytorch_model.bin", pickle_module=pickle)
    with pytest.raises(ConfigError, match="does not hold weights alone"):
        CodeEmbedder(str(tmp_path))
    assert not (tmp_path / "was run").exists()


def _other_kind(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps({**CODE_CONFIG, "model_type": "t5"}))


def _no_size(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps({k: v for k, v in CODE_CONFIG.items() if k != "embed_dim"}))


def _other_layout(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps({**CODE_CONFIG, "num_layers": 3}))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_other_kind, "of the type t5, and not codet5p_embedding"),
        (_no_size, "does not tell embed_dim"),
        (_other_layout, "not laid out as CodeT5"),
        (lambda folder: (folder / "tokenizer.json").unlink(), "has no tokenizer.json"),
        (lambda folder: (folder / "model.safetensors").unlink(), "has no pytorch_model.bin"),
    ],
)
def test_what_is_no_such_model_is_refused_in_words(torch: Any, tmp_path: Path, spoil: Any, said: str) -> None:
    from company.evaluation.code_embeddings import CodeEmbedder

    code_model(tmp_path)
    spoil(tmp_path)
    with pytest.raises(ConfigError, match=said):
        CodeEmbedder(str(tmp_path))


@pytest.mark.thorough
def test_a_model_that_cannot_be_downloaded_is_told(torch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import huggingface_hub

    from company.evaluation.code_embeddings import CodeEmbedder

    def offline(*_: object, **__: object) -> str:
        raise OSError("no route to the hub")

    monkeypatch.setattr(huggingface_hub, "snapshot_download", offline)
    with pytest.raises(BackendError, match="is no folder here, and cannot be had from the Hugging Face hub"):
        CodeEmbedder("Salesforce/codet5p-110m-embedding")
