"""A dealer that is the test: it speaks the wire to a real page, and keeps to GZH1 as far as its
script does."""

import hashlib
import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page, Route, WebSocketRoute

from gongzhu.cards import Seat, seats
from gongzhu.dealing import (
    Absent,
    BotSeat,
    Call,
    Chain,
    Contribution,
    Evidence,
    Locked,
    Revealed,
    Withheld,
    call_deal,
    commitment,
    secrets_of,
    settle,
)
from gongzhu.rules.events import DealBegan, Hands
from gongzhu.server.live.messages import (
    Done,
    FromPlayer,
    Hello,
    Ping,
    Pong,
    Refused,
    Request,
    Snapshot,
    ToPlayer,
    Update,
    You,
)
from gongzhu.table import Fact, TableView, evolve_table_view
from gongzhu.table.commands import Commit, Reveal
from gongzhu.table.facts import (
    ChainBegan,
    Committed,
    DealCalled,
    DealScored,
    GameBegan,
    Happened,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
    Swapped,
)
from gongzhu.table.state import SeatState
from tests.browser.browser_player import PATIENCE

ANN, ALLY = Seat(0), Seat(2)
"""The seats of the people at the table; the others are bots'."""

read_message = msgspec.json.Decoder(FromPlayer).decode


def drawn(name: str) -> str:
    """32 bytes that look random, and are the same at every run."""
    return hashlib.sha256(f"a scripted dealer: {name}".encode()).hexdigest()


LONG = 40
SECRETS = secrets_of(drawn("chain"), LONG)
CHAIN = Chain(SECRETS[0], LONG, 1)
FORKED = secrets_of(drawn("fork"), LONG)
FORK = Chain(FORKED[0], LONG, 1)


