"""What the tool does while the disk takes note. Every acknowledged thing becomes a claim."""

import json
import os
from pathlib import Path
from typing import Callable

from actions import (
    J,
    copy_journal,
    handler,
    is_acknowledged,
    issue,
    load_events,
    order,
    relative,
    texts,
    unknown,
)
from run import Run

Workload = Callable[[Run], None]
ALL: dict[str, Workload] = {}


def workload(body: Workload) -> Workload:
    ALL[body.__name__] = body
    return body


@workload
def append(run: Run) -> None:
    """Appends of one and of many events, commands, receipts in between."""
    session = run.session(J)
    run.append(session, J)
    with run.neighbour():
        for step in range(24):
            run.append(
                session, J, count=run.rng.choice([1, 1, 2, 5]), size=run.rng.choice([40, 5000])
            )
            if step % 8 == 4:
                run.receipt(J)
    for number in range(6):
        run.ask(session, J, order(number, "anna"))
    session.close()
    for number in range(6, 10):  # One process each.
        issue(run, order(number, "oleg"))


@workload
def roll(run: Run) -> None:
    """Small segments: every few appends the next one is begun."""
    session = run.session(J, "--segment-size", "1100")
    with run.neighbour():
        for step in range(24):
            run.append(session, J, count=run.rng.choice([1, 2]), size=200)
            if step % 8 == 7:
                run.receipt(J)
                session.close()
                session = run.session(J)
    for _ in range(8):
        run.append(session, J, size=300)
    session.close()


@workload
def create(run: Run) -> None:
    """New journals, in folders that are new as well, by issue, session and import."""
    for number in range(6):
        with run.neighbour():
            name = f"new-{number}/below/{J}"
            run.claim("journal", name)
            match number % 3:
                case 0:
                    issue(run, order(number, "eva"), name)
                case 1:
                    session = run.session(name)
                    run.append(session, name)
                    session.close()
                case _:
                    load_events(run, name, [run.event() for _ in range(5)])


@workload
def erase(run: Run) -> None:
    """Personal data of several people, erased one after the other between appends."""
    session = run.session(J, "--segment-size", "3000")
    people = [f"eva{number}" for number in range(5)]
    for number, person in enumerate(people * 2):
        run.ask(session, J, order(number, person))
    session.close()
    run.receipt(J)
    for person in people[:4]:
        words = ["snapshot", "courier.orders", "--journal", run.path(J)]
        # The disk may have failed during the erasure before.
        run.execute(*words, truthful=(75, "an erasure is not finished"))
        if run.rng.random() < 0.7:
            run.let_time_pass()
        subject = f"user:{person}"
        run.claim("erasing", J, texts=texts(person), subject=subject)
        # The disk may have failed before anything about the person was recorded.
        is_known = is_acknowledged(run.claims, subject)
        words = ["erase", subject, "--yes", "--json", "--journal", run.path(J)]
        with run.neighbour():
            result = run.execute(*words, truthful=None if is_known else unknown(subject))
        if result.status == 0:
            run.claim("erased", J, texts=texts(person))
        session = run.session(J)
        run.append(session, J)
        session.close()
    run.receipt(J)


@workload
def secrets(run: Run) -> None:
    """Secrets that requests are signed with, set anew again and again."""
    session = run.session(J)
    with run.neighbour():
        for number in range(8):
            secret = f"secret-{run.rng.getrandbits(64):016x}"
            request = {
                "command": "mods.rotateSecret",
                "id": f"r-{number}",
                "actor": "admin",
                "data": {"secret": secret},
            }
            answer = run.ask(session, J, request)
            if answer.get("ok"):
                run.claim("secret", J, secret=secret)
            run.append(session, J)
            if number % 3 == 2:
                session.close()
                session = run.session(J)
    session.close()


@workload
def derive(run: Run) -> None:
    """An index and snapshots, made while events come in."""
    run.claim("journal", J)
    load_events(run, J, [run.event(size=1500) for _ in range(2600)], segment=400_000)
    session = run.session(J)
    with run.neighbour():
        for number in range(8):
            run.ask(session, J, order(number, "anna"))
            run.execute("snapshot", "courier.orders", "mods.catalogue", "--journal", run.path(J))
            if number % 4 == 2:
                run.let_time_pass()
        for _ in range(6):
            run.append(session, J, count=40, size=8000)
    session.close()
    run.receipt(J)


