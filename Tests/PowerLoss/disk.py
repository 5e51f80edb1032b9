"""A disk in user space that records every write and every flush, and fails where it is asked to."""

import errno
import mmap
import os
import struct
import subprocess
import sys
from pathlib import Path

import fuse
import kernel

WRITE, ZERO, FLUSH = 0, 1, 2
entry = struct.Struct("=QQQQ")  # kind, offset, length, where the bytes begin in `log.data`
FOREVER = (1 << 63) - 1


class Control:
    """A page that the disk and those who use it share: how long the log is, and what is to fail.

    The disk counts an entry before it answers the request: an answer of the tool that was read
    when the count was N depends on the first N entries at most."""

    _fields = {
        "count": 0,
        "write_errors": 8,
        "read_errors": 16,
        "flush_errors": 24,
        "from": 32,
        "failed": 40,
    }
    _needle = 64

    def __init__(self, path: Path) -> None:
        with open(path, "r+b") as file:
            self._page = mmap.mmap(file.fileno(), 4096)

    @staticmethod
    def create(path: Path) -> "Control":
        path.write_bytes(bytes(4096))
        return Control(path)

    def __getitem__(self, field: str) -> int:
        return struct.unpack_from("=Q", self._page, self._fields[field])[0]

    def __setitem__(self, field: str, value: int) -> None:
        struct.pack_into("=Q", self._page, self._fields[field], value)

    @property
    def needle(self) -> bytes:
        """Where it is not empty, only writes that hold it fail."""
        length = self._page[self._needle]
        return self._page[self._needle + 1 : self._needle + 1 + length]

    @needle.setter
    def needle(self, value: bytes) -> None:
        self._page[self._needle + 1 : self._needle + 1 + len(value)] = value
        self._page[self._needle] = len(value)

    def heal(self) -> None:
        """Nothing fails any more."""
        for field in ("write_errors", "read_errors", "flush_errors"):
            self[field] = 0
        self.needle = b""

    def take_error(self, field: str, data: bytes = b"") -> bool:
        """Whether this request fails; counts it if so."""
        left = self[field]
        if left == 0 or self["count"] < self["from"]:
            return False
        if field == "write_errors" and self.needle not in data:
            return False
        self[field] = left - 1
        self["failed"] += 1
        return True


class LoggingDisk:
    """The contents in `image`, the log in `log.index` and `log.data`."""

    def __init__(self, folder: Path) -> None:
        self._control = Control(folder / "control")
        self._image = os.open(folder / "image", os.O_RDWR)
        self._index = os.open(folder / "log.index", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._data = os.open(folder / "log.data", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._written = 0
        self.size = os.fstat(self._image).st_size

    def _log(self, kind: int, offset: int, length: int, data: bytes = b"") -> None:
        os.write(self._data, data)
        os.write(self._index, entry.pack(kind, offset, length, self._written))
        self._written += len(data)
        self._control["count"] += 1

    def _fail(self, field: str, data: bytes = b"") -> None:
        if self._control.take_error(field, data):
            raise OSError(errno.EIO, "")

    def read(self, offset: int, length: int) -> bytes:
        self._fail("read_errors")
        return os.pread(self._image, length, offset)

    def write(self, offset: int, data: bytes) -> None:
        self._fail("write_errors", data)
        os.pwrite(self._image, data, offset)
        self._log(WRITE, offset, len(data), data)

    def zero(self, offset: int, length: int) -> None:
        self._fail("write_errors")
        for start in range(offset, offset + length, fuse.MAX_WRITE):
            os.pwrite(self._image, bytes(min(fuse.MAX_WRITE, offset + length - start)), start)
        self._log(ZERO, offset, length)

    def flush(self) -> None:
        self._fail("flush_errors")
        self._log(FLUSH, 0, 0)


class Disk:
    """A running disk: a process that serves `folder/image` as `folder/fuse/disk`."""

    def __init__(self, folder: Path) -> None:
        self.control = Control.create(folder / "control")
        self._mount = folder / "fuse"
        self._mount.mkdir()
        self.path = str(self._mount / fuse.FILE_NAME)
        # The kernel's side is a descriptor that the server inherits.
        descriptor = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={descriptor},rootmode=40000,user_id=0,group_id=0"
        kernel.mount(
            "powerloss", str(self._mount), "fuse", kernel.MS_NOSUID | kernel.MS_NODEV, options
        )
        self._server = subprocess.Popen(
            [sys.executable, __file__, str(folder), str(descriptor)],
            pass_fds=[descriptor],
            preexec_fn=kernel.die_with_parent,
        )
        os.close(descriptor)

    def stop(self) -> None:
        kernel.unmount(str(self._mount))
        try:
            self._server.wait(5)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()


if __name__ == "__main__":
    kernel.serve_writeback()
    fuse.serve(int(sys.argv[2]), LoggingDisk(Path(sys.argv[1])))
