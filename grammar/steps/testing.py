"""Steps that test: whether groups differ, categories depend on each other, a measure is normal."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Source, Words, literal
from grammar.steps.base import Kind, Slots, Step, identifier, pairs
from grammar.steps.contrasts import TwoGroups
from grammar.steps.groups import OfGroups
from grammar.steps.words import categories, column_of, quantities

_SCIPY = ("from scipy import stats",)


class TestOfTwo(TwoGroups):
    """A test of whether a measure differs between two groups: Welch's t or Mann-Whitney's U."""

    __test__ = False
    name = "test_two_groups"
    slots = {
        **TwoGroups.slots,
        "test": Words(
            {
                "welch": ("a Welch t-test", "a t-test with unequal variances"),
                "mann_whitney": ("a two-sided Mann-Whitney U test", "a two-sided Mann-Whitney test"),
            }
        ),
    }
    verbs = (
        "run {test} on {column} between the {by} groups {two} in {source}, in this order and without missing values"
        ", and (take|keep) the statistic and the p-value",
        "(test|check) with {test} whether {column} differs between the {by} groups {two} in {source}, in this order"
        ", and (take|keep) statistic and p-value",
        "compare {column} in {source} between the {by} values {two}, in this order, by {test}, and"
        " (take|keep) the statistic "
        "and the p-value",
    )
    nouns = (
        "the statistic and the p-value of {test} on {column} between the {by} groups {two} in {source}, in this order",
        "statistic and p-value of {test} that compares {column} in {source} between the {by} values {two},"
        " in this order",
        "the outcome, as statistic and p-value, of {test} for {column} in the {by} groups {two} of {source},"
        " in this order",
    )
    motives = (
        "Could the difference in {column} be mere chance?",
        "I would not like to claim a difference in {column} that isn't there.",
        "My boss will ask whether that is significant.",
        "I'm not sure I should believe that these kinds of {by} really differ.",
    )
    moment = "close"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two groups with one of the tests."""
        for slots in super().offers(source, focus, chance):
            yield {**slots, "test": chance.choice(("welch", "mann_whitney"))}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_region_welch_test."""
        return identifier(slots["column"], slots["by"], f"{slots['test']}_test")

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """SciPy's tests."""
        return _SCIPY

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """SciPy's test on both groups."""
        lines, one, other = self.split(dict(step.slots), source, style)
        call = f"ttest_ind({one}, {other}, equal_var=False)"
        if step.slots["test"] == "mann_whitney":
            call = f'mannwhitneyu({one}, {other}, alternative="two-sided")'
        if style.random() < 0.5:
            return [*lines, f"result = stats.{call}", f"{out} = (float(result.statistic), float(result.pvalue))"]
        return [*lines, f"statistic, p_value = stats.{call}", f"{out} = (float(statistic), float(p_value))"]


class TestOfGroups(OfGroups):
    """A test of whether a measure differs across all groups: one-way ANOVA or Kruskal-Wallis."""

    __test__ = False
    name = "test_all_groups"
    gives = ("tuple",)
    least = 3
    most = 10
    slots = {
        "source": Source(),
        "column": ColumnName(),
        "by": ColumnName(),
        "test": Words(
            {
                "f_oneway": ("a one-way ANOVA", "a one-way analysis of variance"),
                "kruskal": ("a Kruskal-Wallis test", "a Kruskal-Wallis H test"),
            }
        ),
    }
    verbs = (
        "run {test} of {column} across all groups of {by} in {source}, without missing values, and"
        " (take|keep) the statistic "
        "and the p-value",
        "(test|check) with {test} whether {column} differs across the {by} groups of {source}, and"
        " (take|keep) statistic "
        "and p-value",
        "compare {column} in {source} across every {by} by {test} and (take|keep) the statistic and the p-value",
    )
    nouns = (
        "the statistic and the p-value of {test} of {column} across all groups of {by} in {source}",
        "statistic and p-value of {test} that compares {column} in {source} across every {by}",
        "the outcome, as statistic and p-value, of {test} for {column} in the {by} groups of {source}",
    )
    motives = (
        "Are the groups of {by} truly different in {column}, or am I fooling myself?",
        "I'd like to know whether {by} as a whole has something to do with {column}.",
        "Before I build on {by}, I want to be sure that it matters for {column}.",
        "Averages always differ a little, so is there more to it for {by}?",
    )
    moment = "close"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A measure across a category whose groups are not tiny."""
        for measure, group in self.couples(source, focus, chance):
            if group.values and min(count for _, count in group.values) >= measure.missing + 3:
                test = chance.choice(("f_oneway", "kruskal"))
                yield {"column": measure.name, "by": group.name, "test": test}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_region_anova."""
        return identifier(slots["column"], slots["by"], {"f_oneway": "anova"}.get(slots["test"], "kruskal_test"))

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """SciPy's tests."""
        return _SCIPY

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The groups in a list, given to SciPy's test."""
        by, column, test = literal(step.slots["by"]), literal(step.slots["column"]), step.slots["test"]
        filled = f"filled = {source.name}.dropna(subset=[{by}, {column}])"
        last = f"{out} = (float(statistic), float(p_value))"
        if style.random() < 0.5:
            loop = f"groups = [group[{column}] for _, group in filled.groupby({by}, observed=True)]"
            return [filled, loop, f"statistic, p_value = stats.{test}(*groups)", last]
        return [
            filled,
            "groups = []",
            f"for label in filled[{by}].unique():",
            f"    groups.append(filled.loc[filled[{by}] == label, {column}])",
            f"statistic, p_value = stats.{test}(*groups)",
            last,
        ]


