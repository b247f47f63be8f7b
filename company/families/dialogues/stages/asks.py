"""What each role is told and asked in a dialogue, and what is wrong with a reply (paper, figures 11 and 12)."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from company.families.dialogues.briefs import Context
from company.families.dialogues.budgets import within
from company.families.dialogues.character import consistent
from company.families.dialogues.client_briefs import (
    SHARED,
    client_brief,
    goal_brief,
    persona_brief,
    plan_brief,
    scenario_brief,
    texts_of,
    with_shared,
)
from company.families.dialogues.columns_in_texts import named_columns
from company.families.dialogues.excerpts import telling
from company.families.dialogues.giving_way import Spoken
from company.families.dialogues.grounding import Grounds
from company.families.dialogues.history_briefs import closing_brief
from company.families.dialogues.known_numbers import Numbers
from company.families.dialogues.records import Turn
from company.families.dialogues.replies import Closing, CodeReply, Query, Reaction, Said
from company.families.dialogues.reported import unfounded
from company.families.dialogues.result_briefs import output_brief, reported_briefs
from company.families.dialogues.stages.held import SEEN, Held
from company.families.dialogues.table_briefs import MOST_COLUMNS
from company.families.dialogues.told_tables import loaded_columns
from company.families.dialogues.variable_briefs import THE_TABLE
from company.prompts import prompt
from company.run.stage import composed
from company.staff.members import Ask

MOST_HEARD = 8
"""Answers that the client is told of, the latest ones."""
MOST_SAID = 1_000
"""Characters of what the client has said that whoever asks is told, where the last words alone are not longer."""
_OPENLY = 4_500
"""Characters of the brief of whoever leaves open what is wanted."""
_MARKS = {
    "bars": "bars as [label, length] or [label, series, length]",
    "bins": "bins as [from, to, length]",
    "slices": "slices as [label, share]",
    "lines": "lines by their points or their ends",
    "guides": "guides (lines straight across) as [axis, place]",
    "grids": "of a heat map its cells or the highest and lowest",
}
"""How each kind of mark of a figure is told."""
_REPORTED = 1_000
"""Characters of a query that whoever reports its results is told, of what names them most."""
_HEARD = 240
"""Characters of a query that the client is told: what of it has to do with the answer."""
_BY_CHANCE = re.compile(
    r"(?i)\b(?:boot|cluster|cross-?valid|fold|forest|k-?means|montecarlo|monte carlo|network|permut|random|"
    r"resampl|sampling|seed|shuffl|simulat|split|train)"
)
"""What a query says that asks for something random, or for what may be fitted by chance."""
_COUNTED = ("first", "second", "third", "fourth", "fifth", "sixth")
"""How people call the questions of a plan."""
_LEFT = ("no turn is", "one turn is", "two turns are", "three turns are")
"""How many turns are left, in words."""
PROMPTS = (
    "data_scientist_role",
    "chatbot_role",
    "client_role",
    "data_scientist_ask",
    "data_scientist_ask_anew",
    "data_scientist_ask_answering",
    "data_scientist_ask_colloquial",
    "data_scientist_ask_done",
    "data_scientist_ask_drawing",
    "data_scientist_ask_first",
    "data_scientist_ask_on_results",
    "data_scientist_ask_openly",
    "data_scientist_ask_statement",
    "data_scientist_ask_wish",
    "data_scientist_close",
    "client_reacts",
    "chatbot_code",
    "chatbot_code_again",
    "chatbot_code_chance",
    "chatbot_code_unclear",
    "chatbot_correct",
    "chatbot_report",
    "chatbot_report_figure",
    "rule_shared_conditions",
    "rule_frames",
    "rule_ends",
)
"""The prompts of a dialogue."""


def next_query(held: Held) -> Ask:
    """Return the prompt for the data scientist's next query."""
    if held.withdrawn is not None:
        ask = _asked_anew(held)
    else:
        ask = _asked_openly(held) if held.leaves_open() else _asked(held)

    def fault(query: Query) -> str | None:
        if query.finished:
            return None
        if (given := _given(query)) and not held.answers:
            return (
                f"`{given}` is given, and no result is there yet that could have changed the plan. Leave it empty, and "
                "ask for what the plan's question needs."
            )
        # One that is to leave something open need not name and spell exactly: the chatbot asks back.
        return None if held.leaves_open() else _grounds(held).query(query)

    return dataclasses.replace(held.screened.asked(ask), check=fault)


