"""From a record back to the deal, step by step."""

from random import Random

import pytest
from msgspec.structs import replace

from gongzhu.cards import Card, Seat, show_cards
from gongzhu.dealing import deal_hands
from gongzhu.records import DealRecord, RecordError, record_deal, replay, replayed
from gongzhu.rules import PRESETS, Claimed, DealEnded, Game, MoonChosen, Play, RuleSet
from tests.support.playing import greedy_action, play_out
from tests.support.recorded import recorded_deals, some_records
from tests.support.rulesets import every_kind


@pytest.mark.parametrize("rules", every_kind(23, 30).values(), ids=every_kind(23, 30))
def test_a_deal_comes_back_as_it_was_played(rules: RuleSet) -> None:
    game = Game.new(rules)
    deal, began = game.deal(deal_hands(rules, "a"))
    played = list(play_out(deal, Random(2), greedy_action))
    last = played[-1].after
    record = record_deal(
        last, game.after_deal(last.public), players=("A",) * rules.players, preset=None
    )
    assert record.game == 0
    steps = list(replay(record))
    assert steps[0] == (deal, began)
    assert steps[-1][0] == last
    assert len(steps) == len(played) + 1
    for number, step in enumerate(played, start=1):
        if isinstance(step.action, Play):
            assert steps[number] == (step.after, step.events)


def test_the_result_and_the_game_after_it() -> None:
    for record in some_records("gongzhu-summary"):
        blank = replace(
            record, scores=(), totals=(), game_over=False, winners=(), losers=(), event="kept"
        )
        right, after = replayed(blank)
        assert right == replace(record, event="kept")
        assert after.totals == record.totals
        assert after.number == record.deal + 1
        assert (after.result is not None) == record.game_over


def claimed_record() -> DealRecord:
    deals = recorded_deals(PRESETS["gongzhu-pagat"].rules, Random(4), 30, claims=True)
    return next(record for record in deals if record.claimed is not None)


def moon_record() -> DealRecord:
    deals = recorded_deals(PRESETS["hearts-choice"].rules, Random(4), 40, strong=True)
    return next(record for record in deals if record.moon_choice is not None)


def test_a_claim_and_a_moon_are_steps_of_their_own() -> None:
    *_, (_, events) = replay(claimed_record())
    assert [type(event) for event in events] == [Claimed, DealEnded]
    *_, (_, events) = replay(moon_record())
    assert [type(event) for event in events] == [MoonChosen, DealEnded]


@pytest.mark.parametrize(
    ("totals", "choice"),
    [((0, 0, 0, 0), "others"), ((90, 80, 0, 0), "self")],
    ids=["early", "late"],
)
def test_a_shooter_that_did_not_choose_gets_what_the_rules_give(
    totals: tuple[int, ...], choice: str
) -> None:
    record = moon_record()
    shooter = next(seat for seat, score in enumerate(replayed(record)[0].scores) if score <= 0)
    before = tuple(totals[(seat - shooter) % 4] for seat in range(4))
    unanswered = replace(record, moon_choice=None, totals_before=before)
    *_, (deal, _) = replay(unanswered)
    assert deal.public.moon_choice == choice


PAGAT = some_records("gongzhu-pagat")[0]
LATER = next(record for record in some_records("gongzhu-pagat") if record.deal)
HEARTS = some_records("hearts-denexa")[0]
FOURTH = some_records("hearts-denexa")[3]
CHOICE = some_records("hearts-choice")[0]

