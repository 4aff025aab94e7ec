"""The answer to every request that is refused."""

from msgspec import Struct


class RulesFault(Struct, frozen=True):
    """A value of a rule set that is wrong, and why."""

    key: str
    text: str


class Problem(Struct, frozen=True):
    """Every answer that is not a success."""

    code: str
    text: str
    """In the language asked for by `?lang=` or `Accept-Language`."""
    faults: tuple[RulesFault, ...] = ()
    """Of a rule set, each at its option."""
    lines: tuple[str, ...] = ()
    """Of a file of records, the first fault of each record, a hundred at most; `text` is the first
    of them."""
