"""Message catalogues: every sentence that a person reads, in English and 简体中文.

A catalogue is a folder of TOML files, one per topic, the same files and keys in each language.
The key of a message is the file's name and the path inside it, joined by dots:
`[must_follow]` `text = …` in `reasons.toml` is `reasons.must_follow.text`.
"""

from gongzhu.texts.catalogue import LANGUAGES, Lang, Sayable, SystemReason, has, keys, said, say
from gongzhu.texts.presentable import presentable
from gongzhu.texts.typed import plain, typed
from gongzhu.texts.wrap import width_of, wrap

__all__ = [
    "LANGUAGES",
    "Lang",
    "Sayable",
    "SystemReason",
    "has",
    "keys",
    "plain",
    "presentable",
    "said",
    "say",
    "typed",
    "width_of",
    "wrap",
]
