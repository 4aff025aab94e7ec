"""Wrong words on the command line are told in one line, in either language."""

import pytest
from typer.testing import CliRunner

from gongzhu.cli.main import PLACES, app
from gongzhu.texts import Lang

TOLD = {
    "scor": ("scor: no such command (did you mean score?)", "scor：没有这个命令（是不是 score？）"),
    "rules lis": (
        "lis: no such command (did you mean list?)",
        "lis：没有这个命令（是不是 list？）",
    ),
    "xyzzy": ("xyzzy: no such command", "xyzzy：没有这个命令"),
    "--nope": ("--nope: no such option", "--nope：没有这个选项"),
    "score -q": ("-q: no such option", "-q：没有这个选项"),
    "score --rule x": (
        "--rule: no such option (did you mean --file / --rules?)",
        "--rule：没有这个选项（是不是 --file / --rules？）",
    ),
    "simulate": ("--rules is missing", "缺少 --rules"),
    "rules show": ("RULES is missing", "缺少 RULES"),
    "arena -r": ("-r: its value is missing", "-r：后面缺一个值"),
    "play --ascii=yes": ("--ascii: takes no value", "--ascii：后面不带值"),
    "play a b": ("a b: not expected here", "a b：多余的参数"),
    "backup x --keep y": (
        "--keep y: must be a whole number, 1 or more",
        "--keep y：必须是不小于 1 的整数",
    ),
    "backup x --keep 0": (
        "--keep 0: must be a whole number, 1 or more",
        "--keep 0：必须是不小于 1 的整数",
    ),
    "convert x --to y": ("--to y: must be one of text, jsonl", "--to y：必须是 text, jsonl 之一"),
    "hint x --trick y": ("--trick y: must be a whole number", "--trick y：必须是整数"),
    "hint x --seconds y": ("--seconds y: must be a number", "--seconds y：必须是数字"),
    "arena a b -r x --seats 9": (
        "--seats 9: must be a whole number from 1 to 7",
        "--seats 9：必须是 1 到 7 的整数",
    ),
    "arena a b -r x --patience 0": (
        "--patience 0: must be a number from 0.001 to 86400",
        "--patience 0：必须是 0.001 到 86400 的数字",
    ),
}
"""The words told of each command line, in both languages, without where to read on."""


def said(words: str, lang: Lang) -> str:
    """The line that the program says of these words; it says nothing else."""
    env = {"GONGZHU_LANG": lang}
    result = CliRunner(env=env).invoke(app, words.split(), prog_name="gongzhu")
    assert result.exit_code == 2
    assert result.stdout == ""
    return result.stderr


@pytest.mark.parametrize("words", TOLD)
def test_what_is_wrong_is_told_in_one_line(words: str) -> None:
    english, chinese = TOLD[words]
    first = words.partition(" ")[0]
    command = f"gongzhu {first}" if first in PLACES else "gongzhu"
    if words == "rules show":
        command += " show"
    assert said(words, "en") == f"gongzhu: {english}; see `{command} --help`\n"
    assert said(words, "zh") == f"gongzhu: {chinese}；见 `{command} --help`\n"


def test_an_unknown_language_is_told() -> None:
    assert said("rules list --lang fr", "en") == "gongzhu: --lang fr: must be en or zh\n"
    assert said("rules list --lang fr", "zh") == "gongzhu: --lang fr：必须是 en 或 zh\n"


@pytest.mark.parametrize("words", [[], ["rules"]])
def test_a_group_without_a_command_shows_its_page(words: list[str]) -> None:
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, words, prog_name="gongzhu")
    assert result.stderr.startswith(" ".join(["Usage: gongzhu", *words, "[OPTIONS]"]))


@pytest.mark.parametrize(
    ("words", "usage"),
    [
        ("rules show", "gongzhu rules show [OPTIONS] RULES"),
        ("advice", "gongzhu advice [OPTIONS] [LINE]"),
        ("arena", "gongzhu arena [OPTIONS] BOT..."),
    ],
)
def test_a_line_of_usage_shows_which_words_may_be_left_out(words: str, usage: str) -> None:
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(
        app, [*words.split(), "--help"], prog_name="gongzhu"
    )
    assert result.stdout.startswith(f"Usage: {usage}\n")
