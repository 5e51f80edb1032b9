// A domain names journals, tags and queries in every file: one import is enough for both.
@_exported import EventStore
