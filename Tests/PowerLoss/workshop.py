"""Where cells are run: a scratch folder, one process per cell, and nothing left behind."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable

import kernel
from cell import Outcome
from images import copy_sparse

PREFIX = "powerloss-"
# A cell that takes longer hangs.
TIMEOUT = 900


def scratch_root() -> Path:
    """Memory where there is enough of it, else the disk."""
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK):
        room = os.statvfs(memory)
        if room.f_bavail * room.f_frsize > 1 << 30:
            return memory
    return Path(tempfile.gettempdir())


class Workshop:
    """A scratch folder that is locked while it is in use.

    A harness that was killed leaves its folder. Its mounts and loop devices are gone: they belonged
    to the mount namespaces of its processes. The next harness finds the lock free and removes it.
    """

    def __init__(self, root: Path, kept: Path, jobs: int) -> None:
        self._remove_leftovers(root)
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=root))
        self._lock = open(self.folder / "lock", "w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.kept = kept
        self._jobs = jobs

    @staticmethod
    def _remove_leftovers(root: Path) -> None:
        for lock in root.glob(f"{PREFIX}*/lock"):
            if lock.stat().st_uid != os.getuid():
                continue
            with open(lock) as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    continue  # In use.
                shutil.rmtree(lock.parent, ignore_errors=True)

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def probe(self) -> str | None:
        """Why cells cannot be run here; None where they can."""
        outcome = self._run(0, ["--cell", "probe::"])
        return outcome.violations[0] if outcome.violations else None

    def run(self, cells: list[list[str]], report: Callable[[list[str], Outcome], None]) -> None:
        """Runs cells, a few at a time; `report` is called for each, in order."""
        pool = ThreadPoolExecutor(self._jobs)
        try:
            futures = [pool.submit(self._run, number, cell) for number, cell in enumerate(cells)]
            for cell, future in zip(cells, futures):
                report(cell, future.result())
        finally:
            pool.shutdown(cancel_futures=True)

    def _run(self, number: int, cell: list[str]) -> Outcome:
        folder = self.folder / str(number)
        command = [
            sys.executable,
            str(Path(__file__).parent),
            *cell,
            "--in",
            str(folder),
            "--kept",
            str(self.kept),
        ]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=kernel.die_with_parent,
        )
        try:
            out, err = process.communicate(timeout=TIMEOUT)
            failure = err.decode(errors="replace")[-1500:] if process.returncode else ""
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            failure = f"no end after {TIMEOUT} s"
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if failure:
            return Outcome(" ".join(cell), "", violations=[f"the harness failed: {failure}"])
        return Outcome(**json.loads(out.splitlines()[-1]))


def keep(folder: Path, kept: Path, name: str) -> Path:
    """Keeps a recording for another look."""
    target = kept / name
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(
        folder,
        target,
        ignore=shutil.ignore_patterns("mount", "fuse", "durable", "power-loss", "base"),
    )
    copy_sparse(folder / "base", target / "base")
    return target
