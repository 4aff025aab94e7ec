"""What must hold of every simulated world, whatever fails in it."""

from collections.abc import Iterable, Sequence
from functools import cache

from gongzhu.cards import Card, Seat
from gongzhu.rules import Deal, Phase, RuleSet, pack_of
from gongzhu.rules.facts import lead_card
from gongzhu.table import LogEntry, Table, read_entry, read_table
from gongzhu.table.facts import DealScored, GameEnded
from proof.players.log_judge import Judge
from proof.players.socket_player import SocketPlayer
from proof.secrecy.taint import known_after
from proof.simulation.client import MURMUR, Client, codes_of
from proof.simulation.database import Database
from proof.simulation.disk import Disk
from tests.support.rows_store import Rows


class DiskLog:
    """The entries on a simulated disk, as `Judge` reads them."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def entries(self, table: str, after: int) -> list[tuple[int, LogEntry]]:
        """The entries after number `after`, with their numbers."""
        log = self._rows.logs.get(table, [])
        return [(number, read_entry(body)) for number, body in enumerate(log[after:], after + 1)]


class TableJudge(Judge):
    """Follows one table through its log, and what its players were told of it."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.entries: list[LogEntry] = []
        self.tables: list[Table] = []
        """After each entry."""
        self.ended: list[str] = []
        """Games."""
        self._found = 0
        """How many of them were looked for."""

    def _advance(self, number: int, entry: LogEntry) -> None:
        before = self.truth
        super()._advance(number, entry)
        table = self.truth
        assert table is not None
        self.entries.append(entry)
        self.tables.append(table)
        if table.deal is not None and (before is None or table.deal is not before.deal):
            self._conserves(table.deal)
        for fact in entry.facts:
            if isinstance(fact, DealScored):
                self._adds_up(table, fact)
            elif isinstance(fact, GameEnded):
                assert table.state.game is not None
                self.ended.append(table.state.game)

    @staticmethod
    def _id_of(player: SocketPlayer, table: Table) -> str | None:
        assert isinstance(player, Client)
        return player.id

    def _conserves(self, deal: Deal) -> None:
        """Every card is in one place."""
        public = deal.public
        places = [own.hand for own in deal.own]
        places += [trick.cards for trick in public.tricks]
        places.append(public.trick)
        # A claim ends a deal with cards in the hands.
        whole = public.phase is Phase.ENDED or (
            _pack(deal.rules) == _together(places)
            and sum(map(len, places)) == len(_pack(deal.rules))
        )
        if not whole or len(_together(public.captured)) != sum(map(len, public.captured)):
            self._fault(f"entry {len(self.entries)}: cards are missing, or there twice")

    def _adds_up(self, table: Table, scored: DealScored) -> None:
        """Totals are the sums of the scores."""
        deals = table.state.deals
        if len(scored.scores) != len(scored.totals):
            return
        sums = list(map(sum, zip(*(deal.scores for deal in deals), strict=True)))
        # Under some rules exactly the limit turns positive, and the game is over.
        if list(map(abs, sums)) != list(map(abs, scored.totals)):
            self._fault(f"entry {len(self.entries)}: totals {scored.totals}, scores {sums}")

    def judge_games(self, rows: Rows) -> None:
        """A game whose end is on disk is found in the list of games, with its deals."""
        for game in self.ended[self._found :]:
            if game not in rows.games or not rows.has_deals(game):
                self._fault(f"game {game} ended and is not kept")
        self._found = len(self.ended)

    def _keeps_no_words(self, rows: Rows) -> None:
        """Nothing that players say is on the disk."""
        saved = [body for _, body in rows.snapshots.values()]
        bodies = [*rows.settings.values(), *rows.summaries.values(), *saved]
        for log in rows.logs.values():
            bodies += log
        if any(MURMUR.encode() in body for body in bodies):
            self._fault("words are written down")

    def judge_rest(self, disk: Disk | Database, clients: Iterable[Client]) -> None:
        """What is looked at once, in the end."""
        self._has_snapshot(disk.rows)
        self._keeps_no_words(disk.rows)
        clients = list(clients)
        for client in clients:
            self.faults += client.faults + client.breaches
            for refusal in client.refusals:
                # Numbers for a deal are sent again under the same ids.
                if refusal.id is None or refusal.id.startswith(("commit-", "reveal-")):
                    continue
                if refusal.code == "not_saved" and refusal.id in client.repeated:
                    continue
                first = self._ids.get((client.id, refusal.id))
                if first is not None and (self.table, first) not in disk.risen:
                    self._fault(f"{refusal.id} was refused: {refusal.code}; it is entry {first}")
        self._is_silent(clients)
        self._hears_what_was_said(clients)

    def _hears_what_was_said(self, clients: Sequence[Client]) -> None:
        """Every line that came was said by somebody."""
        spoken = set().union(*(client.spoken for client in clients))
        heard = {line.text or line.phrase for client in clients for line in client.lines}
        if heard - spoken:
            self._fault(f"nobody said {sorted(map(str, heard - spoken))}")

    def _has_snapshot(self, rows: Rows) -> None:
        """The snapshot is what the log comes to."""
        saved = rows.snapshots.get(self.table)
        if saved is None or read_table(saved[1]) != self.tables[saved[0] - 1]:
            self._fault("the snapshot is not what the log comes to")

    def _is_silent(self, clients: Sequence[Client]) -> None:
        """No card was named to anybody before its time."""
        assert self.truth is not None
        rules = self.truth.rules
        always = {
            card.code.encode() for card in (*rules.removed, lead_card(rules)) if card is not None
        }
        known: dict[Seat | None, list[frozenset[bytes]]] = {}
        for client in clients:
            for heard in client.named:
                if heard.seat not in known:
                    cards = known_after(self.entries, rules, heard.seat)
                    known[heard.seat] = _codes(cards)
                early = heard.codes - known[heard.seat][heard.seq]
                if early and heard.id is not None:
                    early -= codes_of(client.said[heard.id])
                if early - always:
                    told = b", ".join(sorted(early - always)).decode()
                    self._fault(f"{client.person.name} heard of {told} after entry {heard.seq}")


def _codes(known: Sequence[frozenset[Card]]) -> list[frozenset[bytes]]:
    """As codes; what is the same for many entries is made once."""
    made: dict[frozenset[Card], frozenset[bytes]] = {}
    return [
        made.setdefault(cards, frozenset(card.code.encode() for card in cards))
        if cards not in made
        else made[cards]
        for cards in known
    ]


def _together(places: Iterable[Iterable[Card]]) -> set[Card]:
    return set().union(*places)


@cache
def _pack(rules: RuleSet) -> frozenset[Card]:
    return frozenset(pack_of(rules))
