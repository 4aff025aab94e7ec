"""Statistics of a player, from the records of deals."""

from gongzhu.stats.companions import Companion, Versus, named
from gongzhu.stats.deal import deal_statistics
from gongzhu.stats.figures import Figures, Placing, placing_of, placings
from gongzhu.stats.report import (
    CompanionReport,
    ExposureReport,
    FamilyReport,
    RuleSetReport,
    report,
)
from gongzhu.stats.spread import Average, Spread
from gongzhu.stats.statistics import RuleSetStatistics, Statistics, total

__all__ = [
    "Average",
    "Companion",
    "CompanionReport",
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
    "placings",
    "report",
    "total",
]
