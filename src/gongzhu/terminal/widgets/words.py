"""A text widget that is laid out and drawn again only when its text changes."""

from textual.content import Content
from textual.widgets import Static


class Words(Static):
    """Shows some text. The table is drawn many times a second, and most texts do not change."""

    _current = Content("")

    def show_text(self, text: Content, *, resize: bool = False) -> None:
        """Show a text; with `resize`, the widget takes the size of the text."""
        if not text.is_same(self._current):
            self._current = text
            self.update(text, layout=resize)
