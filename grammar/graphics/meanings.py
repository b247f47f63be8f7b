"""What each theme of a drawing is: its name, what an icon of it does in a program, its main idea, its field."""

from __future__ import annotations

from collections.abc import Mapping

from grammar.scenes.commissioning import PAGES
from grammar.scenes.networks import THEMES

USES: Mapping[str, str] = {
    "house": "going back to the home page",
    "tree": "showing files in a hierarchy",
    "flower": "macro settings of a camera",
    "face": "adding an emoji",
    "snowman": "winter settings of a heater",
    "ice cream": "desserts on a menu",
    "lamp": "showing a hint",
    "fish": "seafood on a menu",
    "robot": "talking to an automatic assistant",
    "cat": "pets in a shop",
    "umbrella": "rain in a weather forecast",
    "present": "sending a voucher",
    "castle": "sights on a map",
    "car": "directions for drivers",
    "boat": "ferries on a timetable",
    "rocket": "launching a project",
    "train": "connections by rail",
    "balloon": "outings and adventures",
    "lorry": "tracking a delivery",
    "traffic light": "status of a service",
    "clock": "looking at the time",
    "mug": "taking a break",
    "magnifying glass": "searching",
    "bus": "local public transport",
    "crane": "work in progress on a site",
    "die": "picking something at random",
    "flag": "reporting or marking an entry",
    "target": "setting goals",
    "star": "rating something",
    "heart": "keeping a favourite",
}
"""Theme → what an icon of it would be for."""
CONCEPTS: Mapping[str, str] = {
    "flowchart": "steps that follow one another to an end",
    "cycle": "stages that return to where they began",
    "timeline": "events in the order of their years",
    "pyramid": "levels that rest upon broader ones",
    "table": "entries in rows and columns below headings",
    "sets": "what groups have in common and what not",
    "staff chart": "superiors and who works for them",
    "progress": "how far several tasks have come",
    "bar chart": "comparing amounts of several things",
    "stacked bars": "totals and what they are made up of",
    "line chart": "rise and fall of one quantity",
    "cloud of points": "two groups scattered by two quantities",
    "pie": "shares of one whole",
    "thermometers": "temperatures that were measured",
    "skyline": "buildings of a city",
    "board": "pieces of a game on their squares",
}
"""Theme → its main idea."""
DOMAINS: Mapping[str, str] = {
    "organisation": "business administration",
    "state machine": "control of machines",
    "build": "software releases",
    "computer network": "network engineering",
    "family": "genealogy",
    "courses": "education",
    "food web": "ecology",
    "flights": "aviation",
    "classes": "geometry",
    "calls": "program analysis",
    "services": "web software",
    "tournament": "sports",
    "decisions": "everyday choices",
    "recipe": "cooking",
    "water": "hydrology",
    "supply": "manufacturing and trade",
    "underground": "urban transport",
    "molecule": "chemistry",
}
"""Theme → the field that a graph of it is from."""
_NAMED = {name: name for name, (category, _) in PAGES.items() if category == "pictogram" or name in USES}
MEANINGS: Mapping[str, Mapping[str, str]] = {
    "category": _NAMED,
    "usage": USES,
    "concept": CONCEPTS,
    "domain": DOMAINS,
}
"""Type of question → theme → its answer; no two themes have the same."""


_LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "color": ("flag", "progress", "bar chart", "stacked bars", "pie", "thermometers"),
    "counting": ("clock", "magnifying glass", "crane", "flag", "target", "nested squares", "skyline", "thermometers"),
    "relation": ("face", "lamp", "umbrella", "butterfly", "clock", "magnifying glass", "crane", "flag", "target"),
}
"""Themes by type of question whose parts lie on one another, or look like lines: hardly any question is clear."""


def themes_for(form: str, question_type: str) -> tuple[str, ...]:
    """Return the themes of a format that a question of a type makes sense of."""
    if form == "graphviz":
        return tuple(THEMES)
    left_out = _LEFT_OUT.get(question_type, ())
    return tuple(each for each in MEANINGS.get(question_type, PAGES) if each not in left_out)


def theme_of(answer: str) -> str | None:
    """Return the theme that an answer means."""
    return next((theme for many in MEANINGS.values() for theme, said in many.items() if said == answer), None)
