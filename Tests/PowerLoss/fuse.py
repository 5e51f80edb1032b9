"""The part of the FUSE kernel protocol (version 7) that serves a folder with one file in it.

Layouts are those of include/uapi/linux/fuse.h. The file is opened for direct I/O: each request of
the loop device above it arrives as it is, and none is answered from a cache."""

import errno
import os
import struct
from typing import Protocol

LOOKUP, FORGET, GETATTR, SETATTR, OPEN, READ, WRITE, STATFS, RELEASE = 1, 2, 3, 4, 14, 15, 16, 17, 18
FSYNC, FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR = 20, 25, 26, 27, 28, 29
ACCESS, INTERRUPT, DESTROY, BATCH_FORGET, FALLOCATE = 34, 36, 38, 42, 43

MAX_WRITE = 1 << 20
ROOT, FILE = 1, 2
FILE_NAME = "disk"
BIG_WRITES, MAX_PAGES = 1 << 5, 1 << 22
DIRECT_IO = 1
# fallocate(2): keep the size, punch a hole, fill with zeros.
KEEP_SIZE, PUNCH_HOLE, ZERO_RANGE = 1, 2, 16

_request = struct.Struct("=IIQQIIII")
_reply = struct.Struct("=IiQ")


class Device(Protocol):
    """What the file stands for. Each call may raise OSError; its number is the answer."""

    size: int

    def read(self, offset: int, length: int) -> bytes: ...
    def write(self, offset: int, data: bytes) -> None: ...
    def zero(self, offset: int, length: int) -> None: ...
    def flush(self) -> None: ...


def serve(descriptor: int, device: Device) -> None:
    """Answers the kernel's requests, one after the other, until the file system is unmounted."""
    while True:
        try:
            message = os.read(descriptor, MAX_WRITE + 4096)
        except OSError as error:
            if error.errno in (errno.EINTR, errno.EAGAIN, errno.ENOENT):
                continue
            return  # ENODEV: unmounted.
        _, operation, unique, node, *_ = _request.unpack_from(message)
        if operation in (FORGET, BATCH_FORGET, INTERRUPT):
            continue
        try:
            code, body = 0, _answer(operation, node, message[_request.size:], device)
        except OSError as error:
            code, body = -(error.errno or errno.EIO), b""
        try:
            os.write(descriptor, _reply.pack(_reply.size + len(body), code, unique) + body)
        except OSError as error:
            if error.errno != errno.ENOENT:  # The request was interrupted.
                return
        if operation == DESTROY:
            return


def _answer(operation: int, node: int, body: bytes, device: Device) -> bytes:
    match operation:
        case 26:  # INIT
            major, minor, read_ahead, flags = struct.unpack_from("=IIII", body)
            return struct.pack("=IIIIHHIIHHIII6H", major, min(minor, 31), read_ahead,
                               flags & (BIG_WRITES | MAX_PAGES), 8, 6, MAX_WRITE, 1,
                               MAX_WRITE // 4096, 0, 0, 0, 0, *[0] * 6)[:64]
        case 1:  # LOOKUP
            if node != ROOT or body.rstrip(b"\0").decode() != FILE_NAME:
                raise OSError(errno.ENOENT, "")
            return struct.pack("=QQQQII", FILE, 0, 0, 0, 0, 0) + _attributes(FILE, device)
        case 3 | 4:  # GETATTR, SETATTR
            return struct.pack("=QII", 0, 0, 0) + _attributes(node, device)
        case 14:  # OPEN
            return struct.pack("=QII", 1, DIRECT_IO, 0)
        case 27:  # OPENDIR
            return struct.pack("=QII", 1, 0, 0)
        case 15:  # READ
            _, offset, length = struct.unpack_from("=QQI", body)
            return device.read(offset, length)
        case 16:  # WRITE
            _, offset, length = struct.unpack_from("=QQI", body)
            device.write(offset, body[40:40 + length])
            return struct.pack("=II", length, 0)
        case 20:  # FSYNC
            device.flush()
            return b""
        case 43:  # FALLOCATE
            _, offset, length, mode = struct.unpack_from("=QQQI", body)
            if not mode & (PUNCH_HOLE | ZERO_RANGE):
                raise OSError(errno.EOPNOTSUPP, "")
            device.zero(offset, length)
            return b""
        case 17:  # STATFS
            return struct.pack("=5QIIII6I", device.size // 512, 0, 0, 2, 0, 512, 255, 512, 0, *[0] * 6)
        case 18 | 25 | 28 | 29 | 38:  # RELEASE, FLUSH, READDIR (empty), RELEASEDIR, DESTROY
            return b""
        case _:
            raise OSError(errno.ENOSYS, "")


def _attributes(node: int, device: Device) -> bytes:
    is_file = node == FILE
    mode, size = (0o100600, device.size) if is_file else (0o040700, 0)
    return struct.pack("=6Q10I", node, size, (size + 511) // 512, 0, 0, 0,
                       0, 0, 0, mode, 1 if is_file else 2, 0, 0, 0, 512, 0)
