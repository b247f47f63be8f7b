"""What a table of some field could hold and does not: columns, values, years and units that people would ask for."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence

from company.records import Column
from grammar.scene import Var
from grammar.steps.base import plain

_COLUMNS: dict[str, tuple[str, ...]] = {
    "housing": ("noise level", "energy rating", "school score", "garden width", "heating bill", "tenant turnover"),
    "finance": ("card spending", "missed deadlines", "household income", "tax refund", "pension claims"),
    "electronics and retail": ("battery life", "return share", "repair visits", "boot time", "fan noise"),
    "cars": ("towing capacity", "repair visits", "tyre wear", "cabin noise", "resale bonus"),
    "transport": ("ticket revenue", "vehicle occupancy", "platform noise", "driver overtime"),
    "human resources": ("sick leave", "training budget", "commute effort", "team spirit"),
    "web and marketing": ("bounce share", "coupon redemptions", "brand recall", "support tickets"),
    "tourism": ("breakfast quality", "pillow count", "towel changes", "minibar sales"),
    "energy": ("peak tariff", "battery reserve", "grid losses", "carbon levy"),
    "sports": ("crowd noise", "training load", "ticket revenue", "injury count", "prize money"),
    "food and nutrition": ("caffeine", "waiting time", "portion weight", "menu popularity", "zinc"),
    "health and medicine": ("sleep quality", "vaccination count", "walking speed", "waiting time"),
    "wine and chemistry": ("residual sugar", "tasting score", "bottle price", "barrel age", "sulphite"),
    "weather and environment": ("pollen count", "soil moisture", "ozone", "river depth"),
    "education": ("library visits", "tutoring hours", "canteen rating", "homework load"),
    "media": ("trailer views", "merchandise sales", "subtitle count", "critics score"),
    "agriculture": ("pesticide dose", "soil acidity", "harvest loss", "irrigation cost"),
    "biology": ("gene expression", "mating success", "parasite count", "nest depth"),
}
_ANYWHERE = ("customer satisfaction", "handling effort", "carbon footprint", "insurance premium", "staff turnover")
_FAMILIES: tuple[tuple[str, ...], ...] = (
    ("Merlot", "Chardonnay", "Riesling", "Cabernet Sauvignon", "Pinot Noir", "Syrah", "Tempranillo", "Nebbiolo"),
    ("Hard", "Clay", "Grass", "Carpet"),
    ("Outdoor", "Indoor", "Rooftop"),
    ("McDonald's", "Burger King", "Subway", "Taco Bell", "Pizza Hut", "Wendy's", "KFC", "Starbucks"),
    ("HP", "Dell", "Lenovo", "Asus", "Acer", "Apple", "MSI", "Toshiba", "Samsung", "Huawei", "Fujitsu", "Panasonic"),
    ("Toyota", "Volkswagen", "Ford", "BMW", "Honda", "Fiat", "Renault", "Volvo", "Mazda", "Skoda"),
    ("Notebook", "Ultrabook", "Gaming", "Netbook", "Workstation", "Tablet", "Server"),
    ("Windows", "macOS", "Linux", "Chrome OS", "Android", "FreeBSD", "Solaris"),
    ("rent", "own", "lease", "mortgage", "free"),
    ("skilled", "unskilled", "apprentice", "manager", "self-employed", "retired"),
    ("good", "bad", "fair", "excellent", "poor"),
    ("red", "green", "blue", "yellow", "black", "white", "grey", "brown", "orange", "purple", "turquoise"),
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
     "december"),
    ("spring", "summer", "autumn", "winter", "monsoon"),
    ("north", "south", "east", "west", "central", "overseas"),
    ("small", "medium", "large", "extra large", "giant"),
    ("petrol", "diesel", "electric", "hybrid", "lpg", "hydrogen"),
    ("manual", "automatic", "semi-automatic", "sequential"),
    ("male", "female", "non-binary"),
    ("single", "married", "divorced", "widowed", "engaged"),
    ("Germany", "France", "Italy", "Spain", "Norway", "Sweden", "Poland", "Portugal", "Austria", "Japan", "Brazil",
     "Canada", "India", "China", "Kenya", "Mexico", "Chile", "United States", "United Kingdom", "Australia"),
    ("London", "Paris", "Berlin", "Madrid", "Rome", "Oslo", "Bergen", "Vienna", "Lisbon", "Tokyo", "Sydney",
     "Toronto", "Chicago", "Boston", "Narvik", "Tromsø"),
    ("bakery", "books", "tea", "flowers", "shoes", "toys", "jewellery"),
    ("dog", "cat", "rabbit", "hamster", "parrot"),
    ("cash", "credit card", "debit card", "cheque", "voucher", "gift card"),
    ("high school", "bachelor", "master", "doctorate", "apprenticeship"),
)  # fmt: skip
"""Things of one kind: where a column holds some of them, the others could be asked for."""
_MONEY = re.compile(
    r"price|cost|amount|income|revenue|sales|salary|wage|\bfee|rent\b|charge|budget|balance|spend|profit|turnover",
    re.IGNORECASE,
)
_CURRENCIES = ("Japanese yen", "Norwegian kroner", "Swiss francs", "Brazilian reais", "Turkish lira", "Polish zloty")
SCALES = ("thousands", "hundreds")
"""Units that need nothing but a division."""
_FEWEST = 2
_YEAR = re.compile(r"year|built|since", re.IGNORECASE)


def column(theme: str, table: Var, like: str, avoid: Sequence[str], chance: random.Random) -> str | None:
    """The name of a measure that the field knows and the table lacks, written as the table writes names."""
    known = {word.removesuffix("s") for name in table.columns for word in plain(name.name).split()}
    offers = [*_COLUMNS.get(theme, ())]
    chance.shuffle(offers)
    more = list(_ANYWHERE)
    chance.shuffle(more)
    for words in (*offers, *more):
        name = _written(words, like)
        if not {word.removesuffix("s") for word in words.split()} & known and not _told(name, avoid):
            return name
    return None


def _written(words: str, like: str) -> str:
    """Words in the style of a column's name: snake_case, CamelCase, Title Case or plain."""
    if "_" in like or (like.islower() and " " not in like):
        return words.replace(" ", "_")
    if " " in like.strip() or not like[:1].isupper():
        return words.title() if like[:1].isupper() else words
    return "".join(word.capitalize() for word in words.split())


