"""What each campaign receives."""

import random
import sys
import time


class Campaign:
    """One run of one campaign: its form, full or short, and the seed of all its choices."""

    def __init__(self, name, short, seed, folder):
        self.name, self.short, self.seed, self.folder = name, short, seed, folder
        self.random = random.Random(f"{name} {seed}")
        self.started = time.monotonic()

    def pick(self, full, short):
        """Returns `full` in the full form of the campaign, and `short` in its short form."""
        return short if self.short else full

    def say(self, text):
        """Reports progress."""
        print(f"{self.name}: {time.monotonic() - self.started:.0f} s: {text}", file=sys.stderr, flush=True)
