"""Known faults of the libraries that are pinned here, by the list of OSV.

    python -m scripts.audit [--list URL] [--ignore ID]…

Asks for every package and version of requirements/ and web/package-lock.json. Writes a line for
each library with faults, of which more stands at osv.dev/vulnerability/, and ends with status 1
where there is one, or where the list cannot be asked.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[1]
LIST = "https://api.osv.dev"
AT_ONCE = 500
"""Packages of one question; the list takes a thousand."""
PATIENCE = 30.0
"""Seconds for an answer."""
_PIN = re.compile(r"([A-Za-z0-9._-]+)==([^ ;\\]+)")


class Pin(NamedTuple):
    """A package as a lock file has it."""

    ecosystem: str
    name: str
    version: str


def pins(root: Path) -> dict[Pin, str]:
    """Every pinned package, with a file that has it: that of the server before others."""
    found: dict[Pin, str] = {}
    files = sorted((root / "requirements").glob("*.txt"))
    for file in sorted(files, key=lambda file: file.name != "run.txt"):
        for line in file.read_text("utf-8").splitlines():
            if pin := _PIN.match(line):
                found.setdefault(Pin("PyPI", pin[1], pin[2]), f"requirements/{file.name}")
    lock = json.loads((root / "web" / "package-lock.json").read_text("utf-8"))
    for place, package in lock["packages"].items():
        _, _, name = place.rpartition("node_modules/")
        if name:
            name = package.get("name", name)
            found.setdefault(Pin("npm", name, package["version"]), "web/package-lock.json")
    return found


def faults(asked: Sequence[Pin], service: str, ignored: Sequence[str] = ()) -> dict[Pin, list[str]]:
    """The names of the faults that are known of packages. Raises OSError and ValueError where the
    list does not answer, or not in its form."""
    found = {}
    for first in range(0, len(asked), AT_ONCE):
        some = asked[first : first + AT_ONCE]
        answers = _ask(service, some)
        if len(answers) != len(some):
            raise ValueError(f"{len(answers)} answers for {len(some)} packages")
        for pin, answer in zip(some, answers, strict=True):
            known = {fault["id"] for fault in answer.get("vulns", ())}
            if known - {*ignored}:
                found[pin] = sorted(known - {*ignored})
    return found


def _ask(service: str, asked: Sequence[Pin]) -> Sequence[Mapping[str, list[dict[str, str]]]]:
    queries = [
        {"package": {"ecosystem": pin.ecosystem, "name": pin.name}, "version": pin.version}
        for pin in asked
    ]
    body = json.dumps({"queries": queries}).encode()
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(f"{service}/v1/querybatch", body, headers), timeout=PATIENCE) as answer:
        results: Sequence[Mapping[str, list[dict[str, str]]]] = json.load(answer)["results"]
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", default=LIST, metavar="URL", help="where the list is asked")
    parser.add_argument(
        "--ignore", default=[], action="append", metavar="ID", help="a fault out of reach from here"
    )
    asked = parser.parse_args()
    service = asked.list
    pinned = pins(ROOT)
    try:
        found = faults(list(pinned), service, asked.ignore)
    except (OSError, HTTPException, ValueError, KeyError) as error:
        sys.exit(f"{service} cannot be asked, so nothing is known: {error}")
    for pin, known in found.items():
        print(f"{pin.name} {pin.version} ({pinned[pin]}): {', '.join(known)}")
    print(f"{len(pinned)} packages, {len(found)} with known faults")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
