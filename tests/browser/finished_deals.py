"""A table between two deals, or after the last, with the sheets of deals played by chance."""

from random import Random

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page, Route

from gongzhu.records import DealRecord
from gongzhu.rules import PRESETS, RuleSet
from gongzhu.rules.facts import usually_removed
from gongzhu.server.games.sheets import deal_sheet
from gongzhu.texts import Lang
from tests.browser.full_table import NAMES, full_view
from tests.browser.scripted_table import View
from tests.support.recorded import recorded_deals

COUNT = 11
"""Of the deals: enough for the table of scores to fold the first ones."""


def rules_for(players: int, preset: str = "gongzhu-pagat") -> RuleSet:
    """A preset for so many players."""
    return replace(PRESETS[preset].rules, players=players, removed=usually_removed(players))


def finished_deals(rules: RuleSet, count: int = COUNT) -> list[DealRecord]:
    """Deals of one game."""
    first = list(recorded_deals(rules, Random(7), count))
    return [deal for deal in first if deal.game == 0]


def scored_view(deals: list[DealRecord], stage: str = "scored") -> View:
    """What seat 0 sees when these deals are over."""
    players = len(deals[0].players)
    view = full_view(players)
    view["deal"] = None
    state = view["state"]
    state["stage"] = stage
    state["settings"]["rules"] = msgspec.to_builtins(deals[0].rules)
    state["totals"] = list(deals[-1].totals)
    state["deals"] = [
        {"count": count, "scores": deal.scores, "totals": deal.totals}
        for count, deal in enumerate(deals, start=1)
    ]
    return view


def serve_sheets(page: Page, deals: list[DealRecord], lang: Lang = "en") -> None:
    """Answer the page that asks for the sheet of a deal."""

    def give(route: Route) -> None:
        count = int(route.request.url.rpartition("/")[2].partition("?")[0])
        named = replace(deals[count - 1], players=NAMES[: len(deals[0].players)])
        body = msgspec.json.encode(deal_sheet(named, None, count, lang))
        route.fulfill(body=body, content_type="application/json")

    page.route("**/api/tables/*/deals/*", give)
