"""Durable appends with the Python library eventsourcing to SQLite, one event each.

usage: eventsourcing_append.py FILE APPENDS
"""

import sys

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from timing import measure

path, count = sys.argv[1], int(sys.argv[2])


class Courier(Aggregate):
    @event("Registered")
    def __init__(self, name: str):
        self.name = name

    @event("AcceptedOrdersViewed")
    def view(self):
        pass


application = Application(
    env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path}
)
courier = Courier("courier-1")
application.save(courier)


def append():
    courier.view()
    application.save(courier)


measure(append, count)
