"""Statistics of a player, from the records of what was played."""

from gongzhu.stats.companions import Companion, Versus, named
from gongzhu.stats.deal import deal_statistics
from gongzhu.stats.figures import Figures, Placing, placing_of
from gongzhu.stats.report import (
    CompanionReport,
    ExposureReport,
    FamilyReport,
    RuleSetReport,
    report,
)
from gongzhu.stats.spread import Estimate, Spread
from gongzhu.stats.statistics import RuleSetStatistics, Statistics, total

__all__ = [
    "Companion",
    "CompanionReport",
    "Estimate",
    "ExposureReport",
    "FamilyReport",
    "Figures",
    "Placing",
    "RuleSetReport",
    "RuleSetStatistics",
    "Spread",
    "Statistics",
    "Versus",
    "deal_statistics",
    "named",
    "placing_of",
    "report",
    "total",
]
