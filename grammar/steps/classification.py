"""Steps that predict a category from measures, and tell how well that works."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from company.records import Column, ResultType
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, ColumnNames, Number, Source, Words
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.fitting import GAPS, LEAST, MOST, SCALER, gappy, inputs, sides
from grammar.steps.words import figure

ALGORITHM = Words(
    {
        "logistic": (
            "a logistic regression with a StandardScaler in front and max_iter 1000",
            "a pipeline of StandardScaler and LogisticRegression with max_iter 1000",
        ),
        "tree": (
            "a decision tree with max_depth 3 and random_state 42",
            "a DecisionTreeClassifier of max_depth 3 with random_state 42",
        ),
    }
)
"""Every detail that the predictions depend on."""
TAILS = (
    "{algorithm}, (predicting|that predicts) {column} from {columns} in {source}{gaps}, with train_test_split at"
    " test_size {share} and random_state 42",
    "{algorithm} for {column} with {columns} as (inputs|predictors) in {source}{gaps}, (tested|evaluated) on a"
    " train_test_split share of {share} with random_state 42",
)


def ways(*templates: str) -> tuple[str, ...]:
    """Each template with each way to say the model in the place of MODEL."""
    return tuple(template.replace("MODEL", tail) for template in templates for tail in TAILS)


def classes(source: Var) -> list[Column]:
    """Categories of two to four values, none of which is rare."""
    return [
        column
        for column in source.groups(most=4)
        if column.values and len(column.values) == column.distinct and min(count for _, count in column.values) >= 20
    ]


class Classification(Kind):
    """Something about a model that predicts a category from measures."""

    sizes: ClassVar[tuple[int, ...]] = (2, 3, 4)
    slots = {
        "source": Source(),
        "algorithm": ALGORITHM,
        "column": ColumnName(),
        "columns": ColumnNames(),
        "share": Number(),
        "gaps": GAPS,
    }

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A category with two to four measures."""
        names = [column.name for column in focus.first(inputs(source, distinct=5), chance)]
        for column in focus.first(classes(source), chance)[:2]:
            for size in chance.sample(self.sizes, len(self.sizes))[:2]:
                columns = tuple([name for name in names if name != column.name][:size])
                algorithm, share = chance.choice(("logistic", "tree")), chance.choice((0.2, 0.25, 0.3))
                gaps = gappy(source, column.name, *columns)
                slots = {"column": column.name, "columns": columns, "gaps": gaps}
                slots |= {
                    name: value for name, value in (("algorithm", algorithm), ("share", share)) if name in self.slots
                }
                if len(columns) == size and self.sensible(slots, source):
                    yield slots

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A small category, measures, and enough rows; the gaps are spoken of."""
        target, names = slots["column"], slots["columns"]
        if target in names or not {target, *names} <= set(source.named) or len(set(names)) < len(names):
            return False
        missing = sum(source.named[name].missing for name in (target, *names))
        usable = source.rows - missing >= LEAST * 2 and source.rows <= MOST
        numeric = all(source.named[name].numeric for name in names)
        small = 2 <= source.named[target].distinct <= 4 and 0 < slots.get("share", 0.2) < 1
        return usable and numeric and small and (slots["gaps"] or not gappy(source, target, *names))

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """The model and the split."""
        split = "from sklearn.model_selection import train_test_split"
        if slots["algorithm"] == "tree":
            return (split, "from sklearn.tree import DecisionTreeClassifier")
        pipeline = "from sklearn.pipeline import make_pipeline"
        return (split, "from sklearn.linear_model import LogisticRegression", pipeline, SCALER)

    def tested(self, step: Step, source: Var, style: random.Random) -> list[str]:
        """Lines that fit the model on one part of the rows and leave its guesses for the other in `predicted`."""
        share = step.slots["share"]
        split = [
            "X_train, X_test, y_train, y_test = train_test_split(",
            f"    X, y, test_size={share}, random_state=42",
            ")",
        ]
        made = "make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))"
        if step.slots["algorithm"] == "tree":
            made = "DecisionTreeClassifier(max_depth=3, random_state=42)"
        if style.random() < 0.5:
            fit = [f"classifier = {made}", "classifier.fit(X_train, y_train)"]
        else:
            fit = [f"classifier = {made}.fit(X_train, y_train)"]
        return [
            *sides(source, step.slots["column"], step.slots["columns"], style),
            *split,
            *fit,
            "predicted = classifier.predict(X_test)",
        ]


class Accuracy(Classification):
    """How often a category is predicted right."""

    name = "accuracy"
    gives = ("value",)
    verbs = ways(
        "train MODEL, and (compute|measure) the accuracy on the test part",
        "fit MODEL, and find out which share of the test rows it gets right",
    )
    nouns = ways("the test accuracy of MODEL", "the share of correctly classified test rows, as reached by MODEL")
    motives = (
        "Could one tell {column} from the figures alone?",
        "I wonder how often a simple model would get {column} right.",
        "If {column} can be predicted, there must be something to it.",
        "How reliable would an automatic guess at {column} be?",
    )
    moment = "close"

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. class_accuracy."""
        return identifier(slots["column"], slots["algorithm"], "accuracy")

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """The model, the split and the score."""
        return (*super().imports(slots), "from sklearn.metrics import accuracy_score")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The share of right predictions."""
        return [*self.tested(step, source, style), f"{out} = float(accuracy_score(y_test, predicted))"]


class Confusion(Classification):
    """What is taken for what."""

    name = "confusion_matrix"
    gives = ("array",)
    verbs = ways(
        "train MODEL, and (compute|draw up) the confusion matrix of the test part, true classes in rows and sorted"
        " labels throughout",
        "fit MODEL, and cross true with predicted classes of the test rows in a confusion matrix, labels sorted",
    )
    nouns = ways(
        "the confusion matrix on the test part, true classes in rows and labels sorted, of MODEL",
        "the table of true classes, in rows, against predicted ones for the test part, labels sorted, of MODEL",
    )
    motives = (
        "Which kinds of {column} would be mistaken for each other?",
        "Errors are not all alike: what does a model of {column} confuse?",
        "One overall figure for {column} could hide that a group is never recognised.",
        "Where does the prediction of {column} go wrong?",
    )
    moment = "close"
    weight = 0.8

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. class_confusion_matrix."""
        return identifier(slots["column"], "confusion_matrix")

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """The model, the split and the matrix."""
        return (*super().imports(slots), "from sklearn.metrics import confusion_matrix")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The matrix of the test part."""
        return [*self.tested(step, source, style), f"{out} = confusion_matrix(y_test, predicted)"]


class Importances(Classification):
    """Which measures tell most about a category, by a random forest."""

    name = "feature_importances"
    gives: ClassVar[tuple[ResultType, ...]] = ("series", "dict")
    sizes = (3, 4, 5)
    slots = {"source": Source(), "column": ColumnName(), "columns": ColumnNames(), "gaps": GAPS}
    verbs = (
        "(train|fit) a random forest classifier with 100 trees and random_state 42 that predicts {column} from"
        " {columns} in {source}{gaps}, and rank its feature importances from highest to lowest",
        "rank {columns} by their importance, from highest to lowest, in a RandomForestClassifier for {column} on"
        " {source}{gaps}, with n_estimators 100 and random_state 42",
        "find out how important {columns} are for {column} in {source}{gaps}, by a random forest classifier with 100"
        " trees and random_state 42, from highest to lowest",
    )
    nouns = (
        "the feature importances, from highest to lowest, of a random forest classifier with 100 trees and"
        " random_state 42 that predicts {column} from {columns} in {source}{gaps}",
        "the importances of {columns} for {column} in {source}{gaps}, from highest to lowest, as a"
        " RandomForestClassifier with n_estimators 100 and random_state 42 finds them",
        "a ranking, from highest to lowest, of how important {columns} are for {column} in {source}{gaps}, by a random"
        " forest classifier with 100 trees and random_state 42",
    )
    motives = (
        "What tells us most about {column}?",
        "Which of these measures should I ask about first if I care for {column}?",
        "I doubt that all of them matter equally for {column}.",
        "Not everything can be decisive for {column}.",
    )

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A forest takes its time on large tables."""
        return super().sensible(slots, source) and source.rows <= MOST / 2

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. class_importances."""
        return identifier(slots["column"], "importances")

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """The forest."""
        return ("from sklearn.ensemble import RandomForestClassifier",)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Importances beside the inputs' names, sorted."""
        made = "forest = RandomForestClassifier(n_estimators=100, random_state=42)"
        fit = [made, "forest.fit(X, y)"] if style.random() < 0.5 else [f"{made}.fit(X, y)"]
        tail = ".to_dict()" if step.result == "dict" else ""
        return [
            *sides(source, step.slots["column"], step.slots["columns"], style),
            *fit,
            "importances = pd.Series(forest.feature_importances_, index=X.columns)",
            f"{out} = importances.sort_values(ascending=False){tail}",
        ]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Importances by input."""
        rows = len(slots["columns"])
        return Var(out, "series", rows, (figure("importance", distinct=rows),), None, "grouped")


KINDS: tuple[Kind, ...] = (Accuracy(), Confusion(), Importances())
