"""Settings for every test."""

import os

# Several processes test at once: threads of NumPy's would spin while those of others wait.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
# The commands ask for the language of the system when they are imported.
os.environ["GONGZHU_LANG"] = "en"

from hypothesis import HealthCheck, settings

from tests.support.rulesets import EFFORT

# A busy machine is slow, not wrong.
settings.register_profile(
    "gongzhu",
    deadline=None,
    # The same examples every day, new ones in a campaign.
    derandomize=EFFORT == 1,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gongzhu")
