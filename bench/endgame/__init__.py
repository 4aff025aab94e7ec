"""Exact values of endgames with all cards open.

`alpha_beta` solves a deal for one side against all others, `max_n` for every side for itself. Both
share a transposition table of positions between tricks, keyed by what the rest of the deal depends
on and not by the points captured. Equivalent cards of a hand are searched once. A deal is not
searched on once no card that is left can count or no better result can come.
"""

from bench.endgame.alpha_beta import Solution, solve_paranoid
from bench.endgame.max_n import solve_max_n
from bench.endgame.transpositions import Workspace, new_workspace

__all__ = ["Solution", "Workspace", "new_workspace", "solve_max_n", "solve_paranoid"]
