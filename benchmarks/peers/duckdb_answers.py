"""Computes what the read models of a courier journal answer, with DuckDB: the orders with their
states and details, each courier's lists, the stations, and the couriers.

usage: duckdb_answers.py THREADS FILE …
"""

import json
import sys
import time

import duckdb

from answers import digest

threads, files = int(sys.argv[1]), sys.argv[2:]
database = duckdb.connect(config={"threads": threads})
database.execute("SET enable_progress_bar = false")
start = time.perf_counter()
database.execute(
    """
    CREATE TABLE facts AS
    SELECT position, time, type, data, personal
    FROM read_json($files, format = 'newline_delimited', columns = {
      position: 'BIGINT', time: 'VARCHAR', type: 'VARCHAR',
      data: 'STRUCT("order" VARCHAR, courier VARCHAR, deliveryDate VARCHAR, metro VARCHAR,
                    color VARCHAR)',
      personal: 'STRUCT(address VARCHAR, firstName VARCHAR, lastName VARCHAR, phone VARCHAR,
                        comment VARCHAR, login VARCHAR)'})
    WHERE type NOT IN ('courier.ordersRefreshed', 'courier.acceptedOrdersViewed')
    """,
    {"files": files},
)
database.execute(
    """
    CREATE TABLE orders AS
    SELECT data."order" AS "order", arg_max(type, position) AS last,
      CASE last WHEN 'courier.orderPlaced' THEN 'available'
                WHEN 'courier.orderAccepted' THEN 'accepted' ELSE 'completed' END AS status,
      any_value(personal.address) AS address, any_value(data.deliveryDate) AS deliveryDate,
      any_value(data.metro) AS metro, any_value(personal.firstName) AS firstName,
      any_value(personal.lastName) AS lastName, any_value(personal.phone) AS phone,
      coalesce(any_value(data.color), 'any') AS color, any_value(personal.comment) AS comment,
      any_value(data.courier) AS courier,
      any_value(time) FILTER (type = 'courier.orderAccepted') AS acceptedAt,
      any_value(time) FILTER (type = 'courier.orderCompleted') AS completedAt,
      list({time: time, type: type} ORDER BY position) AS steps
    FROM facts WHERE data."order" IS NOT NULL GROUP BY data."order"
    """
)
database.execute(
    """
    CREATE TABLE lists AS
    SELECT courier, list("order" ORDER BY acceptedAt) AS orders,
      count(*) FILTER (status = 'accepted') AS accepted
    FROM orders WHERE status <> 'available' AND last <> 'courier.orderCancelled' GROUP BY courier
    """
)
database.execute(
    """
    CREATE TABLE couriers AS
    SELECT data.courier AS courier, any_value(personal.login) AS login,
      arg_max(type, position) = 'courier.courierSignedIn' AS signedIn
    FROM facts WHERE type IN ('courier.courierRegistered', 'courier.courierSignedIn',
                              'courier.courierSignedOut')
    GROUP BY data.courier
    """
)
stations = database.execute("SELECT DISTINCT metro FROM orders WHERE last = 'courier.orderPlaced'")
stations = [row[0] for row in stations.fetchall()]
seconds = time.perf_counter() - start

shown = database.execute(
    """
    SELECT "order", status, address, deliveryDate, metro, firstName, lastName, phone, color,
      comment, courier, acceptedAt, completedAt
    FROM orders WHERE last <> 'courier.orderCancelled'
    """
).fetchall()
couriers = database.execute(
    "SELECT courier, login, signedIn, coalesce(accepted, 0) FROM couriers LEFT JOIN lists USING (courier)"
).fetchall()
print(json.dumps({"seconds": seconds, "found": {"answers": digest(shown, stations, couriers)}}))
