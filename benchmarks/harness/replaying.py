"""Journals decoded and folded."""

import shutil

from .measuring import ONE_CORE, Contestant, execute, take_turns
from .scratch import remove
from .tool import segments

ANSWERS = ["duckdb_answers", "polars_answers"]
COURIER = ["simdjson", "serde_json", "foundation", "orjson", "msgspec", "polars", "duckdb"]
MIXED = ["duckdb", "polars"]


def courier(comparison):
    """A courier journal into all its read models, beside programs that decode the same files."""
    journal = comparison.tool.journal("courier", comparison.events)
    files = segments(journal)
    check = Check(comparison.tool.contents(journal))

    def ours(threads):
        title = f"replay-tool, {'one core' if threads == 1 else f'{threads} cores'}"
        run = replaying(comparison, journal, check, threads)
        return Contestant(f"replay-{threads}", title, run)

    def peer(name, title, *words, threads=1):
        program = comparison.peer(name, "courier")
        if program is None:
            return None
        label = title if threads == 1 else f"{title}, {threads} cores"
        return Contestant(
            f"{name}-{'-'.join(words)}{threads}",
            label,
            decoding([*program, *words, *files], check, label, threads),
        )

    alone, both = ours(1), ours(2)
    simdjson = peer("simdjson", "simdjson on-demand, every field")
    serde = peer("serde_json", "serde_json, typed and owned")
    foundation = peer("foundation", "Foundation's JSONDecoder, typed")
    one_core = [
        alone,
        simdjson,
        serde,
        foundation,
        peer("msgspec", "msgspec, typed"),
        peer("orjson", "orjson, dictionaries"),
        peer("duckdb", "DuckDB, two columns, group by type", "1", "columns"),
        peer("duckdb", "DuckDB, all it finds, group by type", "1", "fields"),
        peer("polars", "polars, two columns, group by type"),
    ]
    two_cores = [
        both,
        peer("duckdb", "DuckDB, two columns, group by type", "2", "columns", threads=2),
        peer("polars", "polars, two columns, group by type", threads=2),
    ]
    everyone = [each for each in one_core + two_cores if each]
    remaining = take_turns(everyone, comparison.rounds, comparison.report)
    remove(journal)
    report = comparison.report
    report.section(
        "courier",
        "A courier journal on one core",
        "events/s",
        [each for each in one_core if each in remaining],
        against=alone,
        text="replay-tool verifies every checksum and folds into all read models; the others "
        "decode the same files and count. Reading, decoding and folding count, starting doesn't.",
    )
    report.section(
        "courier-2",
        "The same on two cores",
        "events/s",
        [each for each in [*two_cores, simdjson] if each in remaining],
        against=both,
        text="By the clock; simdjson on one core, for comparison.",
    )
    what = "typed replay of a courier journal, one core, beside"
    report.at_least(f"{what} simdjson's on-demand decode", 0.65, alone, simdjson)
    report.at_least(f"{what} serde_json, owned", 2, alone, serde)
    report.at_least(f"{what} Foundation", 15, alone, foundation)
    report.at_least("the same on two cores, beside simdjson on one", 1.1, both, simdjson)


def same_answers(comparison):
    """What the read models of a courier journal answer, computed by others as well."""
    journal = comparison.tool.journal("answers", comparison.events)
    files = segments(journal)
    check = Check(comparison.tool.contents(journal))
    check.compare("replay-tool", {"answers": comparison.tool.answers(journal)})
    inner = replaying(comparison, journal, check, 2)
    ours = Contestant(
        "replay", "`replay-tool replay`, the whole process with its digests", whole(inner, check)
    )
    others = []
    for name, title, *words in [
        ("duckdb_answers", "DuckDB, five statements of SQL", "2"),
        ("polars_answers", "polars, four data frames"),
    ]:
        program = comparison.peer(name, "answers")
        if program:
            run = decoding([*program, *words, *files], check, title, 2)
            others.append(Contestant(name, title, run))
    remaining = take_turns([ours, *others], comparison.rounds, comparison.report)
    remove(journal)
    comparison.report.section(
        "answers",
        "The same answers from a courier journal, two cores",
        "events/s",
        remaining,
        against=ours,
        text="By the clock. Orders with their states, details and histories, each courier's list, "
        "stations and couriers: everybody's digest of the answers is the same. replay-tool builds "
        "its other read models as well, and digests of all.",
    )
    duckdb = next((each for each in remaining if each.name == "duckdb_answers"), None)
    comparison.report.at_least(
        "`replay-tool replay` of a courier journal, beside DuckDB computing the same answers",
        3,
        ours,
        duckdb,
    )


