import EventEngine

/// Writes exported events in one format.
protocol EventsWriter {
  /// Whether the writer needs no further events.
  var isFull: Bool { get }

  mutating func begin(_ output: inout [UInt8])
  mutating func write(_ event: any ListedEvent, to output: inout [UInt8]) throws
  mutating func finish(_ output: inout [UInt8])
}

extension EventsWriter {
  var isFull: Bool { false }

  mutating func begin(_ output: inout [UInt8]) {}
  mutating func finish(_ output: inout [UInt8]) {}
}

/// Rows of a format for people or programs, usually JSON lines.
struct RowsWriter: EventsWriter {
  var rows: RowWriter

  var isFull: Bool { rows.isFull }

  mutating func write(_ event: any ListedEvent, to output: inout [UInt8]) throws {
    try rows.write(json: { event.appendEvent(to: &$0) }, to: &output)
  }

  mutating func finish(_ output: inout [UInt8]) { rows.finish(&output) }
}

/// CloudEvents, one per line.
struct CloudEventsWriter: EventsWriter {
  let journal: JournalID

  func write(_ event: any ListedEvent, to output: inout [UInt8]) {
    CloudEvents.append(event, of: journal, to: &output)
    output.append(0x0a)
  }
}

/// The records of a journal, byte for byte.
struct RecordsWriter: EventsWriter {
  let header: RecordsHeader

  func begin(_ output: inout [UInt8]) {
    output += header.encoded()
    output.append(0x0a)
  }

  func write(_ event: any ListedEvent, to output: inout [UInt8]) {
    guard let view = event as? RecordView else {
      preconditionFailure("Only events in their order have their records.")
    }
    view.appendLine(to: &output)
    output.append(0x0a)
  }
}

/// Passes only the first `limit` events to another writer.
struct LimitedWriter: EventsWriter {
  var inner: any EventsWriter
  let limit: Int
  private var count = 0

  init(_ inner: any EventsWriter, limit: Int) {
    self.inner = inner
    self.limit = limit
  }

  var isFull: Bool { count >= limit }

  mutating func begin(_ output: inout [UInt8]) { inner.begin(&output) }

  mutating func write(_ event: any ListedEvent, to output: inout [UInt8]) throws {
    count += 1
    try inner.write(event, to: &output)
  }

  mutating func finish(_ output: inout [UInt8]) { inner.finish(&output) }
}
