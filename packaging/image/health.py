#!/usr/bin/python3
"""Ends well if the server of this image accepts players."""

import sys
from urllib.request import ProxyHandler, build_opener

PORT = sys.argv[1] if len(sys.argv) > 1 else "8000"

with build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{PORT}/healthz", timeout=4) as answer:
    sys.exit(answer.status != 200)
