"""The play of a deal, move by move: dealing, passing, leading, following, claiming."""

from itertools import permutations
from random import Random

import pytest
from msgspec.json import encode

from gongzhu.cards import HEARTS as HEARTS_SUIT
from gongzhu.cards import Card, Seat
from gongzhu.rules import (
    CardsPassed,
    ChooseMoon,
    Claim,
    Claimed,
    Deal,
    DealBegan,
    DealEnded,
    Game,
    Match,
    MoonChoice,
    MoonChosen,
    MoonShot,
    Pass,
    PassChosen,
    Phase,
    PlayBegan,
    RuleSet,
    Trick,
    TrickTaken,
    apply,
    must_act,
    score_table,
    start_deal,
    winning_index,
)
from gongzhu.view import view_of
from tests.support.playing import Step, play_out, random_start
from tests.support.tables import (
    begin,
    cards,
    expose,
    full_hands,
    pass_cards,
    play,
    play_on,
    playable_codes,
    preset,
)

DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"
HEARTS = preset("hearts-denexa", pass_cycle=["none"])
OMNIBUS = preset("hearts-omnibus", pass_cycle=["none"])
FREE = preset("gongzhu-hwa", first_lead="seat-0")


def test_a_deal_begins_with_whole_hands() -> None:
    rules = preset("gongzhu-denexa")
    hands = full_hands(rules, {})
    for wrong in (hands[:3], (*hands[:3], hands[0]), ((*hands[0], hands[1][0]), *hands[1:])):
        with pytest.raises(ValueError, match="the hands are not exactly the pack"):
            start_deal(rules, wrong)
    uneven = ((*hands[0], hands[1][0]), hands[1][1:], *hands[2:])
    with pytest.raises(ValueError, match="every one of 4 hands has 13 cards"):
        start_deal(rules, uneven)
    with pytest.raises(ValueError, match="totals are for 4 sides"):
        start_deal(rules, hands, totals=(0, 0))


def test_who_leads_is_asked_for_only_where_the_rules_leave_it_open() -> None:
    rules = preset("gongzhu-denexa")
    hands = full_hands(rules, {})
    for leader in (None, Seat(4), Seat(-1)):
        with pytest.raises(ValueError, match="the last deal decides who leads"):
            start_deal(rules, hands, number=1, leader=leader)
    with pytest.raises(ValueError, match="a card decides who leads"):
        start_deal(rules, hands, leader=Seat(1))
    with pytest.raises(ValueError, match="a card decides who leads"):
        start_deal(HEARTS, full_hands(HEARTS, {}), number=1, leader=Seat(1))


def test_totals_before_a_deal_are_public() -> None:
    deal, events = start_deal(HEARTS, full_hands(HEARTS, {}), 3, (1, 2, 3, 4))
    assert deal.public.totals == (1, 2, 3, 4)
    assert deal.public.number == 3
    assert deal.public.players == 4
    assert isinstance(events[0], DealBegan)
    assert events[0].totals == (1, 2, 3, 4)


def test_totals_are_zero_for_every_side_where_none_are_given() -> None:
    deal, _ = start_deal(HEARTS, full_hands(HEARTS, {}))
    assert deal.public.totals == (0, 0, 0, 0)
    rules = preset("gongzhu-pagat-partners")
    deal, _ = start_deal(rules, full_hands(rules, {}))
    assert deal.public.totals == (0, 0)


def test_play_begins_at_once_where_nothing_is_chosen_before() -> None:
    deal, events = start_deal(HEARTS, full_hands(HEARTS, {2: "2C"}))
    assert events[1:] == (PlayBegan(Seat(2)),)
    assert deal.public.phase is Phase.PLAYING


def test_cards_change_hands_when_all_have_passed() -> None:
    rules = preset("hearts-denexa")
    deal = begin(rules, {0: "2C 3C 4C", 1: "2D 3D 4D", 2: "2H 3H 4H", 3: "2S 3S 4S"})
    assert deal.public.turn is None
    hand = deal.own[0].hand
    deal, events = apply(deal, Seat(0), Pass(cards("4C 2C 3C")))
    assert events == (PassChosen(Seat(0), cards("2C 3C 4C")),)
    assert deal.own[0].hand == hand
    deal, _ = apply(deal, Seat(2), Pass(cards("2H 3H 4H")))
    deal, _ = apply(deal, Seat(1), Pass(cards("2D 3D 4D")))
    deal, events = apply(deal, Seat(3), Pass(cards("2S 3S 4S")))
    gave = (cards("2C 3C 4C"), cards("2D 3D 4D"), cards("2H 3H 4H"), cards("2S 3S 4S"))
    assert events[1:] == (CardsPassed(1, gave), PlayBegan(Seat(1)))
    assert deal.own[0].received == cards("2S 3S 4S")
    assert set(deal.own[0].hand) == set(hand) - set(cards("2C 3C 4C")) | set(cards("2S 3S 4S"))
    assert deal.own[0].hand == tuple(sorted(deal.own[0].hand))
    assert playable_codes(deal) == "2C"


