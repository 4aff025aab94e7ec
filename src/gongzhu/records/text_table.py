"""Reads the cards of a deal in the text form: who held, passed and played which."""

from collections.abc import Mapping

from gongzhu.cards import Card, Seat, next_seat, seats
from gongzhu.records.lexer import Tag, wrong
from gongzhu.records.parsed_deal import ParsedDeal, spelt
from gongzhu.records.text_values import read_cards, read_hand, read_number
from gongzhu.rules import RuleSet, pack_of, winning_place
from gongzhu.rules.events import Hands


def check_seats(parsed: ParsedDeal, rules: RuleSet) -> None:
    """Raise RecordError for tags of seats that the table does not have."""
    for tag in parsed.tags.values():
        if tag.seat and int(tag.seat) >= rules.players:
            raise wrong(tag, "no_such_seat", text=f"[{spelt(tag)}]", last=rules.players - 1)
    for played in parsed.plays:
        if played.seat and int(played.seat.plain[:-1]) >= rules.players:
            named = played.seat
            raise wrong(named, "no_such_seat", text=named.text, last=rules.players - 1)


def read_hands(parsed: ParsedDeal, tags: Mapping[str, Tag], rules: RuleSet) -> Hands:
    """The hands of all seats; one may be left out, as it is the rest of the pack."""
    given = {
        seat: read_hand(tags[key])
        for seat in seats(rules.players)
        if (key := f"Hand{seat}") in tags
    }
    if len(given) < rules.players - 1:
        missing = ", ".join(f"[Hand{seat}]" for seat in seats(rules.players) if seat not in given)
        raise parsed.lacks("no_hands", tags=missing)
    held = {card for hand in given.values() for card in hand}
    rest = tuple(card for card in pack_of(rules) if card not in held)
    return tuple(given.get(seat, rest) for seat in seats(rules.players))


def read_passes(parsed: ParsedDeal, tags: Mapping[str, Tag], rules: RuleSet) -> Hands | None:
    """The cards that each seat passed; None if nothing was passed."""
    keys = [f"Pass{seat}" for seat in seats(rules.players)]
    missing = [f"[{key}]" for key in keys if key not in tags]
    if len(missing) == rules.players:
        return None
    if missing:
        raise parsed.lacks("passes_missing", tags=", ".join(missing))
    return tuple(read_cards(tags[key], tags[key].value) for key in keys)


def read_plays(parsed: ParsedDeal, play: Tag, rules: RuleSet) -> tuple[tuple[Seat, Card], ...]:
    """The plays in order, with their seats.

    A seat written before a card begins a row; otherwise the winner of a trick leads the next one.
    """
    turn = Seat(read_number(play)) if play.value else None
    plays = []
    trick: list[Card] = []
    for played in parsed.plays:
        if played.seat:
            turn = Seat(int(played.seat.plain[:-1]))
            trick = []
        elif turn is None:
            raise wrong(played.word, "who_leads")
        elif len(trick) == rules.players:
            turn = next_seat(turn, rules.players, winning_place(trick))
            trick = []
        plays.append((turn, played.card))
        trick.append(played.card)
        turn = next_seat(turn, rules.players)
    if turn is None:
        raise wrong(play, "who_leads")
    return tuple(plays)


def read_timings(parsed: ParsedDeal) -> tuple[int, ...]:
    """The milliseconds of each play; empty if the table has no times."""
    taken = [played.milliseconds for played in parsed.plays]
    known = [time for time in taken if time is not None]
    if known and len(known) < len(taken):
        word = parsed.plays[taken.index(None)].word
        raise wrong(word, "no_time", text=word.text)
    return tuple(known)
