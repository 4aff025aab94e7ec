"""What the table says, in both languages, and how it is laid out."""

from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from textual.content import Content

from gongzhu.bots import make_bot
from gongzhu.cards import Card, Seat
from gongzhu.rules import PRESETS, CardPlayed, Expose, Mode, Phase, apply, piles, start_deal
from gongzhu.terminal.board import spots
from gongzhu.terminal.cards import LARGE, MEDIUM, SMALL, TINY, Canvas, face, size_for
from gongzhu.terminal.event_text import EventText
from gongzhu.terminal.local_table import YOU, LocalTable
from gongzhu.terminal.look import AsciiOnly, beside, columns, with_cards
from gongzhu.terminal.prompts import legal_now, question
from gongzhu.terminal.screens.ends import dealt_hands, passed_cards, pile_blocks
from gongzhu.terminal.screens.information import score_sheet
from gongzhu.terminal.seat_view import exposure_factors, last_trick, seat_views, trick_on_table
from gongzhu.terminal.standing import saved_words, standing
from gongzhu.texts import LANGUAGES, Lang
from gongzhu.view import view_of
from tests.support.rulesets import every_kind
from tests.support.tables import full_hands, preset
from tests.terminal.seated_player import FirstBot, play_on, setup_of

TABLES = {
    name: rules for name, rules in every_kind(seed=17, count=12).items() if name not in PRESETS
}


def texts_of(table: LocalTable, lang: Lang) -> EventText:
    """Tells what happens at a table."""
    return EventText(table.setup.rules, table.setup.names, table.you, lang)


def moments(name: str) -> Iterator[LocalTable]:
    """A table before every action of a deal, and at its end."""
    table = LocalTable(setup_of(TABLES.get(name, name), seed="words"), make_bot("random"))
    while table.stage == "playing":
        yield table
        play_on(table, 1)
    yield table


def finished(name: str) -> LocalTable:
    """A table at the end of a deal."""
    *_, table = moments(name)
    return table


