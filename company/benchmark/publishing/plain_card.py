"""The card of a family that words none of its own: what is in the folder, how it came about, how to use and cite it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from company.benchmark.canary import canary
from company.benchmark.files import RESOURCE
from company.benchmark.layers import present, without
from company.benchmark.loading import Part, file_of
from company.benchmark.publishing.authorship import NOBODY, PROCEDURAL, Origin
from company.benchmark.publishing.draft import Draft, Source
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts, review_text
from company.config import Layer


def plain_card(draft: Draft, publication: Publication, reviewed: Reviewed | None, verdicts: Verdicts) -> str:
    """Return the card as Markdown, without its front matter."""
    origins = publication.origins if publication.gold else [replace(each, seed=None) for each in publication.origins]
    total = sum(publication.cases.values())
    sections = {
        "How it was made": "\n\n".join(dict.fromkeys(map(made, origins))),
        "What people said of it": review_text(reviewed, verdicts, total),
        "What is in it": _contents(draft, publication),
        "What it was made of": "\n\n".join(map(_source, publication.sources)),
        "How to load it": _loading(publication),
        "How to hand in responses": _handing_in(publication),
        "How to cite it": f"```bibtex\n{publication.citation}\n```",
        "Keep it out of training data": canary(publication.guid),
    }
    text = "\n\n".join(f"## {title}\n\n{words}" for title, words in sections.items() if words)
    return f"# {publication.title}\n\n{publication.description}\n\n{text}\n"


def _contents(draft: Draft, publication: Publication) -> str:
    family = draft.family
    rows = [
        f"| {category} | {count} | `{(family.lines / family.categories[category].file).as_posix()}` |"
        for category, count in publication.cases.items()
    ]
    table = "\n".join(["| category | cases | file |", "|---|---|---|", *rows])
    shown = family.release.public_fields if not publication.gold else family.release.fields
    fields = ", ".join(f"`{name}`" for name in shown)
    gold = ", ".join(f"`{name}`" for name in family.release.gold)
    held = f"Of these, {gold} are gold." if publication.gold else f"{gold} are held back by those who published it."
    left_out = f"\n\nLeft out, since they give others away: {publication.left_out:,}." if publication.left_out else ""
    return f"{table}\n\nOne case a line, with the fields {fields}. {held}{left_out}"


def _source(source: Source) -> str:
    facts = {
        "source": source.source,
        "version": source.version,
        "cite as": source.citation,
        "licence": source.licence,
        "SHA-256": f"`{source.sha256}`",
    }
    lines = "\n".join(f"- {name}: {fact}" for name, fact in facts.items() if fact)
    return f"**{source.name}** (`{(RESOURCE / source.file).as_posix()}`)\n\n{lines}"


def _loading(publication: Publication) -> str:
    if not publication.parts:
        return ""
    first = publication.parts[0]
    names = ", ".join(f"`{part.config or part.name}`{_split(part)}" for part in publication.parts)
    return (
        f'With `datasets`: `load_dataset(folder, "{first.config or first.name}", split="{first.split}")`, where '
        f"`folder` is the path of this folder or its name on a hub. The parts are {names}; each is a Parquet file in "
        f"`{file_of(first.name).parent.as_posix()}/`."
    )


def _split(part: Part) -> str:
    return f" (split `{part.split}`)" if part.config else ""


def _handing_in(publication: Publication) -> str:
    held = "Hand the file to those who hold the gold; they score it with their folder:" if not publication.gold else ""
    command = f"company score {'.' if publication.gold else 'HELD_BACK'} responses.jsonl"
    return "\n\n".join(
        filter(
            None,
            (
                "A response to each case, one JSON object a line with `data_id` and `response`, in `responses.jsonl`.",
                held,
                f"```\n{command}\n```",
            ),
        )
    )


def made(origin: Origin) -> str:
    """Return the writers of a run's content."""
    seed = "" if origin.seed is None else f", seed {origin.seed}"
    if origin.backend == PROCEDURAL:
        return f"It was written by the built-in procedural backend{seed}. **It is not a language model.**"
    if origin.roles:
        named = "; ".join(f"the {role} by {player(*who)}" for role, who in origin.roles.items())
        return f"It was written by several models{seed}: {named}."
    if origin.backend == NOBODY:
        return "No model was asked: its cases come from what the run was given."
    model = f"the model `{origin.model}` " if origin.model else ""
    return f"It was written by {model}through the backend `{origin.backend}`{seed}."


def player(backend: str, model: str) -> str:
    """Return the player of a role."""
    if backend == PROCEDURAL:
        return "the built-in procedural backend, which is not a language model"
    return f"the model `{model}` through the backend `{backend}`"


def ran(layers: Mapping[Layer, str]) -> str:
    """Return behind which layers of the sandbox code ran."""
    if not layers:
        return "It was not recorded which layers of the sandbox stood around the code when it ran."
    lacking = without(layers)
    missing = f" At least once it ran **{lacking}**." if lacking else ""
    return f"The code ran in a sandbox with these layers on: {present(layers)}.{missing}"
