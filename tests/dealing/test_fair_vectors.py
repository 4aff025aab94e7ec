"""The published test vectors of GZH1: agreed on by gongzhu and by the second reading."""

import json
from typing import Any, get_args

import msgspec
import pytest

from gongzhu.cards import Seat
from gongzhu.dealing import (
    CheckStep,
    Evidence,
    Revealed,
    check_deal,
    check_deals,
    commitment,
    evidence_code,
    previous_secret,
    read_evidence,
    rules_hash,
    secrets_of,
    write_evidence,
)
from tests.dealing import plain_gzh1 as plain
from tests.dealing.vectors.generate import FILE, PAGES, with_example, written

VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
DEALS: dict[str, dict[str, Any]] = {item["name"]: item for item in VECTORS["deals"]}
WRONG: list[dict[str, Any]] = VECTORS["wrong"]


def texts() -> list[str]:
    return [page.read_text("utf-8") for page in PAGES.values()]


def evidence_of(item: Any) -> Evidence:
    return msgspec.convert(item, Evidence)


def test_the_file_is_what_its_script_writes() -> None:
    assert FILE.read_text("utf-8") == written()


@pytest.mark.parametrize("lang", PAGES)
def test_the_worked_example_of_the_page_is_the_first_vector(lang: str) -> None:
    page = PAGES[lang].read_text("utf-8")
    assert page == with_example(page, lang)
    first = next(iter(DEALS.values()))
    example = page.split("<!-- example: begin -->")[1].split("<!-- example: end -->")[0]
    shown = set(example.split())
    assert {first["evidence"][key] for key in ("previous", "secret", "dealer_seed")} <= shown
    assert {given["reveal"] for given in first["evidence"]["contributions"]} <= shown
    assert {*first["steps"]["commit_messages"][:1], first["steps"]["seed_message"]} <= shown


def test_enough_is_covered() -> None:
    assert len(DEALS) >= 12
    evidence = [item["evidence"] for item in DEALS.values()]
    kinds = {given["kind"] for item in evidence for given in item["contributions"]}
    assert kinds == {"bot", "absent", "withheld", "revealed"}
    assert {item["rules"]["players"] for item in evidence} == {4, 5}
    assert {item["rules"]["family"] for item in evidence} == {"gongzhu", "hearts"}
    assert {item["ended"] for item in evidence} == {"played", "aborted"}
    assert len({item["chain"]["anchor"] for item in evidence}) >= 5
    steps = {fault.split()[1] for item in WRONG for fault in item["faults"]}
    assert steps == set(get_args(CheckStep))


@pytest.mark.parametrize("chain", VECTORS["chains"], ids=lambda chain: f"{chain['length']} secrets")
def test_chains(chain: dict[str, Any]) -> None:
    assert plain.chain(chain["last"], chain["length"]) == chain["secrets"]
    assert list(secrets_of(chain["last"], chain["length"])) == chain["secrets"]


@pytest.mark.parametrize("name", DEALS)
def test_the_second_reading_agrees_at_every_step(name: str) -> None:
    steps, evidence = DEALS[name]["steps"], DEALS[name]["evidence"]
    assert plain.canonical(evidence["rules"]) == steps["rules_json"]
    assert plain.rules_hash(evidence["rules"]).hex() == steps["rules_hash"]
    place = evidence["deal"] - evidence["chain"]["first_deal"] + 1
    assert plain.chain(evidence["secret"], place)[0] == evidence["chain"]["anchor"]
    assert plain.chain(evidence["secret"], 1)[0] == evidence["previous"]
    for seat, given in enumerate(evidence["contributions"]):
        message = steps["commit_messages"][seat]
        if given["kind"] == "revealed":
            assert plain.commit_message(evidence, seat, given["reveal"]).hex() == message
            assert plain.sha256(bytes.fromhex(message)) == given["commitment"]
        else:
            assert message is None
    assert plain.seed_message(evidence).hex() == steps["seed_message"]
    assert plain.seed(evidence) == evidence["dealer_seed"]
    assert plain.shuffle_block(evidence["dealer_seed"], 0).hex() == steps["shuffle_block_0"]
    assert plain.hands(evidence["rules"], evidence["dealer_seed"]) == evidence["hands"]
    assert plain.code(evidence) == DEALS[name]["code"]


@pytest.mark.parametrize("name", DEALS)
def test_gongzhu_agrees(name: str) -> None:
    steps = DEALS[name]["steps"]
    evidence = evidence_of(DEALS[name]["evidence"])
    assert check_deal(evidence) == ()
    assert evidence_code(evidence) == DEALS[name]["code"]
    assert rules_hash(evidence.rules) == steps["rules_hash"]
    assert previous_secret(evidence.secret) == evidence.previous
    for seat, given in enumerate(evidence.contributions):
        if isinstance(given, Revealed):
            message = bytes.fromhex(steps["commit_messages"][seat])
            assert plain.sha256(message) == given.commitment
            assert commitment(evidence.call, Seat(seat), given.reveal) == given.commitment


@pytest.mark.parametrize("run", VECTORS["runs"], ids=lambda run: run["name"])
def test_runs_of_deals_match(run: dict[str, Any]) -> None:
    evidence = tuple(evidence_of(DEALS[name]["evidence"]) for name in run["deals"])
    assert check_deals(evidence) == ()
    assert read_evidence(write_evidence(evidence).encode()) == evidence


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong["name"])
def test_what_is_wrong_shows_where_it_must(wrong: dict[str, Any]) -> None:
    faults = check_deals([evidence_of(item) for item in wrong["evidence"]])
    shown = [
        f"{fault.deal} {fault.step}" + ("" if fault.seat is None else f" {fault.seat}")
        for fault in faults
    ]
    assert shown == wrong["faults"]
    for fault in faults:
        english, chinese = fault.text("en"), fault.text("zh")
        assert english != chinese
        assert len(english.splitlines()) == len(chinese.splitlines()) == 1
        assert fault.table in english
        assert f"deal {fault.deal}" in english
        assert f": {fault.step}: " in english
        assert f"第 {fault.deal} 副" in chinese
        assert f"：{fault.step}：" in chinese
        assert fault.seat is None or f"seat {fault.seat}" in english


@pytest.mark.parametrize("head", ["| step | what must hold |", "| 步骤 | 必须怎样 |"])
def test_the_pages_list_the_steps_in_their_order(head: str) -> None:
    rows = next(page.split(head)[1] for page in texts() if head in page).split("\n\n")[0]
    assert [row.split("`")[1] for row in rows.splitlines() if row.startswith("| `")] == list(
        get_args(CheckStep)
    )


@pytest.mark.parametrize("head", ["| field | what it holds |", "| 字段 | 内容 |"])
def test_the_pages_list_the_fields_in_their_order(head: str) -> None:
    rows = next(page.split(head)[1] for page in texts() if head in page).split("\n\n")[0]
    names = [row.split("`")[1] for row in rows.splitlines() if row.startswith("| `")]
    assert names == list(Evidence.__struct_fields__)
