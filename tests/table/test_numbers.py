"""GZH1 at the table: numbers come, fail to come, and come wrong."""

import pytest

from gongzhu.cards import Seat
from gongzhu.dealing import Absent, BotSeat, Revealed, Withheld, check_deals, deal_hands
from gongzhu.table import Command, CommandRefused, Player
from gongzhu.table.commands import Commit, Leave, Reveal, Sit, Start
from gongzhu.table.facts import ChainBegan, Committed, DealCalled
from gongzhu.texts import LANGUAGES, say
from tests.table.following import check_log
from tests.table.live import PEOPLE, Live, settings_of, steady_choice

FOUR = PEOPLE[:4]
ZERO = "00" * 32


def called(*people: str, preset: str = "gongzhu-denexa") -> Live:
    """The first deal is called, and no number has come."""
    live = Live(settings_of(preset))
    live.seat(*people)
    live.ready(*people[1:])
    live.do(people[0], Start("steady"))
    return live


def refused(live: Live, player: str, command: Command) -> str:
    before = live.table
    with pytest.raises(CommandRefused) as caught:
        live.do(player, command)
    assert live.table is before
    assert {caught.value.text(lang) for lang in LANGUAGES} != {""}
    return caught.value.code


def kinds(live: Live) -> list[type]:
    given = live.table.state.fair.contributions
    assert given is not None
    return [type(one) for one in given]


def test_a_chain_begins_before_the_first_deal_is_called() -> None:
    live = called(*FOUR)
    chain, call = live.log[-1].facts[2:4]
    assert isinstance(chain, ChainBegan)
    assert (chain.chain.length, chain.chain.first_deal) == (100, 1)
    assert call == DealCalled(1, chain.chain.anchor)
    fair = live.table.state.fair
    assert (fair.count, fair.step, fair.heard) == (1, "committing", (False,) * 4)


def test_all_numbers_make_the_deal() -> None:
    live = called(*FOUR)
    live.dealt()
    evidence = live.table.evidence
    assert evidence is not None
    assert kinds(live) == [Revealed] * 4
    assert evidence.numbers == tuple(live.number(player) for player in FOUR)
    assert evidence.hands == deal_hands(live.table.rules, evidence.dealer_seed)
    assert live.table.deal is not None
    assert tuple(own.dealt for own in live.table.deal.own) == evidence.hands
    assert check_deals([evidence]) == ()


def test_bots_of_the_house_give_no_number() -> None:
    live = called("ann", "bo")
    assert live.table.state.fair.heard == (False, False, True, True)
    live.dealt()
    assert kinds(live) == [Revealed, Revealed, BotSeat, BotSeat]


def test_no_number_is_waited_for_from_who_has_left() -> None:
    live = called("ann", "bo", "cleo")
    live.dealt()
    live.do("bo", Leave())
    live.play(steady_choice)
    live.ready("ann", "cleo")
    assert live.table.state.fair.heard == (False, True, False, True)
    live.dealt()
    assert kinds(live) == [Revealed, BotSeat, Revealed, BotSeat]


def test_a_program_with_its_own_account_commits_like_anybody() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.seat("ann", "bo", "cleo")
    live.do(Player("dev", "Dev", True), Sit())
    live.ready(*FOUR)
    assert live.table.state.fair.heard == (False,) * 4
    live.dealt()
    assert kinds(live) == [Revealed] * 4


def test_the_deal_goes_on_without_numbers_that_do_not_come() -> None:
    live = called(*FOUR)
    live.commits("bo", "cleo")
    live.later(5_000)
    live.reveals("cleo")
    live.later(5_000)
    assert kinds(live) == [Absent, Withheld, Revealed, Absent]
    live.play(steady_choice)
    check_log(live.log, live.table)


def test_what_comes_too_late_is_refused() -> None:
    live = called(*FOUR)
    commitment = live.commitment_of("ann")
    live.commits("bo", "cleo")
    live.later(5_000)
    assert refused(live, "ann", commitment) == "too_late"
    live.reveals("cleo")
    live.later(5_000)
    assert refused(live, "ann", commitment) == "too_late"
    assert refused(live, "bo", Reveal(1, live.number("bo"))) == "too_late"


def test_what_does_not_fit_is_refused_and_the_right_number_may_still_come() -> None:
    live = called(*FOUR)
    assert refused(live, "ann", Reveal(1, live.number("ann"))) == "not_locked"
    assert refused(live, "ann", Commit(1, "no number")) == "not_hex32"
    live.commits("ann", "bo")
    assert refused(live, "ann", Commit(1, ZERO)) == "committed_already"
    live.later(5_000)
    assert refused(live, "ann", Reveal(1, ZERO)) == "does_not_fit"
    assert refused(live, "ann", Reveal(1, "no number")) == "not_hex32"
    assert refused(live, "dev", Reveal(1, ZERO)) == "not_committed"
    live.reveals("ann")
    assert live.table.state.fair.heard == (True, False, True, True)


