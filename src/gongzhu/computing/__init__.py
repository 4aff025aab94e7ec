"""Distributes computations among processes of this machine or the workers of a Dask cluster."""

from gongzhu.computing.cluster import ClusterError
from gongzhu.computing.pool import HERE, Pool

__all__ = ["HERE", "ClusterError", "Pool"]
