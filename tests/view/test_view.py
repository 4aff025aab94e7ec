"""What a view allows: a seat acts for itself alone, and who only watches does nothing."""

from gongzhu.cards import Card, Seat
from gongzhu.rules import Expose, Play, Reason
from gongzhu.view import view_of
from tests.support.tables import begin, expose, play, preset

PAGAT = preset("gongzhu-pagat", first_lead="seat-0")
HANDS = {0: "2S 3D", 1: "QS 3S"}


def test_a_seat_plays_when_it_is_its_turn() -> None:
    deal = play(begin(PAGAT, HANDS), "2S")
    turn, other = view_of(deal, Seat(1)), view_of(deal, Seat(2))
    assert turn.must_act()
    assert not other.must_act()
    assert Card.QUEEN_OF_SPADES in turn.playable()
    assert other.playable() == ()
    assert {action for action in turn.legal_actions() if isinstance(action, Play)} == {
        Play(card) for card in turn.playable()
    }
    assert other.legal_actions() == ()


def test_nothing_is_played_before_the_cards_are_exposed() -> None:
    view = view_of(begin(PAGAT, HANDS), Seat(0))
    assert view.playable() == ()
    assert view.must_act()


def test_a_seat_acts_for_itself_alone() -> None:
    deal = play(begin(PAGAT, HANDS), "2S")
    view = view_of(deal, Seat(1))
    assert view.why_illegal(Play(Card.QUEEN_OF_SPADES)) is None
    assert view.why_illegal(Play(Card.TWO_OF_SPADES)) == Reason(
        "not_in_hand", (Card.TWO_OF_SPADES,)
    )
    other = view_of(deal, Seat(2))
    assert other.why_illegal(
        Play(other.own.hand[0] if other.own else Card.TWO_OF_SPADES)
    ) == Reason("not_your_turn")


def test_who_only_watches_does_nothing() -> None:
    before = begin(PAGAT, HANDS)
    for deal in (before, play(expose(before), "2S")):
        view = view_of(deal, None)
        assert view.legal_actions() == ()
        assert view.playable() == ()
        assert not view.must_act()
        for action in (Expose({}), Play(Card.QUEEN_OF_SPADES)):
            assert view.why_illegal(action) == Reason("no_seat")
