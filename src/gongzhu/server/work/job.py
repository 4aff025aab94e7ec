"""Jobs: functions that run in a worker, and their encoding as messages.

A job is named by its module and function, and its arguments and result are MessagePack, so that any
process with the same version of the program can do it.
"""

from collections.abc import Callable, Generator
from enum import IntEnum
from functools import cached_property
from importlib import import_module
from typing import (
    Any,
    BinaryIO,
    Generic,
    Literal,
    ParamSpec,
    TypeVar,
    get_args,
    get_type_hints,
)

import msgspec
from msgspec import Struct

from gongzhu.table.facts import Failure
from gongzhu.texts import Lang

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
WARM = "--warm"
"""Option of a worker's command: begin at once to compile all kernels."""
SPARE = "--spare"
"""Option for all workers but the first, which may get background jobs."""
LENGTH = 4
"""Number of bytes in which the length of a frame is sent, most significant byte first."""
SECONDS = 20.0
"""Default time limit of a job in seconds."""
_encode = msgspec.msgpack.Encoder().encode


class Priority(IntEnum):
    """The order in which jobs are given to workers, the lowest first."""

    TURN = 0
    """The choice of a bot whose turn it is."""
    SOON = 1
    """A quick job that a visitor waits for, such as a hint."""
    BACKGROUND = 2
    """Any other job. Background and long jobs never take the last free worker."""
    LONG = 3
    """A background job that takes more than a second; other jobs may run between its steps."""


class NotReady(Exception):
    """The kernels (functions compiled to machine code) that a job needs are not compiled yet."""


class JobFailed(Exception):
    """A job raised an unexpected error, or one of the operator's programs failed."""

    def __init__(self, error: str, failure: Failure = "failed", stderr: tuple[str, ...] = ()):
        """`error` is for the log and never contains cards; `failure`: the kind of failure that a
        table records for a bot; `stderr`: the last lines that one of the operator's programs wrote
        to its standard error."""
        super().__init__(error)
        self.error = error
        self.failure = failure
        self.stderr = stderr


class Job(Generic[P, R_co]):
    """A function that a worker runs."""

    def __init__(
        self, function: Callable[P, Any], priority: Priority, seconds: float, *, stepwise: bool
    ) -> None:
        """Make a job of a function. `seconds`: the time limit of one run. `stepwise`: the function
        is a generator, which yields progress (or None) at least every 250 ms and returns the
        result."""
        self.function = function
        self.label = function.__name__
        """The name of the job in the metrics."""
        self.name = f"{function.__module__}:{function.__name__}"
        self.priority = priority
        self.seconds = seconds
        self._stepwise = stepwise

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Run the function in this process, and return its result."""
        found = self.function(*args, **kwargs)
        result: R_co = _exhausted(found) if self._stepwise else found
        return result

    def pack(self, *args: P.args, **kwargs: P.kwargs) -> bytes:
        """Encode the function's arguments as bytes."""
        return _encode((args, kwargs))

    def read_result(self, body: bytes) -> R_co:
        """Decode the function's result."""
        result: R_co = self._decoders[1].decode(body)
        return result

    def read_progress(self, body: bytes) -> Any:
        """Decode the progress that a step yielded."""
        return self._decoders[2].decode(body)

    def run(self, body: bytes, cap: float) -> Generator[bytes, None, bytes]:
        """Run the function on encoded arguments; yields the encoded progress after each step, and
        returns the encoded result. `cap`, if not 0, is passed to the function as `cap=`."""
        args, kwargs = self._decoders[0].decode(body)
        if cap:
            kwargs["cap"] = cap
        found = self.function(*args, **kwargs)
        if self._stepwise:
            found = yield from _packed(found)
        return _encode(found)

    def language(self, body: bytes) -> Lang:
        """The value of the argument `lang` in encoded arguments; English if the function has no
        such parameter."""
        names = [*get_type_hints(self.function)]
        if "lang" not in names:
            return "en"
        args, _ = self._decoders[0].decode(body)
        lang: Lang = args[names.index("lang")]
        return lang

    @cached_property
    def _decoders(self) -> tuple[Any, Any, Any]:
        """Decoders for arguments, result and progress, in this order."""
        hints = get_type_hints(self.function)
        result, progress = hints.pop("return"), None
        if self._stepwise:
            progress, _, result = get_args(result)
        cap = hints.pop("cap", None)
        generic: Any = tuple
        options = dict[str, float] if cap else dict[str, None]
        arguments = generic[generic[tuple(hints.values())], options]
        types = (arguments, result, progress)
        return tuple(map(msgspec.msgpack.Decoder, types))  # type: ignore[return-value]


def job(
    priority: Priority = Priority.BACKGROUND, seconds: float = SECONDS
) -> Callable[[Callable[P, R]], Job[P, R]]:
    """Decorator that makes a function a job with this priority and time limit in seconds. All
    parameters of the function are positional, except an optional `cap`."""
    return lambda function: Job(function, priority, seconds, stepwise=False)


def stepwise(
    priority: Priority = Priority.BACKGROUND, seconds: float = SECONDS
) -> Callable[[Callable[P, Generator[Any, None, R]]], Job[P, R]]:
    """Decorator that makes a generator function a job; more urgent jobs may run between its
    steps."""
    return lambda function: Job(function, priority, seconds, stepwise=True)


def find_job(name: str) -> Job[..., Any]:
    """The job with this name, a module and a function such as
    `gongzhu.server.games.files:nothing`."""
    module, _, function = name.partition(":")
    found = getattr(import_module(module), function)
    assert isinstance(found, Job), name
    return found


def _exhausted(steps: Generator[Any, None, R]) -> R:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: R = end.value
            return result


def _packed(steps: Generator[Any, None, R]) -> Generator[bytes, None, R]:
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            result: R = end.value
            return result
        yield b"" if progress is None else _encode(progress)


class JobRequest(Struct, frozen=True, array_like=True):
    """A message to a worker: the job to run, and its encoded arguments."""

    number: int
    name: str
    body: bytes
    cap: float = 0.0
    """Seconds that the job should compute instead of its usual time; 0 for the usual time."""


Outcome = Literal["step", "done", "refused", "failed", "not_ready"]


class JobAnswer(Struct, frozen=True, array_like=True):
    """A worker's message about a job: its progress, or its end."""

    number: int
    outcome: Outcome
    body: bytes = b""
    """The encoded progress, result, `Refusal` or `Fault`; empty if there is none."""
    last: bool = False
    """True if the worker process ends after this answer."""


read_request: Callable[[bytes], JobRequest] = msgspec.msgpack.Decoder(JobRequest).decode
read_answer: Callable[[bytes], JobAnswer] = msgspec.msgpack.Decoder(JobAnswer).decode
pack: Callable[[Any], bytes] = _encode


def frame(message: JobRequest | JobAnswer) -> bytes:
    """Encode a message, preceded by its length."""
    body = _encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def read_frame(stream: BinaryIO) -> bytes | None:
    """Read the next message, without its length; None at the end of the stream."""
    head = stream.read(LENGTH)
    return stream.read(int.from_bytes(head, "big")) if len(head) == LENGTH else None


@job(Priority.SOON)
def nothing() -> None:
    """A job that does nothing, to check that a worker answers."""
