"""The order in which bots think, and for how long, where more wait than processes can serve.

Whoever asks has a share of the seconds of thinking: every address that waits the same, and within
an address every account; all addresses of a block of IPv6 are one here. It is start-time fair
queueing, twice: the next turn is that of the address, and there of the account, that has used the
fewest seconds; who comes back after a while has not saved up any. A question is shortened where an
account asks for more than its share, in proportion, where it has spent its budget, and where others
would have to wait for it; down to a floor.

There is no clock in here: times, in seconds, are handed in, and must not go back.
"""

from msgspec import Struct, field

from gongzhu.server.edge.limits import block_of

FLOOR = 0.025
"""Seconds that no question is shortened below."""
PATIENCE = 4.0
"""Seconds in which the questions of an account that wait are to be answered, if its share is as it
is now: they are shortened to fit."""
SLICE = 0.25
"""The longest that a question may take where others think too."""
RECENT = 5.0
"""Seconds for which an account counts as one of those who think, after its last question."""
SMOOTH = 10.0
"""A question may take one part in so many of what is left of a budget: it wanes, and does not break
off."""
REMEMBERED = 500
"""Accounts and addresses; when there are more, those that nothing is known of are forgotten."""


class Asker(Struct, frozen=True):
    """The account and the address that a table was opened by: they ask for what its bots think."""

    account: str
    address: str

    @property
    def block(self) -> str:
        """The holder of a share: the block of an address of IPv6, any other address by itself."""
        return block_of(self.address) or self.address


class Budget(Struct, frozen=True):
    """Seconds of thinking: so many at once, and so many back each second."""

    most: float
    rate: float


class Budgets(Struct, frozen=True):
    """The budgets of everybody."""

    account: Budget = Budget(120.0, 1.0)
    address: Budget = Budget(600.0, 8.0)


BUDGETS = Budgets()


class Turn(Struct, frozen=True):
    """A question whose turn it is."""

    number: int
    asker: Asker
    """With the block for its address."""
    wanted: float
    """Seconds that it would take by itself."""
    seconds: float
    """Seconds that it may take."""


class _Share(Struct, eq=False):
    """The share of an address, or of an account within one."""

    budget: Budget
    left: float
    """Seconds that are left of the budget at `at`; below 0 by one question at the most."""
    at: float
    used: float = 0.0
    """Virtual seconds, on the scale of the clock of those it is compared with."""
    asked: float = 0.0
    """The time of its last question, or of the end of its last turn."""
    running: int = 0
    """Its questions that are being thought about."""
    waiting: dict[int, float] = field(default_factory=dict)
    """Of an account: the seconds that each question wants, in the order in which they came."""
    backlog: float = 0.0
    """Seconds that all of them want."""
    count: int = 0
    """Questions that wait, of an address those of all its accounts."""
    clock: float = 0.0
    """Of an address: the virtual seconds that the account had used whose turn was last."""
    accounts: dict[str, "_Share"] = field(default_factory=dict)

    def fill(self, now: float) -> float:
        """The budget that is left by now."""
        self.left = min(self.budget.most, self.left + (now - self.at) * self.budget.rate)
        self.at = now
        return self.left

    def recent(self, now: float) -> bool:
        """True if it thinks, or has thought just now."""
        return bool(self.count or self.running or now - self.asked < RECENT)

    def forgettable(self, now: float) -> bool:
        """True if it has not thought for so long that a new share is as good."""
        return self.fill(now) >= self.budget.most and not self.recent(now)


