"""Counts the events of every type of a journal with polars' scan_ndjson: two columns, a group-by."""

import json
import sys
import time

import polars

start = time.perf_counter()
table = (
    polars.scan_ndjson(sys.argv[1:], schema={"position": polars.Int64, "type": polars.String})
    .group_by("type")
    .agg(polars.len().alias("events"), polars.col("position").sum())
    .collect()
)
seconds = time.perf_counter() - start
found = {
    "events": int(table["events"].sum()),
    "positions": int(table["position"].sum()),
    "types": dict(zip(table["type"].to_list(), table["events"].to_list())),
}
print(json.dumps({"seconds": seconds, "found": found}))
