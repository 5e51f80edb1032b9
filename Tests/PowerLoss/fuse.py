"""The part of the FUSE kernel protocol (version 7) that serves a folder with one file in it.

Layouts are those of include/uapi/linux/fuse.h. The file is opened for direct I/O: each request of
the loop device above it arrives as it is, and none is answered from a cache."""

import errno
import os
import struct
from enum import IntEnum
from typing import Protocol


class Op(IntEnum):
    LOOKUP, FORGET, GETATTR, SETATTR = 1, 2, 3, 4
    OPEN, READ, WRITE, STATFS, RELEASE, FSYNC = 14, 15, 16, 17, 18, 20
    FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR = 25, 26, 27, 28, 29
    INTERRUPT, DESTROY, BATCH_FORGET, FALLOCATE = 36, 38, 42, 43


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
        if operation in (Op.FORGET, Op.BATCH_FORGET, Op.INTERRUPT):
            continue
        try:
            code, body = 0, _answer(operation, node, message[_request.size :], device)
        except OSError as error:
            code, body = -(error.errno or errno.EIO), b""
        try:
            os.write(descriptor, _reply.pack(_reply.size + len(body), code, unique) + body)
        except OSError as error:
            if error.errno != errno.ENOENT:  # The request was interrupted.
                return
        if operation == Op.DESTROY:
            return


def _answer(operation: int, node: int, body: bytes, device: Device) -> bytes:
    match operation:
        case Op.INIT:
            major, minor, read_ahead, flags = struct.unpack_from("=IIII", body)
            return struct.pack(
                "=IIIIHHIIHH8I",
                major,
                min(minor, 31),
                read_ahead,
                flags & (BIG_WRITES | MAX_PAGES),
                8,
                6,
                MAX_WRITE,
                1,
                MAX_WRITE // 4096,
                0,
                *[0] * 8,
            )
        case Op.LOOKUP:
            if node != ROOT or body.rstrip(b"\0").decode() != FILE_NAME:
                raise OSError(errno.ENOENT, "")
            return struct.pack("=QQQQII", FILE, 0, 0, 0, 0, 0) + _attributes(FILE, device)
        case Op.GETATTR | Op.SETATTR:
            return struct.pack("=QII", 0, 0, 0) + _attributes(node, device)
        case Op.OPEN:
            return struct.pack("=QII", 1, DIRECT_IO, 0)
        case Op.OPENDIR:
            return struct.pack("=QII", 1, 0, 0)
        case Op.READ:
            _, offset, length = struct.unpack_from("=QQI", body)
            return device.read(offset, length)
        case Op.WRITE:
            _, offset, length = struct.unpack_from("=QQI", body)
            device.write(offset, body[40 : 40 + length])
            return struct.pack("=II", length, 0)
        case Op.FSYNC:
            device.flush()
            return b""
        case Op.FALLOCATE:
            _, offset, length, mode = struct.unpack_from("=QQQI", body)
            if not mode & (PUNCH_HOLE | ZERO_RANGE):
                raise OSError(errno.EOPNOTSUPP, "")
            device.zero(offset, length)
            return b""
        case Op.STATFS:
            return struct.pack(
                "=5QIIII6I", device.size // 512, 0, 0, 2, 0, 512, 255, 512, 0, *[0] * 6
            )
        case Op.RELEASE | Op.FLUSH | Op.READDIR | Op.RELEASEDIR | Op.DESTROY:
            return b""
        case _:
            raise OSError(errno.ENOSYS, "")


def _attributes(node: int, device: Device) -> bytes:
    is_file = node == FILE
    mode, size = (0o100600, device.size) if is_file else (0o040700, 0)
    return struct.pack(
        "=6Q10I",
        node,
        size,
        (size + 511) // 512,
        0,
        0,
        0,
        0,
        0,
        0,
        mode,
        1 if is_file else 2,
        0,
        0,
        0,
        512,
        0,
    )
