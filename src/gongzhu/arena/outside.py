"""A bot that is another program: it is sent a line of JSON for each decision, and must answer with
a line of JSON in time."""

import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Literal

import msgspec

from gongzhu.arena.request import EndLine, request_of, start_of
from gongzhu.cards import Seat
from gongzhu.rules import Action, Reason, RuleSet
from gongzhu.texts import Lang, Sayable, SystemReason, said, say
from gongzhu.view import View

BotProblem = Literal["not_started", "dead", "late", "no_reply", "old_reply", "illegal"]
STARTING = 30.0
"""Seconds that a program has to start, by default, in addition to the time for its first answer."""
ENDING = 1.0
"""Seconds that a program has to exit after its input or output was closed."""
GUARD = ("/bin/sh", "-c", 'read -r _; sleep 1; kill -s KILL -- "-$0"')
"""A shell command that waits for the end of its input and then kills the process group whose id is
its argument. So no program outlives this process, whatever ends this process, not even a program
that no longer reads its input."""
LONGEST_REPLY = 65536
"""Greatest length of a reply in bytes, without the line end."""
LONGEST_STDERR = 2000
"""Number of bytes kept from the end of a program's standard error."""
MOST_LINES = 10
"""Greatest number of lines kept from a program's standard error."""
_decode_action: Callable[[bytes], Action] = msgspec.json.Decoder(Action).decode
_OLD_REPLY = re.compile(rb'\s*\{\s*"action"\s*:')
"""Matches a reply of an earlier protocol, `{"action": "QS"}`; the error message for it gives the
new syntax."""


class OutsideFault(Exception):
    """Raised when an outside bot fails or breaks a rule; the match stops with this error, and no
    other bot takes over. Its text is the message `arena.fault.PROBLEM`, filled in from `details`;
    `asked` is the request that was sent, and `stderr` has the last lines of the program's standard
    error, if they are kept."""

    def __init__(
        self,
        command: str,
        problem: BotProblem,
        details: Mapping[str, str | Sayable],
        asked: str = "",
        stderr: tuple[str, ...] = (),
    ) -> None:
        self.command = command
        self.problem = problem
        self.details = details
        self.asked = asked
        self.stderr = stderr
        super().__init__(command, problem, details, asked, stderr)

    def __str__(self) -> str:
        return self.text()

    def text(self, lang: Lang = "en") -> str:
        """The fault as a sentence, and on the next line the request that was sent, if there was
        one."""
        told = say(
            f"arena.fault.{self.problem}", lang, command=self.command, **said(self.details, lang)
        )
        return f"{told}\n{self.asked}" if self.asked else told


