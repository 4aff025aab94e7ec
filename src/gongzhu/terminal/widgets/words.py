"""Text that is laid out and drawn again only when it changes."""

from textual.content import Content
from textual.widgets import Static


class Words(Static):
    """Shows some text. A table is drawn many times a second, and most of it stays as it was."""

    _current = Content("")

    def show_text(self, text: Content, *, resize: bool = False) -> None:
        """Show this text; `resize` where the widget is as large as its text."""
        if not text.is_same(self._current):
            self._current = text
            self.update(text, layout=resize)
