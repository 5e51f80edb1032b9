"""Stories of single failures, each built step by step. Power fails at the end of each."""

import json
import os
import random
import signal
import time
from pathlib import Path
from typing import Callable

import images
import kernel
from cell import WRONG, Outcome, check, seed_of
from disk import Disk
from filesystems import BY_NAME
from requirements import build_shim
from run import Run
from tool import Tool, Violation

Scenario = Callable[[Run, Path, Disk], None]
ALL: dict[str, Scenario] = {}
SYSTEMS: dict[str, list[str]] = {}
J = "journal"


def scenario(*systems: str) -> Callable[[Scenario], Scenario]:
    def register(body: Scenario) -> Scenario:
        name = body.__name__.replace("_", "-")
        ALL[name], SYSTEMS[name] = body, list(systems)
        return body

    return register


@scenario("ext4-ordered", "ext4-writeback", "ext4-noauto", "xfs")
def h2(run: Run, shim: Path, disk: Disk) -> None:
    """A killed writer, one failed write-back, and a resend that is answered from memory."""
    event = _left_unsynced(run, shim, disk)
    # The sync of the first reader reports the error, and no later one does.
    run.tool.run("stats", "--json", "--journal", run.path(J)).require(0, 74)
    session = run.session(J)
    if not run.ask(session, J, {"append": [event]}).get("ok"):
        raise Violation("the event was never taken again")
    session.close()
    run.receipt(J)


@scenario("ext4-ordered", "xfs")
def h2_then_others(run: Run, shim: Path, disk: Disk) -> None:
    """The same, and others append before the resend."""
    event = _left_unsynced(run, shim, disk)
    run.tool.run("stats", "--json", "--journal", run.path(J)).require(0, 74)
    session = run.session(J)
    for _ in range(3):
        run.append(session, J)
    run.ask(session, J, {"append": [event]})
    session.close()
    run.receipt(J)


@scenario("ext4-ordered", "xfs")
def h2_writer_first(run: Run, shim: Path, disk: Disk) -> None:
    """The same, but the writer that gets the resend is the first process to see the error."""
    event = _left_unsynced(run, shim, disk)
    session = run.session(J)
    run.may_fail = True
    answer = run.ask(session, J, {"append": [event]})
    session.close()
    session = run.session(J)
    run.append(session, J)
    session.close()
    segment = next((run.disk / J / "segments").iterdir()).read_text()
    if answer.get("error", {}).get("code") == "storageFailed" and event["id"] in segment:
        raise Violation(
            "storageFailed says that surely nothing was recorded, and the event is there"
        )


@scenario("ext4-ordered", "xfs")
def h2_reader(run: Run, shim: Path, disk: Disk) -> None:
    """The same, and a reader answers without a word of warning from what is in memory alone."""
    event = _left_unsynced(run, shim, disk)
    for _ in range(2):
        result = run.tool.run("tail", "--json", "--journal", run.path(J))
        if result.status == 0 and event["id"] in result.out and not result.err:
            position = json.loads(result.out.splitlines()[-1])["position"]
            run.claim("answered", J, request={"append": [event]}, positions=[position])


@scenario("ext4-ordered", "ext4-noauto", "xfs", "btrfs")
def m1(run: Run, shim: Path, disk: Disk) -> None:
    """A consumer's place is renamed; a neighbour's sync commits the name; its bytes are lost."""
    session = run.session(J)
    for _ in range(5):
        run.append(session, J)
    session.close()
    # Claimed as settled at nothing: what is found must be readable, wherever it stands.
    run.claim("settled", J, consumer="billing", position=0)
    # Before the bytes are synced, and after the rename.
    for pattern in ("*/consumers/*", "*/consumers"):
        killed = _preloaded(run, shim, {"NOSYNC_DIE": pattern})
        words = ["tail", "--consumer", "billing", "--limit", "2", "--journal", run.path(J)]
        handling = ["--run", "true"] if run.tool.knows("tail", "--run") else []
        killed.run(*words, *handling).require(-signal.SIGKILL)
        with open(run.disk / "neighbour", "a") as neighbour:
            neighbour.write("x")
            neighbour.flush()
            os.fsync(neighbour.fileno())
        run.claim("settled", J, consumer="billing", position=0)


