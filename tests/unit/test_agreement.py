"""Agreement is what other programs reckon it to be, and says why where it cannot be reckoned."""

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from human_review.agreement import Measure, agreement, nominal
from human_review.resampling import measured
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Score

CLASSES = ("accept", "edit", "reject")
SAID = {"accept": Accept(), "edit": Edit(changes={"name": "x"}), "reject": Reject(reasons=("no",))}


def labelled(count: int, seed: int = 3, raters: int = 2):
    """Verdicts of raters who agree on more than chance."""
    chance = np.random.default_rng(seed)
    truth = chance.choice(CLASSES, count, p=(0.6, 0.25, 0.15))
    return [[str(t) if chance.random() < 0.7 else str(chance.choice(CLASSES)) for _ in range(raters)] for t in truth]


def of(labels):
    return nominal(labels, CLASSES, np.random.default_rng(1))[0]


def test_kappa_is_that_of_scikit_learn():
    labels = labelled(200)
    expected = cohen_kappa_score(*zip(*labels, strict=True))
    found = of(labels)["kappa"]
    assert found.value == pytest.approx(expected)
    assert found.low < expected < found.high


def test_alpha_of_two_raters_is_scotts_pi_with_its_correction():
    """Krippendorff's alpha is Scott's pi (Fleiss' kappa of two raters) corrected for the size of the sample."""
    labels = labelled(60)
    scott = fleiss_kappa(aggregate_raters(np.array(labels))[0])
    alpha = of(labels)["alpha"].value
    assert alpha == pytest.approx(1 - (1 - scott) * (1 - 1 / 120))


def test_alpha_and_ac1_of_many_raters_are_those_of_the_literature():
    """Krippendorff (2011), the example of four observers and twelve units: 0.743 for classes without an order."""
    observers = (
        "1 2 3 3 2 1 4 1 2 . . .",
        "1 2 3 3 2 2 4 1 2 5 . 3",
        ". 3 3 3 2 3 4 2 2 5 1 .",
        "1 2 3 3 2 4 4 1 2 5 1 .",
    )
    rows = [row.split() for row in observers]
    units = list(zip(*rows, strict=True))
    labels = [[each for each in unit if each != "."] for unit in units]
    who = [[number for number, each in enumerate(unit) if each != "."] for unit in units]
    several = [place for place, each in enumerate(labels) if len(each) > 1]
    told = [labels[place] for place in several], "12345", np.random.default_rng(1), [who[place] for place in several]
    measures, _, pairs = nominal(*told)
    assert measures["alpha"].value == pytest.approx(0.743, abs=5e-4)
    # Of each two of the four observers, on the units that both saw.
    for pair in pairs:
        both = [each for each in zip(rows[pair.one], rows[pair.other], strict=True) if "." not in each]
        assert pair.items == len(both) and pair.kappa.value == pytest.approx(
            cohen_kappa_score(*zip(*both, strict=True))
        )
    assert len(pairs) == 6
    assert measures["kappa"].value == pytest.approx(
        np.average([p.kappa.value for p in pairs], weights=[p.items for p in pairs])
    )
    three = labelled(400, raters=3)
    table = np.array([[item.count(name) for name in CLASSES] for item in three])
    shares = (table / 3).mean(axis=0)
    raw = ((table * (table - 1)).sum(axis=1) / 6).mean()
    expected = (shares * (1 - shares)).sum() / 2
    found = of(three)
    assert found["AC1"].value == pytest.approx((raw - expected) / (1 - expected))
    assert found["raw"].value == pytest.approx(raw)


def test_mostly_accepted_data_has_a_low_kappa_and_a_high_ac1():
    labels = [["accept", "accept"]] * 90 + [["accept", "reject"]] * 5 + [["reject", "accept"]] * 5
    found = of(labels)
    assert found["raw"].value == pytest.approx(0.9)
    assert found["kappa"].value == pytest.approx(-0.0526, abs=1e-4)
    assert found["AC1"].value > 0.88


