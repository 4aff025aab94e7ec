"""The settings of a server: what cannot be used is refused as they are made, in plain words."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from gongzhu.server.config import ConfigError, ServerConfig, outside_levels
from gongzhu.texts import LANGUAGES


@pytest.mark.parametrize(
    ("make", "code", "named"),
    [
        (lambda: ServerConfig(public_url="example.org"), "bad_url", "example.org"),
        (lambda: ServerConfig(public_url="ftp://a.example"), "bad_url", "ftp://a.example"),
        (lambda: ServerConfig(trusted_proxies=("::1", "home")), "bad_proxy", "home"),
        (lambda: ServerConfig(log_format=cast(Any, "xml")), "bad_log_format", "xml"),
        (lambda: ServerConfig(outside=outside_levels(["Zed=a", "Zed=b"])), "bot_twice", "Zed"),
        (lambda: outside_levels(["Zed=a", "no command"]), "bad_bot", "no command"),
        (lambda: outside_levels(['Zed="open']), "bad_bot", 'Zed="open'),
        (lambda: outside_levels(["strong=a"]), "bad_bot", "strong=a"),
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
