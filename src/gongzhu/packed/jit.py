"""What kernels are made with. Numba is imported through this module, and only by kernels."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from gongzhu.packed.caching import choose_folder

choose_folder()

import numba  # noqa: E402  (it reads where to keep compiled code when it is imported)

if TYPE_CHECKING or numba.config.DISABLE_JIT:
    from gongzhu.packed.bits import advance, choose, code_of, count, mixed, nth, spread, stir
else:
    from gongzhu.packed.instructions import (
        advance,
        choose,
        code_of,
        count,
        mixed,
        nth,
        spread,
        stir,
    )

__all__ = [
    "advance",
    "choose",
    "code_of",
    "count",
    "kernel",
    "mixed",
    "nth",
    "routine",
    "spread",
    "stir",
]

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def kernel(function: Kernel) -> Kernel:
    """Compile a function when it is first called. It runs without Python's lock.

    It becomes part of the kernels that call it: a call would cost as much as a whole trick, for
    Numba counts the users of every array that is handed over.
    """
    compiled = numba.njit(nogil=True, cache=True, forceinline=True, error_model="numpy")(function)
    return cast(Kernel, compiled)


def routine(function: Kernel) -> Kernel:
    """Compile a kernel that others call, and do not take in: one that is big and takes long."""
    return cast(Kernel, numba.njit(nogil=True, cache=True, error_model="numpy")(function))
