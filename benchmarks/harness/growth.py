"""What single questions and commands cost as the journal grows, start-up included."""

import statistics
from dataclasses import dataclass
from typing import Callable

from .measuring import rotated
from .scratch import remove
from .tool import ORDER


@dataclass
class Operation:
    """Something that is done to a journal: a verb with its words, or a function of the journal and
    the number of the run."""

    name: str
    title: str
    words: Callable
    # Once a round rather than several times.
    is_slow: bool = False
    in_plot: bool = True


def place(run):
    fields = [f"{name}={value}" for name, value in ORDER.items()]
    return ["issue", "courier.placeOrder", f"order=bench-{run}", *fields, "--actor", "eva"]


OPERATIONS = [
    Operation("order", "`show courier.order`", lambda run: ["show", "courier.order", "order=o-5"]),
    Operation("issue", "one `issue`", place),
    Operation(
        "tick", "one `system.tick`", lambda run: ["issue", "system.tick", "--actor", "system"]
    ),
    Operation(
        "miss", "`tail --tag`, nothing found", lambda run: ["tail", "--tag", "nobody:nowhere"]
    ),
    Operation(
        "orders-none",
        "`show courier.orders` from a snapshot, no order in the answer",
        lambda run: ["show", "courier.orders", "metro=Нигде"],
    ),
    Operation(
        "orders",
        "`show courier.orders` from a snapshot, all orders",
        lambda run: ["show", "courier.orders"],
        in_plot=False,
    ),
    Operation("replay", "`replay`, all read models", lambda run: ["replay"], is_slow=True),
    Operation(
        "bounded",
        "`replay courier.session`",
        lambda run: ["replay", "courier.session"],
        is_slow=True,
        in_plot=False,
    ),
]
FLAT = ["order", "issue", "tick"]


def growth(comparison):
    """Journals of several lengths, and the same questions to each, in turns."""
    lengths, report = comparison.lengths, comparison.report
    journals = {}
    for length in lengths:
        report.tell(f"preparing a journal of {length:,} events")
        journals[length] = prepared(comparison, length)
    seconds, memory = measured(comparison, journals)
    helps = [comparison.tool.do("--help").seconds for _ in range(21)]
    columns = [f"{length:,} events" for length in lengths]
    rows = []
    for operation in OPERATIONS:
        medians = [statistics.median(seconds[operation.name, n]) * 1e3 for n in lengths]
        rows.append(
            {
                "name": operation.name,
                "title": operation.title,
                "medians": medians,
                "rounds": [seconds[operation.name, length] for length in lengths],
                "inPlot": operation.in_plot,
            }
        )
    opening = {length: openings(comparison, journals[length]) for length in lengths}
    for key, title in [
        ("openAppendingMilliseconds", "opening for appending (in the process)"),
        ("openReadingMilliseconds", "opening for reading (in the process)"),
    ]:
        medians = [opening[length][key] for length in lengths]
        rows.append({"name": key, "title": title, "medians": medians, "inPlot": False})
    report.lengths(
        "growth",
        "As the journal grows",
        "ms",
        columns,
        rows,
        "Whole processes by the clock, from start to end. `replay-tool --help` alone takes "
        f"{statistics.median(helps) * 1e3:.2f} ms.",
    )
    replays = [("replay", "all read models"), ("bounded", "`courier.session`, a bounded state")]
    report.lengths(
        "memory",
        "Memory of `replay`",
        "MB",
        columns,
        [
            {"name": name, "title": title, "medians": [memory[name, n] for n in lengths]}
            for name, title in replays
        ],
        "The most that was resident.",
    )
    goals(comparison, rows, opening, memory)
    report.at_most("`--help`, the whole process", 2, statistics.median(helps) * 1e3, "ms")
    for journal in journals.values():
        remove(journal)


