"""The YAML at the head of a card, by which hubs list a benchmark and loaders find its parts."""

from __future__ import annotations

import re
from typing import Any, Final

from company.benchmark.loading import file_of
from company.benchmark.publishing.authorship import NOT_GIVEN
from company.benchmark.publishing.publication import Publication

ALL: Final = "all"
"""The config that has the cases of every category."""
_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def front_matter(publication: Publication) -> str:
    """Return the metadata between its two lines of dashes, with a line's end after it."""
    import yaml  # who reads a benchmark need not have it

    text = yaml.safe_dump(_metadata(publication), sort_keys=False, allow_unicode=True, width=1_000)
    return f"---\n{text}---\n"


def _metadata(publication: Publication) -> dict[str, Any]:
    total = sum(publication.cases.values())
    return {
        **_licence(publication),
        "language": ["en"],
        "pretty_name": publication.title,
        "size_categories": [next((name for most, name in _SIZES if total < most), "n>1M")],
        "task_categories": publication.release.tasks(publication.cases),
        "annotations_creators": ["machine-generated", *(["expert-generated"] if publication.judged else [])],
        "language_creators": ["machine-generated"],
        "source_datasets": ["original"],
        "tags": list(publication.release.tags),
        **({"configs": _configs(publication)} if publication.parts else {}),
    }


def _licence(publication: Publication) -> dict[str, str]:
    """Return the licence; with "other" go a name and an address to read on, as hubs ask for."""
    if publication.licence != "other":
        return {"license": publication.licence}
    names = sorted(
        {
            re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")
            for text in publication.licences.values()
            if text != NOT_GIVEN
        }
    )
    return {"license": "other", "license_name": "-and-".join(names)[:_LONGEST] or "other", "license_link": "README.md"}


_LONGEST: Final = 96


def _configs(publication: Publication) -> list[dict[str, Any]]:
    everything: dict[str, list[str]] = {}
    named: dict[str, list[dict[str, Any]]] = {}
    for part in publication.parts:
        file = file_of(part.name).as_posix()
        named.setdefault(part.config or part.name, []).append({"split": part.split, "path": file})
        if part.category:
            everything.setdefault(part.split, []).append(file)
    every = [{"split": split, "path": files} for split, files in everything.items()]
    # `datasets` keeps what it loaded by the folder's name and by what this says of a part, whatever is in the files.
    content = {"description": f"canary GUID {publication.guid}{'' if publication.gold else ', without gold'}"}
    return [
        {"config_name": ALL, "default": True, "data_files": every, **content},
        *({"config_name": name, "data_files": files, **content} for name, files in named.items()),
    ]
