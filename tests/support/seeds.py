"""Seeds of property tests: one number from which a whole game follows.

A smaller seed is not a simpler game, so nothing is gained by shrinking one; and the same seeds every time mean that a
failure is there for everyone. Seeds that nobody has tried are the business of the long proofs.
"""

from hypothesis import Phase, settings
from hypothesis import strategies as st

SEEDS = st.integers(0, 2**32 - 1)
SEEDED = settings(deadline=None, derandomize=True, database=None, phases=[Phase.generate])
