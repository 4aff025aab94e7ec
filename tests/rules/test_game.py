"""From deals to a game and from games to a match: limits, winners, losers, strips, round points."""

from collections.abc import Sequence
from typing import Any

import pytest

from gongzhu.cards import Card, Seat
from gongzhu.rules import (
    Game,
    GameResult,
    Match,
    MoonChoice,
    RuleSet,
    dealer_of,
    default_moon_choice,
    piles,
    score_piles,
    side_of,
    side_totals,
)
from tests.support.tables import begin, cards, full_hands, play, play_on, preset

SEAT_0 = Seat(0)


def after(
    rules: RuleSet, totals: Sequence[int], scores: Sequence[int], instant: int | None = None
) -> Game:
    return Game(rules, tuple(totals), 4).after(scores, SEAT_0, instant)


# The rules, the totals that a deal leads to, and how the game has ended (None: it has not).
ENDINGS: list[tuple[str, tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]] | None]] = [
    ("gongzhu-denexa", (-999, 0, 0, 0), None),
    ("gongzhu-denexa", (-1000, 0, 10, 0), ((2,), (0,))),
    ("gongzhu-denexa", (-1000, 10, 10, 0), ((1, 2), (0,))),
    ("gongzhu-denexa", (-1000, -1200, -10, 0), ((3,), (0, 1))),
    ("gongzhu-denexa", (-1000, -1000, -1000, -1001), ((), (0, 1, 2, 3))),
    ("gongzhu-denexa", (5000, 0, 0, 0), None),
    ("gongzhu-summary", (-1000, 0, 0, 0), None),
    ("gongzhu-summary", (-1001, 0, 5, 0), ((2,), (0,))),
    ("gongzhu-summary", (1000, 0, 0, 0), None),
    ("gongzhu-summary", (1001, 0, 0, 0), ((0,), ())),
    ("gongzhu-summary", (1001, 0, 2000, -1100), ((0, 2), (3,))),
    ("gongzhu-pagat-5", (-1000, 0, 0, 0, 7), ((4,), (0,))),
    ("gongzhu-pagat-partners", (-1000, 0), ((1,), (0,))),
    ("gongzhu-pagat-partners", (-1000, -1000), ((), (0, 1))),
    ("gongzhu-wiki", (-1000, 2000, 0, 0), ((1,), (0,))),
    ("gongzhu-wiki-ceiling", (1000, 0, 0, 0), None),
    ("gongzhu-wiki-ceiling", (1001, 0, 0, 5), ((3,), (0,))),
    ("gongzhu-wiki-ceiling", (1001, -1000, 0, 5), ((3,), (0, 1))),
    ("gongzhu-wiki-ceiling", (1001, -1000, 2000, -1000), ((), (0, 1, 2, 3))),
    ("gongzhu-hwa", (-999, 0, 0, 0), None),
    ("gongzhu-hwa", (-1001, 0, 5, 0), ((2,), (0,))),
    ("hearts-denexa", (100, 0, 0, 0), None),
    ("hearts-denexa", (101, 5, 3, 3), ((2, 3), (0, 1))),
    ("hearts-gilfoy", (99, 0, 0, 0), None),
    ("hearts-gilfoy", (100, 7, 8, -26), ((3,), (0, 1, 2))),
    ("hearts-gilfoy", (100, 100, 100, 100), ((0, 1, 2, 3), ())),
]


@pytest.mark.parametrize(("name", "totals", "ending"), ENDINGS)
def test_where_a_game_ends(
    name: str, totals: tuple[int, ...], ending: tuple[tuple[int, ...], tuple[int, ...]] | None
) -> None:
    rules = preset(name)
    if rules.partners == "none":
        game = after(rules, (0,) * len(totals), totals)
    else:
        game = after(rules, (0, 0), (totals[0], 0, 0, totals[1]))
    assert game.totals == totals
    result = game.result
    assert (None if result is None else (result.winners, result.losers)) == ending