class ChiSquare(Kind):
    """A test of whether two categories depend on each other."""

    name = "chi_square"
    gives = ("tuple",)
    slots = {"source": Source(), "by": ColumnName(), "other": ColumnName()}
    verbs = (
        "run a chi-square test of independence between {by} and {other} in {source}, without continuity correction"
        ", and (take|keep) the statistic and the p-value",
        "(test|check) by chi-square, without continuity correction, whether {by} and {other} depend on each"
        " other in {source}"
        ", and (take|keep) statistic and p-value",
        "cross {by} with {other} in {source} and (take|keep) the statistic and the p-value of a chi-square"
        " test without "
        "continuity correction",
    )
    nouns = (
        "the statistic and the p-value of a chi-square test between {by} and {other} in {source}"
        ", without continuity correction",
        "the chi-square statistic and its p-value for the independence of {by} and {other} in {source}"
        ", without continuity correction",
        "statistic and p-value of the chi-square test, without continuity correction, of {by} against"
        " {other} in {source}",
    )
    motives = (
        "Does {by} have anything to do with {other}, or is that just how the counts fell?",
        "I have the feeling that {by} and {other} are connected.",
        "If {by} and {other} were independent I could treat them apart.",
        "Is the link between {by} and {other} more than chance?",
    )
    moment = "close"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two small categories whose values are not too rare."""
        groups = [
            column
            for column in focus.first(categories(source, most=8), chance)
            if column.values and min(count for _, count in column.values) >= 5
        ]
        names = [column.name for column in groups]
        yield from ({"by": by, "other": other} for by, other in pairs(names, names, 4))

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Two different columns that are there."""
        return super().sensible(slots, source) and slots["by"] != slots["other"]

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. region_channel_chi2_test."""
        return identifier(slots["by"], slots["other"], "chi2_test")

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """SciPy's tests."""
        return _SCIPY

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """SciPy's test on the cross table."""
        by, other = (column_of(source, step.slots[name]) for name in ("by", "other"))
        last = f"{out} = (float(statistic), float(p_value))"
        if style.random() < 0.5:
            return [
                f"counts = pd.crosstab({by}, {other})",
                "statistic, p_value, _, _ = stats.chi2_contingency(counts, correction=False)",
                last,
            ]
        return [
            f"counts = pd.crosstab({by}, {other})",
            "result = stats.chi2_contingency(counts, correction=False)",
            f"{out} = (float(result.statistic), float(result.pvalue))",
        ]


class Normality(Kind):
    """A test of whether a measure is normally distributed."""

    name = "normality"
    gives = ("tuple",)
    slots = {
        "source": Source(),
        "column": ColumnName(),
        "test": Words({"shapiro": ("a Shapiro-Wilk test",), "jarque_bera": ("a Jarque-Bera test",)}),
    }
    verbs = (
        "run {test} on {column} (in|from) {source}, without missing values, and (take|keep) the statistic"
        " and the p-value",
        "(test|check) with {test} whether {column} in {source} is normally distributed, and (take|keep)"
        " statistic and p-value",
        "put {column} (in|from) {source} to {test} for normality and (take|keep) the statistic and the p-value",
    )
    nouns = (
        "the statistic and the p-value of {test} on {column} (in|from) {source}",
        "statistic and p-value of {test} for the normality of {column} in {source}",
        "the outcome, as statistic and p-value, of {test} for normality of {column} in {source}",
    )
    motives = (
        "May I treat {column} as bell-shaped?",
        "Some methods expect {column} to be normally distributed, and I have my doubts.",
        "{column} looked rather lopsided to me.",
        "Before I choose a method for {column}, I should check its shape.",
    )
    weight = 0.7

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A measure with many values; Shapiro-Wilk is for smaller tables."""
        for column in focus.first(quantities(source, distinct=12), chance)[:4]:
            test = chance.choice(("shapiro", "jarque_bera")) if source.rows <= 5000 else "jarque_bera"
            yield {"column": column.name, "test": test}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A measure, and a table that the test can take."""
        small = source.rows <= 5000 or slots["test"] != "shapiro"
        return super().sensible(slots, source) and source.named[slots["column"]].numeric and small

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_normality."""
        return identifier(slots["column"], "normality")

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """SciPy's tests."""
        return _SCIPY

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """SciPy's test on the filled-in values."""
        values = f"values = {column_of(source, step.slots['column'])}.dropna()"
        if style.random() < 0.5:
            call = f"statistic, p_value = stats.{step.slots['test']}(values)"
            return [values, call, f"{out} = (float(statistic), float(p_value))"]
        call = f"result = stats.{step.slots['test']}(values)"
        return [values, call, f"{out} = (float(result.statistic), float(result.pvalue))"]


KINDS: tuple[Kind, ...] = (TestOfTwo(), TestOfGroups(), ChiSquare(), Normality())
