"""Answers requests of the outside-bot protocol with one of the built-in bots.

A request is converted into the events that its seat has seen, and the view is folded from them like
every view: no rule of the game is repeated here.
"""

from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from gongzhu.arena.possible import (
    ImpossiblePosition,
    check_dealt,
    check_event,
    check_fields,
    check_hidden,
)
from gongzhu.arena.request import PHASES, BotRequest, TrickCards
from gongzhu.bots import Bot
from gongzhu.cards import Card, Seat, next_seat, seats
from gongzhu.dealing import child_seed
from gongzhu.rules import (
    CardPlayed,
    CardsExposed,
    CardsPassed,
    DealBegan,
    Event,
    Exposure,
    ExposureChosen,
    Mode,
    MoonShot,
    PassChosen,
    PlayBegan,
    RuleError,
    RuleFault,
    RuleSet,
    TrickTaken,
    exposure_modes,
    pass_steps,
    rules_from_values,
    sides,
    winning_index,
)
from gongzhu.rules.facts import counting_cards
from gongzhu.rules.faults import shown_value
from gongzhu.texts import say
from gongzhu.view import View, evolve_view, open_view


def rules_of(request: BotRequest, rules: RuleSet | None = None) -> RuleSet:
    """The rules that apply to a request: its own, or `rules` if it has none.

    Raises RuleError for unknown or missing options, and for rules of the other game.
    """
    under = rules if rules and not request.rules else rules_from_values(request.rules)
    if request.game != under.family:
        allowed = shown_value(under.family)
        fault = RuleFault("game", shown_value(request.game), "other_game", allowed)
        raise RuleError("", fault)
    return under


def view_in(request: BotRequest, rules: RuleSet) -> View:
    """The view of the seat that must choose, made from a request; fields that a request lacks have
    their values at the beginning of a deal.

    Raises ImpossiblePosition for a position that cannot occur in any deal.
    """
    check_fields(request, rules)
    began = _began(request, rules)
    check_dealt(request, rules, began.hands[request.seat] or ())
    view = open_view(rules, began, request.seat)
    for event in _events(request, rules, began.passing):
        check_event(view, event)
        view = evolve_view(view, event)
    _check(request, view)
    return view


def _began(request: BotRequest, rules: RuleSet) -> DealBegan:
    passing = pass_steps(rules, request.deal)
    if request.type != "pass" and request.received is None:
        # Without the received cards, the hand is only known after passing.
        passing = 0
    captor = request.leader if request.type in ("pass", "expose") else None
    hands = [_dealt(request) if seat == request.seat else None for seat in seats(rules.players)]
    totals = request.totals or (0,) * len(sides(rules))
    return DealBegan(request.deal, totals, passing, captor, tuple(hands))


def _dealt(request: BotRequest) -> tuple[Card, ...]:
    """The hand as it was dealt: the present hand with the cards played and passed, without those
    received."""
    mine = {
        card
        for cards in (*request.history, request.trick)
        for seat, card in cards
        if seat == request.seat
    }
    held = mine | set(request.hand)
    if request.received is not None:
        held = (held - set(request.received)) | set(request.passed or ())
    return tuple(sorted(held))


def _events(request: BotRequest, rules: RuleSet, passing: int) -> Iterator[Event]:
    """The events that the seat has seen since the deal began; `passing` is the number of seats by
    which cards were passed."""
    seat, players = request.seat, rules.players
    if request.passed is not None:
        yield PassChosen(seat, request.passed)
    if request.received is not None:
        seen = {next_seat(seat, players, -passing): request.received, seat: request.passed}
        yield CardsPassed(passing, tuple(seen.get(giver) for giver in seats(players)))
    if request.type in ("pass", "expose"):
        return
    if exposure_modes(rules):
        yield from _exposed(request, players)
    if request.type == "play" or request.history:
        yield from _played(request, players)
    if request.type == "moon":
        yield MoonShot(seat)