@pytest.mark.parametrize("name", [*PRESETS, *TABLES])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_happens_can_be_told(name: str, lang: Lang) -> None:
    for table in moments(name):
        texts = texts_of(table, lang)
        told = texts.lines(table.seen)
        assert all(told)
        assert "{" not in "".join(told)
        assert question(table, texts, (), lang)
        assert legal_now(table.view, lang)
        assert all(line.cell_length <= 72 for line in score_sheet(table, lang, 72).split("\n"))
        assert standing(table, lang).plain
    ended = finished(name)
    assert len(pile_blocks(ended, lang, 40)) == len(piles(ended.setup.rules))
    hands = dealt_hands(ended, lang, 72).split("\n")
    assert len(hands) == 1 + ended.view.public.players
    assert all(line.cell_length <= 72 for line in passed_cards(ended, lang).split("\n"))
    assert saved_words(ended, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_of_a_score_is_broken_to_the_width_of_its_column(lang: Lang) -> None:
    for block in pile_blocks(finished("gongzhu-pagat"), lang, 30):
        assert all(line.cell_length <= 30 for line in block.split("\n")[1:])


def test_a_trick_is_told_in_one_line_and_its_capture() -> None:
    table = LocalTable(setup_of("gongzhu-denexa", seed="words"), FirstBot())
    while not table.view.public.tricks:
        play_on(table, 1)
    (trick,) = table.view.public.tricks
    names = table.setup.names
    told = texts_of(table, "en").lines(table.seen)[-1]
    for place, card in enumerate(trick.cards):
        assert f"{names[(trick.leader + place) % 4]} {card}" in told
    assert told.split("\n")[1].startswith("→")


def test_the_question_says_which_suit_is_to_be_followed() -> None:
    table = LocalTable(setup_of("gongzhu-denexa", seed="words"), FirstBot())
    while not (table.waiting_for() == YOU and table.view.public.trick):
        play_on(table, 1)
    suit = table.view.public.trick[0].suit
    asked = question(table, texts_of(table, "zh"), (), "zh")
    assert {"C": "梅花", "D": "方块", "H": "红桃", "S": "黑桃"}[suit.value] in asked


def test_what_one_sold_face_down_is_known_to_oneself_only() -> None:
    rules = preset("gongzhu-boulder")
    deal, _ = start_deal(rules, full_hands(rules, {0: "QS", 1: "AH"}))
    modes: dict[int, dict[Card, Mode]] = {0: {Card("QS"): "down"}, 1: {Card("AH"): "up"}}
    for seat in range(4):
        deal, _ = apply(deal, Seat(seat), Expose(modes.get(seat, {})))
    assert exposure_factors(view_of(deal, YOU)) == {Card("QS"): 2, Card("AH"): 4}
    assert exposure_factors(view_of(deal, Seat(1))) == {Card("AH"): 4}


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-boulder", "gongzhu-pagat-partners"])
def test_seats_show_what_lies_before_them(name: str) -> None:
    for table in moments(name):
        view = table.view
        views = seat_views(table, view)
        assert sum(shown.cards for shown in views) + len(view.public.trick) == 52 - 4 * len(
            view.public.tricks
        )
        assert [shown.partner for shown in views] == [False, False, "partners" in name, False]
        # The first deal is seat 0's; once it is over, the mark passes on.
        assert [shown.deals for shown in views].index(True) == len(table.records)
        assert sum(shown.deals for shown in views) == 1
        for seat, shown in enumerate(views):
            assert {card for card, _ in shown.captured} == set(view.public.captured[seat])
            assert shown.face_down == view.public.face_down[seat]
        held = {card for shown in views for card, _ in shown.exposed}
        played = {card for trick in view.public.tricks for card in trick.cards}
        assert held == {item.card for item in view.public.exposed} - played - set(view.public.trick)
        if view.public.phase is Phase.PLAYING:
            turns = [seat for seat, shown in enumerate(views) if shown.turn]
            assert turns == [view.public.turn]
    ended = finished(name)
    points = [shown.points for shown in seat_views(ended, ended.view)]
    assert points == list(ended.records[0].scores)


def test_the_trick_on_the_table_is_the_last_one_until_the_next_begins() -> None:
    table = LocalTable(setup_of("gongzhu-hwa"), FirstBot())
    assert trick_on_table(table.view.public) is None
    assert last_trick(table.view.public) is None
    play_on(table, 2)
    begun = trick_on_table(table.view.public)
    assert begun is not None
    assert len(begun.plays) == 2
    assert not begun.past
    play_on(table, 2)
    taken = trick_on_table(table.view.public)
    assert taken == last_trick(table.view.public)
    assert taken is not None
    assert taken.past
    assert taken.best == table.view.public.tricks[0].winner
    played = [event for event in table.seen if isinstance(event, CardPlayed)]
    assert [(event.seat, event.card) for event in played] == list(taken.plays)


def test_seats_sit_in_the_order_of_play() -> None:
    assert spots(4, clockwise=True) == ("bottom", "left", "top", "right")
    assert spots(4, clockwise=False) == ("bottom", "right", "top", "left")
    assert spots(5, clockwise=True) == ("bottom", "left", "top-left", "top-right", "right")
    assert spots(5, clockwise=False) == ("bottom", "right", "top-right", "top-left", "left")


def test_columns_are_as_wide_as_their_cells() -> None:
    table = columns([["名字", "总分"], ["Ann", "−1000"], ["小王", "0"]])
    lines = table.plain.split("\n")
    assert lines == ["名字    总分", "Ann    −1000", "小王       0"]
    assert {cell_len(line) for line in lines} == {12}
    assert columns([["a", "b"], ["cc", "dd"]], all_left=True).plain == "a    b \ncc   dd"


def test_blocks_stand_beside_each_other() -> None:
    assert beside(Content("猪\nab"), Content("x\ny\nz"), 4).plain == "猪  x\nab  y\n    z"


def test_cards_in_sentences_are_coloured_by_suit() -> None:
    told = with_cards("Bo exposes Q♠, not 10♦.")
    styles = {told.plain[span.start : span.end]: str(span.style) for span in told.spans}
    assert styles == {"Q♠": "bold $spades on $face", "10♦": "bold $diamonds on $face"}


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE])
@pytest.mark.parametrize("card", [Card("TC"), Card("AH")])
@pytest.mark.parametrize("starred", [False, True])
def test_a_face_fills_its_size(size: object, card: Card, starred: bool) -> None:
    assert isinstance(size, type(SMALL))
    lines = face(card, size, starred=starred)
    assert len(lines) == size.height
    assert {line.cell_length for line in lines} == {size.width}
    text = "\n".join(line.plain for line in lines)
    assert text.count(str(card)[:-1]) == 2
    assert card.suit.symbol in text
    assert ("★" in text) is starred


@pytest.mark.parametrize(
    ("width", "height", "cards", "size"),
    [
        (78, 22, 13, SMALL),
        (78, 22, 17, TINY),
        (102, 22, 17, SMALL),
        (200, 24, 13, SMALL),
        (105, 30, 13, MEDIUM),
        (103, 60, 13, SMALL),
        (65, 30, 8, MEDIUM),
        (131, 42, 13, LARGE),
    ],
)
def test_cards_are_as_large_as_fits(width: int, height: int, cards: int, size: object) -> None:
    assert size_for(width, height, cards) is size


def test_a_canvas_keeps_to_its_size() -> None:
    canvas = Canvas(6, 2)
    canvas.place(3, 0, [Content("ab"), Content("猪"), Content("below")])
    canvas.place(0, 0, [Content("x")])
    canvas.place_centred(1, Content(""))
    assert canvas.content().plain == "x  ab \n   猪 "


def test_every_sign_of_the_table_has_an_ascii_one() -> None:
    from rich.segment import Segment
    from textual.color import Color

    signs = "▶◀▲▼•·★←→↑↓↺↻×−–—…▒♠♥♦♣╭╮╰╯│─"
    (line,) = AsciiOnly().apply([Segment(signs)], Color(0, 0, 0))
    assert line.text.isascii()
    assert len(line.text) == len(signs)
