"""Rule sets over HTTP: everything that a picker needs, made from the engine."""

import pytest

from gongzhu.bots import LEVELS
from gongzhu.rules import PRESETS, example_rules, rules_from_preset
from gongzhu.texts import LANGUAGES, Lang, say
from tests.support.page_client import Browser
from tests.support.serving import Server


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_form_names_every_preset_and_level(server: Server, lang: str) -> None:
    form = Browser(server.base).ask("GET", f"/api/rules?lang={lang}").json
    assert [preset["name"] for preset in form["presets"]] == list(PRESETS)
    assert list(form["levels"]) == list(LEVELS)
    assert form["default_preset"] in PRESETS
    assert form["default_level"] in LEVELS
    assert [family["family"] for family in form["families"]] == ["gongzhu", "hearts"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_form_names_every_example_with_its_source(server: Server, lang: Lang) -> None:
    form = Browser(server.base).ask("GET", f"/api/rules?lang={lang}").json
    told = {example["name"]: example for example in form["examples"]}
    assert list(told) == [example.name for example in example_rules()]
    for example in example_rules():
        shown = told[example.name]
        assert shown["title"] == say(f"examples.{example.name}", lang)
        assert shown["source"] == example.source
        assert shown["players"] == example.named.rules.players
        # What the page sends when the example is picked comes to the same rules.
        assert rules_from_preset(shown["preset"], shown["rules"])[1] == example.named.rules


def test_words_follow_the_language_that_is_asked_for(server: Server) -> None:
    browser = Browser(server.base)
    titles = [
        browser.ask("GET", "/api/rules", **{"Accept-Language": accepted}).json["families"][0][
            "title"
        ]
        for accepted in ("zh-CN,zh;q=0.9,en;q=0.5", "en-GB,en", "fr, zh;q=0.3", "fr")
    ]
    assert titles[0] == titles[2] != titles[1] == titles[3]


def test_a_rule_set_is_explained_and_compared_with_its_preset(server: Server) -> None:
    asked = {"preset": "gongzhu-pagat", "rules": {"lower_limit": -500}}
    told = Browser(server.base).ask("POST", "/api/rules/explain", asked).json
    assert told["preset"] is None
    assert told["differs"] == ["lower_limit"]
    assert "−500" in told["differences"][0]
    assert told["rules"]["lower_limit"] == -500
    assert any(
        sentence["option"] == "lower_limit"
        for section in told["sections"]
        for sentence in section["sentences"]
    )


def test_rules_that_come_to_a_preset_bear_its_name(server: Server) -> None:
    asked = {"preset": "gongzhu-pagat", "rules": {"players": 5}}
    told = Browser(server.base).ask("POST", "/api/rules/explain", asked).json
    assert told["preset"] == "gongzhu-pagat-5"
    assert told["rules"]["removed"] == ["2C", "2D"]
    whole = {"rules": told["rules"]}
    assert Browser(server.base).ask("POST", "/api/rules/explain", whole).json["preset"] == (
        "gongzhu-pagat-5"
    )


def test_a_code_carries_rules(server: Server) -> None:
    browser = Browser(server.base)
    reply = browser.ask("GET", "/api/rules/code.svg?path=/rules/gongzhu-pagat%3Fwith=eyJ9")
    assert reply.status == 200
    assert b"<svg" in reply.body
    for path in ("", "https://other.example/", "/rules/../t/x", "/rules/x%3Fwith=" + "a" * 1501):
        assert browser.ask("GET", f"/api/rules/code.svg?path={path}").status == 404


def test_every_fault_is_said_at_its_option(server: Server) -> None:
    rules = {"players": 9, "sale": "never", "no_such": True}
    asked = {"preset": "gongzhu-pagat", "rules": rules}
    reply = Browser(server.base).ask("POST", "/api/rules/explain?lang=zh", asked)
    assert reply.status == 422
    assert {fault["key"] for fault in reply.json["faults"]} == set(rules)


def test_a_table_with_rules_of_its_own(server: Server) -> None:
    browser = Browser(server.base).introduce("Ann")
    table = browser.open_table(preset="hearts-denexa", rules={"limit": 50}, access="public")
    lobby = browser.ask("GET", "/api/lobby?lang=en").json
    (mine,) = [item for item in lobby["mine"] if item["table"] == table]
    assert mine["preset"] is None
    assert mine["title"] == "Hearts, house rules"
    assert mine["seat"] == 0
    assert [seat["kind"] for seat in mine["seats"]] == ["player", "open", "open", "open"]
