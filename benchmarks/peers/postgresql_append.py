"""Durable appends to PostgreSQL: prepared inserts by pgbench over a local socket, one event each.

A cluster of its own is made in FOLDER once; no other one is touched. PostgreSQL refuses to run as
root, so root runs it as the user postgres.

usage: postgresql_append.py PROGRAMS FOLDER APPENDS BYTES CLIENTS
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

programs, folder = map(pathlib.Path, sys.argv[1:3])
count, length, clients = map(int, sys.argv[3:])
data = folder / "data"
as_owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def run(program, *words):
    outcome = subprocess.run(
        [*as_owner, programs / program, *words], cwd=folder, capture_output=True, text=True
    )
    if outcome.returncode != 0:
        raise SystemExit(f"{program}: {outcome.stderr.strip() or outcome.stdout.strip()}")
    return outcome.stdout


def ask(sql):
    run("psql", "-h", sockets, "-U", "bench", "-d", "postgres", "-q", "-c", sql)


# A socket's path may not be long.
sockets = tempfile.mkdtemp(prefix="bench-")
folder.mkdir(parents=True, exist_ok=True)
if as_owner:
    subprocess.run(["chown", "postgres", folder, sockets], check=True)
if not (data / "PG_VERSION").exists():
    run("initdb", "-D", data, "-U", "bench", "-A", "trust", "--no-sync")
settings = f"-k {sockets} -c listen_addresses='' -c max_connections=100"
run("pg_ctl", "-D", data, "-o", settings, "-l", folder / "log", "-w", "start")
try:
    ask("DROP TABLE IF EXISTS events")
    ask("CREATE TABLE events (position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, line text)")
    script = folder / "insert.sql"
    script.write_text(f"INSERT INTO events (line) VALUES ('{'x' * length}');\n")
    share = max(1, count // clients)
    report = run(
        "pgbench",
        *("-h", sockets, "-U", "bench", "-n", "-M", "prepared", "-f", script),
        *("-c", str(clients), "-j", str(min(clients, 2)), "-t", str(share), "postgres"),
    )
finally:
    run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop")
    shutil.rmtree(sockets)
rate = float(re.search(r"tps = ([0-9.]+)", report).group(1))
print(json.dumps({"appends": share * clients, "seconds": share * clients / rate}))
