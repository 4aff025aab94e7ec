"""The settings of a server: what cannot be used is refused as they are made, in plain words."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from msgspec.structs import replace

from gongzhu.server.config import ConfigError, ServerConfig, outside_levels
from gongzhu.server.openid.settings import OpenIdSettings
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
        (lambda: ServerConfig(token_hash=cast(Any, "md5")), "bad_token_hash", "md5"),
        (lambda: ServerConfig(two_factors=True), "two_factors_https", "--public-url"),
        (lambda: ServerConfig(outside=outside_levels(["Zed=a", "Zed=b"])), "bot_twice", "Zed"),
        (lambda: outside_levels(["Zed=a", "no command"]), "bad_bot", "no command"),
        (lambda: outside_levels(['Zed="open']), "bad_bot", 'Zed="open'),
        (lambda: outside_levels(["strong=a"]), "bad_bot", "strong=a"),
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
    config = ServerConfig(
        public_url="https://club.example/",
        trusted_proxies=("127.0.0.1/32", "10.1.2.3/8", "::1"),
        outside=outside_levels(["Zed=zed --fast", "老王=wang 'a b'"]),
    )
    assert config.secure
    assert [program.command for program in config.outside] == [("zed", "--fast"), ("wang", "a b")]
