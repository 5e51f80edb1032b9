"""Which cells a run consists of. A cell is a command line of the harness itself."""

import sys
from argparse import Namespace

import filesystems
import sabotage
import scenarios
import workloads

# How many images of each recording with a failing disk are looked at.
IMAGES_OF_FAULTS = 6
FAULTS = ("write_errors", "flush_errors", "read_errors")


def cells(options: Namespace) -> list[list[str]]:
    """The cells that the options ask for."""
    if options.sabotage:
        return _sabotages(options)
    if options.scenario:
        return _scenarios(options)
    return _faults(options) if options.faults else _losses(options)


def _cell(options: Namespace, name: str, count: int = 0, seed: int | None = None) -> list[str]:
    numbers = ["--count", str(count), "--seed", str(options.seed if seed is None else seed)]
    return ["--tool", options.tool, *numbers, "--cell", name]


def _losses(options: Namespace) -> list[list[str]]:
    pairs = _pairs(options)
    share, rest = divmod(options.count, len(pairs))
    counts = [share + (number < rest) for number in range(len(pairs))]
    return [_cell(options, f"losses:{pair}", count) for pair, count in zip(pairs, counts) if count]


def _faults(options: Namespace) -> list[list[str]]:
    pairs = _pairs(options)
    result = []
    for number in range(options.faults):
        turn, pair = divmod(number, len(pairs))
        name = f"faults:{pairs[pair]}:{FAULTS[(turn + pair) % len(FAULTS)]}"
        result.append(_cell(options, name, IMAGES_OF_FAULTS, options.seed + turn))
    return result


def _scenarios(options: Namespace) -> list[list[str]]:
    wanted = "" if options.scenario == "all" else options.scenario
    return [
        _cell(options, f"scenario:{name}:{system}")
        for name in _chosen(wanted, list(scenarios.ALL))
        for system in _systems(options)
        if system in scenarios.SYSTEMS[name]
    ]


def _sabotages(options: Namespace) -> list[list[str]]:
    wanted = {"all": list(sabotage.BY_NAME), "few": list(sabotage.FEW)}.get(options.sabotage)
    names = wanted or _chosen(options.sabotage, list(sabotage.BY_NAME))
    result = []
    for number, name in enumerate(names):
        known = sabotage.BY_NAME[name].systems
        there = [system for system in known if system in _systems(options)]
        if options.sabotage == "few" and there:
            there = [there[number % len(there)]]
        workload = sabotage.BY_NAME[name].workload
        result += [_cell(options, f"sabotage:{workload}:{system}:{name}") for system in there]
    return result


def _pairs(options: Namespace) -> list[str]:
    """The workloads on the file systems, without those that a file system does not survive."""
    pairs = [
        f"{workload}:{system}"
        for workload in _chosen(options.workload, list(workloads.ALL))
        for system in _systems(options)
        if workload not in filesystems.BY_NAME[system].without
    ]
    return pairs or sys.exit("powerloss: nothing to do with these workloads and file systems")


def _systems(options: Namespace) -> list[str]:
    names = _chosen(options.fs, list(filesystems.BY_NAME))
    return [name for name in names if filesystems.BY_NAME[name].is_there]


def _chosen(names: str, known: list[str]) -> list[str]:
    wanted = names.split(",") if names else known
    if unknown := [name for name in wanted if name not in known]:
        sys.exit(f"powerloss: unknown: {', '.join(unknown)}; known: {', '.join(known)}")
    return wanted
