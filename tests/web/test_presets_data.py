"""What the web pages know of presets and options without a server is what the engine knows."""

import pytest

from tests.web import make_rule_data


@pytest.mark.parametrize("name", make_rule_data.contents())
def test_the_data_are_the_engines(name: str) -> None:
    """After a change of the rules or their words: run make_rule_data.py."""
    assert (make_rule_data.FOLDER / name).read_text("utf-8") == make_rule_data.contents()[name]
