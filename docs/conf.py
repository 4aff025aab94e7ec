"""How Sphinx builds the documentation; `make docs` runs it."""

import gongzhu

project = "gongzhu"
author = "the gongzhu authors"
project_copyright = "2026, the gongzhu authors"
release = version = gongzhu.__version__

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "gongzhu"
