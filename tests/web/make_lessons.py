"""Writes what the page knows of lessons, strategy and how to play, into web/src/learn/data.

Run it as `python -m tests.web.make_lessons`. Every move of a lesson is the engine's, who wins a
trick, what a pile is worth and why a card may not be played too.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from gongzhu.cards import Card, Seat, seats
from gongzhu.rules import (
    PRESETS,
    Action,
    Deal,
    Event,
    Expose,
    ExposureChosen,
    Pass,
    PassChosen,
    Phase,
    Play,
    RuleSet,
    apply,
    exposure_modes,
    hand_size,
    key_cards,
    pack_of,
    playable,
    score_piles,
    start_deal,
)
from gongzhu.table.facts import Chose, Happened
from gongzhu.table.settings import Settings
from gongzhu.table.state import Ask, DealView, SeatState, TableState, TableView
from gongzhu.texts import LANGUAGES, Lang, keys, say
from gongzhu.view import see, view_of
from tests.web.learn_pages import how_to_play, strategy
from tests.web.lesson_scripts import LESSONS, Lesson, Scene, Step

FOLDER = Path(__file__).parents[2] / "web" / "src" / "learn" / "data"
LEARNER = Seat(0)
NAMES = {"clockwise": ("", "Lulu", "Momo", "Nana"), "anticlockwise": ("", "Nana", "Momo", "Lulu")}
"""By seat, so that Lulu always sits at the left and Nana at the right."""
PLACES = {
    "clockwise": ("you", "left", "across", "right"),
    "anticlockwise": ("you", "right", "across", "left"),
}
Json = dict[str, Any]


def contents() -> dict[str, str]:
    """Each file's name and what it holds."""
    data = {f"{name}.json": lesson_data(lesson) for name, lesson in LESSONS.items()}
    words = {
        f"{name}.{lang}.json": lesson_words(name, lang) for name in LESSONS for lang in LANGUAGES
    }
    pages = {
        f"{name}.{lang}.json": make(lang)
        for name, make in (("strategy", strategy), ("how-to-play", how_to_play))
        for lang in LANGUAGES
    }
    return {name: _written(content) for name, content in (data | words | pages).items()}


class Stop(msgspec.Struct, frozen=True):
    """A step as it was played through."""

    step: Step
    scene: int
    before: tuple[Happened | Chose, ...]
    deal: Deal
    """When the learner is asked."""
    after: tuple[Happened | Chose, ...]
    then: Deal
    """When everything of the step has been played."""


def lesson_data(lesson: Lesson) -> Json:
    """Scenes as the learner's page first sees them, and steps with all that happens in them."""
    return {
        "scenes": [_view(lesson, beginning(lesson, scene)) for scene in lesson.scenes],
        "steps": [
            {
                "name": stop.step.name,
                "scene": stop.scene,
                "mark": stop.step.mark,
                "before": msgspec.to_builtins(stop.before),
                "ask": msgspec.to_builtins(ask_of(stop.deal)) if stop.step.do else None,
                "do": stop.step.do.split(),
                "after": msgspec.to_builtins(stop.after),
                "values": values(stop.deal),
            }
            for stop in stops(lesson)
        ],
    }


def lesson_words(name: str, lang: Lang) -> Json:
    """The words of every step: those of the catalogue with the engine's figures in them, and why a
    card may not be played."""
    lesson = LESSONS[name]
    return {stop.step.name: step_words(name, stop, lang) for stop in stops(lesson)}


def step_words(name: str, stop: Stop, lang: Lang) -> Json:
    """The words of one step."""
    start = f"lessons.{name}.{stop.step.name}."
    found = [key.removeprefix(start) for key in keys(lang) if key.startswith(start)]
    figures = {"before": points(stop.deal), "after": points(stop.then)}
    said = {
        key: say(start + key, lang, **figures["after" if key == "then" else "before"])
        for key in found
    }
    view = view_of(stop.deal, LEARNER)
    illegal = {}
    if stop.step.do and stop.deal.public.phase is Phase.PLAYING:
        for card in stop.deal.own[LEARNER].hand:
            reason = view.why_illegal(Play(card))
            if reason is not None:
                illegal[card.code] = reason.text(lang)
    return said | {"illegal": illegal}


def points(deal: Deal) -> dict[str, str]:
    """What each pile is worth now, by where its captor sits; a deal that is over has its scores."""
    rules, public = deal.rules, deal.public
    modes = {exposure.card: exposure.mode for exposure in public.exposed}
    scores = public.scores or score_piles(rules, public.captured, modes, [0] * 4).points
    return {
        place: _signed(rules, score)
        for place, score in zip(PLACES[rules.direction], scores, strict=True)
    }


def values(deal: Deal) -> dict[str, str]:
    """What each point card is worth by itself, as it is printed on the card."""
    found = {}
    modes = {exposure.card: exposure.mode for exposure in deal.public.exposed}
    for card in pack_of(deal.rules):
        (score,) = score_piles(deal.rules, [(card,)], modes, [0]).points
        if card is deal.rules.doubler:
            found[card.code] = "×4" if card in modes else "×2"
        elif score:
            found[card.code] = _signed(deal.rules, score)
    return found


def _signed(rules: RuleSet, score: int) -> str:
    sign = "+" if rules.aim == "high" and score > 0 else ""
    return f"{sign}{score}".replace("-", "\u2212")


