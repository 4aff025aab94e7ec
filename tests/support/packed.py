"""The kernels and the engine side by side, through one deal."""

from collections import Counter
from random import Random

import numpy as np

from gongzhu.cards import Card, Seat
from gongzhu.packed import bits
from gongzhu.packed.beginning import begin, expose, pass_cards, steps_of
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.ending import GameEnd, end_deal, round_points, unanswered_moon
from gongzhu.packed.layout import (
    HANDS,
    MOON_CHOICE,
    NOBODY,
    VOIDS,
    Numbers,
    State,
    new_chance,
    new_state,
)
from gongzhu.packed.packing import MODE_CODES, new_deck, pack_deal
from gongzhu.packed.playout import play_out, run_deals
from gongzhu.packed.rules import OTHERS, SELF, PackedRules, pack_rules
from gongzhu.packed.scoring import instant_winner, moon_shooter, pig_captor, score
from gongzhu.packed.tricks import legal, play, turn
from gongzhu.rules import (
    PRESETS,
    ChooseMoon,
    Deal,
    DealBegan,
    DealScore,
    Game,
    GameResult,
    HeartsRules,
    Phase,
    Play,
    RuleSet,
    apply,
    default_moon_choice,
    hand_size,
    playable,
    point_cards,
    score_table,
)
from support.playing import greedy_action, random_action, random_start, waiting
from support.rulesets import every_kind

Seen = Counter[str]
"""How often something rare came up."""


class Difference(Exception):
    """The kernels and the engine disagree."""


def same(what: str, kernel: object, engine: object) -> None:
    if kernel != engine:
        raise Difference(f"{what}: kernels {kernel}, engine {engine}")


def run_deal(rules: RuleSet, packed: PackedRules, rng: Random, seen: Seen) -> None:
    """A deal of any number, played by chance or, one in four, for slams; raises Difference.

    Up to a ply that chance settles, the cards are the test's own; after it they are those of
    `play_out`, which the engine finds by drawing the same numbers.
    """
    strong = rng.random() < 0.25
    dealt, (began, *_) = random_start(rules, rng, strong=strong)
    deal = dealt
    while deal.public.phase in (Phase.PASSING, Phase.EXPOSING):
        deal, _ = apply(deal, random_action(deal, waiting(deal)[0], rng))
    assert isinstance(began, DealBegan)
    state = begun(packed, began, deal)
    same_state(packed, state, deal)
    plays = rules.players * hand_size(rules)
    cut = rng.randrange(plays + 1)
    for _ in range(cut):
        cards = same_choice(packed, state, deal, seen)
        action = greedy_action(deal, turn_of(deal), rng) if strong else None
        card = action.card if isinstance(action, Play) else rng.choice(cards)
        deal = played(packed, state, deal, card)
    ended, seed = state.copy(), rng.getrandbits(64)
    play_out(packed, ended, new_chance(seed))
    draws = Draws(seed, whole=not deal.public.trick)
    for _ in range(plays - cut):
        cards = same_choice(packed, state, deal, seen)
        deal = played(packed, state, deal, cards[draws.place(len(cards), deal)])
    ended[VOIDS] = state[VOIDS]  # not kept by play_out
    same("after play_out", ended.tolist(), state.tolist())
    same_end(packed, state, deal, rng, seen)


def begun(packed: PackedRules, began: DealBegan, deal: Deal) -> State:
    """The state in which play begins, by kernels alone; `deal` says what was chosen."""
    state = new_state()
    for seat, hand in enumerate(began.hands):
        state[HANDS + seat] = board_of(hand or ())
    steps = steps_of(packed, began.number)
    same("passing", steps, began.passing % packed.players)
    if steps:
        passed = np.array([board_of(own.passed or ()) for own in deal.own], np.int64)
        pass_cards(packed, state, steps, passed)
    begin(packed, state, NOBODY if began.leader is None else began.leader)
    for own in deal.own:
        for shown in own.exposures or ():
            mode = MODE_CODES[shown.mode]
            expose(state, board_of([shown.card]), shown.card.suit.order, mode)
    return state


class Draws:
    """The choices of `play_out`: a number for each card of a trick that had begun, and one for
    each whole trick."""

    def __init__(self, seed: int, *, whole: bool) -> None:
        self.state = seed
        self.whole = whole
        self.number = 0

    def place(self, choices: int, deal: Deal) -> int:
        """Which of the cards is played now."""
        if not deal.public.trick:
            self.whole = True
        if not (self.whole and deal.public.trick):
            self.state = bits.advance(self.state)
            self.number = bits.mixed(self.state)
        place, self.number = bits.spread(self.number, choices)
        return place


def turn_of(deal: Deal) -> Seat:
    turn = deal.public.turn
    assert turn is not None
    return turn


def same_state(packed: PackedRules, state: State, deal: Deal) -> None:
    """Hold a state against a deal."""
    same("state", state.tolist(), pack_deal(packed, deal).tolist())


def same_choice(packed: PackedRules, state: State, deal: Deal, seen: Seen) -> tuple[Card, ...]:
    """Hold what may be played now against the engine's; the cards."""
    seat = turn_of(deal)
    own = deal.own[seat]
    cards = playable(deal.rules, deal.public, own)
    same("turn", turn(packed, state), seat)
    same("legal cards", legal(packed, state), board_of(cards))
    led = deal.public.trick[0].suit if deal.public.trick else None
    if own.exposures and len(cards) < len([c for c in own.hand if led in (None, c.suit)]):
        seen["exposed card bound"] += 1
    return cards


