"""Carries out the operator's commands. Each is written to the audit log in the store before it is
carried out."""

from typing import assert_never

from gongzhu.clubs.events import ClubClosed
from gongzhu.server.accounts.leaving import Leaving
from gongzhu.server.accounts.recovery import RecoveryCodes
from gongzhu.server.admin.commands import (
    AdminAnswer,
    Asked,
    BanWho,
    CannotDo,
    CloseTable,
    DeletePlayer,
    EndClub,
    FindClubs,
    FindPlayers,
    GiveCode,
    ListBans,
    ListReports,
    ListTables,
    NewKey,
    RenamePlayer,
    SayToAll,
    ShowClub,
    ShowLog,
    ShowPlayer,
    SignOutPlayer,
    UnbanWho,
    Value,
)
from gongzhu.server.clubs.clubs import Clubs
from gongzhu.server.identity.moderation import network_of
from gongzhu.server.identity.sessions import Identity
from gongzhu.server.live.services import Services
from gongzhu.server.tables.everywhere import Everywhere
from gongzhu.server.tables.tables import Tables
from gongzhu.store import PlayerRow
from gongzhu.store.clubs import ListedClub
from gongzhu.store.moderation import Audit
from gongzhu.store.writes import LARGEST
from gongzhu.table import CommandRefused, clean_name
from gongzhu.table.names import clean_text

MOST_ROWS = 200
"""Greatest number of rows in one answer."""
SHORTEST = 4
"""Fewest characters by which a command may give the beginning of a table's id."""
LONGEST_DETAIL = 200
"""Greatest length of the detail in the audit log, in characters."""

Rows = tuple[dict[str, Value], ...]