def stops(lesson: Lesson) -> list[Stop]:
    """Every step of a lesson, played through by the engine."""
    found = []
    for at, scene in enumerate(lesson.scenes):
        deal = beginning(lesson, scene)
        for step in scene.steps:
            deal, before = _played(deal, step.before)
            asked = deal
            deal, mine = _done(deal, step.do)
            deal, after = _played(deal, step.after)
            found.append(Stop(step, at, before, asked, (*mine, *after), deal))
    return found


def beginning(lesson: Lesson, scene: Scene) -> Deal:
    """The deal of a scene where the lesson begins to look at it."""
    rules = PRESETS[lesson.preset].rules
    leader = None if scene.leader is None else Seat(scene.leader)
    deal, _ = start_deal(rules, _hands(rules, scene), scene.number, leader=leader)
    for seat in seats(rules.players):
        # A scene in which the learner passes or exposes begins before that.
        if deal.public.phase is Phase.PASSING and seat in scene.passes:
            deal, _ = apply(deal, seat, Pass(cards_of(scene.passes[seat])))
    chooses = scene.steps[0].name == "expose"
    for seat in seats(rules.players):
        if deal.public.phase is Phase.EXPOSING and not (chooses and seat == LEARNER):
            deal, _ = apply(deal, seat, _exposed(rules, scene.exposes.get(seat, "")))
    return _played(deal, scene.prefix)[0]


def ask_of(deal: Deal) -> Ask:
    """The question that a table would put to the learner."""
    own = deal.own[LEARNER]
    match deal.public.phase:
        case Phase.PASSING:
            return Ask("pass", tuple(card.code for card in own.hand), deal.rules.pass_count)
        case Phase.EXPOSING:
            modes = exposure_modes(deal.rules)
            return Ask(
                "expose",
                modes={card.code: modes for card in key_cards(deal.rules) if card in own.hand},
            )
        case _:
            assert deal.public.turn == LEARNER
            cards = playable(deal.rules, deal.public, own)
            return Ask("play", tuple(card.code for card in cards))


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards of these codes."""
    return tuple(Card(code) for code in text.split())


def _exposed(rules: RuleSet, text: str) -> Expose:
    return Expose(dict.fromkeys(cards_of(text), exposure_modes(rules)[0]))


def _hands(rules: RuleSet, scene: Scene) -> list[tuple[Card, ...]]:
    hands = [list(cards_of(text)) for text in scene.hands]
    named = {card for hand in hands for card in hand}
    loose = [card for card in pack_of(rules) if card not in named]
    Random(1).shuffle(loose)
    for hand in hands:
        while len(hand) < hand_size(rules):
            hand.append(loose.pop())
    return [tuple(sorted(hand)) for hand in hands]


def _done(deal: Deal, do: str) -> tuple[Deal, tuple[Happened | Chose, ...]]:
    if not do:
        return deal, ()
    cards = cards_of(do)
    action: Action
    match deal.public.phase:
        case Phase.PASSING:
            action = Pass(cards)
        case Phase.EXPOSING:
            action = _exposed(deal.rules, do)
        case _:
            action = Play(cards[0])
    after, events = apply(deal, LEARNER, action)
    return after, tuple(_facts(events))


def _played(deal: Deal, text: str) -> tuple[Deal, tuple[Happened | Chose, ...]]:
    facts: list[Happened | Chose] = []
    for card in cards_of(text):
        turn = deal.public.turn
        assert turn is not None
        deal, events = apply(deal, turn, Play(card))
        facts += _facts(events)
    return deal, tuple(facts)


def _facts(events: tuple[Event, ...]) -> list[Happened | Chose]:
    """What the learner's page is told, as a table would tell it."""
    facts: list[Happened | Chose] = []
    for event in events:
        seen = see(event, LEARNER)
        if seen is not None:
            facts.append(Happened(seen))
        if isinstance(event, PassChosen | ExposureChosen):
            facts.append(Chose(event.seat))
    return facts


def _view(lesson: Lesson, deal: Deal) -> Json:
    """The learner's view of the table, as a snapshot brings it."""
    rules, public = deal.rules, deal.public
    sitting = [SeatState("player", name, online=True) for name in NAMES[rules.direction]]
    state = TableState(
        table="lesson",
        settings=Settings("", lesson.preset, rules),
        stage="playing",
        seats=tuple(sitting),
        host=None,
        game="lesson",
        totals=public.totals,
        strips=(0,) * rules.players,
        round_points=(0,) * rules.players,
        lost=(0,) * rules.players,
    )
    sealed = public.phase in (Phase.PASSING, Phase.EXPOSING)
    chosen = tuple(
        sealed and (own.passed if public.phase is Phase.PASSING else own.exposures) is not None
        for own in deal.own
    )
    view = TableView(state, LEARNER, DealView(public, deal.own[LEARNER], chosen))
    built = msgspec.to_builtins(view)
    assert isinstance(built, dict)
    return built


def _written(data: Json) -> str:
    """JSON with a line for each thing, so that a change shows where it is."""
    parts = []
    for key, value in data.items():
        if isinstance(value, list):
            rows = ",\n".join(f"    {_json(row)}" for row in value)
            parts.append(f"  {_json(key)}: [\n{rows}\n  ]")
        else:
            parts.append(f"  {_json(key)}: {_json(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, text in contents().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
