"""The table played at the keys and by mouse: deals, sheets, languages, sizes."""

from pathlib import Path

import pytest
from textual.geometry import Offset

from gongzhu.cards import Card
from gongzhu.dealing import evidence
from gongzhu.records import Verifier, read_jsonl
from gongzhu.rules import Action, Claim, Exposure, MoonChoice, Phase, Play, RuleSet
from gongzhu.terminal.cards import Hand
from gongzhu.terminal.local_table import YOU
from gongzhu.terminal.screens.ends import DealEndSheet
from gongzhu.terminal.screens.questions import MoonQuestion, ResumeQuestion
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.screens.table import TableScreen
from tests.support.tables import full_hands, preset
from tests.terminal.seated_player import (
    Player,
    opening,
    saved_in,
    screen_text,
    seated,
)

ALL_CLUBS = {0: "*C"}


def deal_these(monkeypatch: pytest.MonkeyPatch, rules: RuleSet, named: dict[int, str]) -> None:
    """Every deal has these hands."""
    hands = full_hands(rules, named)
    monkeypatch.setattr(evidence, "deal_hands", lambda rules, seed: hands)


def said(player: Player, action: Action) -> str:
    """The rule that forbids an action, as it stands on the screen."""
    reason = player.view.why_illegal(action)
    assert reason is not None
    return reason.text()


async def click(player: Player, card: Card) -> None:
    """Click the middle of a card of the hand."""
    hand = player.screen.query_one(Hand)
    place = [item.card for item in hand.cards].index(card)
    await player.pilot.click(Hand, offset=Offset(hand.left + 6 * place + 2, 2))
    await player.settled()


