"""Players and their devices in memory, as the store has them: for the stores that tests make."""

from collections import Counter

from msgspec import Struct, field
from msgspec.structs import replace

from gongzhu.store import (
    ChangeRefused,
    DayTry,
    DeviceRow,
    LinkRow,
    PasskeyRow,
    PlayerRow,
    StoreError,
)
from gongzhu.store.accounts import (
    AddDevice,
    DropDevice,
    DropDevices,
    DropPlayer,
    KeepOneDevice,
    PutCode,
    PutGivenCode,
    PutPlayer,
    PutPuzzleBook,
    RenameAccount,
    RenewDevice,
    Retire,
    SignedIn,
    TouchDevice,
    UseCode,
)
from gongzhu.store.days import BeginDay, FinishDay
from gongzhu.store.sign_in import (
    DropPasskey,
    InsertPasskey,
    Link,
    Unlink,
    UpdatePasskeyName,
    UseLink,
    UsePasskey,
)
from gongzhu.store.writes import Change


class People(Struct):
    """See `gongzhu.store.Store`, the part of it that is about people."""

    players: dict[str, PlayerRow] = field(default_factory=dict)
    devices: dict[str, list[DeviceRow]] = field(default_factory=dict)
    """By player, the newest last."""
    keys: dict[bytes, PasskeyRow] = field(default_factory=dict)
    links: dict[str, LinkRow] = field(default_factory=dict)
    """By player."""
    puzzle_books: dict[str, bytes] = field(default_factory=dict)
    day_tries: list[DayTry] = field(default_factory=list)

    def session(self, token_hash: bytes) -> tuple[PlayerRow, DeviceRow] | None:
        """The player and the device that a token signs in."""
        for id, devices in self.devices.items():
            for device in devices:
                if device.token_hash == token_hash and id in self.players:
                    return self.players[id], device
        return None

    def by_recovery(self, recovery_hash: bytes) -> PlayerRow | None:
        """The player with a recovery code."""
        found = (one for one in self.players.values() if one.recovery_hash == recovery_hash)
        return next(found, None)

    def newest_devices(self, player_id: str) -> list[DeviceRow]:
        """The devices of a player."""
        return self.devices.get(player_id, [])[::-1]

    def bots_of(self, player_id: str) -> list[PlayerRow]:
        """The bots of a player."""
        found = [one for one in self.players.values() if one.owner_id == player_id]
        return sorted(found, key=lambda one: (-one.created_ms, one.id))

    def former(self) -> list[str]:
        """The players whose accounts were deleted."""
        return sorted(one.id for one in self.players.values() if one.kind == "former")

    def passkeys(self, player_id: str) -> list[PasskeyRow]:
        """The passkeys of a player."""
        found = [one for one in self.keys.values() if one.player_id == player_id]
        return sorted(found, key=lambda one: (one.made_ms, one.id))

    def link(self, issuer: str, subject: str) -> LinkRow | None:
        """The link of an account elsewhere."""
        found = (
            one for one in self.links.values() if (one.issuer, one.subject) == (issuer, subject)
        )
        return next(found, None)

    def day_try(self, player_id: str, day: int, game: str) -> DayTry | None:
        """A player's try at the deal of a day."""
        found = (one for one in self.day_tries if one.day == day and one.game == game)
        return next((one for one in found if one.player == player_id), None)

    def tries_of(self, player_id: str, first: int, last: int) -> list[DayTry]:
        """A player's tries at the deals of some days."""
        mine = [one for one in self.day_tries if one.player == player_id]
        return sorted(
            (one for one in mine if first <= one.day <= last), key=lambda one: (one.day, one.game)
        )

    def day_scores(self, day: int, game: str, before_ms: int) -> list[tuple[int, int]]:
        """What all who finished in time have come to."""
        scores = [
            one.score
            for one in self.day_tries
            if (one.day, one.game) == (day, game)
            and one.score is not None
            and (one.finished_ms or 0) < before_ms
        ]
        return sorted(Counter(scores).items())

    def take(self, write: Change) -> StoreError | None:
        """Carry out a change, or say how it is refused."""
        id = str(write.values()["player_id"])
        return None if self._take(write, id) else ChangeRefused(id)

    def _take(self, write: Change, id: str) -> bool:
        mine, player = self.devices.setdefault(id, []), self.players.get(id)
        match write:
            case PutPlayer(new):
                held = new.recovery_hash and self.by_recovery(new.recovery_hash)
                if held and held.id != id:
                    return False
                self.players[id] = new
            case AddDevice() | RenewDevice():
                return self._sign_in(write)
            case KeepOneDevice():
                kept = [one for one in mine if one.token_hash == write.token_hash]
                if not kept or self._is_held(write.new_token_hash):
                    return False
                self.devices[id] = [
                    replace(kept[0], token_hash=write.new_token_hash, seen_ms=write.at)
                ]
                self._change(player, recovery_hash=None)
            case DropDevice():
                self.devices[id] = [one for one in mine if one.token_hash != write.token_hash]
            case DropDevices():
                self.devices[id] = []
                self._change(player, recovery_hash=None)
            case TouchDevice():
                self.devices[id] = [
                    replace(one, seen_ms=write.at) if one.token_hash == write.token_hash else one
                    for one in mine
                ]
                self._change(player, seen_ms=write.at)
            case PutCode() | PutGivenCode() | UseCode():
                return self._take_code(write)
            case InsertPasskey() | UsePasskey() | UpdatePasskeyName() | DropPasskey():
                return self._take_passkey(write, id)
            case Link() | UseLink() | Unlink():
                return self._take_link(write)
            case BeginDay() | FinishDay():
                return self._take_day(write)
            case RenameAccount():
                if player is None or player.kind == "former":
                    return False
                self._change(player, name=write.name)
            case PutPuzzleBook():
                if player is None or player.kind == "former":
                    return False
                if self.puzzle_books.get(id) != write.before:
                    return False
                self.puzzle_books[id] = write.body
            case Retire():
                for gone in [one for one in self.players.values() if id in (one.id, one.owner_id)]:
                    self._retire(gone)
            case DropPlayer():
                if player is not None and player.kind == "former":
                    del self.players[id]
            case _:
                raise TypeError(f"{write!r} is not about people")
        return True

    def _retire(self, player: PlayerRow) -> None:
        id = player.id
        self.devices[id] = []
        self.keys = {key: one for key, one in self.keys.items() if one.player_id != id}
        self.links.pop(id, None)
        self.puzzle_books.pop(id, None)
        self.day_tries = [one for one in self.day_tries if one.player != id]
        self._change(player, kind="former", name="", recovery_hash=None, owner_id=None)

    def _take_code(self, write: PutCode | PutGivenCode | UseCode) -> bool:
        id = write.player_id
        player = self.players.get(id)
        match write:
            case PutCode():
                held = self.by_recovery(write.code_hash)
                if not self._is_mine(id, write.token_hash) or held is not None:
                    return False
                self._change(
                    player,
                    recovery_hash=write.code_hash,
                    recovery_made_ms=write.at,
                    recovery_until_ms=None,
                )
                self._prove(id, write.token_hash, write.at)
            case PutGivenCode():
                if player is None or player.kind != "guest":
                    return False
                if self.by_recovery(write.code_hash) is not None:
                    return False
                self._change(
                    player,
                    recovery_hash=write.code_hash,
                    recovery_made_ms=write.at,
                    recovery_until_ms=write.until,
                )
            case UseCode():
                if player is None or player.recovery_hash != write.code_hash:
                    return False
                new = write.new_code_hash
                if self.by_recovery(new) is not None:
                    return False
                if not self._sign_in(write.device):
                    return False
                at = write.device.at
                self._change(
                    player,
                    recovery_hash=new,
                    recovery_made_ms=at,
                    recovery_used_ms=at,
                    recovery_until_ms=None,
                )
        return True

    def _take_day(self, write: BeginDay | FinishDay) -> bool:
        match write:
            case BeginDay(id, day, game, table):
                player = self.players.get(id)
                if player is None or player.kind == "former" or self.day_try(id, day, game):
                    return False
                self.day_tries.append(DayTry(id, day, game, table))
            case FinishDay(id, table, score, finished, game):
                self.day_tries = [
                    replace(one, score=score, finished_ms=finished, game_id=game)
                    if (one.player, one.table, one.score) == (id, table, None)
                    else one
                    for one in self.day_tries
                ]
        return True

    def _take_passkey(
        self, write: InsertPasskey | UsePasskey | UpdatePasskeyName | DropPasskey, player_id: str
    ) -> bool:
        mine = self.passkeys(player_id)
        match write:
            case InsertPasskey(token, passkey, most):
                if not self._is_mine(player_id, token) or len(mine) >= most:
                    return False
                if self.keys.setdefault(passkey.id, passkey) is not passkey:
                    return False
                self._prove(player_id, token, passkey.made_ms)
            case UsePasskey(_, id, count, device):
                row = self.keys.get(id)
                if row is None or row.player_id != player_id:
                    return False
                if row.sign_count >= count > 0 or row.sign_count > count:
                    return False
                if not self._sign_in(device):
                    return False
                self.keys[id] = replace(row, sign_count=count, used_ms=device.at)
            case UpdatePasskeyName(_, id, name):
                if self.keys.get(id) not in mine:
                    return False
                self.keys[id] = replace(self.keys[id], name=name)
            case DropPasskey(_, id):
                if self.keys.get(id) in mine:
                    del self.keys[id]
        return True

    def _take_link(self, write: Link | UseLink | Unlink) -> bool:
        id = write.player_id
        match write:
            case Link(_, token, issuer, subject, at):
                held = self.link(issuer, subject)
                if not self._is_mine(id, token) or (held is not None and held.player_id != id):
                    return False
                self.links[id] = LinkRow(issuer, subject, id, at, None)
                self._prove(id, token, at)
            case UseLink(_, issuer, subject, device):
                row = self.links.get(id)
                if row is None or (row.issuer, row.subject) != (issuer, subject):
                    return False
                if not self._sign_in(device):
                    return False
                self.links[id] = replace(row, used_ms=device.at)
            case Unlink():
                self.links.pop(id, None)
        return True

    def _is_mine(self, player_id: str, token_hash: bytes) -> bool:
        return any(one.token_hash == token_hash for one in self.devices.get(player_id, []))

    def _prove(self, player_id: str, token_hash: bytes, at: int) -> None:
        self.devices[player_id] = [
            replace(one, proved_ms=at) if one.token_hash == token_hash else one
            for one in self.devices[player_id]
        ]

    def _sign_in(self, write: SignedIn) -> bool:
        if self._is_held(write.token_hash):
            return False
        if isinstance(write, RenewDevice):
            known = self._is_mine(write.player_id, write.old_token_hash)
            self.devices[write.player_id] = [
                replace(one, token_hash=write.token_hash, seen_ms=write.at, proved_ms=write.at)
                if one.token_hash == write.old_token_hash
                else one
                for one in self.devices.get(write.player_id, [])
            ]
            return known
        device = DeviceRow(write.token_hash, write.name, write.at, write.at, write.at)
        self.devices[write.player_id] = [*self.devices.get(write.player_id, []), device][
            -write.keep :
        ]
        return True

    def _is_held(self, token_hash: bytes) -> bool:
        return any(
            one.token_hash == token_hash for devices in self.devices.values() for one in devices
        )

    def _change(self, player: PlayerRow | None, **fields: object) -> None:
        if player is not None:
            self.players[player.id] = replace(player, **fields)
