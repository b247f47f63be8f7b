"""Where the work of runs is done, by the words of `--on`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from company.run.simulation import Workplace


@contextlib.contextmanager
def workplace_at(on: str | None, runs: int = 1) -> Iterator[Workplace]:
    """Yield where the units of so many runs at once are done. Raises ConfigError and ClusterError."""
    from company.cluster.connecting import cluster_of
    from company.run.simulation import here

    with cluster_of(on) as cluster:
        if cluster is None:
            yield here
            return
        from company.cluster.workforce import on_cluster

        yield partial(on_cluster, cluster, runs)
