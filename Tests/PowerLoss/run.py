"""What a workload works with: the tool on the disk, and a notebook outside of it."""

import errno
import json
import os
import random
import threading
import time
import uuid
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator

import kernel
from disk import Control
from tool import Result, Session, Tool, Violation

# What the tool may end with when the disk fails: all well, cannot create, an I/O error.
_STATUSES_OF_FAILURE = (0, 73, 74)


@dataclass
class Run:
    tool: Tool
    # Where the file system is mounted.
    disk: Path
    # A folder that no power loss touches.
    outside: Path
    control: Control
    rng: random.Random
    # Whether the disk may answer EIO: then refusals are truthful answers, too.
    may_fail: bool = False
    # Whether the tool is to read from the disk, and not from the page cache.
    forgets: bool = False
    claims: list[dict[str, Any]] = field(default_factory=list)
    _number: int = 0

    @property
    def now(self) -> int:
        """How many entries the disk's log has."""
        return self.control["count"]

    def claim(self, kind: str, journal: str, **details: Any) -> None:
        """Notes what holds for every image from now, or `at`, on: the tool has answered it."""
        self.claims.append({"at": self.now, "kind": kind, "journal": journal, **details})

    def path(self, journal: str) -> str:
        return str(self.disk / journal)

    def execute(
        self,
        *arguments: str,
        stdin: bytes = b"",
        statuses: tuple[int, ...] = (0,),
        truthful: tuple[int, str] | None = None,
    ) -> Result:
        """Runs the tool; any other status is a violation. On a disk that may fail the answer
        `truthful`, a status and the beginning of a message, is right as well."""
        self._drop_cache()
        result = self.tool.run(*arguments, stdin=stdin)
        if self.may_fail:
            if truthful and result.is_answer(*truthful):
                return result
            if result.status in (1, 66) and self._lacks_journal(arguments):
                return result
            if result.status == 1 and os.statvfs(self.disk).f_flag & os.ST_RDONLY:
                # An aborted file system may show folders without what is in them (btrfs does).
                raise OSError(errno.EROFS, "the file system was aborted")
            statuses += _STATUSES_OF_FAILURE
        return result.require(*statuses)

    @staticmethod
    def _lacks_journal(arguments: tuple[str, ...]) -> bool:
        """Whether what the tool was to read was never made, since the disk failed before."""
        if arguments[0] in ("import", "issue"):
            return False  # They make it.
        is_restored = arguments[0] == "restore"
        source = arguments[1 if is_restored else arguments.index("--journal") + 1]
        return not Path(source, "journal.json").exists()

    def _drop_cache(self) -> None:
        """Drops the synced pages of all files."""
        for path in self.disk.rglob("*") if self.forgets else ():
            with suppress(OSError), open(path, "rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def session(self, journal: str, *options: str) -> Session:
        self._drop_cache()
        self.claim("journal", journal)
        return self.tool.session(self.disk / journal, "--password-iterations", "1000", *options)

    def number(self) -> int:
        self._number += 1
        return self._number

    def event(self, size: int = 40) -> dict[str, Any]:
        number = self.number()
        return {
            "type": self.rng.choice(["Opened", "Changed", "Closed"]),
            "tags": [f"case:{number % 7}"],
            "id": str(uuid.UUID(int=self.rng.getrandbits(128), version=4)),
            "data": {"n": number, "text": "x" * self.rng.randint(0, size)},
        }

    def ask(self, session: Session, journal: str, request: dict[str, Any]) -> dict[str, Any]:
        """Sends a request that records something, and notes what was acknowledged."""
        self.claim("sent", journal, request=request)
        answer = session.ask(request)
        if answer.get("ok"):
            positions = answer.get("positions") or [
                event["position"] for event in answer.get("events", [])
            ]
            self.claim("answered", journal, request=request, positions=positions)
        elif not self.may_fail:
            raise Violation(f"answered {json.dumps(answer, ensure_ascii=False)[:300]}")
        return answer

    def append(
        self, session: Session, journal: str, count: int = 1, size: int = 40
    ) -> dict[str, Any]:
        return self.ask(session, journal, {"append": [self.event(size) for _ in range(count)]})

    def receipt(self, journal: str) -> None:
        """Takes a head receipt; images from now on must extend it."""
        result = self.execute("verify", "--json", "--journal", self.path(journal))
        if result.status == 0:
            self.claim("receipt", journal, receipt=result.json)

    def let_time_pass(self) -> None:
        """Has the kernel write back everything, as it does by itself after half a minute."""
        kernel.sync_file_system(str(self.disk))

    @contextmanager
    def neighbour(self) -> Iterator[None]:
        """A neighbour on the same file system syncs a file of its own at random moments: names
        and lengths are committed then, and the tool's unsynced bytes are not."""
        done = threading.Event()
        seed = self.rng.random()

        def work() -> None:
            rng = random.Random(seed)
            try:
                file = os.open(
                    self.disk / "neighbour", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600
                )
            except OSError:
                return
            while not done.is_set():
                try:
                    os.write(file, b"x")
                    os.fsync(file)
                except OSError:
                    break  # The disk failed: its business.
                time.sleep(rng.choice([0.0005, 0.002, 0.005, 0.02]))
            os.close(file)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
