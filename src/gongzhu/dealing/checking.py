"""Checks the evidence of deals step by step and reports each mismatch as a `FairFault`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card, Seat, show_cards
from gongzhu.dealing.contributions import Revealed
from gongzhu.dealing.evidence import Evidence
from gongzhu.dealing.fair import commitment, dealer_seed, previous_secret
from gongzhu.dealing.shuffle import deal_hands
from gongzhu.rules import RuleError, RuleFault, RuleSet, rules_from_values
from gongzhu.texts import Lang, say

CheckStep = Literal[
    "rules",
    "contributions",
    "place",
    "link",
    "anchor",
    "commitment",
    "seed",
    "hands",
    "count",
    "chain",
    "continued",
    "public",
]
"""The checks that can fail. `rules` to `hands` are about one deal by itself. `count`, `chain` and
`continued` are about its place after the previous deal of the same table, and `public` means that a
secret could be computed from an earlier deal. docs/fair-deals.md describes each check."""


ENTRANTS = range(8, 65, 4)
"""Allowed numbers of contributions to a deal that a tournament plays at all its tables: one
contribution from each seat of the tournament."""

_LONG_NUMBER = re.compile("[0-9a-f]{64}")


class FairFault(Struct, frozen=True):
    """A step of the check that failed for deal number `deal` of `table`, and for one `seat` if it
    concerns one. Its message is `dealing.step.STEP` in the text catalogues, filled from
    `details`."""

    table: str
    deal: int
    step: CheckStep
    seat: Seat | None = None
    details: Mapping[str, str | int | RuleFault] = {}

    def text(self, lang: Lang = "en", *, full: bool = False) -> str:
        """One line: the deal, the seat if any, the step, what was expected and what was found.

        Numbers of 64 hexadecimal digits are shortened to their first and last six unless `full` is
        True.
        """
        values = {
            name: value.text(lang)
            if isinstance(value, RuleFault)
            else value
            if full or isinstance(value, int)
            else short_number(value)
            for name, value in self.details.items()
        }
        told = say(f"dealing.step.{self.step}", lang, **values)
        place = "deal" if self.seat is None else "seat"
        return say(
            f"dealing.place.{place}",
            lang,
            table=self.table,
            deal=self.deal,
            seat=self.seat,
            step=self.step,
            told=told,
        )


def short_number(text: str) -> str:
    """The first and last six digits of a number of 64 hexadecimal digits. Any other text
    unchanged."""
    return f"{text[:6]}…{text[-6:]}" if _LONG_NUMBER.fullmatch(text) else text


def check_deal(deal: Evidence) -> tuple[FairFault, ...]:
    """Check the evidence of one deal by itself. Returns a fault for each failed step, or empty if
    all pass."""
    return (*_chain_faults(deal), *_sum_faults(deal))


def check_deals(deals: Iterable[Evidence]) -> tuple[FairFault, ...]:
    """Check the evidence of several deals: each by itself, whether the deals of a table follow one
    another, and whether any secret could be computed from an earlier deal. Returns a fault for each
    failed step, or empty if all pass.

    The deals of each table must be in order. Deals of several tables may be interleaved.
    """
    faults: list[FairFault] = []
    last: dict[str, Evidence] = {}
    shown: dict[str, Evidence] = {}
    for deal in deals:
        faults += check_deal(deal)
        before = last.get(deal.table)
        if before is not None:
            faults += _following_faults(deal, before)
        if deal.secret in shown:
            by = shown[deal.secret]
            faults.append(_fault(deal, "public", by_table=by.table, by_deal=by.deal))
        for number in _known_with(deal):
            if number in shown:
                break
            shown[number] = deal
        last[deal.table] = deal
    return tuple(faults)


def _known_with(deal: Evidence) -> Iterator[str]:
    """Yields the numbers that anybody can compute from a deal's secret: the secret itself, the
    earlier secrets of its chain, and the anchor."""
    number = deal.secret
    yield number
    for _ in range(deal.chain.place(deal.deal) or 0):
        number = previous_secret(number)
        yield number


def _chain_faults(deal: Evidence) -> Iterator[FairFault]:
    first, length = deal.chain.first_deal, deal.chain.length
    place = deal.chain.place(deal.deal)
    if place is None:
        yield _fault(deal, "place", first=first, last=first + length - 1)
    leads_to = previous_secret(deal.secret)
    if leads_to != deal.previous:
        yield _fault(deal, "link", expected=leads_to, found=deal.previous)
    if place is not None:
        leads_to = previous_secret(leads_to, place - 1)
        if leads_to != deal.chain.anchor:
            expected, found = leads_to, deal.chain.anchor
            yield _fault(deal, "anchor", place=place, expected=expected, found=found)


def _sum_faults(deal: Evidence) -> Iterator[FairFault]:
    """Yields the mismatches found by computing the seed and the hands again from the rules and the
    random numbers."""
    try:
        rules = rules_from_values(deal.rules)
    except RuleError as error:
        for fault in error.faults:
            yield _fault(deal, "rules", fault=fault)
        return
    found = len(deal.contributions)
    if found == rules.players or (rules.players == 4 and found in ENTRANTS):
        yield from _seed_faults(deal)
    else:
        yield _fault(deal, "contributions", expected=rules.players, found=found)
    yield from _hand_faults(deal, rules)


def _seed_faults(deal: Evidence) -> Iterator[FairFault]:
    call = deal.call
    for place, given in enumerate(deal.contributions):
        if isinstance(given, Revealed):
            seat = Seat(place)
            expected = commitment(call, seat, given.reveal)
            if expected != given.commitment:
                yield _fault(deal, "commitment", seat, expected=expected, found=given.commitment)
    seed = dealer_seed(deal.secret, call, deal.numbers)
    if seed != deal.dealer_seed:
        yield _fault(deal, "seed", expected=seed, found=deal.dealer_seed)


def _hand_faults(deal: Evidence, rules: RuleSet) -> Iterator[FairFault]:
    none: tuple[Card, ...] = ()
    dealt = deal_hands(rules, deal.dealer_seed)
    for place, (expected, found) in enumerate(zip_longest(dealt, deal.hands, fillvalue=none)):
        if expected != found:
            seat = Seat(place)
            yield _fault(deal, "hands", seat, expected=_shown(expected), found=_shown(found))


def _following_faults(deal: Evidence, before: Evidence) -> Iterator[FairFault]:
    follows = deal.deal == before.deal + 1
    if not follows:
        yield _fault(deal, "count", before=before.deal, expected=before.deal + 1)
    if deal.chain != before.chain:
        used_up = before.chain.first_deal + before.chain.length
        if deal.chain.first_deal != used_up:
            yield _fault(deal, "chain", before=before.deal, last=used_up - 1)
    elif follows and deal.previous != before.secret:
        expected, found = before.secret, deal.previous
        yield _fault(deal, "continued", before=before.deal, expected=expected, found=found)


def _fault(
    deal: Evidence, step: CheckStep, seat: Seat | None = None, **details: str | int | RuleFault
) -> FairFault:
    return FairFault(deal.table, deal.deal, step, seat, details)


def _shown(hand: tuple[Card, ...]) -> str:
    return show_cards(hand) or "–"
