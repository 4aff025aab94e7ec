"""Small scenarios, each a function from a rule set to an outcome that is easy to read.

Each shows one option at work: see `tests/rules/test_flips.py`.
"""

from collections.abc import Callable

from gongzhu.cards import Card, Seat
from gongzhu.rules import (
    Expose,
    Game,
    GameResult,
    Match,
    Mode,
    Pass,
    RuleSet,
    pack_of,
    piles,
    score_piles,
    score_table,
)
from gongzhu.view import view_of
from tests.support.tables import (
    begin,
    cards,
    expose,
    full_hands,
    pass_cards,
    play,
    play_on,
    playable_codes,
)

Scenario = Callable[[RuleSet], object]


def order_of_turns(rules: RuleSet) -> object:
    """How many cards each seat holds, and who plays to the first trick when seat 2 leads."""
    deal = play(begin(rules, {2: "2S"}), "")
    turns = []
    while not deal.public.tricks:
        turns.append(deal.public.turn)
        deal = play(deal, playable_codes(deal).split()[0])
    return len(deal.own[0].dealt), turns


def pack_and_lead(rules: RuleSet) -> object:
    """The size of the pack, and what seat 2, which has the lowest club, must lead."""
    lowest = next(card for card in pack_of(rules) if card.code[1] == "C")
    return len(pack_of(rules)), playable_codes(play(begin(rules, {2: lowest.code}), ""))


def way_round(rules: RuleSet) -> object:
    """What a table is told of the way round it: seats run in playing order either way."""
    return view_of(begin(rules), None).rules.direction


def totals_of_partners(rules: RuleSet) -> object:
    """What it comes to that seat 0 has the doubler and seat 2 the pig: by pile and by side."""
    captured = {0: cards("TC"), 2: cards("QS")}
    held = [[card for seat in pile for card in captured.get(seat, ())] for pile in piles(rules)]
    score = score_piles(rules, held, {}, [0] * len(held))
    return score.points, Game.new(rules).after(score.points, Seat(2)).totals


def givers_to_seat_0(rules: RuleSet) -> object:
    """Which seat passes cards to seat 0, deal after deal."""
    givers = []
    for number in range(5):
        deal = begin(rules, number=number)
        gave = [own.hand[: rules.pass_count] for own in deal.own]
        if deal.public.passing:
            deal = pass_cards(deal, *(" ".join(card.code for card in given) for given in gave))
        received = deal.own[0].received
        givers.append(None if received is None else gave.index(received))
    return givers


def cards_to_pass(rules: RuleSet) -> object:
    """How many cards a seat may choose to pass."""
    actions = view_of(begin(rules), Seat(0)).legal_actions()
    return {len(action.cards) for action in actions if isinstance(action, Pass)}


def ways_to_expose(rules: RuleSet) -> object:
    """What the holder of the pig and no other key card may choose."""
    deal = begin(rules, {0: "QS", 1: "AH JD TC"})
    actions = view_of(deal, Seat(0)).legal_actions()
    return [action.modes for action in actions if isinstance(action, Expose)]


def cards_to_expose(rules: RuleSet) -> object:
    """The cards that the holder of all key cards may expose."""
    actions = view_of(begin(rules, {0: "TC JD AH QS"}), Seat(0)).legal_actions()
    modes = [action.modes for action in actions if isinstance(action, Expose)]
    return " ".join(card.code for card in sorted({card for each in modes for card in each}))


def freed_face_down(rules: RuleSet) -> object:
    """True for each of these that is allowed: to lead A♥ that lies face down, to follow with Q♠
    that does to the first spades, and with J♦ that lies face up to the first diamonds."""
    hands = {0: "2S AH 2H", 1: "QS 3S", 2: "JD 3D"}
    deal = expose(begin(rules, hands), AH="down", QS="down", JD="up")
    led = "AH" in playable_codes(deal).split()
    followed = "QS" in playable_codes(play(deal, "2S")).split()
    lead = next(card for card in playable_codes(deal).split() if card[1] == "D")
    later = play(deal, lead)
    later = play(later, playable_codes(later).split()[0])
    return led, followed, "JD" in playable_codes(later).split()


