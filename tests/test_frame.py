"""The frame kept honest: what the project says about itself is so."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import gongzhu
from scripts.release import notes

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})

# Where packages come from is the business of whoever installs them. Written in two halves, so
# that this file does not name what it looks for.
REGISTRIES = ("pypi" + ".org", "python" + "hosted", "npm" + "js.", "deb.debian" + ".org")
HOME_FOLDER = re.compile(r"(?<![\w.])/(home|Users|root|work)/")


def project_files() -> list[Path]:
    """Every file that git tracks or would track."""
    assert (ROOT / ".git").exists(), "only a git checkout knows which files are the project's own"
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    paths = (ROOT / name for name in listing.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8", errors="replace").splitlines()


def locked(name: str) -> set[str]:
    """The `package==version` entries of one lock, markers left out."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return set(re.findall(r"^([a-z0-9-]+==[^ ;]+)", text, re.MULTILINE))


def test_the_version_is_said_once() -> None:
    assert PROJECT["project"]["version"] == gongzhu.__version__
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {gongzhu.__version__}\n" in citation


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_make_target_named_in_a_page_exists(page: Path) -> None:
    code = re.findall(r"```.*?```|`[^`]+`", page.read_text("utf-8"), re.DOTALL)
    target = r"(?<!puzzles )\bmake ([a-z][a-z0-9-]*)"  # `gongzhu puzzles make` is no target.
    named = {name for span in code for name in re.findall(target, span)}
    assert named <= set(re.findall(r"^([a-z][a-z0-9-]*):", MAKEFILE, re.MULTILINE))


def test_every_make_target_explains_itself() -> None:
    targets = re.findall(r"^([a-z][a-z0-9-]*):(?!=)(.*)", MAKEFILE, re.MULTILINE)
    assert [name for name, rest in targets if " ## " not in rest] == []


@pytest.mark.rest
def test_make_serve_says_what_takes_so_long_and_obeys_a_port() -> None:
    make = ["make", "--dry-run", "--no-print-directory", "--what-if=requirements/setup.txt"]
    first = [*make, "serve", "PORT=8001"]
    steps = subprocess.run(first, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    said = [line for line in steps.splitlines() if line.startswith("echo")]
    assert "minutes" in said[0]
    assert said[1].startswith('echo "Building the pages')
    assert steps.rstrip().endswith("gongzhu serve --port 8001")


@pytest.mark.rest
def test_no_file_names_a_registry_or_somebodys_folder() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in project_files()
        for number, line in enumerate(lines_of(path), start=1)
        if HOME_FOLDER.search(line) or any(address in line for address in REGISTRIES)
    ]
    assert found == []


@pytest.mark.parametrize("name", ["setup", "run", "dev", "docs"])
def test_a_lock_holds_what_the_project_asks_for(name: str) -> None:
    asked = PROJECT["dependency-groups"].get(name, [])
    if name != "setup":
        asked = asked + PROJECT["project"]["dependencies"]
    have = {entry.split("==")[0] for entry in locked(name)}
    assert {re.split(r"[<>=!~ \[;]", entry)[0] for entry in asked} <= have


def test_set_up_brings_what_a_server_may_need() -> None:
    extra = {
        package.split(">")[0] for package in PROJECT["project"]["optional-dependencies"]["postgres"]
    }
    assert extra <= {entry.split("==")[0] for entry in locked("run")}


CHANGELOG = """# Changelog
## Unreleased
- later
## [0.2.0] - 2026-12-01
### Added
- this
## 0.1.0
- that
"""


def test_the_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    assert notes(CHANGELOG, "0.2.0") == "### Added\n- this\n"
    assert notes(CHANGELOG, "0.1.0") == "- that\n"
    with pytest.raises(LookupError, match=r"no part `## 0\.3\.0`"):
        notes(CHANGELOG, "0.3.0")


@pytest.mark.parametrize("name", ["dev", "docs"])
def test_the_program_runs_on_the_same_versions_everywhere(name: str) -> None:
    assert locked("run") <= locked(name)


BUNDLE = "gongzhu/server/static/"


@pytest.mark.rest
def test_the_wheel_holds_the_whole_package(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = tmp_path.iterdir()
    source = ROOT / "src"
    expected = {
        path.relative_to(source).as_posix() for path in project_files() if source in path.parents
    }
    # The examples lie where people see them, and are put beside the rules.
    expected |= {
        f"gongzhu/rules/example_files/{path.name}" for path in (ROOT / "examples").glob("*.toml")
    }
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    bundle = {name for name in held if name.startswith(BUNDLE)}
    assert held - bundle == expected
    assert f"{BUNDLE}index.html" in bundle