def _exposed(request: BotRequest, players: int) -> Iterator[Event]:
    """The exposures as they were shown before play; cards exposed face down stay hidden from the
    other seats."""
    exposures = request.exposures or ({},) * players
    hidden = request.face_down or (0,) * players
    played = {card for cards in (*request.history, request.trick) for _, card in cards}
    shown: list[Exposure] = []
    down: list[int] = []
    for seat in seats(players):
        modes = exposures[seat]
        shown += _listed(seat, {card: mode for card, mode in modes.items() if mode != "down"})
        face_down = {card for card, mode in modes.items() if mode == "down"}
        mine = seat == request.seat
        down.append(len(face_down) if mine else hidden[seat] + len(face_down & played))
    yield ExposureChosen(request.seat, _listed(request.seat, exposures[request.seat]))
    yield CardsExposed(tuple(shown), tuple(down))


def _listed(seat: Seat, modes: dict[Card, Mode]) -> tuple[Exposure, ...]:
    return tuple(Exposure(seat, card, modes[card]) for card in sorted(modes))


def _played(request: BotRequest, players: int) -> Iterator[Event]:
    tricks = [*request.history, request.trick]
    leader = next((cards[0][0] for cards in tricks if cards), request.leader)
    if leader is None:
        raise ImpossiblePosition("leader", "unknown")
    yield PlayBegan(leader)
    for cards in request.history:
        yield from _cards(request, leader, cards, players)
        leader = cards[winning_index([card for _, card in cards])][0]
        yield TrickTaken(leader)
    yield from _cards(request, leader, request.trick, players)


def _cards(request: BotRequest, leader: Seat, cards: TrickCards, players: int) -> Iterator[Event]:
    for index, (seat, card) in enumerate(cards):
        if seat != next_seat(leader, players, index):
            raise ImpossiblePosition("history", "out_of_turn", card=card, seat=seat)
        modes = request.exposures[seat] if request.exposures else {}
        yield CardPlayed(seat, card, modes.get(card) == "down")


def _check(request: BotRequest, view: View) -> None:
    """Raise ImpossiblePosition if a field of the request contradicts `view`, which was made from
    the other fields."""
    public, own = view.public, view.own
    counting = counting_cards(view.rules)
    told = tuple(frozenset(counting & {*cards}) for cards in request.captured)
    found = {
        "type": public.phase is PHASES[request.type],
        "leader": request.leader in (None, public.leader),
        "hand": own is not None and own.hand == tuple(sorted(request.hand)),
        "captured": told in ((), tuple(map(frozenset, public.captured))),
    }
    for field, fits in found.items():
        if not fits:
            raise ImpossiblePosition(field, "contradicts")
    # A request about a moon may leave out the tricks.
    if (request.type != "moon" or request.history) and not view.must_act():
        raise ImpossiblePosition("seat", "not_asked")
    if request.type != "moon":
        check_hidden(view)


class _RulesLine(msgspec.Struct, frozen=True):
    type: str = ""


def answer_lines(
    lines: Iterable[bytes],
    bot: Bot,
    rules: RuleSet | None = None,
    *,
    seed: str = "",
    budget: float = 0.0,
) -> Iterator[bytes]:
    """The answers to requests, each a line of JSON with its line end; `{"error": …}` for a line
    that is not a request, or for an impossible position.

    Empty lines and lines of `type` "start" and "end" are ignored. A request is answered under its
    own rules, or under `rules` if it has none. `budget` is the bot's time for an action in seconds;
    0 means no limit, and then the same line and seed always get the same answer.
    """
    for line in lines:
        if not line.strip():
            continue
        try:
            if msgspec.json.decode(line, type=_RulesLine).type in ("start", "end"):
                continue
            request = msgspec.json.decode(line, type=BotRequest)
            view = view_in(request, rules_of(request, rules))
            rng = Random(child_seed(seed, "request", line.decode().strip()))
            told: object = bot.choose(view, rng, budget)
        except (msgspec.DecodeError, RuleError, UnicodeDecodeError, RecursionError) as error:
            told = {"error": say("arena.bad_request", error=error)}
        except ImpossiblePosition as error:
            told = {"error": say("arena.impossible", error=error)}
        yield msgspec.json.encode(told) + b"\n"