class AdminDesk:
    """Carries out the operator's commands on one server."""

    def __init__(
        self,
        services: Services,
        tables: Tables,
        everywhere: Everywhere,
        *,
        identity: Identity,
        codes: RecoveryCodes,
        leaving: Leaving,
        clubs: Clubs,
    ) -> None:
        self._store = services.store
        self._clock = services.clock
        self._moderation = services.moderation
        self._tables = tables
        self._everywhere = everywhere
        self._identity = identity
        self._codes = codes
        self._hashes = services.hashes
        self._leaving = leaving
        self._clubs = clubs

    async def carry_out(self, asked: Asked, who: str) -> AdminAnswer:
        """Carry out a command of `who`, a user name of this machine. A refusal is returned as an
        answer with `failed`. Raises StoreError."""
        try:
            return await self._do(asked, who)
        except CannotDo as refused:
            return refused.answer
        except CommandRefused as refused:
            return AdminAnswer((), "refused", {"why": refused.text("en")}, failed=True)

    async def _do(self, asked: Asked, who: str) -> AdminAnswer:
        match asked:
            case FindPlayers(search):
                await self._note(who, asked, search)
                found = await self._store.find_players(search, MOST_ROWS)
                return AdminAnswer(tuple(map(_player, found)))
            case ShowPlayer(named):
                player = await self._player(named)
                await self._note(who, asked, player.id)
                return AdminAnswer((await self._all_of(player),))
            case ListTables():
                await self._note(who, asked)
                return AdminAnswer(self._table_rows())
            case CloseTable(named):
                return await self._close(self._table(named), who, asked)
            case FindClubs(search):
                await self._note(who, asked, search)
                clubs = await self._store.find_clubs(search, MOST_ROWS)
                return AdminAnswer(tuple(map(_club, clubs)))
            case ShowClub(named):
                club = await self._club(named)
                await self._note(who, asked, club.row.id)
                return AdminAnswer((await self._all_of_club(club),))
            case EndClub(named):
                club = await self._club(named)
                await self._note(who, asked, club.row.id)
                await self._clubs.append(club.row.id, "", lambda _: (ClubClosed(),))
                return AdminAnswer((), "club_closed", {"club": club.row.name})
            case BanWho(named, until):
                return await self._ban(named, until, who, asked)
            case UnbanWho(named):
                return await self._unban(named, who, asked)
            case ListBans():
                await self._note(who, asked)
                return AdminAnswer(self._bans())
            case RenamePlayer(named, name):
                player, cleaned = await self._player(named), clean_name(name)
                await self._note(who, asked, f"{player.id} {cleaned}")
                await self._identity.rename(player, cleaned)
                return AdminAnswer((), "renamed", {"old": player.name, "new": cleaned})
            case SignOutPlayer(named):
                player = await self._player(named)
                await self._note(who, asked, player.id)
                await self._leaving.end_sessions(player.id)
                return AdminAnswer((), "signed_out", {"player": player.name})
            case GiveCode(named):
                return await self._give_code(await self._player(named), who, asked)
            case NewKey():
                await self._note(who, asked)
                await self._hashes.replace_key()
                return AdminAnswer((), "key_replaced")
            case DeletePlayer(named):
                player = await self._player(named)
                await self._note(who, asked, player.id)
                await self._leaving.delete_account(player)
                return AdminAnswer((), "deleted", {"player": player.name})
            case ListReports():
                await self._note(who, asked)
                return AdminAnswer(await self._reports())
            case SayToAll(text):
                cleaned = clean_text(text)
                await self._note(who, asked, cleaned)
                return AdminAnswer((), "said", {"n": self._everywhere.say(cleaned)})
            case ShowLog():
                await self._note(who, asked)
                return AdminAnswer(await self._log())
            case _:
                assert_never(asked)

    async def _note(self, who: str, asked: Asked, detail: str = "") -> None:
        """Write to the audit log that the user `who` of this machine has given a command. `detail`
        names its object, such as the id of a player. Raises StoreError."""
        command, at = str(asked.__struct_config__.tag), self._clock()
        await self._store.change(Audit(who, command, detail[:LONGEST_DETAIL], at))

    # --- names -----------------------------------------------------------------------------------

    async def _player(self, named: str) -> PlayerRow:
        """The player with the id `named`, or else the only player with the name `named`, ignoring
        upper and lower case. Raises CannotDo if there is none, or if several have the name."""
        player = await self._store.player(named) if _is_plain(named) else None
        if player is not None and player.kind != "former":
            return player
        found = await self._store.find_players(named, MOST_ROWS) if named else []
        exact = [one for one in found if one.name.lower() == named.lower()]
        if len(exact) == 1:
            return exact[0]
        raise CannotDo("many_players" if exact else "no_player", who=named, n=len(exact))

    def _table(self, named: str) -> str:
        names = list(self._tables.listed.listings())
        found = [name for name in names if name == named] or [
            name for name in names if len(named) >= SHORTEST and name.startswith(named)
        ]
        if len(found) != 1:
            raise CannotDo("many_tables" if found else "no_table", table=named, n=len(found))
        return found[0]

    async def _club(self, named: str) -> ListedClub:
        """The open club with the id or number `named`, or else the only one with the name `named`,
        ignoring upper and lower case. Raises CannotDo if there is none, or if several have the
        name."""
        found = [
            one for one in await self._store.find_clubs(named, MOST_ROWS) if not one.row.closed
        ]
        exact = [one for one in found if named in (one.row.id, one.row.number)]
        exact = exact or [one for one in found if one.row.name.lower() == named.lower()]
        if len(exact) == 1:
            return exact[0]
        raise CannotDo("many_clubs" if exact else "no_club", club=named, n=len(exact))

    async def _all_of_club(self, listed: ListedClub) -> dict[str, Value]:
        club = await self._clubs.club(listed.row.id)
        games = await self._store.count_club_games(club.id, 0, LARGEST)
        return {
            **_club(listed),
            "owner": next(one.player for one in club.members if one.role == "owner"),
            "helpers": ", ".join(one.player for one in club.members if one.role == "helper"),
            "games": games,
            "tables": ", ".join(self._tables.listed.of_club(club.id)),
        }

    # --- tables ----------------------------------------------------------------------------------

    def _table_rows(self) -> Rows:
        tables = self._tables
        return tuple(
            {
                "table": name,
                "name": listing.name,
                "stage": listing.stage,
                "access": listing.access,
                "deals": listing.deals,
                "there": tables.connected(name),
                "seats": ", ".join(seat.name for seat in listing.seats if seat.kind != "open"),
            }
            for name, listing in list(tables.listed.listings().items())[:MOST_ROWS]
        )

    async def _close(self, table: str, who: str, asked: Asked) -> AdminAnswer:
        await self._note(who, asked, table)
        listing = self._tables.listed.listing(table)
        if not await self._everywhere.close_table(table):
            raise CannotDo("no_table", table=table, n=0)
        if listing is not None and listing.fixed and listing.club and listing.stage == "playing":
            # A tournament waits for the result.
            return AdminAnswer((), "played_out", {"table": table})
        return AdminAnswer((), "closed", {"table": table})

    # --- bans ------------------------------------------------------------------------------------

    async def _ban(self, named: str, until: int | None, who: str, asked: Asked) -> AdminAnswer:
        if until is not None and until <= self._clock():
            raise CannotDo("past")
        network = network_of(named)
        player = None if network is not None else await self._player(named)
        what = str(network) if player is None else player.id
        await self._note(who, asked, what)
        await self._moderation.ban(what, until)
        await self._everywhere.ban(None if player is None else player.id)
        return AdminAnswer((), "banned", {"who": what if player is None else player.name})

    async def _unban(self, named: str, who: str, asked: Asked) -> AdminAnswer:
        network = network_of(named)
        what = named if network is None else str(network)
        if network is None and not any(ban.what == named for ban in self._moderation.bans()):
            what = (await self._player(named)).id
        await self._note(who, asked, what)
        if not await self._moderation.unban(what):
            raise CannotDo("not_banned", who=named)
        self._everywhere.unban()
        return AdminAnswer((), "unbanned", {"who": named})

    def _bans(self) -> Rows:
        return tuple(
            {"who": ban.what, "until": ban.until_ms, "at": ban.made_ms}
            for ban in self._moderation.bans()[:MOST_ROWS]
        )

    # --- people ----------------------------------------------------------------------------------

    async def _all_of(self, player: PlayerRow) -> dict[str, Value]:
        devices = await self._store.devices(player.id)
        reports = [one for one in await self._store.reports(5000) if one.player_id == player.id]
        bans = {ban.what: ban for ban in self._moderation.bans()}
        ban = bans.get(player.id)
        tables = self._tables.listed.of(player.id)
        return {
            **_player(player),
            "devices": len(devices),
            "games": await self._store.count_played(player.id),
            "reports": len(reports),
            "banned": None if ban is None else "yes",
            "until": None if ban is None else ban.until_ms,
            "tables": ", ".join(tables),
        }

    async def _give_code(self, player: PlayerRow, who: str, asked: Asked) -> AdminAnswer:
        if player.kind != "guest":
            raise CannotDo("no_player", who=player.id, n=0)
        await self._note(who, asked, player.id)
        code = await self._codes.give(player)
        return AdminAnswer((), "code_given", {"player": player.name, "code": code})

    async def _reports(self) -> Rows:
        found = await self._store.reports(MOST_ROWS)
        return tuple(
            {
                "at": one.made_ms,
                "player": one.player_id,
                "name": one.name,
                "reason": one.reason,
                "text": one.words,
                "table": one.table,
                "by": one.by_id,
            }
            for one in found
        )

    async def _log(self) -> Rows:
        found = await self._store.audit(MOST_ROWS)
        return tuple(
            {"at": one.made_ms, "by": one.who, "command": one.command, "text": one.detail}
            for one in found
        )


def _player(row: PlayerRow) -> dict[str, Value]:
    return {
        "player": row.id,
        "name": row.name,
        "kind": row.kind,
        "made": row.created_ms,
        "seen": row.seen_ms,
    }


def _club(listed: ListedClub) -> dict[str, Value]:
    row = listed.row
    return {
        "club": row.id,
        "name": row.name,
        "number": row.number,
        "access": "closed" if row.closed else "public" if row.public else "private",
        "members": listed.members,
        "made": row.made_ms,
    }


def _is_plain(text: str) -> bool:
    """True if the text could be a player's id: 1 to 64 printable ASCII characters. Only such texts
    are looked up in the store as ids."""
    return 0 < len(text) <= 64 and text.isascii() and text.isprintable()
