"""Our levels answer what can be asked, and say of everything else why it cannot be."""

from random import Random
from typing import Any

import msgspec
import pytest

from gongzhu.arena.answering import answer_lines, rules_of, view_in
from gongzhu.arena.request import BotRequest, request_of
from gongzhu.bots import make_bot
from gongzhu.cards import PACK
from gongzhu.rules import Action, option_values
from gongzhu.view import view_of
from tests.support.playing import play_out, random_start
from tests.support.rulesets import PRESET_RULES

Fields = dict[str, Any]


def asked(preset: str, seed: int) -> list[Fields]:
    """Every request of a deal, as a program would write it."""
    rng = Random(seed)
    steps = play_out(random_start(PRESET_RULES[preset], rng)[0], rng)
    views = [view_of(step.before, step.seat) for step in steps]
    encoded = [msgspec.json.encode(request_of(view)) for view in views if view.must_act()]
    return [msgspec.json.decode(line) for line in encoded]


def told(fields: Fields, level: str = "novice") -> Fields:
    """The answer to a request, decoded."""
    [line] = answer_lines([msgspec.json.encode(fields)], make_bot(level), seed="x")
    answer: Fields = msgspec.json.decode(line)
    return answer


def at_play(preset: str = "gongzhu-pagat", tricks: int = 5) -> Fields:
    """A request in the middle of a deal: a follower's, with finished tricks before it."""
    return next(
        fields
        for fields in asked(preset, 3)
        if fields["type"] == "play"
        and len(fields["history"]) == tricks
        and len(fields["trick"]) == 2
    )


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"leader": 9}, "leader"),
        ({"captured": [[], [], [], []]}, "captured"),
        ({"captured": [["QS"], [], []]}, "captured"),
        ({"totals": [0, 0]}, "totals"),
        ({"totals": [10**30] * 4}, "totals"),
        ({"totals": [0, 0, 0, -(2**63)]}, "totals"),
        ({"deal": -1}, "deal"),
        ({"deal": 1 << 16}, "deal"),
        ({"passing": 4}, "passing"),
        ({"passing": 2}, "passing"),
        ({"seat": 4}, "seat"),
        ({"exposures": [{"2C": "open"}, {}, {}, {}]}, "exposures"),
        ({"exposures": [{"QS": "up"}, {}, {}, {}]}, "exposures"),
        ({"face_down": [0, 0, 5, 0]}, "face_down"),
        ({"face_down": [1, 1, 1, 1]}, "face_down"),
        ({"hand": ["2C"]}, "hand"),
        ({"hand": []}, "hand"),
        ({"history": []}, "hand"),
        ({"trick": [[0, "2C"], [1, "3C"], [2, "4C"], [3, "5C"]]}, "trick"),
        ({"type": "expose"}, "history"),
        ({"type": "moon"}, "type"),
    ],
    ids=str,
)
def test_a_field_that_cannot_be_is_named(changes: Fields, field: str) -> None:
    error = told(at_play() | changes)["error"]
    assert error.startswith(f"no such position: {field}: "), error


@pytest.mark.rest
@pytest.mark.parametrize("total", [-(1 << 23), (1 << 23) - 1])
def test_a_level_that_searches_answers_whatever_the_totals(total: int) -> None:
    assert told(at_play() | {"totals": [total, 0, 0, 0]}, "strong").keys() == {"type", "card"}


def test_a_card_that_was_played_cannot_be_played_again() -> None:
    fields = at_play()
    fields["trick"][-1][1] = fields["history"][0][0][1]
    assert "history: seat" in told(fields)["error"]


def _as_if_void_seat_followed() -> tuple[Fields, int]:
    """A request in which a seat plays a suit that it could not follow before, and that seat."""
    for seed in range(40):
        for fields in asked("hearts-denexa", seed):
            tricks, hand = fields["history"], fields["hand"]
            if fields["type"] != "play":
                continue
            seen = {card for trick in (*tricks, fields["trick"]) for _, card in trick}
            for trick in tricks:
                led = trick[0][1][-1]
                void = {seat for seat, card in trick if card[-1] != led} - {fields["seat"]}
                hidden = [card.value for card in PACK if card.value[-1] == led]
                free = [card for card in hidden if card not in seen and card not in hand]
                for play in fields["trick"]:
                    if play[0] in void and free:
                        play[1] = free[0]
                        return fields, play[0]
    raise LookupError("no such deal among forty")


def test_whoever_did_not_follow_has_no_card_of_the_suit() -> None:
    fields, seat = _as_if_void_seat_followed()
    assert f"seat {seat} cannot have played" in told(fields)["error"]


