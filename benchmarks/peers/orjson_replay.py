"""Decodes every line of a courier journal into dictionaries with orjson and folds it."""

import sys
import time

import orjson
from fold import Fold

start = time.perf_counter()
fold = Fold()
loads = orjson.loads
for path in sys.argv[1:]:
    with open(path, "rb") as lines:
        for line in lines:
            record = loads(line)
            kind = record["type"]
            fold.add(record["position"], kind)
            if kind == "courier.orderAccepted":
                fold.accepted[record["data"]["courier"]] += 1
            elif kind == "courier.orderCompleted":
                fold.completed[record["data"]["courier"]] += 1
fold.print(time.perf_counter() - start)
