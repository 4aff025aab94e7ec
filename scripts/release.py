"""The notes of a release, and whether everything is ready for it.

    python -m scripts.release [--check]

Writes the part of CHANGELOG.md about the version in `gongzhu.__version__`; with `--check` also
refuses changes that are not committed. Nothing is uploaded.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from gongzhu import __version__

ROOT = Path(__file__).parents[1]


def notes(changelog: str, version: str) -> str:
    """The part about a version, without its heading. Raises LookupError where there is none."""
    parts = re.split(r"^## (.*)$", changelog, flags=re.MULTILINE)[1:]
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        if re.split(r"[ \]]", heading.lstrip("["))[0] == version:
            return text.strip() + "\n"
    raise LookupError(f"CHANGELOG.md has no part `## {version}`: give `Unreleased` its name first")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="refuse changes not committed")
    asked = parser.parse_args()
    try:
        text = notes((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    except LookupError as error:
        sys.exit(str(error))
    if asked.check and subprocess.check_output(["git", "status", "--porcelain"], cwd=ROOT):
        sys.exit("commit all changes first")
    print(text, end="")


if __name__ == "__main__":
    main()
