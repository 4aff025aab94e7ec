"""The rules of both games: variants as values, one immutable state, one transition."""

from gongzhu.rules.actions import (
    Action,
    ChooseMoon,
    Claim,
    Expose,
    Mode,
    MoonChoice,
    Pass,
    Play,
)
from gongzhu.rules.apply import apply, begin_deal, evolve_deal, start_deal
from gongzhu.rules.deal import Deal, Own, Phase, Public, Trick
from gongzhu.rules.events import (
    CardPlayed,
    CardsExposed,
    CardsPassed,
    Claimed,
    DealBegan,
    DealEnded,
    Event,
    Exposure,
    ExposureChosen,
    MoonChosen,
    MoonShot,
    PassChosen,
    PlayBegan,
    TrickTaken,
)
from gongzhu.rules.explain import Section, Sentence, explain
from gongzhu.rules.facts import (
    PASSED_CARDS,
    hand_size,
    pack_of,
    pass_steps,
    piles,
    point_cards,
    side_of,
    sides,
)
from gongzhu.rules.faults import RuleError, RuleFault, UnreadableRules
from gongzhu.rules.game import Game, GameResult, Match, default_moon_choice, side_totals
from gongzhu.rules.legal import exposure_modes, legal_actions, must_act, playable, why_illegal
from gongzhu.rules.loading import NamedRules, load_rules, parse_rules, rules_from_values
from gongzhu.rules.option_table import Option, option_values, options_of
from gongzhu.rules.options import Family, GongzhuRules, HeartsRules, RuleSet
from gongzhu.rules.presets import PRESETS, Preset
from gongzhu.rules.reasons import IllegalAction, Reason
from gongzhu.rules.score import score_piles, score_table
from gongzhu.rules.score_lines import DealScore, PileScore, ScoreLine
from gongzhu.rules.template import rule_file
from gongzhu.rules.trick import winning_place

__all__ = [
    "PASSED_CARDS",
    "PRESETS",
    "Action",
    "CardPlayed",
    "CardsExposed",
    "CardsPassed",
    "ChooseMoon",
    "Claim",
    "Claimed",
    "Deal",
    "DealBegan",
    "DealEnded",
    "DealScore",
    "Event",
    "Expose",
    "Exposure",
    "ExposureChosen",
    "Family",
    "Game",
    "GameResult",
    "GongzhuRules",
    "HeartsRules",
    "IllegalAction",
    "Match",
    "Mode",
    "MoonChoice",
    "MoonChosen",
    "MoonShot",
    "NamedRules",
    "Option",
    "Own",
    "Pass",
    "PassChosen",
    "Phase",
    "PileScore",
    "Play",
    "PlayBegan",
    "Preset",
    "Public",
    "Reason",
    "RuleError",
    "RuleFault",
    "RuleSet",
    "ScoreLine",
    "Section",
    "Sentence",
    "Trick",
    "TrickTaken",
    "UnreadableRules",
    "apply",
    "begin_deal",
    "default_moon_choice",
    "evolve_deal",
    "explain",
    "exposure_modes",
    "hand_size",
    "legal_actions",
    "load_rules",
    "must_act",
    "option_values",
    "options_of",
    "pack_of",
    "parse_rules",
    "pass_steps",
    "piles",
    "playable",
    "point_cards",
    "rule_file",
    "rules_from_values",
    "score_piles",
    "score_table",
    "side_of",
    "side_totals",
    "sides",
    "start_deal",
    "why_illegal",
    "winning_place",
]
