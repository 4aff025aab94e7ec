"""Room numbers: six digits for a table's name, for a while, and not for those who guess."""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gongzhu.cards import Seat
from gongzhu.server.cluster.messages import RoomNumber
from gongzhu.server.edge.limits import GuessCounter
from gongzhu.server.live.messages import Request
from gongzhu.server.tables.room_numbers import MOST, VALID, RoomNumbers
from gongzhu.table.commands import SeatBot
from tests.support.page_client import Browser, Reply
from tests.support.serving import Server


class House:
    """Tables with and without free seats, and a clock."""

    def __init__(self, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.now = 1_000_000
        self.full: set[str] = set()
        self.told: list[tuple[str, RoomNumber | None, bool]] = []
        self.numbers = RoomNumbers(
            lambda: self.now,
            entropy,
            lambda name: name not in self.full,
            lambda name: self.told.append(
                (name, self.numbers.known(name), self.numbers.is_on(name))
            ),
        )

    def number(self, table: str) -> str:
        """The number of a table that has one."""
        drawn = self.numbers.of(table)
        assert drawn is not None
        return drawn.number


def test_a_number_leads_to_its_table_for_two_hours() -> None:
    house = House()
    number = house.number("a")
    assert number.isdecimal()
    assert len(number) == 6
    assert house.numbers.table(number) == "a"
    house.now += VALID - 1
    assert (house.number("a"), house.numbers.table(number)) == (number, "a")
    house.now += 1
    assert house.numbers.table(number) is None
    fresh = house.number("a")
    assert house.numbers.table(fresh) == "a"
    assert fresh == number or house.numbers.table(number) is None


def test_it_leads_nowhere_while_no_seat_is_free() -> None:
    house = House()
    number = house.number("a")
    house.full.add("a")
    assert house.numbers.of("a") is None
    assert house.numbers.table(number) is None
    house.full.clear()
    assert (house.number("a"), house.numbers.table(number)) == (number, "a")


def test_other_servers_learn_it() -> None:
    house, other = House(), House()
    number = house.number("a")
    house.numbers.switch("a", False)
    house.number("b")
    house.numbers.switch("a", True)
    again = house.number("a")
    assert [table for table, _, _ in house.told] == ["a", "a", "b", "a", "a"]
    other.numbers.learn(*house.told[0])
    assert (other.numbers.table(number), other.number("a")) == ("a", number)
    other.numbers.learn(*house.told[1])
    assert (other.numbers.table(number), other.numbers.is_on("a")) == (None, False)
    other.numbers.learn(*house.told[3])
    assert (other.numbers.table(again), other.numbers.is_on("a")) == (None, True)
    other.numbers.learn(*house.told[4])
    assert (other.numbers.table(again), other.numbers.is_on("a")) == ("a", True)
    # Two drew the same at the same moment: the one that is known stays.
    other.numbers.learn("c", RoomNumber(again, house.now + 1), on=True)
    assert other.numbers.table(again) == "a"
    assert other.told == []


def test_of_two_numbers_for_one_table_all_servers_keep_the_same() -> None:
    house, other = House(), House()
    numbers = {house.number("a"), other.number("a")}
    for here, there in ((house, other), (other, house)):
        here.numbers.learn(*there.told[0])
    assert house.number("a") == other.number("a")
    assert house.number("a") in numbers
    # One that is drawn later takes its place everywhere.
    house.now += VALID
    fresh = house.number("a")
    other.numbers.learn(*house.told[1])
    assert other.numbers.table(fresh) == "a"


def test_a_host_can_do_without_it() -> None:
    house = House()
    number = house.number("a")
    house.numbers.switch("a", False)
    assert house.numbers.of("a") is None
    assert house.numbers.table(number) is None
    assert not house.numbers.is_on("a")
    house.numbers.switch("a", True)
    assert house.numbers.table(number) is None
    assert house.numbers.table(house.number("a")) == "a"


def test_no_two_tables_have_the_same_number() -> None:
    # Four draws: for a; the same again; one that would make small numbers likelier; a new one.
    draws = iter([1_234_567, 2_234_567, 16_000_001, 5])
    house = House(lambda size: next(draws).to_bytes(size, "big"))
    assert [house.number("a"), house.number("b")] == ["234567", "000005"]
    assert list(draws) == []


def test_numbers_stay_so_few_that_guessing_is_of_no_use() -> None:
    house = House()
    tables = [f"{number}" for number in range(MOST)]
    assert len({house.number(table) for table in tables}) == MOST
    assert house.numbers.of("more") is None
    house.numbers.closed("7")
    assert house.number("more")
    house.now += VALID
    assert house.numbers.of("later") is not None
    assert len(house.numbers) == 1


def test_many_who_guess_stop_each_other_and_nobody_who_knows() -> None:
    now = 1_000_000
    guesses = GuessCounter(10, 60, lambda: now)
    let_in = 0
    for _ in range(10):
        for host in range(60):
            if not guesses.wait(f"10.0.0.{host}"):
                let_in += 1
                guesses.was_wrong(f"10.0.0.{host}")
    assert let_in == 60
    # Somebody who has not been wrong comes in, and so does a household after that.
    assert guesses.wait("10.1.0.1") == guesses.wait("10.1.0.1") == 0
    guesses.was_wrong("10.1.0.1")
    assert guesses.wait("10.1.0.1") > 0
    # One block of IPv6 is no crowd.
    v6 = [f"2001:db8:0:{part:x}::/64" for part in range(20)]
    for block in v6:
        if not guesses.wait(block):
            guesses.was_wrong(block)
    assert guesses.wait("2001:db8:0:ff::/64") > 0
    now += 60_000
    assert guesses.wait("10.0.0.1") == 0


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that believes tests about their address."""
    options = ("--processes", "1", "--trusted-proxy", "127.0.0.1/32", "--log-format", "json")
    data: Path = tmp_path_factory.mktemp("numbers") / "data"
    with Server(data, *options) as running:
        yield running


def find(visitor: Browser, number: str, address: str) -> Reply:
    forwarded = {"X-Forwarded-For": address}
    return visitor.ask("POST", "/api/numbers", {"number": number}, **forwarded)


@pytest.mark.rest
def test_who_is_told_a_number_finds_the_table(strict: Server) -> None:
    ann, bob = Browser(strict.base).introduce("Ann"), Browser(strict.base)
    table = ann.open_table(name="secret", access="private")
    invitation = ann.ask("GET", f"/api/tables/{table}/invitation").json
    number = invitation["number"]
    assert invitation["number_on"] is True
    # The name of the table is all that it gives.
    reply = find(bob, number, "192.0.2.1")
    assert (reply.status, reply.json) == (200, {"table": table, "path": f"/t/{table}"})


@pytest.mark.rest
@pytest.mark.parametrize("late", ["never", "after_deal"])
def test_it_leads_to_seats_of_bots_where_one_may_take_them(strict: Server, late: str) -> None:
    ann, bob = Browser(strict.base).introduce("Ann"), Browser(strict.base)
    table = ann.open_table(late=late)
    number = ann.ask("GET", f"/api/tables/{table}/invitation").json["number"]
    with ann.page(table) as page:
        page.sync()
        for seat in (1, 2, 3):
            page.do(Request(f"bot{seat}", SeatBot(Seat(seat), "random")))
    found = find(bob, number, "192.0.2.1").json
    invitation = ann.ask("GET", f"/api/tables/{table}/invitation").json
    if late == "never":
        assert found["code"] == "no_number"
        assert invitation["number"] is None
    else:
        assert found["table"] == table
        assert invitation["number"] == number


@pytest.mark.rest
def test_only_the_host_switches_it(strict: Server) -> None:
    ann, bob = Browser(strict.base).introduce("Ann"), Browser(strict.base).introduce("Bob")
    table = ann.open_table(access="public")
    path = f"/api/tables/{table}/number"
    number = bob.ask("GET", f"/api/tables/{table}/invitation").json["number"]
    assert bob.ask("POST", path, {"on": False}).json["code"] == "not_host"
    off = ann.ask("POST", path, {"on": False}).json
    assert (off["number"], off["number_until"], off["number_on"]) == (None, None, False)
    assert find(bob, number, "192.0.2.2").status == 404
    on = ann.ask("POST", path, {"on": True}).json
    assert find(bob, on["number"], "192.0.2.2").json["table"] == table


@pytest.mark.rest
def test_ten_tries_a_minute_and_address(strict: Server) -> None:
    ann, eve = Browser(strict.base).introduce("Ann"), Browser(strict.base)
    number = ann.ask("GET", f"/api/tables/{ann.open_table()}/invitation").json["number"]
    wrong = f"{(int(number) + 1) % 1_000_000:06}"
    tries = [find(eve, wrong, "192.0.2.9").status for _ in range(10)]
    assert tries == [404] * 10
    refused = find(eve, number, "192.0.2.9")
    assert (refused.status, refused.json["code"]) == (429, "many_numbers")
    seconds = int(refused.headers["retry-after"])
    assert 1 <= seconds <= 60
    assert f"{seconds} s" in refused.json["text"]
    assert find(eve, number, "192.0.2.10").status == 200


@pytest.mark.rest
@pytest.mark.parametrize("number", ["12345", "1234567", "12345a", "12345\n", "１２３４５６", 5])
def test_a_number_has_six_digits(strict: Server, number: object) -> None:
    reply = Browser(strict.base).ask("POST", "/api/numbers", {"number": number})
    assert reply.status == 422