def _given(query: Query) -> str:
    """Return the first field of a message that changes the plan; an empty text where none does."""
    return next((name for name in ("instead", "also") if getattr(query, name)), "")


def _asked(held: Held) -> Ask:
    """Return the prompt for a query; what stays the same through a dialogue stands before what does not."""
    context, brief = _asking(held)
    occasions = {
        "first": not held.answers,
        "on_results": held.answers,
        "answering": held.asked_back,
        "drawing": lacks_figure(held),
        "done": not held.asked_back and min(_turns_per_question(held)) > 0,
    }
    left = _LEFT[held.turns_left] if held.turns_left < len(_LEFT) else f"{held.turns_left} turns are"
    told = context.within(brief)
    occasions["wish"] = "other_meanings" in told["table"]
    ways = {"done": {"left": left}}
    words = [name for name, is_so in occasions.items() if is_so]
    now = [prompt(f"data_scientist_ask_{name}", **ways.get(name, {})).strip() for name in words]
    now = [*_explained(told, told["history"]), *now]
    return composed(
        "data_scientist_ask",
        Query,
        told,
        speech=prompt(f"data_scientist_ask_{held.plan.speech}").strip(),
        now="\n\n".join(now),
    )


def _asked_openly(held: Held) -> Ask:
    """Return the prompt for a query that leaves open what exactly is wanted: it needs no rules on how to be exact, and
    little of the columns that it will not name.
    """
    context, brief = _asking(held)
    told = context.within({**brief, "leaves_open": True}, most=_OPENLY)
    now = [*_explained(told, told["history"]), prompt("data_scientist_ask_on_results").strip()]
    return composed("data_scientist_ask_openly", Query, told, now="\n\n".join(now))


def _asked_anew(held: Held) -> Ask:
    """Return the prompt for a message in place of one that was taken back: it tells what that one speaks of, and the
    question that it serves.
    """
    assert held.withdrawn is not None
    message = held.withdrawn.message
    context = _context(held, [], [message], ())
    asked = _plan(held, "text", "conditions", "instead", "also")["questions"]
    serves = asked[min(held.withdrawn.question, len(asked)) - 1]
    if "instead" in serves:  # the conditions were those of the question that it stands for
        del serves["conditions"]
    brief = {
        "task": "ask",
        **({} if held.withdrawn.instead else {"asked": serves}),
        **context.going_on(),
        "withdrawn": {key: told for key, told in dataclasses.asdict(held.withdrawn).items() if told},
    }
    return composed("data_scientist_ask_anew", Query, context.within(brief))


def _asking(held: Held) -> tuple[Context, dict[str, Any]]:
    """Return the brief of whoever asks, with the context that it is a part of."""
    recent = held.history(SEEN, fewest=held.on_question)
    wishes = [*held.wishes[-1:], *held.taken_up]
    context = _context(held, recent, [*texts_of(held.plan, held.question), *wishes], wishes if held.answers else [])
    context = dataclasses.replace(context, is_new=held.has_new_wish)
    before = _asked_before(held, len(recent))
    return context, {
        "task": "ask",
        "persona": client_brief(held.persona),
        "scenario": goal_brief(held.scenario),
        "client_said": held.wished(MOST_SAID, [*texts_of(held.plan, held.question), *_ordinals(held.question)]),
        "plan": _ahead(held),
        **context.asking(),
        "results_so_far": held.results,
        **({"asked_before": before} if before else {}),
        "turns_per_question": _turns_per_question(held),
        "turns_left": held.turns_left,
    }


def _ordinals(question: int) -> Sequence[str]:
    """Return how people call the plan's question in hand and the one that follows it."""
    return _COUNTED[max(question - 1, 0) :][: 2 if question else 1]


