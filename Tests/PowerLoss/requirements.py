"""What a machine must have, and why the harness is skipped where it has not."""

import os
import shutil
import subprocess
from pathlib import Path

from disk import FLUSH, Disk
from filesystems import BY_NAME
from images import Recording


def missing() -> str | None:
    """The first thing that is missing; nil where all is there."""
    if os.uname().sysname != "Linux":
        return "it needs Linux"
    if os.geteuid() != 0:
        return "it needs root, to mount file systems"
    for device in ("/dev/fuse", "/dev/loop-control"):
        if not os.access(device, os.R_OK | os.W_OK):
            return f"{device} is missing"
    if shutil.which("mkfs.ext4") is None:
        return "mkfs.ext4 is missing"
    return "neither clang nor cc is there" if compiler() is None else None


def probe(folder: Path) -> None:
    """Mounts a file system on a disk of our own, since a container may lack the right.

    Raises OSError where it cannot be done, or where a sync of a file does not flush the disk."""
    folder.mkdir()
    system = BY_NAME["ext4-ordered"]
    system.create(folder / "image")
    disk = Disk(folder)
    try:
        with system.mounted(disk.path, folder / "mount"):
            before = disk.control["count"]
            with open(folder / "mount/file", "w") as file:
                file.write("x")
                file.flush()
                os.fsync(file.fileno())
            entries = Recording(folder).entries[before:]
    finally:
        disk.stop()
    if not any(entry.kind == FLUSH for entry in entries):
        raise OSError("a sync of a file does not flush the disk")


def compiler() -> str | None:
    return shutil.which("clang") or shutil.which("cc")


def build_shim(folder: Path) -> Path:
    """Compiles what leaves syncs out."""
    shim = folder / "nosync.so"
    source = Path(__file__).with_name("nosync.c")
    subprocess.run(
        [compiler() or "cc", "-O1", "-shared", "-fPIC", "-o", str(shim), str(source)], check=True
    )
    return shim