def test_five_seats_pass_left_and_right_round_the_table() -> None:
    """Left is the next seat where play goes clockwise, and the one before where it does not."""
    gave = ("3C 4C 5C", "3D 4D 5D", "2H 3H 4H", "2S 3S 4S", "QC KC AC")
    for direction, way in (("clockwise", "right"), ("anticlockwise", "left")):
        rules = preset("gongzhu-pagat-5", direction=direction, pass_cycle=[way], sale="none")
        deal = pass_cards(begin(rules, dict(enumerate(gave))), *gave)
        assert [own.received for own in deal.own] == [cards(text) for text in (*gave[1:], gave[0])]


def test_one_card_is_passed_to_the_second_neighbour() -> None:
    rules = preset("hearts-denexa", players=6, pass_cycle=["right-2"], pass_count=1)
    gave = ("4C", "5C", "6C", "7C", "8C", "9C")
    deal = pass_cards(begin(rules, dict(enumerate(gave))), *gave)
    received = (*gave[2:], *gave[:2])
    assert [own.received for own in deal.own] == [cards(text) for text in received]


@pytest.mark.parametrize(
    ("trick", "place"),
    [("2C", 0), ("2C 3C", 1), ("TS QS AS KS", 2), ("2D AH AS AC", 0), ("9H TC JH TH 8H", 2)],
)
def test_the_highest_card_of_the_suit_led_wins(trick: str, place: int) -> None:
    assert winning_index(cards(trick)) == place


def test_the_winner_leads_and_point_cards_lie_before_their_captor() -> None:
    deal = begin(FREE, {0: "2S AC", 1: "QS", 2: "AS 2H", 3: "KS"})
    assert playable_codes(deal).split() == [card.code for card in deal.own[0].hand]
    deal = play(deal, "2S QS AS KS")
    assert deal.public.tricks == (Trick(Seat(0), cards("2S QS AS KS"), Seat(2)),)
    assert deal.public.captured == ((), (), (Card.QUEEN_OF_SPADES,), ())
    assert deal.public.turn == deal.public.leader == 2
    assert deal.public.pig_captor == 2


def test_following_suit_is_a_duty() -> None:
    deal = play(begin(FREE, {0: "2S", 1: f"3S 4S {DIAMONDS}"}), "2S")
    assert playable_codes(deal) == "3S 4S"


def test_the_named_two_must_be_led() -> None:
    deal = play(begin(preset("gongzhu-denexa"), {3: "2S"}), "")
    assert (deal.public.turn, playable_codes(deal)) == (3, "2S")


def test_the_captor_of_the_pig_leads_any_card_to_a_later_deal() -> None:
    deal = play(begin(preset("gongzhu-denexa"), {3: "2S"}, number=1, leader=1), "")
    assert (deal.public.turn, len(playable_codes(deal).split())) == (1, 13)


@pytest.mark.parametrize(
    ("named", "removed", "led"),
    [
        ("7S", "2S 3S 4S 5S", "7S"),
        ("2S", "2S 3S 4S 5S", "6S"),
        ("7S", "6S 7S 8S 9S", "TS"),
        ("KS", "JS KS AS 2S", "3S"),
    ],
)
def test_the_next_higher_card_takes_the_place_of_one_laid_aside(
    named: str, removed: str, led: str
) -> None:
    """Above the ace it is the lowest."""
    rules = preset(
        "hearts-denexa",
        pass_cycle=["none"],
        first_lead_card=named,
        removed=removed.split(),
    )
    deal = begin(rules, {2: led})
    assert (deal.public.turn, playable_codes(deal)) == (2, led)


