"""What the figures were measured on."""

import os
import pathlib
import platform
import re


def describe(folder):
    """The machine, without its name, and the disk that `folder` is on."""
    system = platform.freedesktop_os_release() if platform.system() == "Linux" else {}
    memory = re.search(r"MemTotal:\s+(\d+)", _read("/proc/meminfo"))
    filesystem, device = _filesystem(folder)
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else []
    return {
        "processor": _processor(),
        "cores": len(cores) or os.cpu_count(),
        "memoryGiB": round(int(memory.group(1)) / (1 << 20), 1) if memory else None,
        "disk": _disk(device),
        "filesystem": filesystem,
        "system": system.get("PRETTY_NAME", platform.system()),
        "kernel": re.match(r"[\d.]*\d", platform.release()).group(),
        "load": round(os.getloadavg()[0], 2),
    }


def sentence(machine):
    return (
        f"{machine['cores']} cores of {machine['processor']}, {machine['memoryGiB']} GiB; "
        f"{machine['filesystem']} on {machine['disk']}; {machine['system']}, "
        f"{platform.system()} {machine['kernel']}"
    )


def _read(path):
    path = pathlib.Path(path)
    return path.read_text(errors="replace") if path.exists() else ""


def _processor():
    text = _read("/proc/cpuinfo")
    names = {
        key: match.group(1)
        for key in ("model name", "cpu family", "model")
        if (match := re.search(rf"^{key}\s*:\s*(.+)$", text, re.MULTILINE))
    }
    if "model name" not in names:
        return platform.processor() or platform.machine()
    return f"{names['model name']} (family {names.get('cpu family')}, model {names.get('model')})"


def _filesystem(folder):
    """The type of the file system that is mounted nearest above `folder`, and its device."""
    best = ("", "unknown", "")
    for line in _read("/proc/self/mountinfo").splitlines():
        fields, _, rest = line.partition(" - ")
        point = fields.split()[4]
        kind, device = rest.split()[:2]
        inside = pathlib.Path(folder).is_relative_to(point)
        if inside and len(point) >= len(best[0]):
            best = (point, kind, device)
    return best[1], best[2]


def _disk(device):
    name = pathlib.Path(device).name
    block = pathlib.Path("/sys/class/block") / name
    if not block.exists():
        return device or "unknown"
    if (block / "partition").exists():
        block = block.resolve().parent
    model = _read(block / "device" / "model").strip()
    kind = "virtual" if block.name.startswith("vd") else model or block.name
    cache = _read(block / "queue" / "write_cache").strip()
    return f"{kind} disk ({cache})" if cache else f"{kind} disk"
