"""What calls cost. A price that is not known stays unknown; it is never 0."""

from __future__ import annotations

from company.models.protocol import Price, Usage


def price_of(model: str, base_url: str, usd_per_million: tuple[float, float] | None) -> Price:
    """Return the price of a model's calls: as the settings say, else as its provider publishes it.

    `base_url` tells the provider: a model of a known name on somebody's own server has no known price.
    """
    if usd_per_million is not None:
        read, written = usd_per_million
        return lambda usage: (
            (usage.prompt_tokens * read + usage.completion_tokens * written) / 1e6 if usage.known else None
        )

    def published(usage: Usage) -> float | None:
        # Half a second to import, and only models that are paid for need it.
        from genai_prices import Usage as Tokens
        from genai_prices import calc_price

        if not usage.known:
            return None
        tokens = Tokens(
            input_tokens=usage.prompt_tokens,
            cache_read_tokens=usage.cached_tokens,
            output_tokens=usage.completion_tokens,
        )
        try:
            return float(calc_price(tokens, model_ref=model, provider_api_url=base_url).total_price)
        except LookupError:
            return None

    return published
