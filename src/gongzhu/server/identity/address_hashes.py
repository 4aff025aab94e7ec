"""Keyed hashes of IP addresses. They show which tables were opened from the same address; without
the keys, the address cannot be found from them."""

import hashlib
from collections.abc import Callable

from gongzhu.server.edge.limits import block_of
from gongzhu.store import SettingStore

SETTING = "address_keys"
"""Name of the setting in the store that has the keys, concatenated, the newest first."""
KEY_BYTES = 32
"""Size of a key in bytes."""
HASH_BYTES = 16
"""Size of a hash in bytes."""


class AddressHashes:
    """Hashes addresses with the secret keys of the store."""

    def __init__(self, store: SettingStore, kept: bytes, entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._keys = _keys(kept)
        self._entropy = entropy

    @classmethod
    async def open(cls, store: SettingStore, entropy: Callable[[int], bytes]) -> "AddressHashes":
        """Read the keys from the store; for a new store, create one. `entropy(n)` returns n random
        bytes. Raises StoreError."""
        kept = await store.setting(SETTING)
        if kept is None:
            kept = entropy(KEY_BYTES)
            # Another server may have been quicker.
            if not await store.swap_setting(SETTING, None, kept):
                kept = await store.setting(SETTING) or kept
        return cls(store, kept, entropy)

    def of(self, address: str) -> tuple[str, ...]:
        """The hash of an address with the current key, which is the one to store, and then its hash
        with the previous key if there was one. Hashes are in hexadecimal."""
        return tuple(
            hashlib.blake2b(address.encode(), key=key, digest_size=HASH_BYTES).hexdigest()
            for key in self._keys
        )

    def of_block(self, address: str) -> tuple[str, ...]:
        """The same as `of`, but all IPv6 addresses of a /48 block give the same hashes. The numbers
        of tables opened from an address are counted by these."""
        return self.of(block_of(address) or address)

    async def replace_key(self) -> None:
        """Hash addresses with a new key from now on; the key before it becomes the previous one.
        Raises StoreError."""
        kept = await self._store.setting(SETTING)
        renewed = self._entropy(KEY_BYTES) + (kept or b"")[:KEY_BYTES]
        if await self._store.swap_setting(SETTING, kept, renewed):
            self._keys = _keys(renewed)


def _keys(kept: bytes) -> tuple[bytes, ...]:
    return tuple(kept[at : at + KEY_BYTES] for at in range(0, len(kept), KEY_BYTES))
