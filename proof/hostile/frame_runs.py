"""Many frames that went wrong, at tables at every stage, by seeds."""

from collections import Counter
from random import Random

from msgspec import Struct, field

from proof.hostile.frames import any_frame
from proof.hostile.room import Gone, Stand, stand
from proof.hostile.scenes import Role, scenes
from tests.support.virtual_time import VirtualLoop, run

SPELL = 500
"""Frames at one table, at most."""
CHANGES = 60
"""Entries that they may bring about before another table's turn comes: the stage is to be met."""
TIME = 0.002
"""How often time passes between two frames, so that clocks run out and bots are replaced."""


class Found(Struct):
    """What frames came to."""

    frames: int = 0
    faults: list[str] = field(default_factory=list)
    figures: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    """By what they were."""

    def add(self, other: "Found") -> None:
        """More of them."""
        self.frames += other.frames
        self.faults += other.faults
        self.figures += other.figures
        self.answers += other.answers


def run_frames(seed: int, count: int) -> Found:
    """The frames of one seed."""
    found = Found()
    rng = Random(f"frames {seed}")

    async def work(loop: VirtualLoop) -> None:
        while found.frames < count:
            await _spell(loop, rng, found, min(SPELL, count - found.frames), seed)

    run(work)
    return found


async def _spell(loop: VirtualLoop, rng: Random, found: Found, most: int, seed: int) -> None:
    """Frames at one table."""
    scene = rng.choice(scenes())
    async with stand(loop, scene) as table:
        for _ in range(most):
            if rng.random() < TIME:
                await table.pass_time(rng.choice((1.0, 20.0, 100.0)))
            role, data = any_frame(rng, scene)
            found.frames += 1
            try:
                fault = await _judged(table, role, data)
            except Gone:
                break
            if fault is not None:
                where = f"{scene.stage}, {scene.preset}, {role}"
                found.faults.append(f"seed {seed}: {where}: {data!r}: {fault}")
                break
            if table.changes >= CHANGES:
                break
        found.figures["changes"] += table.changes
        found.answers += table.answers


async def _judged(table: Stand, role: Role, data: bytes | None) -> str | None:
    try:
        return await table.judge(role, data)
    except Gone:
        raise
    except Exception as error:  # that is what is looked for
        return f"{type(error).__name__}: {error}"
