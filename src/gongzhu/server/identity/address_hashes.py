"""Keyed hashes (BLAKE2b with a secret key) of IP addresses. They show which tables were opened from
the same address. Without the keys, the address cannot be found from them by trying all
addresses."""

import hashlib
from collections.abc import Callable

from gongzhu.server.edge.limits import block_of
from gongzhu.store import SettingStore

SETTING = "address_keys"
"""Key of the setting in the store whose value is the secret keys, concatenated, the newest
first."""
KEY_BYTES = 32
"""Size of a key in bytes."""
HASH_BYTES = 16
"""Size of a hash in bytes."""


class AddressHashes:
    """Hashes IP addresses by BLAKE2b with secret keys that are kept in the store, so that all
    servers on it give the same hashes. There are at most two keys: the current one, with which new
    hashes are made, and the one before it, so that addresses stored before the operator replaced
    the key are still recognised."""

    def __init__(self, store: SettingStore, kept: bytes, entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._keys = _keys(kept)
        self._entropy = entropy

    @classmethod
    async def open(cls, store: SettingStore, entropy: Callable[[int], bytes]) -> "AddressHashes":
        """Read the keys from the store. A new store gets its first key. `entropy(n)` returns n
        random bytes. Raises StoreError."""
        kept = await store.setting(SETTING)
        if kept is None:
            kept = entropy(KEY_BYTES)
            # Another server may have been quicker.
            if not await store.swap_setting(SETTING, None, kept):
                kept = await store.setting(SETTING) or kept
        return cls(store, kept, entropy)

    def of(self, address: str) -> tuple[str, ...]:
        """The hashes of an address (any text), each of HASH_BYTES bytes in hexadecimal: first that
        with the current key, which is the one to store, then that with the previous key, if there
        is one. An address is the same as a stored one if any of its hashes equals the stored
        hash."""
        return tuple(
            hashlib.blake2b(address.encode(), key=key, digest_size=HASH_BYTES).hexdigest()
            for key in self._keys
        )

    def of_block(self, address: str) -> tuple[str, ...]:
        """The hashes of an address as `of` gives them, except that all IPv6 addresses in a /48
        block (given as /64 networks) have the same hashes. Tables opened from an address are
        counted by these."""
        return self.of(block_of(address) or address)

    async def replace_key(self) -> None:
        """Make new hashes with a new random key from now on. The current key becomes the previous
        one, and the one before that is deleted. Nothing changes if another server replaces the key
        at the same time. Raises StoreError."""
        kept = await self._store.setting(SETTING)
        renewed = self._entropy(KEY_BYTES) + (kept or b"")[:KEY_BYTES]
        if await self._store.swap_setting(SETTING, kept, renewed):
            self._keys = _keys(renewed)


def _keys(kept: bytes) -> tuple[bytes, ...]:
    return tuple(kept[at : at + KEY_BYTES] for at in range(0, len(kept), KEY_BYTES))
