"""Forks: a moment of a deal, and hidden hands that were dealt anew."""

from io import BytesIO
from random import Random

import pytest
from msgspec.structs import replace

from gongzhu.cards import seats
from gongzhu.records import (
    Verifier,
    read_text,
    replay,
    scan_file,
    transitions,
    write_jsonl,
    write_text,
)
from gongzhu.review.fork import Hidden, NoForkPoint, fork_point_at, fork_record, origin_text
from gongzhu.review.redraw import redrawn
from gongzhu.rules import PRESETS, Deal, Phase, option_values, rules_from_values
from gongzhu.rules.legal import waiting
from gongzhu.view import view_of
from tests.support.playing import greedy_action, last_deal, play_out, random_start
from tests.support.recorded import some_records

PASSING_AND_EXPOSING = rules_from_values(
    {
        **option_values(PRESETS["gongzhu-boulder"].rules),
        "pass_cycle": ["left", "across", "right"],
    }
)
"""Everything that can be hidden: cards passed, and cards that lie face down."""
RULES = {name: preset.rules for name, preset in PRESETS.items()}
RULES["everything hidden"] = PASSING_AND_EXPOSING


def moments(start: Deal, rng: Random) -> list[Deal]:
    """The deals of a game played out in which a fork may begin: where all choose at once, only
    before the first has chosen."""
    found = [start]
    for step in play_out(start, rng, greedy_action):
        phase = step.after.public.phase
        same = phase is found[-1].public.phase and phase in (Phase.PASSING, Phase.EXPOSING)
        if phase is not Phase.ENDED and not same:
            found.append(step.after)
    return found


@pytest.mark.parametrize("name", RULES)
def test_a_redrawn_deal_looks_the_same_to_its_seat(name: str) -> None:
    rng = Random(name)
    rules = RULES[name]
    others = 0
    for _ in range(4):
        deals = moments(random_start(rules, rng)[0], rng)
        begin = [deal for deal in deals if deal.public.phase is not Phase.PLAYING]
        for deal in [*begin, *rng.sample(deals, 5)]:
            seat = rng.choice(seats(rules.players))
            again, _ = redrawn(view_of(deal, seat), str(rng.random())).replayed()
            assert view_of(again, seat) == view_of(deal, seat)
            others += again != deal
            ends = last_deal(play_out(again, rng))
            assert ends.public.scores is not None
    assert others


def test_the_hidden_cards_are_dealt_anew_and_the_same_for_the_same_seed() -> None:
    deal, _ = random_start(PRESETS["hearts-denexa"].rules, Random(5), number=0)
    views = moments(deal, Random(5))
    view = view_of(views[12], waiting(views[12])[0])
    hands = {redrawn(view, str(seed)).hands for seed in range(20)}
    assert len(hands) > 15
    assert redrawn(view, "a") == redrawn(view, "a")


def test_a_moment_is_counted_as_actions_are_and_all_choose_again_at_once() -> None:
    record = some_records("hearts-denexa")[0]
    assert record.passes is not None
    states = [deal for deal, _ in replay(record)]
    for ply in range(4):
        assert fork_point_at(record, ply).deal == states[0]
        assert fork_point_at(record, ply).ply == 0
    for ply in (4, 5, 30, len(states) - 2):
        point = fork_point_at(record, ply)
        assert (point.deal, point.ply) == (states[ply], ply)
    for ply in (-1, len(states) - 1, 10**9):
        with pytest.raises(NoForkPoint):
            fork_point_at(record, ply)


@pytest.mark.parametrize("name", PRESETS)
def test_the_same_actions_come_to_the_same_record(name: str) -> None:
    record = some_records(name)[0]
    point = fork_point_at(record, 9)
    deal = point.deal
    for step in list(transitions(record))[point.ply :]:
        deal = step.step[0] if step.before == deal else deal
    made = fork_record(record, deal, record.players, "", "kept")
    assert made == replace(record, comments={}, timings=())


@pytest.mark.parametrize("hidden", ["kept", "redrawn"])
def test_the_record_of_a_fork_holds_and_names_its_origin(hidden: Hidden) -> None:
    for name in ("gongzhu-pagat-5", "gongzhu-boulder", "hearts-choice"):
        record = some_records(name)[0]
        point = fork_point_at(record, 14)
        deal, seat = point.deal, waiting(point.deal)[0]
        if hidden == "redrawn":
            deal, _ = redrawn(view_of(deal, seat), "1").replayed()
        ended = last_deal(play_out(deal, Random(2)))
        origin = origin_text("g1", record, point.ply, hidden, seat)
        made = fork_record(record, ended, record.players, origin, hidden)
        assert made.origin.startswith("g1, game 0, deal 0, ply 14, hands ")
        for text in ("".join(write_text([made])), "".join(write_jsonl([made]))):
            entries = list(scan_file(BytesIO(text.encode())))
            assert [entry.found for entry in entries] == [made]
            verifier = Verifier()
            assert not list(verifier.verify(entries))
        # Beside its origin it is another game, and breaks no order.
        both = "".join(write_text([record, made, record]))
        assert list(read_text(both)) == [record, made, record]
        assert not list(Verifier().verify(scan_file(BytesIO(both.encode()))))
