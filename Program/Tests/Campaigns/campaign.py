"""What each campaign is given."""

import random
import sys
import time


class Campaign:
    """One run of one campaign: how much of it to do, and the seed that all of its choices come from."""

    def __init__(self, name, short, seed, folder):
        self.name, self.short, self.seed, self.folder = name, short, seed, folder
        self.random = random.Random(f"{name} {seed}")
        self.started = time.monotonic()

    def pick(self, full, short):
        """The first in a full campaign, the second in its short form."""
        return short if self.short else full

    def say(self, text):
        """Tells how far it is."""
        print(f"{self.name}: {time.monotonic() - self.started:.0f} s: {text}", file=sys.stderr, flush=True)
