"""What the appends with the Python library eventsourcing record."""

from eventsourcing.domain import Aggregate, event


class Courier(Aggregate):
    @event("Registered")
    def __init__(self, name: str):
        self.name = name

    @event("AcceptedOrdersViewed")
    def view(self):
        pass
