"""One Hypothesis profile for every run: the same examples each time, no deadline (the oracles are slow on purpose)."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")
