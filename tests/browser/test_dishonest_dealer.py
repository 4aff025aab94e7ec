"""Dishonest dealers against real Chromium: what the shipped page says of each deal, that no number
leaves it that must not, and what `gongzhu verify-deal` says of the evidence that is left.

`make dealers` tries every sequence of a dealer's acts on the checker alone; here are those that
matter, over the wire, up to the words that a player reads: a few each time, the rest with `make
long`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext
from typer.testing import CliRunner

from gongzhu.cli.main import app
from gongzhu.dealing import (
    Evidence,
    check_deals,
    read_evidence,
    write_evidence,
)
from gongzhu.server.live.messages import Snapshot
from tests.browser import dishonest_acts as acts
from tests.browser.browser_player import DESKTOP, PATIENCE
from tests.browser.scripted_dealer import ALLY, ANN, ScriptedDealer
from tests.support.page_client import Browser as Client
from tests.support.serving import Server

CATALOGUE = Path(__file__).parents[2] / "web" / "src" / "i18n" / "en" / "fair.ts"
WORDS: dict[str, str] = dict(
    re.findall(r"^  (\w+):\s+'(.*)',$", CATALOGUE.read_text("utf-8"), re.MULTILINE)
)
CHECKED = {WORDS[f"proved_{place}"] for place in range(1, 6)}


def words(key: str, **values: object) -> str:
    """The sentence of the page's catalogue; what is left open in it is a number of seconds."""
    text = WORDS[key]
    for name, value in ({"seconds": "0.0"} | values).items():
        text = text.replace("{" + name + "}", str(value))
    return text


def breaches(*keys: str) -> list[str]:
    """Things that an honest dealer does not do, in the page's words."""
    return [words(f"breach_{key}") for key in keys]


class Said(NamedTuple):
    """What the page says of the deal before it, which is the one called last."""

    reasons: list[str]
    """What is wrong, or keeps the deal from being proved."""
    code: str
    file: bytes
    """The evidence that the page offers to take away."""


def read(dealer: ScriptedDealer, chip: str) -> Said:
    """Wait until the page has come to this conclusion, open its panel and read it."""
    page = dealer.page
    page.get_by_role("button", name=WORDS[chip], exact=True).click()
    panel = page.get_by_role("dialog", name=WORDS["title"])
    code = panel.get_by_text(re.compile(r"^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$")).inner_text()
    items = [line.strip() for line in panel.get_by_role("listitem").all_inner_texts()]
    told = [line for line in items if line not in CHECKED and not line.startswith("Deal ")]
    reasons = [re.sub(r"\d+\.\d s ", "0.0 s ", line) for line in told]
    assert not re.search("[0-9a-f]{13}", panel.inner_text()), "numbers that nobody reads"
    with page.expect_download() as saved:
        panel.get_by_role("button", name=WORDS["download"]).click()
    return Said(reasons, code, saved.value.path().read_bytes())


FAIR, UNPROVEN, BREACH = "chip_fair", "chip_unproven", "chip_breach"


class Strategy(NamedTuple):
    act: Callable[[ScriptedDealer], None]
    chip: str
    reasons: list[str]
    sent: str
    """What the page must have sent in the end, and no more."""
    file: str = ""
    """What `verify-deal` finds in all the evidence that the page was given: deals and steps."""


OTHERS = words("fine_others")
ONCE, TWICE = "commit 1, reveal 1", "commit 1, reveal 1, commit 2, reveal 2"
STRATEGIES = [
    Strategy(acts.honest, FAIR, [], TWICE),
    Strategy(
        acts.move_after_the_number,
        BREACH,
        breaches("seat_changed", "stepped_back", "lock_differs", "number_denied", "hand_differs"),
        ONCE,
    ),
    Strategy(acts.move_before_the_lock, BREACH, breaches("seat_changed"), "commit 1"),
    Strategy(acts.step_back, BREACH, breaches("stepped_back", "lock_differs"), ONCE),
    Strategy(acts.drop_the_deal, UNPROVEN, [words("missing", deals=1)], TWICE),
    Strategy(acts.drop_and_show, UNPROVEN, [words("dropped", deals=1)], TWICE),
    Strategy(
        acts.skip_counts,
        UNPROVEN,
        [words("missing", deals=", ".join(map(str, range(2, 16))))],
        "commit 1, reveal 1, commit 16, reveal 16",
        file="16 count",
    ),
    Strategy(acts.fork_the_chain, BREACH, breaches("second_chain"), ONCE, file="2 chain"),
    Strategy(acts.another_previous_secret, BREACH, breaches("previous_changed"), ONCE),
    Strategy(acts.deny_the_number, BREACH, breaches("number_denied"), ONCE),
    Strategy(acts.never_acknowledge, UNPROVEN, [OTHERS, words("unused_number")], ONCE),
    Strategy(acts.too_late, UNPROVEN, [OTHERS, words("unused_number")], ONCE),
    Strategy(acts.too_late_to_commit, UNPROVEN, [OTHERS, words("unused_commitment")], "commit 1"),
    Strategy(acts.committed_already, UNPROVEN, [OTHERS, words("unused_elsewhere")], "commit 1"),
    Strategy(acts.another_device, UNPROVEN, [OTHERS, words("unused_elsewhere")], ""),
    Strategy(acts.leave_it_out, BREACH, breaches("left_out"), "commit 1"),
    Strategy(acts.lock_again, BREACH, breaches("lock_changed", "lock_differs"), ONCE),
    Strategy(acts.settle_otherwise, BREACH, breaches("lock_changed", "lock_differs"), ONCE),
    Strategy(
        acts.show_another_number,
        BREACH,
        breaches("lock_differs", "numbers_differ", "hand_differs"),
        ONCE,
    ),
    Strategy(acts.show_other_hands, BREACH, breaches("sums", "hand_differs"), ONCE, file="1 hands"),
    Strategy(acts.show_no_evidence, BREACH, breaches("unreadable"), ONCE, file="no evidence"),
    Strategy(acts.deal_other_hands, BREACH, breaches("hand_differs"), ONCE),
    Strategy(acts.deal_before_settling, BREACH, breaches("hand_differs"), ONCE),
    Strategy(
        acts.two_versions, BREACH, breaches("evidence_changed"), ONCE, file="1 count, 1 public"
    ),
]


