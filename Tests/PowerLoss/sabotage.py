"""Runs in which something is left out that the promise needs. Each must turn red, and the one in
which nothing is left out must not.

A sync is left out by a shim that is preloaded into the tool while the workload is recorded; the
disk that loses flushes is made afterwards, from the same log."""

import time
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from cell import Outcome, run_cell
from requirements import build_shim
from tool import Tool

STRICT = ("ext4-unjournaled",)
ANY = ("ext4-ordered", "ext4-writeback-noauto", "xfs", "btrfs")


@dataclass(frozen=True)
class Sabotage:
    name: str
    workload: str
    # Paths whose syncs do nothing; none where it is the disk that loses flushes.
    patterns: tuple[str, ...]
    # The file systems on which it must turn red, each.
    systems: tuple[str, ...]
    is_red: bool = True


# Every sync whose loss a file system of today shows.
SHOWN = [
    # No path matches it: only the shim is there.
    Sabotage("nothing", "append", ("nothing",), ANY, is_red=False),
    Sabotage("lying-disk", "append", (), ANY),
    Sabotage("everything", "append", ("*",), ANY),
    Sabotage("segment", "append", ("*/segments/*.jsonl",), ANY),
    Sabotage("manifest", "create", ("*/journal.json.new",), ANY),
    Sabotage("manifest-rolled", "roll", ("*/journal.json.new",), ANY),
    Sabotage("key", "create", ("*/journal.key.new",), ANY),
    Sabotage("rewritten", "erase", ("*/segments/*.jsonl.new",), ANY),
    Sabotage("imported", "records", ("*/segments/*.jsonl.new",), ANY),
    Sabotage("secret", "secrets", ("*/secrets/key-*",), ANY),
    Sabotage("copied", "copy", ("*/backup-*/segments/*", "*/in/*/segments/*"), ANY),
    Sabotage(
        "copied-manifest", "copy", ("*/backup-*/journal.json.new", "*/in/*/journal.json.new"), ANY
    ),
    Sabotage("copied-key", "copy", ("*/backup-*/journal.key.new", "*/in/*/journal.key.new"), ANY),
    Sabotage("copied-secret", "copy", ("*/backup-*/secrets/*", "*/in/*/secrets/*"), ANY),
    Sabotage("copy-folder", "copy", ("*/backup-[0-9]", "*/in/*/journal"), ANY[1:]),
    Sabotage("place", "consumer", ("*/consumers/*",), ANY),
    Sabotage(
        "consumers-folder", "consumer", ("*/consumers",), ("ext4-writeback-noauto", "xfs", "btrfs")
    ),
    # Names that are not on the disk with the file: only a file system without a journal shows it.
    Sabotage("journal-folder", "create", ("*/mount/*journal",), STRICT),
    Sabotage("journal-folder-rolled", "roll", ("*/mount/*journal",), STRICT),
    Sabotage("journal-folder-erased", "erase", ("*/mount/*journal",), STRICT),
    Sabotage("rewritten-folder", "erase", ("*/segments",), STRICT),
    Sabotage("imported-folder", "records", ("*/segments",), STRICT),
    Sabotage("snapshots-folder", "erase", ("*/snapshots",), STRICT + ("btrfs",)),
    # The file and the folder make up for one another; without both the mark is no use.
    Sabotage(
        "erasing-mark", "erase", ("*/journal.erasing", "*/mount/journal"), STRICT + ("btrfs",)
    ),
    Sabotage("secret-mark", "secrets", ("*/secrets/unrecorded", "*/secrets"), ("btrfs",)),
]
BY_NAME = {each.name: each for each in SHOWN}
FEW = ("nothing", "lying-disk", "segment", "manifest", "rewritten", "journal-folder")
# Images to look at before it counts as green: a violation is mostly found in the first twenty.
ENOUGH = 150


def run(workload: str, name: str, system: str, folder: Path, options: Namespace) -> Outcome:
    """A cell whose images must have violations: it is one where there are none. Tries some seeds."""
    began = time.monotonic()
    sabotage = BY_NAME[name]
    folder.mkdir(parents=True)
    tool, shim = Tool(options.tool), build_shim(folder)
    skipping = Tool(
        options.tool, {"LD_PRELOAD": str(shim), "NOSYNC_SKIP": "\n".join(sabotage.patterns)}
    )
    images = 0
    for attempt in range(3):
        outcome = run_cell(
            workload,
            system,
            folder / str(attempt),
            tool,
            ENOUGH // 3,
            options.seed + attempt,
            recording_tool=skipping if sabotage.patterns else None,
            at_most=1,
            ignores_flushes=not sabotage.patterns,
        )
        images += outcome.images
        found = [text for text in outcome.violations if text.startswith("--moment")]
        failed = [text for text in outcome.violations if text.startswith("while recording")]
        if found or failed:
            break
    outcome.name, outcome.images, outcome.seconds = (
        f"without {name}",
        images,
        time.monotonic() - began,
    )
    outcome.violations = failed
    if not sabotage.is_red:
        outcome.violations += found
        outcome.note = "" if found or failed else "green, as it must be"
    elif found:
        outcome.note = f"red, as it must be: {found[0][:110]}"
    elif not failed:
        outcome.violations = ["green, although it must turn red"]
    return outcome