def played(packed: PackedRules, state: State, deal: Deal, card: Card) -> Deal:
    """Play a card in both, and hold the states that follow against each other."""
    deal, _ = apply(deal, Play(turn_of(deal), card))
    play(packed, state, code_of_card(card))
    same_state(packed, state, deal)
    return deal


def same_end(packed: PackedRules, state: State, deal: Deal, rng: Random, seen: Seen) -> None:
    """Hold the scores of a deal that has been played against the engine's, and the game after
    it."""
    rules = deal.rules
    totals = near_limits(rules, rng, packed.sides)
    shooter = moon_shooter(packed, state)
    if deal.public.phase is Phase.MOON:
        assert isinstance(rules, HeartsRules)
        same("moon", shooter, deal.public.turn)
        unanswered = unanswered_moon(packed, totals, shooter)
        choice = default_moon_choice(rules, totals.tolist(), shooter)
        same("unanswered moon", unanswered, SELF if choice == "self" else OTHERS)
        chosen = rng.choice((SELF, OTHERS))
        state[MOON_CHOICE] = chosen
        choose = ChooseMoon(Seat(shooter), "self" if chosen == SELF else "others")
        deal, _ = apply(deal, choose)
        same_state(packed, state, deal)
    table = score_table(rules, deal.public)
    points = np.zeros(packed.piles, np.int64)
    score(packed, state, points)
    same("points", points.tolist(), list(table.points))
    same("moon", shooter, NOBODY if table.moon is None else table.moon)
    winner = instant_winner(packed, state)
    same("instant win", winner, NOBODY if table.instant_win is None else table.instant_win)
    same("captor of the pig", pig_captor(packed, state), deal.public.pig_captor)
    game = Game(rules, tuple(totals.tolist())).after(table.points, None, table.instant_win)
    end = end_deal(packed, totals, points, winner)
    same("totals", totals.tolist(), list(game.totals))
    same("game over", bool(end.over), game.result is not None)
    if game.result:
        same("result", result_of(packed, end), game.result)
    count_rare(deal, table, game, seen)


def result_of(packed: PackedRules, end: GameEnd) -> GameResult:
    """How a game ended, as the engine says it."""
    everyone = range(packed.sides)
    return GameResult(
        tuple(side for side in everyone if end.winners >> side & 1),
        tuple(side for side in everyone if end.losers >> side & 1),
        tuple(round_points(packed, end, side) for side in everyone),
    )


def near_limits(rules: RuleSet, rng: Random, sides: int) -> Numbers:
    """Totals from which a deal may well end a game."""
    limits = (
        (0, rules.limit)
        if isinstance(rules, HeartsRules)
        else (rules.lower_limit, rules.upper_limit)
    )
    steps = (0, 0, 1, -1, 10, -10, 26, -26, 100, -100, 200, 400)
    return np.array([rng.choice(limits) + rng.choice(steps) for _ in range(sides)], np.int64)


def count_rare(deal: Deal, table: DealScore, game: Game, seen: Seen) -> None:
    """Count what is rare in a deal that has ended."""
    public, rules = deal.public, deal.rules
    seen.update(
        name
        for name, is_so in {
            "all hearts in one pile": any(
                line.kind == "all_hearts" for pile in table.piles for line in pile.lines
            ),
            "moon": table.moon is not None,
            "moon chosen": public.moon_choice is not None,
            "all point cards in one hand": any(
                len(cards) == len(point_cards(rules)) for cards in public.captured
            ),
            "instant win": table.instant_win is not None,
            "exposed": any(shown.mode == "open" for shown in public.exposed),
            "sold face down": any(shown.mode == "down" for shown in public.exposed),
            "sold face up": any(shown.mode == "up" for shown in public.exposed),
            "passed": public.passing != 0,
            "five seats": rules.players == 5,
            "cards removed": bool(rules.removed),
            "partners": rules.partners == "separate",
            "pooled": rules.partners == "pooled",
            "hearts not broken": not public.hearts_broken,
            "game over": game.result is not None,
        }.items()
        if is_so
    )
    kinds = {line.kind for pile in table.piles for line in pile.lines}
    seen.update(sorted(kinds & {"lone_doubler", "cancelled_doubler", "queen_of_diamonds"}))


def random_sums() -> dict[str, list[int]]:
    """What random deals of some rules score in all, pile by pile, from seeds of their own."""
    found = {}
    for name in ("gongzhu-boulder", "gongzhu-pagat-5", "gongzhu-wiki-diamonds", "hearts-omnibus"):
        packed = pack_rules(PRESETS[name].rules)
        sums = np.zeros(packed.piles, np.int64)
        run_deals(packed, new_state(), new_deck(packed), new_chance(7), 40, sums)
        found[name] = sums.tolist()
    return found


def run_some() -> None:
    """A deal of every preset and of some random rules."""
    rng = Random(6)
    for rules in every_kind(seed=6, count=25).values():
        run_deal(rules, pack_rules(rules), rng, Seen())
