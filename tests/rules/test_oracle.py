"""The engine against a second, independent reading of the rules."""

from collections.abc import Sequence
from random import Random

import pytest

from gongzhu.cards import PIG, Card, Seat, Suit
from gongzhu.rules import (
    Deal,
    DealBegan,
    Event,
    Game,
    GameResult,
    Match,
    Mode,
    MoonChoice,
    Phase,
    RuleSet,
    default_moon_choice,
    exposure_modes,
    option_values,
    pack_of,
    piles,
    point_cards,
    score_piles,
    score_table,
    sides,
)
from gongzhu.view import view_of
from tests.support.oracle import OracleDeal
from tests.support.oracle_games import (
    dealer_of,
    later_leader,
    standing,
    strips_after,
    unanswered_moon,
)
from tests.support.oracle_scores import (
    Options,
    deal_scores,
    exposable,
    game_points,
    slam_pile,
)
from tests.support.playing import (
    Step,
    as_words,
    greedy_action,
    play_out,
    played_game,
    random_action,
    random_start,
)
from tests.support.rulesets import PRESET_RULES, every_kind, tries

KINDS = every_kind(seed=1, count=60)
DEALS = tries(5)


def oracle_of(rules: RuleSet, began: Event) -> OracleDeal:
    """The second reading of a deal that has just begun."""
    assert isinstance(began, DealBegan)
    hands = [{card.code for card in hand or ()} for hand in began.hands]
    options = option_values(rules)
    return OracleDeal(options, hands, began.number, began.leader, dealer_of(options, began.number))


def compare(deal: Deal, oracle: OracleDeal) -> None:
    """Hold one moment of a deal against the second reading of it."""
    public = deal.public
    assert public.phase.value == oracle.phase()
    for seat in range(deal.rules.players):
        view = view_of(deal, Seat(seat))
        actions = view.legal_actions()
        words = [as_words(action) for action in actions]
        assert len(set(words)) == len(words)
        assert set(words) == oracle.legal(seat)
        assert view.must_act() == (seat in oracle.waiting_for())
        assert {card.code for card in deal.own[seat].hand} == oracle.hand(seat)
        won = [card.code for card in public.captured[seat]]
        counting = [card for card in oracle.captured()[seat] if card in game_points(oracle.options)]
        assert won == counting
    if public.phase is Phase.PLAYING:
        assert public.turn == oracle.turn()
    assert score_table(deal.rules, public).points == tuple(oracle.scores(hidden=False))


def compare_end(deal: Deal, oracle: OracleDeal) -> None:
    public = deal.public
    assert public.scores == tuple(oracle.scores(hidden=True))
    if PIG in point_cards(deal.rules):
        assert public.pig_captor == oracle.pig_captor()


def follow_along(rules: RuleSet, rng: Random, *, strong: bool, claims: bool) -> None:
    deal, events = random_start(rules, rng, strong=strong)
    oracle = oracle_of(rules, events[0])
    compare(deal, oracle)
    step: Step | None = None
    choose = greedy_action if strong else random_action
    for step in play_out(deal, rng, choose, claims=claims):
        oracle.make(step.seat, as_words(step.action))
        compare(step.after, oracle)
    assert step is not None
    compare_end(step.after, oracle)


@pytest.mark.parametrize("name", KINDS)
def test_every_moment_of_random_deals(name: str) -> None:
    rng = Random(name)
    for _ in range(DEALS if not name.startswith("random") else 1):
        follow_along(KINDS[name], rng, strong=False, claims=rng.random() < 0.5)


@pytest.mark.parametrize("name", KINDS)
def test_deals_in_which_one_seat_takes_everything(name: str) -> None:
    rng = Random(name)
    follow_along(KINDS[name], rng, strong=True, claims=rng.random() < 0.5)


