"""Keyed hashes of addresses, from which the server sees which tables were opened from the same
address, but from which the address cannot be found without the keys."""

import hashlib
from collections.abc import Callable

from gongzhu.server.edge.limits import block_of
from gongzhu.store import SettingStore

SETTING = "address_keys"
"""Name of the setting in the store that holds the concatenated keys, the newest first."""
KEY_BYTES = 32
HASH_BYTES = 16


class AddressHashes:
    """Hashes addresses with secret keys that are kept in the store."""

    def __init__(self, store: SettingStore, kept: bytes, entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._keys = _keys(kept)
        self._entropy = entropy

    @classmethod
    async def open(cls, store: SettingStore, entropy: Callable[[int], bytes]) -> "AddressHashes":
        """Read the keys from the store, or make one for a new store. Raises StoreError."""
        kept = await store.setting(SETTING)
        if kept is None:
            kept = entropy(KEY_BYTES)
            # Another server may have been quicker.
            if not await store.swap_setting(SETTING, None, kept):
                kept = await store.setting(SETTING) or kept
        return cls(store, kept, entropy)

    def of(self, address: str) -> tuple[str, ...]:
        """The hash of an address by the current key, which is the one to store, followed by its
        hash by the previous key, if there was one."""
        return tuple(
            hashlib.blake2b(address.encode(), key=key, digest_size=HASH_BYTES).hexdigest()
            for key in self._keys
        )

    def of_block(self, address: str) -> tuple[str, ...]:
        """The hashes, as `of` gives them, by which tables that were opened from an address are
        counted: all IPv6 addresses of a block count as one."""
        return self.of(block_of(address) or address)

    async def replace_key(self) -> None:
        """Replace the key with which addresses are hashed; hashes by the previous key are still
        recognized. Raises StoreError."""
        kept = await self._store.setting(SETTING)
        renewed = self._entropy(KEY_BYTES) + (kept or b"")[:KEY_BYTES]
        if await self._store.swap_setting(SETTING, kept, renewed):
            self._keys = _keys(renewed)


def _keys(kept: bytes) -> tuple[bytes, ...]:
    return tuple(kept[at : at + KEY_BYTES] for at in range(0, len(kept), KEY_BYTES))