def test_whoever_has_shown_a_card_of_the_suit_follows() -> None:
    """Seat 0 has exposed J♦, and discards a heart on the second diamond."""
    fields = {
        "type": "play",
        "game": "gongzhu",
        "rules": option_values(PRESET_RULES["gongzhu-pagat"]),
        "seat": 1,
        "hand": ["9C", "AC", "3D", "7D", "6H", "2S", "6S", "8S", "9S", "AS", "KH"],
        "trick": [[3, "6D"], [0, "JH"]],
        "history": [
            [[1, "4S"], [2, "KS"], [3, "7S"], [0, "3S"]],
            [[2, "2D"], [3, "KD"], [0, "9D"], [1, "8D"]],
        ],
        "exposures": [{"JD": "open"}, {}, {}, {}],
    }
    assert "error" not in told(fields | {"trick": [[3, "6D"], [0, "JD"]]})
    assert "nobody can hold J♦" in told(fields)["error"]


def test_cards_face_down_are_among_those_that_are_left() -> None:
    """Two of the four key cards are face up, and the seat that is asked has a third."""
    rules = option_values(PRESET_RULES["gongzhu-boulder"])
    hand = ["3C", "4C", "5C", "6C", "7C", "8C", "9C", "3D", "4D", "5D", "6D", "2S", "QS"]
    fields = {"type": "play", "game": "gongzhu", "rules": rules, "seat": 1, "hand": hand}
    fields |= {"leader": 1, "exposures": [{"JD": "up"}, {}, {"TC": "up"}, {}]}
    for face_down, fits in ([0, 0, 0, 1], True), ([0, 0, 0, 2], False), ([1, 0, 0, 1], False):
        answer = told(fields | {"face_down": face_down})
        assert ("error" not in answer) is fits
        assert fits or "face_down: these seats cannot have laid so many" in answer["error"]


def test_what_is_missing_follows_from_the_tricks() -> None:
    whole = at_play()
    short = {key: whole[key] for key in whole if key not in ("leader", "captured", "legal")}
    request = msgspec.convert(short, BotRequest)
    view = view_in(request, rules_of(request))
    assert [sorted(card.value for card in cards) for cards in view.public.captured] == [
        sorted(cards) for cards in whole["captured"]
    ]
    assert view.public.leader == whole["leader"]
    assert told(short).keys() == {"type", "card"}


def test_an_empty_field_is_not_a_missing_one() -> None:
    """Captured cards that are said to be none contradict the tricks that brought them."""
    fields = at_play()
    assert any(fields["captured"])
    fields["captured"] = [[] for _ in fields["captured"]]
    assert "captured" in told(fields)["error"]


def _corrupt(fields: Fields, rng: Random) -> None:
    """Change one thing that a careless program might."""
    cards = [card.value for card in PACK]
    match rng.randrange(8):
        case 0:
            fields["hand"] = fields["hand"][: rng.randrange(14)]
        case 1 if fields["hand"]:
            fields["hand"][rng.randrange(len(fields["hand"]))] = rng.choice(cards)
        case 2 if fields["history"]:
            rng.choice(rng.choice(fields["history"]))[1] = rng.choice(cards)
        case 3 if fields["trick"]:
            rng.choice(fields["trick"])[1] = rng.choice(cards)
        case 4 if fields["history"]:
            rng.shuffle(fields["history"])
        case 5:
            fields["seat"] = rng.randrange(5)
        case 6:
            fields["exposures"] = [{rng.choice(cards): "open"}, {}, {}, {}]
        case 7:
            fields["type"] = rng.choice(["pass", "expose", "play", "moon"])
        case _:
            fields["leader"] = rng.randrange(4)


@pytest.mark.parametrize("preset", ["gongzhu-pagat", "gongzhu-boulder", "hearts-denexa"])
def test_no_request_brings_a_level_down(preset: str) -> None:
    """Whatever is asked, the answer is a legal action or says what cannot be."""
    rng = Random(preset)
    requests = [fields for seed in range(3) for fields in asked(preset, seed)]
    answered = refused = 0
    for _ in range(150):
        fields = msgspec.json.decode(msgspec.json.encode(rng.choice(requests)))
        for _ in range(rng.randrange(1, 3)):
            _corrupt(fields, rng)
        answer = told(fields, "strong")
        if "error" in answer:
            refused += 1
            continue
        answered += 1
        request = msgspec.convert(fields, BotRequest)
        view = view_in(request, rules_of(request))
        assert view.why_illegal(msgspec.convert(answer, Action)) is None
    assert answered > 5
    assert refused > 50


def test_the_moon_may_be_asked_about_without_the_tricks_that_shot_it() -> None:
    rules = option_values(PRESET_RULES["hearts-choice"])
    request = {"type": "moon", "game": "hearts", "seat": 1, "rules": rules, "hand": []}
    assert told(request) == {"type": "moon", "choice": "others"}
    assert "hand" in told(request | {"hand": ["2C"]})["error"]
