"""How each of the other programs is had. A function returns the words that run it, without what it
works on, or raises `Unavailable`."""

import pathlib
import platform
import re
import shutil

from .scratch import PEERS, Unavailable, run


def simdjson(scratch):
    root = scratch.debian("simdjson", "libsimdjson-dev", "libsimdjson14")
    library = next((root / "usr" / "lib").glob("*/libsimdjson.so")).parent
    compiler = ["g++", "-std=c++17", "-O3", "-march=native", "-DNDEBUG", f"-Wl,-rpath,{library}"]
    compiler += ["-I", root / "usr" / "include", "-L", library, "-lsimdjson"]
    return [scratch.compiled("simdjson", compiler, PEERS / "simdjson" / "replay.cpp")]


def serde_json(scratch):
    """Built by cargo, with its own folders, from Debian's sources of the crates."""
    program = scratch.path("cargo", "target", "release", "serde-json-replay")
    crates = ["serde-json", "serde", "serde-derive", "syn", "quote", "proc-macro2"]
    crates += ["unicode-ident", "itoa", "ryu"]
    root = scratch.debian("serde_json", *(f"librust-{crate}-dev" for crate in crates))
    if not shutil.which("cargo"):
        raise Unavailable("cargo is missing")
    home = scratch.path("cargo", "home", "config.toml")
    home.write_text(
        '[source.crates-io]\nreplace-with = "debian"\n'
        f'[source.debian]\ndirectory = "{root}/usr/share/cargo/registry"\n'
    )
    package = scratch.path("cargo", "package")
    shutil.copytree(PEERS / "serde_json", package, dirs_exist_ok=True)
    environment = {"CARGO_HOME": str(home.parent), "CARGO_TARGET_DIR": str(program.parents[1])}
    run(["cargo", "build", "--release", "--offline"], cwd=package, env=environment, timeout=600)
    scratch.versions["rustc"] = run(["rustc", "--version"]).split()[1]
    return [program]


def foundation(scratch):
    if not shutil.which("swift"):
        raise Unavailable("swift is missing")
    build = scratch.path("foundation")
    program = build / "release" / "foundation-replay"
    if not program.exists() and not scratch.installs:
        raise Unavailable("not built, and --smoke builds nothing large")
    package = PEERS / "foundation"
    words = ["swift", "build", "-c", "release", "--scratch-path", build, "--package-path", package]
    run(words, timeout=1200)
    return [program]


def orjson(scratch):
    return [scratch.python("orjson"), PEERS / "orjson_replay.py"]


def msgspec(scratch):
    return [scratch.python("msgspec"), PEERS / "msgspec_replay.py"]


def polars(scratch):
    return [scratch.python("polars"), PEERS / "polars_replay.py"]


def duckdb(scratch):
    return [scratch.python("duckdb"), PEERS / "duckdb_replay.py"]


def duckdb_answers(scratch):
    return [scratch.python("duckdb"), PEERS / "duckdb_answers.py"]


def polars_answers(scratch):
    return [scratch.python("polars"), PEERS / "polars_answers.py"]


def write_sync(scratch):
    return [scratch.compiled("write_sync", ["gcc", "-O2"], PEERS / "write_sync.c")]


def sqlite(scratch):
    program = scratch.compiled(
        "sqlite_append", ["gcc", "-O2", "-lsqlite3"], PEERS / "sqlite_append.c"
    )
    scratch.versions["sqlite"] = run([program, "--version"]).strip()
    return [program]


def postgresql(scratch):
    """The server of the system, with a cluster of its own."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    where = found[-1] if found else shutil.which("initdb")
    if not where or not (pathlib.Path(where).parent / "pgbench").exists():
        raise Unavailable("PostgreSQL's server (initdb, pgbench) is not installed")
    programs = pathlib.Path(where).parent
    version = re.search(r"[\d.]+", run([programs / "postgres", "--version"]))
    scratch.versions["postgresql"] = version.group()
    return [shutil.which("python3"), PEERS / "postgresql_append.py", programs]


def umadb(scratch):
    return [scratch.python("umadb"), PEERS / "umadb_append.py"]


def eventsourcing(scratch):
    return [scratch.python("eventsourcing"), PEERS / "eventsourcing_append.py"]


def languages(scratch):
    """The versions of what everything was built with."""
    versions = {"python": platform.python_version()}
    for name, words in {
        "swift": ["swift", "--version"],
        "gcc": ["gcc", "-dumpfullversion"],
    }.items():
        if shutil.which(name):
            text = run(words)
            match = re.search(r"version (\d[\d.]*)", text)
            versions[name] = match.group(1) if match else text.strip()
    return versions
