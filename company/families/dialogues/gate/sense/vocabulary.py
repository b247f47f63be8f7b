"""The names under which pandas, NumPy, SciPy, scikit-learn and seaborn reckon with columns."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STATISTICS = _words(
    "mean average nanmean std var sem skew kurt kurtosis cov sum nansum cumsum cumprod prod product median nanmedian "
    "quantile percentile nanquantile nanpercentile corr corrcoef"
)
SCALERS = _words(
    "StandardScaler MinMaxScaler RobustScaler MaxAbsScaler PowerTransformer QuantileTransformer Normalizer"
)
CLUSTERERS = _words(
    "KMeans MiniBatchKMeans BisectingKMeans AgglomerativeClustering DBSCAN HDBSCAN OPTICS Birch MeanShift "
    "GaussianMixture SpectralClustering AffinityPropagation PCA"
)
SCALED = _words("scale minmax_scale robust_scale maxabs_scale zscore")
COMPARED = {
    **dict.fromkeys(("pearsonr", "spearmanr", "kendalltau", "linregress"), "corr"),
    **dict.fromkeys(("ttest_ind", "ttest_rel", "ttest_1samp", "f_oneway"), "mean"),
}
"""Functions of two or more columns → what they do with each."""
DRAWN = _words("barplot pointplot lineplot")
"""Charts of seaborn that show means."""
SAME_ROWS = _words(
    "copy head tail query sort_values sort_index dropna reset_index set_index drop_duplicates sample nlargest "
    "nsmallest fillna astype convert_dtypes infer_objects round truncate ffill bfill to_numpy where mask clip"
)
"""Methods after which rows of the same columns are left."""
WINDOWS = _words("rolling expanding ewm")
MODULES = _words("np numpy pd stats scipy sns seaborn plt math preprocessing st")
HARMLESS = _words("print len sorted list dict set tuple zip enumerate range sum min max abs round str int")
"""Functions that leave the frames that they are given as they are."""