@workload
def consumer(run: Run) -> None:
    """A consumer that handles events one by one, and keeps its place."""
    session = run.session(J)
    for _ in range(30):
        run.append(session, J)
    handled = run.outside / "handled"
    handled.write_text("")
    arguments = ["--run", handler(run, handled)] if run.tool.knows("tail", "--run") else []
    words = ["--consumer", "billing", "--json", "--limit", "3", "--journal", run.path(J)]
    for _ in range(8):
        with run.neighbour():
            result = run.execute("tail", *words, *arguments)
            end = run.now
            run.append(session, J)
        if arguments:
            positions = _handled(run, handled)
        else:
            positions = [json.loads(line)["position"] for line in result.out.splitlines()]
        if positions and result.status == 0:
            run.claim("settled", J, at=end, consumer="billing", position=positions[-1])
    session.close()


def _handled(run: Run, handled: Path) -> list[int]:
    """Claims what the handler has noted, each for its moment; returns the positions."""
    positions = []
    for line in handled.read_text().splitlines():
        count, event = line.split(" ", 1)
        positions.append(json.loads(event)["position"])
        run.claim("handled", J, at=int(count), consumer="billing", position=positions[-1])
    handled.write_text("")
    return positions


@workload
def copy(run: Run) -> None:
    """Backups while others write, and journals restored from them."""
    session = run.session(J, "--segment-size", "3000")
    run.ask(
        session,
        J,
        {
            "command": "mods.rotateSecret",
            "id": "r-1",
            "actor": "admin",
            "data": {"secret": "a-secret-that-is-copied"},
        },
    )
    for number in range(6):
        run.ask(session, J, order(number, "anna"))
    for number in range(3):
        with run.neighbour():
            copy_journal(
                run,
                ("backup", run.path(f"backup-{number}"), "--with-keys", "--journal", run.path(J)),
                f"backup-{number}",
            )
            run.append(session, J, count=3, size=400)
            copy_journal(
                run,
                (
                    "restore",
                    run.path(f"backup-{number}"),
                    "--journal",
                    run.path(f"in/r{number}/{J}"),
                ),
                f"in/r{number}/{J}",
            )
    session.close()


@workload
def recover(run: Run) -> None:
    """The intact part of a damaged journal, saved into new folders."""
    session = run.session(J, "--segment-size", "2000")
    for number in range(20):
        run.ask(session, J, order(number, "anna"))
    session.close()
    run.claim("spoiling", J)
    segments = sorted(Path(run.path(J), "segments").iterdir())
    if len(segments) > 2:
        with open(segments[2], "r+b") as file:
            file.seek(300)
            byte = file.read(1)
            file.seek(300)
            file.write(bytes([byte[0] ^ 1]))
            file.flush()
            os.fsync(file.fileno())
    if not run.may_fail:
        run.claim("damaged", J)
    for number in range(4):
        with run.neighbour():
            copy_journal(
                run,
                ("recover", "--to", run.path(f"saved-{number}"), "--journal", run.path(J)),
                f"saved-{number}",
                statuses=(0, 1),
            )


@workload
def records(run: Run) -> None:
    """A journal made of another one's records."""
    source = str(run.outside / "source")
    session = run.tool.session(
        Path(source), "--segment-size", "2500", "--password-iterations", "1000"
    )
    for number in range(12):
        session.ask(order(number, "anna"))
    session.close()
    run.tool.run("erase", "order:3", "--yes", "--journal", source).require()
    file = str(run.outside / "records")
    run.tool.run("export", "--records", "--file", file, "--journal", source).require()
    receipt = run.tool.run("verify", "--json", "--journal", source).require().json
    for number in range(4):
        name = f"imported-{number}/{J}"
        command = ("import", "--records", "--file", file, "--journal", run.path(name))
        run.claim("journal", name, again=relative(run, command))
        with run.neighbour():
            done = run.execute(*command, "--json")
        if done.status == 0:
            run.claim("receipt", name, receipt=receipt)


@workload
def load(run: Run) -> None:
    """Foreign events, imported from files into a journal that grows."""
    for _ in range(5):
        with run.neighbour():
            load_events(
                run, J, [run.event(size=300) for _ in range(run.rng.choice([3, 60]))], segment=9000
            )
