"""Steps that look for groups in measures by k-means."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from company.records import ResultType
from company.results.roles import ColumnRole
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.clustering import Clustering, ways
from grammar.steps.fitting import Note, gappy, standardized
from grammar.steps.words import figure


class ClusterLabels(Clustering):
    """The cluster of each complete row."""

    name = "cluster_labels"
    gives = ("array", "list")
    verbs = ways(
        "run CLUSTERING, and (take|keep) the labels of the rows in their order",
        "apply CLUSTERING, and collect the label of every row, in row order",
    )
    nouns = ways(
        "the cluster labels of CLUSTERING, in row order",
        "the label of each row, in row order, (from|after) CLUSTERING",
    )
    motives = (
        "I wonder if there are natural groups hiding in there.",
        "Perhaps they fall into a few types that nobody has named yet.",
        "Rather than fixing limits by hand, I'd let the figures form groups.",
        "Could similar ones be put together automatically?",
        "My feeling is that there are only a handful of distinct profiles.",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. labels_of_3_clusters."""
        return f"labels_of_{slots['k']}_clusters"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The labels of the fitted model."""
        lines, labels = self.labels(step, source, style)
        if labels == "cluster_labels" and step.result == "array":
            return [*lines[:-1], lines[-1].replace("cluster_labels", out, 1)]
        return [*lines, f"{out} = {labels}{'.tolist()' if step.result == 'list' else ''}"]


class ClusterSizes(Clustering):
    """How many rows each cluster has."""

    name = "cluster_sizes"
    gives = ("series", "dict")
    verbs = ways(
        "run CLUSTERING, and count the rows in each cluster, in the order of the labels",
        "apply CLUSTERING, and (determine|find out) how many rows each label gets, sorted by label",
    )
    nouns = ways(
        "the number of rows per cluster, sorted by label, (from|after) CLUSTERING",
        "the cluster sizes, in the order of the labels, of CLUSTERING",
    )
    motives = (
        "If there are groups, are they about equally large?",
        "A cluster with two members would be of no use to me.",
        "I'd like to know how such segments would divide up what we have.",
        "Is there one big crowd with a few exceptions, or several camps?",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. sizes_of_3_clusters."""
        return f"sizes_of_{slots['k']}_clusters"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Counted labels in order."""
        lines, labels = self.labels(step, source, style)
        tail = ".to_dict()" if step.result == "dict" else ""
        if style.random() < 0.6:
            return [*lines, f"{out} = pd.Series({labels}).value_counts().sort_index(){tail}"]
        size = f"{{label: int(({labels} == label).sum()) for label in range({step.slots['k']})}}"
        return [*lines, f"{out} = {size}" if tail else f"{out} = pd.Series({size})"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Counts by label."""
        return Var(out, "series", slots["k"], (figure("count", dtype="int64", distinct=slots["k"]),), None, "grouped")


