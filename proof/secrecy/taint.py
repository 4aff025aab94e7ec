"""A scan for cards and secrets that somebody was sent before their time.

What an observer may have been sent is summed up here from the log alone, fact by fact, and by other
code than the cut's; what it was sent is taken apart as plain JSON.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from gongzhu.cards import Card, Seat, Suit
from gongzhu.dealing import Evidence, secrets_of
from gongzhu.rules import (
    CardPlayed,
    CardsExposed,
    CardsPassed,
    DealBegan,
    DealEnded,
    RuleSet,
    option_values,
    pack_of,
)
from gongzhu.rules.facts import lead_card
from gongzhu.table import LogEntry
from gongzhu.table.facts import (
    ChainBegan,
    Committed,
    DealAborted,
    DealCalled,
    DealGiven,
    DealScored,
    Happened,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
)

Cards = frozenset[Card]
NOTHING: Cards = frozenset()

_SIGNS = {"♣": Suit.CLUBS, "♦": Suit.DIAMONDS, "♥": Suit.HEARTS, "♠": Suit.SPADES}
_CODE = re.compile(r"(?<![A-Za-z0-9-])([2-9TJQKA])([CDHS])(?![A-Za-z0-9])")
_SIGNED = re.compile(r"(10|[2-9TJQKA])([♣♦♥♠])|([♣♦♥♠])(10|[2-9TJQKA])")
_HEX = re.compile(r"[0-9a-f]{64}")
_PLAYER = re.compile(r"""["']player["']: ["'][0-9a-f]{24}["']""")
"""The id of a player in a line of the log, by which a host finds them. It opens nothing."""
_LONG = re.compile(r"[0-9a-f]{13,}")
"""What is as long as the names of tables and games, tokens and secrets are."""


def named(value: Any) -> Iterator[Card]:
    """Every card that some JSON names anywhere, as a code or as people write it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from named(key)
            yield from named(item)
    elif isinstance(value, list):
        for item in value:
            yield from named(item)
    elif isinstance(value, str):
        for match in _CODE.finditer(value):
            yield Card(match[0])
        for match in _SIGNED.finditer(value):
            rank, sign = match[1] or match[4], match[2] or match[3]
            yield Card(rank.replace("10", "T") + _SIGNS[sign].value)


def told_to_the_log(line: str) -> list[str]:
    """The cards in a line of the log, and what may be a link or a secret: none may be there."""
    return [card.code for card in named(line)] + _LONG.findall(_PLAYER.sub("", line))


def known_after(entries: Iterable[LogEntry], rules: RuleSet, seat: Seat | None) -> list[Cards]:
    """The cards that a seat, or somebody without one, may have been sent in what tells of entry n
    and of nothing later, at place n."""
    everything = frozenset(pack_of(rules))
    own, public, over = NOTHING, NOTHING, False
    known = [NOTHING]
    for entry in entries:
        for fact in entry.facts:
            match fact:
                case DealCalled() | DealGiven():
                    own, public, over = NOTHING, NOTHING, False
                case DealScored() | DealAborted():
                    over = True
                case Happened(event):
                    match event:
                        case DealBegan(hands=hands) if seat is not None:
                            own |= frozenset(hands[seat] or ())
                        case CardsPassed(steps, cards) if seat is not None:
                            own |= frozenset(cards[(seat - steps) % len(cards)] or ())
                        case CardsExposed(shown):
                            public |= {exposure.card for exposure in shown}
                        case CardPlayed(card=card):
                            public |= {card}
                        case DealEnded():
                            over = True
                        case _:
                            pass
                case _:
                    pass
        known.append(everything if over else own | public)
    return known


def secrets_until(entries: Iterable[LogEntry], seat: Seat | None) -> dict[str, int]:
    """What is secret in a table's deals, and the number of the entry that may show it to a seat,
    or to somebody without one: the dealer's secrets and seeds, and the others' numbers. One after
    the last: it was not shown yet."""
    entries = list(entries)
    never = len(entries) + 1
    until: dict[str, int] = {}
    waiting: set[str] = set()
    for number, entry in enumerate(entries, start=1):
        for fact in entry.facts:
            match fact:
                case ChainBegan(chain, str(last)):
                    until |= dict.fromkeys(secrets_of(last, chain.length)[1:], never)
                case Committed(at, str(hidden)) | NumberShown(at, str(hidden)) if at != seat:
                    until[hidden] = never
                    waiting.add(hidden)
                case NumbersLocked() | NumbersSettled():
                    until |= dict.fromkeys(waiting, number)
                    waiting = set()
                case DealGiven(_, Evidence() as evidence):
                    until |= {evidence.secret: never, evidence.dealer_seed: never}
                case DealScored(evidence=Evidence() as evidence) | DealAborted(
                    Evidence() as evidence
                ):
                    until |= {evidence.secret: number, evidence.dealer_seed: number}
                case _:
                    pass
    return until


def leaks(
    told: Iterable[tuple[int, bytes]],
    known: list[Cards],
    until: dict[str, int],
    rules: RuleSet,
    said: dict[str, str],
) -> list[str]:
    """Whatever in these frames and bodies, each with the number of the last entry that it may tell
    of, names a card or a secret before its time. `said` are messages by their ids: a refusal may
    name what the message named."""
    always = {card for card in (*rules.removed, lead_card(rules)) if card is not None}
    # Anybody may see the rules, which name all point cards.
    public = {
        msgspec.json.encode(rules): b"null",
        msgspec.json.encode(option_values(rules)): b"null",
        msgspec.msgpack.encode(rules): b"",
    }
    found = []
    for seq, whole in told:
        text = whole
        for form, instead in public.items():
            text = text.replace(form, instead)
        try:
            message = msgspec.json.decode(text)
        except msgspec.DecodeError:
            message = text.decode(errors="replace")
        kind = message.get("type") if isinstance(message, dict) else None
        last = message["seq"] if kind in ("update", "snapshot") else seq
        allowed = known[last] | always
        if kind == "refused":
            allowed |= set(named(said.get(message["id"] or "", "")))
        early = [card.code for card in sorted(set(named(message)) - allowed)]
        words = _HEX.findall(text.decode(errors="replace"))
        early += [word for word in words if last < until.get(word, 0)]
        if early:
            found.append(f"after entry {last}: {', '.join(early)} in {text[:200]!r}")
    return found
