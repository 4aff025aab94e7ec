"""OpenSpiel's information-set tree search (ISMCTS) as an outside bot for Hearts.

It needs `open_spiel` and nothing of ours:

    make .venv/.dev
    gongzhu arena master@10ms \\
        "cmd:.venv/bin/python -m bench.bots.players.spiel --seconds 0.01" \\
        --rules hearts-denexa

Each request is turned into one of OpenSpiel's states: the cards that are not known are dealt to
seats that may hold them, which tells the search nothing, for it deals them anew in every iteration
by what its seat has seen. Of the cards that both OpenSpiel and the request allow, the one that the
search visited most is played. (They differ once in a while: in OpenSpiel a lead from a hand of
nothing but hearts breaks them.) Seats are counted from the one that is asked, for the search
crashes when a later seat passes.
"""

import argparse
import json
import sys
from random import Random
from typing import Any

import pyspiel

SUITS = "CDHS"
RANKS = "23456789TJQKA"
SEATS = range(4)

Request = dict[str, Any]
Tricks = list[list[tuple[int, str]]]
Hands = list[list[str]]


def number(card: str) -> int:
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def card_of(action: int) -> str:
    return RANKS[action // 4] + SUITS[action % 4]


PACK = [card_of(action) for action in range(52)]


def game_of(rules: dict[str, Any]) -> Any:
    """OpenSpiel's Hearts under these rules; what it cannot play ends the program."""
    wanted = {
        "players": 4,
        "partners": "none",
        "aim": "low",
        "pass_count": 3,
        "all_point_cards": "others",
        "first_lead": "must-lead",
        "first_lead_card": "2C",
    }
    for option, value in wanted.items():
        if rules[option] != value:
            sys.exit(f"OpenSpiel's hearts has only {option} = {value}")
    options = {
        "pass_cards": rules["pass_cycle"] != ["none"],
        "no_pts_on_first_trick": not rules["first_trick_points"],
        "must_break_hearts": rules["hearts_must_be_broken"],
        "qs_breaks_hearts": rules["queen_breaks_hearts"],
        "jd_bonus": "JD" in rules["points"],
    }
    told = ",".join(f"{name}={str(value).lower()}" for name, value in options.items())
    return pyspiel.load_game(f"hearts({told})")


def voids(tricks: Tricks) -> list[set[str]]:
    """For each seat the suits that it did not follow."""
    shown: list[set[str]] = [set() for _ in SEATS]
    for trick in tricks:
        for seat, card in trick:
            if card[1] != trick[0][1][1]:
                shown[seat].add(trick[0][1][1])
    return shown


def hands_before_play(asked: Request, rng: Random) -> Hands:
    """The hands with which play began, as they may have been."""
    seat = asked["seat"]
    tricks = [*asked["history"], asked["trick"]]
    played = [[card for trick in tricks for at, card in trick if at == s] for s in SEATS]
    known = [list(cards) for cards in played]
    known[seat] += asked["hand"]
    receiver = (seat + asked["passing"]) % 4
    if asked["type"] == "play" and asked["passing"]:
        known[receiver] += [card for card in asked["passed"] if card not in known[receiver]]
    left = [card for card in PACK if not any(card in cards for cards in known)]
    shown = voids(tricks)
    while True:
        hands = [list(cards) for cards in known]
        rng.shuffle(left)
        left.sort(key=lambda card: sum(card[1] not in suits for suits in shown))
        for card in left:
            free = [s for s in SEATS if len(hands[s]) < 13 and card[1] not in shown[s]]
            if not free:
                break
            hands[rng.choices(free, [13 - len(hands[s]) for s in free])[0]].append(card)
        else:
            return hands


def passes(asked: Request, hands: Hands, rng: Random) -> Hands:
    """What each seat passed, so that it came to these hands."""
    seat, steps = asked["seat"], asked["passing"]
    passed: Hands = []
    for giver in SEATS:
        held = hands[(giver + steps) % 4]
        if giver == seat:
            passed.append(asked["passed"])
        elif (giver + steps) % 4 == seat:
            passed.append(asked["received"])
        else:
            passed.append(rng.sample(held, 3))
    return passed


def state_of(game: Any, asked: Request, rng: Random) -> Any:
    """OpenSpiel's state in which the seat is to act."""
    seat, steps = asked["seat"], asked["passing"] % 4
    state = game.new_initial_state()
    hands = hands_before_play(asked, rng)
    passed: Hands = []
    if steps and asked["type"] == "play":
        passed = passes(asked, hands, rng)
        hands = [
            [card for card in hands[s] if card not in passed[(s - steps) % 4]] + passed[s]
            for s in SEATS
        ]
    state.apply_action(steps)
    for row in zip(*(sorted(hand, key=number) for hand in hands), strict=True):
        for card in row:
            state.apply_action(number(card))
    for given in passed:
        for card in sorted(given, key=number):
            state.apply_action(number(card))
    for trick in (*asked["history"], asked["trick"]):
        for _, card in trick:
            state.apply_action(number(card))
    assert state.current_player() == seat, "the seat that is asked is to act"
    return state


def counted_from(asked: Request) -> Request:
    """The request with seats counted from the one that is asked."""
    seat = asked["seat"]

    def turned(trick: list[list[Any]]) -> list[list[Any]]:
        return [[(at - seat) % 4, card] for at, card in trick]

    tricks = [turned(trick) for trick in asked["history"]]
    return asked | {"seat": 0, "trick": turned(asked["trick"]), "history": tricks}


def answer(request: Request, bot: Any, rng: Random) -> dict[str, str | list[str]]:
    """The action; rules or cards that OpenSpiel sees otherwise end the program."""
    asked = counted_from(request)
    game = game_of(asked["rules"])
    state = state_of(game, asked, rng)
    chosen: list[str] = []
    for _ in range(3 if asked["type"] == "pass" else 1):
        chances, _ = bot.step_with_policy(state)
        often = {card_of(action): chance for action, chance in chances}
        able = [card for card in asked["legal"] if card in often and card not in chosen]
        if not able:
            sys.exit(f"OpenSpiel would play one of {[*often]}, the request has {asked['legal']}")
        chosen.append(max(able, key=lambda card: often[card]))
        state.apply_action(number(chosen[-1]))
    if asked["type"] == "pass":
        return {"type": "pass", "cards": chosen}
    return {"type": "play", "card": chosen[0]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seconds", type=float, help="for each search, instead of simulations")
    parser.add_argument("--exploring", type=float, default=4.0, help="constant of UCT, in points")
    asked = parser.parse_args()
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        asked.exploring,
        -1 if asked.seconds else asked.simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
        False,
        False,
        asked.seconds or -1.0,
    )
    rng = Random(1)
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] in ("play", "pass"):
            print(json.dumps(answer(request, bot, rng)), flush=True)


if __name__ == "__main__":
    main()
