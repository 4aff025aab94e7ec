"""The start screen, on which the person chooses rules and opponents."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gongzhu.bots import Level, read_level
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.cards import KEY_CARDS
from gongzhu.rules import DEFAULT_PRESET, PRESETS, RuleSet, explain, load_rules
from gongzhu.terminal.bars import KeyBar
from gongzhu.terminal.cards import SMALL, Canvas, face
from gongzhu.terminal.look import beside, with_cards, wrapped
from gongzhu.terminal.screens.information import RulesSheet
from gongzhu.terminal.screens.sheet import LocalizedScreen
from gongzhu.terminal.standing import level_name, saved_words
from gongzhu.texts import say

TIMES = (0.0, 0.1, 0.5, 2.0)
"""Thinking times that can be chosen, in seconds. 0 means that the level decides how long it
searches."""

GAMES, MARGINS = 34, 5
"""Width of the list of presets in columns, and of the margins beside the text, as table.tcss sets
them."""

SAVED = "saved"
"""Id of the line for the saved match in the list of presets."""


class StartScreen(LocalizedScreen, Screen[None]):
    """The start screen: a list with the saved match and all presets, a description of the selected
    one, and the settings of the bots."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("b", "level"),
        ("t", "thinking"),
        ("r", "rules"),
        ("q", "leave"),
        ("pageup", "scroll(-6)"),
        ("pagedown", "scroll(6)"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(id="banner")
        with Horizontal(id="choice"):
            yield OptionList(id="games")
            with VerticalScroll(id="about", can_focus=False):
                yield Static(id="about-text")
        yield Static(id="trouble")
        yield KeyBar(id="settings")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Select the saved match, or else the default preset."""
        self.refresh_text()
        games = self.query_one(OptionList)
        first = SAVED if self.program.opening.saved else DEFAULT_PRESET
        games.highlighted = games.get_option_index(first)
        games.focus()

    def refresh_text(self) -> None:
        """Render the list, the description and the keys again, for example in another language."""
        games = self.query_one(OptionList)
        marked = games.highlighted
        games.clear_options()
        games.add_options(self._lines())
        games.highlighted = marked
        self.query_one("#banner", Static).update(self._banner())
        trouble = self.query_one("#trouble", Static)
        trouble.display = bool(self.program.opening.trouble)
        trouble.update(Content(self.say("save.kept", trouble=self.program.opening.trouble)))
        self.query_one("#settings", KeyBar).show(self._settings())
        self.query_one("#keys", KeyBar).show(self._keys())
        self._tell_about()

    def _lines(self) -> Iterator[Option]:
        if self.program.opening.saved:
            yield Option(self.say("start.saved"), id=SAVED)
        family = heading = ""
        for name, preset in PRESETS.items():
            if preset.rules.family != family:
                family = preset.rules.family
                heading = say(f"rules.family.{family}", self.lang)
                yield Option(Content.styled(heading, "bold $gold"), disabled=True)
            title = say(f"rules.preset.{name}.title", self.lang)
            yield Option(f"  {title.removeprefix(f'{heading} · ')}", id=name)

    def _banner(self) -> Content:
        canvas = Canvas(4 * (SMALL.width + 1) + 2, SMALL.height)
        for place, card in enumerate(reversed(KEY_CARDS)):
            canvas.place(place * (SMALL.width + 1), 0, face(card, SMALL))
        words = Content.assemble(
            (self.say("start.title"), "bold $gold"), "\n\n", (self.say("start.subtitle"), "$ink")
        )
        return beside(canvas.content(), words, 28)

    def _chosen(self) -> str:
        games = self.query_one(OptionList)
        if games.highlighted is None:
            return DEFAULT_PRESET
        return str(games.get_option_at_index(games.highlighted).id)

    def on_resize(self) -> None:
        """Wrap the description again for the new width."""
        self._tell_about()

    def _tell_about(self) -> None:
        chosen = self._chosen()
        if chosen == SAVED and self.program.opening.saved:
            text = Content(saved_words(self.program.opening.saved.table, self.lang))
        else:
            rules = PRESETS[chosen].rules
            facts = [
                self.say("start.players", count=rules.players),
                say(f"table.header.{rules.direction}", self.lang),
            ]
            text = Content.assemble(
                (say(f"rules.preset.{chosen}.title", self.lang), "bold $gold"),
                (f"\n{chosen}\n\n", "$muted"),
                with_cards(say(f"rules.preset.{chosen}.about", self.lang)),
                ("\n\n" + " · ".join(facts) + "\n", "$muted"),
                *self._scoring(rules),
            )
        width = self.app.size.width - GAMES - MARGINS
        self.query_one("#about-text", Static).update(wrapped(text, width))

    def _scoring(self, rules: RuleSet) -> Iterator[Content]:
        """Lines of text about scoring and the end of the game, as the rules explain them."""
        for section in explain(rules, self.lang):
            if section.group in ("scoring", "ending"):
                yield Content.styled(f"\n{section.title}", "bold")
                yield from (Content("\n") + with_cards(item.text) for item in section.sentences)
                yield Content("\n")

    def _settings(self) -> Sequence[tuple[str, str, str]]:
        level, speed = read_level(self.program.level), self.program.speed
        time = {"seconds": f"{level.seconds:g}"}
        values = {
            "opponents": level_name(level.name, self.lang),
            "thinking": self.say("level.seconds" if level.seconds else "level.usual_time", **time),
            "speed": self.say(f"speed.{speed}"),
            "deck": self.say(f"deck.{self.app.theme}"),
        }
        doing = {
            "opponents": "screen.level",
            "thinking": "screen.thinking",
            "speed": "app.speed",
            "deck": "app.deck",
        }
        keys = [("b", "opponents"), ("t", "thinking"), ("v", "speed"), ("d", "deck")]
        if level.name not in SEARCHING_LEVELS:
            del keys[1]
        return [(key, self._setting(name, values[name]), doing[name]) for key, name in keys]

    def _setting(self, name: str, value: str) -> str:
        return say("rules.at", self.lang, where=self.say(f"start.{name}"), told=value)

    def _keys(self) -> Sequence[tuple[str, str, str]]:
        return [
            (self.say("keys.enter"), self.say("start.start"), "screen.start"),
            ("PgDn", self.say("keys.scroll"), "screen.scroll(6)"),
            ("r", self.say("keys.rules"), "screen.rules"),
            ("e", self.say("keys.lang"), "app.language"),
            ("q", self.say("keys.leave"), "screen.leave"),
        ]

    def on_option_list_option_highlighted(self) -> None:
        """Show the description of the selected line."""
        self._tell_about()

    def on_option_list_option_selected(self) -> None:
        self.action_start()

    def action_start(self) -> None:
        """Start a match with the selected preset, or resume the saved match."""
        chosen = self._chosen()
        if chosen == SAVED:
            self.program.go_on()
        else:
            self.program.begin(load_rules(chosen))

    def action_level(self) -> None:
        """Switch to the next level of bots. The thinking time is kept if the level searches."""
        levels = self.program.opening.levels
        level = read_level(self.program.level)
        name = levels[(levels.index(level.name) + 1) % len(levels)]
        seconds = level.seconds if name in SEARCHING_LEVELS else 0.0
        self.program.level = Level(name, seconds).text
        self.refresh_text()

    def action_thinking(self) -> None:
        """Switch to the next thinking time in TIMES, if the level searches."""
        level = read_level(self.program.level)
        if level.name in SEARCHING_LEVELS:
            seconds = next((time for time in TIMES if time > level.seconds), TIMES[0])
            self.program.level = Level(level.name, seconds).text
            self.refresh_text()

    def action_rules(self) -> None:
        """Open the sheet with all rules of the selected preset."""
        chosen = self._chosen()
        if chosen != SAVED:
            self.app.push_screen(RulesSheet(chosen, chosen, PRESETS[chosen].rules))

    def action_scroll(self, lines: int) -> None:
        """Scroll the description down by so many lines, or up if `lines` is negative."""
        self.query_one("#about").scroll_relative(y=lines, animate=False)

    def action_leave(self) -> None:
        """End the app without starting a match."""
        self.app.exit()