WATCHED = {
    OTHERS,
    *breaches("stepped_back", "seat_changed", "previous_changed", "left_out", "lock_changed"),
    *breaches("number_denied", "lock_differs", "numbers_differ", "hand_differs"),
    *(words(f"unused_{what}") for what in ("commitment", "number", "elsewhere")),
    words("missing", deals=1),
    words("dropped", deals=1),
}
"""What a browser says because it watched; a file does not tell it. What came before the first deal
of a file is not told by it either."""


@pytest.fixture(scope="module")
def template(server: Server) -> Snapshot:
    """What the server says of a table with one seat open, before its first game."""
    client = Client(server.base).introduce("Ann")
    table = client.open_table(preset="gongzhu-pagat", bots={"1": "random", "3": "random"})
    with client.page(table) as page:
        page.sync()
        (snapshot,) = (message for message in page.heard if isinstance(message, Snapshot))
    return snapshot


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """What the pages share: files that were loaded, and nothing that a table tells."""
    shared = browser.new_context(
        viewport=DESKTOP, locale="en-GB", reduced_motion="reduce", service_workers="block"
    )
    shared.set_default_timeout(PATIENCE)
    yield shared
    shared.close()


def verify_deal(evidence: Sequence[Evidence], file: Path, code: str) -> str:
    """What the command finds, as `Strategy.file` has it. One of the deals has this code."""
    file.write_text(write_evidence(sorted(evidence, key=lambda deal: deal.deal)), "utf-8")
    result = CliRunner().invoke(app, ["verify-deal", str(file), "--codes", "--lang", "en"])
    if result.exit_code == 2:
        return "no evidence"
    assert code in re.findall(r"^table .*: ([0-9A-Z-]{14})$", result.stdout, re.MULTILINE)
    faults = check_deals(read_evidence(file.read_bytes()))
    assert {fault.text("en") for fault in faults} <= set(result.stdout.splitlines())
    assert result.exit_code == (1 if faults else 0)
    found = dict.fromkeys(f"{fault.deal} {fault.step}" for fault in faults)
    return ", ".join(found)


OFTEN = {
    acts.honest,
    acts.move_after_the_number,
    acts.drop_the_deal,
    acts.another_device,
    acts.show_other_hands,
}
"""Those whose words come from the different parts of the checker."""


@pytest.mark.parametrize(
    "strategy",
    [
        pytest.param(
            strategy,
            id=strategy.act.__name__,
            marks=() if strategy.act in OFTEN else pytest.mark.long,
        )
        for strategy in STRATEGIES
    ],
)
def test_what_the_page_says(
    context: BrowserContext,
    server: Server,
    template: Snapshot,
    strategy: Strategy,
    tmp_path: Path,
) -> None:
    page = context.new_page()
    dealer = ScriptedDealer(page, server.base, template)
    strategy.act(dealer)
    said = read(dealer, strategy.chip)
    page.close()
    assert said.reasons == strategy.reasons
    sent = [f"{type(step).__name__.lower()} {step.count}" for step in dealer.sent]
    assert ", ".join(sent) == strategy.sent
    assert dealer.faults == []
    found = verify_deal(dealer.shown, tmp_path / "shown.jsonl", said.code)
    assert found == strategy.file
    assert said.file.decode() in {write_evidence([deal]) for deal in dealer.shown}
    # The page says whatever the file tells; and where it says more, it had watched.
    assert bool(found) == bool(set(said.reasons) - WATCHED)


def test_two_faces(context: BrowserContext, server: Server, template: Snapshot) -> None:
    """A dealer who shows two players two deals is seen by neither; the codes tell them."""
    said = []
    for seat in (ANN, ALLY):
        page = context.new_page()
        dealer = ScriptedDealer(page, server.base, template, seat)
        dealer.deal_honestly()
        said.append(read(dealer, FAIR))
        page.close()
    assert said[0].code != said[1].code
