"""The dealer of the deals of the day, with its chains of secrets as in the protocol GZH1, one for
each game.

A chain has a secret for each of a hundred days in a row. Its anchor is published before the first
of them and is a commitment to all of them. The secret of each day is the hash of the next day's, so
a revealed secret can be checked against the anchor, but does not reveal those of later days.
"""

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

from gongzhu.cards import Seat, seats
from gongzhu.dealing import (
    LONGEST_CHAIN,
    Absent,
    BotSeat,
    Chain,
    Evidence,
    Locked,
    call_deal,
    previous_secret,
    settle,
)
from gongzhu.rules import PRESETS, RuleSet
from gongzhu.store import Store

DayGame = Literal["gongzhu", "hearts"]
PRESET: dict[DayGame, str] = {"gongzhu": "gongzhu-pagat", "hearts": "hearts-denexa"}
"""The preset (named rule set) of the daily deals of each game."""
GAMES: tuple[DayGame, ...] = tuple(PRESET)
PLAYER = Seat(0)
"""The seat of the player; bots have the others."""


class _Chain(Struct, frozen=True):
    """A chain of secrets with its last secret, as the dealer stores it."""

    first: int
    """The day to which the first secret belongs."""
    last: str
    """The last day's secret, from which all others are computed by hashing."""


def dealer_name(game: DayGame) -> str:
    """The table name that the dealing protocol uses for a game's daily deals."""
    return f"daily-{game}"


def rules_of(game: DayGame) -> RuleSet:
    """The rules of a game's daily deals."""
    return PRESETS[PRESET[game]].rules


class DayDealer:
    """Keeps the chains of secrets, and gives the secret and the evidence of each day's deal. A
    chain is on disk before its anchor is published."""

    def __init__(self, store: Store, entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._entropy = entropy
        self._turn = asyncio.Lock()
        self._chains: dict[DayGame, tuple[_Chain, ...]] = {}

    async def begin(self, today: int) -> None:
        """Make sure that each game has a chain that covers today. Raises StoreError."""
        for game in GAMES:
            if self._chain(game, today) is None:
                await self._extend(game, today)

    async def _extend(self, game: DayGame, today: int) -> None:
        # One at a time, so that a day never has two chains.
        async with self._turn:
            while True:
                kept = await self._store.setting(_key(game))
                chains = () if kept is None else msgspec.json.decode(kept, type=tuple[_Chain, ...])
                if any(chain.first <= today < chain.first + LONGEST_CHAIN for chain in chains):
                    break
                chains += (_Chain(today, self._entropy(32).hex()),)
                # Another server may have begun one at the same moment.
                if await self._store.swap_setting(_key(game), kept, msgspec.json.encode(chains)):
                    break
            self._chains[game] = chains

    def first_day(self) -> int:
        """The number of the first day for which there was a deal."""
        return min(chain.first for chains in self._chains.values() for chain in chains)

    def has(self, game: DayGame, day: int) -> bool:
        """True if a game has a deal for a day."""
        return self._chain(game, day) is not None

    def chain(self, game: DayGame, day: int) -> Chain:
        """The published data of the chain that covers a day: anchor, length and first day."""
        held = self._held(game, day)
        return Chain(previous_secret(held.last, LONGEST_CHAIN), LONGEST_CHAIN, held.first)

    def secret(self, game: DayGame, day: int) -> str:
        """The secret of a day, which must not be revealed before the day is over."""
        held = self._held(game, day)
        return previous_secret(held.last, held.first + LONGEST_CHAIN - 1 - day)

    def evidence(self, game: DayGame, day: int) -> Evidence:
        """The evidence from which the deal of a day can be computed; it must be kept secret like
        the day's secret. Players contribute no random numbers, so that all are dealt the same
        cards."""
        rules = rules_of(game)
        call = call_deal(dealer_name(game), self.chain(game, day), day, rules)
        given = tuple(Absent() if seat == PLAYER else BotSeat() for seat in seats(rules.players))
        return settle(Locked(call, given), rules, self.secret(game, day))

    def _held(self, game: DayGame, day: int) -> _Chain:
        held = self._chain(game, day)
        assert held is not None, "somebody has asked if there is one"
        return held

    def _chain(self, game: DayGame, day: int) -> _Chain | None:
        for chain in self._chains.get(game, ()):
            if chain.first <= day < chain.first + LONGEST_CHAIN:
                return chain
        return None


def _key(game: DayGame) -> str:
    return f"daily:chains:{game}"