def goals(comparison, rows, opening, memory):
    report, lengths = comparison.report, comparison.lengths
    first, last = lengths[0], lengths[-1]
    medians = {row["name"]: row["medians"] for row in rows}
    titles = {row["name"]: row["title"] for row in rows}
    for name in FLAT:
        what = f"{titles[name]} on {last:,} events, beside {first:,}"
        report.at_most(what, 1.5, medians[name][-1] / medians[name][0])
    what = f"`show courier.orders` on {last:,} events from a snapshot, output aside"
    report.at_most(what, 150, medians["orders-none"][-1], "ms")
    what = f"opening a journal of {last:,} events for appending"
    report.at_most(what, 50, opening[last]["openAppendingMilliseconds"], "ms")
    what = f"memory of `replay` with a bounded state, {last:,} events beside {lengths[1]:,}"
    report.at_most(what, 1.25, memory["bounded", last] / memory["bounded", lengths[1]])


def prepared(comparison, length):
    """A journal with its snapshots, everything due done, and each file read once."""
    journal = comparison.tool.journal(f"growth-{length}", length)
    for operation in OPERATIONS:
        if not operation.is_slow:
            comparison.tool.do(*operation.words(0), "--journal", journal, accepts=(0, 1))
    comparison.tool.do("snapshot", "--journal", journal)
    return journal


def measured(comparison, journals):
    """The seconds of every run, and the most memory, by operation and length."""
    seconds = {(each.name, length): [] for each in OPERATIONS for length in journals}
    memory = dict.fromkeys(seconds, 0)
    run = 0
    for turn in range(comparison.rounds):
        comparison.report.tell(f"round {turn + 1} of {comparison.rounds}: journals of all lengths")
        for operation in OPERATIONS:
            for _ in range(3):
                for length, journal in rotated(journals.items(), turn):
                    values = seconds[operation.name, length]
                    if is_enough(operation, values, turn):
                        continue
                    run += 1
                    words = [*operation.words(run), "--journal", journal]
                    outcome = comparison.tool.do(*words, accepts=(0, 1))
                    values.append(outcome.seconds)
                    key = operation.name, length
                    memory[key] = max(memory[key], outcome.megabytes)
    return seconds, memory


def is_enough(operation, values, turn):
    """What takes long is measured once a round, and not for more than a minute in all."""
    if operation.is_slow or (values and values[0] > 1):
        return len(values) > turn or sum(values) > 60
    return False


def openings(comparison, journal):
    return comparison.tool.ask("bench", "--opening", "--journal", journal)[0]


def segments(comparison):
    """A tag that no event has, in one segment and in a thousand."""
    events = max(2000, min(100_000, comparison.events // 10))
    tool, report = comparison.tool, comparison.report
    size = events * 360 // min(1000, events // 20)
    journals = [
        tool.journal("segments-1", events, segment_bytes=1 << 34),
        tool.journal("segments-many", events, segment_bytes=size),
    ]
    counts = [len(list((journal / "segments").iterdir())) for journal in journals]
    rows = {"tail": [[], []], "within": [[], []]}
    for turn in range(comparison.rounds):
        for place, journal in rotated(enumerate(journals), turn):
            for _ in range(5):
                words = ["tail", "--tag", "nobody:nowhere", "--journal", journal]
                outcome = tool.do(*words, accepts=(0, 1))
                rows["tail"][place].append(outcome.seconds * 1e3)
            printed = openings(comparison, journal)
            rows["within"][place].append(printed["missingTagMilliseconds"])
    medians = {name: [statistics.median(each) for each in row] for name, row in rows.items()}
    report.lengths(
        "segments",
        "A tag that no event has",
        "ms",
        [f"{count:,} segment{'s' if count > 1 else ''}" for count in counts],
        [
            {"name": name, "title": title, "medians": medians[name]}
            for name, title in [
                ("tail", "`tail --tag`, the whole process"),
                ("within", "the look-up alone"),
            ]
        ],
        f"The same {events:,} events in both.",
    )
    what = f"the look-up of a tag that no event has, {counts[1]:,} segments beside {counts[0]}"
    report.at_most(what, 2, medians["within"][1] / medians["within"][0])
    for journal in journals:
        remove(journal)
