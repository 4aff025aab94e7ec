"""Text that is laid out and drawn again only when it changes."""

from textual.content import Content
from textual.widgets import Static


class Words(Static):
    """Shows some text. A table is drawn many times a second, and most of it stays as it was."""

    _told = Content("")

    def tell(self, text: Content, *, resize: bool = False) -> None:
        """Show this text; `resize` where the widget is as large as its text."""
        if not text.is_same(self._told):
            self._told = text
            self.update(text, layout=resize)
