"""One workload on one file system: recorded once, then looked at after many power losses."""

import json
import random
import time
import zlib
from dataclasses import asdict, dataclass, field
from pathlib import Path

import images
import workloads
from checks import Check
from disk import Disk
from filesystems import BY_NAME, Unmountable
from run import Run
from tool import Tool, Violation

# A look at an image ends with one of these where something is wrong.
WRONG = (Violation, OSError, ValueError, KeyError)


@dataclass
class Outcome:
    """What came of a cell."""

    name: str
    system: str
    entries: int = 0
    flushes: int = 0
    moments: int = 0
    images: int = 0
    violations: list[str] = field(default_factory=list)
    # Images whose file system the kernel refused to mount: nothing can be said of the tool.
    unmountable: int = 0
    # What the disk was to fail at, and how many requests it failed.
    fault: str = ""
    failed: int = 0
    seconds: float = 0
    note: str = ""

    @property
    def line(self) -> str:
        unmountable = f" {self.unmountable} not mountable" if self.unmountable else ""
        return (
            f"{self.name:<24} {self.system:<22} {self.entries:>5} entries "
            f"{self.flushes:>4} flushes {self.moments:>5} moments {self.images:>5} images "
            f"{len(self.violations):>3} violations "
            f"{self.seconds:>5.1f} s{unmountable}  {self.note}".rstrip()
        )

    @property
    def json(self) -> str:
        return json.dumps(asdict(self))


def seed_of(*parts: object) -> int:
    """A number that is the same in every process."""
    return zlib.crc32(repr(parts).encode())


def record(
    workload: str, system: str, folder: Path, tool: Tool, seed: int, fault: str = ""
) -> int:
    """Runs a workload on a fresh file system; leaves the log and `claims.json` in `folder`.

    Returns how many requests the disk failed."""
    rng = random.Random(seed)
    (folder / "outside").mkdir(parents=True)
    BY_NAME[system].create(folder / "base")
    images.copy_sparse(folder / "base", folder / "image")
    disk = Disk(folder)
    run = Run(tool, folder / "mount", folder / "outside", disk.control, rng, bool(fault))
    run.forgets = fault == "read_errors"
    try:
        with BY_NAME[system].mounted(disk.path, folder / "mount"):
            if fault:
                # From some entry on the disk fails once, for a moment, or for good.
                disk.control["from"] = run.now + rng.randint(10, 200)
                disk.control[fault] = rng.choice([1, 1, 3, 1 << 40])
            try:
                workloads.ALL[workload](run)
            except OSError:
                if not fault:  # Else the disk failed under the workload's own hands: it ends here.
                    raise
            disk.control.heal()
        (folder / "claims.json").write_text(json.dumps(run.claims))
        return disk.control["failed"]
    finally:
        disk.control.heal()
        disk.stop()
        (folder / "image").unlink()


def look(
    folder: Path,
    system: str,
    tool: Tool,
    count: int,
    seed: int,
    outcome: Outcome,
    at_most: int = 5,
    ignores_flushes: bool = False,
) -> None:
    """Mounts and checks `count` images; gives up after `at_most` violations."""
    recording = images.Recording(folder)
    outcome.entries, outcome.flushes = len(recording.entries), len(recording.flushes)
    if ignores_flushes:
        recording.flushes = []
    claims = json.loads((folder / "claims.json").read_text())
    rng = random.Random(seed)
    first = min((claim["at"] for claim in claims), default=0)
    moments = sorted(rng.randint(first, len(recording.entries)) for _ in range(count))
    maker = images.ImageMaker(recording, folder)
    kinds = images.KINDS if BY_NAME[system].survives_disorder else images.IN_ORDER
    seen = set()
    for moment in moments:
        kind, draw = rng.choice(kinds), rng.getrandbits(32)
        maker.make(moment, draw, kind, folder / "power-loss")
        seen.add(moment)
        outcome.images += 1
        try:
            check(folder, system, tool, claims, moment, draw)
        except Unmountable:
            outcome.unmountable += 1
        except WRONG as error:
            outcome.violations.append(f"--moment {moment} --kind {kind} --draw {draw}: {error}")
            if len(outcome.violations) >= at_most:
                break
    outcome.moments += len(seen)
    # A file system rarely fails to mount; more than a tenth of them would hide violations.
    unmountable = outcome.unmountable
    if unmountable > max(1, outcome.images // 10) or 0 < unmountable == outcome.images:
        outcome.violations.append(
            f"{outcome.unmountable} of {outcome.images} images cannot be mounted"
        )
    maker.close()


def check(
    folder: Path, system: str, tool: Tool, claims: list[dict], moment: int, draw: int
) -> None:
    """Mounts the image `folder/power-loss` and checks it."""
    BY_NAME[system].mend(folder / "power-loss")
    with BY_NAME[system].mounted(str(folder / "power-loss"), folder / "mount"):
        Check(
            tool, folder / "mount", folder / "outside", claims, moment, random.Random(draw)
        ).everything()


def run_cell(
    workload: str,
    system: str,
    folder: Path,
    tool: Tool,
    count: int,
    seed: int,
    recording_tool: Tool | None = None,
    fault: str = "",
    at_most: int = 5,
    ignores_flushes: bool = False,
) -> Outcome:
    """Records and looks; what is wrong with the recording is a violation as well."""
    outcome = Outcome(workload, system, fault=fault)
    began = time.monotonic()
    try:
        seed = seed_of(seed, workload, system)
        recorder = recording_tool or tool
        outcome.failed = record(workload, system, folder, recorder, seed, fault)
        if fault:
            outcome.note = f"{outcome.failed} {fault.replace('_', ' ')}"
        look(folder, system, tool, count, seed, outcome, at_most, ignores_flushes)
    except WRONG as error:
        outcome.violations.append(f"while recording: {error}")
    outcome.seconds = time.monotonic() - began
    return outcome


def again(folder: Path, system: str, tool: Tool, moment: int, kind: str, draw: int) -> None:
    """Looks once more at one image of a recording that was kept."""
    maker = images.ImageMaker(images.Recording(folder), folder)
    maker.make(moment, draw, kind, folder / "power-loss")
    maker.close()
    images.copy_sparse(folder / "power-loss", folder / "power-loss.untouched")
    check(folder, system, tool, json.loads((folder / "claims.json").read_text()), moment, draw)
