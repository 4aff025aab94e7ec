"""Gong Zhu (拱猪) and Hearts under any house rules, on one engine."""

__version__ = "1.0.0"