@pytest.mark.parametrize("name", KINDS)
def test_the_scores_of_random_piles(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    options = option_values(rules)
    modes = exposure_modes(rules)
    for _ in range(tries(60)):
        piles_now = random_piles(rules, rng)
        exposed: dict[Card, Mode] = {
            Card(code): rng.choice(modes)
            for code in sorted(exposable(options))
            if modes and rng.random() < 0.4
        }
        later = [rng.randrange(5) if rng.random() < 0.3 else 0 for _ in piles_now]
        choice: MoonChoice | None = rng.choice((None, "others", "self"))
        every = next(
            (at for at, pile in enumerate(piles_now) if len(pile) == len(pack_of(rules))), None
        )
        score = score_piles(rules, piles_now, exposed, later, moon_choice=choice, all_tricks=every)
        codes = [[card.code for card in pile] for pile in piles_now]
        plain_modes = {card.code: mode for card, mode in exposed.items()}
        plain = deal_scores(
            options, codes, plain_modes, later, moon_choice=choice, every_trick=every
        )
        assert list(score.points) == plain
        slam, way = slam_pile(options, codes), options["all_point_cards"]
        assert score.instant_win == (slam if way == "instant-win" else None)
        assert score.slam == slam


def random_piles(rules: RuleSet, rng: Random) -> list[list[Card]]:
    """The pack in as many piles as there are, often with much of it in one of them."""
    captured: list[list[Card]] = [[] for _ in piles(rules)]
    favourite = rng.randrange(len(captured))
    pull = rng.choice((0, 0.5, 0.9, 1))
    hearts = rng.choice((0, 0, 1))
    for card in pack_of(rules):
        drawn = rng.random() < max(pull, hearts if card.suit is Suit.HEARTS else 0)
        captured[favourite if drawn else rng.randrange(len(captured))].append(card)
    for pile in captured:
        rng.shuffle(pile)
    return captured


@pytest.mark.parametrize("name", KINDS)
def test_how_games_go_on_and_end(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    options = option_values(rules)
    for _ in range(tries(60)):
        totals = proper_totals(options, len(sides(rules)), rng)
        scores = [rng.choice(near_limits(options)) for _ in piles(rules)]
        instant = rng.randrange(len(scores)) if rng.random() < 0.1 else None
        if options["all_point_cards"] != "instant-win":
            instant = None
        captor = Seat(rng.randrange(rules.players))
        dealt = rng.randrange(20)
        game = Game(rules, totals, 3, dealt).after(scores, captor, instant)
        plain = standing(options, totals, scores, instant, played=4)
        assert list(game.totals) == plain.totals
        assert (game.result is not None) == plain.over
        assert game.number == 4
        dealer = dealer_of(options, dealt + 1)
        assert game.leader == later_leader(options, dealer, captor, scores)
        if game.result:
            assert list(game.result.winners) == plain.winners
            assert list(game.result.losers) == plain.losers
            worth = plain.round_points if options["worth"] == "round-points" else None
            assert list(game.result.round_points) == (worth or [0] * len(totals))


def near_limits(options: Options) -> list[int]:
    """Scores that bring totals below, onto and above the limits."""
    edges = [options["lower_limit"], options["upper_limit"], 0]
    more = (-30, -10, 0, 10, 30)
    return [edge + step for edge in edges if edge != "none" for step in more] + [0, 0, 0]


def proper_totals(options: Options, count: int, rng: Random) -> tuple[int, ...]:
    """Totals of a game that has not ended."""
    limits = {**options, "deals": "none", "exact_total": []}
    while True:
        totals = tuple(rng.choice((0, 0, 10, -10, 20)) for _ in range(count))
        if not standing(limits, totals, [0] * count, played=3).over:
            return totals


@pytest.mark.parametrize("name", ["hearts-choice", "hearts-gilfoy"])
def test_a_moon_that_nobody_chooses_for(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    options = option_values(rules)
    seen = set()
    for _ in range(tries(200)):
        totals = [rng.randrange(-26, 100) for _ in range(rules.players)]
        shooter = rng.randrange(rules.players)
        moon: list[Sequence[Card]] = [()] * rules.players
        moon[shooter] = point_cards(rules)
        choices: tuple[MoonChoice, ...] = ("others", "self")
        scores = {
            choice: score_piles(rules, moon, {}, [0] * 4, moon_choice=choice) for choice in choices
        }
        chosen = default_moon_choice(Game(rules, tuple(totals)), scores)
        ways = {"others": [26] * 4, "self": [0] * 4}
        ways["others"][shooter], ways["self"][shooter] = 0, -26
        assert chosen == unanswered_moon(options, totals, shooter, ways, played=1)
        seen.add(chosen)
    assert seen == {"others", "self"}


@pytest.mark.parametrize("name", PRESET_RULES)
def test_whole_games(name: str) -> None:
    rules, rng = PRESET_RULES[name], Random(name)
    options = option_values(rules)
    totals: list[int] = [0] * len(sides(rules))
    for game, deal in played_game(rules, rng, most=40):
        score = score_table(rules, deal.public)
        assert deal.public.totals == tuple(totals)
        after = standing(options, totals, score.points, score.instant_win, played=game.number)
        totals = after.totals
        assert list(game.totals) == totals
        assert (game.result is not None) == after.over
        assert game.leader is None or game.leader == deal.public.pig_captor


def test_strips_over_a_match() -> None:
    rules, rng = PRESET_RULES["gongzhu-pagat"], Random(3)
    match, strips = Match.new(rules), [0] * 4
    for played in range(1, 300):
        losers = tuple(sorted(rng.sample(range(4), rng.choice((0, 1, 1, 1, 2, 3)))))
        match = match.after(GameResult((), losers, (0,) * 4))
        strips = strips_after(strips, losers)
        assert list(match.strips) == strips
        assert match.played == played
