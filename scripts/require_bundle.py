"""Keeps a wheel without the browser client from being built, and puts the example rule files in."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


# Its configuration is of no interest here.
class RequireBundle(BuildHookInterface):  # type: ignore[type-arg]
    """Refuses to pack a wheel or a source archive before `make setup` has made the bundle."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raises FileNotFoundError; an editable install (version "editable") comes before."""
        page = Path(self.root, "src/gongzhu/server/static/index.html")
        if version != "editable" and not page.is_file():
            raise FileNotFoundError("the browser bundle is missing: run `make setup` first")
        if self.target_name == "wheel" and version != "editable":
            for path in Path(self.root, "examples").glob("*.toml"):
                build_data["force_include"][str(path)] = f"gongzhu/rules/example_files/{path.name}"
