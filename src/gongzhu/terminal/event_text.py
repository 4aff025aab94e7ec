"""Descriptions of the events of a deal in words, for the log."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from gongzhu.cards import Card, Seat, show_cards
from gongzhu.rules import (
    CardPlayed,
    CardsExposed,
    CardsPassed,
    Claimed,
    DealBegan,
    DealEnded,
    Event,
    ExposureChosen,
    MoonChosen,
    MoonShot,
    PassChosen,
    PlayBegan,
    RuleSet,
    TrickTaken,
    point_cards,
)
from gongzhu.texts import Lang, say


class EventText:
    """Describes events of a deal in `lang` for the person in seat `you`. `names` are the players'
    names by seat."""

    def __init__(self, rules: RuleSet, names: Sequence[str], you: Seat, lang: Lang) -> None:
        self._counting = point_cards(rules)
        self._names = names
        self._you = you
        self._lang = lang

    def about(self, key: str, seat: Seat, **values: object) -> str:
        """The message `table.KEY.you` if `seat` is the person's, or else `table.KEY.other`, filled
        in with the name of the seat and `values`."""
        form = "you" if seat == self._you else "other"
        return say(f"table.{key}.{form}", self._lang, name=self._names[seat], **values)

    def lines(self, events: Sequence[Event]) -> list[str]:
        """The texts of events in order. Events that need no text are left out. All cards of a trick
        are in one text, which has a second line about the winner once the trick is taken."""
        lines: list[str] = []
        trick: list[tuple[Seat, Card]] = []
        for event in events:
            match event:
                case CardPlayed(seat, card, was_down):
                    trick.append((seat, card))
                    if was_down:
                        lines.append(self.about("log.turned_up", seat, card=card))
                case TrickTaken(seat):
                    lines.append(self._trick(trick, seat))
                    trick = []
                case _:
                    lines += self._other(event)
        if trick:
            lines.append(self._plays(trick))
        return lines

    def _plays(self, trick: Sequence[tuple[Seat, Card]]) -> str:
        return "  ".join(f"{self._names[seat]} {card}" for seat, card in trick)

    def _trick(self, trick: Sequence[tuple[Seat, Card]], winner: Seat) -> str:
        points = [card for _, card in trick if card in self._counting]
        won = self.about("log.trick", winner)
        if points:
            won = self.about("log.trick_with", winner, cards=show_cards(sorted(points)))
        return f"{self._plays(trick)}\n{won}"

    def _other(self, event: Event) -> Iterator[str]:
        match event:
            case CardsPassed(passing, cards):
                yield from self._passed(passing, cards)
            case CardsExposed():
                yield from self._exposed(event)
            case PlayBegan(leader):
                yield self.about("log.leads", leader)
            case Claimed(seat):
                yield self.about("log.claimed", seat)
            case MoonShot(seat):
                yield self.about("log.moon", seat)
            case MoonChosen(seat, choice):
                yield self.about(f"log.moon_{choice}", seat)
            case DealEnded():
                yield say("table.log.ended", self._lang)
            case DealBegan() | PassChosen() | ExposureChosen() | CardPlayed() | TrickTaken():
                return
            case _:
                assert_never(event)

    def _passed(self, passing: int, cards: Sequence[tuple[Card, ...] | None]) -> Iterator[str]:
        players, you = len(cards), self._you
        for seat, key in ((you, "gave"), (Seat((you - passing) % players), "got")):
            given = cards[seat]
            assert given is not None, "one sees what one gave and got"
            other = self._names[(seat + passing) % players if seat == you else seat]
            yield say(f"table.log.{key}", self._lang, cards=show_cards(given), name=other)

    def _exposed(self, event: CardsExposed) -> Iterator[str]:
        for shown in event.shown:
            yield self.about(f"log.exposed_{shown.mode}", shown.seat, card=shown.card)
        for seat, count in enumerate(event.face_down):
            if count:
                yield self.about("log.face_down", Seat(seat), count=count)
        if not event.shown and not any(event.face_down):
            yield say("table.log.nobody_exposed", self._lang)
