"""Croissant metadata of a benchmark folder: its files with their hashes, its records, and who made it of what."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from company.benchmark.canary import canary
from company.benchmark.loading import IMAGE, NUMBER, TEXT, TRUTH, WHOLE, Part, Shape, file_of
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
_TYPES: Final = {
    TEXT: "sc:Text",
    WHOLE: "sc:Integer",
    NUMBER: "sc:Float",
    TRUTH: "sc:Boolean",
    IMAGE: "sc:ImageObject",
}


def croissant_text(publication: Publication, files: Mapping[str, tuple[str, int]]) -> str:
    """Return the content of `croissant.json`; `files`: path → SHA-256 and bytes."""
    return json.dumps(_metadata(publication, files), ensure_ascii=False, indent=1) + "\n"


def _metadata(publication: Publication, files: Mapping[str, tuple[str, int]]) -> dict[str, Any]:
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
        "keywords": [*publication.release.keywords, *publication.cases],
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
        **({"recordSet": [_records(part) for part in publication.parts]} if publication.parts else {}),
    }


def _source(publication: Publication, name: str) -> dict[str, Any]:
    """Return a source as what the benchmark was made of."""
    source = next(source for source in publication.sources if source.name == name)
    facts = {
        "prov:label": source.name,
        "sc:license": source.licence,
        "sc:isBasedOn": source.source,
        "sc:creditText": source.citation,
        "sc:version": source.version,
        "cr:sha256": source.sha256,
    }
    return {"@type": "prov:Entity", **{key: fact for key, fact in facts.items() if fact and fact != NOT_GIVEN}}


def _responsibility(publication: Publication) -> dict[str, Any]:
    """Return the fields of responsible AI, as far as something true can be said of any benchmark made here."""
    judged = "People judged what was written; the card says who, how much and how far they agreed."
    nobody = "Nobody has reviewed it: all of it is as the simulated company left it."
    said = {
        "rai:dataCollection": f"Simulated. It was written by {publication.machine}.",
        "rai:dataCollectionType": ["Software Collection", "Synthetic data generation"],
        "rai:dataAnnotationProtocol": ["Every case passed the release gate of its family."],
        "rai:dataAnnotationAnalysis": [judged if publication.judged else nobody],
        "rai:machineAnnotationTools": [publication.machine],
        "rai:dataUseCases": [f"Evaluating models. Not for training: {canary(publication.guid)}"],
    }
    return {**said, **publication.release.responsibility(publication)}


def _records(part: Part) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": part.name,
        "name": part.name,
        "description": part.about,
        "key": {"@id": f"{part.name}/{part.key}"},
        "field": [field for name, shape in part.columns.items() for field in _field(part.name, name, shape)],
    }


def _field(config: str, name: str, shape: Shape) -> Iterator[dict[str, Any]]:
    """Yield a column as a field. What is nested deeper than the fields of an object is not described here."""
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
    """Return from which column, and from which field of the objects in it."""
    source: dict[str, Any] = {
        "fileObject": {"@id": file_of(config).as_posix()},
        "extract": {"column": name},
    }
    return source | ({"transform": {"jsonPath": inside}} if inside else {})
