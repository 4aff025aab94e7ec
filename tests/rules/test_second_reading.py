"""The second reading of the rules alone: worked figures, and what holds of any rules."""

from random import Random
from typing import Any

import pytest

from gongzhu.cards import PACK
from tests.rules.end_figures import END_FIGURES, EndFigure
from tests.rules.figures import DEAL_FIGURES, FIGURES, DealFigure
from tests.support.oracle import OracleDeal
from tests.support.oracle_games import later_leader, standing
from tests.support.oracle_scores import deal_scores, game_points, pile_count, side_of
from tests.support.plain_presets import PLAIN_PRESETS
from tests.support.random_options import VALUES, Plain, draw_options
from tests.support.rulesets import tries
from tests.support.tables import cards

SEEDS = range(tries(60))


def codes(text: str) -> list[str]:
    return [card.code for card in cards(text)]


@pytest.mark.parametrize(("name", "pile", "exposed", "points"), FIGURES)
def test_a_pile(name: str, pile: str, exposed: str, points: int) -> None:
    modes = dict.fromkeys(codes(exposed), "open")
    assert deal_scores(PLAIN_PRESETS[name], [codes(pile)], modes, [0]) == [points]


@pytest.mark.parametrize("figure", DEAL_FIGURES)
def test_a_whole_deal(figure: DealFigure) -> None:
    scores = deal_scores(
        PLAIN_PRESETS[figure.preset] | figure.changes,
        [codes(pile) for pile in figure.piles],
        figure.exposed,
        figure.later_tricks or [0] * len(figure.piles),
        moon_choice=figure.choice,
        every_trick=figure.every_trick,
    )
    assert tuple(scores) == figure.scores


@pytest.mark.parametrize("figure", END_FIGURES)
def test_a_game_after_a_deal(figure: EndFigure) -> None:
    options = PLAIN_PRESETS[figure.preset] | figure.changes
    after = standing(
        options, figure.before, figure.scores, figure.instant_win, played=figure.played
    )
    assert tuple(after.totals) == figure.totals
    assert after.over == bool(figure.winners)
    assert tuple(after.winners) == figure.winners
    assert tuple(after.losers) == figure.losers
    expected = figure.round_points if after.over else (0,) * len(figure.totals)
    assert tuple(after.round_points) == expected


def random_deal(options: Plain, rng: Random, number: int = 0) -> OracleDeal:
    pack = [card.code for card in PACK if card.code not in options["removed"]]
    rng.shuffle(pack)
    players = options["players"]
    hands = [set(pack[seat::players]) for seat in range(players)]
    return OracleDeal(options, hands, number, dealer=rng.randrange(players))


@pytest.mark.parametrize("seed", SEEDS)
def test_any_rules_are_played_to_the_end(seed: int) -> None:
    rng = Random(seed)
    options = draw_options(rng.choice)
    deal = random_deal(options, rng, rng.randrange(12))
    phases = [deal.phase()]
    while deal.phase() != "ended":
        for seat in deal.waiting_for():
            deal.make(seat, rng.choice(sorted(deal.legal(seat))))
        phases.append(deal.phase())
    order = ("passing", "exposing", "playing", "moon", "ended")
    assert phases == sorted(phases, key=order.index)
    captured = {card for pile in deal.piles() for card in pile}
    assert game_points(options) <= captured
    assert deal.claimed or not any(deal.hand(seat) for seat in range(deal.players))
    assert len(deal.scores(hidden=True)) == pile_count(options)


def mirrored(options: Plain) -> Plain:
    """Rules under which few points are good instead of many, or the reverse, and all else as is."""
    limits = {"lower": "upper", "upper": "lower"}
    at = {"loses": "ends", "ends": "loses", "plays-on": "plays-on"}
    other: Plain = {
        f"{kind}_{limits[side]}_limit": options[f"{kind}_{side}_limit"]
        for kind in ("at", "past")
        for side in limits
    }
    for side, reverse in limits.items():
        other[f"at_{side}_limit"] = at[other[f"at_{side}_limit"]]
        limit = options[f"{reverse}_limit"]
        other[f"{side}_limit"] = limit if limit == "none" else -limit
    return (
        options
        | other
        | {
            "aim": "low" if options["aim"] == "high" else "high",
            "points": {card: -value for card, value in options["points"].items()},
            "lone_doubler": -options["lone_doubler"],
            "exact_total": [[-first, -second] for first, second in options["exact_total"]],
        }
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_many_points_and_few_are_mirror_images(seed: int) -> None:
    rng = Random(seed)
    options = draw_options(rng.choice)
    if options["at_lower_limit"] == "turns-positive":
        options["at_lower_limit"] = "loses"
    mirror = mirrored(options)
    favourite, pull = rng.randrange(pile_count(options)), rng.choice((0, 0.5, 0.9, 1))
    piles: list[list[str]] = [[] for _ in range(pile_count(options))]
    for card in PACK:
        drawn = favourite if rng.random() < pull else rng.randrange(len(piles))
        piles[drawn].append(card.code)
    modes = {card: "open" for card in ("AH", "QS", options["doubler"]) if rng.random() < 0.5}
    scored: dict[str, Any] = {
        "tricks_after_queen": [rng.randrange(4) for _ in piles],
        "moon_choice": rng.choice(("others", "self", None)),
        "every_trick": favourite if pull == 1 else None,
    }
    scores = deal_scores(options, piles, modes, **scored)
    reverse = deal_scores(mirror, piles, modes, **scored)
    assert reverse == [-points for points in scores]
    captor, dealer = rng.randrange(options["players"]), rng.randrange(options["players"])
    assert later_leader(options, dealer, captor, scores) == later_leader(
        mirror, dealer, captor, reverse
    )

    edges = [0, 100, options["lower_limit"], options["upper_limit"]]
    sides = 1 + max(side_of(options, pile) for pile, _ in enumerate(piles))
    totals = [rng.choice([edge for edge in edges if edge != "none"]) for _ in range(sides)]
    gained = [rng.choice((points, 0, -1, 1)) for points in scores]
    played = rng.choice((1, 4))
    after = standing(options, totals, gained, played=played)
    turned = standing(
        mirror, [-total for total in totals], [-points for points in gained], played=played
    )
    assert turned.totals == [-total for total in after.totals]
    assert turned.winners == after.winners
    assert turned.losers == after.losers
    assert turned.round_points == after.round_points


def test_every_value_of_every_option_is_drawn() -> None:
    drawn = [draw_options(Random(seed).choice) for seed in range(3000)]
    for key, values in VALUES.items():
        seen = [options[key] for options in drawn]
        assert [value for value in values if value not in seen and value != "some"] == []
    assert {len(options["exposable"]) for options in drawn} >= {1, 2, len("all")}
    assert {way for options in drawn for way in options["pass_cycle"]} >= {"left-2", "across"}
