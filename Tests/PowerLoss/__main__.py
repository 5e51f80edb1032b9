"""Fails the power under the built tool: real file systems on a disk in user space.

    python3 Tests/PowerLoss --tool .build/release/replay-tool --count 2000

See docs/powerloss.md."""

import argparse
import os
import shutil
import signal
import sys
from pathlib import Path

if sys.version_info < (3, 10):
    print("powerloss: skipped: it needs Python 3.10")
    sys.exit(0)

import filesystems
import kernel
import plan
import requirements
import sabotage
import scenarios
import workloads
from cell import WRONG, Outcome, again, run_cell
from tool import Tool
from workshop import Workshop, keep, scratch_root

HERE = Path(__file__).parent


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="powerloss", description=__doc__)
    parser.add_argument("--tool", default=".build/release/replay-tool")
    parser.add_argument("--count", type=int, default=2000, help="images, over all cells")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workload", default="", help=f"of {', '.join(workloads.ALL)}")
    parser.add_argument("--fs", default="", help=f"of {', '.join(filesystems.BY_NAME)}")
    parser.add_argument("--scenario", default="", help=f"of {', '.join(scenarios.ALL)}, or all")
    parser.add_argument(
        "--sabotage", default="", help=f"of {', '.join(sabotage.BY_NAME)}; all or few"
    )
    parser.add_argument("--faults", type=int, default=0, help="cells whose disk answers EIO")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kept", default=".build/powerloss", help="where violations are kept")
    parser.add_argument("--again", default="", help="a kept recording to look at once more")
    parser.add_argument("--moment", type=int)
    parser.add_argument("--kind")
    parser.add_argument("--draw", type=int)
    parser.add_argument("--cell", default="", help=argparse.SUPPRESS)
    parser.add_argument("--in", dest="folder", default="", help=argparse.SUPPRESS)
    return parser.parse_args()


def run_one(options: argparse.Namespace) -> Outcome:
    """A cell, in a process and a mount namespace of its own."""
    kernel.enter_private_mounts()
    mode, name, system, *rest = options.cell.split(":")
    if mode == "probe":
        requirements.probe(Path(options.folder))
        return Outcome("probe", "")
    folder, tool = Path(options.folder), Tool(options.tool)
    if mode == "scenario":
        return scenarios.run(name, system, folder, tool)
    if mode == "sabotage":
        return sabotage.run(name, rest[0], system, folder, options)
    fault = rest[0] if rest else ""
    outcome = run_cell(name, system, folder, tool, options.count, options.seed, fault=fault)
    if outcome.violations and (folder / "log.index").exists():
        kept = keep(folder, Path(options.kept), f"{mode}-{name}-{system}-{options.seed}")
        look = f"python3 {HERE} --again {kept} --fs {system}"
        outcome.violations = [
            f"{text}\n      {look} {text.split(':')[0]}" if text.startswith("--moment") else text
            for text in outcome.violations
        ]
    return outcome


def look_again(options: argparse.Namespace) -> None:
    kernel.enter_private_mounts()
    try:
        again(
            Path(options.again),
            options.fs,
            Tool(options.tool),
            options.moment,
            options.kind,
            options.draw,
        )
    except WRONG as error:
        untouched = Path(options.again) / "power-loss.untouched"
        sys.exit(f"violation: {error}\nThe image before it was mounted: {untouched}")
    print("no violation")


def main() -> None:
    options = arguments()
    if reason := requirements.missing():
        print(f"powerloss: skipped: {reason}")
        return
    if options.again:
        return look_again(options)
    if options.cell:
        print(run_one(options).json)
        return
    workshop = Workshop(scratch_root(), Path(options.kept).resolve(), options.jobs)
    try:
        sys.exit(work(options, workshop))
    finally:
        workshop.close()


def work(options: argparse.Namespace, workshop: Workshop) -> int:
    """Runs the cells that were asked for; 1 where there was a violation."""
    if reason := workshop.probe():
        print(f"powerloss: skipped: its disk cannot be mounted: {reason.splitlines()[-1]}")
        return 0
    if not Path(options.tool).exists():
        sys.exit(f"powerloss: no tool at {options.tool}; make release STATIC= makes it")
    for system in filesystems.ALL:
        if not system.is_there:
            print(f"powerloss: without {system.name}: {system.make[0]} is missing")
    outcomes: list[Outcome] = []

    def stop(*_: object) -> None:
        """Ends at once, with what was found until now."""
        os._exit(1 if any(outcome.violations for outcome in outcomes) else 124)

    signal.signal(signal.SIGTERM, stop)

    def report(cell: list[str], outcome: Outcome) -> None:
        outcomes.append(outcome)
        print(outcome.line, flush=True)
        for violation in outcome.violations:
            print(f"    {violation}", flush=True)

    # The tool may be built anew meanwhile.
    options.tool = shutil.copy(options.tool, workshop.folder / "replay-tool")
    workshop.run(plan.cells(options), report)
    violations = sum(len(outcome.violations) for outcome in outcomes)
    for fault in plan.FAULTS:
        failed = [outcome.failed for outcome in outcomes if outcome.fault == fault]
        if failed and not any(failed):
            print(f"{fault.replace('_', ' ')}: none in {len(failed)} recordings")
            violations += len(failed) >= 3
    print(
        f"{sum(outcome.moments for outcome in outcomes)} moments, "
        f"{sum(outcome.images for outcome in outcomes)} images, {violations} violations"
    )
    return 1 if violations else 0


main()
