"""`company score`, `company evaluate` and the page on models of `company report`: parse, call, print."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.commands import DONE, FAILED, add_json, as_json, say
from company.errors import ConfigError
from company.evaluation.embedding_options import add_embeddings
from company.evaluation.extras import need_inspect

if TYPE_CHECKING:
    from company.evaluation.scoring import Scored
    from company.evaluation.similarity import Embedders


def add(commands: Any) -> None:
    """Add the first two to the command line's commands."""
    _add_score(commands)
    _add_evaluate(commands)


def _add_score(commands: Any) -> None:
    score = commands.add_parser("score", help="judge responses that were made elsewhere")
    score.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
    score.add_argument(
        "responses",
        type=Path,
        metavar="RESPONSES",
        help="JSON lines with data_id and response, a folder of such files, or a log of `company evaluate`",
    )
    score.add_argument(
        "--seconds", type=float, default=30.0, metavar="S", help="what one answer may take (default: 30)"
    )
    score.add_argument(
        "--first-loads", action="store_true", help="where every turn loads its table again, load it only once"
    )
    score.add_argument("--require", metavar="LAYERS", help="layers of the sandbox that must be on (default: all)")
    add_embeddings(score)
    add_json(score)
    score.set_defaults(call=_score)


def _add_evaluate(commands: Any) -> None:
    evaluate = commands.add_parser("evaluate", help="ask a model, and judge what it answers")
    evaluate.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
    evaluate.add_argument("--model", required=True, metavar="M", help="by Inspect's name, such as openai/gpt-4o")
    evaluate.add_argument("--model-base-url", metavar="URL", help="of the server, where it is another than usual")
    evaluate.add_argument("--mode", default="base", choices=("base", "agent", "inter-agent"), help="how it is asked")
    evaluate.add_argument("--charts", default="picture", choices=("picture", "table"), help="how figures are shown")
    evaluate.add_argument(
        "--charts-model", default="google/deplot", metavar="MODEL", help="makes tables of figures; a name or a folder"
    )
    evaluate.add_argument("--categories", default="", metavar="A,B", help="only these (default: all)")
    evaluate.add_argument("--limit", type=int, metavar="N", help="only the first N cases")
    evaluate.add_argument("--log-dir", type=Path, default=Path("logs"), metavar="DIR", help="for Inspect's logs")
    evaluate.add_argument("--seconds", type=float, default=30.0, metavar="S", help="what one answer's code may take")
    evaluate.add_argument("--require", metavar="LAYERS", help="layers of the sandbox that must be on (default: all)")
    add_embeddings(evaluate)
    add_json(evaluate)
    evaluate.set_defaults(call=_evaluate)


def _score(chosen: argparse.Namespace) -> int:
    import asyncio

    from company.config import LAYERS, layers_named
    from company.evaluation.embedding_options import embedders_of
    from company.evaluation.scoring import score
    from company.evaluation.similarity import score_with_similarity
    from company.progress import progress_for

    if not chosen.seconds > 0:
        raise ConfigError(f"--seconds {chosen.seconds:g}: give a time above 0")
    require = LAYERS if chosen.require is None else layers_named(chosen.require)
    judged = {"require": require, "seconds": chosen.seconds, "first_loads": chosen.first_loads}
    embedders = embedders_of(chosen)
    with progress_for() as progress:
        if embedders is None:
            work = score(chosen.benchmark, chosen.responses, progress, **judged)
        else:
            work = score_with_similarity(chosen.benchmark, chosen.responses, progress, embedders, **judged)
        cases = asyncio.run(work)
    _tell(chosen, {}, cases, embedders)
    return DONE


def _evaluate(chosen: argparse.Namespace) -> int:
    need_inspect()
    from company.evaluation.embedding_options import embedders_of
    from company.evaluation.evaluating import Asking, evaluate
    from company.evaluation.similarity import sitting_with_similarity
    from company.progress import Silent, progress_for

    asking = Asking(
        chosen.model,
        chosen.mode,
        tuple(name.strip() for name in chosen.categories.split(",") if name.strip()),
        chosen.limit,
        chosen.model_base_url,
        chosen.log_dir,
        chosen.seconds,
        chosen.require,
        chosen.charts,
        chosen.charts_model,
    )
    embedders = embedders_of(chosen)
    if embedders is not None:
        embedders.text.embed(["pass"], Silent())  # a server that refuses is told before a model is asked
    found = evaluate(chosen.benchmark, asking)
    cases = [each.scored for each in found.answers]
    if embedders is not None:
        with progress_for() as progress:
            cases = sitting_with_similarity(chosen.benchmark, found, embedders, progress)
    about = {"model": found.model, "mode": found.mode, "log": found.file, "failed": list(found.failed)}
    _tell(chosen, about, cases, embedders)
    return FAILED if found.failed else DONE


def _tell(
    chosen: argparse.Namespace, about: Mapping[str, Any], cases: Sequence[Scored], embedders: Embedders | None
) -> None:
    """Print what cases came to; `about` says which answers they are, where that is known."""
    from company.evaluation.figures import summary
    from company.evaluation.printing import embeddings_text, score_text

    figures, spent = summary(cases), embedders.told() if embedders else None
    if chosen.json:
        say(as_json({**about, "cases": [asdict(case) for case in cases], **figures, "similarity": spent}))
        return
    parts = [f"{about['model']}, {about['mode']}"] if about else []
    parts.append(score_text(figures))
    parts += [embeddings_text(spent)] if spent else []
    parts += [f"log: {about['log']}"] if about else []
    say("\n\n".join(parts))


def report_on_models(
    benchmark: Path, logs: list[Path], page: Path, markdown: Path | None, machine_readable: bool
) -> int:
    """Compare the models that were asked a benchmark, on one page; the command's exit code."""
    need_inspect()
    from company.benchmark.reading import read_benchmark
    from company.evaluation.logs import sittings
    from company.evaluation.reporting import as_markdown, as_page, report_of

    report = report_of(read_benchmark(benchmark), sittings(logs))
    for file, text in ((page, as_page(report)), (markdown, as_markdown(report))):
        if file is not None:
            file.write_text(text, encoding="utf-8")
            say(f"report: {file}", sys.stderr if machine_readable else None)
    if machine_readable:
        say(as_json(report))
    return DONE
