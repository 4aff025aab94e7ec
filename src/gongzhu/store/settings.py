"""Values that a store keeps under a key, such as those of the server itself."""

from msgspec import Struct

from gongzhu.store.accounts import Statement, Value

LONGEST_SETTING = 100_000
"""Largest size of a value that `SwapSetting` stores, in bytes."""


class Setting(Struct, frozen=True):
    """Set the value of a key."""

    key: str
    value: bytes


class SwapSetting(Struct, frozen=True):
    """Replace the value `before` of a key, None if it had none, by another one. Refused if the key
    has a different value by now."""

    key: str
    before: bytes | None
    value: bytes

    @property
    def player_id(self) -> str:
        """Always empty, since a setting is not about a player."""
        return ""

    def statements(self) -> tuple[Statement, ...]:
        if self.before is None:
            text = "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            values: tuple[Value, ...] = (self.key, self.value)
        else:
            text = "UPDATE settings SET value = $2 WHERE key = $1 AND value = $3"
            values = (self.key, self.value, self.before)
        return (Statement(text, values, needed=True, longest=LONGEST_SETTING),)
