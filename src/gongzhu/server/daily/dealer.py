"""The dealer of the daily deals, with one series of chains of secrets for each game, as in the
protocol GZH1 (fair dealing).

A chain has a secret for each of a hundred consecutive days. Its anchor, published before the first
of them, is a commitment to all of them. The secret of each day is the hash of the next day's. So a
revealed secret can be checked against the anchor, but does not reveal those of later days.
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
"""The preset (named rule set) of each game's daily deals."""
GAMES: tuple[DayGame, ...] = tuple(PRESET)
PLAYER = Seat(0)
"""The player's seat. Bots have the others."""


class _Chain(Struct, frozen=True):
    """A chain of secrets for LONGEST_CHAIN consecutive days of one game, as stored in the
    settings."""

    first: int
    """Number of the day (since 1970-01-01) to which the first secret belongs."""
    last: str
    """The last day's secret in hexadecimal, from which all others are computed by hashing."""


def dealer_name(game: DayGame) -> str:
    """The table name that the dealing protocol uses for a game's daily deals."""
    return f"daily-{game}"


def rules_of(game: DayGame) -> RuleSet:
    """The rule set of a game's daily deals."""
    return PRESETS[PRESET[game]].rules


class DayDealer:
    """Creates the chains of secrets, and provides the secret and the evidence of each day's deal. A
    chain is on disk before its anchor is published. Days are numbered from 0 on 1970-01-01. `begin`
    must be called before all other methods."""

    def __init__(self, store: Store, entropy: Callable[[int], bytes]) -> None:
        """`entropy` returns a number of cryptographically random bytes."""
        self._store = store
        self._entropy = entropy
        self._turn = asyncio.Lock()
        self._chains: dict[DayGame, tuple[_Chain, ...]] = {}

    async def begin(self, today: int) -> None:
        """Make sure that each game has a chain that covers `today`. Raises StoreError."""
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
        """The number of the first day that had a deal."""
        return min(chain.first for chains in self._chains.values() for chain in chains)

    def has(self, game: DayGame, day: int) -> bool:
        """True if a game has a deal for the day with this number, past or future."""
        return self._chain(game, day) is not None

    def chain(self, game: DayGame, day: int) -> Chain:
        """The published data of the chain that covers a day: anchor, length and first day. The day
        must have a deal."""
        held = self._held(game, day)
        return Chain(previous_secret(held.last, LONGEST_CHAIN), LONGEST_CHAIN, held.first)

    def secret(self, game: DayGame, day: int) -> str:
        """The secret of a day, in hexadecimal, which must not be published before the day is over.
        The day must have a deal."""
        held = self._held(game, day)
        return previous_secret(held.last, held.first + LONGEST_CHAIN - 1 - day)

    def evidence(self, game: DayGame, day: int) -> Evidence:
        """The evidence of a day's deal, from which it can be computed. It must be kept secret until
        the day is over. Players contribute no random numbers, so that all are dealt the same cards.
        The day must have a deal."""
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
