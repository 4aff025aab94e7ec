"""The lessons, and the pages on strategy and how to play, as the page in the browser has them."""

import re

import pytest

from gongzhu.cards import Card
from gongzhu.rules import Phase, Play
from gongzhu.texts import LANGUAGES, Lang, keys
from gongzhu.view import view_of
from tests.web import make_lessons
from tests.web.lesson_scripts import LESSONS
from tests.web.make_lessons import LEARNER, Stop, stops

MOST_WORDS = 40
MOST_CHARACTERS = 80

STOPS = [
    pytest.param(name, stop, id=f"{name}: {stop.step.name}")
    for name, lesson in LESSONS.items()
    for stop in stops(lesson)
]


@pytest.mark.parametrize("name", make_lessons.contents())
def test_the_data_are_the_engines(name: str) -> None:
    """After a change of lessons, their words, advice or docs/learn.md: run make_lessons.py."""
    file = make_lessons.FOLDER / name
    assert file.read_text("utf-8") == make_lessons.contents()[name]


@pytest.mark.parametrize(("name", "stop"), STOPS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_is_told_in_few_words(name: str, stop: Stop, lang: Lang) -> None:
    words = make_lessons.step_words(name, stop, lang)
    assert {"title", "say"} <= words.keys()
    assert ("then" in words) == bool(stop.step.do)
    for key, text in words.items():
        if key != "illegal":
            count = len(text) if lang == "zh" else len(text.split())
            assert count <= (MOST_CHARACTERS if lang == "zh" else MOST_WORDS), text


@pytest.mark.parametrize(("name", "stop"), STOPS)
def test_every_other_move_has_an_answer(name: str, stop: Stop) -> None:
    """A card that may not be played has the rule's own words; one that may, has ours."""
    start = f"lessons.{name}.{stop.step.name}.wrong"
    found = {key.removeprefix(start) for key in keys("en") if key.startswith(start)}
    if not stop.step.do:
        assert not found
        return
    if stop.deal.public.phase is not Phase.PLAYING:
        assert "" in found
        return
    view = view_of(stop.deal, LEARNER)
    hand = stop.deal.own[LEARNER].hand
    others = {card.code for card in hand if view.why_illegal(Play(card)) is None} - {stop.step.do}
    told = {key.removeprefix("_") for key in found - {""}}
    assert told <= others
    assert others <= told or "" in found


@pytest.mark.parametrize("name", LESSONS)
def test_nothing_is_told_of_strategy_that_no_card_says(name: str) -> None:
    """Cards in the words of a step are in that deal: in the hand, the trick or what is played."""
    for stop in stops(LESSONS[name]):
        seen = {str(card) for card in Card if card in set(_near(stop))}
        for key, text in make_lessons.step_words(name, stop, "en").items():
            if key != "illegal":
                assert set(re.findall(r"(?:10|[2-9AKQJ])[♠♥♣♦]", text)) <= seen | KEYS, text


KEYS = {"A♥", "Q♠", "J♦", "10♣", "2♣"}
"""Named by the rules, wherever they are."""


def _near(stop: Stop) -> list[Card]:
    public = stop.then.public
    tricks = [card for trick in public.tricks for card in trick.cards]
    return [*stop.deal.own[LEARNER].hand, *stop.then.own[LEARNER].hand, *tricks, *public.trick]
