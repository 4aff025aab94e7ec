"""Kernels are compiled before a command begins, and a terminal is told where that takes long."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gongzhu import bots
from gongzhu.cli import long_work
from gongzhu.cli.long_work import compile_for, workers
from gongzhu.texts import say


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The words that are told, and `warm` in place of compiling."""
    told: list[str] = []

    @contextmanager
    def telling(words: str) -> Iterator[None]:
        told.append(words)
        yield

    monkeypatch.setattr(long_work, "told_if_slow", telling)
    monkeypatch.setattr(bots, "warm", lambda: told.append("warm"))
    long_work._compile.cache_clear()
    yield told
    long_work._compile.cache_clear()


@pytest.mark.parametrize("player", ["strong", "master@10ms", "policy"])
def test_players_that_think_in_kernels_have_them_compiled_once(
    said: list[str], player: str
) -> None:
    compile_for(["steady", None, player], "zh")
    compile_for([player], "zh")
    assert said == [say("bots.compiling", "zh"), "warm"]


def test_the_others_import_nothing(said: list[str]) -> None:
    compile_for(["random", "novice", "steady", None], "en")
    assert said == []


def test_it_is_done_before_several_processes_begin(said: list[str]) -> None:
    with workers(2, None, "en", ["steady", "strong"]):
        assert said == [say("bots.compiling", "en"), "warm"]
