"""Writes what the web pages know of rules without a server, into web/src/scoring: the options and
their conditions in `rule-options.json`, the presets in `rule-data.json`, and the words of both in
`rule-words.LANG.json`; and into web/src/talk the keys of what may be said, `phrases.json`.

Run it as `python -m tests.web.make_rule_data`. Everything comes from the engine.
"""

import json
from pathlib import Path
from typing import Any, assert_never

from gongzhu.rules import PRESETS, option_values, options_of
from gongzhu.rules.conditions import CONFLICTS, MATTERS_WHERE, TRUE_WHERE, UNSAID, Conditions
from gongzhu.rules.explain import ORDER
