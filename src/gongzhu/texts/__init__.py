"""The text catalogues: every sentence that people read, in English and Simplified Chinese.

A catalogue is a folder of TOML files, one for each topic, with the same files and keys in each
language. A message key is the file's name and the path of keys in it, joined by dots: the key
`text` under `[must_follow]` in `reasons.toml` is `reasons.must_follow.text`.
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
