"""Stage: three go through the figure element by element, and quote the words that ask for each.

What two of them find asked for is required of answers. Kinds of marks and values have to be asked for: where they are
not, a sentence that one of the three proposes is added once, else the case is given up.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple

from company.errors import ReplyError
from company.families.asking import marked, reply_to
from company.families.figures.files import candidate_of
from company.families.figures.records import Alignment, Drawing, Requirement, Revision, Sight, Words
from company.families.figures.replies import Quotes
from company.families.figures.settings import of_code, of_pictures
from company.families.figures.stages.sources import source_of
from company.prompts import prompt
from company.records import Message, Role
from company.results.likeness.content import panels_of
from company.results.likeness.elements import elements
from company.run.stage import Office, Stage

_WHO: tuple[Role, ...] = ("admin", "client", "data_scientist")
_ENOUGH = 2
"""Of the three."""
_NEEDED = ("type", "data")


async def _align(office: Office, figure: Drawing) -> AsyncIterator[Alignment]:
    shown = _Shown("rule_align", elements_of(figure.portrait))
    async for alignment in _aligned(office, figure, shown):
        yield alignment


async def _align_seen(office: Office, revision: Revision) -> AsyncIterator[Alignment]:
    sight = source_of(office, candidate_of(revision.id))
    assert isinstance(sight, Sight), "what is revised with a picture is of one"
    elements = [each.model_dump() for each in sight.elements]
    async for alignment in _aligned(
        office, revision, _Shown("rule_align_picture", elements, office.archive.figures(sight.id))
    ):
        yield alignment


class _Shown(NamedTuple):
    """What the three are shown beside the query."""

    rule: str
    elements: Sequence[dict[str, str]]
    pictures: Sequence[bytes] = ()


async def _aligned(office: Office, figure: Drawing | Revision, shown: _Shown) -> AsyncIterator[Alignment]:
    record_id, simple = f"{candidate_of(figure.id)}.alignment", figure.words.simple
    wanted, rule = shown.elements, prompt(shown.rule).strip()
    brief = {
        "task": "align_query",
        "query": simple,
        "elements": [{key: each[key] for key in ("element", "value")} for each in wanted],
    }

    def unfit(reply: Quotes) -> str | None:
        return quotes_fault(simple, wanted, reply)

    given: list[Quotes] = []
    said: list[Message] = []
    for role in _WHO:
        try:
            reply, talk = await reply_to(
                office,
                role,
                ("aligning", f"{record_id}.{role}"),
                f"{role}_align",
                Quotes,
                brief,
                pictures=shown.pictures,
                check=unfit,
                rule=rule,
            )
        except ReplyError as problem:
            office.lost(record_id, "aligning", str(problem))
            return
        given.append(reply)
        said += talk
    required, added, reason = agreed(wanted, given)
    words = Words(simple=" ".join([simple, *added]), expert=figure.words.expert)
    alignment = Alignment(
        id=record_id,
        parent=figure.id,
        stage="aligning",
        position=1,
        status="rejected" if reason else "accepted",
        reason=reason,
        conversation=tuple(said),
        words=words,
        requirements=required,
        added=added,
    )
    yield marked(office, alignment, [("words.simple", words.simple)])


def elements_of(portrait: Any) -> list[dict[str, str]]:
    """Return the elements of a figure: of each axes its kinds of marks and its values, then texts and colours."""
    found = []
    for panel in panels_of(portrait):
        kinds = list(dict.fromkeys(mark.kind for mark in panel.marks))
        counts = ", ".join(f"{mark.count} {mark.name or mark.kind}" for mark in panel.marks[:8])
        found += [("type", f"axes[{panel.place}].type", ", ".join(kinds))]
        found += [("data", f"axes[{panel.place}].data", counts)]
    told = [{"aspect": aspect, "element": element, "value": value} for aspect, element, value in found]
    return [*told, *elements(portrait)]


def quotes_fault(query: str, wanted: Sequence[Mapping[str, str]], reply: Quotes) -> str | None:
    """Return what is wrong with quotes, for who gave them; None where they will do."""
    known = {each["element"] for each in wanted}
    for each in reply.quotes:
        if each.element not in known:
            return f"{each.element!r} is none of the elements; name those of the brief."
        if each.quote and each.quote not in query:
            return f"The quote for {each.element} does not stand in the query: {each.quote[:80]!r}. Copy it literally."
    if lacking := [name for name in known if name not in {each.element for each in reply.quotes}]:
        return f"There is no entry for {lacking[0]}; give one for each element, with an empty quote where none asks."
    return None


def agreed(
    wanted: Sequence[Mapping[str, str]], given: Sequence[Quotes]
) -> tuple[tuple[Requirement, ...], tuple[str, ...], str | None]:
    """Return what most have quoted, sentences to add, and why it cannot be had; None where it can."""
    wrong = [sentence for reply in given for sentence in dict.fromkeys(reply.wrong)]
    if doubted := next((each for each in wrong if wrong.count(each) >= _ENOUGH), None):
        return (), (), f"two of three say that the figure does not follow the query: {doubted[:120]}"
    required: list[Requirement] = []
    added: list[str] = []
    for each in wanted:
        answers = [quoted for reply in given for quoted in reply.quotes if quoted.element == each["element"]]
        quotes = [answer.quote for answer in answers if answer.quote]
        proposed = [answer.add.strip() for answer in answers if answer.add.strip()]
        if len(quotes) >= _ENOUGH:
            required.append(Requirement.model_validate({**each, "quote": quotes[0]}))
        elif each["aspect"] in _NEEDED and proposed:
            added += [proposed[0]] if proposed[0] not in added else []
            required.append(Requirement.model_validate({**each, "quote": proposed[0]}))
        elif each["aspect"] in _NEEDED:
            return (), (), f"nothing in the query asks for {each['element']} ({each['value'][:60]})"
    return tuple(required), tuple(added), None


_PROMPTS = (*(f"{role}_figures_role" for role in _WHO), *(f"{role}_align" for role in _WHO))
STAGES = (
    Stage("aligning", "drawing", _align, prompts=("rule_align", *_PROMPTS), on=of_code),
    Stage(
        "aligning",
        "revision",
        _align_seen,
        prompts=("rule_align_picture", *_PROMPTS),
        wants=lambda revision: revision.by == "data_scientist",
        pictures=True,
        language_models_only=True,
        on=of_pictures,
    ),
)
