"""Which levels a server lets people choose, and for how long they may think."""

import pytest

from gongzhu.bots import LEVELS, read_level
from gongzhu.server.config.settings import Limits, ServerConfig
from gongzhu.server.live.requests import InvalidRequest, known_level
from gongzhu.server.lobby.rules import rules_form
from gongzhu.texts import LANGUAGES

CONFIG = ServerConfig()


@pytest.mark.parametrize("level", [*LEVELS, "strong@100ms", "master@2s", "steady@0.5s"])
def test_every_level_is_known_with_a_time_within_the_limit(level: str) -> None:
    assert known_level(level, CONFIG) == level


@pytest.mark.parametrize(
    ("level", "told"),
    [("master@2.1s", "2 s"), ("master@", "master@100ms"), ("grandmaster", "master")],
)
def test_what_is_no_level_or_thinks_too_long_is_refused(level: str, told: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        known_level(level, CONFIG)
    assert refused.value.code == "level"
    sentences = {refused.value.text(lang) for lang in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert all(told.split(maxsplit=1)[0] in sentence for sentence in sentences)


@pytest.mark.parametrize("longest", [2.0, 0.2])
def test_what_is_offered_can_be_chosen(longest: float) -> None:
    config = ServerConfig(limits=Limits(thinking_seconds=longest))
    form = rules_form("en", config)
    assert form.default_level in form.levels
    assert set(form.levels_about) == set(form.levels) >= set(form.looking_ahead)
    assert form.thinking_ms
    for level in form.looking_ahead:
        for ms in form.thinking_ms:
            text = known_level(f"{level}@{ms}ms", config)
            assert read_level(text).seconds * 1000 == pytest.approx(ms)
