"""The functions of `bits.py` as machine instructions, for use in compiled kernels.

Bitboards are int64 and never negative; random numbers and their states are uint64 and are not mixed
with other types.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir
from numba import njit, types
from numba.core import config as settings
from numba.extending import intrinsic

from gongzhu.packed import bits

_WORD = ir.IntType(64)
_WIDE = ir.IntType(128)

Typed = tuple[Any, Callable[[Any, Any, Any, Any], Any]]


def has_pdep() -> bool:
    """True if kernels are compiled for a processor with a fast bit deposit instruction (PDEP).

    NUMBA_CPU_FEATURES and NUMBA_CPU_NAME are taken into account as by Numba. The first two Zen
    generations have the instruction, but it is slower than a loop there.
    """
    config: Any = settings
    name = config.CPU_NAME or binding.get_host_cpu_name()
    features = config.CPU_FEATURES
    if features is None:
        features = "" if name == "generic" else binding.get_host_cpu_features().flatten()
    return "+bmi2" in features.split(",") and name not in ("znver1", "znver2")


@intrinsic
def count(_typing: Any, board: Any) -> Typed:
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), build


@intrinsic
def code_of(_typing: Any, card: Any) -> Typed:
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.IntType(1)(1))

    return types.int64(types.int64), build


@intrinsic
def _deposit(_typing: Any, numbers: Any, board: Any) -> Typed:
    """The bitboard of those cards of `board` whose index i (counted from the lowest card) has bit i
    set in `numbers`."""

    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        of = ir.FunctionType(_WORD, [_WORD, _WORD])
        pdep = builder.module.globals.get("llvm.x86.bmi.pdep.64")
        pdep = pdep or ir.Function(builder.module, of, "llvm.x86.bmi.pdep.64")
        return builder.call(pdep, values)

    return types.int64(types.int64, types.int64), build


@intrinsic
def advance(_typing: Any, state: Any) -> Typed:
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.add(values[0], _WORD(bits.GOLDEN_GAMMA))

    return types.uint64(types.uint64), build


def _mix(builder: Any, x: Any) -> Any:
    for shift, factor in bits.MIX_ROUNDS:
        x = builder.mul(builder.xor(x, builder.lshr(x, _WORD(shift))), _WORD(factor))
    return builder.xor(x, builder.lshr(x, _WORD(bits.LAST_SHIFT)))


@intrinsic
def splitmix64(_typing: Any, state: Any) -> Typed:
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return _mix(builder, values[0])

    return types.uint64(types.uint64), build


@intrinsic
def bounded(_typing: Any, number: Any, choices: Any) -> Typed:
    # Numba's types have no type hints.
    pair = types.Tuple((types.int64, types.uint64))  # type: ignore[no-untyped-call]

    def build(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        wide = [builder.zext(value, _WIDE) for value in values]
        product = builder.mul(*wide)
        index = builder.trunc(builder.lshr(product, _WIDE(64)), _WORD)
        return context.make_tuple(builder, pair, [index, builder.trunc(product, _WORD)])

    return pair(types.uint64, types.int64), build


@intrinsic
def select(_typing: Any, condition: Any, yes: Any, no: Any) -> Typed:
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        chosen = builder.select(*values)
        # Without this LLVM converts it back into a branch.
        chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
        return chosen

    return types.int64(types.boolean, types.int64, types.int64), build


@intrinsic
def hash_combine(_typing: Any, number: Any, board: Any) -> Typed:
    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return _mix(builder, builder.add(builder.xor(*values), _WORD(bits.GOLDEN_GAMMA)))

    return types.uint64(types.uint64, types.int64), build


def _nth_by_pdep(board: int, index: int) -> Any:
    # Numba passes the typing context to an intrinsic.
    return _deposit(1 << index, board)  # type: ignore[call-arg]


def _nth_by_steps(board: int, index: int) -> int:
    for _ in range(index):
        board &= board - 1
    return board & -board


nth = njit(_nth_by_pdep if has_pdep() else _nth_by_steps)
