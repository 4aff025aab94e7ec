"""What leaves the table for somebody tells nothing that is hidden from it."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import cast
from unittest.mock import patch

import pytest
from msgspec import json
from msgspec.structs import replace

from gongzhu.cards import Card, Seat, seats
from gongzhu.dealing import Evidence, Revealed, Withheld
from gongzhu.dealing import settle as settle_truly
from gongzhu.dealing.contributions import Locked
from gongzhu.rules import (
    CardPlayed,
    DealBegan,
    Expose,
    Pass,
    PassChosen,
    Play,
    RuleSet,
    pack_of,
)
from gongzhu.table import (
    Command,
    CommandRefused,
    LogEntry,
    Player,
    ServerCommand,
    Table,
    ask_of,
    evolve,
    numbers,
    see_fact,
    step,
    step_server,
    view_table,
)
from gongzhu.table.commands import BotAct, SeatBot, Sit
from gongzhu.table.facts import (
    Committed,
    DealScored,
    Fact,
    Happened,
    NumberShown,
)
from tests.support.playing import Hands
from tests.table.live import PEOPLE, Live, any_choice, settings_of, timed

PRESETS_PLAYED = ("gongzhu-denexa", "gongzhu-pagat-5", "gongzhu-hwa", "hearts-denexa")
ME = Seat(1)


@contextmanager
def dealing(hands: Hands) -> Iterator[None]:
    """Below all commitments, other hands are dealt."""

    def settle(locked: Locked, rules: RuleSet, secret: str, ended: str = "played") -> Evidence:
        return replace(settle_truly(locked, rules, secret), hands=hands)

    with patch.object(numbers, "settle", settle):
        yield


def facts_of(log: list[LogEntry]) -> Iterator[Fact]:
    for entry in log:
        yield from entry.facts


def told(log: list[LogEntry], seat: Seat | None) -> list[bytes]:
    """The very bytes that an observer is sent of each entry."""
    return [
        json.encode([seen for fact in entry.facts if (seen := see_fact(fact, seat)) is not None])
        for entry in log
    ]


def knows(table: Table, seat: Seat | None) -> bytes:
    """The very bytes of a snapshot, and of what the seat is asked."""
    return json.encode([view_table(table, seat), ask_of(table, seat)])


def attempts(table: Table, rng: Random, now: int) -> list[str]:
    """What my seat is told when it tries this and that."""
    told = []
    for card in rng.sample(pack_of(table.rules), 6):
        for action in (Play(card), Expose({card: "open"}), Pass((card, card, card))):
            try:
                done = step(table, Player(PEOPLE[ME]), action, now, "00" * 32)
            except CommandRefused as refused:
                told.append(f"{refused.code} {refused.text()}")
            else:
                told.append("done" if done else "nothing")
    return told


def hidden_cards(live: Live, viewer: Seat | None) -> set[Card]:
    """The cards that nobody has named, and that are not the viewer's: what it cannot place."""
    assert live.table.deal is not None
    hidden = set(pack_of(live.table.rules))
    if viewer is not None:
        hidden -= set(live.table.deal.own[viewer].dealt)
    for _, command, _, _ in live.commands:
        match command:
            case Pass(cards) | BotAct(_, Pass(cards)):
                hidden -= set(cards)
            case Expose(modes) | BotAct(_, Expose(modes)):
                hidden -= set(modes)
            case Play(card) | BotAct(_, Play(card)):
                hidden -= {card}
            case _:
                pass
    return hidden


def exchanged(hands: Hands, hidden: set[Card], rng: Random) -> Hands:
    """The hands with the hidden cards dealt anew among those who hold them."""
    places = [(seat, card) for seat, hand in enumerate(hands) for card in hand if card in hidden]
    cards = [card for _, card in places]
    rng.shuffle(cards)
    other = [[card for card in hand if card not in hidden] for hand in hands]
    for (seat, _), card in zip(places, cards, strict=True):
        other[seat].append(card)
    return tuple(tuple(sorted(hand)) for hand in other)


def again(
    live: Live, hands: Hands, rng_seed: int, viewer: Seat | None
) -> tuple[list[LogEntry], list[object]] | None:
    """The same commands where these hands are dealt, and what the viewer is told besides; None
    where they are not possible with these hands."""
    log = live.log[:1]
    table = evolve(None, log[0])
    heard: list[object] = []
    rng = Random(rng_seed)
    with dealing(hands):
        for player, command, now, entropy in live.commands:
            try:
                if player is None:
                    done = step_server(table, cast(ServerCommand, command), now, entropy)
                else:
                    done = step(table, player, cast(Command, command), now, entropy)
            except CommandRefused:
                return None
            if done is None:
                return None
            table, entry = done
            log.append(entry)
            heard += [knows(table, viewer), knows(table, None)]
            if viewer is not None:
                heard += attempts(table, rng, now)
    return log, heard


