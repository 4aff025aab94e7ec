"""A digest of all that decides how the players of matches play, so that deals which were kept are
not taken for those of players that have changed since."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = (
    *(ROOT / "src/gongzhu" / name for name in ("arena", "bots", "cards", "dealing", "packed")),
    *(ROOT / "src/gongzhu" / name for name in ("rules", "view")),
    ROOT / "bench/bots/players",
)
KINDS = (".py", ".npz")


def made_of(folders: Iterable[Path] = FOLDERS) -> str:
    """The digest of the programs and weights in these folders and all those within them, their
    names included, in hexadecimal digits."""
    digest = sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in KINDS):
            content = path.read_bytes()
            name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            digest.update(f"{name} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()
