// Every test speaks the language that the product has for tests.
@_exported import EventTesting
