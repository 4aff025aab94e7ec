"""Make the golden files anew, after a change of the rules or views that is meant.

    .venv/bin/python -m tests.golden.regenerate

Read the difference before committing it: it is the change, seen from outside.
"""

import tomllib
from pathlib import Path

from gongzhu.rules import load_rules
from tests.golden.level_choices import decisions
from tests.golden.perft import engine_count, position
from tests.golden.playthrough import playthrough
from tests.rules.test_explain import explained_in_all, written_in_all
from tests.rules.test_refusals import told_in_all
from tests.support.rulesets import PRESET_RULES

HERE = Path(__file__).parent


def main() -> None:
    for name, rules in PRESET_RULES.items():
        for folder, make in (("playthroughs", playthrough), ("decisions", decisions)):
            path = HERE / folder / f"{name}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text(make(name, rules), encoding="utf-8")

    told = {
        "refused.txt": told_in_all(),
        "explained.md": explained_in_all(),
        "written.txt": written_in_all(),
    }
    for file, text in told.items():
        (HERE.parent / "rules" / file).write_text(text, encoding="utf-8")

    perft = HERE / "perft.toml"
    lines = [
        "# How many ways there are to play 1, 2, 3 … more cards from positions that seeds settle.",
        "# `python -m tests.golden.regenerate` counts anew; a position is added by hand.",
    ]
    for name, entries in tomllib.loads(perft.read_text("utf-8")).items():
        for entry in entries:
            deal, _ = position(load_rules(name).rules, entry["seed"], entry["plays"])
            depths = range(1, len(entry["counts"]) + 1)
            counts = [engine_count(deal, depth) for depth in depths]
            lines += ["", f"[[{name}]]", f'seed = "{entry["seed"]}"', f"plays = {entry['plays']}"]
            lines.append(f"counts = {counts}")
    perft.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
