"""What a disk may hold after the power failed: images made from a log of writes and flushes."""

import os
import random
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

from disk import FLUSH, WRITE, ZERO, entry

SECTOR = 512
# Those in which no write is torn or overtakes another.
IN_ORDER = ("none", "all", "prefix")
KINDS = (*IN_ORDER, "torn", "subset", "few", "most")


@dataclass(frozen=True)
class Entry:
    kind: int
    offset: int
    length: int
    start: int


class Recording:
    """A log with the image it began from, in a folder."""

    def __init__(self, folder: Path) -> None:
        index = (folder / "log.index").read_bytes() if (folder / "log.index").exists() else b""
        self.entries = [Entry(*fields) for fields in entry.iter_unpack(index)]
        self.flushes = [n for n, entry in enumerate(self.entries) if entry.kind == FLUSH]
        self._data = os.open(folder / "log.data", os.O_RDONLY) if index else -1
        self.base = folder / "base"

    def last_flush(self, moment: int) -> int:
        """How many entries are surely on the disk when it has taken `moment` of them."""
        before = bisect_right(self.flushes, moment - 1)
        return self.flushes[before - 1] + 1 if before else 0

    def apply(self, image: int, number: int, sectors: list[bool] | None = None) -> None:
        """Writes an entry, or those of its sectors that are kept, into an image."""
        entry = self.entries[number]
        if entry.kind == FLUSH:
            return
        data = (
            os.pread(self._data, entry.length, entry.start)
            if entry.kind == WRITE
            else bytes(entry.length)
        )
        if sectors is None:
            os.pwrite(image, data, entry.offset)
            return
        for n, kept in enumerate(sectors):
            if kept:
                os.pwrite(image, data[n * SECTOR : (n + 1) * SECTOR], entry.offset + n * SECTOR)

    def draw(
        self, moment: int, rng: random.Random, kind: str
    ) -> list[tuple[int, list[bool] | None]]:
        """Of the writes since the last flush before `moment`, those that are kept."""
        loose = [
            n
            for n in range(self.last_flush(moment), moment)
            if self.entries[n].kind in (WRITE, ZERO)
        ]
        match kind:
            case "none":
                return []
            case "all":
                return [(n, None) for n in loose]
            case "prefix":
                return [(n, None) for n in loose[: rng.randint(0, len(loose))]]
            case "torn":  # A prefix, and of the write after it the first sectors or any of them.
                kept = loose[: rng.randint(1, len(loose))] if loose else []
                return [(n, None) for n in kept[:-1]] + [(n, self._torn(n, rng)) for n in kept[-1:]]
            case _:
                share = {"subset": 0.5, "few": 0.15, "most": 0.85}[kind]
                kept = [n for n in loose if rng.random() < share]
                return [(n, self._torn(n, rng) if rng.random() < 0.2 else None) for n in kept]

    def _torn(self, number: int, rng: random.Random) -> list[bool]:
        count = max(1, self.entries[number].length // SECTOR)
        if rng.random() < 0.5:
            return [True] * rng.randint(0, count)
        return [rng.random() < 0.5 for _ in range(count)]


class ImageMaker:
    """Makes images of moments that are asked for in ascending order."""

    def __init__(self, recording: Recording, folder: Path) -> None:
        self._recording = recording
        self._durable = folder / "durable"
        copy_sparse(recording.base, self._durable)
        self._file = os.open(self._durable, os.O_RDWR)
        self._done = 0

    def make(self, moment: int, seed: int, kind: str, target: Path) -> None:
        """The image of `moment`: the same for the same seed and kind."""
        flushed = self._recording.last_flush(moment)
        for number in range(self._done, flushed):
            self._recording.apply(self._file, number)
        self._done = flushed
        copy_sparse(self._durable, target)
        image = os.open(target, os.O_RDWR)
        try:
            for number, sectors in self._recording.draw(moment, random.Random(seed), kind):
                self._recording.apply(image, number, sectors)
        finally:
            os.close(image)

    def close(self) -> None:
        os.close(self._file)
        self._durable.unlink()


def copy_sparse(source: Path, target: Path) -> None:
    """Copies a file without filling its holes."""
    with open(source, "rb") as read, open(target, "wb") as write:
        size = os.fstat(read.fileno()).st_size
        write.truncate(size)
        position = 0
        while position < size:
            try:
                start = os.lseek(read.fileno(), position, os.SEEK_DATA)
            except OSError:
                return  # Nothing but a hole is left.
            position = os.lseek(read.fileno(), start, os.SEEK_HOLE)
            done = start
            while done < position:
                os.lseek(read.fileno(), done, os.SEEK_SET)
                os.lseek(write.fileno(), done, os.SEEK_SET)
                sent = os.sendfile(write.fileno(), read.fileno(), done, position - done)
                done += sent
