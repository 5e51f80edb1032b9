"""What every Python program computes from what it decoded, so that nobody decodes less."""

import json
from collections import Counter


class Fold:
    def __init__(self):
        self.events = self.positions = 0
        self.types = Counter()
        self.accepted = Counter()
        self.completed = Counter()

    def add(self, position, kind):
        self.events += 1
        self.positions += position
        self.types[kind] += 1

    def print(self, seconds):
        found = {
            "events": self.events,
            "positions": self.positions,
            "types": self.types,
            "couriers": len(self.accepted | self.completed),
            "accepted": self.accepted.total(),
            "completed": self.completed.total(),
        }
        print(json.dumps({"seconds": seconds, "found": found}))
