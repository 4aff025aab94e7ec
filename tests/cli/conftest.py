"""The commands speak English in the tests unless asked otherwise.

The module of a command asks for the language of the system when it is imported, as each run of the
program does once. Within one process of tests it would be that of whichever test came first.
"""

import os
from importlib import import_module
from unittest.mock import patch

from gongzhu.cli.main import PLACES

with patch.dict(os.environ, GONGZHU_LANG="en"):
    for place, _ in PLACES.values():
        import_module(f"gongzhu.cli.{place.partition(':')[0]}")
