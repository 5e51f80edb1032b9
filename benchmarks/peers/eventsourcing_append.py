"""Durable appends with the Python library eventsourcing to SQLite, one event each.

usage: eventsourcing_append.py FILE APPENDS
"""

import sys

from eventsourcing.application import Application
from eventsourcing_courier import Courier
from timing import measure

path, count = sys.argv[1], int(sys.argv[2])

application = Application(
    env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path}
)
courier = Courier("courier-1")
application.save(courier)


def append():
    courier.view()
    application.save(courier)


measure(append, count)
