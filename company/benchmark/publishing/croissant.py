"""Croissant metadata of a benchmark folder: its files with their hashes, its records, and who made it of what."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from company.benchmark.canary import canary
from company.benchmark.loading import DIALOGUE, DIALOGUES_CONFIG, IMAGE, TEXT, WHOLE, Shape, file_of
from company.benchmark.publishing.authorship import NOT_GIVEN
from company.benchmark.publishing.publication import Publication, encoding_of

_CONFORMS: Final = ("http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0")
_CR: Final = (
    "arrayShape",
    "citeAs",
    "column",
    "containedIn",
    "equivalentProperty",
    "extract",
    "field",
    "fileObject",
    "fileProperty",
    "fileSet",
    "format",
    "includes",
    "isArray",
    "isLiveDataset",
    "jsonPath",
    "key",
    "md5",
    "parentField",
    "path",
    "recordSet",
    "references",
    "regex",
    "repeated",
    "replace",
    "samplingRate",
    "separator",
    "source",
    "subField",
    "transform",
)
_CONTEXT: Final[dict[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "prov": "http://www.w3.org/ns/prov#",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "description": {"@container": "@language"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "name": {"@container": "@language"},
    **{name: f"cr:{name}" for name in _CR},
}
_TYPES: Final = {TEXT: "sc:Text", WHOLE: "sc:Integer", IMAGE: "sc:ImageObject"}


def croissant_text(publication: Publication, columns: Mapping[str, Shape], files: Mapping[str, tuple[str, int]]) -> str:
    """The content of `croissant.json`. `columns` are those of the cases; `files`: path → SHA-256 and bytes."""
    return json.dumps(_metadata(publication, columns, files), ensure_ascii=False, indent=1) + "\n"


def _metadata(
    publication: Publication, columns: Mapping[str, Shape], files: Mapping[str, tuple[str, int]]
) -> dict[str, Any]:
    licences = sorted({text for text in publication.licences.values() if text != NOT_GIVEN})
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": publication.title,
        "description": publication.description,
        "conformsTo": list(_CONFORMS),
        "license": licences or [publication.licence],
        "citeAs": publication.citation,
        "creator": {"@type": "sc:Organization", "name": "Decision Company, a simulated company"},
        "inLanguage": "en",
        "keywords": ["benchmark", "data analysis", "multi-turn dialogue", "code generation", *publication.cases],
        "isLiveDataset": False,
        "identifier": f"urn:uuid:{publication.guid}",
        "prov:wasDerivedFrom": [_source(publication, name) for name in publication.licences],
        "prov:wasGeneratedBy": {"@type": "prov:Activity", "prov:label": f"Simulated by {publication.machine}"},
        **_responsibility(publication),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": path,
                "name": path,
                "contentUrl": path,
                "contentSize": f"{size} B",
                "encodingFormat": encoding_of(Path(path)),
                "sha256": sha256,
            }
            for path, (sha256, size) in files.items()
        ],
        "recordSet": [_records(publication, config, columns) for config in publication.configs],
    }


def _source(publication: Publication, name: str) -> dict[str, Any]:
    """A table as what the benchmark was made of."""
    table, origin = next((table, origin) for table, origin in publication.tables if table.name == name)
    facts = {
        "prov:label": table.name,
        "sc:license": table.licence or origin.licence,
        "sc:isBasedOn": table.source or origin.source,
        "sc:creditText": table.citation,
        "sc:version": table.version,
        "cr:sha256": table.sha256,
    }
    return {"@type": "prov:Entity", **{key: fact for key, fact in facts.items() if fact and fact != NOT_GIVEN}}


def _responsibility(publication: Publication) -> dict[str, Any]:
    """The fields of responsible AI, as far as something true can be said of any benchmark made here."""
    judged = "People judged what was written; the card says who, how much and how far they agreed."
    nobody = "Nobody has reviewed it: all of it is as the simulated company left it."
    gate = (
        "Every reference was executed twice from a clean start with equal results; its check takes it, and refuses "
        "wrong answers; of every choice, exactly one option comes out right when it is executed."
    )
    held = "" if publication.gold else " References, checks and right letters are held back."
    return {
        "rai:dataCollection": (
            "Simulated. Agents in the roles of an administrator, clients, a data scientist and a chatbot invented "
            "personas, scenarios and plans over tables, and held dialogues in which code was written and executed. "
            f"Words and code were written by {publication.machine}."
        ),
        "rai:dataCollectionType": ["Software Collection", "Synthetic data generation"],
        "rai:dataAnnotationProtocol": [gate],
        "rai:dataAnnotationAnalysis": [judged if publication.judged else nobody],
        "rai:machineAnnotationTools": [publication.machine],
        "rai:dataUseCases": [
            f"Evaluating models on multi-turn data analysis. Not for training: {canary(publication.guid)}"
        ],
        "rai:dataLimitations": [
            "What clients ask is what the simulation let them ask; it is not a sample of what analysts ask. Queries "
            f"are in English. Results are compared by their values alone, and plots by how alike they look.{held}"
        ],
        "rai:dataBiases": ["The tables bring the biases of their sources, and the words those of who wrote them."],
        "rai:personalSensitiveInformation": [
            "Personas are invented. The tables are as their sources gave them, and may be about real people."
        ],
    }


def _records(publication: Publication, config: str, columns: Mapping[str, Shape]) -> dict[str, Any]:
    dialogues = config == DIALOGUES_CONFIG
    key = "dialogue" if dialogues else "data_id"
    shapes = DIALOGUE if dialogues else columns
    what = "Whole dialogues, failed attempts included." if dialogues else f"The cases of {config}, one a record."
    return {
        "@type": "cr:RecordSet",
        "@id": config,
        "name": config,
        "description": what,
        "key": {"@id": f"{config}/{key}"},
        "field": [field for name, shape in shapes.items() for field in _field(config, name, shape)],
    }


def _field(config: str, name: str, shape: Shape) -> Iterator[dict[str, Any]]:
    """A column as a field. What is nested deeper than the fields of an object is not described here."""
    repeated = isinstance(shape, list)
    inner = shape[0] if isinstance(shape, list) else shape
    field: dict[str, Any] = {"@type": "cr:Field", "@id": f"{config}/{name}", "name": f"{config}/{name}"}
    if repeated:
        field |= {"repeated": True}
    if isinstance(inner, dict):
        plain = {key: each for key, each in inner.items() if isinstance(each, str)}
        field |= {"subField": [_sub_field(config, name, key, each) for key, each in plain.items()]}
    else:
        field |= {"dataType": _TYPES[inner], "source": _taken(config, name, "bytes" if inner == IMAGE else None)}
    yield field


def _sub_field(config: str, name: str, key: str, shape: str) -> dict[str, Any]:
    place = f"{config}/{name}/{key}"
    return {
        "@type": "cr:Field",
        "@id": place,
        "name": place,
        "dataType": _TYPES[shape],
        "source": _taken(config, name, key),
    }


def _taken(config: str, name: str, inside: str | None) -> dict[str, Any]:
    """From which column, and from which field of the objects in it."""
    source: dict[str, Any] = {
        "fileObject": {"@id": file_of(config).as_posix()},
        "extract": {"column": name},
    }
    return source | ({"transform": {"jsonPath": inside}} if inside else {})
