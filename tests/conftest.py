"""Settings for every test: how hard property tests try, by day and by night."""

from hypothesis import settings

settings.register_profile("day", deadline=None)
settings.register_profile("nightly", deadline=None, max_examples=20_000)
settings.load_profile("day")
