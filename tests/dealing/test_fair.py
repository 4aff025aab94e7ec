"""The sums of GZH1, and the commitments and numbers that come in for a deal."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gongzhu.cards import Seat, seats
from gongzhu.dealing import (
    LONGEST_CHAIN,
    Absent,
    BotSeat,
    Call,
    Chain,
    Commitments,
    Locked,
    NumberRefused,
    Revealed,
    Withheld,
    call_deal,
    check_deal,
    commitment,
    deal_hands,
    dealer_seed,
    previous_secret,
    rules_hash,
    secrets_of,
    settle,
)
from gongzhu.rules import PRESETS, RuleSet, option_values
from gongzhu.texts import keys
from tests.dealing.vectors.generate import FULL, ZERO, drawn
from tests.support.rulesets import PRESET_RULES, rule_sets

PAGAT = PRESETS["gongzhu-pagat"].rules
SECRETS = secrets_of(drawn("test"), 10)
CHAIN = Chain(SECRETS[0], 10, 21)
CALL = call_deal("kite-7", CHAIN, 23, PAGAT)
SECRET = SECRETS[3]
NUMBERS = tuple(drawn(f"number {seat}") for seat in range(8))
ONE, TWO = Seat(1), Seat(2)


def promise(seat: int, call: Call = CALL) -> str:
    return commitment(call, Seat(seat), NUMBERS[seat])


def gathered(*committed: int, call: Call = CALL, bots: tuple[int, ...] = ()) -> Commitments:
    commitments = Commitments.begin(call, 4, [Seat(bot) for bot in bots])
    for seat in committed:
        commitments = commitments.commit(Seat(seat), promise(seat, call))
    return commitments


def refused(problem: str) -> "pytest.RaisesExc[NumberRefused]":
    return pytest.raises(NumberRefused, check=lambda error: error.problem == problem)


def test_a_chain_leads_from_its_last_secret_down_to_its_anchor() -> None:
    assert len(SECRETS) == 11
    assert SECRETS[-1] == drawn("test")
    for before, after in pairwise(SECRETS):
        assert previous_secret(after) == before
    assert previous_secret(SECRETS[7], 7) == CHAIN.anchor
    assert previous_secret(SECRETS[7], 0) == SECRETS[7]
    assert len(set(SECRETS)) == 11


@pytest.mark.parametrize("length", [-1, 0, LONGEST_CHAIN + 1])
def test_a_chain_of_no_allowed_length_is_not_made(length: int) -> None:
    with pytest.raises(ValueError, match=r"1 to 100 secrets"):
        secrets_of(drawn("test"), length)


def test_the_shortest_and_the_longest_chain() -> None:
    assert secrets_of(ZERO, 1) == (previous_secret(ZERO), ZERO)
    longest = secrets_of(ZERO, LONGEST_CHAIN)
    assert previous_secret(ZERO, LONGEST_CHAIN) == longest[0]


def test_each_deal_of_a_chain_has_a_place_in_it() -> None:
    assert [CHAIN.place(deal) for deal in range(19, 33)] == [None, None, *range(1, 11), None, None]


@given(rule_sets(), rule_sets())
def test_rules_have_the_same_hash_when_they_are_the_same(one: RuleSet, two: RuleSet) -> None:
    same = rules_hash(option_values(one)) == rules_hash(option_values(two))
    assert same == (one == two)


def test_presets_have_hashes_of_their_own() -> None:
    hashes = {rules_hash(option_values(rules)) for rules in PRESET_RULES.values()}
    assert len(hashes) == len(PRESETS)


def test_the_order_in_which_options_are_named_does_not_matter() -> None:
    values = option_values(PAGAT)
    assert rules_hash(dict(reversed(values.items()))) == rules_hash(values)


OTHER_CALLS = [
    replace(CALL, table="kite-8"),
    replace(CALL, table="kite-71"),
    replace(CALL, chain=replace(CHAIN, anchor=SECRETS[1])),
    replace(CALL, deal=24),
    replace(CALL, deal=23 + 2**8),
    replace(CALL, rules_hash=rules_hash(option_values(PRESETS["gongzhu-wiki"].rules))),
]


def test_a_commitment_is_for_one_deal_seat_and_number_only() -> None:
    others = [commitment(call, ONE, NUMBERS[1]) for call in OTHER_CALLS]
    others += [commitment(CALL, TWO, NUMBERS[1]), commitment(CALL, ONE, NUMBERS[2])]
    assert promise(1) not in others
    assert len(set(others)) == len(others)


def test_a_seed_comes_from_everything_that_goes_into_it() -> None:
    numbers = NUMBERS[:4]
    seeds = [dealer_seed(SECRET, CALL, numbers)]
    # The anchor is not in it: the secret leads to no other one.
    seeds += [dealer_seed(SECRET, call, numbers) for call in OTHER_CALLS if call.chain == CHAIN]
    seeds.append(dealer_seed(SECRETS[4], CALL, numbers))
    seeds.append(dealer_seed(SECRET, CALL, NUMBERS))
    seeds.append(dealer_seed(SECRET, CALL, numbers[::-1]))
    for seat in range(4):
        for other in (None, ZERO, FULL):
            changed = (*numbers[:seat], other, *numbers[seat + 1 :])
            seeds.append(dealer_seed(SECRET, CALL, changed))
    assert len(set(seeds)) == len(seeds) == 21


HASHED: dict[str, Callable[[str], str]] = {
    "number": lambda bad: commitment(CALL, ONE, bad),
    "anchor": lambda bad: commitment(replace(CALL, chain=Chain(bad, 1, 1)), ONE, NUMBERS[1]),
    "rules": lambda bad: commitment(replace(CALL, rules_hash=bad), ONE, NUMBERS[1]),
    "chained secret": previous_secret,
    "secret": lambda bad: dealer_seed(bad, CALL, NUMBERS[:4]),
    "shown number": lambda bad: dealer_seed(SECRET, CALL, (None, bad)),
}


@pytest.mark.parametrize("what", HASHED)
@pytest.mark.parametrize("bad", ["", "ab", "AB" * 32, "zz" * 32, " " + "ab" * 31 + " ", "ab" * 33])
def test_what_is_not_32_bytes_is_not_hashed(what: str, bad: str) -> None:
    with pytest.raises(ValueError, match="32 bytes are written as 64 digits"):
        HASHED[what](bad)


@pytest.mark.parametrize("bad", ["", "a b", "kite/7", "a" * 65, "牌桌", "kite\n"])
def test_what_is_no_name_of_a_table_is_not_hashed(bad: str) -> None:
    with pytest.raises(ValueError, match="a table's name has 1 to 64"):
        dealer_seed(SECRET, replace(CALL, table=bad), NUMBERS[:4])


def test_a_deal_that_the_chain_has_no_secret_for_cannot_be_called() -> None:
    for deal in (20, 31):
        with pytest.raises(ValueError, match=f"no secret for deal {deal}"):
            call_deal("kite-7", CHAIN, deal, PAGAT)


def test_everybody_commits() -> None:
    commitments = gathered(3, 0, 2)
    assert not commitments.complete
    commitments = commitments.commit(ONE, promise(1))
    assert commitments.complete
    assert commitments.contributions == tuple(Withheld(promise(seat)) for seat in range(4))


def test_bots_are_not_waited_for() -> None:
    assert gathered(0, 3, bots=(1, 2)).complete
    assert gathered(bots=(0, 1, 2, 3)).complete
    assert not gathered(bots=(0, 1, 2)).complete


def test_what_comes_twice_changes_nothing() -> None:
    commitments = gathered(1)
    assert commitments.commit(ONE, promise(1)) == commitments
    locked = commitments.lock().reveal(ONE, NUMBERS[1])
    assert locked.reveal(ONE, NUMBERS[1]) == locked


def test_a_second_commitment_is_refused() -> None:
    with refused("committed_already"):
        gathered(1).commit(ONE, drawn("second thoughts"))


def test_a_bot_has_no_part() -> None:
    with refused("bot"):
        gathered(bots=(1,)).commit(ONE, promise(1))
    with refused("not_committed"):
        gathered(bots=(1,)).lock().reveal(ONE, NUMBERS[1])


@pytest.mark.parametrize("seat", [-1, 4])
def test_seats_that_are_not_there(seat: int) -> None:
    commitments = gathered(0, 1, 2, 3)
    with refused("no_such_seat"):
        commitments.commit(Seat(seat), promise(1))
    with refused("no_such_seat"):
        commitments.hand_over(Seat(seat))
    with refused("no_such_seat"):
        commitments.lock().reveal(Seat(seat), NUMBERS[0])


@pytest.mark.parametrize("bad", ["", "AB" * 32, "ab" * 32 + "\n", "猪" * 64])
def test_messages_in_another_form_are_refused(bad: str) -> None:
    with refused("not_hex32"):
        gathered().commit(ONE, bad)
    with refused("not_hex32"):
        gathered(1).lock().reveal(ONE, bad)


def test_who_leaves_takes_the_commitment_along() -> None:
    commitments = gathered(0, 1).hand_over(ONE)
    assert commitments.contributions[1] == Absent()
    # The newcomer commits to a number of its own.
    new = drawn("newcomer")
    assert commitments.commit(ONE, new).contributions[1] == Withheld(new)
    assert gathered(0, 1).hand_over(ONE, bot=True).contributions[1] == BotSeat()
    back = gathered(bots=(1,)).hand_over(ONE).commit(ONE, promise(1))
    assert back == gathered(1)


def test_numbers_are_shown_in_any_order() -> None:
    locked = gathered(0, 1, 2, 3).lock()
    for seat in (2, 0, 3, 1):
        assert not locked.complete
        locked = locked.reveal(Seat(seat), NUMBERS[seat])
    assert locked.complete
    assert locked.numbers == NUMBERS[:4]
    assert locked.contributions[1] == Revealed(promise(1), NUMBERS[1])


def test_a_number_that_does_not_fit_is_refused_and_the_right_one_may_still_come() -> None:
    locked = gathered(0, 1).lock()
    for number in (NUMBERS[0], drawn("other")):
        with refused("does_not_fit"):
            locked.reveal(ONE, number)
    locked = locked.reveal(ONE, NUMBERS[1])
    assert locked.numbers == (None, NUMBERS[1], None, None)
    with refused("does_not_fit"):
        locked.reveal(ONE, drawn("other"))


def test_nobody_joins_after_the_lock() -> None:
    with refused("not_committed"):
        gathered(0).lock().reveal(ONE, NUMBERS[1])


def test_a_copied_commitment_cannot_be_opened() -> None:
    copied = gathered(0).commit(ONE, promise(0)).lock().reveal(Seat(0), NUMBERS[0])
    with refused("does_not_fit"):
        copied.reveal(ONE, NUMBERS[0])


def test_a_commitment_of_another_deal_cannot_be_opened() -> None:
    for call in OTHER_CALLS:
        locked = Commitments.begin(call, 4).commit(ONE, promise(1)).lock()
        with refused("does_not_fit"):
            locked.reveal(ONE, NUMBERS[1])


def test_every_refusal_is_said_in_both_languages() -> None:
    told = {key.rpartition(".")[2] for key in keys("en") if key.startswith("dealing.refused.")}
    assert told == {
        "no_such_seat",
        "bot",
        "not_hex32",
        "committed_already",
        "not_committed",
        "does_not_fit",
    }
    for problem in told:
        error = NumberRefused(problem)
        assert str(error) == error.text("en") != error.text("zh")


def test_a_settled_deal() -> None:
    locked = gathered(0, 2, 3, bots=(1,)).lock().reveal(TWO, NUMBERS[2])
    evidence = settle(locked, PAGAT, SECRET)
    assert evidence.dealer_seed == dealer_seed(SECRET, CALL, (None, None, NUMBERS[2], None))
    assert evidence.hands == deal_hands(PAGAT, evidence.dealer_seed)
    assert evidence.previous == SECRETS[2]
    assert evidence.call == CALL
    assert evidence.contributions == (
        Withheld(promise(0)),
        BotSeat(),
        Revealed(promise(2), NUMBERS[2]),
        Withheld(promise(3)),
    )
    assert evidence.numbers == locked.numbers
    assert evidence.ended == "played"
    assert check_deal(evidence) == ()


def test_why_a_seat_shows_no_number_does_not_change_the_cards() -> None:
    """Else a dealer could choose the cards by what it calls a seat."""
    dealt = {
        settle(commitments.lock().reveal(ONE, NUMBERS[1]), PAGAT, SECRET).hands
        for commitments in (
            gathered(0, 1, 2, 3),
            gathered(1),
            gathered(1, 2, bots=(0, 3)),
            gathered(1, bots=(0, 2, 3)),
        )
    }
    assert len(dealt) == 1


def test_an_aborted_deal_is_settled_as_it_stands() -> None:
    before_the_lock = settle(gathered(0, 2).lock(), PAGAT, SECRET, "aborted")
    assert before_the_lock.ended == "aborted"
    assert [type(given) for given in before_the_lock.contributions] == [
        Withheld,
        Absent,
        Withheld,
        Absent,
    ]
    assert check_deal(before_the_lock) == ()


def test_a_deal_is_not_settled_by_other_rules_than_it_was_called_with() -> None:
    with pytest.raises(ValueError, match="other rules"):
        settle(gathered(0).lock(), PRESETS["gongzhu-wiki"].rules, SECRET)


@pytest.mark.parametrize("secret", [SECRETS[2], SECRETS[4], drawn("other")])
def test_a_deal_is_not_settled_with_another_secret(secret: str) -> None:
    with pytest.raises(ValueError, match="not the chain's secret"):
        settle(gathered(0).lock(), PAGAT, secret)


def test_a_deal_outside_its_chain_is_not_settled() -> None:
    with pytest.raises(ValueError, match="not the chain's secret"):
        settle(Locked(replace(CALL, deal=20), ()), PAGAT, SECRETS[0])


@given(rules=rule_sets(), seed=st.integers(0, 2**32), deal=st.integers(21, 30))
def test_whatever_happens_the_evidence_matches(rules: RuleSet, seed: int, deal: int) -> None:
    """Messages in any order, some of them twice or wrong, for any rules."""
    rng = Random(seed)
    call = call_deal("t", CHAIN, deal, rules)
    bots = [seat for seat in seats(rules.players) if rng.random() < 0.2]
    commitments = Commitments.begin(call, rules.players, bots)
    for _ in range(rng.randrange(10)):
        seat = Seat(rng.randrange(rules.players))
        if rng.random() < 0.2:
            commitments = commitments.hand_over(seat, bot=rng.random() < 0.5)
        elif commitments.contributions[seat] == BotSeat():
            with refused("bot"):
                commitments.commit(seat, commitment(call, seat, NUMBERS[seat]))
        else:
            commitments = commitments.commit(seat, commitment(call, seat, NUMBERS[seat]))
    locked = commitments.lock()
    expected: list[str | None] = [None] * rules.players
    for _ in range(rng.randrange(10)):
        seat = Seat(rng.randrange(rules.players))
        if isinstance(locked.contributions[seat], BotSeat | Absent):
            with refused("not_committed"):
                locked.reveal(seat, NUMBERS[seat])
        elif rng.random() < 0.5:
            with refused("does_not_fit"):
                locked.reveal(seat, drawn("other"))
        else:
            locked = locked.reveal(seat, NUMBERS[seat])
            expected[seat] = NUMBERS[seat]
    evidence = settle(locked, rules, SECRETS[deal - 20])
    assert list(evidence.numbers) == expected
    assert check_deal(evidence) == ()
