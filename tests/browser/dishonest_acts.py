"""The acts of dishonest dealers, from the first call of a deal to its end."""

from msgspec.structs import replace

from gongzhu.dealing import Absent, commitment
from gongzhu.table.commands import Commit, Reveal
from tests.browser.scripted_dealer import ScriptedDealer, drawn

OTHER = drawn("another number")


def up_to_the_number(dealer: ScriptedDealer) -> None:
    """A deal by the book, until the dealer knows the number."""
    dealer.call_deal()
    dealer.hear(Commit)
    dealer.lock()
    dealer.hear(Reveal)


def finish(dealer: ScriptedDealer) -> None:
    """Settle and show."""
    dealer.settle()
    dealer.score()


def honest(dealer: ScriptedDealer) -> None:
    dealer.deal_honestly()
    dealer.deal_honestly()


def move_after_the_number(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.move()
    dealer.recall()
    # The number is known; the dealer can promise it in its new place, and choose the ally's.
    dealer.mine = commitment(dealer.call, dealer.me, dealer.number)
    dealer.lock(ally=OTHER)
    dealer.allys = OTHER
    finish(dealer)


def move_before_the_lock(dealer: ScriptedDealer) -> None:
    dealer.call_deal()
    dealer.hear(Commit)
    dealer.move()
    dealer.lock()
    dealer.settle()
    dealer.score()


def step_back(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.recall()
    dealer.lock(ally=OTHER)
    dealer.allys = OTHER
    finish(dealer)


def drop_the_deal(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.deal_honestly()


def drop_and_show(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.served[1] = replace(dealer.evidence(), ended="aborted")
    dealer.deal_honestly()


def skip_counts(dealer: ScriptedDealer) -> None:
    dealer.deal_honestly()
    dealer.call_deal(16)
    dealer.hear(Commit)
    dealer.lock()
    dealer.hear(Reveal)
    finish(dealer)


def fork_the_chain(dealer: ScriptedDealer) -> None:
    dealer.deal_honestly()
    dealer.fork()
    dealer.call_deal()
    dealer.lock()
    finish(dealer)


def another_previous_secret(dealer: ScriptedDealer) -> None:
    dealer.deal_honestly()
    dealer.call_deal(previous=OTHER)
    dealer.lock()
    finish(dealer)


def deny_the_number(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.number = ""
    finish(dealer)


def never_acknowledge(dealer: ScriptedDealer) -> None:
    dealer.answers[Reveal] = ""
    deny_the_number(dealer)


def too_late(dealer: ScriptedDealer) -> None:
    dealer.answers[Reveal] = "too_late"
    deny_the_number(dealer)


def too_late_to_commit(dealer: ScriptedDealer) -> None:
    dealer.answers[Commit] = "too_late"
    dealer.call_deal()
    dealer.hear(Commit)
    dealer.lock(mine=Absent())
    dealer.settle(mine=Absent())
    dealer.score(dealer.evidence(mine=Absent()))


def committed_already(dealer: ScriptedDealer) -> None:
    dealer.answers[Commit] = "committed_already"
    dealer.call_deal()
    dealer.hear(Commit)
    take_its_place(dealer)


def another_device(dealer: ScriptedDealer) -> None:
    dealer.call_deal(heard=True)
    take_its_place(dealer)


def take_its_place(dealer: ScriptedDealer) -> None:
    """Go on with a number of the dealer's own as the player's."""
    dealer.mine = commitment(dealer.call, dealer.me, OTHER)
    dealer.lock()
    dealer.number = OTHER
    finish(dealer)


def leave_it_out(dealer: ScriptedDealer) -> None:
    dealer.call_deal()
    dealer.hear(Commit)
    dealer.lock(mine=Absent())
    dealer.settle(mine=Absent())
    dealer.score(dealer.evidence(mine=Absent()))


def lock_again(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.lock(ally=OTHER)
    dealer.allys = OTHER
    finish(dealer)


def settle_otherwise(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.allys = OTHER
    finish(dealer)


def show_another_number(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.settle()
    dealer.score(dealer.evidence(ally=OTHER))


def show_other_hands(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.settle()
    evidence = dealer.evidence()
    dealer.score(replace(evidence, hands=(*evidence.hands[1:], evidence.hands[0])))


def deal_other_hands(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    hands = dealer.evidence().hands
    dealer.settle(hands=(*hands[1:], hands[0]))
    dealer.score()


def deal_before_settling(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    hands = dealer.evidence().hands
    dealer.show((*hands[1:], hands[0]))
    # The hand that the numbers give comes when the other one has been played.
    finish(dealer)


def two_versions(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.settle()
    dealer.served[1] = replace(dealer.evidence(), ended="aborted")
    dealer.score()


def show_no_evidence(dealer: ScriptedDealer) -> None:
    up_to_the_number(dealer)
    dealer.settle()
    dealer.score(replace(dealer.evidence(), secret="none"))