def last_words(held: Held) -> Ask:
    """Return the prompt for the words that end the dialogue."""
    turns = held.history(SEEN, fewest=held.position)
    brief = {
        "task": "close",
        "persona": client_brief(held.persona),
        "scenario": goal_brief(held.scenario),
        "client_said": held.said_by_client(MOST_SAID),
        "plan": _plan(held, "text", "instead"),
        **closing_brief(held.table, turns, [held.scenario.goal, *(one.text for one in held.plan.questions)]),
        "turns_per_question": _turns_per_question(held),
    }
    spoken = Spoken()

    def fault(closing: Closing) -> str | None:
        told = [text for turn in turns for text in (turn.query, turn.answer)]
        told += [*held.expected, *held.wishes, *held.agreed, held.table.description]
        results = [result for turn in turns for result in turn.results]
        return _grounds(held).closing(closing) or unfounded(closing.message, Numbers.of(results, texts=told))

    ask = composed("data_scientist_close", Closing, within(brief, spoken))
    return dataclasses.replace(held.screened.asked(ask), check=fault)


def reaction(held: Held) -> Ask:
    """Return the prompt for what the client says to the first answers."""
    held.is_told = True
    brief = {
        "task": "client_reacts",
        "persona": persona_brief(held.persona),
        "scenario": scenario_brief(held.scenario),
        "columns": [column.name for column in held.table.columns[:MOST_COLUMNS]],
        "client_said": held.said_by_client(MOST_SAID),
        "questions": [held.instead.get(at, one.text) for at, one in enumerate(held.plan.questions, start=1)],
        "answers": [
            {"asked": telling(query, _HEARD, [answer]), "answer": answer}
            for query, answer in held.answers[-MOST_HEARD:]
        ],
        "question": held.question,
        "turns_left": held.turns_left,
    }
    grounds, in_person = _grounds(held), consistent(held.persona)

    def fault(reaction: Reaction) -> str | None:
        return grounds.message(reaction.message) or in_person(reaction)

    return dataclasses.replace(held.screened.asked(composed("client_reacts", Reaction, brief)), check=fault)


def answer(held: Held) -> Ask:
    """Return the prompt for code, for its correction, or for the answer once the code has run."""
    assert held.query is not None, "the chatbot answers a query"
    if held.attempts and held.attempts[-1].execution.ok:
        return _report(held, held.query.message)
    earlier = held.history(("accepted", "edited"))
    serves = held.plan.questions[min(held.query.question, len(held.plan.questions)) - 1]
    context = _context(held, earlier, [held.query.message], [held.query.message])
    context = dataclasses.replace(context, planned=serves.columns)
    brief = {**context.coding(), "query": held.query.message}
    if not held.attempts:
        told = context.within({"task": "write_code", **brief})
        now = [*_explained(told, told["history"]), *filter(None, [seeds_for(held.query.message)])]
        unclear = prompt("chatbot_code_again" if held.asked_back else "chatbot_code_unclear").strip()
        ask = composed("chatbot_code", CodeReply, told, unclear=unclear, now="\n\n".join(now))
        return dataclasses.replace(held.screened.asked(ask), check=lambda reply: _code_fault(held, reply))
    failed = [attempt.model_dump(mode="json", include={"code": True, "execution": {"error"}}) for attempt in
              held.attempts]  # fmt: skip
    told = context.within({"task": "correct_code", **brief, "attempts": failed})
    return held.screened.asked(composed("chatbot_correct", CodeReply, told))


def seeds_for(query: str) -> str:
    """Return the words on seeds where a query asks for something random; else an empty text."""
    return prompt("chatbot_code_chance").strip() if _BY_CHANCE.search(query) else ""


def _report(held: Held, query: str) -> Ask:
    """Return the prompt for the answer once the code has run."""
    code, ran = held.attempts[-1].code, held.attempts[-1].execution
    printed = output_brief(ran.output, code, ran.results)
    named = named_columns(held.table, [query])
    results = reported_briefs(ran.results, printed, code, loaded_columns(held.table) - named)
    brief = {
        "task": "report_result",
        "query": telling(query, _REPORTED, [each.name for each in ran.results]),
        **({"output": printed} if printed else {}),
        "results": results,
    }
    told = within(brief, Spoken(named))
    figure = " ".join([*_explained({}, [told]), *_shown(told)])
    numbers = Numbers.of(ran.results, ran.output, code, [query])
    ask = held.screened.asked(composed("chatbot_report", Said, told, figure=figure))
    return dataclasses.replace(ask, check=lambda said: unfounded(said.message, numbers))