def test_a_lead_card_that_was_exposed_is_led_all_the_same() -> None:
    """With 2♣ to 9♣ laid aside 10♣ leads; who exposed it must lead it even so."""
    rules = preset("gongzhu-summary", removed=[f"{rank}C" for rank in "23456789"])
    deal = expose(begin(rules, {2: "TC AC"}), TC="open")
    assert (deal.public.turn, playable_codes(deal)) == (2, "TC")


def test_hearts_are_led_only_once_one_was_discarded() -> None:
    hands = {0: "2C AH", 1: "KC QH 2D", 2: "3C 2H 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS", 3: "4C AD KH"}
    deal = play(begin(HEARTS, hands), "2C KC 3C 4C")
    assert "QH" not in playable_codes(deal).split()
    deal = play(deal, "2D 2H")
    assert deal.public.hearts_broken
    deal = play(deal, "AD 3D")
    assert deal.public.turn == 3
    assert "KH" in playable_codes(deal).split()


def test_a_hand_of_hearts_leads_them_and_breaks_nothing() -> None:
    hands = {0: "2C", 1: "AC 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", 2: "3C 2H", 3: "4C 2D"}
    deal = play(begin(HEARTS, hands), "2C AC 3C 4C AH 2H 2D")
    assert not deal.public.hearts_broken
    deal = play(deal, "5C")
    assert playable_codes(deal) == "3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


def test_a_heart_that_had_to_be_thrown_on_the_first_trick_breaks_them() -> None:
    deal = play(begin(HEARTS, {0: "2C", 1: "*H"}), "2C")
    assert len(playable_codes(deal).split()) == 13
    assert play(deal, "2H").public.hearts_broken


def test_the_queen_is_no_better_than_a_heart_on_the_first_trick() -> None:
    hand = "QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert len(playable_codes(play(begin(HEARTS, {0: "2C", 1: hand}), "2C")).split()) == 13
    other = hand.replace("2H", "3S")
    assert playable_codes(play(begin(HEARTS, {0: "2C", 1: other}), "2C")) == "3S"


def test_the_jack_of_diamonds_is_a_point_card_of_the_first_trick_in_omnibus_alone() -> None:
    hands = {0: "2C", 1: "JD QS 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"}
    assert playable_codes(play(begin(HEARTS, hands), "2C")) == "JD"
    assert len(playable_codes(play(begin(OMNIBUS, hands), "2C")).split()) == 13


def test_the_deal_is_over_when_the_cards_are() -> None:
    deal = play_on(begin(FREE))
    assert deal.public.phase is Phase.ENDED
    assert deal.public.turn is None
    assert len(deal.public.tricks) == 13
    assert deal.public.dealt == tuple(own.dealt for own in deal.own)
    assert deal.public.passed is None
    for seat, own in enumerate(deal.own):
        assert not must_act(deal.public, own, Seat(seat))
        assert view_of(deal, Seat(seat)).legal_actions() == ()


def test_what_was_passed_is_shown_at_the_end() -> None:
    rules = preset("gongzhu-hwa", first_lead="seat-0", pass_cycle=["across"])
    gave = ("2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S")
    dealt = begin(rules, dict(enumerate(gave)))
    deal = play_on(pass_cards(dealt, *gave))
    assert deal.public.passed == tuple(cards(text) for text in gave)
    assert deal.public.dealt == tuple(own.hand for own in dealt.own)


def claimable(rules: RuleSet, seed: int) -> Deal:
    """A deal with cards left of which none can count."""
    rng = Random(seed)
    while True:
        deal, _ = random_start(rules, rng)
        for step in play_out(deal, rng):
            public = step.after.public
            if public.phase is Phase.PLAYING and sum(map(len, public.captured)) == 16:
                return step.after


@pytest.mark.parametrize("seat", range(4))
def test_anybody_may_claim_when_nothing_that_is_left_can_count(seat: int) -> None:
    deal = claimable(preset("gongzhu-pagat"), seat)
    over, events = apply(deal, Seat(seat), Claim())
    assert events[0] == Claimed(Seat(seat))
    assert isinstance(events[1], DealEnded)
    assert over.public.claimed == seat
    assert over.public.scores == play_on(deal).public.scores


