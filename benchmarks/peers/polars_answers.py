"""Computes what the read models of a courier journal answer, with polars: the orders with their
states and details, each courier's lists, the stations, and the couriers.

usage: polars_answers.py FILE …
"""

import json
import sys
import time

import polars as pl

from answers import ORDER, digest

DATA = ["order", "courier", "deliveryDate", "metro", "color"]
PERSONAL = ["address", "firstName", "lastName", "phone", "comment", "login"]
LATER = ["courier.ordersRefreshed", "courier.acceptedOrdersViewed"]


def texts(names):
    return pl.Struct({name: pl.String for name in names})


start = time.perf_counter()
facts = (
    pl.scan_ndjson(
        sys.argv[1:],
        schema={
            "position": pl.Int64, "time": pl.String, "type": pl.String,
            "data": texts(DATA), "personal": texts(PERSONAL),
        },
        ignore_errors=True,
    )
    .filter(~pl.col("type").is_in(LATER))
    .unnest("data", "personal")
    .collect()
)


def first(name):
    return pl.col(name).drop_nulls().first()


last = pl.col("type").last()
orders = (
    facts.filter(pl.col("order").is_not_null())
    .group_by("order", maintain_order=True)
    .agg(
        last.alias("last"),
        *[first(name) for name in ORDER if name in DATA + PERSONAL and name != "order"],
        pl.col("time").filter(pl.col("type") == "courier.orderAccepted").first().alias("acceptedAt"),
        pl.col("time").filter(pl.col("type") == "courier.orderCompleted").first().alias("completedAt"),
        pl.struct("time", "type").alias("steps"),
    )
    .filter(pl.col("last") != "courier.orderCancelled")
    .with_columns(
        pl.col("color").fill_null("any"),
        pl.col("last")
        .replace_strict(
            {
                "courier.orderPlaced": "available",
                "courier.orderAccepted": "accepted",
                "courier.orderCompleted": "completed",
            }
        )
        .alias("status"),
    )
)
lists = (
    orders.filter(pl.col("courier").is_not_null())
    .sort("acceptedAt")
    .group_by("courier")
    .agg(pl.col("order"), (pl.col("status") == "accepted").sum().alias("accepted"))
)
couriers = (
    facts.filter(pl.col("type").is_in([f"courier.courier{what}" for what in ("Registered", "SignedIn", "SignedOut")]))
    .group_by("courier", maintain_order=True)
    .agg(first("login"), (last == "courier.courierSignedIn").alias("signedIn"))
    .join(lists, on="courier", how="left")
)
stations = orders.filter(pl.col("status") == "available")["metro"].unique()
seconds = time.perf_counter() - start

found = digest(
    orders.select(ORDER).rows(),
    stations.to_list(),
    couriers.select("courier", "login", "signedIn", pl.col("accepted").fill_null(0)).rows(),
)
print(json.dumps({"seconds": seconds, "found": {"answers": found}}))
