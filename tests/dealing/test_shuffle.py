"""Shuffling from a seed: the same cards for ever, every order as likely as any other."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations
from unittest.mock import patch

import pytest

from gongzhu.cards import PACK, show_cards
from gongzhu.dealing import child_seed, deal_hands, shuffled
from gongzhu.rules import hand_size, pack_of
from tests.support.rulesets import PRESET_RULES, every_kind

VECTOR = [
    "5♣ 8♣ K♣ 2♦ 3♦ 10♦ Q♦ K♦ 6♥ Q♥ 4♠ 8♠ 10♠",
    "7♣ Q♣ A♣ 4♦ 7♦ 8♦ 4♥ 8♥ 9♥ 2♠ 3♠ 7♠ J♠",
    "4♣ 6♣ 9♣ 10♣ J♣ 5♦ 9♦ 2♥ K♥ A♥ 9♠ Q♠ A♠",
    "2♣ 3♣ 6♦ J♦ A♦ 3♥ 5♥ 7♥ 10♥ J♥ 5♠ 6♠ K♠",
]
FIVE_VECTOR = "10♣ J♦ A♦ 5♥ 7♥ 9♥ 10♥ Q♥ 4♠ K♠"
CHILD_VECTOR = "702cb6728476cefef823f5f59b4002e2e97f577834176d37e3bfd76d7add6dec"

SEEDS = [f"seed {number}" for number in range(2000)]


def test_every_card_is_dealt_once_in_even_sorted_hands() -> None:
    for name, rules in every_kind(seed=3, count=40).items():
        hands = deal_hands(rules, name)
        assert [len(hand) for hand in hands] == [hand_size(rules)] * rules.players
        assert sorted(card for hand in hands for card in hand) == list(pack_of(rules))
        assert all(list(hand) == sorted(hand) for hand in hands)


def test_a_seed_deals_what_it_always_dealt() -> None:
    hands = deal_hands(PRESET_RULES["gongzhu-pagat"], "拱猪")
    assert [show_cards(hand) for hand in hands] == VECTOR
    five = deal_hands(PRESET_RULES["gongzhu-pagat-5"], "")
    assert show_cards(five[0]) == FIVE_VECTOR


def test_another_seed_deals_something_else() -> None:
    rules = PRESET_RULES["gongzhu-pagat"]
    assert len({deal_hands(rules, seed) for seed in SEEDS[:200]}) == 200
    assert deal_hands(rules, "a") == deal_hands(rules, "a")


def shuffled_by_the_book(items: str, seed: str) -> str:
    """The shuffle as its description has it, written a second time."""
    numbers = []
    for block in range(20):
        message = b"GZH1 shuffle" + bytes([0, 0, 0, block])
        digest = hmac.new(seed.encode("utf-8"), message, hashlib.sha256).hexdigest()
        numbers += [int(digest[at : at + 4], 16) for at in range(0, 64, 4)]
    order = list(items)
    for place in reversed(range(1, len(order))):
        many = place + 1
        while numbers[0] >= 65536 // many * many:
            numbers.pop(0)
        other = numbers.pop(0) % many
        order[place], order[other] = order[other], order[place]
    return "".join(order)


@pytest.mark.parametrize("length", [0, 1, 2, 3, 52])
def test_the_shuffle_is_what_is_said_of_it(length: int) -> None:
    items = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[:length]
    for seed in ("", "猪", *SEEDS[:50]):
        assert "".join(shuffled(items, seed)) == shuffled_by_the_book(items, seed)


def test_a_number_that_would_favour_some_places_is_thrown_away() -> None:
    """65,536 numbers are one too many for three places: the last of them is drawn again."""
    drawn = {(65535, 0, 1): "cba", (65534, 0): "bac", (65535, 65535, 1, 1): "acb"}
    for numbers, order in drawn.items():
        with patch("gongzhu.dealing.shuffle._numbers", lambda _, numbers=numbers: iter(numbers)):
            assert "".join(shuffled("abc", "any")) == order


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = sum(counts.values()) / kinds
    missing = kinds - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


def test_every_order_of_few_items_is_as_likely() -> None:
    orders = Counter[object](shuffled("abcd", seed) for seed in SEEDS)
    assert set(orders) == set(permutations("abcd"))
    # 23 degrees of freedom: 60 is passed once in 30,000 times.
    assert chi_square(orders, 24) < 60


def test_every_card_is_as_likely_in_every_hand() -> None:
    rules = PRESET_RULES["gongzhu-pagat"]
    dealt = Counter[object]()
    for seed in SEEDS[:1000]:
        for seat, hand in enumerate(deal_hands(rules, seed)):
            dealt.update((seat, card) for card in hand)
    # Some 156 degrees of freedom: 250 is passed less than once in 100,000 times.
    assert chi_square(dealt, 4 * len(PACK)) < 250


def test_children_are_all_different_and_unlike_their_seed() -> None:
    paths: list[tuple[int | str, ...]] = [
        (),
        *((number,) for number in range(100)),
        *((game, deal) for game in range(30) for deal in range(30)),
        *(("bot", seat) for seat in range(5)),
        ("",),
        ("", ""),
        ("a/b",),
        ("a", "b"),
        ("1:a/1:b",),
        (12, 3),
        (1, 23),
    ]
    children = {child_seed("table", *path) for path in paths}
    assert len(children) == len(set(paths))
    assert all(len(child) == 64 and int(child, 16) >= 0 for child in children)
    assert not children & {child_seed("other table", *path) for path in paths}
    assert child_seed("table", 3) == child_seed("table", 3)


def test_a_child_is_what_it_always_was() -> None:
    assert child_seed("拱猪", 1, "bot") == CHILD_VECTOR
