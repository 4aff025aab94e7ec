"""Duplicate matches: luck falls out, results do not depend on how they are come by."""

import hashlib
from collections.abc import Iterable
from itertools import pairwise, product
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from gongzhu.arena.benchmark import Benchmark
from gongzhu.arena.duplicate import DealResult, Pairing, Slams, seatings_of, slams_of
from gongzhu.arena.entrant import UnknownEntrant, entrant
from gongzhu.arena.exploit import heading_of
from gongzhu.arena.ladder import Ladder
from gongzhu.arena.ledger import Heading, Ledger, LedgerError
from gongzhu.arena.match import play_match
from gongzhu.arena.tally import MatchTally
from gongzhu.bots import UnknownLevel
from gongzhu.cards import PACK, PIG, Seat, Suit
from gongzhu.cli.main import app
from gongzhu.computing import Pool
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, Trick, sides, start_deal
from gongzhu.stats.spread import Z95, t95
from tests.support.rulesets import EVERY_PRESET
from tests.support.tables import preset


def pairing(a: str, b: str, rules: str, seatings: int | None = None) -> Pairing:
    return Pairing(entrant(a), entrant(b), PRESETS[rules].rules, "test", seatings)


def book(path: Path, match: Pairing) -> Ledger[DealResult]:
    return Ledger(path, match.heading, DealResult)


def untimed(results: list[DealResult]) -> list[tuple[int, float]]:
    return [(result.number, result.advantage) for result in results]


def run(*words: object, status: int = 0) -> Result:
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, ["arena", *map(str, words)])
    assert result.exit_code == status, result.output
    return result


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_equal_entrants_are_exactly_equal(name: str) -> None:
    results = play_match(pairing("steady", "steady", name), range(2))
    assert [result.advantage for result in results] == [0, 0]


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-boulder", "gongzhu-pagat-5"])
def test_exchanging_the_entrants_turns_the_sign(name: str) -> None:
    forth = play_match(pairing("steady", "random", name), range(2))
    back = play_match(pairing("random", "steady", name), range(2))
    assert [one.advantage for one in forth] == pytest.approx([-one.advantage for one in back])


def test_all_six_ways_to_take_two_seats() -> None:
    found = seatings_of(PRESETS["gongzhu-pagat"].rules)
    assert set(found) == {way for way in product((0, 1), repeat=4) if sum(way) == 2}
    assert len(found) == 6
    assert seatings_of(PRESETS["gongzhu-pagat"].rules, 2) == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_both_ways_for_partners_and_twenty_for_five() -> None:
    assert set(seatings_of(PRESETS["gongzhu-pagat-partners"].rules)) == {(0, 1, 0, 1), (1, 0, 1, 0)}
    found = seatings_of(PRESETS["gongzhu-pagat-5"].rules)
    assert set(found) == {way for way in product((0, 1), repeat=5) if sum(way) in (2, 3)}
    assert len(found) == 20


