"""The record of one deal: everything needed to replay it, and its results."""

from msgspec import Struct, field

from gongzhu.cards import Card, Seat
from gongzhu.rules import Deal, Game, Mode, MoonChoice, Phase, RuleSet, sides
from gongzhu.rules.events import Hands

FORMAT = 1


class DealRecord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished deal. Its fields, in this order, are those of the JSONL form.

    Fields with a plain default are left out there when they hold it.
    """

    # A made default is never left out: every line names its format.
    format: int = field(default_factory=lambda: FORMAT)
    preset: str | None
    """The preset's name, if the rules are exactly those of a preset."""
    rules: RuleSet
    players: tuple[str, ...]
    """Names of the players, by seat."""
    game: int
    """Number of the game within the match, 0-based."""
    deal: int
    """Number of the deal within the game, 0-based."""
    dealer_seed: str | None
    """The seed given to `gongzhu.dealing.deal_hands`; None for hands that were dealt otherwise."""
    first_leader: Seat
    hands: Hands
    """Hands before passing, by seat."""
    passes: Hands | None
    """The three cards that each seat passed; None if nothing was passed."""
    exposures: tuple[dict[Card, Mode], ...]
    plays: tuple[tuple[Seat, Card], ...]
    claimed: Seat | None
    """The seat that ended the deal early by a claim; None if nobody did."""
    moon_choice: MoonChoice | None
    """The shooter's choice, if the moon was shot and the rules leave a choice."""
    scores: tuple[int, ...]
    """Score of each seat, or of each partnership if captures are pooled."""
    totals_before: tuple[int, ...]
    """Total of each side before this deal."""
    totals: tuple[int, ...]
    """Total of each side after this deal."""
    game_over: bool
    winners: tuple[Seat, ...]
    """The seats that won the game; empty until it is over."""
    losers: tuple[Seat, ...]
    comments: dict[str, str] = {}
    """Comments, by the number of the play that they follow, from "1"; "0" is for the deal as a
    whole."""
    timings: tuple[int, ...] = ()
    """Milliseconds that each play took, in order; empty if times were not measured."""
    event: str = ""
    """The event to which the game belongs: an evening, a tournament, a match."""
    date: str = ""
    """Date on which the deal was played, `YYYY-MM-DD`, or empty."""
    origin: str = ""
    """For a fork: from which deal and ply it was played on, in a few words; otherwise empty."""


def record_deal(
    deal: Deal,
    after: Game,
    *,
    players: tuple[str, ...],
    preset: str | None,
    game: int = 0,
    dealer_seed: str | None = None,
) -> DealRecord:
    """The record of a finished deal; `after` is the game after this deal.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> *_, (deal, _) = replay(record)
    >>> game = replayed(record)[1]
    >>> again = record_deal(deal, game, players=record.players, preset=record.preset)
    >>> again.scores == record.scores
    True
    """
    public = deal.public
    assert public.phase is Phase.ENDED
    assert public.dealt is not None
    assert public.scores is not None
    tricks = [(trick.leader, trick.cards) for trick in public.tricks]
    if public.trick and public.leader is not None:
        tricks.append((public.leader, public.trick))
    by_side = sides(deal.rules)
    result = after.result
    return DealRecord(
        preset=preset,
        rules=deal.rules,
        players=players,
        game=game,
        deal=public.number,
        dealer_seed=dealer_seed,
        first_leader=tricks[0][0],
        hands=public.dealt,
        passes=public.passed,
        exposures=tuple({item.card: item.mode for item in own.exposures or ()} for own in deal.own),
        plays=tuple(
            (Seat((leader + place) % public.players), card)
            for leader, cards in tricks
            for place, card in enumerate(cards)
        ),
        claimed=public.claimed,
        moon_choice=public.moon_choice,
        scores=public.scores,
        totals_before=public.totals,
        totals=after.totals,
        game_over=result is not None,
        winners=_seats(by_side, result.winners if result else ()),
        losers=_seats(by_side, result.losers if result else ()),
    )


def _seats(by_side: tuple[tuple[Seat, ...], ...], chosen: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(sorted(seat for side in chosen for seat in by_side[side]))