def test_exactly_minus_a_thousand_turns_positive() -> None:
    hwa = preset("gongzhu-hwa")
    game = after(hwa, (-900, 0, 500, 0), (-100, 0, 0, 0))
    assert game.totals == (1000, 0, 500, 0)
    assert game.result == GameResult((0,), (), (0,) * 4)
    game = after(hwa, (-900, -900, 500, 0), (-100, -101, 600, 0))
    assert game.totals == (1000, -1001, 1100, 0)
    assert game.result == GameResult((2,), (1,), (0,) * 4)


def test_a_total_that_turned_is_not_past_the_upper_limit() -> None:
    rules = preset("gongzhu-hwa", upper_limit=500, past_upper_limit="loses")
    game = after(rules, (-900, 0, 0, 0), (-100, 0, 0, 0))
    assert game.result == GameResult((0,), (), (0,) * 4)


def test_an_instant_win_looks_at_no_limit() -> None:
    game = after(preset("gongzhu-wiki"), (-1900, 0, 500, 0), (800, 0, 0, 0), 0)
    assert game.totals == (-1100, 0, 500, 0)
    assert game.result == GameResult((0,), (1, 2, 3), (0,) * 4)


@pytest.mark.parametrize(("partners", "pile", "side"), [("separate", 3, 1), ("pooled", 1, 1)])
def test_an_instant_win_is_shared_with_the_partner(partners: str, pile: int, side: int) -> None:
    rules = preset("gongzhu-wiki", partners=partners)
    scores = (0, 0, 0, 800) if partners == "separate" else (0, 800)
    game = after(rules, (0, 0), scores, pile)
    assert game.totals == (0, 800)
    assert game.result == GameResult((side,), (0,), (0, 0))


def test_partners_add_their_scores_up() -> None:
    rules = preset("gongzhu-pagat-partners")
    assert side_totals(rules, (1, 2), (10, 20, 30, 40)) == (41, 62)
    assert [side_of(rules, Seat(seat)) for seat in range(4)] == [0, 1, 0, 1]
    assert side_totals(preset("gongzhu-pagat"), (1, 2, 3, 4), (1, 1, 1, 1)) == (2, 3, 4, 5)


@pytest.mark.parametrize(
    ("totals", "instant", "expected"),
    [
        ((-1100, 0, 1100, 5), None, (0, 1, 2, 1)),
        ((1100, 1200, -1001, -1002), None, (2, 2, 0, 0)),
        ((-1100, 5, 5, 0), None, (0, 1, 1, 1)),
        ((0, 800, 0, 0), 1, (0, 2, 0, 0)),
    ],
)
def test_round_points(
    totals: tuple[int, ...], instant: int | None, expected: tuple[int, ...]
) -> None:
    rules = preset("gongzhu-summary", all_point_cards="instant-win")
    result = after(rules, (0,) * 4, totals, instant).result
    assert result is not None
    assert result.round_points == expected


def test_no_game_follows_a_deal_that_has_not_ended() -> None:
    deal = begin(preset("hearts-denexa"))
    with pytest.raises(ValueError, match="the deal has not ended"):
        Game.new(deal.rules).after_deal(deal.public)


def test_the_pig_captor_leads_the_next_deal_and_a_new_game_begins_afresh() -> None:
    rules = preset("gongzhu-pagat")
    game = Game.new(rules)
    assert (game.number, game.leader, game.totals) == (0, None, (0, 0, 0, 0))
    deal = play_on(play(game.deal(full_hands(rules, {1: "2S"}))[0], ""))
    game = game.after_deal(deal.public)
    assert game.number == 1
    assert game.leader == deal.public.pig_captor
    assert game.totals == deal.public.scores
    second, _ = game.deal(full_hands(rules, {}))
    assert second.public.totals == game.totals
    assert second.public.leader == game.leader
    assert second.public.number == 1


def test_hearts_is_led_by_the_two_in_every_deal() -> None:
    rules = preset("hearts-denexa", pass_cycle=["none"])
    game = Game.new(rules).after((0,) * 4, Seat(3))
    assert game.leader is None
    deal, _ = game.deal(full_hands(rules, {1: "2C"}))
    assert deal.public.turn == 1


