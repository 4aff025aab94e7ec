"""Settings for every test."""

from hypothesis import settings

# A busy machine is slow, not wrong.
settings.register_profile("gongzhu", deadline=None)
settings.load_profile("gongzhu")