IMPOSSIBLE: list[tuple[str, DealRecord, int | None, str]] = [
    (
        "a card twice",
        replace(PAGAT, hands=((Card("2C"), *PAGAT.hands[1][1:]), *PAGAT.hands[1:])),
        None,
        "the hands do not make up the pack of these rules: ",
    ),
    (
        "a card too many",
        replace(PAGAT, hands=((*PAGAT.hands[0], Card("2C")), *PAGAT.hands[1:])),
        None,
        "the hands do not make up the pack of these rules: surplus 2♣",
    ),
    (
        "a card too few",
        replace(PAGAT, hands=(PAGAT.hands[0][1:], *PAGAT.hands[1:])),
        None,
        f"the hands do not make up the pack of these rules: missing {PAGAT.hands[0][0]}",
    ),
    (
        "uneven hands",
        replace(
            PAGAT,
            hands=(
                PAGAT.hands[0],
                PAGAT.hands[1][1:],
                (*PAGAT.hands[2], PAGAT.hands[1][0]),
                PAGAT.hands[3],
            ),
        ),
        None,
        "the hand of seat 1 has 12 cards instead of 13",
    ),
    (
        "a revoke or a card of another seat",
        replace(PAGAT, plays=(*PAGAT.plays[:16], PAGAT.plays[0], *PAGAT.plays[17:])),
        17,
        f"seat {PAGAT.plays[0][0]} may not play {PAGAT.plays[0][1]}. ",
    ),
    (
        "a play too few",
        replace(PAGAT, plays=(*PAGAT.plays[:9], *PAGAT.plays[10:])),
        10,
        f"seat {PAGAT.plays[10][0]} may not play {PAGAT.plays[10][1]}. It is not your turn.",
    ),
    (
        "a play too many",
        replace(PAGAT, plays=(*PAGAT.plays, PAGAT.plays[0])),
        53,
        f"seat {PAGAT.plays[0][0]} may not play {PAGAT.plays[0][1]}. This deal is over.",
    ),
    (
        "broken off",
        replace(PAGAT, plays=PAGAT.plays[:40]),
        40,
        "the deal breaks off here: 12 cards are left, and nobody ended the deal",
    ),
    (
        "nothing played",
        replace(LATER, plays=()),
        None,
        "the deal breaks off here: 52 cards are left, and nobody ended the deal",
    ),
    (
        "a claim too early",
        replace(PAGAT, plays=PAGAT.plays[:20], claimed=Seat(2)),
        20,
        "seat 2 may not end the deal. ",
    ),
    (
        "a claim before any play",
        replace(PAGAT, plays=(), claimed=Seat(2)),
        None,
        "seat 2 may not end the deal. ",
    ),
    (
        "a claim after the end",
        replace(PAGAT, claimed=Seat(1)),
        52,
        "seat 1 may not end the deal. This deal is over.",
    ),
    (
        "the wrong seat leads a later deal",
        replace(LATER, first_leader=Seat((LATER.first_leader + 1) % 4)),
        1,
        f"seat {LATER.first_leader} leads, but the record says that seat ",
    ),
    (
        "exposing where nothing is exposed",
        replace(HEARTS, exposures=({Card("QS"): "open"}, {}, {}, {})),
        None,
        "seat 0 may not expose Q♠. These rules have no exposing.",
    ),
    (
        "exposing a card of somebody else",
        replace(PAGAT, exposures=(dict.fromkeys((Card("QS"), Card("AH")), "open"), {}, {}, {})),
        None,
        "seat 0 may not expose Q♠ A♥. ",
    ),
    (
        "no passing where cards are passed",
        replace(HEARTS, passes=None),
        None,
        "this deal has passing, but the record has no passes",
    ),
    (
        "two cards passed",
        replace(HEARTS, passes=(HEARTS.hands[0][:2], *(HEARTS.passes or ())[1:])),
        None,
        f"seat 0 may not pass {HEARTS.hands[0][0]} {HEARTS.hands[0][1]}. Choose 3 ",
    ),
    (
        "passing where nothing is passed",
        replace(FOURTH, passes=((),) * 4),
        None,
        "seat 0 may not pass –. This is not the time to pass cards.",
    ),
    (
        "a moon nobody shot",
        replace(CHOICE, moon_choice="self"),
        None,
        "the record says whom the moon counts for, but nobody shot the moon",
    ),
]


@pytest.mark.parametrize(
    ("record", "play", "told"),
    [case[1:] for case in IMPOSSIBLE],
    ids=[case[0] for case in IMPOSSIBLE],
)
def test_what_cannot_have_happened_is_told(record: DealRecord, play: int | None, told: str) -> None:
    for try_it in (lambda: list(replay(record)), lambda: replayed(record)):
        with pytest.raises(RecordError) as caught:
            try_it()
        position = caught.value.fault.position
        assert (position.game, position.deal, position.play) == (record.game, record.deal, play)
        assert told in str(caught.value)
        assert caught.value.text("zh").startswith(f"局 {record.game} 副 {record.deal}")


def test_cards_of_another_pack_are_named_in_their_order() -> None:
    five = some_records("gongzhu-pagat-5")[0]
    first, second, *others = five.hands
    more = replace(five, hands=((Card("2D"), *first), (Card("2C"), *second), *others))
    other = replace(five, hands=((Card("2D"), *first[1:]), (Card("2C"), *second[1:]), *others))
    told = []
    for record in (more, other):
        with pytest.raises(RecordError) as caught:
            list(replay(record))
        told.append(str(caught.value))
    lead = "game 0 deal 0: the hands do not make up the pack of these rules: surplus 2♣ 2♦"
    missing = show_cards(sorted((first[0], second[0])))
    assert told == [lead, f"{lead}, missing {missing}"]
