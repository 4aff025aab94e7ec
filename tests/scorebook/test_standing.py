"""Games and matches counted from entries: as the engine counts them, and by hand."""

from itertools import pairwise
from random import Random

import pytest

from gongzhu.rules import Deal, Game, Match, RuleSet, piles
from gongzhu.rules.options import NONE
from gongzhu.rules.score import all_tricks_pile, tricks_after_queen
from gongzhu.scorebook import DealEntry, Standing, count_deals, seats_of
from tests.support.playing import greedy_action, last_deal, play_out, strong_hands
from tests.support.rulesets import every_kind
from tests.support.scorebooks import entry, random_entry
from tests.support.tables import preset

KINDS = every_kind(seed=11, count=25)


def entered(deal: Deal) -> DealEntry:
    """What a table would enter after a deal that was played."""
    owners = piles(deal.rules)
    public = deal.public
    return DealEntry(
        tuple(tuple(card for seat in owner for card in public.captured[seat]) for owner in owners),
        {exposure.card: exposure.mode for exposure in public.exposed},
        _counted(deal.rules, tuple(tricks_after_queen(public, owner) for owner in owners)),
        public.moon_choice,
        None if deal.rules.all_tricks == NONE else all_tricks_pile(deal.rules, public),
    )


def _counted(rules: RuleSet, tricks: tuple[int, ...]) -> tuple[int, ...]:
    return tricks if rules.queen_of_diamonds else ()


@pytest.mark.parametrize("name", KINDS)
def test_entries_count_as_the_deals_that_were_played(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    game, match = Game.new(rules), Match.new(rules)
    standing = Standing.new(rules)
    for _ in range(6):
        deal, _ = game.deal(strong_hands(rules, rng))
        deal = last_deal(play_out(deal, rng, greedy_action))
        game = game.after_deal(deal.public)
        counted = standing.after(entered(deal))
        assert counted.score.points == deal.public.scores
        assert counted.before.totals == deal.public.totals
        assert counted.number == deal.public.number
        assert counted.game_number == match.played
        assert (counted.game.totals, counted.result) == (game.totals, game.result)
        if rules.partners != "pooled":
            assert counted.game == game
        if game.result:
            match = match.after(game.result)
            game = Game.new(rules, game.dealt)
        assert counted.match == match
        standing = counted.standing
        assert standing.game.totals == game.totals


@pytest.mark.parametrize("name", KINDS)
def test_deals_are_counted_one_upon_another(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    entries = [random_entry(rules, rng) for _ in range(8)]
    counted = list(count_deals(rules, entries))
    assert [deal.entry for deal in counted] == entries
    for before, deal in pairwise(counted):
        assert before.standing.after(deal.entry) == deal
        assert deal.game_number == before.match.played
        assert deal.number == (0 if before.result else before.number + 1)


def test_who_leads_next_is_known_where_one_seat_took_the_pig() -> None:
    pagat = Standing.new(preset("gongzhu-pagat"))
    assert pagat.game.leader is None
    assert pagat.after(entry("", "", "QS", "")).standing.game.leader == 2
    assert pagat.after(entry("", "", "", "")).standing.game.leader is None
    pooled = Standing.new(preset("gongzhu-pagat-partners", partners="pooled"))
    assert pooled.after(entry("QS", "")).standing.game.leader is None
    separate = Standing.new(preset("gongzhu-pagat-partners"))
    assert separate.after(entry("", "", "", "QS")).standing.game.leader == 3
    hearts = Standing.new(preset("hearts-denexa"))
    assert hearts.after(entry("QS", "", "", "")).standing.game.leader is None


def test_a_new_game_has_no_leader_and_no_points() -> None:
    standing = Standing.new(preset("gongzhu-wiki"))
    counted = standing.after(entry("*H QS JD TC", "", "", ""))
    assert counted.game.leader == 0
    assert counted.standing.game == Game.new(preset("gongzhu-wiki"), dealt=1)
    assert counted.standing.match.played == 1


def test_seats_of_sides() -> None:
    assert seats_of(preset("gongzhu-pagat"), (2, 0)) == (0, 2)
    assert seats_of(preset("gongzhu-pagat-partners"), (1,)) == (1, 3)
    assert seats_of(preset("gongzhu-pagat-partners"), ()) == ()
