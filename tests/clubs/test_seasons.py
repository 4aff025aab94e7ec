"""Seasons and ratings add up what was played, and nothing else."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gongzhu.cards import PIG, SHEEP, Seat
from gongzhu.clubs.ratings import PROVISIONAL, rate
from gongzhu.clubs.results import (
    NOT_COUNTED,
    ClubResult,
    is_counted,
    read_result,
    result_of_game,
    results_of_book,
    write_result,
)
from gongzhu.clubs.season import RowOwner, SeasonFigures, add_up_season
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.records import DealRecord, record_deal
from gongzhu.rules import (
    PRESETS,
    Game,
    GameResult,
    Match,
    RuleSet,
    piles,
    point_cards,
    side_of,
    sides,
)
from gongzhu.rules.game import given_up
from tests.support.playing import last_deal, play_out, random_action
from tests.support.recorded import NAMES
from tests.support.rulesets import rule_sets
from tests.support.scorebooks import book_by, random_entry

PEOPLE = ("ann", "bo", "cleo", "dan", "eve", "flo", "gil", "hal")


def game_by(rules: RuleSet, rng: Random, most: int = 12) -> tuple[list[DealRecord], Game]:
    """The records of a game played by chance, broken off after so many deals, and how it ended."""
    game, records = Game.new(rules), list[DealRecord]()
    while game.result is None and len(records) < most:
        deal, _ = game.deal(deal_hands(rules, child_seed("seasons", rng.random().hex())))
        last = last_deal(play_out(deal, rng, random_action))
        game = game.after_deal(last.public)
        names = NAMES[: rules.players]
        records.append(record_deal(last, game, players=names, preset=None))
    return records, game


def ends_of(rules: RuleSet, result: GameResult) -> tuple[list[Seat], list[Seat]]:
    """The seats that won and those that lost."""
    won, lost = (
        sorted(Seat(seat) for side in chosen for seat in sides(rules)[side])
        for chosen in (result.winners, result.losers)
    )
    return won, lost


def counted(
    records: Sequence[DealRecord],
    result: GameResult | None,
    players: Sequence[str | None],
    levels: Sequence[str | None] | None = None,
    by_bot: Sequence[Seat] = (),
) -> ClubResult:
    """The result of a game, as it is stored and read again."""
    ends = None if result is None else ends_of(records[0].rules, result)
    levels = levels or [None] * len(players)
    made = result_of_game(records, players, levels, ends, by_bot)
    stored = write_result(made)
    assert is_counted(stored)
    assert read_result(stored) == made
    return made


def evening(
    preset: str, games: int, seed: int
) -> Iterator[tuple[list[DealRecord], Game, list[str]]]:
    """Games of changing people at one table."""
    rng = Random(seed)
    rules = PRESETS[preset].rules
    for _ in range(games):
        records, game = game_by(rules, rng)
        yield records, game, rng.sample(PEOPLE, rules.players)


@pytest.mark.parametrize("preset", ["gongzhu-pagat", "hearts-denexa", "gongzhu-pagat-partners"])
def test_a_season_is_what_a_recount_of_the_records_comes_to(preset: str) -> None:
    played = list(evening(preset, 8, 3))
    rules = PRESETS[preset].rules
    (part,) = add_up_season(counted(records, game.result, who) for records, game, who in played)
    assert (part.family, part.aim) == (rules.family, rules.aim)
    owner = {seat: place for place, seats in enumerate(piles(rules)) for seat in seats}
    for row in part.rows:
        mine = [
            (records, game, Seat(who.index(row.who.id)))
            for records, game, who in played
            if row.who.id in who
        ]
        scores = [one.scores[owner[seat]] for records, _, seat in mine for one in records]
        assert row.scores.count == len(scores)
        assert row.average.mean == round(fmean(scores), 2)
        over = [(game.result, seat) for _, game, seat in mine if game.result is not None]
        assert row.games == len(over)
        assert row.wins == sum(side_of(rules, seat) in result.winners for result, seat in over)
        for card, figure in ((PIG, row.pigs), (SHEEP, row.sheep)):
            assert figure == sum(
                card in point_cards(rules) and captor(one, card) in piles(rules)[owner[seat]]
                for records, _, seat in mine
                for one in records
            )
    assert {row.who.id for row in part.rows} == {one for _, _, who in played for one in who}
    means = [row.scores.mean or 0 for row in part.rows]
    assert means == sorted(means, reverse=rules.aim == "high")


def captor(record: DealRecord, card: object) -> Seat | None:
    """The seat that captured a card, counted trick by trick; None if nobody did."""
    players = record.rules.players
    for at in range(0, len(record.plays) - players + 1, players):
        trick = record.plays[at : at + players]
        if card in [played for _, played in trick]:
            led = trick[0][1].suit
            following = [one for one in trick if one[1].suit == led]
            return max(following, key=lambda one: one[1].rank.order)[0]
    return None


@pytest.mark.parametrize("worth", ["strips", "round-points"])
def test_strips_and_round_points_of_a_fixed_four_are_those_of_their_match(worth: str) -> None:
    rng = Random(5)
    rules = replace(PRESETS["gongzhu-pagat"].rules, worth=worth, deals=3)
    match, results = Match.new(rules), []
    for _ in range(12):
        records, game = game_by(rules, rng)
        assert game.result is not None
        match = match.after(game.result)
        results.append(counted(records, game.result, PEOPLE[:4]))
    (part,) = add_up_season(results)
    rows = {row.who.id: row for row in part.rows}
    assert tuple(rows[one].strips for one in PEOPLE[:4]) == match.strips
    assert tuple(rows[one].round_points for one in PEOPLE[:4]) == match.round_points
    assert sum(match.strips) > 0 or sum(match.round_points) > 0


@given(rule_sets(), st.integers(0, 2**32))
def test_the_round_points_are_those_that_the_rules_gave(rules: RuleSet, seed: int) -> None:
    rules = replace(rules, worth="round-points")
    records, game = game_by(rules, Random(seed), most=3)
    people = PEOPLE[: rules.players]
    assert counted(records, game.result, people).result == game.result
    given = given_up(rules, game.totals, [0])
    if game.result is None and given.winners:
        assert counted(records, given, people).result == given


def test_bots_of_a_level_have_one_row_and_those_who_left_for_good_one_together() -> None:
    records, game = game_by(PRESETS["gongzhu-pagat"].rules, Random(1))
    levels = [None, "strong", "strong", None]
    result = counted(records, game.result, ("ann", None, None, None), levels)
    (part,) = add_up_season([result, NOT_COUNTED, result])
    rows = {row.who: row for row in part.rows}
    assert set(rows) == {RowOwner("player", "ann"), RowOwner("bot", "strong"), RowOwner("former")}
    assert rows[RowOwner("bot", "strong")].scores.count == 4 * len(records)
    assert rows[RowOwner("player", "ann")].scores.count == 2 * len(records)


def test_a_game_that_was_broken_off_counts_by_its_deals_alone() -> None:
    records, _ = game_by(PRESETS["gongzhu-pagat"].rules, Random(1), most=1)
    result = counted(records, None, PEOPLE[:4])
    (part,) = add_up_season([result])
    assert {(row.games, row.wins, row.last, row.scores.count) for row in part.rows} == {
        (0, 0, 0, 1)
    }
    assert rate([result]) == ()


def test_gong_zhu_and_hearts_are_two_tables() -> None:
    results = []
    for preset in ("hearts-denexa", "gongzhu-pagat"):
        records, game = game_by(PRESETS[preset].rules, Random(2))
        results.append(counted(records, game.result, PEOPLE[:4]))
    parts = add_up_season(results)
    assert [(part.family, part.aim) for part in parts] == [("gongzhu", "high"), ("hearts", "low")]


@pytest.mark.parametrize("preset", ["gongzhu-pagat", "hearts-denexa", "gongzhu-pagat-partners"])
def test_a_scorebook_counts_as_its_deals_do(preset: str) -> None:
    rules = PRESETS[preset].rules
    rng, book = Random(4), book_by(rules)
    for _ in range(9):
        book = book.add(random_entry(rules, rng))
    deals = book.counted()
    (part,) = add_up_season(results_of_book(book))
    rows = {row.who.id: row for row in part.rows}
    for seat, name in enumerate(book.names):
        (pile,) = (at for at, seats in enumerate(piles(rules)) if seat in seats)
        row: SeasonFigures = rows[name]
        assert row.who.kind == "real"
        assert row.scores.total == sum(deal.score.points[pile] for deal in deals)
        assert row.pigs == sum(PIG in deal.entry.captures[pile] for deal in deals)
        assert row.slams == sum(deal.score.slam == pile for deal in deals)
        assert row.games == sum(deal.result is not None for deal in deals)
    assert rate(results_of_book(book)) == ()


def test_ratings_are_the_same_whenever_they_are_asked_for() -> None:
    results = [
        counted(records, game.result, who) for records, game, who in evening("gongzhu-pagat", 9, 7)
    ]
    assert rate(results) == rate([read_result(write_result(one)) for one in results])
    (found,) = rate(results)
    assert (found.kind.aim, found.kind.players, found.kind.partners) == ("high", 4, False)
    shown = [row.mu - 3 * row.sigma for row in found.ratings]
    assert shown == sorted(shown, reverse=True)
    for row in found.ratings:
        mine = [one for one in results if any(seat.player == row.who.id for seat in one.seats)]
        rated = [one for one in mine if one.result is not None]
        assert row.games == len(rated)
        assert row.deals == sum(one.deals for one in rated)
        assert row.provisional == (row.deals < PROVISIONAL)


def test_whoever_wins_every_game_is_rated_best_and_each_kind_of_rules_apart() -> None:
    rng = Random(8)
    results = []
    for preset in ("hearts-denexa", "gongzhu-pagat") * 6:
        records, game = game_by(PRESETS[preset].rules, rng, most=60)
        assert game.result is not None
        # Seats change, so that Ann always has one that won, and Bo one that lost.
        won, lost = ends_of(records[0].rules, game.result)
        others = list(PEOPLE[2:4])
        players = [
            "ann" if seat == won[0] else "bo" if seat == lost[0] else others.pop()
            for seat in range(4)
        ]
        results.append(counted(records, game.result, players))
    lists = rate(results)
    assert [one.kind.aim for one in lists] == ["high", "low"]
    for one in lists:
        by_strength = sorted(one.ratings, key=lambda row: row.mu)
        assert by_strength[0].who.id == "bo"
        assert by_strength[-1].who.id == "ann"


def test_a_game_that_a_bot_finished_is_no_rating_of_the_player_and_marked_in_the_season() -> None:
    records, game = game_by(PRESETS["gongzhu-pagat"].rules, Random(3), most=60)
    levels = [None, None, None, "strong"]
    people = ("ann", "bo", "cleo", None)
    result = counted(records, game.result, people, levels, by_bot=[Seat(1), Seat(3)])
    (rated,) = rate([result])
    assert {row.who.id for row in rated.ratings} == {"ann", "cleo", "strong"}
    (part,) = add_up_season([result])
    assert {row.who.id: row.by_bot for row in part.rows if row.games == 1} == {
        "ann": 0,
        "bo": 1,
        "cleo": 0,
        "strong": 0,
    }
    alone = counted(records, game.result, people, levels, by_bot=list(map(Seat, range(3))))
    assert rate([alone]) == ()


def test_partners_are_rated_if_bots_chose_for_neither() -> None:
    records, game = game_by(PRESETS["gongzhu-pagat-partners"].rules, Random(3), most=60)
    for absent, rated in ((Seat(0), 0), (None, 4)):
        by_bot = [] if absent is None else [absent]
        found = rate([counted(records, game.result, PEOPLE[:4], by_bot=by_bot)])
        assert sum(len(one.ratings) for one in found) == rated
