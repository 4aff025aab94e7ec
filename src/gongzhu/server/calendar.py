"""Days in UTC: converts between times, day numbers (days since 1970-01-01) and dates such as
`2026-11-23`."""

from datetime import date

DAY_MS = 24 * 3600 * 1000
_FIRST = date(1970, 1, 1).toordinal()


def day_of(at: int) -> int:
    """The number of the day (0 on 1970-01-01) of a time in milliseconds since 1970."""
    return at // DAY_MS


def end_of(day: int) -> int:
    """The time at which the day with this number ends, in milliseconds since 1970."""
    return (day + 1) * DAY_MS


def written(day: int) -> str:
    """The date, such as `2026-11-23`, of a day number."""
    return date.fromordinal(_FIRST + day).isoformat()


def read_day(text: str) -> int:
    """The day number of a date such as `2026-11-23`. Raises ValueError for any other format."""
    found = date.fromisoformat(text)
    if found.isoformat() != text:
        raise ValueError(text)
    return found.toordinal() - _FIRST
