"""`gongzhu score` at a real table: evenings typed line by line, in both languages."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gongzhu.cli.main import app
from gongzhu.cli.score.dialog import ScoreCommand, parse_command
from gongzhu.scorebook import decode_book
from gongzhu.texts import width_of
from tests.cli.score.evenings import PIG, SETUP, evening, kept, setup, shown
from tests.support.scorebooks import entry


def test_a_deal_is_explained_at_once(tmp_path: Path) -> None:
    deal = ("pig", "QS, ♥K", "goat", "♥5-Q", "rest")
    output = evening(tmp_path, "3", "Ann Bo Cy Di", "", "", *deal, "quit")
    shown(
        output,
        "   3  gongzhu-pagat           Gong Zhu · pig strips · anticlockwise",
        "Game 1 · Deal 1 · Ann deals · the holder of 2♠ leads",
        "Di took (left: 10♣ 2♥ 3♥ 4♥ A♥) › rest",
        "Player  Deal  Total  Why",
        "Ann     −240   −240  Hearts K: −40",
        "                     Pig Q♠ (exposed): −100 × 2 = −200",
        "Bo      +100    100  Sheep J♦: +100",
        "Di      −100   −100  Hearts A 4 3 2: −50",
        "                     Doubler 10♣: −50 × 2 = −100",
        "Game 1 · Deal 2 · Bo deals · Ann leads",
        "Deals saved: 1. To continue, run:",
        f"gongzhu score --file {kept(tmp_path)}",
    )
    expected = entry(
        "QS KH", "JD", "5H 6H 7H 8H 9H TH JH QH", "TC 2H 3H 4H AH", exposed={"QS": "open"}
    )
    assert decode_book(kept(tmp_path).read_bytes()).deals == (expected,)


def test_hearts_are_counted_where_only_their_number_decides(tmp_path: Path) -> None:
    deal = ("9 hearts and the queen", "2 hearts", "♥A", "rest")
    output = evening(tmp_path, *setup("hearts-denexa"), *deal, "quit")
    shown(
        output,
        "Cy took (left: 2 hearts) › ♥A",
        "Di took (left: 1 heart) › rest",
        "Hearts that you counted are shown as the lowest that are left",
    )
    expected = entry("QS 2H 3H 4H 5H 6H 7H 8H 9H TH", "JH QH", "AH", "KH")
    assert decode_book(kept(tmp_path).read_bytes()).deals == (expected,)


def test_a_heart_that_is_left_is_told_as_one(tmp_path: Path) -> None:
    deal = ("12 hearts", "", "", "", "bo", "quit")
    output = evening(tmp_path, *setup("hearts-denexa"), *deal)
    shown(output, "Di took (left: 1 heart, Q♠) › ", "Nobody has 1 heart, Q♠. Who took them?")
    output = evening(tmp_path / "2", *setup("hearts-denexa"), *deal[:3], "Q♠", *deal[4:])
    shown(output, "Nobody has 1 heart. Who took it? 1 Ann")


@pytest.mark.parametrize(
    "names", ["甲、乙、丙、丁", "甲，乙，丙，丁", "甲\u3000乙\u3000丙\u3000丁"]
)
def test_names_stand_apart_by_any_mark(tmp_path: Path, names: str) -> None:
    evening(tmp_path, "gongzhu-pagat", names, "", "", *("无。", "猪", "", "", "其余。"))
    assert decode_book(kept(tmp_path).read_bytes()).names == ("甲", "乙", "丙", "丁")


def test_a_number_of_hearts_is_refused_with_both_readings_in_gong_zhu(tmp_path: Path) -> None:
    output = evening(tmp_path, *SETUP, "", "9 hearts", "quit")
    shown(output, "“9 hearts” at character 1 can mean the card 9♥ or a number of cards: 9.")


def test_commands_are_read_in_any_width(tmp_path: Path) -> None:
    assert parse_command("ｅｄｉｔ　３") == parse_command("edit 3") == ScoreCommand("edit", "3")
    assert parse_command("ｕｎｄｏ") == ScoreCommand("undo")
    assert parse_command("？") == ScoreCommand("help")
    assert parse_command("save\u3000书：１.json") == ScoreCommand("save", "书：１.json")


def test_a_deal_in_chinese(tmp_path: Path) -> None:
    deal = ("黑桃Q", "猪 红桃K", "方块J", "红桃5到Q", "其余")
    output = evening(tmp_path, "3", "小王，李雷，韩梅梅，老张", "", "", *deal, "退出", lang="zh")
    shown(
        output,
        "按哪种规则打？",
        "第 1 局 · 第 1 副 · 小王发牌 · 持 2♠ 的人先出",
        "老张收了（还剩 10♣ 2♥ 3♥ 4♥ A♥） › 其余",
        "玩家    本副  总分  怎么算的",
        "小王    −240  −240  红桃 K：−40",
        "                    猪 Q♠（已亮）：−100 × 2 = −200",
        "韩梅梅  −110  −110  红桃 Q J 10 9 8 7 6 5：−110",
        "变压器 10♣：−50 × 2 = −100",
        "第 1 局 · 第 2 副 · 李雷发牌 · 小王先出",
        "已存 1 副",
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_columns_stand_under_one_another(lang: str, tmp_path: Path) -> None:
    names = "Ann 小王 欧阳修 Bartholomew-Alexander"
    deal = ("pig", "♥A", "猪 10c", "羊", "♥2-9", "其余")
    output = evening(tmp_path, "gongzhu-boulder", names, "", "", *deal, "table", "help", lang=lang)
    lines = output.splitlines()
    typed_or_copied = re.compile("›|gongzhu score")
    assert all(width_of(line) <= 80 for line in lines if not typed_or_copied.search(line))
    # The reasons of each player begin in the same column.
    reasons = re.compile(r"(?:Ann|小王|欧阳修|Barthol\S*) +[+−\d]+ +[+−\d]+  ")
    starts = [width_of(found[0]) for line in lines if (found := reasons.match(line))]
    assert len(starts) == 4
    assert len(set(starts)) == 1
    # The heads of the table of totals end where its lines do.
    rule = next(place for place, line in enumerate(lines) if set(line.strip()) == {"─"})
    assert width_of(lines[rule - 1].rstrip()) == width_of(lines[rule].rstrip())


def test_a_game_is_lost_and_the_next_begins(tmp_path: Path) -> None:
    third = ("", "sheep", "pig", "all hearts", "rest")
    shown(
        evening(tmp_path, *SETUP, *PIG, *PIG, *third, "table"),
        "Game 1 · Deal 2 · Bo deals · Ann leads",
        "Game 1 is over.",
        "The pig: Ann −1600",
        "Won: Bo 600",
        "Games played: 1   Games lost   Pig strips",
        "Ann                        1            1",
        "Game 2 · Deal 3 · Cy deals · the holder of 2♠ leads",
        "Game 2 · Deal 4 · Di deals · Bo leads",
        "Game 1",
        "Total",
        "Game 1 is over.",
        "Game 2",
        "+200",
    )


def test_a_match_of_two_games(tmp_path: Path) -> None:
    output = evening(tmp_path, "gongzhu-pagat", "Ann Bo Cy Di", "2", "", *PIG * 5)
    shown(output, "Game 2 is over.", "The match is over, games: 2. Winner: Bo, Cy, Di.", "Game 3")
    assert output.count("The match") == 1


def test_the_forfeit_is_told_of_the_losers(tmp_path: Path) -> None:
    start = ("gongzhu-pagat", "Ann Bo Cy Di", "")
    output = evening(tmp_path / "1", *start, "x" * 61, "1", *PIG * 2)
    shown(
        output,
        "Forfeit: 1 oink like a pig · 2 crawl under the table · 3 wear a paper strip",
        "at most 60 printable characters",
        "The pig: Ann −1600",
        "Ann: oink like a pig",
    )
    assert output.count("Ann: oink") == 1
    output = evening(tmp_path / "2", *start, " 钻  桌子 \t", *PIG * 2, lang="zh")
    shown(output, "输家罚什么？1 学猪叫", "Ann：钻 桌子")
    again = evening(tmp_path / "2", "table", words=("--file", str(kept(tmp_path / "2"))))
    shown(again, "Ann: 钻 桌子")
    shown(evening(tmp_path / "3", *SETUP, *PIG * 2), "The pig: Ann −1600")
    assert b"forfeit" not in kept(tmp_path / "3").read_bytes(), "as files were before"


def test_the_forfeit_is_changed_later_and_taken_back(tmp_path: Path) -> None:
    changes = ("forfeit 2", "forfeit sing", "undo", "undo", "redo", "redo", "forfeit")
    output = evening(tmp_path, *SETUP, *PIG, *changes, "罚什么 无", "forfeit " + "x" * 61, "undo")
    shown(
        output,
        "The losers of each game from now on: crawl under the table",
        "The losers of each game from now on: sing",
        "The losers of each game from now on: crawl under the table",
        "There is no forfeit from now on.",
        "The losers of each game from now on: crawl under the table",
        "The losers of each game from now on: sing",
        "Forfeit now: sing. To change it, write forfeit with a number, 1 oink like a pig",
        "There is no forfeit from now on.",
        "at most 60 printable characters",
        "The losers of each game from now on: sing",
    )
    saved = decode_book(kept(tmp_path).read_bytes())
    assert (saved.forfeit, len(saved.deals)) == ("sing", 1)
    shown(
        evening(tmp_path, *PIG, "forfeit", words=("--file", str(kept(tmp_path)))),
        "The pig: Ann −1600",
        "Ann: sing",
    )


def test_a_change_of_the_forfeit_leaves_what_is_being_entered(tmp_path: Path) -> None:
    deal = ("", "pig", "forfeit sing", "forfeit sing", "sheep", "♥5-A", "rest")
    output = evening(tmp_path, *SETUP, *deal, "forfeit")
    assert output.count("from now on: sing") == 2
    shown(output, "Bo took › sheep", "Ann     −100", "Forfeit now: sing.")
    saved = decode_book(kept(tmp_path).read_bytes())
    assert (saved.forfeit, len(saved.deals)) == ("sing", 1)


SIXTEEN = ("", "all hearts pig sheep doubler")


def test_an_instant_win(tmp_path: Path) -> None:
    shown(
        evening(tmp_path, *setup("gongzhu-wiki"), *SIXTEEN),
        "Ann made a slam and wins the game outright.",
        "Lost: Bo 0, Cy 0, Di 0",
        "Won: Ann 800",
    )


def test_round_points(tmp_path: Path) -> None:
    shown(
        evening(tmp_path, *setup("gongzhu-summary"), *SIXTEEN, *SIXTEEN),
        "Won: Ann 1600",
        "Games played: 1   Games lost   Round points",
        "Ann                        0              2",
    )


def test_exactly_minus_a_thousand(tmp_path: Path) -> None:
    deals = ("pig", "sheep", "", "", "nobody") * 10
    shown(
        evening(tmp_path, *setup("gongzhu-hwa"), *deals),
        "Ann stood at exactly −1000, which becomes 1000.",
        "Won: Ann 1000, Bo 1000",
    )


def test_hearts(tmp_path: Path) -> None:
    moon = ("", "all hearts pig")
    shown(
        evening(tmp_path, *setup("hearts-gilfoy"), *moon, "self", *moon, "", "all hearts", "猪"),
        "Deal 1 · Ann deals · Ann passes 3 to Bo · the holder of 2♣ leads it",
        "Bo shot the moon: others +26, or self −26? [others] › self",
        "Bo       −26    −26  Shot the moon: −26",
        "Deal 2 · Bo deals · Ann passes 3 to Di",
        "Ann      +26     26  Somebody else shot the moon: +26",
        "Deal 3 · Cy deals · Ann passes 3 to Cy",
        "Ann      +13     39  Hearts A K",
        "Deal 4 · Di deals · no passing · the holder of 2♣ leads it",
    )


def test_the_queen_of_diamonds(tmp_path: Path) -> None:
    shown(
        evening(tmp_path, *setup("gongzhu-wiki-diamonds"), "", "pig", "rest", "di", "4"),
        "Who took Q♦? (Enter: nobody) › di",
        "Tricks that Di won after taking Q♦ › 4",
        "Di       +40     40  Tricks won after taking Q♦: 4 × 10 = +40",
    )


def test_cards_for_sale(tmp_path: Path) -> None:
    shown(
        evening(tmp_path, *setup("gongzhu-boulder"), "pig", "羊", "pig", "rest"),
        "For sale face down, ×2 (Enter: none) › pig",
        "For sale face up, ×4 (Enter: none) › 羊",
        "Pig Q♠ (sold face down): −100 × 2 = −200",
        "Sheep J♦ (sold face up): +100 × 4 = +400",
    )


def test_partners(tmp_path: Path) -> None:
    shown(
        evening(tmp_path, *setup("gongzhu-pagat-partners"), "", "pig", "rest", "table"),
        "Partners sit opposite each other: players 1 and 3, 2 and 4.",
        "Cy         0   −100  No point cards: 0",
        "Deal    Ann     Bo   Cy   Di   Ann + Cy   Bo + Di",
    )


def test_house_rules_from_a_file(tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    lines = ['preset = "gongzhu-pagat-partners"', 'partners = "pooled"', 'first_lead = "seat-0"']
    rules.write_text("\n".join(lines), "utf-8")
    shown(
        evening(tmp_path, *setup(str(rules)), "", "pig", "rest", "rules"),
        "Deal 1 · Ann deals · Ann leads",
        "Ann + Cy took › pig",
        "Deal 2 · Bo deals · whoever took the pig leads",
        "Whatever the two capture is scored as one pile",
    )


def test_cards_that_nobody_has_are_asked_for(tmp_path: Path) -> None:
    question = "Who took them? 1 Ann, 2 Bo, 3 Cy, 4 Di (none: leave them out) ›"
    one = "Who took it? 1 Ann, 2 Bo, 3 Cy, 4 Di (none: leave it out) ›"
    shown(
        evening(tmp_path, *SETUP, "", "pig", "", "", "♥2-A", "", "cy 10c", "nobody"),
        f"Nobody has 10♣ J♦. {question} ",
        "Please enter an answer.",
        f"Nobody has 10♣ J♦. {question} cy 10c",
        f"Nobody has J♦. {one} nobody",
        "Cy       +50     50",
    )


def test_mistakes_are_told_and_asked_again(tmp_path: Path) -> None:
    names = ("Ann Bo", "Ann Bo Cy ann", "Ann Bo Cy Di")
    deal = ("undo", "", "pig", "Q♠", "QX", "Q", "rest")
    shown(
        evening(tmp_path, "99", "undo", "gongzhu-pagat", *names, "many", "0", "", "", *deal),
        "no such preset",
        "once the first deal has begun",
        "Names given: 2, needed: 4, separated by spaces or commas",
        "there are two players called ann",
        "Enter a whole number from 1 to 1000",
        "Enter a whole number from 1 to 1000",
        "There is nothing to undo.",
        "Ann already has Q♠.",
        "“QX” at character 1 is not a card. Write a card as",
        "“Q” at character 1 has no suit.",
        "Bo      +600    600",
    )


def test_the_language_changes_at_any_question(tmp_path: Path) -> None:
    start = ("中文", "gongzhu-pagat", "lang", "Ann Bo Cy Di", "lang zh", "", "")
    shown(
        evening(tmp_path, *start, "english", "lang zh", "帮助"),
        "Number, name or rule file (Enter: gongzhu-pagat) › 中文",
        "编号、名字或规则文件（回车：gongzhu-pagat） › gongzhu-pagat",
        "4 个名字",
        "4 names, in playing order, anticlockwise",
        "How many games?",
        "打几局？",
        "亮了哪些牌（回车：没有） › english",
        "Exposed cards (Enter: none) › lang zh",
        "撤销        撤回上一个回答",
    )


def test_names_need_not_be_given(tmp_path: Path) -> None:
    shown(evening(tmp_path, "", "", "", "", *PIG), "Player 1 took", "Player 1  −800")
    shown(evening(tmp_path / "zh", "", "", "", "", *PIG, lang="zh"), "玩家 1 收了")


def test_names_are_nothing_but_names(tmp_path: Path) -> None:
    output = evening(tmp_path, "", "[red] :pig: {x} %s", "", "", *PIG, "table")
    shown(output, "[red]   −800", ":pig:   +300", "{x}        0", "%s         0")
    shown(output, "Deal   [red]   :pig:   {x}   %s")


def test_what_is_kept_is_what_programs_read(tmp_path: Path) -> None:
    evening(tmp_path, *SETUP, *PIG, *PIG, "", "sheep", "pig", "♥2-A", "rest")
    lines = [line.strip().rstrip(",") for line in kept(tmp_path).read_text("utf-8").splitlines()]
    deals = [line for line in lines if line.startswith('{"captures"')]
    words = ["score", "--rules", "gongzhu-pagat", "--game"]
    result = CliRunner().invoke(app, words, input="\n".join(deals))
    answers = [json.loads(answer) for answer in result.stdout.splitlines()]
    assert [answer["game_over"] for answer in answers] == [False, True, False]
    assert answers[2]["strips"] == [1, 0, 0, 0]
    assert answers[2]["scores"] == [100, -100, 200, 50]


def test_commands() -> None:
    assert parse_command("undo") == parse_command(" 撤销 ") == ScoreCommand("undo")
    assert parse_command("Edit 12") == parse_command("改12") == parse_command("修改 12")
    assert parse_command("edit 12") == ScoreCommand("edit", "12")
    assert parse_command("退出。") == parse_command("quit.") == ScoreCommand("quit")
    assert parse_command("重做。") == ScoreCommand("redo")
    assert parse_command("修改 3。") == ScoreCommand("edit", "3")
    assert parse_command("中文。") == ScoreCommand("lang", "zh")
    assert parse_command("罚什么。") == ScoreCommand("forfeit")
    assert parse_command("罚什么 唱歌。") == ScoreCommand("forfeit", "唱歌。")
    assert parse_command("save our book.json") == ScoreCommand("save", "our book.json")
    assert parse_command("lang zh") == parse_command("中文") == ScoreCommand("lang", "zh")
    assert parse_command("forfeit") == parse_command("罚什么") == ScoreCommand("forfeit")
    assert parse_command("forfeit sing a song") == ScoreCommand("forfeit", "sing a song")
    for text in (
        "",
        "save",
        "undo 3",
        "edit x",
        "Q",
        "H",
        "rest",
        "undoing",
        "lang fr",
        "forfeits",
    ):
        assert parse_command(text) is None
