"""Kinds of operation in a piece of analysis code, read from its syntax.

The kinds are those that `company stats` counts: what a step does to the data, not which library does it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

CALLS: dict[str, str] = {
    "aggregate": (
        "agg aggregate mean median sum min max std var count size nunique mode idxmax idxmin "
        "prod sem skew kurt first last average nanmean nanmedian nansum"
    ),
    "apply": "apply applymap pipe",
    "assign": "assign insert setdefault",
    "bin": "cut qcut digitize histogram KBinsDiscretizer",
    "concat": "concat append vstack hstack concatenate column_stack",
    "correlate": "corr corrwith cov corrcoef pearsonr spearmanr kendalltau",
    "crosstab": "crosstab",
    "cumulative": "cumsum cumprod cummax cummin cumcount",
    "datetime": "to_datetime strftime strptime Timestamp to_timedelta date_range to_period normalize",
    "decompose": "PCA TruncatedSVD NMF FactorAnalysis TSNE FastICA seasonal_decompose",
    "describe": "describe info",
    "difference": "diff pct_change shift",
    "drop": "drop",
    "duplicates": "drop_duplicates duplicated",
    "encode": "get_dummies factorize LabelEncoder OneHotEncoder OrdinalEncoder LabelBinarizer",
    "filter": "query where mask between filter",
    "groupby": "groupby",
    "isin": "isin",
    "join_back": "transform",
    "kmeans": "KMeans MiniBatchKMeans",
    "merge": "merge join merge_asof",
    "missing_values": "isna isnull notna notnull fillna dropna interpolate ffill bfill SimpleImputer KNNImputer",
    "pivot": "pivot pivot_table",
    "plot": (
        "plot bar barh scatter hist boxplot violinplot pie imshow heatmap barplot lineplot scatterplot histplot "
        "kdeplot countplot pairplot regplot pointplot stripplot swarmplot catplot displot relplot lmplot "
        "subplots figure savefig fill_between stackplot matshow hexbin errorbar stem step area jointplot"
    ),
    "predict": "predict predict_proba fit_predict decision_function",
    "quantile": "quantile percentile nanpercentile nanquantile",
    "rank": "rank nlargest nsmallest argsort",
    "rename": "rename set_axis rename_axis add_prefix add_suffix",
    "resample": "resample asfreq",
    "reshape": "melt stack unstack reshape ravel flatten explode transpose wide_to_long",
    "rolling": "rolling expanding ewm",
    "sample": "sample train_test_split choice shuffle permutation",
    "scale": "StandardScaler MinMaxScaler RobustScaler MaxAbsScaler Normalizer PowerTransformer zscore scale",
    "score": (
        "score accuracy_score f1_score precision_score recall_score mean_squared_error mean_absolute_error "
        "r2_score silhouette_score confusion_matrix classification_report roc_auc_score cross_val_score"
    ),
    "sort": "sort_values sort_index sort sorted",
    "test": (
        "ttest_ind ttest_1samp ttest_rel mannwhitneyu wilcoxon f_oneway kruskal chi2_contingency shapiro "
        "normaltest levene bartlett ks_2samp anderson fisher_exact chisquare friedmanchisquare"
    ),
    "unique": "unique",
    "value_counts": "value_counts",
}
"""Kind → the functions, methods and classes that are called for it."""
ATTRIBUTES = {"dt": "datetime", "str": "string", "T": "reshape", "plot": "plot"}
"""Attribute → the kind of operation that its use is."""
ESTIMATORS = (
    "Regression", "Regressor", "Classifier", "Ridge", "Lasso", "ElasticNet", "SVC", "SVR", "NB", "DBSCAN", "OPTICS",
    "Clustering", "GaussianMixture", "NearestNeighbors", "IsolationForest", "Birch", "MeanShift",
)  # fmt: skip
"""Endings of the names of estimators that have no kind of their own."""
KIND_OF = {name: kind for kind, names in CALLS.items() for name in names.split()}
COMPARED = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp)


def operations(code: str) -> tuple[str, ...]:
    """Return the kinds of operation in Python code, sorted, each once; () for code that is not Python."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    found = {kind for node in ast.walk(tree) for kind in _kinds(node)}
    return tuple(sorted(found | set(_ranked(tree)) | set(_masked(tree))))


def _masked(tree: ast.AST) -> Iterator[str]:
    """Return the kind filter, where a condition was given a name before rows are taken by it."""
    conditions = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _is_condition(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if any(isinstance(part, ast.Name) and part.id in conditions for part in parts):
                yield "filter"


def _kinds(node: ast.AST) -> Iterator[str]:
    """Yield the kinds of operation of one node of the syntax tree."""
    if isinstance(node, ast.Call):
        yield from _call(node)
    elif isinstance(node, ast.Attribute) and node.attr in ATTRIBUTES:
        yield ATTRIBUTES[node.attr]
    elif isinstance(node, ast.Subscript):
        yield from _subscript(node)
    elif isinstance(node, ast.For | ast.While | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        yield "loop"
    elif isinstance(node, ast.FunctionDef | ast.Lambda):
        yield from ("define_function",) if isinstance(node, ast.FunctionDef) else ()
    elif isinstance(node, ast.Delete):
        yield "drop"


def _call(node: ast.Call) -> Iterator[str]:
    name = called(node)
    on_series = isinstance(node.func, ast.Attribute)
    if name in KIND_OF:
        yield KIND_OF[name]
    elif name in ("map", "replace") and on_series:
        by_table = bool(node.args) and isinstance(node.args[0], ast.Dict)
        yield "encode" if by_table else "join_back" if name == "map" else "replace"
    elif name == "astype" or name == "to_numeric":
        yield "convert"
    elif name == "reset_index" or name == "set_index":
        yield "index"
    elif name and name.endswith(ESTIMATORS) and name[0].isupper():
        yield "sklearn_other"


def called(node: ast.Call) -> str | None:
    """Return the last part of the name that is called."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else None


def _subscript(node: ast.Subscript) -> Iterator[str]:
    """Yield the operations of `a[...]`: an assignment, a filter by a condition, or a selection of columns."""
    if isinstance(node.ctx, ast.Store):
        yield "assign"
        return
    if isinstance(node.ctx, ast.Del):
        yield "drop"
        return
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if any(_is_condition(part) for part in parts):
        yield "filter"
    if any(_names_columns(part) for part in parts):
        yield "select_columns"


def _is_condition(part: ast.expr) -> bool:
    if isinstance(part, ast.UnaryOp):
        return isinstance(part.op, ast.Invert)
    if isinstance(part, ast.BinOp):
        return isinstance(part.op, ast.BitAnd | ast.BitOr) or _is_condition(part.left)
    if isinstance(part, ast.Call):
        return called(part) in ("isin", "between", "notna", "isna", "notnull", "isnull", "contains", "startswith",
                                "endswith", "duplicated", "eq", "ne", "gt", "ge", "lt", "le")  # fmt: skip
    return isinstance(part, ast.Compare)


def _names_columns(part: ast.expr) -> bool:
    if isinstance(part, ast.List):
        return any(not isinstance(item, ast.Constant) or isinstance(item.value, str) for item in part.elts)
    return isinstance(part, ast.Constant) and isinstance(part.value, str)


def _ranked(tree: ast.AST) -> Iterator[str]:
    """Return the kind rank, where the first rows are taken of something sorted in the same expression."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("head", "tail") and isinstance(node.func, ast.Attribute):
            inner = [called(each) for each in ast.walk(node.func.value) if isinstance(each, ast.Call)]
            if "sort_values" in inner or "value_counts" in inner:
                yield "rank"
