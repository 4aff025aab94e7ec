"""The kernels and the engine side by side, through one deal."""

from collections import Counter
from random import Random

import numpy as np
from msgspec.structs import replace

from bench.packed.random_playouts import new_deck, play_randomly, run_random_deals
from gongzhu.cards import PIG, Card, Seat
from gongzhu.packed import bits
from gongzhu.packed.beginning import begin, expose, pass_cards, steps_of
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.game_end import GameEnd, end_deal, unanswered_moon
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import (
    HANDS,
    MOON_CHOICE,
    NOBODY,
    SIZE,
    VOIDS,
    Ints,
    State,
    new_rng,
    new_state,
)
from gongzhu.packed.packing import MODE_CODES, pack_deal
from gongzhu.packed.rules import OTHERS, ROUND_POINTS, SELF, PackedRules, pack_rules
from gongzhu.packed.scoring import instant_winner, pig_captor, score, slam_maker
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules import (
    PRESETS,
    ChooseMoon,
    Deal,
    DealBegan,
    DealScore,
    Game,
    GameResult,
    MoonChoice,
    Phase,
    Play,
    RuleSet,
    apply,
    default_moon_choice,
    hand_size,
    piles,
    playable,
    point_cards,
    score_table,
)
from tests.support.playing import greedy_card, random_action, random_start, waiting
from tests.support.rulesets import every_kind

Seen = Counter[str]
"""How often something rare came up."""


class Difference(Exception):
    """The kernels and the engine disagree."""


def same(what: str, kernel: object, engine: object) -> None:
    if kernel != engine:
        raise Difference(f"{what}: kernels {kernel}, engine {engine}")


def run_deal(rules: RuleSet, packed: PackedRules, rng: Random, seen: Seen) -> None:
    """A deal of any number, played by chance or, one in four, for slams; raises Difference.

    The engine plays it first, and tells what it sees; then the kernels follow. Up to a ply that
    chance settles, the cards are the test's own; after it they are those of `play_randomly`, which
    the engine finds by drawing the same numbers.
    """
    strong = rng.random() < 0.25
    dealt, (began, *_) = random_start(rules, rng, strong=strong)
    deal = dealt
    while deal.public.phase in (Phase.PASSING, Phase.EXPOSING):
        seat = waiting(deal)[0]
        deal, _ = apply(deal, seat, random_action(deal, seat, rng))
    assert isinstance(began, DealBegan)
    state = begun(packed, began, deal)
    plays = rules.players * hand_size(rules)
    cut = rng.randrange(plays + 1)
    told = Told(deal)
    for _ in range(cut):
        cards = told.choose(seen)
        told.play(greedy_card(told.deal, cards) if strong else rng.choice(cards))
    seed = rng.getrandbits(64)
    draws = Draws(seed, whole=not told.deal.public.trick)
    for _ in range(plays - cut):
        cards = told.choose(seen)
        told.play(cards[draws.place(len(cards), told.deal)])
    same_plies(packed, state, told, cut, seed)
    same_end(packed, state, told.deal, rng, seen)


class Told:
    """What the engine says of a deal that it plays, ply by ply."""

    def __init__(self, deal: Deal) -> None:
        self.deals = [deal]
        """Before each ply, and after the last."""
        self.turns: list[Seat] = []
        self.choices: list[tuple[Card, ...]] = []
        """What may be played."""
        self.cards: list[Card] = []
        """What is played."""

    @property
    def deal(self) -> Deal:
        """The deal as it is now."""
        return self.deals[-1]

    def choose(self, seen: Seen) -> tuple[Card, ...]:
        """Say whose turn it is and what may be played now; the cards."""
        deal = self.deals[-1]
        public = deal.public
        seat = public.turn
        assert seat is not None
        own = deal.own[seat]
        cards = playable(deal.rules, public, own)
        self.turns.append(seat)
        self.choices.append(cards)
        if own.exposures:
            led = public.trick[0].suit if public.trick else None
            if len(cards) < len([card for card in own.hand if led in (None, card.suit)]):
                seen["exposed card bound"] += 1
        return cards

    def play(self, card: Card) -> None:
        """Play a card of those."""
        deal, _ = apply(self.deals[-1], self.turns[-1], Play(card))
        self.cards.append(card)
        self.deals.append(deal)


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
            expose(state, board_of([shown.card]), mode)
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
            self.number = bits.splitmix64(self.state)
        place, self.number = bits.bounded(self.number, choices)
        return place


@kernel
def follow(rules: PackedRules, state: State, states: Ints, choices: Ints) -> int:
    """Play what the engine played while all is as it told: for how many plies it is.

    `states` has a row for each ply and one for the end; `choices` has the rows whose turn it was,
    what might be played, and the code of what was.
    """
    turns, boards, codes = choices
    plays = len(codes)
    for ply in range(plays):
        for place in range(SIZE):
            if state[place] != states[ply, place]:
                return ply
        if seat_to_play(rules, state) != turns[ply] or legal_cards(rules, state) != boards[ply]:
            return ply
        play_card(rules, state, codes[ply])
    return plays


def same_plies(packed: PackedRules, state: State, told: Told, cut: int, seed: int) -> None:
    """Hold the kernels against what the engine told, ply by ply, and `play_out` from one ply on."""
    states = np.array([pack_deal(packed, deal) for deal in told.deals])
    boards = [board_of(cards) for cards in told.choices]
    codes = [code_of_card(card) for card in told.cards]
    ply = follow(packed, state, states, np.array([told.turns, boards, codes], np.int64))
    same(f"state at ply {ply}", state.tolist(), states[ply].tolist())
    if ply < len(codes):
        same(f"turn at ply {ply}", seat_to_play(packed, state), told.turns[ply])
        same(f"legal cards at ply {ply}", legal_cards(packed, state), boards[ply])
    same("plies", ply, len(codes))
    ended = states[cut].copy()
    play_randomly(packed, ended, new_rng(seed))
    ended[VOIDS] = state[VOIDS]  # not kept by play_out
    same(f"after play_out from ply {cut}", ended.tolist(), state.tolist())


