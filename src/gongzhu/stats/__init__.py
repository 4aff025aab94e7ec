"""Statistics of one player, computed from records of deals."""

from gongzhu.stats.deal import deal_statistics
from gongzhu.stats.report import (
    CompanionReport,
    ExposureReport,
    FamilyReport,
    RuleSetReport,
    report,
)
from gongzhu.stats.spread import Average, Spread
from gongzhu.stats.statistics import (
    Companion,
    Figures,
    Placing,
    RuleSetStatistics,
    Statistics,
    Versus,
    companions_of,
    placing_of,
    placings,
    total,
)

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
    "companions_of",
    "deal_statistics",
    "placing_of",
    "placings",
    "report",
    "total",
]
