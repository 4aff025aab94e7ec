"""Settings for every test."""

from hypothesis import HealthCheck, settings

# A busy machine is slow, not wrong.
settings.register_profile("gongzhu", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gongzhu")
