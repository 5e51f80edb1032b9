@_exported import EventChecking
@_exported import EventEngine
