"""The catalogues: the same messages in both languages, and every one that the rules want."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import gongzhu
from gongzhu.rules import PRESETS, options_of
from gongzhu.rules.option_table import (
    CardList,
    Choice,
    ChoiceList,
    Flag,
    Form,
    OneCard,
    Pairs,
    PointTable,
    Whole,
    shorthand_options,
)
from gongzhu.texts import LANGUAGES, Lang, has, keys, say

RULES_SOURCES = sorted((Path(gongzhu.__file__).parent / "rules").glob("*.py"))
OPTIONS = {**options_of(), **shorthand_options()}
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def places(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def own_keys(topic: str, lang: Lang = "en") -> set[str]:
    """The keys of a topic, without its name."""
    return {key.partition(".")[2] for key in keys(lang) if key.startswith(f"{topic}.")}


def values_of(form: Form) -> Iterator[object]:
    """A value of every kind that has a sentence of its own."""
    match form:
        case Choice(values):
            yield from values
        case Flag():
            yield from (True, False)
        case Whole(least, most, or_none):
            yield from (least, most, *(["none"] if or_none else []))
        case OneCard():
            yield from ("none", "7S")
        case CardList(or_all):
            yield from ([], ["2C", "2D"], *(["all"] if or_all else []))
        case ChoiceList(words):
            yield from ([word] for word in words)
            yield list(words)
        case PointTable():
            yield from ({"QS": 0}, {"QS": 1}, {"QS": 1, "KS": 1}, {"QS": "none"})
        case Pairs():
            yield from ([], [[100, 50]])


def words_of(form: Form) -> set[str]:
    """The ends of the keys under which the values of an option are explained."""
    match form:
        case Choice(values):
            return {str(value).replace("-", "_") for value in values}
        case Flag():
            return {"yes", "no"}
        case Whole(or_none=or_none):
            return {"set", "none"} if or_none else {"set"}
        case OneCard():
            return {"set", "none"}
        case CardList(or_all):
            return {"set", "empty", *(["all"] if or_all else [])}
        case ChoiceList(values):
            return {"set", "never", *(value.replace("-", "_") for value in values)}
        case PointTable():
            return {"set", "each", "one", "nothing", "none"}
        case Pairs():
            return {"set", "empty", "pair"}


def first_arguments(name: str) -> Iterator[ast.expr]:
    """What the rules give as the first argument, wherever they call `name`."""
    for path in RULES_SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name(id=called), [first, *_]) if called == name:
                    yield first


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may come to, where it is written out."""
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp():
            yield from (*literals(node.body), *literals(node.orelse))


def test_both_languages_have_the_same_messages() -> None:
    english, chinese = keys("en"), keys("zh")
    assert english.keys() == chinese.keys()


def test_both_languages_have_the_same_places() -> None:
    english, chinese = keys("en"), keys("zh")
    differ = [key for key in english if places(english[key]) != places(chinese[key])]
    assert differ == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_message_is_empty(lang: Lang) -> None:
    empty = [key for key, message in keys(lang).items() if not message]
    assert [key for key in empty if not key.endswith(".joint")] == []


@pytest.mark.parametrize("topic", ["rules", "reasons"])
def test_chinese_is_chinese(topic: str) -> None:
    own = {key: text for key, text in keys("zh").items() if key.startswith(f"{topic}.")}
    plain = [key for key, text in own.items() if not CHINESE.search(text)]
    framing = {"joint", "at", "option.points.one", "refused.because", "refused.title"}
    assert set(plain) == ({f"rules.{key}" for key in framing} if topic == "rules" else set())
    # A half-width stop after a Chinese word is a slip of the keyboard.
    assert [text for text in own.values() if re.search(r"[\u4e00-\u9fff][,;:!?]", text)] == []


def test_chinese_has_full_width_stops_and_one_word_for_one_thing() -> None:
    other_words = re.compile("习题|回看|重放|观战|世界时")  # 残局练习, 回放, 旁观, UTC
    slips = [
        key
        for key, text in keys("zh").items()
        if re.search(r"[\u4e00-\u9fff][;!?]", text) or other_words.search(text)
    ]
    assert slips == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_of_every_option_is_explained(lang: Lang) -> None:
    for option in OPTIONS.values():
        assert option.title(lang)
        assert has(f"rules.group.{option.group}", lang)
        sentences = [option.explain(value, lang) for value in values_of(option.form)]
        assert len(set(sentences)) == len(sentences), option.key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_preset_has_a_title_and_a_story(lang: Lang) -> None:
    wanted = {f"preset.{name}.{part}" for name in PRESETS for part in ("title", "about")}
    assert {key for key in own_keys("rules", lang) if key.startswith("preset.")} == wanted
    titles = [say(f"rules.preset.{name}.title", lang) for name in PRESETS]
    assert len(set(titles)) == len(titles)


def test_no_message_explains_an_option_or_value_that_is_not_there() -> None:
    wanted = set()
    for option in OPTIONS.values():
        wanted |= {f"option.{option.key}.{word}" for word in ("title", *words_of(option.form))}
    assert {key for key in own_keys("rules") if key.startswith("option.")} == wanted


def test_every_reason_has_its_words_and_no_words_are_left_over() -> None:
    codes = {code for argument in first_arguments("Reason") for code in literals(argument)}
    # The view alone says this one.
    assert codes | {"no_seat"} == own_keys("reasons")


def test_a_message_is_filled() -> None:
    assert (
        say("rules.fault.not_whole", "en", least=1, most=9) == "must be a whole number from 1 to 9"
    )
    assert say("rules.fault.not_whole", "zh", least=1, most=9) == "只能是 1 到 9 的整数"


def test_a_space_parts_chinese_from_latin_words_numbers_and_cards() -> None:
    assert say("table.log.trick_with.other", "zh", name="Nana", cards="Q♠") == "→ Nana 收 Q♠"
    assert say("table.ask.other", "zh", name="Nana") == "Nana 在想……"
    assert say("table.ask.other", "zh", name="小明") == "小明在想……"
    assert say("score.show.turned", "zh", name="Bo", old="−1000", new="+1000") == (
        "Bo 正好 −1000 分，变为 +1000 分。"
    )


def test_what_is_missing_is_a_mistake_of_the_program() -> None:
    with pytest.raises(KeyError):
        say("rules.fault.no_such_fault")
    with pytest.raises(KeyError):
        say("rules.fault.not_whole", "en", least=1)
    assert not has("rules.fault.no_such_fault")


def test_a_name_from_right_to_left_does_not_turn_a_sentence_around() -> None:
    key = next(key for key, text in keys("en").items() if places(text) == {"name"})
    assert "\u2068\u05d0\u05d1\u2069" in say(key, name="\u05d0\u05d1")
    assert "\u2068" not in say(key, name="Émile 小王")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_percent_sign_stands_at_its_number(lang: Lang) -> None:
    assert [key for key, text in keys(lang).items() if re.search(r"\s%", text)] == []
