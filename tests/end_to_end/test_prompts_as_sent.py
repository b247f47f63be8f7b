"""One prompt of every kind as it is sent, kept as Markdown: a change of a prompt shows up in review as English.

Those in `prompts/` are written anew by `COMPANY_PROMPTS=1 pytest tests/end_to_end/test_prompts_as_sent.py`.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.benchmark.publishing.versions import versions
from company.benchmark.reading import read_benchmark
from tests.end_to_end.test_pinned import DECIDING

KEPT = Path(__file__).with_name("prompts")
BRIEF = re.compile(r"```json\n(.*)\n```", re.DOTALL)
ROLES = {"SystemMessage": "system", "UserMessage": "user", "AssistantMessage": "assistant"}


def spread(brief: str) -> str:
    """A brief over several lines, so that a difference is a line: keys of the first two floors, and items of lists."""
    told = json.loads(brief)
    lines = []
    for key, value in told.items():
        inner: list[str] = []
        if isinstance(value, dict):
            inner = [f"{json.dumps(name)}: {json.dumps(item, ensure_ascii=False)}" for name, item in value.items()]
        elif isinstance(value, list):
            inner = [json.dumps(item, ensure_ascii=False) for item in value]
        ends = "[]" if isinstance(value, list) else "{}"
        body = ",\n".join(f"  {line}" for line in inner)
        whole = f"{ends[0]}\n{body}\n {ends[1]}" if inner else json.dumps(value, ensure_ascii=False)
        lines.append(f" {json.dumps(key)}: {whole}")
    spread_out = "{\n" + ",\n".join(lines) + "\n}"
    assert json.loads(spread_out) == told
    return spread_out


def page(messages: list[dict[str, Any]]) -> str:
    """The messages of one call as Markdown, word for word but for line breaks in the brief."""
    parts = []
    for message in messages:
        role, text = message.get("role") or ROLES.get(message["type"], message["type"]), str(message["content"])
        if brief := BRIEF.search(text):
            text = f"{text[: brief.start(1)]}{spread(brief[1])}{text[brief.end(1) :]}"
        parts.append(f"# {role}\n\n{text.strip()}\n")
    return "\n".join(parts)


def of_the_staff(run: Path, *parts: str) -> Iterator[tuple[str, str]]:
    """By role, task, and these parts of the brief, the shortest prompt of each kind that was sent in a run."""
    sent: dict[str, list[str]] = {}
    with Archive.open(run) as archive:
        for call in archive.calls():
            messages = json.loads(call.messages)
            found = (BRIEF.search(str(message["content"])) for message in reversed(messages))
            brief = next((match for match in found if match), None)  # a complaint that follows has none
            assert brief, call.request
            told = json.loads(brief[1])
            kind = "_".join([call.role, told["task"], *(told[part] for part in parts if part in told)])
            sent.setdefault(kind, []).append(page(messages))
    for kind, prompts in sent.items():
        yield kind, min(prompts, key=lambda text: (len(text), text))


def of_solvers(benchmark: Path) -> Iterator[tuple[str, str]]:
    """The first case of each category, as a model is asked it."""
    for category, entries in read_benchmark(benchmark).cases.items():
        yield f"solver_{category}", page(entries[0]["prompt_with_hist_json"])


@pytest.fixture(scope="module")
def prompts(every_category: Path, benchmark_of_every_category: Path) -> dict[str, str]:
    return dict([*of_the_staff(every_category), *of_solvers(benchmark_of_every_category)])


def keep_or_compare(prompts: dict[str, str], folder: Path, installed: dict[str, str]) -> None:
    """Write prompts anew where that is asked for; skip what compares them where others are installed than made them."""
    versions_file = folder / "versions.json"
    if os.environ.get("COMPANY_PROMPTS"):
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.md"):
            path.unlink()
        for kind, text in prompts.items():
            (folder / f"{kind}.md").write_text(text, encoding="utf-8")
        versions_file.write_text(json.dumps(installed, indent=1) + "\n")
    if (kept := json.loads(versions_file.read_text())) != installed:
        pytest.skip(f"prompts were kept with {kept}, installed are {installed}: none was compared")


@pytest.fixture(scope="module", autouse=True)
def comparable(prompts: dict[str, str]) -> None:
    """Values in prompts are computed: they are compared with the versions alone that computed those that are kept."""
    installed = {name: versions()[name] for name in DECIDING}
    installed["python"] = ".".join(str(installed["python"]).split(".")[:2])
    keep_or_compare(prompts, KEPT, installed)


def test_every_kind_of_prompt_that_is_sent_is_kept(prompts: dict[str, str]) -> None:
    assert {path.stem for path in KEPT.glob("*.md")} == prompts.keys()


@pytest.mark.parametrize("kind", sorted(path.stem for path in KEPT.glob("*.md")))
def test_a_prompt_is_sent_as_it_is_kept(prompts: dict[str, str], kind: str) -> None:
    assert prompts[kind] == (KEPT / f"{kind}.md").read_text(encoding="utf-8")


def test_a_changed_word_shows_as_a_line(prompts: dict[str, str]) -> None:
    kind = "chatbot_write_code"
    changed = prompts[kind].replace("Do not write files.", "Write files.").splitlines()
    kept = (KEPT / f"{kind}.md").read_text(encoding="utf-8").splitlines()
    assert sum(one != other for one, other in zip(changed, kept, strict=True)) == 1
