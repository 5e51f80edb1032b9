"""Durable appends with the Python library eventsourcing to its own PostgreSQL recorder, one event
each.

usage: eventsourcing_postgresql.py PORT APPENDS THREADS
"""

import sys
import threading

from eventsourcing.application import Application
from eventsourcing_courier import Courier
from timing import measure

port, count, threads = sys.argv[1], *map(int, sys.argv[2:])

application = Application(
    env={
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": "postgres",
        "POSTGRES_HOST": "127.0.0.1",
        "POSTGRES_PORT": port,
        "POSTGRES_USER": "postgres",
        "POSTGRES_PASSWORD": "none",
        "POSTGRES_POOL_SIZE": str(threads),
        "POSTGRES_MAX_OVERFLOW": "10",
    }
)
# Each thread has a courier of its own, so none waits for another's version.
own = threading.local()


def append():
    if not hasattr(own, "courier"):
        own.courier = Courier("courier-1")
    own.courier.view()
    application.save(own.courier)


measure(append, count, threads)