@pytest.mark.parametrize("players", range(3, 9))
def test_any_number_of_players_exchange_their_seats(players: int) -> None:
    rules = preset("hearts-denexa", players=players)
    found = seatings_of(rules)
    half = {players // 2, players - players // 2}
    assert set(found) == {way for way in product((0, 1), repeat=players) if sum(way) in half}
    first, second = seatings_of(rules, 2)
    # Nobody sits beside a seat of the same entrant, but for one pair where the number is odd.
    beside = [one == other for one, other in pairwise((*first, first[0]))]
    assert sum(beside) == players % 2
    assert [one + other for one, other in zip(first, second, strict=True)] == [1] * players


@pytest.mark.parametrize(("players", "ways"), [(4, 2), (6, 6), (8, 6)])
def test_partners_are_of_one_entrant(players: int, ways: int) -> None:
    rules = preset("gongzhu-pagat-partners", players=players)
    found = seatings_of(rules)
    assert len(set(found)) == len(found) == ways
    for seating in found:
        assert all(seating[seat] == seating[other] for seat, other in sides(rules))
        assert tuple(1 - one for one in seating) in found


@pytest.mark.parametrize("players", [4, 6, 8])
@pytest.mark.parametrize("first", [None, 1, 3])
def test_partners_of_any_number_are_equal_if_they_play_alike(
    players: int, first: int | None
) -> None:
    rules = preset("gongzhu-pagat-partners", players=players)
    alike = Pairing(entrant("novice"), entrant("novice"), rules, "test", first=first)
    assert next(play_match(alike, range(1))).advantage == pytest.approx(0)
    few = Pairing(entrant("novice"), entrant("random"), rules, "test", first=first)
    many = Pairing(few.b, few.a, rules, "test", first=first and players - first)
    one, other = (next(play_match(match, range(1))).advantage for match in (few, many))
    assert one == pytest.approx(-other)
    assert one != 0


@pytest.mark.parametrize("first", [1, 3])
def test_one_among_three_and_three_against_one(first: int) -> None:
    found = seatings_of(PRESETS["hearts-denexa"].rules, first=first)
    assert set(found) == {way for way in product((0, 1), repeat=4) if way.count(0) == first}


@pytest.mark.parametrize("name", ["hearts-denexa", "gongzhu-pagat-partners", "gongzhu-boulder"])
def test_one_among_three_is_three_against_one_the_other_way_round(name: str) -> None:
    rules = PRESETS[name].rules
    few = Pairing(entrant("steady"), entrant("random"), rules, "test", first=1)
    many = Pairing(entrant("random"), entrant("steady"), rules, "test", first=3)
    one, other = (next(play_match(match, range(1))).advantage for match in (few, many))
    assert one == pytest.approx(-other)
    assert few.heading != Pairing(few.a, few.b, rules, "test").heading


def test_everybody_needs_a_seat() -> None:
    told = run("steady", "random", "--rules", "hearts-denexa", "--seats", 4, status=2)
    assert "3 at most" in told.stderr


def test_slams_are_told_by_hands() -> None:
    told = msgspec.json.decode(
        run("steady", "random", "--rules", "hearts-denexa", "--deals", 3, "--json").stdout
    )
    for own, other in ("ab", "ba"):
        mine, theirs = told["slams"][own], told["slams"][other]
        assert 0 <= mine["shot"] <= mine["threatened"] <= 1000
        assert mine["stopped"] == pytest.approx(theirs["threatened"] - theirs["shot"])


def test_who_takes_all_has_shot_and_who_has_most_has_threatened() -> None:
    rules = PRESETS["hearts-denexa"].rules
    hearts = [card for card in PACK if card.suit is Suit.HEARTS]
    pig = (PIG, hearts[0], hearts[1], hearts[2])
    others = [tuple(hearts[index : index + 4]) for index in (3, 7)]

    def slams(*winners: int) -> tuple[Slams, Slams]:
        cards = (pig, *others, (hearts[11], hearts[12]))
        tricks = tuple(
            Trick(Seat(0), held, Seat(winner)) for held, winner in zip(cards, winners, strict=True)
        )
        deal, _ = start_deal(rules, deal_hands(rules, "slams"), 3)
        return slams_of(replace(deal, public=replace(deal.public, tricks=tricks)), (0, 1, 0, 1))

    assert slams(1, 1, 1, 1) == (Slams(2, 0, 0), Slams(2, 1, 1))
    assert slams(0, 0, 0, 1) == (Slams(2, 0, 1), Slams(2, 0, 0))
    assert slams(0, 1, 0, 0) == (Slams(2, 0, 0), Slams(2, 0, 0))


@pytest.mark.rest
def test_the_same_results_in_one_process_and_in_two() -> None:
    match = pairing("steady", "random", "hearts-denexa", 2)
    alone = list(play_match(match, range(4)))
    with Pool(2) as pool:
        assert untimed(list(play_match(match, range(4), pool))) == untimed(alone)


def test_the_tally_is_the_mean_and_its_error() -> None:
    results = list(play_match(pairing("steady", "random", "gongzhu-pagat", 2), range(12)))
    tally = MatchTally()
    for result in results:
        tally.add(result)
    advantages = [result.advantage for result in results]
    assert tally.mean == pytest.approx(fmean(advantages))
    assert tally.sem == pytest.approx(stdev(advantages) / 12**0.5)
    assert tally.interval is not None
    low, high = tally.interval
    assert low < tally.mean < high
    times = tally.times(0)
    assert times.p50 is not None
    assert times.p99 is not None
    assert 0 < times.p50 <= times.p99


def test_looking_often_needs_more_certainty() -> None:
    tally = MatchTally()
    for number in range(200):
        tally.add(DealResult(number, 1.0 if number % 2 else -0.9, ((), ())))
        if tally.interval is not None:
            low, high = tally.interval
            assert tally.always_valid > (high - low) / 2
    assert not tally.decided
    for number in range(400):
        tally.add(DealResult(number, 1.0 if number % 3 else 0.5, ((), ())))
    assert tally.decided


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)],
)
def test_few_deals_have_a_wide_interval(freedom: int, known: float) -> None:
    """The figures of any table of Student's law."""
    assert t95(freedom) == pytest.approx(known, abs=0.004)
    tally = tally_of([1.0, -1.0] * (freedom // 2) + [3.0] * (1 + freedom % 2))
    assert tally.deals == freedom + 1
    assert tally.interval is not None
    low, high = tally.interval
    assert (high - low) / 2 == pytest.approx(t95(freedom) * tally.sem)
    assert t95(freedom) > t95(freedom + 1) > Z95


def tally_of(advantages: Iterable[float], *, sequential: bool = False) -> MatchTally:
    tally = MatchTally(sequential=sequential)
    for number, advantage in enumerate(advantages):
        tally.add(DealResult(number, advantage, ((), ())))
    return tally


def test_equal_entrants_are_seldom_told_apart_however_often_one_looks() -> None:
    wrong = 0
    for seed in range(400):
        rng, tally = Random(seed), MatchTally()
        for number in range(200):
            tally.add(DealResult(number, rng.randint(-6, 6) / 2, ((), ())))
            if tally.decided:
                wrong += 1
                break
    assert wrong <= 0.05 * 400


def test_an_interval_that_decides_when_to_stop_leaves_out_zero_when_it_has() -> None:
    played = [2.0, 5.0, -1.0] * 40
    for count in range(1, len(played) + 1):
        tally = tally_of(played[:count], sequential=True)
        interval = tally.interval
        assert (interval is None) == (count < 27)
        if interval is not None:
            low, high = interval
            assert (low > 0) == tally.decided
            assert low + high == pytest.approx(2 * tally.mean)
    assert tally_of(played).decided


def test_a_few_deals_decide_nothing_however_alike_they_are() -> None:
    assert not tally_of([3.0] * 26).decided
    assert tally_of([3.0] * 27).decided
    assert tally_of([-3.0] * 27).decided


def test_two_that_play_alike_are_not_asked_for_ever() -> None:
    assert not tally_of([0.0] * 99).settled
    assert tally_of([0.0] * 100).settled
    assert not tally_of([0.0] * 100).decided
    assert not tally_of([0.0] * 200 + [2.0, -2.0]).settled


def test_stops_with_two_that_play_alike() -> None:
    words = ["random", "random", "--rules", "hearts-denexa", "--seatings", 2, "--decide"]
    assert "They scored the same in every deal." in run(*words, "--deals", 300).stdout
    assert "每副牌都打成平手" in run(*words, "--deals", 2, "--lang", "zh").stdout
    told = msgspec.json.decode(run(*words, "--deals", 300, "--json").stdout)
    assert (told["deals"], told["mean"], told["sem"], told["decided"]) == (100, 0, 0, False)


@pytest.mark.parametrize(
    ("name", "budget", "level"), [("steady@10ms", 0.01, "steady"), ("random@1.5s", 1.5, "random")]
)
def test_a_budget_stands_after_the_level(name: str, budget: float, level: str) -> None:
    assert (entrant(name).budget, entrant(name).level) == (budget, level)


@pytest.mark.parametrize("name", ["cmd:", "cmd:'x"])
def test_a_badly_named_entrant_is_refused(name: str) -> None:
    with pytest.raises(UnknownEntrant, match=name[:3]):
        entrant(name)


def test_a_level_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(UnknownLevel):
        entrant("stedy@10ms")


def test_prints_one_object_last() -> None:
    result = run("steady", "random", "--rules", "hearts-denexa", "--deals", 4, "--json")
    told = msgspec.json.decode(result.stdout.splitlines()[-1])
    assert (told["a"], told["b"], told["rules"]) == ("steady", "random", "hearts-denexa")
    assert told["deals"] == 4
    assert told["mean"] > 0 < told["sem"]
    assert set(told["ms_per_move"]) == {"a", "b"}
    assert set(told["ms_per_move"]["a"]) == {"p50", "p99"}


def test_goes_on_with_what_the_ledger_holds(tmp_path: Path) -> None:
    words = ["steady", "random", "--rules", "hearts-denexa", "--json", "--seatings", 2]
    kept = [*words, "--ledger", tmp_path / "match.jsonl"]
    run(*kept, "--deals", 3)
    before = (tmp_path / "match.jsonl").read_bytes()
    # As if the program had been killed while it wrote.
    (tmp_path / "match.jsonl").write_bytes(before + b'{"number": 3, "adv')
    resumed = msgspec.json.decode(run(*kept, "--deals", 6).stdout)
    whole = msgspec.json.decode(run(*words, "--deals", 6).stdout)
    assert (resumed["mean"], resumed["sem"]) == (whole["mean"], whole["sem"])
    after = (tmp_path / "match.jsonl").read_bytes()
    assert after.startswith(before)
    assert len(after.splitlines()) == 7


def test_the_ledger_of_another_match_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    book(path, pairing("steady", "random", "hearts-denexa")).close()
    before = path.read_bytes()
    with pytest.raises(LedgerError, match="another match"):
        book(path, pairing("steady", "random", "hearts-gilfoy"))
    (tmp_path / "notes.txt").write_text("to do\n")
    with pytest.raises(LedgerError, match="line 1"):
        book(tmp_path / "notes.txt", pairing("steady", "random", "hearts-denexa"))
    assert path.read_bytes() == before
    assert (tmp_path / "notes.txt").read_text() == "to do\n"


def test_the_ledger_of_another_version_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, match = tmp_path / "match.jsonl", pairing("steady", "random", "hearts-denexa")
    book(path, match).close()
    monkeypatch.setattr("gongzhu.arena.entrant.__version__", "0.0.9")
    with pytest.raises(LedgerError, match="another version of gongzhu"):
        book(path, match)
    older = {key: value for key, value in match.heading.items() if key != "gongzhu"}
    path.write_bytes(msgspec.json.encode(older) + b"\n")
    with pytest.raises(LedgerError, match="another version of gongzhu"):
        book(path, match)


def test_the_ledger_of_a_program_that_has_changed_is_not_gone_on_with(tmp_path: Path) -> None:
    program, path = tmp_path / "bot.py", tmp_path / "match.jsonl"
    bot, rules = entrant(f"cmd:python3 {program} --fast"), PRESETS["hearts-denexa"].rules
    match = Pairing(bot, entrant("random"), rules, "test")

    def headings() -> list[Heading]:
        ladder = Ladder((bot, entrant("random")), rules, "test")
        benchmark = Benchmark(bot, rules)
        return [match.heading, benchmark.heading, ladder.heading, heading_of(bot, rules, 10)]

    program.write_text("import sys\n")
    before, digest = headings(), hashlib.sha256(b"import sys\n").hexdigest()
    assert all(heading["files"] == {str(program): digest} for heading in before)
    for _ in range(2):
        book(path, match).close()
    program.write_text("import os\n")
    assert all(one != other for one, other in zip(before, headings(), strict=True))
    with pytest.raises(LedgerError, match="a bot whose program has changed"):
        book(path, match)


def test_stops_when_it_is_clear() -> None:
    words = ["steady", "random", "--rules", "gongzhu-pagat", "--seatings", 2, "--json"]
    told = msgspec.json.decode(run(*words, "--deals", 500, "--decide").stdout)
    assert told["decided"]
    assert told["deals"] < 100


def test_says_it_in_words() -> None:
    told = run("steady", "random", "--rules", "hearts-denexa", "--deals", 2, "--seatings", 2)
    assert "steady against random" in told.stdout
    assert "±" in told.stdout
    alone = run("steady", "random", "--rules", "hearts-denexa", "--deals", 1, "--seatings", 2)
    assert "shows nothing" in alone.stdout
    refused = run("steady", "steady@", "--rules", "hearts-denexa", status=2)
    assert "master@100ms" in refused.stderr
