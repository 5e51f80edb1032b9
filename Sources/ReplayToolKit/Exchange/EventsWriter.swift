import EventEngine

/// Writes exported events in one format.
protocol EventsWriter {
  mutating func begin(_ output: inout [UInt8])
  mutating func write(_ event: any ListedEvent, to output: inout [UInt8]) throws
  mutating func finish(_ output: inout [UInt8])
}

extension EventsWriter {
  mutating func begin(_ output: inout [UInt8]) {}
  mutating func finish(_ output: inout [UInt8]) {}
}

/// Rows of a format for people or programs, usually JSON lines.
struct RowsWriter: EventsWriter {
  var rows: RowWriter

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
