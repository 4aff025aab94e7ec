"""Decorators for kernels (functions compiled by Numba), and the functions that kernels may call.

Only this module and `instructions` import Numba.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from gongzhu.packed.caching import choose_folder, folder_of

choose_folder()

import numba  # noqa: E402  (it reads where to keep compiled code when it is imported)

if TYPE_CHECKING or numba.config.DISABLE_JIT:
    from gongzhu.packed.bits import (
        advance,
        bounded,
        code_of,
        count,
        hash_combine,
        nth,
        select,
        splitmix64,
    )
else:
    from gongzhu.packed.instructions import (
        advance,
        bounded,
        code_of,
        count,
        hash_combine,
        nth,
        select,
        splitmix64,
    )

__all__ = [
    "advance",
    "bounded",
    "code_of",
    "count",
    "hash_combine",
    "kernel",
    "nth",
    "routine",
    "select",
    "splitmix64",
]

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def kernel(function: Kernel) -> Kernel:
    """Decorator: compile a function when it is first called. It runs without Python's lock.

    It is inlined into the kernels that call it: a call would cost as much as a whole trick, since
    Numba counts the references of every array that is passed.
    """
    return _compiled(function, forceinline=True)


def routine(function: Kernel) -> Kernel:
    """Decorator: compile a function like `kernel`, but without inlining it, because it is large and
    runs long."""
    return _compiled(function, forceinline=False)


def _compiled(function: Kernel, *, forceinline: bool) -> Kernel:
    settings: Any = numba.config  # Numba creates its attributes when it is imported
    settings.CACHE_DIR = str(folder_of(function.__module__))
    decorate = numba.njit(nogil=True, cache=True, error_model="numpy", forceinline=forceinline)
    return cast(Kernel, decorate(function))
