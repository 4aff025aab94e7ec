"""From a world in which something goes wrong to a smaller one in which it still does."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from proof.simulation.plan import Plan, TablePlan

TRIES = 300


def shrink(plan: Plan, fails: Callable[[Plan], bool], tries: int = TRIES) -> Plan:
    """The smallest plan found that still fails: fewer tables, faults, programs."""
    for _ in range(tries):
        found = next((smaller for smaller in _smaller(plan) if fails(smaller)), None)
        if found is None:
            return plan
        plan = found
    return plan


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Plans that are a little less, those with the most left out first."""
    for place in range(len(plan.tables)):
        if len(plan.tables) > 1:
            yield replace(plan, tables=plan.tables[:place] + plan.tables[place + 1 :])
    if plan.servers > 2:
        yield replace(plan, servers=plan.servers - 1)
    size = len(plan.faults)
    while size:
        for at in range(0, len(plan.faults), size):
            yield replace(plan, faults=plan.faults[:at] + plan.faults[at + size :])
        size //= 2
    for place, table in enumerate(plan.tables):
        for less in _less(table):
            yield replace(plan, tables=(*plan.tables[:place], less, *plan.tables[place + 1 :]))


def _less(table: TablePlan) -> Iterator[TablePlan]:
    if table.watchers:
        yield replace(table, watchers=0)
    if table.games > 1:
        yield replace(table, games=1)
    if table.devices:
        yield replace(table, devices=0)
    if table.people > 1:
        yield replace(table, people=1, devices=min(table.devices, 1))
        yield replace(table, people=table.people - 1, devices=min(table.devices, 1))
    if table.move:
        yield replace(table, move=0)
    if table.preset != "gongzhu-pagat":
        yield replace(table, preset="gongzhu-pagat")
