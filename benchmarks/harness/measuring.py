"""Programs in turns, and what came of them."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Callable

from .scratch import Unavailable


@dataclass
class Outcome:
    """One run of a program."""

    seconds: float
    megabytes: float
    output: str

    @property
    def json(self):
        return json.loads(self.output)


@dataclass
class Contestant:
    """Something that is measured. `run` does it once and returns the figure, with whatever else
    is worth keeping."""

    name: str
    title: str
    run: Callable[[], tuple[float, dict]]
    values: list = field(default_factory=list)
    notes: list = field(default_factory=list)

    @property
    def median(self):
        return statistics.median(self.values)

    def row(self):
        row = {
            "name": self.name,
            "title": self.title,
            "min": min(self.values),
            "median": self.median,
            "max": max(self.values),
            "rounds": self.values,
        }
        for key in ("megabytes", "wholeSeconds"):
            values = [note[key] for note in self.notes if key in note]
            if values:
                row[key] = statistics.median(values)
        return row


def rotated(items, by):
    """The items in another order each turn, so that none is always the first."""
    items = list(items)
    start = by % max(1, len(items))
    return items[start:] + items[:start]


def take_turns(contestants, rounds, report):
    """Every contestant once per round; each round begins with another one. Who fails is out, and
    why is reported.

    Returns those who came through."""
    remaining = list(contestants)
    for turn in range(rounds):
        for contestant in rotated(remaining, turn):
            report.tell(f"round {turn + 1} of {rounds}: {contestant.title}")
            try:
                value, notes = contestant.run()
            except Unavailable as reason:
                report.skip(contestant.title, str(reason))
                remaining.remove(contestant)
                continue
            contestant.values.append(value)
            contestant.notes.append(notes)
    return remaining


class Launcher:
    """Starts programs from a small process: see launch.py."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="bench-")
        self.files = [os.path.join(self.folder.name, name) for name in ("printed", "complaints")]
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", pathlib.Path(__file__).with_name("launch.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def execute(self, words, env=None, output=False, accepts=(0,), cores=None):
        words = [os.fspath(word) for word in words]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})}
        printed = self.files[0] if output else os.devnull
        request = [words, environment, printed, self.files[1], cores or ALL_CORES]
        print(json.dumps(request), file=self.process.stdin, flush=True)
        seconds, status, memory = json.loads(self.process.stdout.readline())
        if status not in accepts:
            what = status if isinstance(status, str) else complaint(self.files[1])
            raise Unavailable(f"{os.path.basename(words[0])}: {what}")
        text = pathlib.Path(printed).read_text() if output else ""
        return Outcome(seconds, memory / 1e6, text)


ALL_CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
ONE_CORE = ALL_CORES[-1:]
execute = Launcher().execute


def complaint(file):
    lines = pathlib.Path(file).read_text(errors="replace").strip().splitlines()
    return "; ".join(lines[-2:]) or "failed without a word"