def test_nobody_claims_while_one_pile_has_every_trick_and_that_counts() -> None:
    """Q♠ and K♠ are all the point cards; one trick has both."""
    values = {card.code: "none" for card in HEARTS_SUIT} | {"JD": "none", "KS": -1}
    rules = preset(
        "gongzhu-hwa",
        first_lead="seat-0",
        points=values,
        doubler="none",
        all_hearts="nothing",
        pig_with_all_hearts="nothing",
        all_point_cards="self",
        all_tricks=50,
    )
    hands = {0: "AS 2D", 1: "QS 3D", 2: "KS KD", 3: "4S 4D"}
    deal = play(begin(rules, hands), "AS QS KS 4S")
    assert Claim() not in view_of(deal, Seat(1)).legal_actions()
    deal = play(deal, "2D 3D KD 4D")
    assert Claim() in view_of(deal, Seat(1)).legal_actions()
    over, _ = apply(deal, Seat(1), Claim())
    assert over.public.scores == (101, 0, 0, 0)


def test_a_claim_may_come_in_the_middle_of_a_trick() -> None:
    deal = claimable(preset("gongzhu-pagat"), 1)
    deal = play(deal, playable_codes(deal).split()[0])
    over, _ = apply(deal, Seat(2), Claim())
    assert over.public.trick == deal.public.trick
    assert over.public.phase is Phase.ENDED


def moon() -> Step:
    """The last card of a deal in which seat 2 captures everything, and may choose."""
    changes = {"later_lead": "pig-captor", "first_trick_points": True, "pass_cycle": ["none"]}
    deal = begin(preset("hearts-choice", **changes), {2: "*D"}, number=1, leader=2)
    *_, last = play_out(deal, Random(1))
    # The shooter's choice was the last action; the card before it ended the play.
    assert last.before.public.phase is Phase.MOON
    return last


def test_the_shooter_of_a_moon_chooses() -> None:
    deal = moon().before
    assert deal.public.turn == 2
    assert [must_act(deal.public, own, Seat(seat)) for seat, own in enumerate(deal.own)] == [
        False,
        False,
        True,
        False,
    ]
    choices: dict[MoonChoice, tuple[int, ...]] = {"others": (26, 26, 0, 26), "self": (0, 0, -26, 0)}
    for choice, scores in choices.items():
        over, events = apply(deal, Seat(2), ChooseMoon(choice))
        assert events[0] == MoonChosen(Seat(2), choice)
        assert over.public.scores == scores
        assert over.public.moon_choice == choice
        assert Game.new(deal.rules).after_deal(over.public).totals == scores


def test_a_moon_is_told_of_when_the_last_card_is_played() -> None:
    changes = {"first_lead": "seat-0", "first_trick_points": True, "pass_cycle": ["none"]}
    deal = begin(preset("hearts-gilfoy", **changes), {0: "*D"})
    *_, last, _ = play_out(deal, Random(2))
    assert last.events[1:] == (TrickTaken(Seat(0)), MoonShot(Seat(0)))


def test_a_moon_that_leaves_nothing_to_choose_ends_the_deal() -> None:
    changes = {"first_lead": "seat-0", "first_trick_points": True, "pass_cycle": ["none"]}
    deal = begin(preset("hearts-denexa", **changes), {0: "*D"})
    *_, last = play_out(deal, Random(2))
    assert [type(event) for event in last.events[1:]] == [TrickTaken, DealEnded]
    assert last.after.public.scores == (0, 26, 26, 26)


def test_a_state_cannot_be_changed() -> None:
    deal = play(begin(FREE, {0: "2S", 1: "3S", 2: "4S", 3: "5S"}), "2S 3S 4S 5S")
    score = score_table(FREE, deal.public)
    parts = (deal.public, deal.own[0], deal.public.tricks[0], deal.rules, score.piles[0])
    between = (Game.new(FREE), Match.new(FREE), view_of(deal, None))
    for state in (deal, score, *parts, *between):
        field = state.__struct_fields__[0]
        with pytest.raises(AttributeError):
            setattr(state, field, getattr(state, field))


def test_the_order_of_passing_shows_nothing_and_changes_nothing() -> None:
    gave = ("2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S")
    deal = begin(preset("hearts-denexa"), dict(enumerate(gave)))
    ends = set()
    for order in permutations(range(4)):
        now = deal
        for seat in order[:-1]:
            now, _ = apply(now, Seat(seat), Pass(cards(gave[seat])))
            assert view_of(now, None) == view_of(deal, None)
            assert view_of(now, Seat(order[-1])) == view_of(deal, Seat(order[-1]))
        now, events = apply(now, Seat(order[-1]), Pass(cards(gave[order[-1]])))
        ends.add((encode(now), encode(events[1:])))
    assert len(ends) == 1
