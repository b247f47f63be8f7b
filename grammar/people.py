"""The people of the built-in company: the admin's and the clients' words, from a seed, over any table.

Every function is pure: a brief and a source of chance in, the fields of a reply out. `describing` has the admin's
account of the table, `personas` the clients, `interview` the talk about scenarios, `subject` what all of them know.
"""

from __future__ import annotations

from grammar.describing import describe_table
from grammar.interview import ask_about_scenarios, choose_scenario, propose_scenarios
from grammar.personas import invent_persona
from grammar.subject import interests

__all__ = [
    "ask_about_scenarios",
    "choose_scenario",
    "describe_table",
    "interests",
    "invent_persona",
    "propose_scenarios",
]