def same_end(packed: PackedRules, state: State, deal: Deal, rng: Random, seen: Seen) -> None:
    """Hold the scores of a deal that has been played against the engine's, and the game after
    it."""
    rules = deal.rules
    totals = near_limits(rules, rng, packed.sides)
    number = rng.randrange(4)
    before = Game(rules, tuple(totals.tolist()), number)
    points = np.zeros(packed.piles, np.int64)
    shooter = slam_maker(packed, state)
    if deal.public.phase is Phase.MOON:
        same("moon", piles(rules)[shooter][0], deal.public.turn)
        unanswered = unanswered_moon(packed, state, totals, points, number, shooter)
        choices: tuple[MoonChoice, ...] = ("others", "self")
        scores = {
            choice: score_table(rules, replace(deal.public, moon_choice=choice))
            for choice in choices
        }
        choice = default_moon_choice(before, scores)
        same("unanswered moon", unanswered, SELF if choice == "self" else OTHERS)
        chosen = rng.choice((SELF, OTHERS))
        state[MOON_CHOICE] = chosen
        choose = ChooseMoon("self" if chosen == SELF else "others")
        deal, _ = apply(deal, Seat(shooter), choose)
        same("state", state.tolist(), pack_deal(packed, deal).tolist())
    table = score_table(rules, deal.public)
    winner, captor, end = close(packed, state, totals, points, number)
    same("points", points.tolist(), list(table.points))
    same("moon", shooter, NOBODY if table.slam is None else table.slam)
    same("instant win", winner, NOBODY if table.instant_win is None else table.instant_win)
    if PIG in point_cards(rules):
        same("captor of the pig", captor, deal.public.pig_captor)
    game = before.after(table.points, None, table.instant_win)
    same("totals", totals.tolist(), list(game.totals))
    same("game over", bool(end.over), game.result is not None)
    if game.result:
        same("result", result_of(packed, end), game.result)
    count_rare(deal, table, game, seen)


@kernel
def close(
    rules: PackedRules, state: State, totals: Ints, points: Ints, number: int
) -> tuple[int, int, GameEnd]:
    """Score a deal that is over, by pile, and add it to the totals. Who wins at one blow, who has
    captured the pig, and how the game stands."""
    score(rules, state, points)
    winner = instant_winner(rules, state)
    end = end_deal(rules, totals, points, number, winner)
    return winner, pig_captor(rules, state), end


def result_of(packed: PackedRules, end: GameEnd) -> GameResult:
    """How a game ended, as the engine says it."""
    everyone = range(packed.sides)
    return GameResult(
        tuple(side for side in everyone if end.winners >> side & 1),
        tuple(side for side in everyone if end.losers >> side & 1),
        tuple(round_points(packed, end, side) for side in everyone),
    )


def round_points(packed: PackedRules, end: GameEnd, side: int) -> int:
    """The round points, 0, 1 or 2, of a side for a game that is over."""
    if packed.worth != ROUND_POINTS or end.losers >> side & 1:
        return 0
    return 2 if end.outright >> side & 1 else 1


def near_limits(rules: RuleSet, rng: Random, sides: int) -> Ints:
    """Totals from which a deal may well end a game."""
    edges = (0, rules.lower_limit, rules.upper_limit, *(total for total, _ in rules.exact_total))
    limits = [edge for edge in edges if edge != "none"]
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
            "slam": table.slam is not None,
            "moon chosen": public.moon_choice is not None,
            "all point cards in one hand": any(
                len(cards) == len(point_cards(rules)) for cards in public.captured
            ),
            "instant win": table.instant_win is not None,
            "exposed": any(shown.mode == "open" for shown in public.exposed),
            "sold face down": any(shown.mode == "down" for shown in public.exposed),
            "sold face up": any(shown.mode == "up" for shown in public.exposed),
            "passed": public.passing != 0,
            f"{rules.players} seats": True,
            "cards removed": bool(rules.removed),
            "partners": rules.partners == "separate",
            "pooled": rules.partners == "pooled",
            "hearts not broken": not public.hearts_broken,
            "game over": game.result is not None,
        }.items()
        if is_so
    )
    kinds = {line.kind for pile in table.piles for line in pile.lines}
    seen.update(
        sorted(
            kinds
            & {"lone_doubler", "cancelled_doubler", "queen_of_diamonds", "all_tricks", "cards"}
        )
    )


def random_sums() -> dict[str, list[int]]:
    """What random deals of some rules score in all, pile by pile, from seeds of their own."""
    found = {}
    for name in ("gongzhu-boulder", "gongzhu-pagat-5", "gongzhu-wiki-diamonds", "hearts-omnibus"):
        packed = pack_rules(PRESETS[name].rules)
        sums = np.zeros(packed.piles, np.int64)
        run_random_deals(packed, new_state(), new_deck(packed), new_rng(7), 40, sums)
        found[name] = sums.tolist()
    return found


def run_some() -> None:
    """A deal of every preset and of some random rules."""
    rng = Random(6)
    for rules in every_kind(seed=6, count=25).values():
        run_deal(rules, pack_rules(rules), rng, Seen())