def first_leads(rules: RuleSet) -> object:
    """Who leads first and how many cards it may lead: seat 2 deals, 2♠ is with seat 1."""
    deal, _ = Game.new(rules, dealt=2).deal(full_hands(rules, {1: "2S"}))
    deal = play(deal, "")
    return deal.public.turn, len(playable_codes(deal).split())


def card_led_first(rules: RuleSet) -> object:
    """Who leads first, and what it must lead, or from how many cards it chooses: seat 0 deals."""
    deal = begin(rules, {0: "2C 3C", 1: "7D 8D", 2: "AS 2S", 3: "7S 8S"})
    deal = play(deal, "")
    codes = playable_codes(deal).split()
    return deal.public.turn, codes[0] if len(codes) == 1 else len(codes)


def second_leader(rules: RuleSet) -> object:
    """Who leads the second deal: seat 0 did best in the first, seat 2 worst, seat 3 captured the
    pig, seat 1 has 2♠."""
    game = Game.new(rules).after((50, 0, -60, 0), Seat(3))
    return play(game.deal(full_hands(rules, {1: "2S"}))[0], "").public.turn


def thrown_first(rules: RuleSet) -> object:
    """What seat 1, out of clubs, may play to the first trick when clubs are led."""
    deal = begin(rules, {0: "*C", 1: "2H QS JD 2D 3D 4D 5D 6D 7D 8D 9D TD QD"})
    return playable_codes(play(deal, "2C"))


def hearts_led(rules: RuleSet) -> object:
    """Whether hearts may be led to the second trick, the first being spades with Q♠ in it."""
    deal = begin(rules, {0: "2S", 1: "AS 2H", 2: "QS", 3: "KS"})
    return "2H" in playable_codes(play(deal, "2S AS QS KS")).split()


def all_with_seat_0(rules: RuleSet) -> object:
    """How a deal ends in which seat 0 has all the diamonds, leads, and captures everything: the
    phase, the scores, and whether the game is won at once."""
    deal = play_on(play(begin(rules, {0: "*D"}), ""))
    won = score_table(rules, deal.public).instant_win is not None
    return deal.public.phase.value, deal.public.scores, won


def pile_points(*captured: str, exposed: str = "") -> Scenario:
    """A scenario: what these piles score."""

    def scenario(rules: RuleSet) -> object:
        modes: dict[Card, Mode] = dict.fromkeys(cards(exposed), "open")
        held = [cards(pile) for pile in captured]
        score = score_piles(rules, held, modes, [0] * len(held))
        return score.points if score.instant_win is None else (score.points, score.instant_win)

    return scenario


def after_one_deal(*scores: int) -> Scenario:
    """A scenario: the game after a first deal with these scores."""

    def scenario(rules: RuleSet) -> object:
        game = Game.new(rules).after(scores, Seat(0))
        if game.result is None:
            return "goes on"
        return game.totals, game.result.winners, game.result.losers

    return scenario


def totals_after(*scores: int) -> Scenario:
    """A scenario: the totals after a first deal with these scores."""
    return lambda rules: Game.new(rules).after(scores, Seat(0)).totals


def several(*scenarios: Scenario) -> Scenario:
    """A scenario of these, one after the other."""
    return lambda rules: tuple(scenario(rules) for scenario in scenarios)


def match_of_one_game(rules: RuleSet) -> object:
    """Strips and round points after a game in which seat 0 alone lost."""
    game = Game.new(rules).after((-1100, 100, 50, 50), Seat(0))
    assert isinstance(game.result, GameResult)
    match = Match.new(rules).after(game.result)
    return match.strips, match.round_points