def test_unanimous_verdicts_say_why_kappa_is_undefined_and_never_nan():
    found = agreement("judge", [[Accept(), Accept()]] * 20)
    assert found.measures["raw"] == Measure(1.0, 1.0, 1.0)
    assert found.measures["AC1"].value == 1.0
    for name in ("kappa", "alpha"):
        assert found.measures[name].value is None
        assert found.measures[name].undefined == "everyone said accept of every item: chance would agree as well"
    assert found.classes["reject"] == Measure(None, undefined="nobody said reject")


@pytest.mark.parametrize("form", ["judge", "choose", "keep", "answer", "rank", "score"])
@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_no_form_and_no_size_gives_nan(form, count):
    said = {
        "judge": Accept(),
        "choose": Choose(option="p.s1"),
        "keep": Keep(keep=True),
        "answer": Answer(reply="yes"),
        "rank": Rank(order=("a",)),
        "score": Score(score=50),
    }[form]
    found = agreement(form, [[said, said]] * count)
    for measure in (*found.measures.values(), *found.classes.values()):
        for value in (measure.value, measure.low, measure.high):
            assert value is None or math.isfinite(value)
        assert (measure.value is None or measure.low is None) == bool(measure.undefined)


def test_class_by_class_agreement_is_the_share_of_uses_that_another_shared():
    labels = [["accept", "accept"]] * 6 + [["accept", "reject"]] * 2 + [["reject", "reject"]]
    _, classes, _ = nominal(labels, CLASSES, np.random.default_rng(1))
    assert classes["accept"].value == pytest.approx(12 / 14)
    assert classes["reject"].value == pytest.approx(2 / 4)


def test_two_edits_agree_when_what_they_execute_to_does():
    def edit(code, outcome):
        return Edit(changes={"code": code}, outcome=outcome)

    same = [[edit("x = 1", "d1"), edit("x = 2 - 1", "d1")]] * 5
    other = [[edit("x = 1", "d1"), edit("x = 2", "d2")]] * 5
    assert agreement("judge", same, ("code",)).measures["raw"].value == 1
    assert agreement("judge", same + other, ("code",)).measures["raw"].value == 0.5


def test_three_edits_that_all_differ_agree_nowhere():
    def edit(outcome):
        return Edit(changes={"code": outcome}, outcome=outcome)

    three = [[edit("d1"), edit("d2"), edit("d3")], [edit("d1"), edit("d2"), edit("d2")]] * 5
    found = agreement("judge", three, ("code",)).measures["raw"].value
    assert found == pytest.approx((0 + 1 / 3) / 2)


ERRORS = (0.05, 0.1, 0.2, 0.3, 0.1)
"""How often each of five simulated reviewers says another word than the right one."""


def simulated(seed, items=400, overlap=3):
    """What people of known error rates say of items whose right verdict is known; and what any two of them agree on."""
    chance = np.random.default_rng(seed)
    said, who = [], []
    for right in chance.choice(3, items, p=(0.6, 0.25, 0.15)):
        people = sorted(chance.choice(len(ERRORS), overlap, replace=False))
        wrong = chance.random(overlap) < np.array(ERRORS)[people]
        words = np.where(wrong, (right + chance.integers(1, 3, overlap)) % 3, right)
        said.append([SAID[CLASSES[each]] for each in words])
        who.append([int(each) for each in people])
    return said, who


def truth(one, other):
    """How often two reviewers say the same, and their kappa, by their error rates alone."""
    shares = np.array((0.6, 0.25, 0.15))
    raw = (1 - ERRORS[one]) * (1 - ERRORS[other]) + ERRORS[one] * ERRORS[other] / 2
    says = [shares * (1 - error) + (1 - shares) * error / 2 for error in (ERRORS[one], ERRORS[other])]
    expected = float(says[0] @ says[1])
    return raw, (raw - expected) / (1 - expected)


