"""What calls of models cost by their providers' published prices. A price that is not known stays unknown."""

from __future__ import annotations

from typing import Any


def published_price(model: str, read: int, written: int = 0, **provider: Any) -> float | None:
    """Return the price of tokens read and written in US dollars; None where it is not known.

    `provider` is `provider_id`, a name, or `provider_api_url`, the address of its server.
    """
    # Half a second to import, and only models that are paid for need it.
    from genai_prices import Usage, calc_price

    try:
        usage = Usage(input_tokens=read, output_tokens=written)
        return float(calc_price(usage, model_ref=model, **provider).total_price)
    except LookupError:
        return None


def price_by_name(model: str, read: int | None, written: int | None) -> float | None:
    """Return the same for a model by Inspect's name, such as "openai/gpt-4o"; nothing costs nothing.

    What it read or wrote is None where nobody knows.
    """
    if read is None or written is None:
        return None
    if not read and not written:
        return 0.0
    provider, _, name = model.partition("/")
    return published_price(name, read, written, provider_id=provider)
