"""How a deal ends when everybody sees all cards and plays as well as can be: exact endings.

Positions between tricks that come up again are remembered, by what is still to come and not by how
the captured cards were shared out; cards of a hand that do the same are tried once; where no
card that is left can count, or no better can come, nothing is played any more.
"""

from bench.endgame.alpha_beta import Solution, solve_paranoid
from bench.endgame.max_n import solve_max_n
from bench.endgame.transpositions import Workspace, new_workspace

__all__ = ["Solution", "Workspace", "new_workspace", "solve_max_n", "solve_paranoid"]
