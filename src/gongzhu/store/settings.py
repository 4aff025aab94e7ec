"""Values of the server itself, by key."""

from msgspec import Struct

from gongzhu.store.accounts import Statement, Value

LONGEST_SETTING = 100_000
"""Bytes."""


class Setting(Struct, frozen=True):
    """A value under its key."""

    key: str
    value: bytes


class SwapSetting(Struct, frozen=True):
    """Replace a setting; `before` is None if there was none. Refused if it is another by now."""

    key: str
    before: bytes | None
    value: bytes

    @property
    def player_id(self) -> str:
        """Empty: a setting is not about a player."""
        return ""

    def statements(self) -> tuple[Statement, ...]:
        if self.before is None:
            text = "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            values: tuple[Value, ...] = (self.key, self.value)
        else:
            text = "UPDATE settings SET value = $2 WHERE key = $1 AND value = $3"
            values = (self.key, self.value, self.before)
        return (Statement(text, values, needed=True, longest=LONGEST_SETTING),)
