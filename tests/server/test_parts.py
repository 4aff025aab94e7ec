"""Small parts of the server, each by itself."""

import pytest
from starlette.requests import HTTPConnection

from gongzhu.server.edge.limits import WIDER, ConnectionCounter, RateLimiter
from gongzhu.server.edge.origins import Origins
from gongzhu.server.edge.problems import ApiError


class Clock:
    """Time that stands still until it is moved."""

    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def test_an_allowance_comes_back_bit_by_bit() -> None:
    clock = Clock()
    limiter = RateLimiter(10, 20.0, clock)
    assert [limiter.allow("ann") for _ in range(11)] == [True] * 10 + [False]
    assert limiter.allow("bob")
    clock.now += 1999
    assert not limiter.allow("ann")
    clock.now += 1
    assert limiter.allow("ann")
    assert not limiter.allow("ann")
    clock.now += 3_600_000
    assert [limiter.allow("ann") for _ in range(11)] == [True] * 10 + [False]


@pytest.mark.parametrize("times", [1, 3, 7, 11, 49, 600])
def test_an_allowance_is_neither_one_more_nor_one_less(times: int) -> None:
    clock = Clock()
    limiter = RateLimiter(times, 60.0, clock)
    for _ in range(3):
        assert sum(limiter.allow("ann") for _ in range(times + 5)) == times
        clock.now += 60_000


def test_allowances_that_are_full_again_are_forgotten() -> None:
    clock = Clock()
    limiter = RateLimiter(10, 20.0, clock)
    most = 0
    for key in map(str, range(4000)):
        clock.now += 100
        assert limiter.allow(key)
        most = max(most, len(limiter))
    # Two hundred come in the time in which one is full again.
    assert most < 600


def test_how_long_there_is_to_wait_is_told() -> None:
    clock = Clock()
    tries = RateLimiter(3, 60.0, clock)
    assert [tries.wait("ann") for _ in range(3)] == [0, 0, 0]
    clock.now += 19_000
    # What is refused counts for nothing, so it does not put the next try off.
    assert [tries.wait("ann"), tries.left("ann"), tries.wait("ann")] == [1000, 1000, 1000]
    assert tries.wait("bob") == 0
    clock.now += 1000
    assert [tries.left("ann"), tries.wait("ann"), tries.wait("ann")] == [0, 0, 20_000]
    # A clock that is set back lets nobody wait for longer.
    clock.now -= 3_600_000
    assert [tries.wait("ann") for _ in range(4)] == [0, 0, 0, 20_000]


def test_a_block_of_addresses_has_a_bound_of_its_own() -> None:
    clock = Clock()
    allowed = RateLimiter(3, 60.0, clock)
    count = ConnectionCounter(3)
    block = [Origins(None, ()).counted(f"2001:db8:1:{part:x}::7") for part in range(20)]
    assert sum(allowed.allow(address) for address in block * 5) == 3 * WIDER
    held = [address for address in block * 5 if count.acquire(address)]
    assert len(held) == 3 * WIDER
    # Other blocks, and IPv4, are not concerned.
    for other in ("2001:db8:2::/64", "192.0.2.1"):
        assert [allowed.allow(other) for _ in range(4)] == [True, True, True, False]
        assert count.acquire(other)
    for address in held:
        count.release(address)
    assert sum(count.acquire(address) for address in block * 5) == 3 * WIDER


def test_what_is_given_back_can_be_taken_again() -> None:
    count = ConnectionCounter(2)
    assert [count.acquire("a"), count.acquire("a"), count.acquire("a")] == [True, True, False]
    assert count.acquire("b")
    count.release("a")
    assert count.acquire("a")


def request(headers: dict[str, str], peer: str = "127.0.0.1") -> HTTPConnection:
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "scheme": "http", "headers": raw, "client": (peer, 1)})


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("198.51.100.1", "", "198.51.100.1"),
        ("198.51.100.1", "192.0.2.9", "198.51.100.1"),
        ("10.0.0.1", "192.0.2.9", "192.0.2.9"),
        ("10.0.0.1", "203.0.113.5, 192.0.2.9", "192.0.2.9"),
        ("10.0.0.1", "192.0.2.9, 10.0.0.2", "192.0.2.9"),
        ("10.0.0.1", "nonsense, 10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "", "10.0.0.1"),
    ],
)
def test_only_proxies_that_are_trusted_name_other_addresses(
    peer: str, forwarded: str, address: str
) -> None:
    origins = Origins(None, ["10.0.0.0/8"])
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert origins.address(request(headers, peer)) == address


@pytest.mark.parametrize(
    ("seen", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("192.0.2.1", "192.0.2.1"),
    ],
)
def test_a_visitor_has_one_address_of_ipv6_whatever_it_takes(seen: str, counted: str) -> None:
    assert Origins(None, []).address(request({}, seen)) == counted


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Host": "a.example", "Origin": "http://a.example"}, None),
        ({"Host": "a.example:8000", "Origin": "http://A.example:8000"}, None),
        ({"Host": "club.example", "Origin": "https://club.example"}, None),
        ({"Host": "inside", "Origin": "https://club.example"}, None),
        ({"Host": "inside", "Origin": "http://club.example"}, "other_origin"),
        # The page of a public address is never one that came without encryption.
        ({"Host": "club.example", "Origin": "http://club.example"}, "other_origin"),
        ({"Host": "a.example", "Origin": "https://a.example"}, "other_origin"),
        ({"Host": "a.example:8000", "Origin": "http://a.example"}, "other_origin"),
        ({"Host": "a.example", "Origin": "http://b.example"}, "other_origin"),
        ({"Host": "", "Origin": "http://"}, "other_origin"),
        ({"Host": "a.example", "Origin": "file://a.example"}, "other_origin"),
        ({"Host": "a.example", "Origin": "http://["}, "other_origin"),
        ({"Host": "a.example"}, "no_origin"),
        ({"Host": "a.example", "Authorization": "Bearer "}, "no_origin"),
        ({"Host": "a.example", "Authorization": "Basic abc"}, "no_origin"),
        ({"Host": "a.example", "Authorization": "Bearer abc"}, None),
    ],
)
def test_requests_come_from_pages_of_this_server(headers: dict[str, str], code: str | None) -> None:
    origins = Origins("https://club.example/", [])
    if code is None:
        origins.check(request(headers))
    else:
        with pytest.raises(ApiError) as refused:
            origins.check(request(headers))
        assert refused.value.code == code
