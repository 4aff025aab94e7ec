"""Runs a job in a worker and encodes its answer: the result, or the reason why there is none."""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from gongzhu.rules import RuleError
from gongzhu.server.edge.problems import ApiError, Problem
from gongzhu.server.work.job import JobAnswer, JobFailed, JobRequest, NotReady, find_job, pack
from gongzhu.table.facts import Failure


class Refusal(Struct, frozen=True):
    """The reason why a job refused its arguments: the HTTP status and the problem to show to the
    visitor."""

    status: int
    problem: Problem


class Fault(Struct, frozen=True):
    """The reason why a job failed: the fields of the `JobFailed` that it raised, to be sent to the
    server."""

    error: str
    """The error in words, for the server's log."""
    failure: Failure
    """The kind of failure."""
    stderr: tuple[str, ...] = ()
    """The last lines that the failed program wrote to its standard error."""


read_refusal: Callable[[bytes], Refusal] = msgspec.msgpack.Decoder(Refusal).decode
read_fault: Callable[[bytes], Fault] = msgspec.msgpack.Decoder(Fault).decode


def answer(request: JobRequest, step: Callable[[bytes], None]) -> JobAnswer:
    """Run a job, and return its final answer. `step` is called after each step with the encoded
    progress, which may be empty."""
    number, found = request.number, find_job(request.name)
    try:
        steps = found.run(request.body, request.cap)
        while True:
            try:
                step(next(steps))
            except StopIteration as end:
                return JobAnswer(number, "done", end.value)
    except NotReady:
        return JobAnswer(number, "not_ready")
    except (ApiError, RuleError) as error:
        refusal = ApiError(422, "rules", faults=error) if isinstance(error, RuleError) else error
        problem = refusal.problem(found.language(request.body))
        return JobAnswer(number, "refused", pack(Refusal(refusal.status, problem)))
    except JobFailed as error:
        return JobAnswer(number, "failed", pack(Fault(error.error, error.failure, error.stderr)))
    except Exception as error:  # a fault in a job must not stop the others
        return JobAnswer(number, "failed", pack(Fault(type(error).__name__, "failed")))


def answer_at_end(name: str, body: bytes) -> JobAnswer:
    """Run the job with this name on the encoded arguments `body`, and return its final answer.
    Progress is ignored."""
    return answer(JobRequest(0, name, body), lambda _: None)
