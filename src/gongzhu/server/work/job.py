"""Jobs: functions that run in a worker, and their encoding as messages.

A job is named by its module and function. Its arguments and result are MessagePack. So any process
with the same version of the program can run it.
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
"""Option in a worker's command line: compile all kernels at the start."""
SPARE = "--spare"
"""Option in the command line of all workers except the first. A worker with this option yields the
processor to the others (SPARE_NICENESS). If there are several workers, only workers with this
option get background jobs."""
LENGTH = 4
"""Number of bytes in front of a message that give its length, most significant byte first."""
SECONDS = 20.0
"""Default time limit of a job, in seconds."""
_encode = msgspec.msgpack.Encoder().encode


class Priority(IntEnum):
    """The order in which jobs are given to workers, the lowest value first."""

    TURN = 0
    """The choice of a bot whose turn it is."""
    SOON = 1
    """A quick job that a visitor waits for, such as a hint for a player."""
    BACKGROUND = 2
    """Any other job. Background and long jobs never occupy the last free worker."""
    LONG = 3
    """A background job that takes more than a second. Other jobs may run between its steps."""


class NotReady(Exception):
    """The kernels (functions compiled to machine code) that a job needs are not compiled yet."""


class JobFailed(Exception):
    """A job raised an unexpected exception, or a program of the operator failed."""

    def __init__(self, error: str, failure: Failure = "failed", stderr: tuple[str, ...] = ()):
        """`error` is for the log and never contains cards. `failure` is the kind of failure that a
        table records for a bot. `stderr` has the last lines that a program of the operator wrote to
        its standard error."""
        super().__init__(error)
        self.error = error
        self.failure = failure
        self.stderr = stderr


class Job(Generic[P, R_co]):
    """A function that a worker runs. The decorators `job` and `stepwise` create it."""

    def __init__(
        self, function: Callable[P, Any], priority: Priority, seconds: float, *, stepwise: bool
    ) -> None:
        """`seconds` is the time limit of one run. If `stepwise`, the function is a generator that
        yields its progress (or None) at least every 250 ms, and returns the result."""
        self.function = function
        self.label = function.__name__
        """Label of the job in the metrics."""
        self.name = f"{function.__module__}:{function.__name__}"
        self.priority = priority
        self.seconds = seconds
        self._stepwise = stepwise

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Run the function in this process, without a worker, and return its result."""
        found = self.function(*args, **kwargs)
        result: R_co = _exhausted(found) if self._stepwise else found
        return result

    def pack(self, *args: P.args, **kwargs: P.kwargs) -> bytes:
        """Encode arguments of the function as MessagePack, for `run`."""
        return _encode((args, kwargs))

    def read_result(self, body: bytes) -> R_co:
        """Decode a result of the function."""
        result: R_co = self._decoders[1].decode(body)
        return result

    def read_progress(self, body: bytes) -> Any:
        """Decode a progress value that a step has yielded."""
        return self._decoders[2].decode(body)

    def run(self, body: bytes, cap: float) -> Generator[bytes, None, bytes]:
        """Run the function on encoded arguments. Yields the encoded progress after each step (empty
        for None), and returns the encoded result. `cap`, unless 0, is passed to the function as
        `cap=`."""
        args, kwargs = self._decoders[0].decode(body)
        if cap:
            kwargs["cap"] = cap
        found = self.function(*args, **kwargs)
        if self._stepwise:
            found = yield from _packed(found)
        return _encode(found)

    def language(self, body: bytes) -> Lang:
        """The argument `lang` in encoded arguments, or `en` if the function has no such
        parameter."""
        names = [*get_type_hints(self.function)]
        if "lang" not in names:
            return "en"
        args, _ = self._decoders[0].decode(body)
        lang: Lang = args[names.index("lang")]
        return lang

    @cached_property
    def _decoders(self) -> tuple[Any, Any, Any]:
        """Decoders for the arguments, the result and the progress, in this order."""
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
    """Decorator that turns a function into a job with this priority and time limit in seconds. All
    parameters of the function must be positional, except an optional `cap`."""
    return lambda function: Job(function, priority, seconds, stepwise=False)


def stepwise(
    priority: Priority = Priority.BACKGROUND, seconds: float = SECONDS
) -> Callable[[Callable[P, Generator[Any, None, R]]], Job[P, R]]:
    """Decorator that turns a generator function into a job, with this priority and time limit in
    seconds. More urgent jobs may run between its steps."""
    return lambda function: Job(function, priority, seconds, stepwise=True)


def find_job(name: str) -> Job[..., Any]:
    """The job with this name, a module and a function such as `gongzhu.server.work.job:nothing`.
    Raises an import or attribute error if there is none."""
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
    """The steps of a generator, with each progress value encoded (empty for None) and the result
    unchanged."""
    while True:
        try:
            progress = next(steps)
        except StopIteration as end:
            result: R = end.value
            return result
        yield b"" if progress is None else _encode(progress)


class JobRequest(Struct, frozen=True, array_like=True):
    """A message to a worker: the job to run, with its encoded arguments."""

    number: int
    """Number of the request, repeated in its answers."""
    name: str
    """Name of the job, for `find_job`."""
    body: bytes
    """The encoded arguments."""
    cap: float = 0.0
    """Seconds that the job should compute in place of its usual time, or 0 for the usual time."""


Outcome = Literal["step", "done", "refused", "failed", "not_ready"]


class JobAnswer(Struct, frozen=True, array_like=True):
    """A message from a worker about a job: its progress or its end."""

    number: int
    """Number of the job, as in the request to the worker."""
    outcome: Outcome
    body: bytes = b""
    """The encoded progress, result, `Refusal` or `Fault`, depending on `outcome`, or empty if there
    is none."""
    last: bool = False
    """True if the worker process ends after this answer."""


read_request: Callable[[bytes], JobRequest] = msgspec.msgpack.Decoder(JobRequest).decode
read_answer: Callable[[bytes], JobAnswer] = msgspec.msgpack.Decoder(JobAnswer).decode
pack: Callable[[Any], bytes] = _encode


def frame(message: JobRequest | JobAnswer) -> bytes:
    """Encode a message for a pipe: its length in LENGTH bytes, then the message in MessagePack."""
    body = _encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def read_frame(stream: BinaryIO) -> bytes | None:
    """Read the next message from a stream, without its length, or None at the end of the stream."""
    head = stream.read(LENGTH)
    return stream.read(int.from_bytes(head, "big")) if len(head) == LENGTH else None


@job(Priority.SOON)
def nothing() -> None:
    """Do nothing: a job to check that a worker answers."""