def value(of: Column, avoid: Sequence[str], chance: random.Random) -> str | None:
    """A value of the same kind as a column's own that it does not hold; None where no kind is seen in them."""
    held = [text for text, _ in of.values]
    folded = {text.strip().casefold() for text in held}
    if len(held) < of.distinct:
        return None
    series = [re.fullmatch(r"(\D+)(\d+)", text) for text in held]
    if len(held) >= _FEWEST and all(series) and len({found[1] for found in series if found}) == 1:
        numbers = [int(found[2]) for found in series if found]
        return f"{series[0][1]}{max(numbers) + 1}" if series[0] else None
    for family in sorted(_FAMILIES, key=lambda one: -len(folded & {each.casefold() for each in one})):
        if len(folded & {each.casefold() for each in family}) < _FEWEST:
            return None
        free = [each for each in family if each.casefold() not in folded and not _told(each, avoid)]
        if free:
            found = chance.choice(free)
            return found.lower() if all(text.islower() for text in held) else found
    return None


def is_year(of: Column) -> bool:
    """Whether a column holds years as numbers."""
    low, high = of.minimum, of.maximum
    whole = isinstance(low, float) and isinstance(high, float) and low.is_integer() and high.is_integer()
    return bool(of.numeric and whole and _YEAR.search(of.name) and 1500 <= float(low or 0) <= float(high or 0) <= 2200)


def last_year(of: Column) -> int | None:
    """The last year of a column of dates or of years."""
    if is_year(of):
        return int(float(of.maximum or 0))
    found = re.match(r"(\d{4})-", str(of.maximum or ""))
    return int(found[1]) if found else None


def currency(of: Column, table: Var, chance: random.Random) -> str | None:
    """A currency that the table's amounts are not in; None for a column that holds no money."""
    names = " ".join(plain(each.name) for each in table.columns)
    if not _MONEY.search(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", of.name)) or re.search(r"exchange|currenc", names):
        return None
    return chance.choice(_CURRENCIES)


def _told(name: str, avoid: Iterable[str]) -> bool:
    return any(name in each for each in avoid)