class ScriptedDealer:
    """Deals to the page of one player, who sits with an ally of the dealer and two bots."""

    def __init__(self, page: Page, base: str, template: Snapshot, me: Seat = ANN) -> None:
        """`template` is what a server says of such a table before its first game."""
        self.page = page
        self.me = me
        self.ally = ALLY if me == ANN else ANN
        self.sent: list[Commit | Reveal] = []
        """What the page has sent for deals."""
        self.faults: list[str] = []
        self.answers: dict[type[Commit | Reveal], str] = {Commit: "done", Reveal: "done"}
        """What each message is answered by: `done`, the code of a refusal, or nothing."""
        self.served: dict[int, Evidence] = {}
        """The evidence that the page is given where it asks for it."""
        self.shown: list[Evidence] = []
        """All evidence that the page was given."""
        self.secrets, self.chain = SECRETS, CHAIN
        self.call = Call("", CHAIN, 0, "")
        """The deal called last."""
        self.mine = self.number = ""
        """The commitment of the player, as the dealer heard it, and the number."""
        self.allys = ""
        """The number of the ally."""
        self._view = self._filled(template.table)
        self._seq = template.seq
        self._socket: WebSocketRoute | None = None
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.route_web_socket("**/socket**", self._open)
        page.route("**/api/tables/*/deals/*", self._give)
        page.goto(f"{base}/t/{self._view.state.table}")
        self.until(lambda: self._socket is not None)
        self.tell(GameBegan(drawn("game")[:32], 0), ChainBegan(CHAIN, None))

    def _filled(self, view: TableView) -> TableView:
        sitting = list(view.state.seats)
        sitting[ANN] = SeatState("player", "Ann", online=True)
        sitting[ALLY] = SeatState("player", "Bert", online=True)
        return TableView(replace(view.state, seats=tuple(sitting), host=None), self.me, None)

    # --- the steps of a deal -------------------------------------------------------------------

    def call_deal(self, count: int = 0, *, previous: str = "", heard: bool = False) -> None:
        """Call a deal, the next one where no count is given; `heard`: the player is said to have
        committed itself already."""
        count = count or self.call.deal + 1
        place = self.chain.place(count)
        assert place is not None
        rules = self._view.state.settings.rules
        self.call = call_deal(self._view.state.table, self.chain, count, rules)
        self.mine = self.number = ""
        self.allys = drawn(f"{self.ally} in {count}")
        told = (Committed(self.ally, None), *((Committed(self.me, None),) if heard else ()))
        self.tell(DealCalled(count, previous or self.secrets[place - 1]), *told)

    def hear(self, kind: type[Commit | Reveal]) -> None:
        """Wait for the player's commitment, or its number, of this deal."""
        count = self.call.deal
        self.until(lambda: any(type(one) is kind and one.count == count for one in self.sent))

    def lock(self, *, mine: Contribution | None = None, ally: str = "") -> None:
        """Lock; `mine` is what is said of the player, `ally` another number of the ally."""
        self.tell(NumbersLocked(self.contributions(mine, ally, shown=False)))

    def settle(
        self, *, mine: Contribution | None = None, ally: str = "", hands: Hands | None = None
    ) -> None:
        """Settle and deal; `hands` are others than the numbers give."""
        given = self.contributions(mine, ally)
        self.tell(NumbersSettled(given))
        self.show(hands or self.evidence(mine=mine, ally=ally).hands)

    def show(self, hands: Hands) -> None:
        """Show the player its hand."""
        shown = tuple(hand if seat == self.me else None for seat, hand in enumerate(hands))
        self.tell(Happened(DealBegan(0, (0, 0, 0, 0), 0, None, shown)))

    def score(self, evidence: Evidence | None = None) -> Evidence:
        """End the deal, with its evidence or something else."""
        evidence = evidence or self.evidence()
        self.shown.append(evidence)
        self.tell(DealScored((0, 0, 0, 0), (0, 0, 0, 0), evidence))
        return evidence

    def evidence(self, *, mine: Contribution | None = None, ally: str = "") -> Evidence:
        """Evidence that is right in itself."""
        place = self.chain.place(self.call.deal)
        assert place is not None
        locked = Locked(self.call, self.contributions(mine, ally))
        return settle(locked, self._view.state.settings.rules, self.secrets[place])

    def contributions(
        self, mine: Contribution | None = None, ally: str = "", *, shown: bool = True
    ) -> tuple[Contribution, ...]:
        """By seat; the player's is what it sent where nothing else is said of it."""
        given: list[Contribution] = [BotSeat() for _ in seats(4)]
        ally = ally or self.allys
        for seat, promised, number in (
            (self.me, self.mine, self.number),
            (self.ally, commitment(self.call, self.ally, ally), ally),
        ):
            if promised:
                given[seat] = Revealed(promised, number) if shown and number else Withheld(promised)
            else:
                given[seat] = Absent()
        if mine is not None:
            given[self.me] = mine
        return tuple(given)

    def deal_honestly(self) -> Evidence:
        """A whole deal by the book."""
        self.call_deal()
        self.hear(Commit)
        self.lock()
        self.hear(Reveal)
        self.settle()
        return self.score()

    # --- what it does besides ------------------------------------------------------------------

    def move(self) -> None:
        """Put the player into the seat beside it."""
        other = Seat(self.me + 1)
        state = evolve_table_view(self._view, Swapped((self.me, other))).state
        self.me = other
        self._view = TableView(state, other, self._view.deal)
        self._snapshot()

    def fork(self) -> None:
        """Go on with other secrets than those that were published."""
        self.secrets, self.chain = FORKED, FORK
        self.tell(ChainBegan(FORK, None))

    def recall(self) -> None:
        """Go back to where commitments of this deal come in."""
        fair = replace(
            self._view.state.fair,
            step="committing",
            heard=tuple(seat != self.me for seat in seats(4)),
            contributions=None,
        )
        state = replace(self._view.state, stage="calling", fair=fair)
        self._view = replace(self._view, state=state)
        self._snapshot()

    def until(self, done: Callable[[], bool]) -> None:
        """Wait until something is so."""
        patience = time.monotonic() + PATIENCE / 1000
        while not done():
            assert time.monotonic() < patience, f"the page has sent {self.sent}: {self.faults}"
            self.page.wait_for_timeout(5)

    def tell(self, *facts: Fact) -> None:
        """Send an update."""
        for fact in facts:
            self._view = evolve_table_view(self._view, fact)
        self._seq += 1
        self._send(Update(self._seq, 0, facts))

    # --- the wire ------------------------------------------------------------------------------

    def _snapshot(self) -> None:
        you = You("Ann", self.me, host=False, devices=1)
        self._send(Snapshot(self._seq, 0, you, self._view))

    def _open(self, socket: WebSocketRoute) -> None:
        socket.on_message(lambda text: self._got(socket, read_message(text)))

    def _got(self, socket: WebSocketRoute, message: FromPlayer) -> None:
        match message:
            case Hello():
                self._socket = socket
                self._snapshot()
            case Ping(n):
                self._send(Pong(n, 0))
            case Request(id, Commit() | Reveal() as step):
                self.sent.append(step)
                self._take(id, step)
            case Request(id):
                self._send(Done(id, self._seq))

    def _take(self, id: str, step: Commit | Reveal) -> None:
        if isinstance(step, Commit):
            self.mine = step.commitment
        else:
            self.number = step.number
        answer = self.answers[type(step)]
        if answer == "done":
            heard = Committed if isinstance(step, Commit) else NumberShown
            self.tell(heard(self.me, None))
            self._send(Done(id, self._seq))
        elif answer:
            self._send(Refused(id, answer, ""))

    def _send(self, message: ToPlayer) -> None:
        assert self._socket is not None
        self._socket.send(msgspec.json.encode(message).decode())

    def _give(self, route: Route) -> None:
        evidence = self.served.get(int(route.request.url.rpartition("/")[2].partition("?")[0]))
        if evidence is None:
            route.fulfill(status=404, json={"code": "no_deal", "text": "There is no such deal."})
            return
        self.shown.append(evidence)
        record: dict[str, Any] = {
            "players": [seat.name for seat in self._view.state.seats],
            "rules": evidence.rules,
            "hands": evidence.hands,
            "exposures": [],
            "totals": [0, 0, 0, 0],
        }
        sheet = {"count": evidence.deal, "events": [], "piles": [], "record": record}
        body = msgspec.json.encode(sheet | {"evidence": evidence}).decode()
        route.fulfill(body=body, content_type="application/json")
