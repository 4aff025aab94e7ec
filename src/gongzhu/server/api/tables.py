"""The lobby, opening tables, and deals that are over."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.bodies import Lobby, OpenTable, TableOpened
from gongzhu.server.desk import Desk
from gongzhu.server.games import deal_sheet, game_brief
from gongzhu.server.listing import brief_of
from gongzhu.server.problems import Refusal, language, read_json, reply

MOST_LISTED = 100
MOST_GAMES = 20


class TablesApi:
    """`/api/lobby` and `/api/tables…`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def lobby(self, request: Request) -> Response:
        """GET /api/lobby."""
        desk, lang = self._desk, language(request)
        session = await desk.identity.who(request)
        me = None if session is None else session.player.id
        listings = desk.house.listings()
        mine = [name for name, item in listings.items() if me is not None and me in item.players]
        public = [name for name, item in listings.items() if item.access == "public"]
        # Where somebody can sit down comes first.
        public.sort(key=lambda name: all(seat.kind != "open" for seat in listings[name].seats))
        games = [] if me is None else await desk.store.games_of(me, MOST_GAMES)
        return reply(
            Lobby(
                tuple(brief_of(name, listings[name], me, lang) for name in mine[:MOST_LISTED]),
                tuple(brief_of(name, listings[name], me, lang) for name in public[:MOST_LISTED]),
                tuple(game_brief(game, lang) for game in games),
            )
        )

    async def open(self, request: Request) -> Response:
        """POST /api/tables."""
        desk = self._desk
        session = await desk.session(request)
        asked = await read_json(request, OpenTable)
        desk.spend(desk.new_tables, request)
        room = await desk.house.open(session.player, asked)
        return reply(TableOpened(room.name, f"/t/{room.name}"), 201)

    async def deal(self, request: Request) -> Response:
        """GET /api/tables/{table}/deals/{count}."""
        desk = self._desk
        name, count = request.path_params["table"], request.path_params["count"]
        session = await desk.identity.who(request)
        room = await desk.house.room(name)
        listing = desk.house.listing(name)
        if room is None or listing is None:
            raise Refusal(404, "no_table")
        if listing.access != "public" and (session is None or session.player.id not in listing.sat):
            raise Refusal(403, "private")
        for deal in room.shown.finished:
            if deal.evidence.deal == count:
                return reply(deal_sheet(deal.record, deal.evidence, count, language(request)))
        raise Refusal(404, "no_deal")
