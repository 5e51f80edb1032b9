"""Counts the events of every type of a journal with DuckDB's read_json and a group-by.

usage: duckdb_replay.py THREADS columns|plain|fields FILE …

`columns` reads two columns, position and type; with `plain`, DuckDB finds out by itself what there
is; `fields` reads all that it finds.
"""

import json
import sys
import time

import duckdb

threads, what, files = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
database = duckdb.connect(config={"threads": threads})
database.execute("SET enable_progress_bar = false")
columns = "columns = {position: 'BIGINT', type: 'VARCHAR'}"
if what != "columns":
    columns = "auto_detect = true"
counted = ", count(COLUMNS(* EXCLUDE (position, type)))" if what == "fields" else ""
start = time.perf_counter()
rows = database.execute(
    f"SELECT type, count(*), sum(position) {counted} "
    f"FROM read_json($files, format = 'newline_delimited', {columns}) GROUP BY type",
    {"files": files},
).fetchall()
seconds = time.perf_counter() - start
found = {
    "events": sum(row[1] for row in rows),
    "positions": int(sum(row[2] for row in rows)),
    "types": {row[0]: row[1] for row in rows},
}
print(json.dumps({"seconds": seconds, "found": found}))
