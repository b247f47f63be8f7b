"""What Croissant is told of how dialogues came about: fields of responsible AI."""

from __future__ import annotations

from typing import Any

from company.benchmark.canary import canary
from company.benchmark.publishing.publication import Publication


def responsibility(publication: Publication) -> dict[str, Any]:
    """Return the fields that say something of dialogues over tables."""
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
        "rai:dataAnnotationProtocol": [gate],
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
