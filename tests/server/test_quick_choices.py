"""The choice in place of a bot that does not give its own."""

from random import Random

import pytest
from structlog.testing import capture_logs

from gongzhu.rules import Action, Pass
from gongzhu.server.thinking import quick
from gongzhu.view import View
from tests.server.thinking import playing


def test_a_quick_choice_is_made_whatever_a_bot_does_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: View, rng: Random, budget: float) -> Action:
            raise ValueError

    class Cheating:
        def choose(self, view: View, rng: Random, budget: float) -> Action:
            return Pass(())

    view = playing()
    for bot in (Broken(), Cheating()):
        monkeypatch.setitem(quick._QUICK, "steady", bot)
        with capture_logs() as logs:
            action, by = quick.quick_choice(view, "strong", "seed")
        assert view.why_illegal(action) is None
        assert by == quick.FIRST_LEGAL
        assert [line["event"] for line in logs] == ["no_quick_choice"]
