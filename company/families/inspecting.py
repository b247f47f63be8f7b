"""The tasks and raters of all families, as Inspect finds them by its entry point: `inspect eval company/captions`."""

from company.families.captions.evaluation.built_in import BuiltIn
from company.families.captions.evaluation.task import captions
from company.families.dialogues.evaluation.conversation.task import conversation
from company.families.dialogues.evaluation.tapilot import tapilot
from company.families.figures.evaluation.task import figures
from company.families.vector_graphics.evaluation.task import graphics

__all__ = ["BuiltIn", "captions", "conversation", "figures", "graphics", "tapilot"]
