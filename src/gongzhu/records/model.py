"""The record of one deal: all that is needed to replay it, and what it came to."""

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
    """The preset's name where the rules are exactly that preset's."""
    rules: RuleSet
    players: tuple[str, ...]
    """Names, by seat."""
    game: int
    """0-based, within the match."""
    deal: int
    """0-based, within the game."""
    dealer_seed: str | None
    """The seed that `gongzhu.dealing.deal_hands` dealt from, where it was so dealt."""
    first_leader: Seat
    hands: Hands
    """By seat, before passing."""
    passes: Hands | None
    """The three cards that each seat passed."""
    exposures: tuple[dict[Card, Mode], ...]
    plays: tuple[tuple[Seat, Card], ...]
    claimed: Seat | None
    """The seat that ended the deal early, with no card left that could count."""
    moon_choice: MoonChoice | None
    """The shooter's choice, where the rules leave one and the moon was shot."""
    scores: tuple[int, ...]
    """Per seat; per partnership where captures are pooled."""
    totals_before: tuple[int, ...]
    """Per side."""
    totals: tuple[int, ...]
    """Per side, after this deal."""
    game_over: bool
    winners: tuple[Seat, ...]
    """Empty until the game is over, and then the seats that won it."""
    losers: tuple[Seat, ...]
    comments: dict[str, str] = {}
    """Remarks, by the number of the play that they follow, from "1"; "0" is for
    the deal as a whole."""
    timings: tuple[int, ...] = ()
    """Milliseconds that each play took, in order; empty where nobody took the time."""
    event: str = ""
    """The event that the game belongs to: an evening, a tournament, a match."""
    date: str = ""
    """When it was played: `YYYY-MM-DD`, or empty."""
    origin: str = ""
    """The deal and the ply that this one was played on from, in a few words; or empty."""


def record_deal(
    deal: Deal,
    after: Game,
    *,
    players: tuple[str, ...],
    preset: str | None,
    game: int = 0,
    dealer_seed: str | None = None,
) -> DealRecord:
    """The record of a deal that has ended, where `after` is the game with this deal counted.

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
