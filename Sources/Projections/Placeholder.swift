import EventStore