class ClusterProfile(Clustering):
    """What is typical of each cluster."""

    name = "cluster_profile"
    weight = 1.2
    verbs = ways(
        "run CLUSTERING, and average each of these columns per cluster in original units, with the labels as the index",
        "apply CLUSTERING, and (compute|calculate) for every cluster the mean of these columns on their original"
        " scale, indexed by label",
    )
    nouns = ways(
        "the mean of each clustered column per cluster, in original units and indexed by label, (from|after)"
        " CLUSTERING",
        "the cluster profiles, that is the unscaled column means indexed by label, of CLUSTERING",
    )
    motives = (
        "Suppose we sorted them into a few groups: what would be typical of each?",
        "Segments only help me if I can describe them in a sentence.",
        "I am curious what the typical members of such groups would look like.",
        "Which profiles would come out if we let the figures speak?",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. profile_of_3_clusters."""
        return f"profile_of_{slots['k']}_clusters"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Means of the original values, grouped by label."""
        lines, labels = self.labels(step, source, style)
        if style.random() < 0.5:
            return [*lines, f"{out} = inputs.groupby({labels}).mean()"]
        return [
            *lines,
            f"clustered = inputs.assign(cluster_label={labels})",
            f"{out} = clustered.groupby('cluster_label').mean()",
        ]

    def sensible(self, slots: Slots, source: Var) -> bool:
        """No column has the name of the label."""
        return super().sensible(slots, source) and "cluster_label" not in slots["columns"]


class ClusterColumn(Clustering):
    """The cluster of each row as a further column of a copy."""

    name = "cluster_column"
    slots = {
        **Clustering.slots,
        "new": ColumnName(),
        "open": Note(", missing for rows that were left out", ", with no label for rows that were left out"),
    }
    verbs = ways(
        "run CLUSTERING, and add the labels as column {new} to a copy of all rows{open}",
        "apply CLUSTERING, and put the labels into column {new} of a copy that keeps all rows{open}",
    )
    nouns = ways(
        "a copy of all rows with a column {new} for the labels of CLUSTERING{open}",
        "all rows, copied, with a column {new} that holds the labels from CLUSTERING{open}",
    )
    motives = (
        "I'd like to give everyone a label that I can work with later.",
        "If each of them belonged to a group, I could compare the groups.",
        "Let's turn these figures into a handful of segments.",
        "A segment for each row would make the next questions easier.",
    )
    weight = 1.2

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A new column for the labels."""
        free = [name for name in ("cluster", "segment") if name not in {column.name for column in source.columns}]
        if free:
            for slots in super().offers(source, focus, chance):
                yield {**slots, "new": chance.choice(free), "open": slots["gaps"]}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Where rows are left out, it is said what becomes of them."""
        return super().sensible(slots, source) and slots["open"] == slots["gaps"]

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. df_with_cluster."""
        base = source.name.split("_with_")[0]
        return identifier(base if len(base) <= 18 else "rows", "with", slots["new"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The labels put beside all rows, or beside those that are complete."""
        lines, labels = self.labels(step, source, style)
        copied = [] if self.in_place else [f"{out} = {source.name}.copy()"]
        new = literal(step.slots["new"])
        if not gappy(source, *step.slots["columns"]):
            return [*lines, *copied, f"{out}[{new}] = {labels}"]
        known = f"{source.name}[{literal(step.slots['columns'])}].notna().all(axis=1)"
        return [
            *lines,
            f"is_complete = {known}",
            *copied,
            f"{out}[{new}] = np.nan",
            f"{out}.loc[is_complete, {new}] = {labels}",
        ]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same rows with one column more."""
        role: ColumnRole = "flag" if slots["k"] == 2 else "ordered_category"
        column = figure(slots["new"], distinct=slots["k"]).model_copy(update={"role": role})
        return replace(source.adding(column), name=out)


class ClusterColumnInPlace(ClusterColumn):
    """The cluster of each row as a further column of the frame itself."""

    name = "cluster_column_in_place"
    in_place = True
    weight = 0.5
    verbs = ways(
        "run CLUSTERING, and add the labels in place as [the ]new column {new}{open}",
        "apply CLUSTERING, and store the labels in that very table as column {new}{open}",
    )
    nouns = ways(
        "all rows after adding in place a column {new} with the labels of CLUSTERING{open}",
        "the original itself with a new column {new} for the labels from CLUSTERING{open}",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """The source keeps its name."""
        return source.name


class Silhouette(Clustering):
    """How well the clusters are apart."""

    name = "silhouette"
    gives = ("value",)
    most = 5000
    verbs = ways(
        "run CLUSTERING, and (compute|calculate) the silhouette score on the scaled values",
        "apply CLUSTERING, and measure with the silhouette score on the scaled values how well the clusters are apart",
    )
    nouns = ways(
        "the silhouette score, on the scaled values, of CLUSTERING",
        "the mean silhouette coefficient, on the scaled values, of all rows (from|after) CLUSTERING",
    )
    motives = (
        "Any algorithm finds groups if it is told to, but are they really apart?",
        "How clear-cut would such groups be?",
        "Before I tell anyone about segments, I want to know how solid they are.",
        "I doubt that these figures fall into well separated groups.",
    )
    moment = "close"

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. silhouette_of_3_clusters."""
        return f"silhouette_of_{slots['k']}_clusters"

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """k-means, the score and the scaler."""
        return (*super().imports(slots), "from sklearn.metrics import silhouette_score")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The score of the fitted labels."""
        lines, labels = self.labels(step, source, style)
        return [*lines, f"{out} = float(silhouette_score(scaled_inputs, {labels}))"]


class Inertias(Clustering):
    """How the inertia falls with the number of clusters: the elbow."""

    name = "inertias"
    gives: ClassVar[tuple[ResultType, ...]] = ("list",)
    most = 15_000
    verbs = (
        "run k-means for every number of clusters from 1 to {k} on {columns} (in|from) {source}, standardized with"
        " StandardScaler{gaps}, with random_state 42 and n_init 10, and (collect|note) the inertias",
        "try 1 to {k} clusters in k-means on the columns {columns} of {source}, scaled by StandardScaler{gaps}, with"
        " random_state 42 and n_init 10, and (collect|note) the inertia of each",
        "(collect|record) the k-means inertia for 1 to {k} clusters on {columns} (in|from) {source}, standardized with"
        " StandardScaler{gaps}, random_state 42 and n_init 10",
    )
    nouns = (
        "the k-means inertias for 1 to {k} clusters on {columns} (in|from) {source}, standardized with"
        " StandardScaler{gaps}, with random_state 42 and n_init 10",
        "the inertia for each number of clusters from 1 to {k} when k-means runs on {columns} (in|from) {source},"
        " scaled by StandardScaler{gaps}, random_state 42 and n_init 10",
        "the elbow figures, meaning the inertias of k-means with 1 to {k} clusters on {columns} of {source},"
        " standardized with StandardScaler{gaps}, random_state 42 and n_init 10",
    )
    motives = (
        "How many groups would be reasonable?",
        "I don't want to pull the number of segments out of thin air.",
        "Where does a further group stop paying off?",
        "Two groups, three, five? Let's see what the figures say.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Up to six or eight clusters."""
        for slots in super().offers(source, focus, chance):
            yield {**slots, "k": chance.choice((6, 6, 8))}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. inertias_up_to_6."""
        return f"inertias_up_to_{slots['k']}"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A loop over the numbers of clusters."""
        lines = [*standardized(source, step.slots["columns"], style), f"{out} = []"]
        name = "k" if style.random() < 0.5 else "n_clusters"
        loop = f"for {name} in range(1, {step.slots['k'] + 1}):"
        if style.random() < 0.5:
            made = f"    kmeans = KMeans(n_clusters={name}, random_state=42, n_init=10)"
            return [*lines, loop, made, "    kmeans.fit(scaled_inputs)", f"    {out}.append(float(kmeans.inertia_))"]
        made = f"    kmeans = KMeans(n_clusters={name}, random_state=42, n_init=10).fit(scaled_inputs)"
        return [*lines, loop, made, f"    {out}.append(float(kmeans.inertia_))"]


KINDS: tuple[Kind, ...] = (
    ClusterLabels(),
    ClusterSizes(),
    ClusterProfile(),
    ClusterColumn(),
    ClusterColumnInPlace(),
    Silhouette(),
    Inertias(),
)
