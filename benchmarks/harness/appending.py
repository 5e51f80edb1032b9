"""Durable appends, and commands decided and recorded."""

import json

from .measuring import Contestant, execute, take_turns
from .scratch import remove
from .tool import ORDER

PEERS = ["write_sync", "sqlite", "postgresql", "umadb", "eventsourcing"]


def append(comparison):
    """One durable append at a time, and 64 at once."""
    count = max(20, min(1000, comparison.events // 1000))
    tool, scratch = comparison.tool, comparison.scratch
    length = tool.ask("bench", "--appends", "1")[0]["lineBytes"]

    def ours(title, figure, *words):
        def run():
            printed, _ = tool.ask("bench", "--appends", str(count), *words)
            return printed[figure], printed

        return Contestant(figure, title, run)

    def peer(name, label, title, *words, file="data", appends=count):
        program = comparison.peer(name, "append")
        if program is None:
            return None

        def run():
            path = scratch.path("append", label, file)
            if name != "postgresql":
                remove(path)
            outcome = execute([*program, path, str(appends), *map(str, words)], output=True)
            printed = outcome.json
            if name != "postgresql":
                remove(path)
            return printed["appends"] / printed["seconds"], printed

        return Contestant(label, title, run)

    writer = ours("`JournalWriter`, one at a time", "appendPerSecond", "--by", "writer")
    journal = ours("`Engine`, one at a time", "journalAppendPerSecond", "--by", "journal")
    plain = ours("Swift: write and fdatasync", "bareWritePerSecond", "--by", "file")
    concurrent = ours("`Engine`, 64 tasks", "concurrentPerSecond")
    bare = peer("write_sync", "bare", "C: write and fdatasync", length)
    full = peer("sqlite", "sqlite-full", "SQLite, WAL, FULL", length, "FULL")
    single = [
        writer,
        journal,
        plain,
        bare,
        full,
        peer("sqlite", "sqlite-normal", "SQLite, WAL, NORMAL (not durable)", length, "NORMAL"),
        peer("postgresql", "postgresql", "PostgreSQL, one client", length, 1),
        peer("umadb", "umadb", "UmaDB, one client", length, 1),
        peer("eventsourcing", "eventsourcing", "eventsourcing for Python, SQLite"),
    ]
    many = [
        concurrent,
        peer("postgresql", "postgresql", "PostgreSQL, 64 clients", length, 64, appends=count * 5),
        peer("umadb", "umadb-64", "UmaDB, 64 threads of a client", length, 64, appends=count * 5),
    ]
    everyone = [each for each in single + many if each]
    remaining = take_turns(everyone, comparison.rounds, comparison.report)
    report = comparison.report
    report.section(
        "append",
        "One durable append at a time",
        "appends/s",
        [each for each in single if each in remaining],
        against=writer,
        text=f"{count} appends a round, each one event of {length} bytes, each on stable storage "
        "before the next begins; everybody alone, in a process and a file of its own.",
    )
    report.section(
        "append-64",
        "64 durable appends at once",
        "appends/s",
        [each for each in [*many, full] if each in remaining],
        against=concurrent,
        text="SQLite one at a time, for comparison: it has one writer.",
    )
    what = "one durable append at a time"
    report.at_least(f"{what}, the writer, beside bare write and fdatasync", 0.9, writer, bare)
    report.at_least(f"{what}, through `Engine`, beside the same", 0.75, journal, bare)
    report.at_least(f"{what}, the writer, beside SQLite WAL FULL", 1.0, writer, full)
    report.at_least(
        "64 concurrent durable appends, beside SQLite WAL FULL one at a time",
        30,
        concurrent,
        full,
    )


def issue(comparison):
    """Courier commands from a file, decided and on stable storage."""
    tool, scratch = comparison.tool, comparison.scratch
    orders = max(300, min(40_000, comparison.events // 25))
    hiring, working = scratch.path("issue", "hiring.jsonl"), scratch.path("issue", "working.jsonl")
    hiring.write_text("".join(map(line, hiring_commands())))
    working.write_text("".join(map(line, order_commands(orders))))
    journal = scratch.path("journals", "issued")

    def run():
        remove(journal)
        where = ["--journal", journal]
        tool.do("issue", *where, "--password-iterations", "1", "--file", hiring)
        outcome = tool.do("issue", *where, "--json", "--file", working)
        events = tool.ask("stats", *where)[0]["events"]
        if events != orders * 3 + COURIERS * 2:
            raise SystemExit(f"benchmarks: {events} events came of {orders * 3} commands")
        return orders * 3 / outcome.seconds, {"megabytes": outcome.megabytes}

    ours = Contestant("issue", "`replay-tool issue --file`", run)
    take_turns([ours], comparison.rounds, comparison.report)
    remove(journal)
    comparison.report.section(
        "issue",
        "Commands from a file",
        "commands/s",
        [ours],
        text=f"{orders * 3:,} courier commands, decided and on stable storage; the whole process.",
    )
    comparison.report.reaches(
        "`issue --file`, courier commands decided and durable", 200_000, ours.median, "commands/s"
    )


COURIERS = 50


def line(command):
    return json.dumps(command, ensure_ascii=False, separators=(",", ":")) + "\n"


def hiring_commands():
    for number in range(COURIERS):
        account = {"login": "login" + "".join(chr(ord("a") + int(n)) for n in str(number))}
        account["password"] = "1234"
        yield {
            "command": "courier.registerCourier",
            "actor": "admin",
            "data": {"courier": f"k-{number}", **account},
        }
        yield {"command": "courier.signIn", "data": account}


def order_commands(orders):
    """Each order is placed, accepted and completed."""
    for number in range(orders):
        order, courier = f"o-{number}", f"k-{number % COURIERS}"
        yield {
            "command": "courier.placeOrder",
            "id": f"p-{number}",
            "actor": "eva",
            "data": {"order": order, **ORDER},
        }
        for verb in ("accept", "complete"):
            yield {
                "command": f"courier.{verb}Order",
                "id": f"{verb[0]}-{number}",
                "actor": courier,
                "data": {"order": order},
            }
