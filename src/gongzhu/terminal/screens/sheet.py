"""Base classes of the sheets, which cover the table: a sheet of text, and a question with a few
answers."""

from collections.abc import Sequence
from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message_pump import MessagePump
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gongzhu.terminal.bars import KeyBar
from gongzhu.terminal.look import wrapped
from gongzhu.terminal.program import TableProgram
from gongzhu.texts import Lang, say

WIDEST = 112
"""Greatest width of a sheet in columns, so that its lines are easy to read."""


class LocalizedScreen(MessagePump):
    """Base of screens whose text can be rendered again in another language."""

    @property
    def program(self) -> TableProgram:
        """The app that the screen belongs to."""
        return cast(TableProgram, self.app)

    @property
    def lang(self) -> Lang:
        """The current language."""
        return self.program.lang

    def say(self, key: str, **values: object) -> str:
        """The message `table.KEY` in the current language, filled in with `values`."""
        return say(f"table.{key}", self.lang, **values)

    def refresh_text(self) -> None:
        """Render all text again, for example in another language. Subclasses implement it."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Called by Textual before each action of a key: False until the screen is mounted. A key
        that closed it before would remove widgets that are about to be filled."""
        return cast(Widget, self).is_mounted


class Sheet(LocalizedScreen, ModalScreen[bool]):
    """A sheet with a title, text that can be scrolled, and a line of keys. It returns True to go on
    and False to leave the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("e", "app.language"),
        ("enter,space,escape", "go_on"),
        ("up,k", "scroll(-1)"),
        ("down,j", "scroll(1)"),
        ("pageup", "scroll(-8)"),
        ("pagedown", "scroll(8)"),
    ]

    def title_text(self) -> str:
        """The title of the sheet. Subclasses implement it."""
        raise NotImplementedError

    def blocks(self) -> Sequence[Content]:
        """The text as blocks, which are shown with an empty line between them. Subclasses implement
        it."""
        raise NotImplementedError

    def keys(self) -> Sequence[tuple[str, str, str]]:
        """The keys to show, each as (key, description, Textual action)."""
        return [(self.say("keys.enter"), self.say("keys.close"), "screen.go_on")]

    def text_width(self) -> int:
        """The width of a line of text in columns."""
        return min(self.app.size.width, WIDEST) - 8

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet"):
            with VerticalScroll(id="blocks", can_focus=False):
                yield Static(id="text")
            yield KeyBar(id="sheet-keys")

    def on_mount(self) -> None:
        self.refresh_text()

    def refresh_text(self) -> None:
        """Render title, text and keys again."""
        self.query_one("#sheet").border_title = Content(self.title_text()).markup
        # Rows of the frame, and of the keys with an empty line above.
        room = self.app.size.height - 4
        self.query_one("#blocks").styles.max_height = room
        text = wrapped(Content("\n\n").join(self.blocks()), self.text_width())
        self.query_one("#text", Static).update(text)
        keys = [*self.keys()]
        if text.plain.count("\n") >= room:
            keys.insert(1, ("↑↓", self.say("keys.scroll"), "screen.scroll(8)"))
        self.query_one("#sheet-keys", KeyBar).show(keys)

    def on_resize(self) -> None:
        """Render the text again, since its layout depends on the width."""
        self.refresh_text()

    def action_go_on(self) -> None:
        """Close the sheet with the result True."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Close the sheet with the result False, which means to leave the table."""
        self.dismiss(False)

    def action_scroll(self, lines: int) -> None:
        """Scroll the text down by so many lines, or up if `lines` is negative."""
        self.query_one("#blocks").scroll_relative(y=lines, animate=False)


class QuestionSheet(LocalizedScreen, ModalScreen[str]):
    """A question with a title, some text, and answers to choose from. It returns the name of the
    chosen answer.

    `answers` are the names of the answers. The text of an answer is the message `table.TOPIC.NAME`.
    `first` is the answer that is selected when the question opens, by default the first in the
    list.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("e", "app.language"),
        *((str(number), f"choose({number})") for number in range(1, 4)),
    ]

    def __init__(self, topic: str, answers: Sequence[str], first: str = "") -> None:
        super().__init__()
        self._topic = topic
        self._answers = answers
        self._first = first or answers[0]

    def words(self) -> str:
        """The text above the answers, or empty for none."""
        return ""

    def answer_text(self, answer: str) -> str:
        """The text of the answer with this name."""
        return self.say(f"{self._topic}.{answer}")

    def keys(self) -> Sequence[tuple[str, str, str]]:
        """Keys to show besides the numbers of the answers, each as (key, description, Textual
        action)."""
        return ()

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield Static(id="words")
            yield OptionList(id="answers")
            yield KeyBar(id="question-keys")

    def on_mount(self) -> None:
        self.refresh_text()
        answers = self.query_one(OptionList)
        answers.highlighted = self._answers.index(self._first)
        answers.focus()

    def refresh_text(self) -> None:
        """Render title, text, answers and keys again."""
        self.query_one("#question").border_title = self.say(f"{self._topic}.title")
        words = self.query_one("#words", Static)
        words.update(wrapped(Content(self.words()), self._width()))
        words.display = bool(self.words())
        answers = self.query_one(OptionList)
        marked = answers.highlighted
        answers.clear_options()
        answers.add_options(
            Option(Content(f"{place}  {self.answer_text(answer)}"), id=answer)
            for place, answer in enumerate(self._answers, start=1)
        )
        answers.highlighted = marked
        keys = self.query_one(KeyBar)
        keys.show(self.keys())
        keys.display = bool(self.keys())

    def on_resize(self) -> None:
        """Wrap the text again for the new width."""
        self.refresh_text()

    def _width(self) -> int:
        """Width of a line in columns, as table.tcss sets it."""
        return min(64, self.app.size.width * 96 // 100) - 6

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close the question with the selected answer."""
        self.dismiss(str(event.option.id))

    def action_choose(self, number: int) -> None:
        """Close the question with the answer of this number, from 1. A number that is too large is
        ignored."""
        if number <= len(self._answers):
            self.dismiss(self._answers[number - 1])
