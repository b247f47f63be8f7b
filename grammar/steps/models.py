"""Steps that explain or predict one measure from others by linear regression."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import Number, Words
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.fitting import LEAST, sides
from grammar.steps.regression import Regression, ways
from grammar.steps.words import figure


class LinearModel(Regression):
    """The fitted regression itself."""

    name = "linear_model"
    gives: ClassVar[tuple[ResultType, ...]] = ("model",)
    verbs = ways("(fit|train) MODEL", "build MODEL, (fitted to|trained on) all of these rows")
    nouns = ways("MODEL, fitted to all of these rows")
    motives = (
        "I want something that I can put new cases into later.",
        "How much of {column} follows from the rest?",
        "A simple model of {column} would be a start.",
        "If I knew only a few things about a case, could I tell its {column}?",
    )
    weight = 0.7

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_model."""
        return identifier(slots["column"], "model")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The fitted model."""
        return self.fitted(step, source, style, out)


class Coefficients(Regression):
    """How much the target changes with each input."""

    name = "coefficients"
    gives: ClassVar[tuple[ResultType, ...]] = ("series", "dict")
    sizes = (2, 3, 4)
    verbs = ways(
        "fit MODEL, and (take|keep) the coefficient of each of these inputs by name, in this order",
        "estimate MODEL, and read off the coefficients by input, in the order given",
    )
    nouns = ways(
        "the coefficients, by input and in the order given, of MODEL",
        "the slope for each input, by name and in the order given, (in|from) MODEL",
    )
    motives = (
        "By how much does {column} change when one of the others goes up?",
        "I'd like to see what really moves {column}, all else being equal.",
        "Correlations alone don't tell me what a single factor is worth for {column}.",
        "Which of them pushes {column} up, and which pulls it down?",
    )

    def sensible(self, slots: Slots, source: Var) -> bool:
        """At least two inputs."""
        return super().sensible(slots, source) and len(slots["columns"]) >= 2

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_coefficients."""
        return identifier(slots["column"], "coefficients")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Coefficients beside the inputs' names."""
        lines = self.fitted(step, source, style)
        if step.result == "series":
            return [*lines, f"{out} = pd.Series(model.coef_, index=X.columns)"]
        if style.random() < 0.5:
            return [*lines, f"{out} = dict(zip(X.columns, model.coef_.tolist()))"]
        loop = ["for feature, coefficient in zip(X.columns, model.coef_):", f"    {out}[feature] = float(coefficient)"]
        return [*lines, f"{out} = {{}}", *loop]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Coefficients by input."""
        rows = len(slots["columns"])
        return Var(out, "series", rows, (figure("coefficient", distinct=rows),), None, "grouped")


class Fit(Regression):
    """How much of the target's variance the regression explains."""

    name = "regression_r2"
    gives = ("value",)
    verbs = ways(
        "fit MODEL, and (compute|take) its R-squared on the same rows",
        "estimate MODEL, and find out which share of the variance it explains on the same rows",
    )
    nouns = ways(
        "the R-squared, on the rows it was fitted to, of MODEL",
        "the in-sample R2 score of MODEL",
    )
    motives = (
        "How well is {column} explained by that?",
        "I wonder how much of {column} is left unexplained.",
        "Is {column} mostly a matter of these things, or of something we do not have?",
        "A model of {column} is only worth something if it fits.",
    )
    moment = "close"

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_r2."""
        return identifier(slots["column"], "model_r2")

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """The model and the score."""
        return (*super().imports(slots), "from sklearn.metrics import r2_score")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The score of the model's own predictions."""
        return [
            *self.fitted(step, source, style),
            "predicted = model.predict(X)",
            f"{out} = float(r2_score(y, predicted))",
        ]


class Predictions(Regression):
    """What the regression expects for each row."""

    name = "regression_predictions"
    gives = ("array", "list")
    verbs = ways(
        "fit MODEL, and predict the target for the same rows in their order",
        "train MODEL, and (collect|compute) its predictions for the rows it was trained on, in row order",
    )
    nouns = ways(
        "the in-sample predictions, in row order, of MODEL",
        "the fitted values, in row order, of MODEL",
    )
    motives = (
        "What {column} would one expect for each of them?",
        "I'd like to have an expected {column} to hold the real one against.",
        "Some may be far off from what one would expect for {column}.",
        "Let's see what a simple rule would say about {column}.",
    )
    weight = 0.8

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. predicted_price."""
        return identifier("predicted", slots["column"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Predictions for the rows of the fit."""
        tail = ".tolist()" if step.result == "list" else ""
        return [*self.fitted(step, source, style), f"{out} = model.predict(X){tail}"]


_SCORE = Words(
    {
        "r2_score": ("R-squared", "R2 score"),
        "mean_absolute_error": ("mean absolute error",),
        "root_mean_squared_error": ("root mean squared error", "RMSE"),
    }
)


class HeldOut(Regression):
    """How good the regression is on rows that it has not seen."""

    name = "regression_held_out"
    gives = ("value",)
    slots = {**Regression.slots, "score": _SCORE, "share": Number()}
    verbs = ways(
        "train MODEL, and (compute|measure) the {score} on a test share of {share} held out by train_test_split with"
        " random_state 42",
        "split with train_test_split at test_size {share} and random_state 42, train MODEL, and (compute|take) the"
        " {score} on the test part",
    )
    nouns = ways(
        "the {score}, on a test share of {share} held out by train_test_split with random_state 42, of MODEL",
        "the test {score} after train_test_split with test_size {share} and random_state 42 of MODEL",
    )
    motives = (
        "A model may just have learned its own examples by heart.",
        "Would that also hold for cases that it has never seen?",
        "How far off would I be with {column} for a new case?",
        "Before I rely on predictions of {column}, I want an honest test.",
    )
    moment = "close"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Usual shares and scores."""
        for slots in super().offers(source, focus, chance):
            score = chance.choice(("r2_score", "mean_absolute_error", "root_mean_squared_error"))
            yield {**slots, "score": score, "share": chance.choice((0.2, 0.25, 0.3))}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Enough rows in both parts."""
        missing = sum(source.named[name].missing for name in slots["columns"] if name in source.named)
        tested = (source.rows - missing) * slots["share"]
        return super().sensible(slots, source) and 0 < slots["share"] < 1 and tested >= LEAST / 5

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_test_r2."""
        short = {"r2_score": "r2", "mean_absolute_error": "mae", "root_mean_squared_error": "rmse"}
        return identifier(slots["column"], "test", short[slots["score"]])

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """The model, the split and the score."""
        split = "from sklearn.model_selection import train_test_split"
        return (*super().imports(slots), split, f"from sklearn.metrics import {slots['score']}")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Split, fit, predict, score."""
        split = "X_train, X_test, y_train, y_test = train_test_split("
        fit = ["model = LinearRegression()", "model.fit(X_train, y_train)"]
        lines = [
            *sides(source, step.slots["column"], step.slots["columns"], style),
            split,
            f"    X, y, test_size={step.slots['share']}, random_state=42",
            ")",
            *(fit if style.random() < 0.5 else ["model = LinearRegression().fit(X_train, y_train)"]),
        ]
        score = step.slots["score"]
        if style.random() < 0.4:
            return [*lines, f"{out} = float({score}(y_test, model.predict(X_test)))"]
        return [*lines, "predicted = model.predict(X_test)", f"{out} = float({score}(y_test, predicted))"]


KINDS: tuple[Kind, ...] = (
    LinearModel(),
    Coefficients(),
    Fit(),
    Predictions(),
    HeldOut(),
)
