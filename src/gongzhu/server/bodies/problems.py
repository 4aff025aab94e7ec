"""Body of the HTTP API's answer to every request that is refused."""

from msgspec import Struct


class RulesFault(Struct, frozen=True):
    """A value of a rule set that is wrong: the key of its option, and the reason as text."""

    key: str
    text: str


class Problem(Struct, frozen=True):
    """The body of every answer that is not a success: a code, and the reason as text."""

    code: str
    text: str
    """The reason, in the language asked for by `?lang=` or `Accept-Language`."""
    faults: tuple[RulesFault, ...] = ()
    """The faults of a rule set, each with its option."""
    lines: tuple[str, ...] = ()
    """For a file of records, the first fault of each wrong record, at most a hundred; `text` is the
    first of them."""
