"""System calls that Python does not wrap: mounting, namespaces, loop devices."""

import ctypes
import errno
import fcntl
import os
import signal
import struct
import time

_libc = ctypes.CDLL(None, use_errno=True)

MS_NOSUID, MS_NODEV, MS_REC, MS_PRIVATE = 2, 4, 0x4000, 1 << 18
MNT_DETACH = 2
CLONE_NEWNS = 0x20000
PR_SET_PDEATHSIG, PR_SET_IO_FLUSHER = 1, 57
LOOP_CONFIGURE, LOOP_CTL_GET_FREE, LO_FLAGS_AUTOCLEAR = 0x4C0A, 0x4C82, 4
BTRFS_IOC_FORGET_DEV = 0x50009405


def _check(result: int, what: str) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def mount(source: str, target: str, kind: str, flags: int = 0, options: str = "") -> None:
    names = (source.encode(), target.encode(), kind.encode(), flags, options.encode())
    _check(_libc.mount(*names), f"mounting {kind} at {target}")


def unmount(target: str) -> None:
    """Unmounts; detaches what is still busy after a second."""
    for _ in range(50):
        if _libc.umount2(target.encode(), 0) == 0 or ctypes.get_errno() == errno.EINVAL:
            return
        time.sleep(0.02)
    _check(_libc.umount2(target.encode(), MNT_DETACH), f"unmounting {target}")


def enter_private_mounts() -> None:
    """Gives this process a mount namespace of its own.

    Its mounts are nobody else's, and the kernel takes them away with the last process in it,
    however that ends."""
    _check(_libc.unshare(CLONE_NEWNS), "unshare")
    mount("none", "/", "none", MS_REC | MS_PRIVATE)


def die_with_parent() -> None:
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def serve_writeback() -> None:
    """Lets this process allocate memory while the kernel writes pages back through it."""
    _libc.prctl(PR_SET_IO_FLUSHER, 1, 0, 0, 0)


def sync_file_system(path: str) -> None:
    """Writes back the file system that holds `path`; errors of it are not reported."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        _libc.syncfs(descriptor)
    finally:
        os.close(descriptor)


def attach_loop(path: str) -> tuple[str, int]:
    """Attaches a loop device to a file.

    Returns the device and a descriptor that keeps it: with the last user it detaches itself."""
    image = os.open(path, os.O_RDWR)
    try:
        for _ in range(100):
            control = os.open("/dev/loop-control", os.O_RDWR)
            number = fcntl.ioctl(control, LOOP_CTL_GET_FREE)
            os.close(control)
            device = f"/dev/loop{number}"
            descriptor = os.open(device, os.O_RDWR)
            # struct loop_config: fd, block size, struct loop_info64, reserved.
            info = struct.pack(
                "=5Q4I64s64s32s2Q", *[0] * 5, 0, 0, 0, LO_FLAGS_AUTOCLEAR, b"", b"", b"", 0, 0
            )
            config = struct.pack("=II", image, 0) + info + bytes(64)
            try:
                fcntl.ioctl(descriptor, LOOP_CONFIGURE, config)
                return device, descriptor
            except OSError as error:
                os.close(descriptor)
                if error.errno != errno.EBUSY:
                    raise
        raise OSError(errno.EBUSY, "no free loop device")
    finally:
        os.close(image)


def forget_btrfs(device: str) -> None:
    """Makes btrfs forget a device that is no longer mounted, so that its next image is taken."""
    try:
        control = os.open("/dev/btrfs-control", os.O_RDWR)
    except OSError:
        return
    try:
        fcntl.ioctl(
            control, BTRFS_IOC_FORGET_DEV, bytearray(struct.pack("=q4088s", 0, device.encode()))
        )
    except OSError:
        pass  # It is mounted no more and was forgotten already.
    finally:
        os.close(control)
