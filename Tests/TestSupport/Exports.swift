// Tests use the product's own test language.
@_exported import EventTesting