def _shown(told: Mapping[str, Any]) -> list[str]:
    """Return what says how to read the marks of figures among results, of the kinds that there are."""
    axes = [each for result in told["results"] for each in result.get("facts", {}).get("axes", ())]
    kinds = {kind for each in axes for kind in each.get("shows", ())}
    ways = [way for kind, way in _MARKS.items() if kind in kinds]
    return [prompt("chatbot_report_figure", kinds=", ".join(ways)).strip()] if ways else []


def _explained(told: Mapping[str, Any], turns: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what says how to read the variables of a brief and the results of turns, where they need it."""
    is_made = any(each.get("as", THE_TABLE) != THE_TABLE or "columns" in each for each in told.get("variables", ()))
    has_ends = any("ends" in result.get("facts", ()) for turn in turns for result in turn.get("results", ()))
    is_shared = SHARED in told.get("plan", ())
    rules = {"rule_shared_conditions": is_shared, "rule_frames": is_made, "rule_ends": has_ends}
    return [prompt(name).strip() for name, is_so in rules.items() if is_so]


def _context(held: Held, turns: Sequence[Turn], about: Sequence[str], plain: Sequence[str]) -> Context:
    return Context(held.table, held.variables, held.results, turns, about, plain=plain)


def _grounds(held: Held) -> Grounds:
    return Grounds.of(held.table, held.variables, (*held.queries, *held.agreed))


def _plan(held: Held, *fields: str) -> dict[str, Any]:
    """Return the plan, with what results have put in place of its questions and the client's wishes on top of them;
    just these fields of them, if any.
    """
    brief = plan_brief(held.plan)
    for number, words in held.instead.items():
        brief["questions"][number - 1]["instead"] = words
    for number, wishes in held.also.items():
        brief["questions"][number - 1]["also"] = wishes
    questions = [
        {key: told for key, told in each.items() if not fields or key in fields} for each in brief["questions"]
    ]
    return {**brief, "questions": questions}


def lacks_figure(held: Held) -> bool:
    """Return whether a question that was begun, or the plan where half of the turns are done, waits for a figure."""
    begun = held.plan.questions[: held.question] if 2 * held.answered < held.plan.turns else held.plan.questions
    drawn = any(intent.type == "plot" for intents in held.asked_for for intent in intents)
    return not drawn and any("plot" in question.result_types for question in begun)


def _ahead(held: Held) -> dict[str, Any]:
    """Return the plan for whoever asks on: all of the present question and, once it was asked, of the next one; of
    others their words.

    Of a question that was replaced, what stands in its place is told beside its words. A question that was asked is
    settled where no turn is left beside those that the other questions need.
    """
    told = _plan(held)
    present = max(1, held.question)
    others = _turns_per_question(held).count(0)
    is_done = held.served[present] > 0 and held.turns_left <= others and not held.asked_back
    whole = {present + 1} if is_done else {present, present + 1} if held.served[present] else {present}

    def of(number: int, question: dict[str, Any]) -> dict[str, Any]:
        if "instead" in question:
            return {key: question[key] for key in ("text", "instead", "also") if key in question}
        return question if number in whole else {"text": question["text"]}

    questions, shared = with_shared(of(number, each) for number, each in enumerate(told["questions"], start=1))
    return {**told, "questions": questions, **shared}


def _turns_per_question(held: Held) -> list[int]:
    return [held.served[number] for number in range(1, len(held.plan.questions) + 1)]


def _asked_before(held: Held, recent: int) -> list[dict[str, Any]]:
    """Return the queries before those that are shown as recent, with what each has left."""
    before = zip(held.queries, held.asked_for, strict=True)
    return [
        {"query": query, "results": [intent.model_dump(mode="json") for intent in intents]}
        for query, intents in itertools.islice(before, max(0, len(held.queries) - recent))
    ]


def _code_fault(held: Held, reply: CodeReply) -> str | None:
    """Return what is wrong with a reply to a query before its code has run; None where nothing is."""
    if reply.code or not held.asked_back or not reply.message.rstrip().endswith("?"):
        return None
    return (
        "You asked back in the last turn, the query answers that, and you ask once more. Give code for what is "
        "most likely meant, and say in `message` how you take it."
    )