def whole(inner, check):
    """Counts the whole process, from start to end."""

    def run():
        rate, notes = inner()
        return check.events / notes["wholeSeconds"], {**notes, "rate": rate}

    return run


def mixed(comparison):
    """A journal of all applications into all read models, by the clock."""
    journal = comparison.tool.journal("mixed", comparison.events, mixed=True)
    files = segments(journal)
    check = Check(comparison.tool.contents(journal))
    inner = replaying(comparison, journal, check, 2)
    title = "`replay-tool replay`, the whole process with its digests"
    replay = Contestant("replay", title, whole(inner, check))
    single = whole(replaying(comparison, journal, check, 1), check)
    on_one = Contestant("replay-1", "the same on one core", single)
    everyone = [replay, on_one]
    for name, title, *words in [
        ("duckdb", "DuckDB, two columns, group by type", "2", "columns"),
        ("duckdb", "DuckDB, the same, finding out the columns itself", "2", "plain"),
        ("duckdb", "DuckDB, all it finds, group by type", "2", "fields"),
        ("polars", "polars, two columns, group by type"),
    ]:
        program = comparison.peer(name, "mixed")
        if program:
            run = decoding([*program, *words, *files], check, title, 2)
            everyone.append(Contestant(f"{name}-{'-'.join(words)}", title, run))
    remaining = take_turns(everyone, comparison.rounds, comparison.report)
    remove(journal)
    alone = Contestant("replay-fold", "reading and folding alone", None)
    alone.values = [note["rate"] for note in replay.notes]
    comparison.report.section(
        "mixed",
        "A journal of all five applications, two cores",
        "events/s",
        [replay, alone, *[each for each in remaining if each is not replay]],
        against=replay,
        text="By the clock. Of the others only reading, decoding and counting.",
    )
    duckdb = next((each for each in remaining if each.name == "duckdb-2-columns"), None)
    what = "`replay-tool replay` of a mixed journal with digests, two cores, beside"
    comparison.report.at_least(f"{what} one", 1.8, replay, on_one)
    comparison.report.at_least(f"{what} DuckDB's group-by of two columns", 0.7, replay, duckdb)


class Check:
    """Everybody must find the same in a journal, so that nobody does less."""

    def __init__(self, contents):
        self.expected = dict(contents)
        self.events = contents["events"]

    def compare(self, who, found):
        for key, value in found.items():
            if self.expected.setdefault(key, value) != value:
                raise SystemExit(
                    f"benchmarks: {who} found {key} = {value}, not {self.expected[key]}"
                )


def replaying(comparison, journal, check, threads):
    def run():
        printed, outcome = comparison.tool.replay(journal, threads)
        check.compare("replay-tool", {"events": printed["events"]})
        check.compare("replay-tool", {"digests": printed["models"]})
        notes = {"megabytes": outcome.megabytes, "wholeSeconds": outcome.seconds}
        return printed["events"] / printed["seconds"], notes

    return run


def decoding(words, check, who, threads):
    def run():
        environment = {"POLARS_MAX_THREADS": str(threads)}
        cores = ONE_CORE if threads == 1 else None
        outcome = execute(words, env=environment, output=True, cores=cores)
        printed = outcome.json
        check.compare(who, printed["found"])
        notes = {"megabytes": outcome.megabytes, "wholeSeconds": outcome.seconds}
        return check.events / printed["seconds"], notes

    return run


def verify(comparison):
    """All checks of a journal, beside nothing but hashing the same files."""
    journal = comparison.tool.journal("verified", comparison.events)
    files = segments(journal)
    megabytes = sum(file.stat().st_size for file in files) / 1e6

    def contestant(name, title, words):
        def run():
            outcome = execute(words)
            return megabytes / outcome.seconds, {"megabytes": outcome.megabytes}

        return Contestant(name, title, run)

    ours = contestant(
        "verify", "`replay-tool verify`", [comparison.tool.path, "verify", "--journal", journal]
    )
    everyone = [ours]
    openssl = shutil.which("openssl")
    if openssl:
        words = [openssl, "dgst", "-sha256", *files]
        everyone.append(contestant("openssl", "openssl dgst -sha256, one core", words))
    else:
        comparison.report.skip("openssl", "not installed")
    remaining = take_turns(everyone, comparison.rounds, comparison.report)
    remove(journal)
    comparison.report.section(
        "verify", "Verifying a courier journal, two cores", "MB/s", remaining, against=ours,
        text="By the clock, the whole process. verify checks every checksum, the spelling of every "
        "record, every commitment, the order, and the integrity tree.",
    )
    if len(remaining) > 1:
        what = "`verify`, two cores, beside `openssl dgst -sha256` of the same files"
        comparison.report.at_least(what, 0.4, *remaining)
