"""Computes the public state of a table, and an observer's view of it, after each fact. The server
uses these functions, and programs that follow a table compute the same."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.dealing import Evidence, Withheld
from gongzhu.rules import CardsPassed, DealBegan, Event, PlayBegan, RuleSet, sides
from gongzhu.rules.evolve import begin_own, begin_public, evolve_own, evolve_public
from gongzhu.table.facts import (
    BotFailed,
    BotHurried,
    BotSat,
    BotStoodIn,
    Came,
    ChainBegan,
    Chose,
    Closed,
    Committed,
    Configured,
    DealAborted,
    DealCalled,
    DealGiven,
    DealScored,
    Fact,
    GameBegan,
    GameEnded,
    Happened,
    HostChanged,
    Knocked,
    Left,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
    Opened,
    OutOfOrder,
    PlayedOut,
    Readmitted,
    ReadySet,
    Removed,
    Resigned,
    Resumed,
    Sat,
    StoppedWaiting,
    Swapped,
    TimedOut,
    TookBack,
    WaitsUntil,
    Went,
)
from gongzhu.table.state import (
    MOST_REMOVED,
    DealView,
    FairState,
    PlayedGame,
    ScoredDeal,
    SeatState,
    TableState,
    TableView,
    Waiting,
    swapped_state,
)

Item = TypeVar("Item")


def put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """A copy of the items with the one at `index` replaced by `item`."""
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[Item, ...], index: int) -> tuple[Item, ...]:
    """A copy of the items without the one at `index`."""
    return (*items[:index], *items[index + 1 :])


def open_state(fact: Opened) -> TableState:
    """The public state of a table right after it was opened."""
    players = fact.settings.rules.players
    return TableState(
        table=fact.table,
        settings=fact.settings,
        stage="gathering",
        seats=(SeatState(),) * players,
        host=None,
    )


def evolve_state(state: TableState, fact: Fact) -> TableState:
    """The public state after `fact`. Reads no hidden field of the fact."""
    match fact:
        case Happened() | Chose() | TimedOut() | BotHurried():
            return state
        case Resigned(seat, resigned):
            return _with_seat(state, seat, resigned=resigned)
        case TookBack():
            return replace(state, practice=True)
        case Knocked(_, name, program):
            return replace(state, waiting=(*state.waiting, Waiting(name, program)))
        case StoppedWaiting(place):
            return replace(state, waiting=without(state.waiting, place))
        case WaitsUntil(until):
            return replace(state, until=until)
        case ReadySet(seat, ready):
            return _with_seat(state, seat, ready=ready)
        case Came(seat):
            return _with_seat(state, seat, online=True, away_since=None, stand_in=False)
        case Went(seat, at):
            return _with_seat(state, seat, online=False, away_since=at)
        case BotStoodIn(seat):
            return _with_seat(state, seat, stand_in=True)
        case BotFailed(seat):
            return _with_seat(state, seat, failed=state.seats[seat].failed + 1)
        case PlayedOut():
            return replace(state, played_out=True)
        case Opened():
            return open_state(fact)
        case Configured(settings):
            if settings == replace(state.settings, talk=settings.talk):
                return replace(state, settings=settings)
            return _configured(replace(state, settings=settings), settings.rules.players)
        case HostChanged(_, seat):
            return replace(state, host=seat)
        case Sat(seat, _, name, program):
            sitting = SeatState(kind="player", name=name, program=program, online=True)
            if state.fair.step == "committing":
                heard = put(state.fair.heard, seat, False)
                state = replace(state, fair=replace(state.fair, heard=heard))
            if state.stage in ("calling", "playing") and state.seats[seat].kind == "bot":
                state = replace(state, practice=True)
            return replace(state, seats=put(state.seats, seat, sitting))
        case BotSat(seat, level, name):
            sitting = SeatState(kind="bot", name=name, level=level)
            return replace(state, seats=put(state.seats, seat, sitting))
        case Left(seat):
            return _left(state, seat)
        case Removed(_, name):
            return replace(state, removed=(*state.removed, name)[-MOST_REMOVED:])
        case Readmitted(place):
            return replace(state, removed=without(state.removed, place))
        case Swapped(swapped):
            return swapped_state(state, *swapped)
        case Resumed(at):
            seats = tuple(
                replace(seat, online=False, away_since=at) if seat.online else seat
                for seat in state.seats
            )
            return replace(state, seats=seats)
        case GameBegan(game):
            return _game_began(state, game)
        case ChainBegan() | DealCalled() | Committed() | NumbersLocked() | NumberShown():
            return _dealing(state, fact)
        case NumbersSettled(contributions):
            fair = replace(state.fair, step="settled", heard=(), contributions=contributions)
            return replace(state, stage="playing", fair=fair)
        case DealGiven(count):
            return replace(state, stage="playing", fair=FairState(count=count, step="settled"))
        case DealScored(scores, totals, evidence):
            scored = ScoredDeal(state.fair.count, scores, totals)
            state = _shown(state, evidence)
            return replace(state, stage="scored", totals=totals, deals=(*state.deals, scored))
        case DealAborted(evidence):
            return _shown(state, evidence)
        case GameEnded():
            return _game_ended(state, fact)
        case Closed():
            return replace(state, stage="closed", until=None)
        case _:
            assert_never(fact)


def _with_seat(state: TableState, seat: Seat, **changes: bool | int | None) -> TableState:
    return replace(state, seats=put(state.seats, seat, replace(state.seats[seat], **changes)))


def _configured(state: TableState, players: int) -> TableState:
    """The public state after the settings have changed to rules for this number of players: seats
    are added or removed at the end, and no player is ready any more."""
    kept = tuple(replace(seat, ready=False) for seat in state.seats[:players])
    seats = kept + (SeatState(),) * (players - len(kept))
    host = state.host if state.host is not None and state.host < players else None
    return replace(state, seats=seats, host=host)


def _left(state: TableState, seat: Seat) -> TableState:
    host = None if state.host == seat else state.host
    if state.stage not in ("calling", "playing", "scored"):
        return replace(state, seats=put(state.seats, seat, SeatState()), host=host)
    heard = put(state.fair.heard, seat, True) if state.fair.heard else ()
    state = replace(state, host=host, fair=replace(state.fair, heard=heard))
    return _with_seat(
        state, seat, left=True, ready=False, online=False, away_since=None, stand_in=False
    )


def _game_began(state: TableState, game: str) -> TableState:
    nothing = (0,) * len(sides(state.settings.rules))
    seats = tuple(replace(seat, failed=0, resigned=False) for seat in state.seats)
    state = replace(state, game=game, seats=seats, totals=nothing, deals=(), practice=False)
    if state.games:
        return state
    return replace(state, strips=nothing, round_points=nothing, lost=nothing)


def _dealing(
    state: TableState,
    fact: ChainBegan | DealCalled | Committed | NumbersLocked | NumberShown,
) -> TableState:
    """The public state after a step of GZH1, from a new chain to the last number revealed."""
    fair = state.fair
    match fact:
        case ChainBegan(chain):
            return replace(state, fair=replace(fair, chain=chain, previous=chain.anchor))
        case DealCalled(count, previous):
            seats = tuple(replace(seat, ready=False) for seat in state.seats)
            heard = tuple(seat.kind == "bot" or seat.left for seat in seats)
            fair = FairState(fair.chain, count, previous, "committing", heard)
            return replace(state, stage="calling", seats=seats, fair=fair)
        case Committed(seat) | NumberShown(seat):
            return replace(state, fair=replace(fair, heard=put(fair.heard, seat, True)))
        case NumbersLocked(contributions):
            heard = tuple(not isinstance(given, Withheld) for given in contributions)
            fair = replace(fair, step="revealing", heard=heard, contributions=contributions)
            return replace(state, fair=fair)
        case _:
            assert_never(fact)


def _shown(state: TableState, evidence: Evidence | None) -> TableState:
    """The public state after the end of a deal. The evidence, if there is any, reveals the
    secret."""
    if evidence is None:
        return replace(state, fair=replace(state.fair, step="idle", heard=()))
    return replace(
        state,
        fair=replace(
            state.fair,
            previous=evidence.secret,
            step="idle",
            heard=(),
            contributions=evidence.contributions,
        ),
    )


def _game_ended(state: TableState, ended: GameEnded) -> TableState:
    if state.game is None:
        raise OutOfOrder(ended)
    played = PlayedGame(state.game, ended.winners, ended.losers, state.totals, state.practice)
    seats = state.seats
    # Players who left lose their seat, and with it the stored game. A game without a winner ends
    # because the table closes: if all players have left by then, all of them keep it.
    all_left = all(seat.left for seat in seats if seat.kind == "player")
    if ended.winners or not all_left:
        seats = tuple(SeatState() if seat.left else seat for seat in seats)
    return replace(
        state,
        stage="finished",
        seats=seats,
        games=(*state.games, played),
        strips=ended.strips,
        round_points=ended.round_points,
        lost=ended.lost,
    )


def evolve_table_view(view: TableView, fact: Fact) -> TableView:
    """The view after the next fact that its observer saw, as `see_fact` returned it. Raises
    OutOfOrder if the fact cannot follow, and for `TookBack`, after which the observer needs a
    snapshot."""
    deal = _fold_deal(view.state.settings.rules, view.deal, fact, view.seat)
    return TableView(evolve_state(view.state, fact), view.seat, deal)


def _fold_deal(
    rules: RuleSet, deal: DealView | None, fact: Fact, seat: Seat | None
) -> DealView | None:
    match fact, deal:
        case Happened(DealBegan() as began), _:
            nobody = (False,) * rules.players
            own = None if seat is None else begin_own(began, seat)
            return DealView(begin_public(rules, began), own, nobody)
        case Happened(event), DealView():
            return _after(rules, deal, event, seat)
        case Chose(chooser), DealView():
            return replace(deal, chosen=put(deal.chosen, chooser, True))
        case ((Happened() | Chose()), None) | (TookBack(), _):
            raise OutOfOrder(fact)
        case DealCalled(), _:
            return None
        case _:
            return deal


def _after(rules: RuleSet, deal: DealView, event: Event, seat: Seat | None) -> DealView:
    chosen = deal.chosen
    if isinstance(event, CardsPassed | PlayBegan):
        chosen = (False,) * rules.players
    own = deal.own
    if own is not None and seat is not None:
        own = evolve_own(deal.public, own, event, seat)
    return DealView(evolve_public(rules, deal.public, event), own, chosen)