class FairQueue:
    """Questions that wait for a process to think about them."""

    def __init__(self, processes: int, budgets: Budgets) -> None:
        self.processes = processes
        """Those that serve it."""
        self._budgets = budgets
        self._addresses: dict[str, _Share] = {}
        """By block."""
        self._clock = 0.0
        """The virtual seconds that the address had used whose turn was last."""
        self._count = 0
        """Questions that wait."""
        self._most = REMEMBERED

    def __len__(self) -> int:
        """The number of questions that wait."""
        return self._count

    @property
    def remembered(self) -> int:
        """The number of addresses and accounts that something is known of."""
        return sum(1 + len(address.accounts) for address in self._addresses.values())

    def put(self, asker: Asker, number: int, wanted: float, now: float) -> None:
        """A question comes in; `wanted` is how many seconds it would take by itself."""
        address, account = self._shares(asker, now)
        if not address.count and not address.running:
            address.used = max(address.used, self._clock)
        if not account.count and not account.running:
            account.used = max(account.used, address.clock)
        account.waiting[number] = wanted
        account.backlog += wanted
        for share in (address, account):
            share.count += 1
            share.asked = now
        self._count += 1

    def remove(self, asker: Asker, number: int) -> None:
        """A question is not waited for any longer; it may be out already."""
        address = self._addresses.get(asker.block)
        account = None if address is None else address.accounts.get(asker.account)
        if address is not None and account is not None and number in account.waiting:
            self._out(address, account, number)

    def take(self, now: float) -> Turn | None:
        """The question whose turn it is; None where none waits. `done` must follow."""
        waiting = [(share.used, name) for name, share in self._addresses.items() if share.count]
        if not waiting:
            return None
        self._clock, name = min(waiting)
        address = self._addresses[name]
        address.clock, who = min(
            (share.used, who) for who, share in address.accounts.items() if share.count
        )
        account = address.accounts[who]
        number = next(iter(account.waiting))
        wanted = account.waiting[number]
        seconds = self._allowed(address, account, wanted, now)
        self._out(address, account, number)
        for share in (address, account):
            share.used += seconds
            share.running += 1
        return Turn(number, Asker(who, name), wanted, seconds)

    def done(self, turn: Turn, seconds: float, now: float) -> None:
        """A turn has ended after so many seconds."""
        for share in self._shares(turn.asker, now):
            share.used += seconds - turn.seconds
            share.fill(now)
            share.left = max(share.left - seconds, -seconds)
            share.running -= 1
            share.asked = now

    def spared(self, asker: Asker, share: float, now: float) -> bool:
        """True if more than this share of each budget is left."""
        return all(each.fill(now) > share * each.budget.most for each in self._shares(asker, now))

    def pay(self, asker: Asker, seconds: float, now: float) -> None:
        """Take seconds from a budget for what waited until nobody else did: it takes no turn from
        anybody, and so costs none later."""
        for each in self._shares(asker, now):
            each.fill(now)
            each.left -= seconds

    def _allowed(self, address: _Share, account: _Share, wanted: float, now: float) -> float:
        """The seconds that the next question of an account may take."""
        addresses = sum(share.recent(now) for share in self._addresses.values())
        accounts = sum(share.recent(now) for share in address.accounts.values())
        others = max(1, addresses) * max(1, accounts)
        allowed = wanted * PATIENCE * self.processes / others / max(account.backlog, wanted)
        if others > 1:
            allowed = min(allowed, SLICE)
        left = min(account.fill(now), address.fill(now)) / SMOOTH
        return min(wanted, max(FLOOR, min(allowed, left)))

    def _out(self, address: _Share, account: _Share, number: int) -> None:
        account.backlog -= account.waiting.pop(number)
        for share in (address, account):
            share.count -= 1
        if not account.count:
            account.backlog = 0.0
        self._count -= 1

    def _shares(self, asker: Asker, now: float) -> tuple[_Share, _Share]:
        """The shares of an address and of an account in it."""
        address = self._addresses.get(asker.block)
        if address is None:
            self._forget(now)
            address = self._new(self._budgets.address, self._clock, now)
            self._addresses[asker.block] = address
        account = address.accounts.get(asker.account)
        if account is None:
            self._forget(now)
            account = self._new(self._budgets.account, address.clock, now)
            address.accounts[asker.account] = account
        return address, account

    def _new(self, budget: Budget, clock: float, now: float) -> _Share:
        return _Share(budget, budget.most, now, used=clock, asked=now)

    def _forget(self, now: float) -> None:
        """Where too many are remembered, forget those that nothing is known of."""
        if self.remembered < self._most:
            return
        for name, address in list(self._addresses.items()):
            for who, account in list(address.accounts.items()):
                if account.forgettable(now):
                    del address.accounts[who]
            if not address.accounts and address.forgettable(now):
                del self._addresses[name]
        self._most = max(REMEMBERED, 2 * self.remembered)
