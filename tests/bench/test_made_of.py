"""Deals are kept for players as they are now."""

from pathlib import Path

from bench.bots.made_of import FOLDERS, made_of


def test_all_folders_are_there() -> None:
    for folder in FOLDERS:
        assert list(folder.rglob("*.py")), folder


def test_what_decides_how_players_play_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "within").mkdir()
    program, weights = tmp_path / "within" / "bot.py", tmp_path / "policy.npz"
    program.write_text("A = 1\n")
    weights.write_bytes(b"1")
    (tmp_path / "notes.txt").write_text("as it was")
    seen = [made_of([tmp_path])]
    (tmp_path / "notes.txt").write_text("changed")
    assert made_of([tmp_path]) == seen[0]
    program.write_text("A = 2\n")
    seen.append(made_of([tmp_path]))
    weights.write_bytes(b"2")
    seen.append(made_of([tmp_path]))
    program.rename(tmp_path / "bot.py")
    seen.append(made_of([tmp_path]))
    assert len(set(seen)) == len(seen)