class OutsideBot:
    """A running program that speaks the protocol of docs/outside-bots.md, as a player of a
    match."""

    def __init__(
        self,
        command: Sequence[str],
        patience: float,
        events: bool = False,
        starting: float = STARTING,
        keep_stderr: bool = False,
    ) -> None:
        """Start the program, with `patience` seconds for each answer, and `starting` more for the
        first.

        With `events` it is notified of the beginning and end of each deal. With `keep_stderr` the
        end of its standard error is kept for error reports and not shown; otherwise it writes to
        this process's standard error.

        Raises OutsideFault if there is no such program.
        """
        self._command = " ".join(command)
        self._patience = patience
        self._starting = starting
        self._events = events
        self._unread = b""
        self._stderr = b""
        try:
            # In a process group of its own, so that Ctrl-C only reaches this process.
            self._program = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if keep_stderr else None,
                bufsize=0,
                process_group=0,
            )
            try:
                self._guard = subprocess.Popen(
                    (*GUARD, str(self._program.pid)),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,  # ours is read until all processes have closed it
                    stderr=subprocess.DEVNULL,
                    process_group=0,
                )
            except OSError:
                # Such as at the limit of processes: no guard would end the program.
                os.killpg(self._program.pid, signal.SIGKILL)
                self._program.communicate()
                raise
        except OSError as error:
            why = {"detail": SystemReason(error)}
            raise OutsideFault(self._command, "not_started", why) from error
        assert self._program.stdout is not None
        os.set_blocking(self._program.stdout.fileno(), False)
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._program.stdout, selectors.EVENT_READ)
        if self._program.stderr is not None:
            os.set_blocking(self._program.stderr.fileno(), False)
            self._ready.register(self._program.stderr, selectors.EVENT_READ)

    def begin(self, rules: RuleSet, number: int, seats: Sequence[Seat]) -> None:
        """Notify the program that a deal begins, if it was started with `events`; raises
        OutsideFault if it has exited."""
        if self._events:
            self._send(msgspec.json.encode(start_of(rules, number, seats)))

    def finish(self, scores: Sequence[int]) -> None:
        """Send the scores of a deal that has ended, by pile, to a program with `events`; raises
        OutsideFault if it has exited."""
        if self._events:
            self._send(msgspec.json.encode(EndLine(scores=tuple(scores))))

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The program's answer. Raises OutsideFault for an answer that is late, not an action or
        illegal, or if the program has exited. The time limit is the program's `patience`; `budget`
        is ignored."""
        line = msgspec.json.encode(request_of(view))
        self._send(line)
        answer = self._receive(line)
        action = self._read(line, answer)
        reason = view.why_illegal(action)
        if reason:
            raise self._fault("illegal", answer.decode(errors="replace"), line, reason)
        return action

    def close(self, wait: float = ENDING) -> None:
        """Stop the program and all processes that it started: close its input, and kill them if it
        has not exited after `wait` seconds."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._ready.close()
        with suppress(OSError):
            self._program.stdin.close()
        self._end(wait)
        self._program.stdout.close()
        if self._program.stderr is not None:
            self._program.stderr.close()
        # Last, so that there is always a guard that would end the program.
        self._guard.kill()
        self._guard.communicate()

    def _end(self, wait: float) -> int:
        """Wait for the program to exit, and return its exit status. If it takes longer than `wait`
        seconds, it is killed with all processes that it started."""
        with suppress(subprocess.TimeoutExpired):
            return self._program.wait(timeout=wait)
        with suppress(ProcessLookupError):
            os.killpg(self._program.pid, signal.SIGKILL)
        return self._program.wait()

    def _send(self, line: bytes) -> None:
        assert self._program.stdin is not None
        self._unread = b""
        try:
            self._program.stdin.write(line + b"\n")
        except OSError as error:
            raise self._fault("dead", str(self._program.poll()), line) from error

    def _receive(self, asked: bytes) -> bytes:
        assert self._program.stdout is not None
        patience = self._patience + self._starting
        until = time.monotonic() + patience
        while b"\n" not in self._unread:
            left = until - time.monotonic()
            ready = [key.fileobj for key, _ in self._ready.select(left)] if left > 0 else []
            if not ready:
                raise self._fault("late", f"{patience:g}", asked)
            if self._program.stderr in ready:
                self._read_stderr()
            if self._program.stdout not in ready:
                continue
            part = self._program.stdout.read(LONGEST_REPLY)
            if part == b"":
                # It may have closed its output and still be running.
                raise self._fault("dead", str(self._end(min(left, ENDING))), asked)
            self._unread += part or b""
            if len(self._unread) > LONGEST_REPLY:
                raise self._fault("no_reply", f"{self._unread[:80]!r}…", asked)
        self._starting = 0.0
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _read(self, asked: bytes, answer: bytes) -> Action:
        try:
            return _decode_action(answer)
        except (ValueError, msgspec.DecodeError, RecursionError) as error:
            shown = answer[:200].decode(errors="replace")
            if _OLD_REPLY.match(answer):
                raise self._fault("old_reply", shown, asked) from error
            raise self._fault("no_reply", f"{shown} ({error})", asked) from error

    def _fault(
        self, problem: BotProblem, detail: str, asked: bytes, rule: Reason | None = None
    ) -> OutsideFault:
        self._read_stderr()
        lines = self._stderr.decode(errors="replace").splitlines()
        told = tuple(line for line in lines if line.strip())[-MOST_LINES:]
        details: dict[str, str | Sayable] = {"detail": detail}
        if rule is not None:
            details["rule"] = rule
        return OutsideFault(self._command, problem, details, asked.decode(), told)

    def _read_stderr(self) -> None:
        """Read what is available of the program's standard error, up to a pipe's capacity, so that
        the program never blocks on it."""
        stderr = self._program.stderr
        if stderr is None or stderr not in self._ready.get_map():
            return
        part = stderr.read(LONGEST_REPLY)
        if part == b"":
            self._ready.unregister(stderr)
        self._stderr = (self._stderr + (part or b""))[-LONGEST_STDERR:]
