"""Make tests/table/golden anew: tables as observers see them, for every program that folds facts.

    .venv/bin/python -m tests.table.make_golden

A file is one table. For each of some observers it has the `snapshot` that it begins from; the
`updates`, which are the facts that it sees of each entry after that; and under `after` what it
knows after so many updates. Who folds the facts into the snapshot must come to the same.
"""

from tests.table.golden_tables import GOLDEN, TABLES, golden


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name in TABLES:
        (GOLDEN / f"{name}.json").write_text(golden(name), encoding="utf-8")


if __name__ == "__main__":
    main()
