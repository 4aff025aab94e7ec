"""The settings of a server: what cannot be used is refused as they are made, in plain words."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from gongzhu.server.config import settings as config
from gongzhu.server.config.openid import OpenIdSettings
from gongzhu.server.config.settings import ConfigError, ServerConfig, outside_levels
from gongzhu.texts import LANGUAGES

CLUB = OpenIdSettings(issuer="https://id.example", client="cards", secret="x", label="Club")


def club(**changes: str) -> ServerConfig:
    """A server with a provider of sign-in."""
    return ServerConfig(public_url="https://a.example", openid=replace(CLUB, **changes))


@pytest.mark.parametrize(
    ("make", "code", "named"),
    [
        (lambda: ServerConfig(public_url="example.org"), "bad_url", "example.org"),
        (lambda: ServerConfig(public_url="ftp://a.example"), "bad_url", "ftp://a.example"),
        (lambda: ServerConfig(trusted_proxies=("::1", "home")), "bad_proxy", "home"),
        (lambda: ServerConfig(log_format=cast(Any, "xml")), "bad_log_format", "xml"),
        (lambda: ServerConfig(strict_subdomains=True), "hsts_https", "--public-url"),
        (lambda: ServerConfig(outside=outside_levels(["Zed=cat", "Zed=sh"])), "bot_twice", "Zed"),
        (lambda: outside_levels(["Zed=cat", "no command"]), "bad_bot", "no command"),
        (lambda: outside_levels(['Zed="open']), "bad_bot", 'Zed="open'),
        (lambda: outside_levels(["strong=cat"]), "bad_bot", "strong=cat"),
        (lambda: outside_levels(["Zed=./nowhere x"]), "bad_bot", "./nowhere"),
        (lambda: ServerConfig(openid=CLUB), "openid_https", "--public-url"),
        (lambda: club(issuer="http://id.example"), "bad_issuer", "http://id.example"),
        (lambda: club(issuer="https://id.example/?a=b"), "bad_issuer", "?a=b"),
        (lambda: club(issuer="https://user@id.example"), "bad_issuer", "user@"),
        (lambda: club(issuer="https://id.example:0"), "bad_issuer", ":0"),
        (lambda: club(issuer=f"https://id.example/{'x' * 255}"), "bad_issuer", "xxx"),
        (lambda: club(secret=""), "openid_partly", "--openid-secret-file"),
        (lambda: club(label=" "), "bad_label", "--openid-label"),
        (lambda: club(label="x" * 31), "bad_label", "x" * 31),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    make: Callable[[], object], code: str, named: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        make()
    assert refused.value.code == code
    for lang in LANGUAGES:
        assert named in refused.value.text(lang)


def test_settings_of_a_club_behind_a_proxy_can_be_used() -> None:
    behind = ServerConfig(
        public_url="https://club.example/",
        trusted_proxies=("127.0.0.1/32", "10.1.2.3/8", "::1"),
        outside=outside_levels(["Zed=cat --fast", "老王=sh 'a b'"]),
    )
    assert behind.secure
    assert [program.command for program in behind.outside] == [("cat", "--fast"), ("sh", "a b")]


@pytest.mark.parametrize(
    "url",
    [
        "https://",
        "https://a b.example",
        "https://a\n.example",
        "https://猪.example",
        "https://a.example:99999",
        "https://a.example:0",
        "https://user:pw@a.example",
        "https://a.example/path",
        "https://a.example/?x",
        "https://a.example#x",
        "https://[::1",
    ],
)
def test_a_public_address_names_a_host_alone(url: str) -> None:
    with pytest.raises(ConfigError, match="bad_url"):
        ServerConfig(public_url=url)


@pytest.mark.parametrize("url", ["http://[::1]:8000", "http://192.0.2.7/", "https://A.example:443"])
def test_a_public_address_may_have_a_port(url: str) -> None:
    assert ServerConfig(public_url=url).public_url == url


@pytest.mark.parametrize(
    ("own", "above", "count"),
    [
        ("max 100000", "max 100000", 8),
        ("250000 100000", "max 100000", 2),
        ("max 100000", "400000 100000", 4),
        ("50000 100000", "max 100000", 1),
        ("1600000 100000", "max 100000", 8),
    ],
)
def test_cores_are_those_that_it_may_use(
    own: str, above: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = tmp_path / "system.slice" / "gongzhu.service"
    group.mkdir(parents=True)
    (group / "cpu.max").write_text(f"{own}\n", "ascii")
    (group.parent / "cpu.max").write_text(f"{above}\n", "ascii")
    (tmp_path / "cgroup").write_text("0::/system.slice/gongzhu.service\n", "ascii")
    monkeypatch.setattr(config, "_CGROUPS", tmp_path)
    monkeypatch.setattr(config, "_OWN_CGROUP", tmp_path / "cgroup")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    assert config.cores() == count
    (tmp_path / "cgroup").unlink()
    assert config.cores() == 8
