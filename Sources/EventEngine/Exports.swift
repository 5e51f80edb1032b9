// Most files of a domain use types of `EventStore`, such as tags and queries. This export lets them
// import `EventEngine` alone.
@_exported import EventStore