def test_an_instant_win_that_was_played_ends_the_game() -> None:
    rules = preset("gongzhu-wiki", first_lead="seat-0")
    deal = play_on(play(begin(rules, {0: "*D"}), ""))
    game = Game.new(rules).after_deal(deal.public)
    assert game.totals == (800, 0, 0, 0)
    assert game.result == GameResult((0,), (1, 2, 3), (0,) * 4)


# The losers of game after game, and the strips after each.
STRIPS = [
    ((0,), (1, 0, 0, 0)),
    ((0,), (2, 0, 0, 0)),
    ((2,), (0, 0, 2, 0)),
    ((1, 3), (0, 1, 2, 1)),
    ((1,), (0, 5, 0, 0)),
    ((), (0, 5, 0, 0)),
    ((0, 1, 2, 3), (1, 6, 1, 1)),
]


def test_pig_strips_go_from_loser_to_loser() -> None:
    match = Match.new(preset("gongzhu-pagat"))
    for losers, strips in STRIPS:
        match = match.after(GameResult((), losers, (0,) * 4))
        assert match.strips == strips
    assert match.lost == (3, 3, 2, 2)
    assert match.played == 7
    assert match.leaders() == (2, 3)


def test_partners_hold_strips_as_one() -> None:
    match = Match.new(preset("gongzhu-pagat-partners"))
    for losers in ((0,), (0,), (1,)):
        match = match.after(GameResult((), losers, (0, 0)))
    assert match.strips == (0, 2)
    assert match.leaders() == (1,)


@pytest.mark.parametrize("name", ["gongzhu-denexa", "hearts-denexa", "gongzhu-summary"])
def test_nobody_wears_strips_where_games_are_worth_something_else(name: str) -> None:
    match = Match.new(preset(name)).after(GameResult((1,), (0,), (0, 2, 1, 1)))
    assert match.strips == (0, 0, 0, 0)
    assert match.lost == (1, 0, 0, 0)


def test_the_fewest_games_lost_win_a_match_of_hearts() -> None:
    match = Match.new(preset("hearts-denexa"))
    assert match.leaders() == (0, 1, 2, 3)
    assert match.after(GameResult((2,), (0, 1, 3), (0,) * 4)).leaders() == (2,)


def test_most_round_points_win_a_match_and_ties_share() -> None:
    match = Match.new(preset("gongzhu-summary"))
    for points in ((2, 0, 1, 1), (0, 1, 1, 1), (0, 1, 0, 0)):
        match = match.after(GameResult((), (), points))
    assert match.round_points == (2, 2, 2, 2)
    assert match.leaders() == (0, 1, 2, 3)
    match = match.after(GameResult((), (), (0, 0, 1, 0)))
    assert match.leaders() == (2,)


@pytest.mark.parametrize(
    ("totals", "shooter", "choice"),
    [
        ((50, 0, 0, 0), 0, "others"),  # the game goes on
        ((70, 90, 80, 60), 3, "others"),  # it ends, and the shooter is the lowest
        ((60, 90, 34, 70), 0, "others"),  # it ends with two of the lowest
        ((60, 90, 33, 70), 0, "self"),  # it would end with somebody lower
        ((100, 70, 70, 0), 0, "others"),  # 26 more for the others ends nothing
    ],
)
def test_what_a_silent_shooter_gets(totals: tuple[int, ...], shooter: int, choice: str) -> None:
    rules = preset("hearts-choice")
    assert chosen(rules, totals, shooter) == choice


