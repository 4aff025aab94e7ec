"""What every kind of message comes to, from everybody, at every stage, is what a table says that
people can read: `refusals.txt`."""

from pathlib import Path

from proof.hostile.refusal_table import COLUMNS, Matrix, kinds, measured, read, write
from proof.hostile.scenes import ROLES

TABLE = read((Path(__file__).parent / "refusals.txt").read_text("utf-8"))
GRANTED = ("done", "nothing", "later", "snapshot", "pong")


def test_the_table_has_a_line_for_every_message_and_role_and_a_word_for_every_stage() -> None:
    every = {(kind, role, stage) for kind in kinds() for role in ROLES for stage in COLUMNS}
    assert set(TABLE) == every


def test_everything_is_granted_or_refused_as_the_table_says() -> None:
    told = measured()
    assert {cell: (told[cell], TABLE[cell]) for cell in told if told[cell] != TABLE[cell]} == {}


def test_the_table_reads_as_it_is_written() -> None:
    small: Matrix = dict.fromkeys(TABLE, "done")
    assert read(write(small)) == small


def test_what_holds_of_all_messages() -> None:
    for (kind, role, stage), word in TABLE.items():
        if kind in ("hello", "ping"):
            assert word in GRANTED
        elif role == "stranger":
            assert word in ("nobody", "no_seat")
        elif role in ("elsewhere", "watcher") and word in GRANTED:
            assert kind == "sit"
        elif stage == "closing":
            assert word not in GRANTED
        if kind in ("say", "write") and stage in ("committing", "revealing", "passing", "exposing"):
            assert word in ("sealed", "not_seated", "nobody")
        seats = ("seat_bot", "clear", "stand_in", "readmit", "admit", "turn_away", "swap")
        of_host = (*seats, "start", "configure", "set_talk", "close")
        if kind in of_host and role != "host":
            assert word not in GRANTED