@scenario("ext4-ordered", "ext4-journal", "xfs", "btrfs")
def dead_disk(run: Run, shim: Path, disk: Disk) -> None:
    """From some moment on the disk takes nothing: no answer says that it did."""
    session = run.session(J)
    for _ in range(3):
        run.append(session, J)
    run.may_fail = True
    disk.control["flush_errors"] = disk.control["write_errors"] = 1 << 40
    for _ in range(3):
        if run.append(session, J).get("ok"):
            raise Violation("an append was acknowledged that the disk never took")
    session.close()
    result = run.tool.run("issue", "system.tick", "--json", "--journal", run.path(J))
    if result.status == 0 and result.json.get("events"):
        raise Violation("a command was acknowledged that the disk never took")


def _left_unsynced(run: Run, shim: Path, disk: Disk) -> dict[str, object]:
    """Leaves an event in memory that the disk refused.

    Its writer was killed between write and sync, and the write-back failed once."""
    session = run.session(J)
    for _ in range(3):
        run.append(session, J)
    session.close()
    # Everything else is on the disk, so that only the event is left to write.
    kernel.sync_file_system(str(run.disk))
    segment = next((run.disk / J / "segments").iterdir())
    event = run.event()
    event["data"] = {"marked": "the-event-that-was-left"}
    writer = _preloaded(
        run,
        shim,
        {"NOSYNC_DIE": "*/segments/*.jsonl", "NOSYNC_LONGER": str(segment.stat().st_size)},
    )
    killed = writer.session(run.disk / J)
    if killed.ask({"append": [event]}).get("ok") or b"the-event" not in segment.read_bytes():
        raise Violation("the writer was not killed between its write and its sync")
    killed.close()
    disk.control.needle = b"the-event-that-was-left"
    disk.control["write_errors"] = 1
    kernel.sync_file_system(str(run.disk))
    if disk.control["write_errors"]:
        raise Violation("the write-back did not fail")
    return event


def _preloaded(run: Run, shim: Path, environment: dict[str, str]) -> Tool:
    return Tool(run.tool.path, {"LD_PRELOAD": str(shim), **environment})


def run(name: str, system: str, folder: Path, tool: Tool) -> Outcome:
    """Plays a scenario, then fails the power at its end in every way."""
    outcome = Outcome(f"{name} (scenario)", system)
    began = time.monotonic()
    try:
        _play(name, system, folder, tool)
        recording = images.Recording(folder)
        outcome.entries, outcome.flushes = len(recording.entries), len(recording.flushes)
        claims = json.loads((folder / "claims.json").read_text())
        moment = len(recording.entries)
        outcome.moments = 1
        for kind in images.KINDS:
            maker = images.ImageMaker(recording, folder)
            maker.make(moment, seed_of(kind), kind, folder / "power-loss")
            maker.close()
            outcome.images += 1
            check(folder, system, tool, claims, moment, seed_of(kind))
    except WRONG as error:
        outcome.violations.append(str(error))
    outcome.seconds = time.monotonic() - began
    return outcome


def _play(name: str, system: str, folder: Path, tool: Tool) -> None:
    (folder / "outside").mkdir(parents=True)
    shim = build_shim(folder)
    BY_NAME[system].create(folder / "base")
    images.copy_sparse(folder / "base", folder / "image")
    disk = Disk(folder)
    try:
        with BY_NAME[system].mounted(disk.path, folder / "mount"):
            run = Run(tool, folder / "mount", folder / "outside", disk.control, random.Random(1))
            ALL[name](run, shim, disk)
            # What is written while unmounting comes after the power has failed.
            run.claim("end", J)
            end = run.now
            disk.control.heal()
    finally:
        disk.control.heal()
        disk.stop()
    (folder / "claims.json").write_text(json.dumps(run.claims))
    with open(folder / "log.index", "r+b") as index:
        index.truncate(end * 32)
