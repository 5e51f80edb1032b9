"""The file systems that power fails under: how each is made, and with which options mounted."""

import shutil
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

import kernel

_MIB = 1 << 20
_EXT4 = [
    "mkfs.ext4",
    "-q",
    "-b",
    "4096",
    "-m",
    "0",
    "-J",
    "size=4",
    "-E",
    "nodiscard,lazy_itable_init=1",
]


class Unmountable(Exception):
    """The kernel refuses a file system. btrfs does where its only super block was torn."""


@dataclass(frozen=True)
class FileSystem:
    name: str
    kind: str
    make: tuple[str, ...]
    options: str
    size: int
    # What is run on an image before it is mounted; what it says is not looked at.
    repair: tuple[str, ...] = ()
    # Workloads that it does not survive itself.
    without: frozenset[str] = frozenset()
    # Whether it survives writes that were torn or overtook one another.
    survives_disorder: bool = True

    @property
    def is_there(self) -> bool:
        return shutil.which(self.make[0]) is not None

    def create(self, image: Path) -> None:
        with open(image, "wb") as file:
            file.truncate(self.size)
        subprocess.run([*self.make, str(image)], check=True, capture_output=True, timeout=60)

    def mend(self, image: Path) -> None:
        """Does what is done to the disk after a power loss, before it is mounted."""
        if self.repair:
            subprocess.run([*self.repair, str(image)], capture_output=True, timeout=60)

    @contextmanager
    def mounted(self, image: str, target: Path) -> Iterator[None]:
        """Mounts an image through a loop device; unmounts it whatever happens."""
        target.mkdir(exist_ok=True)
        device, descriptor = kernel.attach_loop(image)
        try:
            try:
                kernel.mount(device, str(target), self.kind, 0, self.options)
            except OSError as error:
                raise Unmountable(str(error)) from error
            finally:
                kernel.os.close(descriptor)
            try:
                yield
            finally:
                kernel.unmount(str(target))
        finally:
            if self.kind == "btrfs":
                kernel.forget_btrfs(device)


def _ext4(name: str, options: str) -> FileSystem:
    return FileSystem(name, "ext4", tuple(_EXT4), options, 64 * _MIB)


ALL = [
    _ext4("ext4-ordered", "data=ordered"),
    _ext4("ext4-writeback", "data=writeback"),
    _ext4("ext4-journal", "data=journal"),
    _ext4("ext4-noauto", "data=ordered,noauto_da_alloc"),
    _ext4("ext4-writeback-noauto", "data=writeback,noauto_da_alloc"),
    # No journal keeps its metadata in order: nothing is on the disk but what was synced, names
    # apart from files. It is the strictest of all. But replacing a file by another is not atomic:
    # the old file may be gone and the new name not there, or lead to what is another file by then.
    FileSystem(
        "ext4-unjournaled",
        "ext4",
        (
            "mkfs.ext4",
            "-q",
            "-b",
            "4096",
            "-m",
            "0",
            "-O",
            "^has_journal,^metadata_csum",
            "-E",
            "nodiscard,lazy_itable_init=1",
        ),
        "",
        64 * _MIB,
        repair=("e2fsck", "-fy"),
        without=frozenset({"roll", "erase", "derive", "consumer", "copy", "recover", "load"}),
        survives_disorder=False,
    ),
    FileSystem(
        "xfs", "xfs", ("mkfs.xfs", "-q", "-K", "-m", "rmapbt=0,reflink=0"), "nouuid", 300 * _MIB
    ),
    FileSystem(
        "btrfs", "btrfs", ("mkfs.btrfs", "-q", "-K", "-m", "single"), "nodiscard", 128 * _MIB
    ),
]
BY_NAME = {system.name: system for system in ALL}
