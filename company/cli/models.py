"""`company score`, `company evaluate` and the page on models of `company report`: parse, call, print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.console.commands import DONE, FAILED, STOPPED, add_json, add_on, as_json, say, whole
from company.errors import ConfigError, OutOfBudget

if TYPE_CHECKING:
    from company.api import Scores
    from company.evaluation.asking import Seeing


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
    _add_choice(score)
    add_running(score)
    score.add_argument(
        "--first-loads", action="store_true", help="where code loads its table again and again, load it only once"
    )
    _add_without_execution(score)
    _add_embeddings(score)
    _add_judge(score)
    add_on(score)
    score.add_argument("--log-dir", type=Path, default=Path("logs"), metavar="DIR", help="where --judge keeps replies")
    add_json(score)
    score.set_defaults(call=_score)


def _add_evaluate(commands: Any) -> None:
    evaluate = commands.add_parser("evaluate", help="ask a model, and judge what it answers")
    evaluate.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
    evaluate.add_argument("--model", metavar="M", help="by Inspect's name, such as openai/gpt-4o")
    evaluate.add_argument("--model-base-url", metavar="URL", help="of the server, where it is another than usual")
    evaluate.add_argument("--mode", default="base", metavar="MODE", help="how it is asked (default: base)")
    evaluate.add_argument("--charts", default="picture", choices=("picture", "table"), help="how figures are shown")
    evaluate.add_argument(
        "--charts-model", metavar="MODEL", help="makes tables of figures (default: google/deplot); a name or a folder"
    )
    evaluate.add_argument(
        "--context", default="all", metavar="TEXTS", help="raters: all, first, random or none of the paragraphs"
    )
    evaluate.add_argument("--see", default="", metavar="WHAT", help="what they are shown: text, picture or both")
    evaluate.add_argument("--repeat", type=whole, default=1, metavar="N", help="raters: ask for each rating N times")
    evaluate.add_argument(
        "--rotations", type=whole, default=1, metavar="N", help="drawings: ask each question in N orders of its options"
    )
    evaluate.add_argument("--prompts", type=Path, metavar="DIR", help="raters: other words to ask with")
    evaluate.add_argument(
        "--budget", type=float, metavar="USD", help="raters, conversations, figures: stop before answers cost more"
    )
    _add_conversations(evaluate)
    _add_judge(evaluate)
    evaluate.add_argument("--vision-model", metavar="M", help="figures: looks at drafts (default: the model itself)")
    evaluate.add_argument("--vision-base-url", metavar="URL", help="of its server, where it is another than usual")
    _add_choice(evaluate)
    evaluate.add_argument("--log-dir", type=Path, default=Path("logs"), metavar="DIR", help="for Inspect's logs")
    add_running(evaluate)
    _add_without_execution(evaluate)
    _add_embeddings(evaluate)
    add_json(evaluate)
    evaluate.set_defaults(call=_evaluate)


def _add_conversations(evaluate: argparse.ArgumentParser) -> None:
    """Add what cases that evolve and whole conversations know."""
    evaluate.add_argument(
        "--arm", default="full", metavar="ARM", help="mode base, cases that evolve: full, evidence or explicit words"
    )
    evaluate.add_argument(
        "--patience",
        type=whole,
        default=3,
        metavar="N",
        help="conversations: questions beyond those needed (default: 3)",
    )
    evaluate.add_argument(
        "--window",
        type=whole,
        metavar="N",
        help="conversations: code and outputs of the last N turns alone stay in view",
    )
    evaluate.add_argument(
        "--notes",
        type=whole,
        metavar="N",
        help="conversations: of earlier turns than the window's, only N characters of the model's own notes stay",
    )
    evaluate.add_argument("--turns", default="", metavar="1-20", help="conversations: only these turns (default: all)")
    evaluate.add_argument(
        "--client-model", metavar="M", help="conversations: says which item of the record a question is for"
    )
    evaluate.add_argument("--estimate", action="store_true", help="conversations: only say what it would take")


def _add_choice(command: argparse.ArgumentParser) -> None:
    """Add what says which cases count."""
    command.add_argument("--categories", default="", metavar="A,B", help="only these (default: all)")
    command.add_argument("--limit", type=whole, metavar="N", help="only the first N cases")


def _categories(chosen: argparse.Namespace) -> tuple[str, ...]:
    return tuple(name.strip() for name in chosen.categories.split(",") if name.strip())


def add_running(command: argparse.ArgumentParser, of: str = "") -> None:
    """Add how the code of answers is run."""
    command.add_argument(
        "--seconds", type=float, default=30.0, metavar="S", help=f"{of}what one answer may take (default: 30)"
    )
    command.add_argument(
        "--require", metavar="LAYERS", help=f"{of}layers of the sandbox that must be on (default: all)"
    )


def _add_judge(command: argparse.ArgumentParser) -> None:
    """Add what says which model judges figures, and how."""
    command.add_argument(
        "--judge", metavar="M", help="figures: a model that looks at them; drawings: that reads reasoning"
    )
    command.add_argument("--judge-base-url", metavar="URL", help="of its server, where it is another than usual")
    command.add_argument("--judge-samples", type=whole, default=1, metavar="K", help="ask for each score K times")
    command.add_argument(
        "--judge-orders",
        default="drawn-first",
        metavar="WHICH",
        help="whether the answer comes before the reference (default: drawn-first), or both orders are asked",
    )
    command.add_argument("--judge-prompt", type=Path, metavar="FILE", help="other words to ask a judge with")


def _judge_of(chosen: argparse.Namespace) -> Seeing | None:
    """Return the judge that the options name. Raises ConfigError for options of a judge without one."""
    from company.evaluation.asking import Seeing

    found = Seeing(
        chosen.judge or "",
        chosen.judge_base_url,
        chosen.judge_samples,
        chosen.judge_orders,
        chosen.judge_prompt,
        chosen.log_dir,
    )
    if chosen.judge is None and found != Seeing("", logs=chosen.log_dir):
        raise ConfigError("how a judge is asked was given, and no judge; name one with --judge, or leave it out")
    return found if chosen.judge is not None else None


def _add_without_execution(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--without-execution",
        action="store_true",
        help="leave out choices whose answer cannot be read off the prompt (default: all count)",
    )


def _add_embeddings(command: argparse.ArgumentParser) -> None:
    """Add the options of a command that computes AccSE and AccSER."""
    command.add_argument(
        "--code-embeddings",
        metavar="MODEL",
        help="compute AccSE and AccSER: CodeT5+ as a folder, or by its name (Salesforce/codet5p-110m-embedding)",
    )
    command.add_argument(
        "--text-embeddings", metavar="MODEL", help="the other embedding of these (text-embedding-ada-002)"
    )
    command.add_argument("--embeddings-url", metavar="URL", help="of its server, where it is another than OpenAI's")
    command.add_argument("--embeddings-key", metavar="NAME", help="the environment variable of that server's key")


def embeddings_of(chosen: argparse.Namespace) -> dict[str, str]:
    """Return the embeddings that the options name, as `company.api.score` takes them."""
    names = {
        "code": chosen.code_embeddings,
        "text": chosen.text_embeddings,
        "url": chosen.embeddings_url,
        "key": chosen.embeddings_key,
    }
    return {name: value for name, value in names.items() if value is not None}


def _score(chosen: argparse.Namespace) -> int:
    from company import api
    from company.config import layers_named

    found = api.score(
        chosen.benchmark,
        chosen.responses,
        categories=_categories(chosen),
        limit=chosen.limit,
        seconds=chosen.seconds,
        first_loads=chosen.first_loads,
        require=layers_named(chosen.require),
        embeddings=embeddings_of(chosen),
        without_execution=chosen.without_execution,
        judge=_judge_of(chosen),
        on=chosen.on,
    )
    _tell(found, chosen.json)
    return FAILED if found.unscored else DONE


def _evaluate(chosen: argparse.Namespace) -> int:
    if chosen.estimate:
        return _estimate(chosen)
    if chosen.model is None:
        raise ConfigError("--model is missing: name the model that is to be asked, such as openai/gpt-4o")
    try:
        found = _evaluated(chosen)
    except OutOfBudget as full:
        say(f"company: {full}", sys.stderr)
        return STOPPED
    _tell(found, chosen.json)
    return FAILED if found.unscored or (found.sitting and found.sitting.failed) else DONE


def _estimate(chosen: argparse.Namespace) -> int:
    from company import api

    told, text = api.estimate_evaluation(chosen.benchmark, chosen.model or "", **_asking(chosen))
    say(as_json(told) if chosen.json else text)
    return DONE


def _evaluated(chosen: argparse.Namespace) -> Scores:
    from company import api

    return api.evaluate(chosen.benchmark, chosen.model, embeddings=embeddings_of(chosen), **_asking(chosen))


def _asking(chosen: argparse.Namespace) -> dict[str, Any]:
    """Return how a model is asked, as `Asking` has it."""
    return dict(
        mode=chosen.mode,
        categories=_categories(chosen),
        limit=chosen.limit,
        base_url=chosen.model_base_url,
        logs=chosen.log_dir,
        seconds=chosen.seconds,
        require=chosen.require,
        charts=chosen.charts,
        charts_model=chosen.charts_model,
        without_execution=chosen.without_execution,
        context=chosen.context,
        see=chosen.see,
        repeat=chosen.repeat,
        rotations=chosen.rotations,
        prompts=chosen.prompts,
        budget=chosen.budget,
        arm=chosen.arm,
        patience=chosen.patience,
        window=chosen.window,
        notes=chosen.notes,
        turns=chosen.turns,
        client_model=chosen.client_model,
        vision_model=chosen.vision_model,
        vision_base_url=chosen.vision_base_url,
        judge=_judge_of(chosen),
    )


def _tell(found: Scores, machine_readable: bool) -> None:
    """Print what answers are worth."""
    from company.evaluation.printing import embeddings_text

    if machine_readable:
        say(as_json(found.as_json()))
        return
    sitting = found.sitting
    parts = [", ".join(filter(None, (sitting.model, sitting.mode, sitting.told.get("manner"))))] if sitting else []
    parts.append(found.text)
    parts += [embeddings_text(found.similarity)] if found.similarity else []
    parts += [f"log: {sitting.file}"] if sitting else []
    say("\n\n".join(parts))
