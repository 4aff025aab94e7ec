"""The sheet with the rules of this table in sentences."""

from collections.abc import Sequence

from textual.content import Content

from gongzhu.rules import RuleSet, explain
from gongzhu.terminal.look import with_cards
from gongzhu.terminal.screens.sheet import Sheet
from gongzhu.terminal.standing import rules_title


class RulesSheet(Sheet):
    """All rules that apply, section by section."""

    def __init__(self, name: str, preset: str | None, rules: RuleSet) -> None:
        super().__init__()
        self._rules_name = name
        self._preset = preset
        self._rules = rules

    def title_text(self) -> str:
        return self.say("rules.title", name=rules_title(self._rules_name, self._preset, self.lang))

    def blocks(self) -> Sequence[Content]:
        """One block for each section of the rules."""
        return [
            Content.assemble(
                (section.title, "bold $gold"),
                *(Content("\n") + with_cards(item.text) for item in section.sentences),
            )
            for section in explain(self._rules, self.lang)
        ]
