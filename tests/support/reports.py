"""Reports of results of every type: true ones, and the same with one number that nothing bears out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression

from company.records import Result
from company.results.capture import capture, capture_figure


@dataclass(frozen=True)
class Situation:
    """A query, what came of it, and what might be said of that."""

    query: str
    make: Callable[[], dict[str, Any]]
    """The results by name; a figure is called plot."""
    true: tuple[str, ...]
    untrue: tuple[str, ...]
    code: str = ""
    output: str = ""

    def results(self) -> list[Result]:
        """Return the results as they are captured."""
        made = self.make()
        found = [capture_figure(value) if name == "plot" else capture(name, value) for name, value in made.items()]
        plt.close("all")
        return [Result.model_validate(each) for each in found]


def _stations() -> dict[str, Any]:
    return {
        "delays": pd.DataFrame(
            {"trains": [1204, 877, 2310, 455], "late": [204, 61, 508, 12], "late_percent": [16.9, 7.0, 22.0, 2.6]},
            index=pd.Index(["North", "Harbour", "Central", "Airport"], name="station"),
        )
    }


def _harvest() -> dict[str, Any]:
    years = list(range(2001, 2021))
    tonnes = [round(300 + 17.3 * (year - 2001) + (55.5 if year == 2011 else 0), 1) for year in years]
    frame = pd.DataFrame({"year": years, "tonnes": tonnes, "farm": [f"F{year % 3}" for year in years]})
    return {"harvest": frame}


def _wages() -> dict[str, Any]:
    values = {"nurse": 3120.5, "porter": 2240.25, "doctor": 6890.0, "clerk": 2505.75, "cook": 2187.4}
    return {"wages": pd.Series(values, name="median_wage").rename_axis("job")}


def _share() -> dict[str, Any]:
    return {"returned": 0.1847}


def _correlation() -> dict[str, Any]:
    return {"link": -0.4273}


def _test() -> dict[str, Any]:
    return {"test": (3.4187, 0.00064)}


def _names() -> dict[str, Any]:
    return {"late_routes": ["Line 7", "Line 12", "Line 31"]}


def _sizes() -> dict[str, Any]:
    return {"sizes": {"small": 41, "medium": 96, "large": 27, "huge": 3}}


def _bars() -> dict[str, Any]:
    figure, axes = plt.subplots()
    axes.bar(["tea", "coffee", "juice"], [12.5, 31.0, 8.25])
    axes.set_ylabel("litres")
    axes.axhline(20, ls="--")
    return {"plot": figure}


def _boxes() -> dict[str, Any]:
    figure, axes = plt.subplots()
    low = [1.0, 2.0, 3.0, 4.0, 5.0]
    axes.boxplot([low, [10.0 * each for each in low] + [150.0]], tick_labels=["indoor", "outdoor"])
    return {"plot": figure}


def _line() -> dict[str, Any]:
    figure, axes = plt.subplots()
    axes.plot([2010, 2011, 2012, 2013, 2014], [4.0, 6.5, 9.0, 7.0, 5.5])
    axes.set_xticks([2010, 2012, 2014])
    return {"plot": figure}


def _cells() -> dict[str, Any]:
    figure, axes = plt.subplots()
    axes.imshow(np.array([[50, 4], [9, 37]]))
    axes.set_xticks([0, 1], ["stays", "leaves"])
    axes.set_yticks([0, 1], ["stays", "leaves"])
    return {"plot": figure}


def _array() -> dict[str, Any]:
    return {"weights": np.array([0.52, 0.31, 0.17])}


def _kinds() -> dict[str, Any]:
    return {"kinds": {"oak", "beech", "ash", "elm"}}


def _model() -> dict[str, Any]:
    model = LinearRegression().fit(np.array([[0.0], [1.0], [2.0]]), np.array([1.5, 4.0, 6.5]))
    return {"model": model}


def _labels() -> dict[str, Any]:
    return {"best": pd.Index(["Porto", "Lund", "Graz"])}


def _yields() -> dict[str, Any]:
    frame = pd.DataFrame(
        {"plots": [14, 22, 9], "mean_yield": [5.213, 4.87, 6.402], "rich": [True, False, True]},
        index=["clay", "sand", "loam"],
    )
    return {"yields": frame, "spread": 1.532}


def _departments() -> dict[str, Any]:
    columns = {"orders": [412, 1380, 96, 730], "returned": [37, 221, 4, 152], "share": [9.0, 16.0, 4.2, 20.8]}
    index = pd.Index(["Books", "Games", "Furniture", "Clothes"], name="department")
    return {"shops": pd.DataFrame({**columns, "median_price": [24.9, 31.5, 112.0, 18.25]}, index=index)}


def _yearly() -> dict[str, Any]:
    counts = [120, 131, 149, 160, 188, 205, 198, 176, 150, 99, 61]
    return {"yearly": pd.DataFrame({"year": range(2010, 2021), "count": counts})}


def _rank_link() -> dict[str, Any]:
    return {"rho": 0.3312}


def _welch() -> dict[str, Any]:
    return {"test": (2.113, 0.0357)}


def _late_share() -> dict[str, Any]:
    return {"share": 0.3241}


def _customers() -> dict[str, Any]:
    return {"names": ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"]}


def _delays() -> dict[str, Any]:
    values = {"north": 14.82, "south": 9.37, "east": 11.06, "west": 14.79, "centre": 22.4}
    return {"means": pd.Series(values, name="mean_delay")}


def _scores() -> dict[str, Any]:
    return {"scores": {"accuracy": 0.8125, "baseline": 0.625, "f1": 0.7771}}


def _nothing() -> dict[str, Any]:
    return {"late": pd.DataFrame({"a": [1]}).query("a > 3"), "who": []}


def _quartiles() -> dict[str, Any]:
    columns = {"q25": [0.02, 0.03], "median": [0.05, 0.11], "q75": [0.15, 0.275], "spread": [0.13, 0.245]}
    return {"quartiles": pd.DataFrame(columns, index=["GBA", "PSP"])}


SITUATIONS = (
    Situation(
        "For each station, give the number of trains, how many are late (5 minutes or more) and what percent that is.",
        _stations,
        (
            "Central has the most late trains, 508 of 2,310, that is 22.0%.",
            "At the Airport only 2.6 percent of the trains are late, against 22% at Central.",
            "All four stations together have 785 late trains.",
            "Central and North alone make up 712 late trains in total.",
            "North has 327 trains more than Harbour, and 143 more of them are late.",
            "Harbour is late about 7 percent of the time, and about 17% at North.",
            "More than 2,000 trains call at Central, nearly twice as many as at North.",
            "Central's share of late trains is 15 percentage points above that of Harbour.",
            "Two of the four stations stay below 10 percent.",
            "The largest share (22.0%) is that of Central, before North (16.9%), and the second (16.9%) is less.",
            "Late are 61 trains at Harbour, 508 for Central, and 2,310 trains call at the busiest.",
            "Of the 508 late trains at Central nothing more is known; the other three stations have fewer.",
            "Central sees 1.9 times as many trains as North.",
            "Being 5 minutes late or more happens to 64.7% of all late trains, counted over stations, at Central.",
        ),
        (
            "Central has the most late trains, 580 of 2,310, that is 22.0%.",
            "At the Airport only 3.6 percent of the trains are late, against 22% at Central.",
            "All five stations together have 785 late trains.",
            "Central and North alone make up 721 late trains in total.",
            "North has 372 trains more than Harbour.",
            "Harbour is late about 12 percent of the time.",
            "More than 3,000 trains call at Central.",
            "Central's share of late trains is 18 percentage points above that of Harbour.",
            "Central sees 2.9 times as many trains as North.",
            "There are 4,848 trains in all.",
            "Only 16.2% of the trains at North are late.",
            "North (22.0%) is late more often than Central (16.9%).",
            "Late are 61 trains for Central, and 508 at Harbour.",
        ),
    ),
    Situation(
        "Keep the harvests from 2001 to 2020 and return the data frame with year, tonnes and farm.",
        _harvest,
        (
            "There are 20 harvests, from 300.0 tonnes in 2001 to 628.7 in 2020.",
            "The harvest grew by 328.7 tonnes over the years.",
            "20 rows and 3 columns are left.",
            "Farm F0 had a harvest in 2001.",
            "The largest harvest, 628.7 tonnes, was about twice the smallest.",
        ),
        (
            "There are 21 harvests, from 300.0 tonnes in 2001 to 628.7 in 2020.",
            "There are 20 harvests, from 300.0 tonnes in 2001 to 682.7 in 2020.",
            "The harvest grew by 382.7 tonnes over the years.",
            "20 rows and eight columns are left.",
            "The first harvest is that of 1998.",
        ),
        output="(20, 3)\n",
    ),
    Situation(
        "Give the median wage per job as a series.",
        _wages,
        (
            "Doctors earn most with a median of 6,890, cooks least with 2,187.4.",
            "A doctor earns more than twice as much as a nurse (3,120.50).",
            "Between doctors and nurses lie 3,769.50.",
            "Of the five jobs, clerks are in the middle with 2,505.75.",
            "Porters (2,240) and cooks (2,187) are close, only 52.85 apart.",
            "The mean of the five medians is 3,388.78.",
            "A clerk earns about 2,500 and a nurse roughly 3,100.",
            "A doctor earns 6.9 thousand.",
        ),
        (
            "Doctors earn most with a median of 6,980, cooks least with 2,187.4.",
            "A doctor earns more than twice as much as a nurse (3,210.50).",
            "Between doctors and nurses lie 3,679.50.",
            "Of the six jobs, clerks are in the middle.",
            "Porters (2,240) and cooks (2,178) are close.",
            "The mean of the five medians is 3,588.78.",
            "A clerk earns about 2,900.",
            "A doctor earns 7.9 thousand.",
        ),
    ),
    Situation(
        "What share of the orders was returned? Return a single value.",
        _share,
        (
            "About 18 percent of the orders came back.",
            "18.5% were returned, so 81.5% were kept.",
            "A share of 0.185 was returned.",
            "Nearly a fifth of the orders was returned (0.1847).",
        ),
        (
            "About 28 percent of the orders came back.",
            "18.9% were returned.",
            "18.5% were returned, so 82.5% were kept.",
            "A share of 0.158 was returned.",
        ),
    ),
    Situation(
        "Compute the correlation of price and distance over 812 flats.",
        _correlation,
        (
            "The correlation is -0.43, so flats further out are cheaper.",
            "With 812 flats the correlation of -0.427 is clear.",
            "The two go together in opposite directions, at a strength of 0.43.",
        ),
        (
            "The correlation is 0.43, so flats further out are dearer.",
            "The correlation is -0.34.",
            "With 821 flats the correlation of -0.427 is clear.",
        ),
    ),
    Situation(
        "Return the statistic and the p-value of a t-test as a tuple, at the 5 percent level.",
        _test,
        (
            "The difference is significant at the 5 percent level (t = 3.42, p = 0.0006).",
            "With p < 0.001, chance is no good explanation; the statistic is 3.42.",
            "The p-value of 0.00064 is far below 0.05.",
            "With 95% confidence the two groups differ.",
        ),
        (
            "The difference is significant (t = 3.24, p = 0.0006).",
            "The difference is significant (t = 3.42, p = 0.006).",
            "The p-value of 0.064 is above 0.05.",
        ),
    ),
    Situation(
        "Which lines were late on more than 40 days? Return a list.",
        _names,
        (
            "Only three lines were late on more than 40 days: Line 7, Line 12 and Line 31.",
            "Line 12 and two others were late too often.",
            "The list has 3 entries.",
        ),
        (
            "Only four lines were late on more than 40 days.",
            "Line 7, Line 12 and Line 13 were late on more than 40 days.",
            "The list has 5 entries.",
            "Three lines were late on more than 45 days.",
        ),
    ),
    Situation(
        "Count the parcels by size as a dict.",
        _sizes,
        (
            "Medium parcels lead with 96 of 167, or 57 percent.",
            "There are just 3 huge parcels, against 41 small ones.",
            "Small and medium ones add up to 137.",
            "There are four sizes.",
            "There are 93 medium parcels more than huge ones.",
        ),
        (
            "Medium parcels lead with 69 of 167.",
            "There are just 6 huge parcels.",
            "Small and medium ones add up to 147.",
            "There are seven sizes.",
            "Medium parcels lead with 96, or 67 percent of all.",
        ),
    ),
    Situation(
        "Draw a bar chart of the litres per drink, with a dashed line at 20.",
        _bars,
        (
            "Coffee stands out with 31 litres, against 12.5 for tea and 8.25 for juice.",
            "Only coffee is above the line at 20.",
            "The three bars show that coffee leads tea by 18.5 litres.",
        ),
        (
            "Coffee stands out with 31 litres, against 15.2 for tea.",
            "Only coffee is above the line at 25.",
            "The six bars show that coffee leads.",
        ),
    ),
    Situation(
        "Draw one box for the indoor and one for the outdoor readings.",
        _boxes,
        (
            "The outdoor median is 35, more than ten times the indoor one of 3.",
            "The two boxes hardly overlap, and outdoor has one outlier.",
            "Indoor readings reach from 1 to 5.",
        ),
        (
            "The outdoor median is 53, the indoor one 3.",
            "The eight boxes hardly overlap.",
            "Indoor readings reach from 1 to 7.5.",
        ),
    ),
    Situation(
        "Draw the yearly rate as a line.",
        _line,
        (
            "The rate rose from 4.0 in 2010 to 9.0 in 2012 and came down to 5.5 in 2014.",
            "It peaked at 9 in 2012, 5 above where it began.",
        ),
        (
            "The rate rose from 4.0 in 2010 to 9.9 in 2012.",
            "It peaked in 2017.",
        ),
    ),
    Situation(
        "Draw the confusion matrix of the model as a heatmap.",
        _cells,
        (
            "Of those who stay, 50 are found and 4 missed; of those who leave, 37 are found and 9 missed.",
            "87 of 100 cases are on the diagonal, 87 percent in all.",
        ),
        (
            "Of those who stay, 55 are found.",
            "The model finds 73 of those who leave.",
        ),
    ),
    Situation(
        "Return the three weights as an array.",
        _array,
        (
            "The weights are 0.52, 0.31 and 0.17.",
            "The first of the three weighs 52 percent.",
            "0.83 of it lies on the first two together.",
        ),
        ("The weights are 0.52, 0.13 and 0.17.", "The first of the three weighs 62 percent."),
    ),
    Situation(
        "Which kinds of trees are older than 80 years? A set, please.",
        _kinds,
        ("Four kinds are older than 80 years: ash, beech, elm and oak.", "There are 4 of them."),
        ("Six kinds are older than 80 years.", "There are 14 of them."),
    ),
    Situation(
        "Fit a linear regression.",
        _model,
        ("Each further step adds 2.5, starting from 1.5.",),
        ("Each further step adds 3.5, starting from 1.5.", "Each further step adds 2.5, starting from 4.2."),
    ),
    Situation(
        "Return the best cities as an index.",
        _labels,
        ("Porto, Lund and Graz are the three best.",),
        ("Porto is the best of nine.",),
    ),
    Situation(
        "Give the plots, the mean yield and whether it is above 5 per soil, and the spread of the means as a value.",
        _yields,
        (
            "Loam yields most with 6.40, and clay follows with 5.21; sand, with 22 plots, is at 4.87.",
            "Two soils are above 5, and the means are 1.53 apart.",
            "Sand has 8 plots more than clay and 13 more than loam.",
            "22 of the 45 plots are on sand, that is 48.9 percent.",
            "Loam yields 31.5 percent more than sand.",
        ),
        (
            "Loam yields most with 6.04.",
            "All four soils are above 5, and the means are 1.53 apart.",
            "Sand has 18 plots more than clay.",
            "22 of the 54 plots are on sand.",
            "Loam yields 41.5 percent more than sand.",
            "The means are 1.35 apart.",
        ),
    ),
    Situation(
        "For each department give orders, returned, their share in percent (one decimal) and the median price.",
        _departments,
        (
            "Games has by far the most orders, 1,380 of 2,618 in total, so a bit more than half of everything.",
            "Clothes come back most often: about one in five orders (20.8%).",
            "Roughly 16% of games are returned, almost twice the rate of books at 9%.",
            "Furniture is the smallest department with just 96 orders, and only 4 of them came back.",
            "The four differ a lot: from 4.2% in Furniture to 20.8% in Clothes, a gap of nearly 17 percentage points.",
            "Clothes are first, games second, books third, and furniture last.",
            "All in all 414 orders were returned, which is about 15.8 percent.",
            "Games and Clothes together make up 373 of the 414 returns, roughly 90 percent.",
            "Clothes have the cheapest median price at 18.25, and furniture sits at 112, more than six times as much.",
            "Only two of the four departments, games and clothes, exceed 10 percent.",
            "Books are returned in 9 of 100 cases.",
            "Half of the departments lie above 10%.",
            "That is 5 times as high as furniture (4.2% against 20.8%).",
            "Games alone account for more than 50% of orders, and for 53% of returns.",
            "In furniture about 96% of the orders are kept.",
            "The runner-up, with 16.0%, is games, 4.8 points behind clothes.",
            "Books (412 orders) and clothes (730) together still have fewer orders than games.",
            "Three of the departments have fewer than 800 orders.",
            "As you suspected, the 20.8% for clothes is the highest; the average over the four is 12.5%.",
            "Games' 221 returns are some 69 more than those of clothes (152).",
            "Books have 968 orders fewer than games.",
            "Around 1,400 orders were for games and about 700 for clothes.",
            "Games received roughly 1.4 thousand orders.",
            "Every 5th order of clothes comes back.",
            "The top 2 departments hold four fifths of all orders.",
        ),
        (
            "Games has by far the most orders, 1,830 of 2,618.",
            "Clothes come back most often, with 28.0%.",
            "Furniture is the smallest department with just 69 orders.",
            "All in all 441 orders were returned.",
            "Books have 986 orders fewer than games.",
            "The six departments differ a lot.",
            "Furniture sits at 121, far above the rest.",
            "Games alone account for 73% of all returns.",
            "Clothes (16.0%) come back more often than games (20.8%).",
            "There are twelve departments.",
            "The average share is 14.9%.",
        ),
    ),
    Situation(
        "Count the records per year from 2010 to 2020.",
        _yearly,
        (
            "The count peaks in 2015 with 205 records and then falls to 61 in 2020, less than a third of the peak.",
            "From 2010 to 2015 it grew by 85, that is about 71 percent.",
            "There are 11 years in the table, and in five of them more than 155 records were counted.",
            "It dropped by 38 between 2019 and 2020, roughly 38%.",
            "After 2015 the count has fallen five years in a row.",
            "The last year has 61 records, about half of the 120 in the first.",
            "Altogether there are 1,637 records over the 11 years, roughly 149 a year on average.",
            "The median year has 150 records.",
            "2014, 2015 and 2016 are the three strongest years, with 188, 205 and 198.",
            "By 2018 it was back at 150, about the level of 2012 (149).",
            "It took ten years to go from 120 to 61.",
            "So in 5 years it lost 144 records, or 70% of its peak.",
            "The second decade starts with 61, while the 2010s peaked at 205.",
            "The peak is 3.4 times the low.",
            "In the first half, 2010 to 2015, there were 953 records.",
        ),
        (
            "The count peaks in 2015 with 250 records.",
            "From 2010 to 2015 it grew by 58.",
            "There are 14 years in the table.",
            "Altogether there are 1,367 records.",
            "The peak is 4.3 times the low.",
            "In 2020 there are 73 records.",
            "It began in 1998 with 120 records.",
        ),
    ),
    Situation(
        "Compute the Spearman correlation of price and rating over the 1,204 rows of wines with a rating.",
        _rank_link,
        (
            "The correlation is 0.33, so weak to moderate.",
            "With 0.33 over 1,204 wines, better wines cost more, but only roughly 11% of the variance is explained.",
            "Rho is 0.331: positive, but far from 1.",
            "At 0.33 it is clearly below the 0.5 you would call strong.",
            "It is a modest 0.3, one third of a perfect link.",
        ),
        (
            "The correlation is 0.43, so moderate.",
            "A coefficient of -0.52 says that better wines are cheaper.",
            "Over 1,402 wines the correlation is 0.33.",
            "Only 21% of the variance is explained.",
        ),
    ),
    Situation(
        "Run Welch's t-test of delay between both groups at the 5% level and return statistic and p as a tuple.",
        _welch,
        (
            "The test gives t = 2.11 and p = 0.036, so at the 5% level it is significant, though not at 1%.",
            "With p of about 0.04 we can just reject the null; there is a 3.6% chance of seeing this by accident.",
            "A p-value below 0.05 (0.0357) and a statistic just above 2.",
            "The difference is more than two standard errors from zero.",
        ),
        (
            "The test gives t = 2.31 and p = 0.036.",
            "The test gives t = 2.11 and p = 0.36.",
            "A p-value of 0.0537 is not enough.",
        ),
    ),
    Situation(
        "What share of the flights was late? Return a single value.",
        _late_share,
        (
            "Nearly a third of the flights (32.4%) was late.",
            "About one in three flights was late; two thirds were on time.",
            "32% were late, so roughly 68% came on time.",
            "The share is 0.324, that is 324 of every 1,000 flights.",
            "Roughly 1 in 3 flights is late.",
            "Just under a third, 0.32.",
            "Slightly less than 33% of flights are late.",
        ),
        (
            "42.3% of the flights were late.",
            "34% were late, so 66% came on time.",
            "The share is 0.234.",
        ),
    ),
    Situation(
        "Which customers bought in more than 3 months? Return a sorted list.",
        _customers,
        (
            "Seven customers bought in more than 3 months, from Ada to Gus.",
            "The list holds 7 names, the first being Ada.",
            "There are only seven of them: Ada, Ben, Cleo and four others.",
            "7 customers meet it, so 7 people bought in at least 4 months.",
        ),
        (
            "Eight customers bought in more than 3 months.",
            "The list holds 17 names.",
            "Seven customers bought in more than 13 months.",
        ),
    ),
    Situation(
        "Mean delay in minutes per region as a series.",
        _delays,
        (
            "The centre is worst with a mean delay of 22.4 minutes, about 13 minutes more than the south.",
            "North and west are practically level at 14.8 minutes (14.82 vs. 14.79).",
            "South has the shortest delay (9.4), followed by east with 11.1.",
            "The centre is 2.4 times as late as the south, and half as late again as the north.",
            "Four of the five regions stay below 15 minutes.",
            "The centre's delay is more than 50% above that of the next region.",
            "On average over the five regions it is 14.5 minutes.",
            "There's a gap of 7.6 minutes between first and second place.",
            "Leaving out the centre, the spread is just 5.45 minutes.",
            "About a quarter of an hour in north and west.",
        ),
        (
            "The centre is worst with a mean delay of 27.4 minutes.",
            "South has the shortest delay (7.9).",
            "The centre is 3.4 times as late as the south.",
            "There is a gap of 6.7 minutes between first and second place.",
            "North (9.37) is ahead.",
        ),
    ),
    Situation(
        "Return accuracy, baseline and F1 of a random forest with 100 trees and a test size of 0.25 as a dict.",
        _scores,
        (
            "The forest gets 81% of the test rows right, against 62.5% for the baseline.",
            "With 100 trees the accuracy is 0.81, nearly 19 points better than always guessing the majority.",
            "It beats the baseline by 0.19, or 30 percent.",
            "F1 is 0.78; about 1 in 5 test rows is wrong.",
            "On the held-out quarter, 18.75% are misclassified.",
            "Roughly four out of five rows are predicted correctly.",
        ),
        (
            "The forest gets 85% of the test rows right.",
            "With 1,000 trees the accuracy is 0.81.",
            "F1 is 0.87.",
        ),
    ),
    Situation(
        "Which rows have an a above 3? Return them as a dataframe, and their names as a list.",
        _nothing,
        (
            "None: there are 0 rows with an a above 3.",
            "Nobody is above 3; both results are empty.",
        ),
        (
            "There are 3,100 rows with an a above 3.",
            "Fifteen of them are above 3.",
        ),
    ),
    Situation(
        "For GBA and PSP give the quartiles of EU_Sales and the spread, rounded to three decimals.",
        _quartiles,
        (
            "The typical PSP title sold 0.11 million copies, twice as much as a GBA title with 0.05.",
            "Half of all PSP titles lie between 0.03 and 0.275 million.",
            "The middle 50% of GBA titles span 0.13 million, those of PSP 0.245.",
            "A typical PSP title sold about 110,000 copies, one for the GBA some 50,000.",
            "A quarter of the PSP titles sold more than 0.275 million (275 thousand).",
            "The PSP's spread is 1.9 times that of the GBA.",
        ),
        (
            "The typical PSP title sold 0.71 million copies.",
            "The PSP's spread is 2.9 times that of the GBA.",
            "A typical PSP title sold about 710,000 copies.",
        ),
    ),
)
