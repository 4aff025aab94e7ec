"""A record made of a deal that has ended."""

from random import Random

from gongzhu.cards import Seat
from gongzhu.dealing import deal_hands
from gongzhu.records import (
    FORMAT,
    DealRecord,
    Verifier,
    read_jsonl,
    read_text,
    record_deal,
    write_jsonl,
    write_text,
)
from gongzhu.rules import PRESETS, Claim, Deal, Game, apply, rules_from_values
from gongzhu.rules.option_table import option_values
from gongzhu.view import view_of
from tests.support.playing import greedy_action, waiting
from tests.support.recorded import NAMES, recorded_deals, some_records


def claimed_in_the_middle_of_a_trick() -> DealRecord:
    rules = PRESETS["gongzhu-pagat"].rules
    for number in range(100):
        game = Game.new(rules)
        deal, _ = game.deal(deal_hands(rules, f"claim {number}"))
        deal = played_until_a_claim(deal)
        if len(deal.public.tricks) < 12:
            for _ in range(2):
                (seat,) = waiting(deal)
                deal, _ = apply(deal, seat, greedy_action(deal, seat, Random(1)))
            deal, _ = apply(deal, Seat(3), Claim())
            after = game.after_deal(deal.public)
            return record_deal(deal, after, players=NAMES[:4], preset="gongzhu-pagat")
    raise AssertionError("nobody could claim early")


def played_until_a_claim(deal: Deal) -> Deal:
    rng = Random(1)
    while Claim() not in view_of(deal, Seat(0)).legal_actions():
        seat = waiting(deal)[0]
        deal, _ = apply(deal, seat, greedy_action(deal, seat, rng))
    return deal


def test_a_claim_may_come_in_the_middle_of_a_trick() -> None:
    record = claimed_in_the_middle_of_a_trick()
    assert record.claimed == 3
    assert len(record.plays) % 4 == 2
    assert Verifier().check(record) == []
    assert list(read_text("".join(write_text([record])))) == [record]
    assert list(read_jsonl("".join(write_jsonl([record])))) == [record]


def test_what_a_record_holds_of_a_deal() -> None:
    record = some_records("hearts-omnibus")[0]
    assert record.format == FORMAT == 1
    assert [seat for seat, _ in record.plays[:4]] == [
        (record.first_leader + n) % 4 for n in range(4)
    ]
    assert sorted(card for _, card in record.plays) == sorted(
        card for hand in record.hands for card in hand
    )
    assert record.totals == record.scores
    assert (record.comments, record.timings, record.event, record.date) == ({}, (), "", "")


def test_partners_win_and_lose_together() -> None:
    values = option_values(PRESETS["gongzhu-pagat"].rules)
    rules = rules_from_values({**values, "partners": "pooled", "lower_limit": -100})
    over = [record for record in recorded_deals(rules, Random(1), 12) if record.game_over]
    assert over
    for record in over:
        assert len(record.scores) == len(record.totals) == 2
        assert {record.winners, record.losers} <= {(0, 2), (1, 3), (), (0, 1, 2, 3)}
        assert set(record.winners) | set(record.losers) == {0, 1, 2, 3}