@pytest.mark.thorough
def test_what_is_measured_is_the_truth_of_a_simulation_within_its_intervals():
    pairs = [(one, other) for one in range(5) for other in range(one + 1, 5)]
    raw, kappa = (float(np.mean([truth(*pair)[part] for pair in pairs])) for part in (0, 1))
    covered = {"raw": 0, "kappa": 0, "pair": 0}
    for seed in range(40):
        said, who = simulated(seed)
        found = agreement("judge", said, seed=seed, who=who)
        assert len(found.pairs) == 10 and sum(pair.items for pair in found.pairs) == 3 * 400
        for name, true in (("raw", raw), ("kappa", kappa)):
            covered[name] += found.measures[name].low <= true <= found.measures[name].high
        worst = next(pair for pair in found.pairs if (pair.one, pair.other) == (2, 3))
        covered["pair"] += worst.kappa.low <= truth(2, 3)[1] <= worst.kappa.high
    assert all(34 <= count <= 40 for count in covered.values()), covered


def test_an_interval_covers_what_it_should():
    """Of many samples of raters who agree on 70 %, about 95 % have an interval around that."""
    covered = 0
    for seed in range(200):
        chance = np.random.default_rng(seed)
        labels = [["accept", "accept" if chance.random() < 0.7 else "reject"] for _ in range(80)]
        found = nominal(labels, CLASSES, chance)[0]["raw"]
        covered += found.low <= 0.7 <= found.high
    assert 0.89 <= covered / 200 <= 0.99


def test_ranks_are_compared_by_tau_and_w():
    items = [[Rank(order=("a", "b", "c", "d")), Rank(order=("b", "a", "c", "d"))]] * 3
    items += [[Rank(order=("a", "b", "c")), Rank(order=("c", "b", "a"))]] * 3
    found = agreement("rank", items).measures
    tau = stats.kendalltau([1, 2, 3, 4], [2, 1, 3, 4]).statistic
    assert found["tau-b"].value == pytest.approx((tau - 1) / 2)
    friedman = stats.friedmanchisquare(*np.array([[1, 2, 3, 4], [2, 1, 3, 4]]).T).statistic
    assert found["W"].value == pytest.approx((friedman / (2 * 3) + 0) / 2)


def test_scores_are_compared_as_an_analysis_of_variance_does():
    import pandas as pd

    chance = np.random.default_rng(5)
    truth = chance.uniform(10, 90, 40)
    rows = np.clip(np.stack([truth + chance.normal(0, 8, 40), truth + 4 + chance.normal(0, 8, 40)], axis=1), 0, 100)
    found = agreement("score", [[Score(score=one), Score(score=other)] for one, other in rows]).measures
    frame = pd.DataFrame({"item": np.repeat(np.arange(40), 2), "rater": np.tile([0, 1], 40), "score": rows.ravel()})
    f_rater = AnovaRM(frame, "score", "item", within=["rater"]).fit().anova_table["F Value"].iloc[0]
    between = 2 * rows.mean(axis=1).var(ddof=1)
    raters = 40 * rows.mean(axis=0).var(ddof=1)
    error = raters / f_rater
    expected = (between - error) / (between + error + 2 * (raters - error) / 40)
    assert found["ICC(2,1)"].value == pytest.approx(expected)
    assert found["Spearman"].value == pytest.approx(stats.spearmanr(*rows.T).statistic)
    assert found["mean difference"].value == pytest.approx((rows[:, 0] - rows[:, 1]).mean())
    assert all(each.low < each.value < each.high for each in found.values())


def test_an_interval_that_does_not_hold_its_own_figure_is_not_given():
    found = measured(np.array([-0.2] + [0.0] * 1000), 6, "")
    assert (found.value, found.low, found.high) == (-0.2, None, None)
    assert found.undefined == "no interval: 6 items are too few for this figure"
