"""Errors of the operating system, in the words of the reader."""

from errno import errorcode

from gongzhu.texts.catalogue import Lang, has, say


class SystemReason:
    """Why the system did not do what it was asked for: a `Sayable`. What is unusual keeps the
    system's own words."""

    def __init__(self, error: OSError) -> None:
        self._key = f"system.{errorcode.get(error.errno or 0)}"
        self._words = error.strerror or str(error)

    def text(self, lang: Lang = "en") -> str:
        """A few words."""
        return say(self._key, lang) if has(self._key, lang) else self._words
