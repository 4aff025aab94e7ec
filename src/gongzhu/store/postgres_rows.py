"""The rows of a group that there are in nearly all of them, written into PostgreSQL by one
statement: entries, briefs and checkpoints, the word to other servers, and the group's number.

A group that is nothing else is this statement alone, which is a transaction by itself: one message
there and one back. Nothing of it is done unless the server's own row still stands, and the leases
of all its tables with it.
"""

from typing import Any

from gongzhu.store.postgres_leases import LISTED
from gongzhu.store.writes import Plan

WRITE_ROWS = f"""
    WITH held AS MATERIALIZED (
        SELECT FROM workers WHERE epoch = $1 FOR KEY SHARE
    ), fitting AS MATERIALIZED (
        SELECT WHERE cardinality($2::text[]) = (
            SELECT count(*) FROM leases
            WHERE table_name = ANY($2) AND epoch = $1 AND EXISTS (SELECT FROM held)
        )
    ), counted AS (
        UPDATE owners SET groups = $4 WHERE epoch = $3 AND EXISTS (SELECT FROM fitting)
    ), new_entries AS (
        INSERT INTO entries (table_name, number, body)
        SELECT * FROM unnest($5::text[], $6::bigint[], $7::bytea[])
        WHERE EXISTS (SELECT FROM fitting)
    ), new_briefs AS (
        INSERT INTO tables (name, brief)
        SELECT * FROM unnest($8::text[], $9::bytea[]) WHERE EXISTS (SELECT FROM fitting)
        ON CONFLICT (name) DO UPDATE SET brief = excluded.brief
    ), new_checkpoints AS (
        INSERT INTO checkpoints (table_name, number, body)
        SELECT * FROM unnest($10::text[], $11::bigint[], $12::bytea[])
        WHERE EXISTS (SELECT FROM fitting)
        ON CONFLICT (table_name) DO UPDATE SET number = excluded.number, body = excluded.body
    )
    SELECT EXISTS (SELECT FROM fitting), (
        SELECT count(pg_notify('{LISTED}', name)) FROM unnest($13::text[]) AS name
        WHERE EXISTS (SELECT FROM fitting)
    )
"""
"""Its first value is true if it was done."""
WRITE_ROWS_NAME = "gongzhu_rows"
"""The name of the statement where it is a whole transaction."""


def rows_of(done: Plan, epoch: int | None, writer: int = 0, group: int = 0) -> list[Any]:
    """The values of the statement; `epoch` is the one of the leases, `group` the number of a group
    of the writer, which is not noted for the writer 0."""
    checkpoints = [(name, *rest) for name, rest in done.checkpoints.items()]
    names = {name for name, _, _ in done.entries} | done.tables.keys() | done.checkpoints.keys()
    return [
        *(epoch or 0, list(names), writer, group),
        *_columns(done.entries, 3),
        *_columns(list(done.tables.items()), 2),
        *_columns(checkpoints, 3),
        [*done.tables, *done.archived],
    ]


def _columns(rows: list[Any], count: int) -> list[list[Any]]:
    return [[row[place] for row in rows] for place in range(count)]
