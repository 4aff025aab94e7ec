"""How many cards the Python engine plays in a second: whole deals, any legal card, one core.

What comes before the first card, dealing and passing and exposing, is not counted.
"""

import time
from random import Random

from gongzhu.cards import Seat
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import (
    PRESETS,
    Deal,
    Game,
    Phase,
    Play,
    RuleSet,
    apply,
    legal_actions,
    must_act,
    playable,
)

DEALS = 200
RUNS = 3

MEASURED = (
    "gongzhu-denexa",
    "gongzhu-pagat-5",
    "gongzhu-wiki-diamonds",
    "gongzhu-boulder",
    "hearts-denexa",
    "hearts-choice",
)


def ready(rules: RuleSet, seed: str, rng: Random) -> Deal:
    """The first deal of a game, with all chosen that is chosen before play."""
    deal, _ = Game.new(rules).deal(deal_hands(rules, seed))
    while deal.public.phase is not Phase.PLAYING:
        for place, own in enumerate(deal.own):
            seat = Seat(place)
            if must_act(deal.public, own, seat):
                actions = list(legal_actions(rules, deal.public, own, seat))
                deal, _ = apply(deal, seat, rng.choice(actions))
                break
    return deal


def play_out(deal: Deal, rng: Random) -> int:
    """Play any legal cards to the end of the play; how many there were."""
    cards = 0
    while deal.public.phase is Phase.PLAYING:
        turn = deal.public.turn
        assert turn is not None
        card = rng.choice(playable(deal.rules, deal.public, deal.own[turn]))
        deal, _ = apply(deal, turn, Play(card))
        cards += 1
    return cards


def measured(name: str) -> tuple[float, float]:
    """Plays and deals in a second, in the best of a few runs over the same deals."""
    rng = Random(name)
    rules = PRESETS[name].rules
    deals = [ready(rules, child_seed(name, number), rng) for number in range(DEALS)]
    speeds = []
    for _ in range(RUNS):
        started = time.perf_counter()
        cards = sum(play_out(deal, rng) for deal in deals)
        seconds = time.perf_counter() - started
        speeds.append((cards / seconds, DEALS / seconds))
    return max(speeds)


def main() -> None:
    print(f"{'rules':<24}{'plays/s':>10}{'deals/s':>10}")
    for name in MEASURED:
        plays, deals = measured(name)
        print(f"{name:<24}{plays:>10,.0f}{deals:>10,.0f}")


if __name__ == "__main__":
    main()