def test_a_deal_of_gong_zhu_is_played_by_keyboard_and_recorded(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"

    async def visit(player: Player) -> None:
        assert "Enter goes on" in player.text()
        await player.press("enter")
        assert player.view.public.phase is Phase.PLAYING
        await player.play()
        assert isinstance(player.screen, DealEndSheet)
        text = player.text()
        assert "Deal 1 is over" in text
        assert "The hands as dealt" in text

    app = seated(opening(tmp_path, "gongzhu-pagat", record=file), visit)
    (record,) = read_jsonl(file.read_text("utf-8"))
    assert record == app.table.records[0]
    assert record.preset == "gongzhu-pagat"
    assert record.players == ("You", "Ann", "Bo", "Cleo")
    assert Verifier().check(record) == []


def test_cards_are_passed_by_keyboard(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        assert "Choose 3 cards to pass to Ann" in player.text()
        hand = player.screen.query_one(Hand)
        wanted = [item.card for item in hand.cards][:4]
        await player.press("space", "right", "space", "right", "right", "space")
        assert [item.card for item in hand.cards if item.chosen] == [*wanted[:2], wanted[3]]
        assert "Enter passes the marked cards to Ann" in player.text()
        await player.press("enter")
        own = player.view.own
        assert own is not None
        assert own.received is not None
        assert set(own.passed or ()) == {*wanted[:2], wanted[3]}
        assert "Cleo passed you" in player.text()
        new = {item.card for item in hand.cards if item.tag == "•"}
        assert new == set(own.received)
        await player.play()

    app = seated(opening(tmp_path, "hearts-denexa"), visit)
    assert Verifier().check(app.table.records[0]) == []


def test_a_fourth_card_cannot_be_marked_and_a_mark_can_be_taken_back(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        hand = player.screen.query_one(Hand)
        await player.press("space", "right", "space", "right", "space", "right", "space")
        assert sum(item.chosen for item in hand.cards) == 3
        await player.press("left", "space")
        assert sum(item.chosen for item in hand.cards) == 2
        await player.press("enter")
        assert sum(item.chosen for item in hand.cards) == 3
        assert player.view.public.phase is Phase.PASSING

    seated(opening(tmp_path, "hearts-denexa"), visit)


def test_an_illegal_card_is_explained_and_not_played(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("enter")
        while not 0 < len(player.view.playable()) < player.view.cards_left(YOU):
            await player.press("enter")
        before = player.table.moment
        bright = player.view.playable()
        hand = player.screen.query_one(Hand)
        dim = next(item.card for item in hand.cards if item.card not in bright)
        await click(player, dim)
        await player.press("enter")
        assert player.table.moment == before
        why = said(player, Play(dim))
        assert why in player.text()
        await player.press("h")
        # A long reason is wrapped.
        assert why in " ".join(player.text().replace("│", "").split())
        assert "You may play" in player.text()
        await player.press("escape", "tab")
        assert hand.cursor in bright
        assert why not in player.text()

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_a_card_is_played_by_two_clicks(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("enter")
        card = player.view.playable()[-1]
        hand = player.screen.query_one(Hand)
        other = next(item.card for item in hand.cards if item.card is not card)
        await click(player, other)
        assert hand.cursor is other
        await click(player, card)
        assert card in player.hand
        await click(player, card)
        assert card not in player.hand

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_keys_in_the_last_line_can_be_clicked(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        text = player.screen.query_one("#keys").render()
        column = str(text).index("rules")
        await player.pilot.click("#keys", offset=Offset(_start(text, 80) + column, 0))
        assert "Rules: Gong Zhu · pig strips · anticlockwise" in player.text()

    def _start(text: object, width: int) -> int:
        return (width - len(str(text).rstrip())) // 2

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_cards_are_found_by_typing(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("enter")
        hand = player.screen.query_one(Hand)
        for card in player.hand:
            await player.press(card.code[0], card.code[1].lower())
            assert hand.cursor is card
        await player.press("s")
        assert isinstance(player.screen, Sheet)

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_the_last_trick_the_scores_and_the_rules_can_be_read(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("l")
        assert "No trick has been taken yet" in player.text()
        await player.press("enter", "enter", "enter", "enter")
        trick = player.view.public.tricks[-1]
        await player.press("l")
        assert "Last trick" in player.text()
        for card in trick.cards:
            assert str(card)[:-1] in player.text()
        await player.press("space", "s")
        assert "Scores of this game" in player.text()
        assert "so far" in player.text()
        await player.press("escape", "r")
        assert "Rules: Gong Zhu · pig strips · anticlockwise" in player.text()
        before = player.text()
        await player.press("pagedown")
        assert player.text() != before
        await player.press("escape")
        assert isinstance(player.screen, TableScreen)

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_the_language_changes_at_any_time_and_is_saved(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("e")
        assert "你没有可亮的牌" in player.text()
        assert "第 1 局" in player.text()
        await player.press("enter", "h")
        assert "帮助" in player.text()
        await player.press("e")
        assert "Help" in player.text()
        await player.press("e", "escape")
        assert "轮到你" in player.text()

    seated(opening(tmp_path, "gongzhu-pagat"), visit)
    assert saved_in(tmp_path).lang == "zh"


def test_the_log_stands_beside_a_wide_table(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("enter", "enter", "enter")
        assert "What happened" in player.text()
        assert "Nobody exposes anything." in player.text()
        await player.press("e")
        assert "没有人亮牌。" in player.text()

    seated(opening(tmp_path, "gongzhu-pagat"), visit, size=(140, 42))


def test_five_sit_round_the_table(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        for name in ("You", "Ann", "Bo", "Cleo", "Dev"):
            assert name in player.text()
        seats = {widget.region for widget in player.screen.query(".seat")}
        assert len(seats) == 5
        await player.play()
        assert "Dev" in player.text()

    app = seated(opening(tmp_path, "gongzhu-pagat-5"), visit, size=(78, 22))
    assert Verifier().check(app.table.records[0]) == []


def test_seats_follow_the_direction_of_play(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        left = player.screen.query_one(".seat.left").region.x
        right = player.screen.query_one(".seat.right").region.x
        assert left < right
        first = str(player.screen.query_one(".seat.left").render())
        neighbour = "Ann" if player.view.rules.direction == "clockwise" else "Cleo"
        assert neighbour in first

    seated(opening(tmp_path, "gongzhu-denexa"), visit)
    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_a_card_is_sold_face_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = preset("gongzhu-boulder")
    deal_these(monkeypatch, rules, {0: "QS AS JD 2S", 1: "AH TC"})

    async def visit(player: Player) -> None:
        assert "Put J♦ Q♠ up for sale" in player.text()
        hand = player.screen.query_one(Hand)
        assert {item.card.code for item in hand.cards if item.bright} == {"QS", "JD"}
        await player.press("space")
        assert hand.cursor is Card("QS")
        assert [item.tag for item in hand.cards if item.chosen] == ["▒×2"]
        await player.press("space")
        assert [item.tag for item in hand.cards if item.chosen] == ["×4"]
        await player.press("space")
        assert not any(item.chosen for item in hand.cards)
        await player.press("space", "right", "space", "space", "enter")
        assert player.view.public.exposed == (Exposure(YOU, Card("JD"), "up"),)
        assert player.view.public.face_down == (1, 0, 0, 0)
        assert "▒▒▒" in player.text()
        assert "You sell 1 face down" in player.text()
        await player.press("Q", "s", "enter")
        assert said(player, Play(Card("QS"))) in player.text()

    seated(opening(tmp_path, rules), visit)


@pytest.mark.parametrize(("keys", "choice"), [(["2"], "self"), (["enter"], "others")])
def test_the_shooter_of_a_moon_chooses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: list[str], choice: MoonChoice
) -> None:
    rules = preset("hearts-choice", pass_cycle=["none"])
    deal_these(monkeypatch, rules, ALL_CLUBS)

    async def visit(player: Player) -> None:
        while player.view.public.phase is Phase.PLAYING:
            await player.press("enter")
        assert isinstance(player.screen, MoonQuestion)
        assert "Ann 26" in player.text()
        assert "You −26" in player.text()
        assert "i hint" in player.text()
        await player.press("i")
        await player.app.workers.wait_for_complete()
        await player.quiet()
        assert "The deal is over, and only the game counts now." in player.text()
        await player.press("escape")
        assert isinstance(player.screen, MoonQuestion)
        await player.press(*keys)
        assert isinstance(player.screen, DealEndSheet)

    app = seated(opening(tmp_path, rules), visit)
    assert app.table.records[0].moon_choice == choice


@pytest.mark.rest
def test_a_deal_is_ended_when_nothing_that_is_left_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = preset("gongzhu-pagat")
    mine = "QS 2S AC KC QC JC TC 9C 8C 7C 6C 5C 4C"
    deal_these(monkeypatch, rules, {0: mine, 1: "AS JS 9S", 2: "KS TS 8S", 3: "7S 6S 5S"})

    async def visit(player: Player) -> None:
        await player.press("enter", "c")
        assert said(player, Claim()) in player.text()
        await player.press("enter", "right")
        await player.press(*["enter"] * 10)
        assert "c ends the deal" in player.text()
        assert player.view.cards_left(YOU) == 2
        await player.press("c")
        assert isinstance(player.screen, DealEndSheet)

    app = seated(opening(tmp_path, rules), visit)
    assert app.table.records[0].claimed == YOU


def test_a_small_terminal_is_told_so_and_recovers(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        assert "The table needs 78×22" in player.text()
        assert not player.screen.query_one(Hand).display
        await player.pilot.resize_terminal(80, 24)
        await player.settled()
        assert "The table needs" not in player.text()
        assert player.screen.query_one(Hand).display
        await player.press("enter")
        assert player.view.public.phase is Phase.PLAYING

    seated(opening(tmp_path, "gongzhu-pagat"), visit, size=(60, 18))


def test_signs_in_names_are_only_signs(tmp_path: Path) -> None:
    async def begin(player: Player) -> None:
        assert "[/b]" in player.text()
        await player.press("r")
        assert "Rules: ours" in player.text()

    async def question(player: Player) -> None:
        assert isinstance(player.screen, ResumeQuestion)
        assert "[/b] 0" in player.text()

    async def start(player: Player) -> None:
        assert "[/b] 0" in player.text()
        assert "a [/b] file" in player.text()

    rules = preset("gongzhu-pagat")
    seated(opening(tmp_path, rules, name="[/b]"), begin)
    saved = saved_in(tmp_path)
    seated(opening(tmp_path, rules, saved=saved), question)
    seated(opening(tmp_path, saved=saved, trouble="a [/b] file"), start)


def test_bare_terminals_get_no_signs(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("enter", "enter")
        text = player.text().replace("中文", "")
        assert text.isascii()
        assert "C" in text

    seated(opening(tmp_path, "gongzhu-pagat", ascii=True), visit)


def test_two_colours_are_two(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        colours = player.app.get_css_variables()
        assert colours["diamonds"] != colours["hearts"]
        await player.press("d")
        colours = player.app.get_css_variables()
        assert colours["diamonds"] == colours["hearts"]
        assert colours["clubs"] == colours["spades"]

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_nothing_hidden_is_on_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = preset("gongzhu-pagat")
    texts = []

    async def visit(player: Player) -> None:
        texts.append(screen_text(player.app))
        await player.press("h")
        texts.append(screen_text(player.app))

    for named in ({0: "*C", 1: "QS JD AH"}, {0: "*C", 2: "QS JD AH"}):
        deal_these(monkeypatch, rules, named)
        seated(opening(tmp_path, rules), visit, size=(140, 42))
    assert texts[:2] == texts[2:]
