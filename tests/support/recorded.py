"""Records of games played by chance, plain or with everything that a record may hold."""

import string
from collections.abc import Iterator
from functools import cache
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from gongzhu.dealing import child_seed, deal_hands
from gongzhu.records import DealRecord, record_deal
from gongzhu.rules import PRESETS, Game, RuleSet
from tests.support.playing import greedy_action, last_deal, play_out, random_action, strong_hands
from tests.support.rulesets import rule_sets

NAMES = ("Ann", "Bo", "小王", "Dee", "Éva", "Flo", "阿花", "Hal")


def preset_of(rules: RuleSet) -> str | None:
    """The preset that the rules are."""
    return next((name for name, preset in PRESETS.items() if preset.rules == rules), None)


def recorded_deals(
    rules: RuleSet, rng: Random, count: int, *, strong: bool = False, claims: bool = False
) -> Iterator[DealRecord]:
    """So many deals of one game after another, played by chance; `strong`: for all the points."""
    game, number = Game.new(rules), 0
    for place in range(count):
        seed = None if strong else child_seed("records", rng.random().hex(), place)
        deal, _ = game.deal(deal_hands(rules, seed) if seed else strong_hands(rules, rng))
        choose = greedy_action if strong else random_action
        last = last_deal(play_out(deal, rng, choose, claims=claims))
        game = game.after_deal(last.public)
        yield record_deal(
            last,
            game,
            players=NAMES[: rules.players],
            preset=preset_of(rules),
            game=number,
            dealer_seed=seed,
        )
        if game.result:
            game, number = Game.new(rules), number + 1


@cache
def some_records(preset: str, count: int = 12, seed: int = 1) -> tuple[DealRecord, ...]:
    """The same deals of a preset, whoever asks."""
    return tuple(recorded_deals(PRESETS[preset].rules, Random(seed), count))


def _texts(*allowed: str) -> st.SearchStrategy[str]:
    """Any text that a record may hold, marks of both forms among them."""
    plain = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
    marks = st.sampled_from([*'[]{}"\\:.()|,-', *allowed, *string.ascii_letters])
    return st.text(st.one_of(marks, plain), max_size=12)


@st.composite
def records(draw: st.DrawFn) -> list[DealRecord]:
    """A few deals under any rules, with any names, remarks and times."""
    any_rules = st.one_of(
        st.sampled_from([preset.rules for preset in PRESETS.values()]), rule_sets()
    )
    found: list[DealRecord] = []
    for _ in range(draw(st.integers(1, 2))):
        rules = draw(any_rules)
        rng = Random(draw(st.integers(0, 10**6)))
        strong = draw(st.booleans())
        claims = draw(st.booleans()) and not _needs_every_trick(rules)
        deals = recorded_deals(rules, rng, draw(st.integers(1, 3)), strong=strong, claims=claims)
        found += [draw(decorated(record)) for record in deals]
    return found


def _needs_every_trick(rules: RuleSet) -> bool:
    return rules.queen_of_diamonds


@st.composite
def decorated(draw: st.DrawFn, record: DealRecord) -> DealRecord:
    """The same deal with what else a record may hold."""
    plays = len(record.plays)
    names = st.tuples(*[_texts() for _ in record.players])
    numbers = st.integers(0, plays).map(str)
    comments = draw(st.dictionaries(numbers, _texts("\n", "\t", " "), max_size=4))
    taken = st.lists(st.integers(0, 999_999_999), min_size=plays, max_size=plays)
    return replace(
        record,
        players=draw(st.one_of(st.just(record.players), names)),
        preset=draw(st.one_of(st.just(record.preset), st.none(), _texts().filter(bool))),
        dealer_seed=draw(st.one_of(st.none(), st.just(record.dealer_seed), _texts())),
        comments={key: comments[key] for key in sorted(comments, key=int)},
        timings=tuple(draw(st.one_of(st.just(()), taken))),
        event=draw(st.one_of(st.just(""), _texts())),
        date=draw(st.sampled_from(["", "2026-11-20", "2027-01-01"])),
        origin=draw(st.one_of(st.just(""), _texts())),
    )