@pytest.mark.parametrize("viewer", [ME, None])
@pytest.mark.parametrize("preset", PRESETS_PLAYED)
@pytest.mark.parametrize("choices", [2, 9, 21, 40])
def test_nobody_is_told_more_whatever_it_cannot_know(
    preset: str, choices: int, viewer: Seat | None
) -> None:
    live = Live(settings_of(preset, clock=timed()), seed=choices + 3)
    live.begin("ann", "bo", fill="random")
    live.play(any_choice, most=choices)
    assert live.table.evidence is not None
    hands = live.table.evidence.hands
    hidden = hidden_cards(live, viewer)
    first = again(live, hands, choices, viewer)
    assert first is not None
    tried = 0
    for seed in range(400):
        other = exchanged(hands, hidden, Random(seed))
        second = again(live, other, choices, viewer)
        if other == hands or second is None:
            continue
        assert told(second[0], viewer) == told(first[0], viewer)
        assert second[1] == first[1]
        tried += 1
        if tried == 3:
            break
    assert tried, "hands that allow the same play"


def test_who_has_no_seat_sees_every_card_played_and_no_hand_before_the_end() -> None:
    live = Live(settings_of("hearts-denexa", clock=timed()))
    live.begin("ann", "bo")
    live.play()
    seen = [see_fact(fact, None) for fact in facts_of(live.log)]
    events = [fact.event for fact in seen if isinstance(fact, Happened)]
    (began,) = (event for event in events if isinstance(event, DealBegan))
    assert began.hands == (None,) * 4
    assert len([event for event in events if isinstance(event, CardPlayed)]) == 52
    assert not any(isinstance(event, PassChosen) for event in events)
    scored = [fact for fact in seen if isinstance(fact, DealScored)]
    assert [fact.evidence for fact in scored] == [live.table.finished[0].evidence]


def test_ids_and_secrets_stay_at_the_table() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.do(Player("ann-the-player", "Ann"), Sit())
    live.do(Player("bo-the-player", "Bo"), Sit())
    live.do("ann", SeatBot(Seat(2), "steady"))
    live.do("ann", SeatBot(Seat(3), "steady"))
    live.ready("ann-the-player", "bo-the-player")
    live.dealt()
    live.play(most=8)
    assert live.table.secrets is not None
    secret = live.table.secrets.last
    for seat in (None, *seats(4)):
        text = b"".join([*told(live.log, seat), knows(live.table, seat)])
        assert b"-the-player" not in text
        assert secret.encode() not in text
        assert live.table.evidence is not None
        assert live.table.evidence.secret.encode() not in text


def test_numbers_are_shown_to_others_only_when_they_are_locked_and_settled() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat(*PEOPLE[:4])
    live.ready(*PEOPLE[:4])
    live.commits(*PEOPLE[:4])
    live.reveals(*PEOPLE[:4])
    given = [fact for fact in facts_of(live.log) if isinstance(fact, Committed | NumberShown)]
    assert len(given) == 8
    for fact in given:
        for seat in (None, *seats(4)):
            seen = see_fact(fact, seat)
            assert isinstance(seen, Committed | NumberShown)
            number = seen.commitment if isinstance(seen, Committed) else seen.number
            assert (number is not None) == (seat == fact.seat)
    fair = live.table.state.fair
    assert fair.contributions is not None
    assert all(isinstance(given, Revealed) for given in fair.contributions)
    assert not any(isinstance(given, Withheld) for given in fair.contributions)


def test_what_hides_nothing_is_the_same_object_for_all() -> None:
    """So that a server can write it down once for everybody."""
    live = Live(settings_of("gongzhu-pagat"))
    live.begin("ann", "bo")
    live.play()
    for entry in live.log:
        for fact in entry.facts:
            seen = [see_fact(fact, seat) for seat in seats(4)]
            if isinstance(fact, Happened) and isinstance(fact.event, CardPlayed):
                assert all(one is fact for one in seen)
            if all(one == fact for one in seen):
                assert all(one is fact for one in seen)


def test_nobody_can_be_asked_who_has_no_seat() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.begin("ann", "bo")
    assert ask_of(live.table, None) is None
