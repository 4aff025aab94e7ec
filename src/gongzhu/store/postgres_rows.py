"""The rows that nearly every group of writes has (entries, briefs and checkpoints), written into
PostgreSQL by one statement.

A group with only such rows is this one statement, which is a transaction by itself: one message
there and one back. It does nothing unless the row of every table names this server and the number
of the last entry before the new ones; so it may be sent again if its answer was lost.
"""

from typing import Any

from gongzhu.store.writes import Plan

WRITE_ROWS = """
    WITH wanted AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::bytea[])
            AS wanted (table_name, server, before, after, brief)
    ), owned AS MATERIALIZED (
        SELECT FROM tables JOIN wanted ON name = table_name
        WHERE tables.server = wanted.server AND seq = before AND NOT archived
        FOR UPDATE OF tables
    ), fitting AS MATERIALIZED (
        SELECT WHERE cardinality($1) = (SELECT count(*) FROM owned)
    ), new_tables AS (
        UPDATE tables SET seq = after, brief = coalesce(wanted.brief, tables.brief) FROM wanted
        WHERE name = table_name AND tables.server = wanted.server AND seq = before
            AND EXISTS (SELECT FROM fitting)
    ), new_entries AS (
        INSERT INTO entries (table_name, number, body)
        SELECT * FROM unnest($6::text[], $7::bigint[], $8::bytea[])
        WHERE EXISTS (SELECT FROM fitting)
    ), new_checkpoints AS (
        INSERT INTO checkpoints (table_name, number, body)
        SELECT * FROM unnest($9::text[], $10::bigint[], $11::bytea[])
        WHERE EXISTS (SELECT FROM fitting)
        ON CONFLICT (table_name) DO UPDATE SET number = excluded.number, body = excluded.body
    )
    SELECT EXISTS (SELECT FROM fitting)
"""
"""The statement that writes the rows; it returns true if they were written."""
WRITE_ROWS_NAME = "gongzhu_rows"
"""The name under which the statement is prepared."""


def rows_of(done: Plan) -> list[Any]:
    """The parameters of WRITE_ROWS for a group of writes."""
    tables = [
        (name, one.server, one.before, one.after, done.tables.get(name))
        for name, one in sorted(done.written.items())
    ]
    checkpoints = [(name, *rest) for name, rest in done.checkpoints.items()]
    return [*_columns(tables, 5), *_columns(done.entries, 3), *_columns(checkpoints, 3)]


def _columns(rows: list[Any], count: int) -> list[list[Any]]:
    return [[row[place] for row in rows] for place in range(count)]
