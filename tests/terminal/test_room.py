"""All that is told has room: at the smallest table, in both languages, in any window."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.content import Content
from textual.widget import Widget

from gongzhu.rules import PRESETS, NamedRules, Phase
from gongzhu.terminal.bars import KeyBar
from gongzhu.terminal.cards import Hand
from gongzhu.terminal.look import wrapped
from gongzhu.terminal.screens.questions import LeaveQuestion
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.screens.table import LEAST_HEIGHT, LEAST_WIDTH, TableScreen
from gongzhu.texts import LANGUAGES, Lang
from tests.terminal.seated_player import Player, opening, seated

LEAST = (LEAST_WIDTH, LEAST_HEIGHT)


def words(player: Player, where: str) -> str:
    """The text in a part of the screen."""
    return str(player.screen.query_one(where).render())


def fits(player: Player, where: str) -> bool:
    """True if every line of a part of the screen has room in it."""
    part: Widget = player.screen.query_one(where)
    lines = Content(words(player, where)).split("\n")
    wide = all(line.cell_length <= part.content_size.width for line in lines)
    return wide and len(lines) <= part.content_size.height


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", ["hearts-denexa", "gongzhu-pagat"])
def test_the_keys_have_room_at_the_smallest_table(tmp_path: Path, preset: str, lang: Lang) -> None:
    async def visit(player: Player) -> None:
        last = {"en": "q quit", "zh": "q 退出"}[lang]
        while player.view.public.phase is not Phase.ENDED:
            assert fits(player, "#keys")
            assert words(player, "#keys").endswith(last)
            assert f"h {'help' if lang == 'en' else '帮助'}" in words(player, "#keys")
            if player.view.public.phase is Phase.PASSING:
                await player.press("space", "right", "space", "right", "space")
            await player.press("enter")

    seated(opening(tmp_path, preset, lang=lang), visit, size=LEAST)


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "3♣ 4♣ 6♣. Bo leads the first"), ("zh", "3♣ 4♣ 6♣。第一墩由阿美先出。")],
)
def test_a_long_notice_is_whole(tmp_path: Path, lang: Lang, told: str) -> None:
    async def visit(player: Player) -> None:
        await player.press("space", "right", "space", "right", "space", "enter")
        assert told in words(player, "#ask")
        await player.pilot.pause()
        assert fits(player, "#ask")

    seated(opening(tmp_path, "hearts-denexa", lang=lang), visit, size=LEAST)


def test_a_question_lies_in_the_middle_of_the_table(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("q")
        assert isinstance(player.screen, LeaveQuestion)
        frame = player.screen.query_one("#question").region
        left, right = frame.x, 80 - frame.right
        above, below = frame.y, 24 - frame.bottom
        assert abs(left - right) <= 1
        assert abs(above - below) <= 1
        # The table shows through.
        assert "13 cards" in player.text()

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_nothing_is_played_that_cannot_be_seen(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("enter")
        hand, moment = player.screen.query_one(Hand), player.table.moment
        await player.pilot.resize_terminal(60, 20)
        await player.settled()
        cursor = hand.cursor
        await player.press("right", "K", "enter", "space", "h", "r")
        assert (player.table.moment, hand.cursor) == (moment, cursor)
        assert isinstance(player.screen, TableScreen)
        await player.press("q")
        assert isinstance(player.screen, LeaveQuestion)
        await player.press("escape")
        await player.pilot.resize_terminal(80, 24)
        await player.settled()
        await player.press("enter")
        assert player.table.moment > moment

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_a_sheet_says_that_it_scrolls_only_where_it_does(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("r")
        assert "↑↓ 滚动" in words(player, "#sheet-keys")
        await player.press("escape", "l")
        assert isinstance(player.screen, Sheet)
        assert "↑↓" not in words(player, "#sheet-keys")

    seated(opening(tmp_path, "gongzhu-pagat", lang="zh"), visit)


def test_the_help_keeps_its_columns_and_has_chinese_colons(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("enter")
        while not 0 < len(player.view.playable()) < player.view.cards_left(player.table.you):
            await player.press("enter")
        await player.press("h")
        await player.pilot.resize_terminal(78, 22)
        assert f"\n{' ' * 18}may play" in words(player, "#text")
        await player.press("e")
        assert "：这墩领出的是" in words(player, "#text")
        assert ": " not in words(player, "#text")

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_rules_with_a_long_name_leave_room_for_the_game(tmp_path: Path) -> None:
    named = NamedRules("x" * 80, "hearts-denexa", None, PRESETS["hearts-denexa"].rules)

    async def visit(player: Player) -> None:
        assert fits(player, "#top-bar")
        assert words(player, "#top-bar").rstrip().endswith("x…  game 1 · deal 1")

    opened = replace(opening(tmp_path, "hearts-denexa"), rules=named)
    seated(opened, visit, size=LEAST)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_start_has_room_in_a_small_window(tmp_path: Path, lang: Lang) -> None:
    async def visit(player: Player) -> None:
        await player.press("b", "t")
        await player.pilot.pause()
        settings = player.screen.query_one("#settings", KeyBar)
        shown = player.text()
        for key in ("b ", "t ", "v ", "d "):
            assert key in shown
        assert settings.region.height > 1
        assert ("four colours" if lang == "en" else "四色") in shown
        assert ("pig strips · five players" if lang == "en" else "贴猪条 · 五人") in shown
        assert ": " not in shown or lang == "en"
        about = player.screen.query_one("#about").content_size.width
        lines = Content(words(player, "#about-text")).split("\n")
        assert max(line.cell_length for line in lines) <= about

    opened = opening(tmp_path, lang=lang, levels=("steady", "strong"))
    seated(opened, visit, size=(60, 20))


def test_chinese_is_broken_where_the_line_is_full() -> None:
    text = Content.assemble(
        ("一副牌共 13 墩。", "bold"), "一墩里谁第一个出牌，谁就是先出。\n", "13"
    )
    lines = wrapped(text, 20).split("\n")
    assert [line.plain for line in lines] == [
        "一副牌共 13 墩。一墩",
        "里谁第一个出牌，谁就",
        "是先出。",
        "13",
    ]
    assert lines[0].spans[0].end == len("一副牌共 13 墩。")
    table = Content("  ♠ K  \n\n  ♥ A")
    assert wrapped(table, 7).is_same(table)
