"""Errors of the operating system, in the reader's language."""

from errno import errorcode

from gongzhu.texts.catalogue import Lang, has, say


class SystemReason:
    """Why the operating system refused a request: a `Sayable`. Unusual errors keep the system's own
    words."""

    def __init__(self, error: OSError) -> None:
        self._key = f"system.{_name(error)}"
        self._words = error.strerror or str(error)

    def text(self, lang: Lang = "en") -> str:
        """The reason in a few words."""
        return say(self._key, lang) if has(self._key, lang) else self._words


def _name(error: OSError) -> str | None:
    # `socket.gaierror`, `ssl.SSLError` and the like have numbers that the system means otherwise.
    if type(error).__module__ != "builtins":
        return "no_host" if type(error).__name__ == "gaierror" else None
    if error.errno is None and isinstance(error, TimeoutError):
        return "ETIMEDOUT"
    return errorcode.get(error.errno or 0)
