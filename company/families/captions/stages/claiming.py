"""What texts claim of a figure: an admin finds it, and the code of each claim is executed on what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from company.families.asking import reply_to
from company.families.captions.aspects import aspects_of
from company.families.captions.briefed import drawn_of
from company.families.captions.gate.drawing import Held, Question, looked
from company.families.captions.records import Claim, Figure, Truth
from company.families.captions.replies import FoundClaim, FoundClaims
from company.run.stage import Office

PROMPTS = ("admin_role", "admin_claims")
"""What finding claims depends on."""


async def claims_in(
    office: Office, at: tuple[str, str], figure: Figure, texts: Mapping[str, str], name: str | None = None
) -> dict[str, list[Claim]]:
    """Return what each text claims of a figure, in order; with a `name`, of texts that mention others, too.

    What cannot be executed is no claim. Raises ReplyError where the admin does not reply as asked, and SandboxError
    when the sandbox itself fails.
    """
    found = await claims_with(office, at, figure, texts, name)
    return {of: [claim for claim, _ in each] for of, each in found.items()}


async def claims_with(
    office: Office, at: tuple[str, str], figure: Figure, texts: Mapping[str, str], name: str | None = None
) -> dict[str, list[tuple[Claim, Held]]]:
    """Return the same as `claims_in`, each claim with what it comes to; raises what that raises."""
    if not texts:
        return {}
    brief = {
        "task": "find_claims",
        "texts": [{"id": each, "text": text} for each, text in texts.items()],
        "drawn": drawn_of(figure),
        **({"figure": name} if name else {}),
    }
    reply, _ = await reply_to(office, "admin", at, "admin_claims", FoundClaims, brief)
    placed = _placed(reply.claims, texts)
    held = await executed(office, figure, [claim.code for _, claim, _ in placed])
    found: dict[str, list[tuple[Claim, Held]]] = {each: [] for each in texts}
    for (of, claim, span), each in zip(placed, held, strict=True):
        if isinstance(each.drawn, bool):
            words = texts[of][slice(*span)]
            aspects = aspects_of(words, figure.texts, claim.aspects)
            truth: Truth = "true" if each.drawn else "false"
            found[of].append((Claim(span=span, aspects=aspects, code=claim.code, truth=truth), each))
    return {of: sorted(claims, key=lambda pair: pair[0].span) for of, claims in found.items()}


async def executed(office: Office, figure: Figure, codes: Sequence[str]) -> Sequence[Held]:
    """Return what claims come to on a figure; nothing where it cannot be drawn any more, which a run would tell."""
    if not codes:
        return ()
    look = await looked(figure.code, Question(codes), office.resource, office.sandbox)
    return [Held(look, look, look, look, look)] * len(codes) if isinstance(look, str) else look.claims


async def may_hold(office: Office, figure: Figure, claims: Sequence[Sequence[str]]) -> Sequence[bool]:
    """Return of each list of claims whether they may all hold on one figure with the names of this one."""
    if not claims:
        return ()
    look = await looked(figure.code, Question(together=claims), office.resource, office.sandbox)
    return [False] * len(claims) if isinstance(look, str) else look.together


def _placed(claims: Sequence[FoundClaim], texts: Mapping[str, str]) -> list[tuple[str, FoundClaim, tuple[int, int]]]:
    """Return the claims whose words stand in their text, each with its place; no two take the same words."""
    found: list[tuple[str, FoundClaim, tuple[int, int]]] = []
    for claim in claims:
        text, words = texts.get(claim.of, ""), claim.quote.strip()
        taken = [span for of, _, span in found if of == claim.of]
        start = text.find(words) if words else -1
        while start >= 0:
            span = (start, start + len(words))
            if all(span[1] <= begin or end <= span[0] for begin, end in taken):
                found.append((claim.of, claim, span))
                break
            start = text.find(words, start + 1)
    return found