@pytest.mark.parametrize("count", [0, 2])
def test_a_number_for_another_deal_is_refused(count: int) -> None:
    live = called(*FOUR)
    assert refused(live, "ann", Commit(count, ZERO)) == "unknown_count"
    assert refused(live, "ann", Reveal(count, ZERO)) == "unknown_count"


def test_before_a_deal_is_called_there_is_nothing_to_commit_to() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.seat("ann")
    assert refused(live, "ann", Commit(1, ZERO)) == "unknown_count"
    assert refused(live, "ann", Commit(0, ZERO)) == "too_late"


def test_the_same_number_again_changes_nothing() -> None:
    """As from a second tab, or after a lost answer."""
    live = called(*FOUR)
    live.commits("ann")
    before = len(live.log)
    live.commits("ann")
    assert len(live.log) == before
    live.commits("bo", "cleo", "dev")
    live.reveals("ann")
    before = len(live.log)
    live.reveals("ann")
    live.commits("ann")
    assert len(live.log) == before


def test_who_leaves_before_the_lock_takes_the_commitment_along() -> None:
    live = called(*FOUR)
    live.commits("ann", "bo", "cleo")
    live.do("bo", Leave())
    live.commits("dev")
    assert kinds(live) == [Withheld, BotSeat, Withheld, Withheld]
    live.reveals("ann", "cleo", "dev")
    assert live.stage() == "playing"
    live.play(steady_choice)
    check_log(live.log, live.table)


def test_who_leaves_after_the_lock_has_withheld_its_number() -> None:
    live = called(*FOUR)
    live.commits(*FOUR)
    live.reveals("ann", "cleo", "dev")
    live.do("bo", Leave())
    assert live.stage() == "playing"
    assert kinds(live) == [Revealed, Withheld, Revealed, Revealed]


def test_who_comes_back_before_the_lock_may_commit() -> None:
    live = called(*FOUR)
    live.do("bo", Leave())
    assert live.table.state.fair.heard == (False, True, False, False)
    live.do("bo", Sit())
    assert live.table.state.fair.heard == (False,) * 4
    live.commits("ann", "cleo", "dev")
    assert live.step() == "committing"
    live.commits("bo")
    live.reveals(*FOUR)
    assert kinds(live) == [Revealed] * 4
    live.play(steady_choice)
    check_log(live.log, live.table)


def test_who_comes_back_to_a_deal_that_was_called_without_it_is_waited_for() -> None:
    live = called("ann", "bo", "cleo")
    live.dealt()
    live.do("bo", Leave())
    live.play(steady_choice)
    live.ready("ann", "cleo")
    live.do("bo", Sit())
    live.commits("ann", "cleo")
    assert live.step() == "committing"
    live.commits("bo")
    live.reveals("ann", "bo", "cleo")
    assert kinds(live) == [Revealed, Revealed, Revealed, BotSeat]


def test_who_committed_is_waited_for_though_nobody_saw_it_come() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.seat(*FOUR)
    live.gone("dev")
    live.ready("bo", "cleo")
    live.do("ann", Start(None))
    live.commits("dev", "ann", "bo", "cleo")
    assert live.step() == "revealing"
    live.reveals("ann", "bo", "cleo")
    assert live.step() == "revealing"
    live.reveals("dev")
    assert kinds(live) == [Revealed] * 4


def test_who_comes_back_after_the_lock_has_a_part_in_the_next_deal() -> None:
    live = called(*FOUR)
    live.do("bo", Leave())
    live.commits("ann", "cleo", "dev")
    live.do("bo", Sit())
    assert live.table.state.fair.heard == (False, True, False, False)
    assert refused(live, "bo", live.commitment_of("bo")) == "too_late"
    live.reveals("ann", "cleo", "dev")
    assert kinds(live) == [Revealed, BotSeat, Revealed, Revealed]


def test_when_everybody_leaves_while_numbers_come_in_the_deal_is_dealt() -> None:
    live = called("ann")
    live.do("ann", Leave())
    assert live.stage() == "playing"
    assert kinds(live) == [BotSeat] * 4


def test_the_count_goes_on_over_games() -> None:
    live = called("ann", "bo", preset="gongzhu-boulder")
    live.dealt()
    for _ in range(3):
        live.play_game()
        live.ready("ann", "bo")
        live.dealt()
    shown = [fact for entry in live.log for fact in entry.facts if isinstance(fact, DealCalled)]
    assert [call.count for call in shown] == list(range(1, len(shown) + 1))
    check_log(live.log, live.table)


def test_a_commitment_is_on_the_log_under_its_seat() -> None:
    live = called(*FOUR)
    live.commits("cleo")
    commitment = live.commitment_of("cleo").commitment
    assert live.log[-1].facts == (Committed(Seat(2), commitment),)


def test_dealing_refuses_in_its_own_words() -> None:
    live = called("ann")
    with pytest.raises(CommandRefused) as caught:
        live.do("ann", Commit(1, "no number"))
    assert caught.value.text("zh") == say("dealing.refused.not_hex32", "zh")
