"""A worker that writes whatever it is asked to, as if its leases never ended, and lets nobody have
its tables: what a judge of workers must find out."""

from collections.abc import Mapping, Sequence

from gongzhu.server.relocation import Relocation
from gongzhu.store import postgres_writer
from gongzhu.store.postgres_leases import Keeper
from gongzhu.store.writes import Append, Known, Plan, Write, plan
from tests.support import unlimited_worker


def _in_good_faith(
    writes: Sequence[Write], known: Mapping[str, Known], epoch: int | None = 0
) -> Plan:
    mine = max((write.epoch for write in writes if isinstance(write, Append)), default=epoch)
    taken = {name: Known(one.last, one.archived, mine or 0) for name, one in known.items()}
    return plan(writes, taken, mine)


def _keep(self: Keeper) -> None: ...


async def _keep_table(self: Relocation, table: str) -> None: ...


if __name__ == "__main__":
    postgres_writer.plan = _in_good_faith  # type: ignore[attr-defined] # broken on purpose
    Keeper.lose = _keep  # type: ignore[method-assign] # broken on purpose
    Relocation.hand_on = _keep_table  # type: ignore[method-assign] # broken on purpose
    unlimited_worker.main()