@pytest.mark.parametrize(
    ("changes", "totals", "shooter", "choice"),
    [
        ({"partners": "separate"}, (60, 60), 3, "others"),  # the other side ends above 100
        ({"partners": "separate"}, (60, 95), 3, "others"),
        ({"partners": "pooled"}, (95, 60), 0, "others"),
        ({"partners": "separate", "players": 6}, (80, 90, 20), 3, "self"),  # a third is lower
        ({"deals": 1}, (60, 0, 0, 70), 0, "others"),  # it ends either way
        ({"deals": 1}, (20, 0, 0, 70), 0, "others"),
        ({"deals": 2}, (60, 0, 0, 70), 0, "others"),
        ({"slam_points": 1}, (60, 90, 33, 70), 0, "others"),
    ],
)
def test_what_a_silent_maker_of_a_slam_gets_elsewhere(
    changes: dict[str, Any], totals: tuple[int, ...], shooter: int, choice: str
) -> None:
    assert chosen(preset("hearts-choice", **changes), totals, shooter) == choice


def chosen(rules: RuleSet, totals: tuple[int, ...], shooter: int) -> MoonChoice:
    """What is chosen for the pile that has everything."""
    captured: list[tuple[Card, ...]] = [() for _ in piles(rules)]
    captured[shooter] = cards("*H QS")
    choices: tuple[MoonChoice, ...] = ("others", "self")
    scores = {
        each: score_piles(rules, captured, {}, [0] * len(captured), moon_choice=each)
        for each in choices
    }
    return default_moon_choice(Game(rules, totals), scores)


@pytest.mark.parametrize(
    ("partners", "later_lead", "dealt", "scores", "leader"),
    [
        ("none", "winner", 0, (5, 9, 0, 9), 3),
        ("none", "winner", 2, (5, 9, 0, 9), 1),
        ("none", "loser", 0, (5, 9, 0, 0), 2),
        ("none", "loser", 2, (0, 0, 0, 0), 0),
        ("separate", "winner", 0, (5, 9, 0, 9), 3),
        ("pooled", "winner", 0, (9, 5), 2),
        ("pooled", "loser", 0, (9, 5), 3),
    ],
)
def test_the_best_or_the_worst_of_a_deal_leads_the_next(
    partners: str, later_lead: str, dealt: int, scores: tuple[int, ...], leader: int
) -> None:
    """Of several the first after the new dealer, who is the seat after seat `dealt` here."""
    rules = preset("gongzhu-pagat", partners=partners, later_lead=later_lead)
    after_one = Game.new(rules, dealt).after(scores, None)
    assert after_one.leader == after_one.first_leader() == leader


def test_few_points_are_best_where_points_are_bad() -> None:
    for later_lead, leader in (("winner", 2), ("loser", 1)):
        rules = preset("hearts-denexa", later_lead=later_lead)
        assert Game.new(rules).after((5, 9, 0, 5), None).leader == leader


@pytest.mark.parametrize(
    ("first_lead", "leaders"),
    [("dealer", [0, 1, 2, 0]), ("after-dealer", [1, 2, 0, 1]), ("seat-0", [0, 0, 0, 0])],
)
def test_as_first_asks_the_dealer_of_each_deal(first_lead: str, leaders: list[int]) -> None:
    rules = preset("hearts-denexa", players=3, first_lead=first_lead, pass_cycle=["none"])
    game = Game.new(rules)
    found = []
    for _ in leaders:
        deal, _ = game.deal(full_hands(rules, {}))
        found.append(deal.public.turn)
        game = game.after((1, 2, 3), None)
    assert found == leaders


def test_a_game_continues_the_dealing_of_the_one_before() -> None:
    rules = preset("gongzhu-pagat", first_lead="dealer")
    assert Game.new(rules, dealt=6).first_leader() == 2


def test_three_sides_of_two_have_a_total_each() -> None:
    rules = preset("hearts-denexa", players=6, partners="separate")
    assert [side_of(rules, Seat(seat)) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    assert side_totals(rules, (1, 2, 3), (10, 20, 30, 40, 50, 60)) == (51, 72, 93)


def test_the_deal_passes_on_in_playing_order() -> None:
    rules = preset("gongzhu-pagat-5")
    assert [dealer_of(rules, dealt) for dealt in range(6)] == [0, 1, 2, 3, 4, 0]
