"""What a machine must have, and why the harness is skipped where it has not."""

import os
import shutil
import subprocess
from pathlib import Path


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
    if compiler() is None:
        return "neither clang nor cc is there"
    # A container may have the devices and no right to mount anything.
    probe = subprocess.run(["unshare", "--mount", "true"], capture_output=True)
    return None if probe.returncode == 0 else "it may not make a mount namespace"


def compiler() -> str | None:
    return shutil.which("clang") or shutil.which("cc")


def build_shim(folder: Path) -> Path:
    """Compiles what leaves syncs out."""
    shim = folder / "nosync.so"
    source = Path(__file__).with_name("nosync.c")
    subprocess.run([compiler() or "cc", "-O1", "-shared", "-fPIC", "-o", str(shim), str(source)], check=True)
    return shim
