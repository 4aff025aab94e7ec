"""The lines of the log: one for each event, whatever stands in it."""

import json
import subprocess
import sys
from datetime import datetime, timedelta

import pytest

from tests.support.fresh_python import ROOT, environment

pytestmark = pytest.mark.rest

FORGED = "x\n2026-01-01T00:00:00Z [info] security what=nothing \x1b[2J\x9b\r\u2028"
PROGRAM = f"""
import logging, structlog
from gongzhu.server.monitoring.logs import set_up_logs
set_up_logs({{form!r}})
structlog.get_logger().info("security", what={FORGED!r})
structlog.get_logger().info({FORGED!r})
structlog.get_logger().info("bot_replaced", stderr=({FORGED!r}, {FORGED!r}))
logging.getLogger("library").warning("says %s", {FORGED!r})
"""


@pytest.mark.parametrize("form", ["json", "console"])
def test_nobody_forges_a_line(form: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(form=form)],
        check=True,
        capture_output=True,
        text=True,
        env=environment(),
        cwd=ROOT,
    )
    assert told.stdout == ""
    lines = told.stderr.splitlines()
    assert len(lines) == 4
    assert all(character.isprintable() for line in lines for character in line)
    for line in lines:
        when = json.loads(line)["timestamp"] if form == "json" else line.split()[0]
        assert datetime.fromisoformat(when).utcoffset() == timedelta(0)
